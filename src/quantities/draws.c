#include "quantities/draws.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/clones.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "quantities/draw_program.h"
#include "quantities/draw_search.h"
#include "quantities/op.h"
#include "quantities/plan.h"
#include "quantities/roots.h"

/* Draws of one parallel block: its sums are added in its own order. */
enum { CHUNK_BLOCKS = 16, CHUNK = CHUNK_BLOCKS * BLOCK };
enum { DIFFERENCE, COST_0, COST_1, PAIR };
enum { PROBE_LO, PROBE_HI };

/* Integers and sums of one chunk. */
struct tally {
    uint64_t cheaper, first_everywhere, second_everywhere, failed_roots, returns;
    double regret[2];
    double sums[PAIR + MOST_SPREADS];
    uint64_t failed[PAIR + MOST_SPREADS];
};

struct walk {
    const struct draws_query *q;
    const struct draw_program *program;
    struct arena *arena;                 /* of the draws; given back at the end */
    bool pair, roots, spreads;           /* what is asked */
    size_t probes, targets;              /* of the plan */
    double *values[PAIR + MOST_SPREADS]; /* [target][draw]; NULL: not asked */
    double *break_even;                  /* [draw] */
    struct program_run **runs;           /* [worker] */
    struct draw_search **searches;       /* [worker]; NULL: two probes are enough */
    struct tally *tallies;               /* [chunk] */
};

static bool check_query(const struct draws_query *q, struct diag *dg)
{
    if (q->draws == 0)
        return diag_error(dg, q->at, "0 draws say nothing; write for example 100000");
    if (q->draws > MOST_DRAWS)
        return diag_error(dg, q->at,
                          "%zu draws are more than the %d that are held in memory; a "
                          "quantile from 1000000 is already good to 0.1 %%",
                          q->draws, MOST_DRAWS);
    if (q->target_count > MOST_SPREADS)
        return diag_error(dg, q->at,
                          "%zu quantities in one question; ask for at most %d",
                          q->target_count, MOST_SPREADS);
    if (q->variable != NO_NODE &&
        !(isfinite(q->lo) && isfinite(q->hi) && q->lo < q->hi))
        return diag_error(dg, q->at,
                          "a break-even needs a range from a lower to a higher value");
    return true;
}

/* ---- A block of draws: loops over plain arrays. */

/* A target as n doubles: where it lies, or its one number spread over `block`. */
static const double *whole(struct lane lane, double *block, size_t n)
{
    if (!lane.single)
        return lane.x;
    for (size_t i = 0; i < n; i++)
        block[i] = lane.x[0];
    return block;
}

struct costs {
    const double *difference, *first, *second;
};

/* The difference, 0 where it is a tie. */
TARGET_CLONES static void settle_ties(const struct costs *c, double *restrict out,
                                      size_t n)
{
    const double *restrict a = c->first, *restrict b = c->second;
    const double *restrict d = c->difference;
    for (size_t i = 0; i < n; i++) {
        double p = fabs(a[i]), q = fabs(b[i]), larger = p > q ? p : q;
        out[i] = fabs(d[i]) <= TIE * larger ? 0 : d[i];
    }
}

struct ends {
    double lo, hi;
    const double *at_lo, *at_hi; /* differences */
};

/* Roots of straight lines through the differences at both ends. */
TARGET_CLONES static void roots_between(const struct ends *e, double *restrict out,
                                        size_t n)
{
    const double lo = e->lo, hi = e->hi;
    const double *restrict d0 = e->at_lo, *restrict d1 = e->at_hi;
    for (size_t i = 0; i < n; i++) {
        double a = d0[i], b = d1[i];
        bool meets = ((a <= 0) & (b >= 0)) | ((a >= 0) & (b <= 0));
        double root = lo + (hi - lo) * (a / (a - b));
        root = root < hi ? root : hi;
        double none = a > 0 ? -HUGE_VAL : HUGE_VAL;
        double x = (meets & (a != b)) ? root : none;
        x = a == a ? x : a;
        out[i] = b == b ? x : b;
    }
}

