#include "decisions/decide_parts.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "quantities/distribution.h"

static bool tied(double a, double b)
{
    return fabs(a - b) <= TIE * fmax(fabs(a), fabs(b));
}

static const char *title(const struct study *s, size_t alternative)
{
    return s->alternatives[alternative].title;
}

static struct roots_query query_of(const struct study *s,
                                   const struct break_even_question *q,
                                   const struct scenario_case *scenario)
{
    struct roots_query r = { .graph = s->graph, .scenario = scenario };
    r.variable = q->variable;
    r.a = s->alternatives[q->a].cost;
    r.b = s->alternatives[q->b].cost;
    r.lo = q->lo;
    r.hi = q->hi;
    r.beyond = true;
    return r;
}

/* ---- the sentence below a break-even ---- */

struct line_of_difference { /* cost of a minus cost of b: slope * x + offset */
    double slope, offset;
};

/* Two values of the difference, where the search found it to be one straight line. */
static struct line_of_difference
line_through(struct study *s, const struct break_even_question *q, size_t scenario)
{
    struct scenario_case lo = decide_with(s, scenario, q->variable, q->lo.x);
    struct scenario_case hi = decide_with(s, scenario, q->variable, q->hi.x);
    double at_lo = plan_value(s->graph, &lo, q->difference, NULL).x;
    double at_hi = plan_value(s->graph, &hi, q->difference, NULL).x;
    double slope = (at_hi - at_lo) / (q->hi.x - q->lo.x);
    return (struct line_of_difference){ slope, at_lo - slope * q->lo.x };
}

/* "Advanced Compression costs 298,000 USD more at any database size and saves 228
 * USD per TB". */
static const char *trade(struct study *s, const struct break_even_question *q,
                         size_t scenario)
{
    struct line_of_difference l = line_through(s, q, scenario);
    const struct node *v = graph_node(s->graph, q->variable);
    double per_unit = fabs(l.slope) * v->unit.factor;
    bool b_dearer = l.offset < 0;
    const char *dear = title(s, b_dearer ? q->b : q->a);
    if (!isfinite(l.slope) || l.slope == 0 || l.offset == 0 ||
        (l.slope > 0) == (l.offset > 0))
        return NULL;
    return arena_printf(s->arena, "%s costs %s more at any %s and saves %s %s per %s",
                        dear, format_money(s->arena, fabs(l.offset), s->currency),
                        format_words(s->arena, v->name),
                        format_number(s->arena, per_unit, DIGITS), s->currency,
                        v->unit.text);
}

static const char *beyond_words(const struct study *s, const struct roots *r,
                                const struct node *v)
{
    if (r->beyond_count == 0)
        return r->beyond_complete ? "and nowhere outside it either" : "";
    return arena_printf(s->arena, "they would cost the same at %s, outside the range",
                        format_scaled(s->arena, r->beyond[0], v->unit, 4));
}

/* Licences go in steps: for a while both may cost the same. */
static bool has_ties(const struct roots *r)
{
    for (size_t i = 0; i < r->stretch_count; i++)
        if (r->stretches[i].cheaper == CHEAPER_NEITHER)
            return true;
    return false;
}

static const char *note_of(struct study *s, const struct break_even_question *q,
                           size_t scenario, const struct roots *r)
{
    struct arena *a = s->arena;
    const struct node *v = graph_node(s->graph, q->variable);
    const char *why = r->affine ? trade(s, q, scenario) : NULL;
    if (!r->complete && r->words != NULL)
        return r->words;
    if (r->root_count == 0 && r->below == CHEAPER_NEITHER)
        return "both cost the same throughout the range";
    if (r->root_count == 0)
        return arena_printf(
            a, "none between %s and %s: %s is cheaper%s throughout%s%s; %s",
            format_scaled(a, q->lo.x, v->unit, DIGITS),
            format_scaled(a, q->hi.x, v->unit, DIGITS),
            title(s, r->below == CHEAPER_A ? q->a : q->b),
            has_ties(r) ? ", or costs the same," : "", why != NULL ? ", since " : "",
            why != NULL ? why : "", beyond_words(s, r, v));
    if (r->root_count > 1)
        return arena_printf(a, "the cheaper one changes %zu times", r->root_count);
    if (why != NULL)
        return why;
    return "";
}

/* ---- break-even ---- */

static bool answer_one(struct study *s, const struct decision *d, size_t question,
                       size_t scenario, struct break_even_answer *out)
{
    const struct break_even_question *q = &s->break_evens[question];
    struct roots_query r = query_of(s, q, &s->scenarios[scenario]);
    if (!roots_find(&r, s->arena, &out->roots, s->dg))
        return false;
    const struct alternative_answer *all = d->scenarios[scenario].alternatives;
    out->at = decide_value(d, scenario, q->variable);
    out->cost_a = all[q->a].cost;
    out->cost_b = all[q->b].cost;
    out->difference = fabs(out->cost_a - out->cost_b);
    out->cheaper = tied(out->cost_a, out->cost_b) ? CHEAPER_NEITHER
                   : out->cost_a < out->cost_b    ? CHEAPER_A
                                                  : CHEAPER_B;
    out->note = note_of(s, q, scenario, &out->roots);
    return true;
}

