/* risk - how the break-even spreads over the draws. */
#include "report/chart.h"

#include <math.h>

#include "base/arena.h"

static void mark(const struct maker *m, node_id variable, double x, const char *name,
                 struct plot_mark *out)
{
    double factor = graph_node(m->s->graph, variable)->unit.factor;
    out->kind = PLOT_MARK_AT;
    out->x = x / factor;
    out->label = arena_printf(m->a, "%s %s", name, in_unit(m, variable, x));
}

static const struct plot *build(const struct maker *m)
{
    if (m->s->risk_count == 0)
        return NULL;
    const struct draws_result *r = &m->d->risks[0];
    const struct histogram *h = &r->break_even.histogram;
    const struct break_even_question *q = &m->s->break_evens[m->s->risks[0].of];
    const struct node *v = graph_node(m->s->graph, q->variable);
    struct plot *p = ARENA_NEW(m->a, struct plot);
    struct plot_series *s = ARENA_NEW(m->a, struct plot_series);
    struct plot_point *points = ARENA_ARRAY(m->a, BINS, struct plot_point);
    struct plot_mark *marks = ARENA_ARRAY(m->a, 3, struct plot_mark);
    if (!(h->lo < h->hi))
        return NULL;
    for (size_t i = 0; i < BINS; i++) {
        points[i].low = histogram_edge(h, i) / v->unit.factor;
        points[i].high = histogram_edge(h, i + 1) / v->unit.factor;
        points[i].y = 100.0 * h->bins[i] / (double)r->draws;
    }
    *s = (struct plot_series){ PLOT_HISTOGRAM, "draws", points, BINS, 0, true };
    const struct spread *b = &r->break_even;
    const double at[] = { b->p5, b->p50, b->p95 };
    static const char *const names[] = { "5 %", "50 %", "95 %" };
    for (size_t i = 0; i < 3; i++)
        if (isfinite(at[i]))
            mark(m, q->variable, at[i], names[i], &marks[p->mark_count++]);
    p->name = "risk";
    p->title =
        arena_printf(m->a, "Break-even of %s over the draws", spoken(m, v->name));
    p->alt = "How often the break-even falls where";
    p->x = (struct plot_axis){ .title =
                                   arena_printf(m->a, "%s at which both cost the same",
                                                spoken(m, v->name)),
                               .unit = v->unit.text };
    p->x.scale = h->logarithmic ? PLOT_LOG : PLOT_LINEAR;
    p->y =
        (struct plot_axis){ .title = "share of draws", .unit = "%", .from_zero = true };
    p->series = s;
    p->series_count = 1;
    p->marks = marks;
    return p;
}

const struct chart chart_risk = {
    .name = "risk",
    .summary = "how the break-even spreads over the draws",
    .build = build,
};