TARGET_CLONES static void count_roots(const double *restrict x, size_t n,
                                      struct tally *t)
{
    uint64_t above = 0, below = 0, failed = 0;
    for (size_t i = 0; i < n; i++) {
        above += x[i] == HUGE_VAL;
        below += x[i] == -HUGE_VAL;
        failed += x[i] != x[i];
    }
    t->first_everywhere += above;
    t->second_everywhere += below;
    t->failed_roots += failed;
}

/* Regrets into `first` and `second`; how often the second is cheaper. */
TARGET_CLONES static uint64_t judge(const double *restrict d, double *restrict first,
                                    double *restrict second, size_t n)
{
    uint64_t cheaper = 0;
    for (size_t i = 0; i < n; i++) {
        first[i] = d[i] > 0 ? d[i] : 0;
        second[i] = d[i] < 0 ? -d[i] : 0;
        cheaper += d[i] > 0;
    }
    return cheaper;
}

TARGET_CLONES static uint64_t drop_failed(const double *restrict x,
                                          double *restrict out, size_t n)
{
    uint64_t failed = 0;
    for (size_t i = 0; i < n; i++) {
        failed += x[i] != x[i];
        out[i] = x[i] == x[i] ? x[i] : 0;
    }
    return failed;
}

static void difference_at(struct program_run *run, size_t probe, double *out, size_t n)
{
    double d[BLOCK], a[BLOCK], b[BLOCK];
    program_probe(run, probe);
    struct costs c = {
        whole(program_target(run, DIFFERENCE), d, n),
        whole(program_target(run, COST_0), a, n),
        whole(program_target(run, COST_1), b, n),
    };
    settle_ties(&c, out, n);
}

static void find_roots(const struct walk *w, struct program_run *run, double *out,
                       size_t n)
{
    double at_lo[BLOCK], at_hi[BLOCK];
    struct ends ends = { w->q->lo, w->q->hi, at_lo, at_hi };
    difference_at(run, PROBE_LO, at_lo, n);
    difference_at(run, PROBE_HI, at_hi, n);
    roots_between(&ends, out, n);
}

static void search_roots(struct draw_search *search, const struct program_run *run,
                         struct tally *t, double *out, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool returns;
        out[i] = draw_search_root(search, run, i, &returns);
        t->returns += returns;
    }
}

static void spread_block(const struct walk *w, struct program_run *run, struct tally *t,
                         size_t first, size_t n)
{
    double d[BLOCK], one[BLOCK], other[BLOCK];
    if (w->pair) {
        difference_at(run, w->probes - 1, d, n);
        t->cheaper += judge(d, one, other, n);
        t->regret[0] += sum_of(one, n);
        t->regret[1] += sum_of(other, n);
    } else {
        program_probe(run, w->probes - 1);
    }
    for (size_t k = 0; k < w->targets; k++) {
        double *out = w->values[k] + first;
        memcpy(out, whole(program_target(run, k), one, n), n * sizeof *out);
        t->failed[k] += drop_failed(out, one, n);
        t->sums[k] += sum_of(one, n);
    }
}

static void walk_chunk(void *context, size_t chunk, unsigned worker)
{
    const struct walk *w = context;
    struct program_run *run = w->runs[worker];
    struct tally *t = &w->tallies[chunk];
    size_t from = chunk * CHUNK, left = w->q->draws - from;
    size_t to = from + (left < CHUNK ? left : CHUNK);
    for (size_t first = from; first < to; first += BLOCK) {
        size_t n = to - first < BLOCK ? to - first : BLOCK;
        program_draw(run, first, n);
        double *roots = w->break_even + first;
        if (w->roots && w->searches != NULL)
            search_roots(w->searches[worker], run, t, roots, n);
        else if (w->roots)
            find_roots(w, run, roots, n);
        if (w->roots)
            count_roots(roots, n, t);
        if (w->spreads)
            spread_block(w, run, t, first, n);
    }
    progress_add(w->q->progress, to - from);
}

