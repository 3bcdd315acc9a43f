/* tornado - how far each input alone moves the first break-even. */
#include "report/chart.h"

#include <math.h>

#include "base/arena.h"

/* Where there is no root the bar runs to the end of the range that is searched. */
static double end_of(const struct break_even_question *q, double root)
{
    return isnan(root) ? q->hi.x : root;
}

static void fill(const struct maker *m, const struct break_even_question *q,
                 const struct sensitivity_row *r, struct plot_point *p)
{
    const struct node *n = graph_node(m->s->graph, r->input);
    double low = end_of(q, r->root_low), high = end_of(q, r->root_high);
    const char *low_text = input_text(m, n, r->low),
               *high_text = input_text(m, n, r->high);
    double factor = graph_node(m->s->graph, q->variable)->unit.factor;
    if (isnan(r->root_low))
        low_text = arena_printf(m->a, "%s: none", low_text);
    if (isnan(r->root_high))
        high_text = arena_printf(m->a, "%s: none", high_text);
    p->low = fmin(low, high) / factor;
    p->high = fmax(low, high) / factor;
    p->low_label = low <= high ? low_text : high_text;
    p->high_label = low <= high ? high_text : low_text;
}

static const struct plot *build(const struct maker *m)
{
    if (m->s->sensitivity_count == 0 || isnan(m->d->sensitivities[0].base))
        return NULL;
    const struct sensitivity_answer *a = &m->d->sensitivities[0];
    const struct break_even_question *q = &m->s->break_evens[m->s->sensitivities[0].of];
    const struct node *v = graph_node(m->s->graph, q->variable);
    struct plot *p = ARENA_NEW(m->a, struct plot);
    struct plot_series *s = ARENA_NEW(m->a, struct plot_series);
    struct plot_point *points = ARENA_ARRAY(m->a, a->count, struct plot_point);
    const char **names = ARENA_ARRAY(m->a, a->count, const char *);
    for (size_t i = 0; i < a->count; i++) {
        names[i] = spoken(m, graph_node(m->s->graph, a->rows[i].input)->name);
        points[i].x = (double)i;
        fill(m, q, &a->rows[i], &points[i]);
    }
    *s = (struct plot_series){ PLOT_TORNADO, "break-even", points, a->count, 0, true };
    p->name = "tornado";
    p->title =
        arena_printf(m->a, "What moves the break-even of %s", spoken(m, v->name));
    p->alt = "Each input alone between its ends, all others as given";
    p->y = (struct plot_axis){ .names = names, .name_count = a->count };
    p->x = (struct plot_axis){ .title =
                                   arena_printf(m->a, "%s at which both cost the same",
                                                spoken(m, v->name)),
                               .unit = v->unit.text };
    p->x.scale = q->lo.x > 0 && q->hi.x / q->lo.x > 30 ? PLOT_LOG : PLOT_LINEAR;
    p->base = a->base / v->unit.factor;
    p->base_label =
        arena_printf(m->a, "as assumed: %s", in_unit(m, q->variable, a->base));
    p->series = s;
    p->series_count = 1;
    return p;
}

const struct chart chart_tornado = {
    .name = "tornado",
    .summary = "how far each input alone moves the first break-even",
    .build = build,
};
