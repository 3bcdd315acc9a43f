/* discount - a share or a sum of money off, on the running net or on the list. */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/demand.h"

enum { DISCOUNT, ON, WORDS };
static const struct doc_field fields[] = {
    [DISCOUNT] = { "discount", DOC_WANT_TEXT, DOC_REQUIRED },
    [ON] = { "on", DOC_WANT_TEXT, DOC_OPTIONAL },
    [WORDS] = { "words", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a discount", fields);

static bool build(struct chain *c, const struct doc_node *const *values)
{
    static const char *const bases[] = { "net", "list" };
    const struct doc_node *d = values[DISCOUNT];
    size_t base = 0;
    if (c->amount == NO_NODE)
        return diag_error(c->dg, d->at, "a discount stands behind a price");
    if (values[ON] != NULL && !doc_get_choice(values[ON], bases, 2, &base, c->dg))
        return false;
    node_id off = chain_formula(c, 0, d);
    const struct node *n = graph_node(c->g, off);
    if (n == NULL)
        return false;
    double x = chain_base(c, off);
    if (x < 0)
        return diag_error(c->dg, d->at, "a discount below zero; write 0 %% or more");
    if (dim_is_none(n->unit.dim)) {
        if (x > 1)
            return diag_error(c->dg, d->at,
                              "a discount of %g %%; at most 100 %% can be taken off",
                              100 * x);
        chain_demand(c, 0, d, off, DEMAND_SHARE);
        off =
            graph_op2(c->g, "mul", base == 0 ? c->amount : c->list, off, d->at, c->dg);
    } else {
        chain_demand(c, 0, d, off, DEMAND_COUNT);
        off = graph_op2(c->g, "min", off, c->amount, d->at, c->dg);
    }
    chain_new_kind(c);
    c->amount = graph_op2(c->g, "sub", c->amount, off, d->at, c->dg);
    if (c->amount == NO_NODE)
        return false;
    chain_add(c,
              values[WORDS] != NULL
                  ? values[WORDS]->text
                  : arena_printf(graph_arena(c->g), "less %s%s", d->text,
                                 base == 1 ? " of the list" : ""),
              c->amount);
    return true;
}

const struct primitive primitive_discount = {
    .name = "discount",
    .summary = "a share or money off, on the running net or the list",
    .schema = &schema,
    .build = build,
};