/* ---- From the query to the walk, and from the walk to the result. */

static bool make_plan(const struct walk *w, struct plan *plan, struct diag *dg)
{
    const struct draws_query *q = w->q;
    node_id *targets = ARENA_ARRAY(w->arena, PAIR + MOST_SPREADS, node_id);
    struct plan_query pq = { q->scenario, q->variable, targets, 0 };
    if (w->pair) {
        targets[DIFFERENCE] = q->difference;
        targets[COST_0] = q->costs[0];
        targets[COST_1] = q->costs[1];
        pq.count = PAIR;
    }
    for (size_t i = 0; w->spreads && i < q->target_count; i++)
        targets[pq.count++] = q->targets[i];
    return q->variable == NO_NODE
               ? plan_make(q->graph, q->scenario, targets, pq.count, plan, dg)
               : plan_make_free(q->graph, &pq, plan, dg);
}

/* A search a worker, where two probes are not enough. */
static bool make_searches(struct walk *w, const struct plan *plan, struct diag *dg)
{
    const struct draws_query *q = w->q;
    const struct draw_search_query dq = { plan,          w->program, q->variable,
                                          q->difference, q->lo,      q->hi };
    if (!w->roots || program_affine(w->program, DIFFERENCE))
        return true;
    if (!draw_search_can(&dq))
        return diag_error(dg, q->at,
                          "a search depends on the variable of this break-even, which "
                          "draws cannot follow; ask for the risk at one value");
    unsigned workers = parallel_threads(q->threads);
    w->searches = ARENA_ARRAY(w->arena, workers, struct draw_search *);
    for (unsigned i = 0; i < workers; i++)
        w->searches[i] = draw_search_new(w->arena, &dq);
    return true;
}

static bool make_program(struct walk *w, struct draws_result *out, struct diag *dg)
{
    const struct draws_query *q = w->q;
    struct plan *plan = ARENA_NEW(w->arena, struct plan);
    struct program_query pq = { .plan = plan,
                                .variable = q->variable,
                                .seed = q->seed };
    if (!make_plan(w, plan, dg))
        return false;
    if (w->roots) {
        pq.probes[PROBE_LO] = q->lo;
        pq.probes[PROBE_HI] = q->hi;
        pq.probe_count = 2;
    }
    if (q->variable != NO_NODE)
        out->variable_at = plan_value(q->graph, q->scenario, q->variable, NULL).x;
    if (w->spreads)
        pq.probes[pq.probe_count++] = out->variable_at;
    pq.everywhere = w->pair ? PAIR : 0;
    w->probes = pq.probe_count;
    w->targets = plan->target_count;
    w->program = program_make(w->arena, &pq, dg);
    return w->program != NULL && make_searches(w, plan, dg);
}

static void make_room(struct walk *w)
{
    size_t chunks = (w->q->draws + CHUNK - 1) / CHUNK;
    unsigned workers = parallel_threads(w->q->threads);
    w->tallies = ARENA_ARRAY(w->arena, chunks, struct tally);
    w->runs = ARENA_ARRAY(w->arena, workers, struct program_run *);
    for (unsigned i = 0; i < workers; i++)
        w->runs[i] = program_run_new(w->arena, w->program);
    if (w->roots)
        w->break_even = ARENA_ARRAY(w->arena, w->q->draws, double);
    for (size_t k = 0; w->spreads && k < w->targets; k++)
        w->values[k] = ARENA_ARRAY(w->arena, w->q->draws, double);
}

