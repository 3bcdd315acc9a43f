/* random_roots.h - random costs with steps, and roots_find() held against a scan. */
#ifndef TESTS_QUANTITIES_RANDOM_ROOTS_H
#define TESTS_QUANTITIES_RANDOM_ROOTS_H

#include "quantities/roots_text.h"

#include "quantities/op.h"

enum { SCAN = 10000 };

struct dice {
    uint64_t state;
};

/* SplitMix64 (Steele, Lea, Flood 2014). */
static inline uint64_t dice_next(struct dice *d)
{
    uint64_t z = d->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline unsigned roll(struct dice *d, unsigned sides)
{
    return (unsigned)(dice_next(d) >> 33) % sides;
}

struct builder {
    struct model *m;
    struct dice *dice;
    node_id pool[64];
    unsigned count;
    bool smooth; /* powers, exponentials and logarithms as well */
};

/* Tenths from 0.1 to 40. */
static inline struct value some_number(struct dice *d)
{
    struct exact e;
    exact_ratio(1 + (int)roll(d, 400), 10, &e);
    return value_of_exact(e);
}

static inline node_id some_constant(struct builder *b)
{
    return graph_const(b->m->g, some_number(b->dice), UNIT_ONE, (struct where){ 0 });
}

static inline node_id some_node(struct builder *b)
{
    return b->pool[roll(b->dice, b->count)];
}

static inline node_id op2(struct builder *b, const char *op, node_id x, node_id y)
{
    return graph_op2(b->m->g, op, x, y, (struct where){ 0 }, &b->m->dg);
}

static inline node_id some_table(struct builder *b)
{
    unsigned rows = 1 + roll(b->dice, 5);
    struct value *x = ARENA_ARRAY(b->m->arena, rows, struct value);
    struct value *y = ARENA_ARRAY(b->m->arena, rows, struct value);
    struct exact at = exact_int(roll(b->dice, 20));
    for (unsigned i = 0; i < rows; i++) {
        x[i] = value_of_exact(at);
        y[i] = some_number(b->dice);
        exact_add(at, some_number(b->dice).exact, &at);
    }
    const struct table t = { .x = x, .y = y, .count = rows, .x_unit = UNIT_ONE };
    return graph_table(b->m->g, &t, UNIT_ONE, (struct where){ 0 });
}

/* Slopes stay above about 1e-3, so that what the engine forgives before ceil and floor
 * stays below a scan step. */
static inline node_id grow(struct builder *b)
{
    static const char *const compare[] = { "lt", "le", "gt", "ge" };
    node_id x = some_node(b), y = some_node(b);
    struct graph *g = b->m->g;
    const struct where at = { 0 };
    switch (roll(b->dice, 12)) {
    case 0:
        return op2(b, "add", x, y);
    case 1:
        return op2(b, "sub", x, y);
    case 2:
        return op2(b, "mul", x, some_constant(b));
    case 3:
        return op2(b, "mul", op2(b, "div", x, some_constant(b)), y);
    case 4:
        return op2(b, "div", x, some_constant(b));
    case 5: /* never by zero: 1 + max(y, 1) */
        return op2(b, "div", x,
                   op2(b, "add", some_constant(b), op2(b, "max", y, some_constant(b))));
    case 6:
        return op2(b, "min", x, roll(b->dice, 2) ? y : some_constant(b));
    case 7:
        return op2(b, "max", x, roll(b->dice, 2) ? y : some_constant(b));
    case 8:
        return graph_if(g, op2(b, compare[roll(b->dice, 4)], x, some_constant(b)), y,
                        some_node(b), at, &b->m->dg);
    case 9:
        return graph_op1(g, roll(b->dice, 2) ? "ceil" : "floor",
                         op2(b, "div", x, some_constant(b)), at, &b->m->dg);
    case 10:
        return op2(b, "step", some_table(b), x);
    default:
        return op2(b, "line", some_table(b), x);
    }
}

/* Curves, within their domains and without huge values. */
static inline node_id grow_smooth(struct builder *b)
{
    const struct where at = { 0 };
    struct graph *g = b->m->g;
    node_id one = graph_const(g, value_of_exact(exact_int(1)), UNIT_ONE, at);
    node_id above = op2(b, "max", some_node(b), one);
    node_id share = op2(b, "div", above, op2(b, "add", above, some_constant(b)));
    switch (roll(b->dice, 4)) {
    case 0:
        return op2(b, "pow", above, share);
    case 1:
        return graph_op1(g, "exp", op2(b, "mul", share, op2(b, "min", above, one)), at,
                         &b->m->dg);
    case 2:
        return graph_op1(g, "ln", above, at, &b->m->dg);
    default:
        return graph_op1(g, "sqrt", above, at, &b->m->dg);
    }
}

static inline node_id some_cost(struct builder *b)
{
    static const int floors[] = { 1, 5, 5, 20 };
    struct value least = value_of_exact(exact_int(floors[roll(b->dice, 4)]));
    node_id base = graph_const(b->m->g, least, UNIT_ONE, (struct where){ 0 });
    node_id top = b->pool[b->count - 1 - roll(b->dice, 3)];
    return op2(b, "max", roll(b->dice, 2) ? op2(b, "add", top, base) : top, base);
}

/* Raises the cheaper cost to about the other's at one place, or few would cross. */
static inline void meet(struct builder *b, struct roots_query *q)
{
    const node_id targets[] = { q->a, q->b };
    struct model *m = b->m;
    struct plan plan;
    struct value *values = ARENA_ARRAY(m->arena, graph_count(m->g) + 1, struct value);
    bool *hold = ARENA_ARRAY(m->arena, graph_count(m->g) + 1, bool);
    hold[q->variable] = true;
    values[q->variable] = value_of_exact(exact_int(3 + (int)roll(b->dice, 45)));
    assert_true(plan_make(m->g, &base_case, targets, 2, &plan, &m->dg));
    plan_point(&plan, values, hold, NULL);
    double gap = values[q->a].x - values[q->b].x;
    struct exact raise;
    if (!(fabs(gap) < 1e6) || !exact_ratio((int)(fabs(gap) * 10), 10, &raise))
        return;
    const struct where at = { 0 };
    node_id more = graph_const(m->g, value_of_exact(raise), UNIT_ONE, at);
    node_id *cheaper = gap > 0 ? &q->b : &q->a;
    *cheaper = op2(b, "add", *cheaper, more);
}

static inline struct roots_query random_query(struct model *m, struct dice *dice,
                                              bool smooth)
{
    struct builder b = { .m = m, .dice = dice, .smooth = smooth };
    node_id x = model_input(m, "x", "1");
    b.pool[0] = x;
    b.pool[1] = some_constant(&b);
    b.count = 2;
    unsigned nodes = 4 + roll(dice, 9);
    while (b.count < nodes) {
        node_id next = b.smooth && roll(dice, 4) == 0 ? grow_smooth(&b) : grow(&b);
        b.pool[b.count++] = next;
    }
    struct roots_query q = { .graph = m->g, .scenario = &base_case, .variable = x };
    q.a = some_cost(&b);
    q.b = some_cost(&b);
    q.lo = value_of_exact(exact_int(roll(dice, 3)));
    q.hi = value_of_exact(exact_int(50 + (int)roll(dice, 150)));
    if (roll(dice, 4) > 0)
        meet(&b, &q);
    return q;
}

/* The costs over a grid of the range, by the ops as draws take them, and in between by
 * point walks. */
struct scan {
    struct plan plan;
    struct value *values;
    bool *hold;
    const struct roots_query *q;
    double a[SCAN + 1], b[SCAN + 1];
};

static inline double scan_x(const struct scan *s, size_t i)
{
    double lo = s->q->lo.x, hi = s->q->hi.x;
    return i == SCAN ? hi : lo + (hi - lo) * (double)i / SCAN;
}

static inline void scan_block(struct model *m, struct scan *s, double **blocks,
                              size_t first)
{
    size_t n = SCAN + 1 - first < BLOCK ? SCAN + 1 - first : BLOCK;
    for (size_t k = 0; k < s->plan.count; k++) {
        node_id id = s->plan.order[k];
        const struct node *node = graph_node(m->g, id);
        const double *args[MOST_ARGS];
        if (node->kind != NODE_OP) {
            for (size_t i = 0; i < n; i++)
                blocks[id][i] = id == s->q->variable       ? scan_x(s, first + i)
                                : node->kind == NODE_CONST ? node->as.constant.x
                                                           : NAN;
            continue;
        }
        struct batch_call call = { .args = args, .n = n, .out = blocks[id] };
        call.count = node->arg_count;
        for (unsigned i = 0; i < node->arg_count; i++)
            args[i] = blocks[node->args[i]];
        if (node->op->rule == RULE_LOOKUP)
            call.table = graph_node(m->g, node->args[0])->as.table;
        node->op->batch(&call);
    }
    memcpy(&s->a[first], blocks[s->q->a], n * sizeof(double));
    memcpy(&s->b[first], blocks[s->q->b], n * sizeof(double));
}

static inline struct scan *scan_of(struct model *m, const struct roots_query *q)
{
    struct scan *s = ARENA_NEW(m->arena, struct scan);
    const node_id targets[] = { q->a, q->b };
    size_t n = graph_count(m->g) + 1;
    s->q = q;
    assert_true(plan_make(m->g, &base_case, targets, 2, &s->plan, &m->dg));
    s->values = ARENA_ARRAY(m->arena, n, struct value);
    s->hold = ARENA_ARRAY(m->arena, n, bool);
    s->hold[q->variable] = true;
    double **blocks = ARENA_ARRAY(m->arena, n, double *);
    for (size_t i = 0; i < n; i++)
        blocks[i] = ARENA_ARRAY(m->arena, BLOCK, double);
    for (size_t first = 0; first <= SCAN; first += BLOCK)
        scan_block(m, s, blocks, first);
    return s;
}

static inline double scan_at(const struct scan *s, double x, double *tie)
{
    s->values[s->q->variable] = value_of_double(x);
    plan_point(&s->plan, s->values, s->hold, NULL);
    double a = s->values[s->plan.alias[s->q->a]].x;
    double b = s->values[s->plan.alias[s->q->b]].x;
    *tie = TIE * fmax(fabs(a), fabs(b));
    return a - b;
}

static inline int strict_sign(double d, double tie)
{
    return d > tie ? 1 : d < -tie ? -1 : 0;
}

static inline bool near_crossing(const struct roots *r, double x, double reach)
{
    for (size_t i = 0; i < r->crossing_count; i++)
        if (x >= r->crossings[i].x - reach && x <= r->crossings[i].to + reach)
            return true;
    return false;
}

static inline enum cheaper told(const struct roots *r, double x)
{
    size_t i = 0;
    while (i + 1 < r->stretch_count && x > r->stretches[i].to)
        i++;
    return r->stretches[i].cheaper;
}

static inline enum cheaper seen(int sign)
{
    return sign > 0 ? CHEAPER_B : CHEAPER_A;
}

/* How far a jump may lie from the plain formula's. */
#define REACH 3e-4

static inline const char *check_scan(struct arena *arena, const struct scan *s,
                                     const struct roots *r)
{
    int before = 0;
    double at_before = s->q->lo.x;
    for (size_t i = 0; i <= SCAN; i++) {
        double x = scan_x(s, i);
        int sign = strict_sign(s->a[i] - s->b[i], TIE * fmax(s->a[i], s->b[i]));
        if (sign == 0)
            continue;
        if (told(r, x) != seen(sign) && !near_crossing(r, x, REACH))
            return arena_printf(arena, "at %.17g the other one is cheaper", x);
        bool met = before * sign >= 0;
        for (size_t k = 0; k < r->crossing_count && !met; k++)
            met = r->crossings[k].to >= at_before - REACH &&
                  r->crossings[k].x <= x + REACH;
        if (!met)
            return arena_printf(arena, "a crossing between %.17g and %.17g is missed",
                                at_before, x);
        before = sign;
        at_before = x;
    }
    return NULL;
}

/* Every stretch is what it is said to be in its middle, so that no crossing is too
 * many. */
static inline const char *check_stretches(struct arena *arena, const struct scan *s,
                                          const struct roots *r)
{
    const struct stretch *last = r->stretches + r->stretch_count - 1;
    if (r->stretch_count == 0 || r->stretches->from != s->q->lo.x ||
        last->to != s->q->hi.x)
        return "the stretches do not cover the range";
    for (const struct stretch *st = r->stretches; st <= last; st++) {
        double tie, d = scan_at(s, st->from + (st->to - st->from) / 2, &tie);
        if (st > r->stretches &&
            (st->from != st[-1].to || st->cheaper == st[-1].cheaper))
            return "stretches do not meet or do not differ";
        if (st->to - st->from < 2 * REACH)
            continue;
        if (st->cheaper == CHEAPER_NEITHER ? strict_sign(d, tie) != 0
                                           : seen(d > 0 ? 1 : -1) != st->cheaper)
            return arena_printf(arena, "in the middle of %.17g to %.17g it is not so",
                                st->from, st->to);
    }
    return NULL;
}

/* A crossing and a touch are ties, on at least one side of what the engine forgives. */
static inline const char *check_crossings(struct arena *arena, const struct scan *s,
                                          const struct roots *r)
{
    for (size_t i = 0; i < r->crossing_count; i++) {
        const struct crossing *c = &r->crossings[i];
        double tie, least = INFINITY;
        const double places[] = { c->x, c->x * (1 - 1e-12), c->x * (1 + 1e-12) };
        for (size_t k = 0; k < 3; k++) {
            double d = fabs(scan_at(s, places[k], &tie));
            least = fmin(least, d - 100 * tie);
        }
        if (c->kind == CROSSING_CROSS && least > 0)
            return arena_printf(arena, "no tie at the crossing %.17g", c->x);
        if (i > 0 && c->x < c[-1].to)
            return "crossings do not ascend";
    }
    return NULL;
}

/* NULL, or what is wrong with an answer. */
static inline const char *disagreement(struct arena *arena, const struct scan *s,
                                       const struct roots *r)
{
    const char *wrong = r->complete ? check_stretches(arena, s, r) : r->words;
    if (wrong == NULL)
        wrong = check_scan(arena, s, r);
    return wrong == NULL ? check_crossings(arena, s, r) : wrong;
}

struct random_tally {
    bool smooth;
    size_t models, wrong, without_roots, gave_up, kinds[4];
};

/* One random model; says what is wrong with the answer. */
static inline void try_random_model(uint64_t seed, struct random_tally *tally)
{
    struct dice dice = { seed };
    struct model m = model_new();
    struct roots_query q = random_query(&m, &dice, tally->smooth);
    struct roots r;
    assert_true(roots_find(&q, m.arena, &r, &m.dg));
    bool gave_up = r.words != NULL && strstr(r.words, "too many crossings") != NULL;
    const char *wrong = gave_up ? NULL : disagreement(m.arena, scan_of(&m, &q), &r);
    tally->gave_up += gave_up;
    if (wrong != NULL)
        print_error("model %llu: %s; told: %.500s\n", (unsigned long long)seed, wrong,
                    roots_text(m.arena, &r));
    tally->models++;
    tally->wrong += wrong != NULL;
    tally->without_roots += r.root_count == 0;
    for (size_t i = 0; i < r.crossing_count; i++)
        tally->kinds[r.crossings[i].kind]++;
    arena_free(m.arena);
}

/* That the answers are right, and that the models are of every kind; of touches curves
 * have few. */
static inline void try_random_models(uint64_t from, uint64_t count, bool smooth)
{
    struct random_tally t = { .smooth = smooth };
    for (uint64_t i = 0; i < count; i++)
        try_random_model(from + i, &t);
    print_message("%zu models, %zu without roots, %zu with too many; %zu crosses, %zu "
                  "jumps, %zu touches, "
                  "%zu equal stretches\n",
                  t.models, t.without_roots, t.gave_up, t.kinds[CROSSING_CROSS],
                  t.kinds[CROSSING_JUMP], t.kinds[CROSSING_TOUCH],
                  t.kinds[CROSSING_EQUAL]);
    assert_int_equal(t.wrong, 0);
    /* Steps of a square of x, hundreds of thousands of them on both sides. */
    assert_true(t.gave_up <= count / 20000);
    assert_true(t.without_roots < t.models * 3 / 4);
    for (size_t i = 0; i < 4; i++)
        assert_true(t.kinds[i] >= count / 1000 || (smooth && i == CROSSING_TOUCH));
}

#endif
