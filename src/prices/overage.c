/* overage - what is used beyond what was bought, at a multiple of the price. */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"

enum { OVERAGE, BEYOND, AT, WORDS };
static const struct doc_field fields[] = {
    [OVERAGE] = { "overage", DOC_WANT_TEXT, DOC_REQUIRED },
    [BEYOND] = { "beyond", DOC_WANT_TEXT, DOC_OPTIONAL },
    [AT] = { "at", DOC_WANT_TEXT, DOC_OPTIONAL },
    [WORDS] = { "words", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("an overage", fields);

/* A share of the list price each, or money each. */
static node_id price_of(struct chain *c, const struct doc_node *at, struct where where)
{
    if (at == NULL)
        return c->price;
    node_id id = chain_formula(c, 0, at);
    const struct node *n = graph_node(c->g, id);
    if (n == NULL || !dim_is_none(n->unit.dim))
        return id;
    if (chain_base(c, id) < 0) {
        diag_error(c->dg, at->at, "a share below zero; write 100 %% or more");
        return NO_NODE;
    }
    return graph_op2(c->g, "mul", c->price, id, where, c->dg);
}

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *used = values[OVERAGE];
    struct arena *a = graph_arena(c->g);
    struct where at = used->at;
    if (c->amount == NO_NODE)
        return diag_error(c->dg, at, "an overage stands behind a price");
    if (c->price == NO_NODE && values[AT] == NULL)
        return diag_error(c->dg, at,
                          "tiers have no one price each; write the money of one under "
                          "at:, as in `at: 0.02 USD`");
    node_id bought = values[BEYOND] != NULL ? chain_formula(c, 0, values[BEYOND])
                                            : c->parts[0].quantity;
    node_id over = graph_op2(c->g, "sub", chain_formula(c, 0, used), bought, at, c->dg);
    over = graph_op2(c->g, "max", over, chain_number(c, 0, at), at, c->dg);
    node_id price = price_of(c, values[AT], at);
    node_id more = graph_op2(c->g, "mul", over, price, at, c->dg);
    if (more == NO_NODE)
        return false;
    chain_figure(c, "over", over);
    chain_figure(c, "overage", more);
    chain_add(c, arena_printf(a, "%s beyond what was bought", used->text), over);
    chain_add(c,
              values[WORDS] != NULL ? values[WORDS]->text
              : values[AT] != NULL  ? arena_printf(a, "overage at %s", values[AT]->text)
                                    : "overage at the list price",
              more);
    c->amount = graph_op2(c->g, "add", c->amount, more, at, c->dg);
    chain_add(c, "with overage", c->amount);
    return c->amount != NO_NODE;
}

const struct primitive primitive_overage = {
    .name = "overage",
    .summary = "use beyond what was bought, at a share of the list or its own price",
    .schema = &schema,
    .build = build,
};