static struct tally total(const struct walk *w)
{
    struct tally sum = { 0 };
    for (size_t c = 0; c * CHUNK < w->q->draws; c++) {
        const struct tally *t = &w->tallies[c];
        sum.cheaper += t->cheaper;
        sum.first_everywhere += t->first_everywhere;
        sum.second_everywhere += t->second_everywhere;
        sum.failed_roots += t->failed_roots;
        sum.returns += t->returns;
        for (size_t k = 0; k < 2; k++)
            sum.regret[k] += t->regret[k];
        for (size_t k = 0; k < w->targets; k++) {
            sum.sums[k] += t->sums[k];
            sum.failed[k] += t->failed[k];
        }
    }
    return sum;
}

static struct spread spread_of(const struct walk *w, double *x, bool ratio)
{
    struct spread out = { .mean = NAN };
    struct sample s = { x, w->q->draws, w->q->threads, w->arena };
    double q[3];
    if (!w->q->no_charts)
        sample_histogram(&s, ratio, &out.histogram);
    out.failed = s.n - sample_quantiles(&s, (const double[]){ 0.05, 0.50, 0.95 }, 3, q);
    out.p5 = q[0];
    out.p50 = q[1];
    out.p95 = q[2];
    return out;
}

static void collect(const struct walk *w, struct draws_result *out)
{
    struct tally t = total(w);
    struct spread spreads[PAIR + MOST_SPREADS];
    for (size_t k = 0; w->spreads && k < w->targets; k++) {
        spreads[k] = spread_of(w, w->values[k], false);
        spreads[k].mean = t.sums[k] / (double)(w->q->draws - t.failed[k]);
    }
    size_t own = w->pair && w->spreads ? PAIR : 0;
    if (own > 0) {
        double n = (double)(w->q->draws - t.failed[DIFFERENCE]);
        out->difference = spreads[DIFFERENCE];
        out->costs[0] = spreads[COST_0];
        out->costs[1] = spreads[COST_1];
        out->probability_cheaper = (double)t.cheaper / n;
        out->regret[0] = t.regret[0] / n;
        out->regret[1] = t.regret[1] / n;
    }
    for (size_t k = own; w->spreads && k < w->targets; k++)
        out->targets[k - own] = spreads[k];
    if (!w->roots)
        return;
    double n = (double)(w->q->draws - t.failed_roots);
    out->break_even = spread_of(w, w->break_even, true);
    out->share_none = (double)(t.first_everywhere + t.second_everywhere) / n;
    out->share_first_everywhere = (double)t.first_everywhere / n;
    out->share_returns = (double)t.returns / n;
}

static bool run(struct walk *w, struct draws_result *out, struct diag *dg)
{
    if (!make_program(w, out, dg))
        return false;
    make_room(w);
    size_t chunks = (w->q->draws + CHUNK - 1) / CHUNK;
    unsigned threads = program_serial(w->program) ? 1 : w->q->threads;
    parallel_for(chunks, threads, walk_chunk, w);
    for (unsigned i = 0; w->searches && i < parallel_threads(w->q->threads); i++)
        draw_search_free(w->searches[i]);
    collect(w, out);
    return true;
}

bool draws_run(struct arena *arena, const struct draws_query *q,
               struct draws_result *out, struct diag *dg)
{
    struct walk w = { .q = q };
    *out = (struct draws_result){ .draws = q->draws, .seed = q->seed };
    out->variable_at = out->probability_cheaper = out->share_none = NAN;
    out->share_first_everywhere = out->share_returns = NAN;
    if (!check_query(q, dg))
        return false;
    w.pair = q->difference != NO_NODE;
    w.roots = w.pair && q->variable != NO_NODE;
    w.spreads = !(w.roots && q->break_even_only);
    w.arena = arena_new();
    bool ok = run(&w, out, dg);
    if (ok) {
        const node_id *ids;
        out->input_count = program_inputs(w.program, &ids);
        node_id *copy = ARENA_ARRAY(arena, out->input_count, node_id);
        memcpy(copy, ids, out->input_count * sizeof *copy);
        out->inputs = copy;
    }
    arena_free(w.arena);
    return ok;
}
