/* sensitivity - what one input alone does to the break-even. */
#include <math.h>

#include "base/arena.h"
#include "report/chart.h"
#include "report/section.h"

static void build(struct maker *m)
{
    static const struct doc_column columns[] = {
        { .title = "Input" },
        { .title = "Low", .align = DOC_RIGHT },
        { .title = "Break-even", .align = DOC_RIGHT },
        { .title = "High", .align = DOC_RIGHT },
        { .title = "Break-even", .align = DOC_RIGHT },
        { .title = "Varied over" },
        { .title = "Owner" },
    };
    for (size_t i = 0; i < m->s->sensitivity_count; i++) {
        const struct sensitivity_answer *a = &m->d->sensitivities[i];
        const struct break_even_question *q =
            &m->s->break_evens[m->s->sensitivities[i].of];
        struct doc_table *t = add_table(m, columns, 7);
        for (size_t k = 0; k < a->count; k++) {
            const struct sensitivity_row *r = &a->rows[k];
            const struct node *n = graph_node(m->s->graph, r->input);
            const char *owner = n->as.input->pedigree.owner;
            const char *cells[] = {
                spoken(m, n->name),
                input_text(m, n, r->low),
                isnan(r->root_low) ? "none" : in_unit(m, q->variable, r->root_low),
                input_text(m, n, r->high),
                isnan(r->root_high) ? "none" : in_unit(m, q->variable, r->root_high),
                r->how,
                owner != NULL ? owner : "",
            };
            add_row(m, t, DOC_ROW, cells);
        }
        t->note =
            arena_printf(m->a,
                         "Each input alone between its ends, all others as in the "
                         "scenario \"%s\"; the widest difference first. none: no "
                         "break-even within the range that is searched.",
                         scenario_title(m, m->s->sensitivities[i].scenario));
    }
    const struct plot *plot = chart_find("tornado")->build(m);
    if (plot != NULL)
        add_plot(m, plot,
                 "A bar that ends in \"none\" is drawn to the end of the range.");
}

const struct section section_sensitivity = {
    .name = "sensitivity",
    .title = "Sensitivity",
    .build = build,
};
