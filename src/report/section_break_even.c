/* break_even - from where on which alternative is the cheaper one. */
#include "base/arena.h"
#include "base/buf.h"
#include "report/chart.h"
#include "report/section.h"

static const char *roots_text(const struct maker *m,
                              const struct break_even_question *q,
                              const struct roots *r)
{
    struct buf b = buf_on(m->a);
    if (r->root_count == 0)
        return "none";
    for (size_t i = 0; i < r->root_count && i < 4; i++)
        buf_printf(&b, "%s%s", i > 0 ? ", " : "", in_unit(m, q->variable, r->roots[i]));
    if (r->root_count > 4)
        buf_printf(&b, " and %zu more", r->root_count - 4);
    return buf_text(&b);
}

static const char *side(const struct maker *m, const struct break_even_question *q,
                        enum cheaper c)
{
    if (c == CHEAPER_A || c == CHEAPER_B)
        return m->s->alternatives[c == CHEAPER_A ? q->a : q->b].title;
    return "the same";
}

static void add_question(struct maker *m, size_t question)
{
    static const struct doc_column columns[] = {
        { .title = "Scenario", .weight = 0.8 },
        { .title = "Break-even", .align = DOC_RIGHT },
        { .title = "Planned", .align = DOC_RIGHT },
        { .title = "Cheaper there", .weight = 0.6 },
        { .title = "Why", .weight = 2.2 },
    };
    const struct break_even_question *q = &m->s->break_evens[question];
    const char *a = m->s->alternatives[q->a].title, *b = m->s->alternatives[q->b].title;
    add_text(m, arena_printf(
                    m->a,
                    "The %s at which %s and %s cost the same over %u years, "
                    "searched from %s to %s; every crossing, jump and equal stretch "
                    "in it is found.",
                    spoken(m, graph_node(m->s->graph, q->variable)->name), a, b,
                    m->s->horizon, in_unit(m, q->variable, q->lo.x),
                    in_unit(m, q->variable, q->hi.x)));
    struct doc_table *t = add_table(m, columns, 5);
    for (size_t i = 0; i < m->s->scenario_count; i++) {
        const struct break_even_answer *x = &m->d->break_evens[question][i];
        const char *cells[] = { scenario_title(m, i), roots_text(m, q, &x->roots),
                                in_unit(m, q->variable, x->at), side(m, q, x->cheaper),
                                x->note };
        add_row(m, t, i == m->d->chosen ? DOC_ROW_CHOSEN : DOC_ROW, cells);
    }
}

static void build(struct maker *m)
{
    for (size_t q = 0; q < m->s->break_even_count; q++)
        add_question(m, q);
    const struct plot *plot = chart_find("scenarios")->build(m);
    if (plot != NULL)
        add_plot(m, plot,
                 "Bars run from what is planned to the break-even; to the left of "
                 "the line the dearer purchase has paid for itself.");
}

const struct section section_break_even = {
    .name = "break_even",
    .title = "Break-even",
    .new_page = true,
    .build = build,
};
