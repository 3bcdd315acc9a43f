/* study_totals.c - what an alternative pays by year, in all, and as present value. */
#include "base/arena.h"
#include "decisions/study_finance.h"
#include "decisions/study_order.h"
#include "decisions/study_parts.h"
#include "quantities/op.h"

static void name_total(struct study *s, const struct alternative *alt, node_id *id,
                       const char *suffix, const char *words)
{
    struct graph *g = s->graph;
    if (graph_node(g, *id)->name != NULL || graph_node(g, *id)->label != NULL)
        *id = graph_alias(g, *id, alt->at, s->dg);
    graph_show_as(g, *id, s->money);
    graph_name(g, *id, arena_printf(s->arena, "%s.%s", alt->id, suffix));
    graph_label(g, *id, arena_printf(s->arena, "%s of %s", words, alt->title));
}

bool study_build_totals(struct study *s, struct alternative *alt,
                        const struct doc_node *life)
{
    struct graph *g = s->graph;
    unsigned years = s->horizon;
    node_id *by_year = ARENA_ARRAY(s->arena, years + 1, node_id);
    node_id *present = ARENA_ARRAY(s->arena, years + 1, node_id);
    bool recurs = s->finance != NULL, varies = false;
    for (size_t i = 0; i < alt->line_count; i++) {
        recurs = recurs || alt->lines[i].yearly != NO_NODE;
        varies = varies || alt->lines[i].by_year != NULL;
    }
    alt->purchase = study_order_payment(s, alt, 0);
    alt->yearly = study_order_payment(s, alt, 1);
    name_total(s, alt, &alt->purchase, "purchase", "purchase");
    name_total(s, alt, &alt->yearly, "yearly", "recurring cost of a year");
    for (unsigned t = 0; t <= years; t++) {
        by_year[t] = t == 0              ? alt->purchase
                     : t == 1 || !varies ? alt->yearly
                                         : study_order_payment(s, alt, t);
        if (varies && t > 1)
            graph_label(
                g, by_year[t],
                arena_printf(s->arena, "payments of year %u of %s", t, alt->title));
    }
    if (!study_finance_flows(s, alt, by_year, life))
        return false;
    for (unsigned t = 0; t <= years; t++) {
        if (alt->present != NULL) {
            present[t] = alt->present[t];
            continue;
        }
        present[t] =
            t == 0 ? by_year[0]
                   : graph_op2(g, "mul", by_year[t],
                               study_discount_factor(s, t, alt->at), alt->at, s->dg);
        if (t > 0)
            graph_label(g, present[t],
                        arena_printf(s->arena, "present value of year %u of %s", t,
                                     alt->title));
    }
    unsigned n = recurs ? years + 1 : 1;
    alt->by_year = by_year;
    alt->nominal = graph_op(g, "sum", by_year, n, alt->at, s->dg);
    alt->cost = graph_op(g, "sum", present, n, alt->at, s->dg);
    if (alt->nominal == NO_NODE || alt->cost == NO_NODE)
        return false;
    name_total(s, alt, &alt->nominal, "cost_nominal", "total cost, undiscounted,");
    name_total(s, alt, &alt->cost, "cost", "total cost, present value,");
    return true;
}
