/* cost - what each alternative costs over the variable of the first break-even. */
#include "report/chart.h"

#include <math.h>

#include "base/arena.h"

enum { POINTS = 97 };

static double x_of(const struct break_even_question *q, bool logarithmic, size_t i)
{
    double t = (double)i / (POINTS - 1);
    if (i == POINTS - 1)
        return q->hi.x;
    return logarithmic ? q->lo.x * pow(q->hi.x / q->lo.x, t)
                       : q->lo.x + t * (q->hi.x - q->lo.x);
}

static struct plot_series curve(const struct maker *m,
                                const struct break_even_question *q, size_t alternative,
                                bool logarithmic)
{
    const struct alternative *alt = &m->s->alternatives[alternative];
    struct plot_point *p = ARENA_ARRAY(m->a, POINTS, struct plot_point);
    double factor = graph_node(m->s->graph, q->variable)->unit.factor;
    for (size_t i = 0; i < POINTS; i++) {
        double x = x_of(q, logarithmic, i);
        struct scenario_case c = decide_with(m->d->study, m->d->chosen, q->variable, x);
        p[i].x = x / factor;
        p[i].y = plan_value(m->s->graph, &c, alt->cost, NULL).x;
    }
    return (struct plot_series){ PLOT_LINE, alt->title, p, POINTS, 0, false };
}

static struct plot_mark *marks(const struct maker *m, size_t question, size_t *count)
{
    const struct break_even_question *q = &m->s->break_evens[question];
    const struct break_even_answer *b = &m->d->break_evens[question][m->d->chosen];
    struct plot_mark *k = ARENA_ARRAY(m->a, b->roots.root_count + 1, struct plot_mark);
    double factor = graph_node(m->s->graph, q->variable)->unit.factor;
    size_t n = 0;
    for (size_t i = 0; i < b->roots.root_count; i++) {
        struct scenario_case c =
            decide_with(m->d->study, m->d->chosen, q->variable, b->roots.roots[i]);
        k[n].kind = PLOT_MARK_POINT;
        k[n].x = b->roots.roots[i] / factor;
        k[n].y = plan_value(m->s->graph, &c, m->s->alternatives[q->a].cost, NULL).x;
        k[n++].label = arena_printf(m->a, "break-even %s",
                                    in_unit(m, q->variable, b->roots.roots[i]));
    }
    if (b->at >= q->lo.x && b->at <= q->hi.x)
        k[n++] =
            (struct plot_mark){ .kind = PLOT_MARK_AT,
                                .x = b->at / factor,
                                .label = arena_printf(m->a, "planned %s",
                                                      in_unit(m, q->variable, b->at)) };
    *count = n;
    return k;
}

static const struct plot *build(const struct maker *m)
{
    if (m->s->break_even_count == 0)
        return NULL;
    const struct break_even_question *q = &m->s->break_evens[0];
    const struct node *v = graph_node(m->s->graph, q->variable);
    bool logarithmic = q->lo.x > 0 && q->hi.x / q->lo.x > 30;
    struct plot *p = ARENA_NEW(m->a, struct plot);
    struct plot_series *s = ARENA_ARRAY(m->a, 2, struct plot_series);
    s[0] = curve(m, q, q->a, logarithmic);
    s[1] = curve(m, q, q->b, logarithmic);
    p->name = "cost";
    p->title = arena_printf(m->a, "Total cost over %s", spoken(m, v->name));
    p->alt =
        arena_printf(m->a, "Total cost of %s and %s over %s, scenario %s", s[0].name,
                     s[1].name, spoken(m, v->name), m->s->scenarios[m->d->chosen].id);
    p->x = (struct plot_axis){ .title = spoken(m, v->name), .unit = v->unit.text };
    p->y = (struct plot_axis){ .title = arena_printf(m->a, "total cost, %u years",
                                                     m->s->horizon),
                               .unit = m->s->currency,
                               .better = PLOT_LOWER_BETTER };
    p->x.scale = p->y.scale = logarithmic ? PLOT_LOG : PLOT_LINEAR;
    p->x.low = q->lo.x / v->unit.factor;
    p->x.high = q->hi.x / v->unit.factor;
    p->series = s;
    p->series_count = 2;
    p->marks = marks(m, 0, &p->mark_count);
    return p;
}

const struct chart chart_cost = {
    .name = "cost",
    .summary = "cost of both alternatives over the variable of the first break-even",
    .build = build,
};
