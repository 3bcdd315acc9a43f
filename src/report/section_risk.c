/* risk - how sure the answer is, by draws of the uncertain inputs. */
#include <math.h>

#include "base/arena.h"
#include "base/format.h"
#include "quantities/distribution.h"
#include "report/chart.h"
#include "report/section.h"

static const char *quantile(const struct maker *m, node_id id, double x)
{
    if (isnan(x))
        return "none";
    if (isinf(x))
        return x > 0 ? "none below the end" : "none above the start";
    return in_unit(m, id, x);
}

static const char *shape_text(const struct maker *m, const struct node *n)
{
    const struct distribution *d = &n->as.input->distribution;
    const char *p[3];
    for (size_t i = 0; i < 3; i++)
        p[i] = format_quantity(m->a, d->p[i], n->unit, DIGITS);
    switch (d->shape) {
    case SHAPE_UNIFORM:
        return arena_printf(m->a, "uniform from %s to %s", p[0], p[1]);
    case SHAPE_TRIANGULAR:
        return arena_printf(m->a, "triangular: %s, most likely %s, %s", p[0], p[1],
                            p[2]);
    case SHAPE_NORMAL:
        return arena_printf(m->a, "normal: mean %s, standard deviation %s", p[0], p[1]);
    case SHAPE_LOGNORMAL:
        return arena_printf(m->a,
                            "lognormal: median %s, geometric standard deviation %s",
                            p[0], format_number(m->a, d->p[1], DIGITS));
    case SHAPE_NONE:
        break;
    }
    return "none";
}

static void add_inputs(struct maker *m, const struct draws_result *r)
{
    static const struct doc_column columns[] = {
        { .title = "Drawn" },
        { .title = "Spread", .weight = 2 },
        { .title = "Source of the spread" },
    };
    struct doc_table *t = add_table(m, columns, 3);
    for (size_t i = 0; i < r->input_count; i++) {
        const struct node *n = graph_node(m->s->graph, r->inputs[i]);
        const char *source = n->as.input->distribution.source;
        const char *cells[] = { spoken(m, n->name), shape_text(m, n),
                                source != NULL ? source : "none: an assumption" };
        add_row(m, t, DOC_ROW, cells);
    }
}

static void add_answers(struct maker *m, size_t i)
{
    static const struct doc_column columns[] = {
        { .title = "Quantity" },
        { .title = "5 %", .align = DOC_RIGHT },
        { .title = "50 %", .align = DOC_RIGHT },
        { .title = "95 %", .align = DOC_RIGHT },
    };
    const struct draws_result *r = &m->d->risks[i];
    const struct break_even_question *q = &m->s->break_evens[m->s->risks[i].of];
    const char *a = m->s->alternatives[q->a].title, *b = m->s->alternatives[q->b].title;
    struct doc_table *t = add_table(m, columns, 4);
    const char *root[] = { "break-even", quantile(m, q->variable, r->break_even.p5),
                           quantile(m, q->variable, r->break_even.p50),
                           quantile(m, q->variable, r->break_even.p95) };
    add_row(m, t, DOC_ROW, root);
    const char *difference[] = {
        arena_printf(m->a, "cost of %s minus cost of %s, at %s", a, b,
                     in_unit(m, q->variable, r->variable_at)),
        in_money_about(m, r->difference.p5), in_money_about(m, r->difference.p50),
        in_money_about(m, r->difference.p95)
    };
    add_row(m, t, DOC_ROW, difference);
    add_text(m, arena_printf(
                    m->a,
                    "At %s, %s is the cheaper one in %s %% of the draws. Choosing %s "
                    "costs %s too much on average, choosing %s %s. In %s %% of the "
                    "draws there is no break-even in the range.",
                    in_unit(m, q->variable, r->variable_at), b,
                    format_number(m->a, 100 * r->probability_cheaper, DIGITS), a,
                    in_money_about(m, r->regret[0]), b, in_money_about(m, r->regret[1]),
                    format_number(m->a, 100 * r->share_none, DIGITS)));
}

static void build(struct maker *m)
{
    for (size_t i = 0; i < m->s->risk_count; i++) {
        const struct draws_result *r = &m->d->risks[i];
        add_text(
            m, arena_printf(m->a,
                            "%s draws in the scenario \"%s\", seed %llu; the same seed "
                            "gives the same figures.",
                            format_number(m->a, (double)r->draws, 15),
                            scenario_title(m, m->s->risks[i].scenario),
                            (unsigned long long)r->seed));
        add_inputs(m, r);
        add_answers(m, i);
    }
    const struct plot *plot = chart_find("risk")->build(m);
    if (plot != NULL)
        add_plot(m, plot, "Draws outside the axis are counted in the quantiles.");
}

const struct section section_risk = {
    .name = "risk",
    .title = "Risk",
    .build = build,
};