bool decide_break_evens(struct study *s, struct decision *d)
{
    const struct break_even_answer **all =
        ARENA_ARRAY(s->arena, s->break_even_count, const struct break_even_answer *);
    for (size_t q = 0; q < s->break_even_count; q++) {
        struct break_even_answer *answers =
            ARENA_ARRAY(s->arena, s->scenario_count, struct break_even_answer);
        for (size_t i = 0; i < s->scenario_count; i++)
            if (!answer_one(s, d, q, i, &answers[i]))
                return false;
        all[q] = answers;
    }
    d->break_evens = all;
    return true;
}

/* ---- sensitivity ---- */

struct scenario_case decide_with(struct study *s, size_t scenario, node_id input,
                                 double value)
{
    const struct scenario_case *base = &s->scenarios[scenario];
    struct override *o = ARENA_ARRAY(s->arena, base->count + 1, struct override);
    struct scenario_case c = { .id = base->id,
                               .overrides = o,
                               .count = base->count + 1 };
    struct exact e;
    if (base->count > 0)
        memcpy(o, base->overrides, base->count * sizeof *o);
    o[base->count] = (struct override){ .input = input };
    o[base->count].value =
        exact_from_double(value, &e) ? value_of_exact(e) : value_of_double(value);
    return c;
}

/* The ends between which an input is varied, and why these. */
static void ends(const struct input *in, struct sensitivity_row *row)
{
    if (in->distribution.shape != SHAPE_NONE) {
        row->low = distribution_quantile(&in->distribution, 0.05);
        row->high = distribution_quantile(&in->distribution, 0.95);
        row->how = "5 to 95 % of its distribution";
    } else if (in->ranged) {
        row->low = in->lo.x;
        row->high = in->hi.x;
        row->how = "its range";
    } else {
        row->low = in->value.x * 0.8;
        row->high = in->value.x * 1.2;
        row->how = "20 % less and more, for want of a range";
    }
}

static double root_with(struct study *s, const struct sensitivity_question *q,
                        node_id input, double value)
{
    struct scenario_case c = decide_with(s, q->scenario, input, value);
    struct roots_query r = query_of(s, &s->break_evens[q->of], &c);
    struct roots found;
    r.beyond = false;
    if (!roots_find(&r, s->arena, &found, s->dg) || found.root_count == 0)
        return NAN;
    return found.roots[0];
}

static double width(double root_low, double root_high)
{
    double w = fabs(root_high - root_low);
    return isnan(w) ? INFINITY : w;
}

static bool answer_sensitivity(struct study *s, const struct decision *d,
                               const struct sensitivity_question *q,
                               struct sensitivity_answer *out)
{
    const struct roots *base = &d->break_evens[q->of][q->scenario].roots;
    struct sensitivity_row *rows =
        ARENA_ARRAY(s->arena, q->count, struct sensitivity_row);
    for (size_t i = 0; i < q->count; i++) {
        struct sensitivity_row row = { .input = q->inputs[i] };
        ends(graph_node(s->graph, row.input)->as.input, &row);
        row.root_low = root_with(s, q, row.input, row.low);
        row.root_high = root_with(s, q, row.input, row.high);
        row.unrounded = width(row.root_low, row.root_high);
        size_t k = i;
        for (; k > 0 && rows[k - 1].unrounded < row.unrounded; k--)
            rows[k] = rows[k - 1];
        rows[k] = row;
    }
    out->base = base->root_count > 0 ? base->roots[0] : NAN;
    out->rows = rows;
    out->count = q->count;
    return !diag_failed(s->dg);
}

bool decide_sensitivities(struct study *s, struct decision *d)
{
    struct sensitivity_answer *all =
        ARENA_ARRAY(s->arena, s->sensitivity_count, struct sensitivity_answer);
    for (size_t i = 0; i < s->sensitivity_count; i++)
        if (!answer_sensitivity(s, d, &s->sensitivities[i], &all[i]))
            return false;
    d->sensitivities = all;
    return true;
}

/* ---- risk ---- */

bool decide_risks(struct study *s, const struct decide_options *o, struct decision *d)
{
    struct draws_result *all =
        ARENA_ARRAY(s->arena, s->risk_count, struct draws_result);
    for (size_t i = 0; i < s->risk_count; i++) {
        const struct risk_question *r = &s->risks[i];
        const struct break_even_question *b = &s->break_evens[r->of];
        struct draws_query q = { .graph = s->graph,
                                 .scenario = &s->scenarios[r->scenario] };
        q.difference = b->difference;
        q.costs[0] = s->alternatives[b->a].cost;
        q.costs[1] = s->alternatives[b->b].cost;
        q.variable = b->variable;
        q.lo = b->lo.x;
        q.hi = b->hi.x;
        q.draws = o->draws > 0 ? o->draws : r->draws;
        q.seed = r->seed;
        q.threads = o->threads;
        q.progress = o->progress;
        q.at = r->at;
        if (!draws_run(s->arena, &q, &all[i], s->dg))
            return false;
    }
    d->risks = all;
    return true;
}
