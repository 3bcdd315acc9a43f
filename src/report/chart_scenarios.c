/* scenarios - the break-even of every scenario against what is planned. */
#include "report/chart.h"

#include <math.h>

#include "base/arena.h"

static const char *name_of(const struct scenario_case *c)
{
    return c->title != NULL ? c->title : c->id;
}

static const struct plot *build(const struct maker *m)
{
    if (m->s->break_even_count == 0 || m->s->scenario_count < 2)
        return NULL;
    const struct break_even_question *q = &m->s->break_evens[0];
    const struct node *v = graph_node(m->s->graph, q->variable);
    double factor = v->unit.factor;
    struct plot *p = ARENA_NEW(m->a, struct plot);
    struct plot_series *s = ARENA_NEW(m->a, struct plot_series);
    struct plot_point *points =
        ARENA_ARRAY(m->a, m->s->scenario_count, struct plot_point);
    const char **names = ARENA_ARRAY(m->a, m->s->scenario_count, const char *);
    double planned = m->d->break_evens[0][0].at;
    for (size_t i = 0; i < m->s->scenario_count; i++) {
        const struct break_even_answer *b = &m->d->break_evens[0][i];
        bool none = b->roots.root_count == 0;
        double root = none ? (b->roots.below == CHEAPER_B ? q->lo.x : q->hi.x)
                           : b->roots.roots[0];
        names[i] = name_of(&m->s->scenarios[i]);
        points[i].x = (double)i;
        points[i].low = fmin(root, planned) / factor;
        points[i].high = fmax(root, planned) / factor;
        const char *label = none ? "none in range" : in_unit(m, q->variable, root);
        if (root < planned)
            points[i].low_label = label;
        else
            points[i].high_label = label;
    }
    *s = (struct plot_series){
        PLOT_TORNADO, "break-even", points, m->s->scenario_count, 0, true
    };
    p->name = "scenarios";
    p->title =
        arena_printf(m->a, "Break-even of %s in every scenario", spoken(m, v->name));
    p->alt = "How far the break-even of each scenario lies from what is planned";
    p->y = (struct plot_axis){ .names = names, .name_count = m->s->scenario_count };
    p->x = (struct plot_axis){ .title =
                                   arena_printf(m->a, "%s at which both cost the same",
                                                spoken(m, v->name)),
                               .unit = v->unit.text };
    p->x.scale = q->lo.x > 0 && q->hi.x / q->lo.x > 30 ? PLOT_LOG : PLOT_LINEAR;
    p->base = planned / factor;
    p->base_label = arena_printf(m->a, "planned %s", in_unit(m, q->variable, planned));
    p->series = s;
    p->series_count = 1;
    return p;
}

const struct chart chart_scenarios = {
    .name = "scenarios",
    .summary = "the break-even of every scenario against what is planned",
    .build = build,
};
