/* tax - a share on top of the discounted net, both to the cent, or what the currency
 * has for it. */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/demand.h"
#include "prices/minor.h"

enum { TAX };
static const struct doc_field fields[] = {
    [TAX] = { "tax", DOC_WANT_TEXT, DOC_REQUIRED },
};
static const struct doc_schema schema = DOC_SCHEMA("a tax", fields);

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *t = values[TAX];
    if (c->amount == NO_NODE)
        return diag_error(c->dg, t->at,
                          "a tax stands behind a price and its discounts");
    node_id rate = chain_formula(c, 0, t);
    const struct node *n = graph_node(c->g, rate);
    double x = n != NULL ? chain_base(c, rate) : 0;
    if (x < 0 || x > 1)
        return diag_error(c->dg, t->at,
                          "a tax of %g %% cannot be; write from 0 %% to 100 %%",
                          100 * x);
    chain_demand(c, 0, t, rate, DEMAND_SHARE);
    c->amount = money_minor(c->g, c->amount, t->at, c->dg);
    node_id tax = graph_op2(c->g, "mul", c->amount, rate, t->at, c->dg);
    tax = money_minor(c->g, tax, t->at, c->dg);
    chain_figure(c, "net", c->amount);
    chain_figure(c, "tax", tax);
    chain_add(c, arena_printf(graph_arena(c->g), "tax of %s", t->text), tax);
    c->amount = graph_op2(c->g, "add", c->amount, tax, t->at, c->dg);
    chain_add(c, "with tax", c->amount);
    return c->amount != NO_NODE;
}

const struct primitive primitive_tax = {
    .name = "tax",
    .summary = "a share on top of the discounted net",
    .schema = &schema,
    .build = build,
};
