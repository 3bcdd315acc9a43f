/* licence_payments.c - a chain's amount and support as payments by year. */
#include "base/arena.h"
#include "prices/licence_parts.h"
#include "prices/minor.h"

/* Support of year t grows from that of the year before, each to the cent, or what the
 * currency has for it. */
static bool build_support(const struct licence_job *j, const struct chain *c,
                          struct licence_count *out)
{
    struct graph *g = j->g;
    struct where at = j->use->at;
    node_id fee = graph_op2(g, "mul", c->support, chain_year(c, at), at, j->dg);
    node_id growth = NO_NODE;
    fee = money_minor(g, fee, at, j->dg);
    if (c->uplift != NO_NODE)
        growth = graph_op2(g, "add", licence_number(j, 1), c->uplift, at, j->dg);
    out->varies = out->varies || c->uplift != NO_NODE || c->support_from > 1;
    for (unsigned t = c->support_from; t <= j->use->years; t++) {
        if (growth != NO_NODE && t > c->support_from)
            fee =
                money_minor(g, graph_op2(g, "mul", fee, growth, at, j->dg), at, j->dg);
        const struct node *n = graph_node(g, fee);
        if (n != NULL && n->label == NULL)
            graph_label(g, fee,
                        arena_printf(graph_arena(g), "support of %s by %s, year %u",
                                     j->licence->label, out->metric->name, t));
        node_id *year = &out->by_year[t];
        *year = *year == NO_NODE ? fee : graph_op2(g, "add", *year, fee, at, j->dg);
        if (*year == NO_NODE)
            return false;
    }
    return true;
}

bool licence_payments(const struct licence_job *j, const struct chain *c,
                      struct licence_count *out)
{
    struct arena *a = graph_arena(j->g);
    struct where at = j->use->at;
    bool recurring = graph_node(j->g, c->amount)->unit.dim.time == -1;
    out->amount = c->amount;
    if (!recurring && c->support == NO_NODE && c->term == 0)
        return true;
    node_id *years = ARENA_ARRAY(a, j->use->years + 1, node_id);
    out->by_year = years;
    if (recurring) {
        node_id fee = graph_op2(j->g, "mul", c->amount, chain_year(c, at), at, j->dg);
        fee = money_minor(j->g, fee, at, j->dg);
        if (fee == NO_NODE)
            return false;
        for (unsigned t = 1; t <= j->use->years; t++)
            years[t] = fee;
        out->amount = graph_const(j->g, value_of_exact(exact_int(0)),
                                  unit_base(a, graph_node(j->g, fee)->unit.dim), at);
    }
    for (unsigned t = c->term; c->term > 0 && t < j->use->years; t += c->term)
        years[t] = c->amount; /* the next term begins at the end of year t */
    out->varies = c->term > 0;
    if (c->support != NO_NODE && !build_support(j, c, out))
        return false;
    for (unsigned t = 1; t <= j->use->years; t++)
        if (years[t] == NO_NODE)
            years[t] =
                graph_const(j->g, value_of_exact(exact_int(0)),
                            unit_base(a, graph_node(j->g, out->amount)->unit.dim), at);
    return true;
}
