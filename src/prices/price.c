/* price - money for each of what is counted, with where the figure comes from. */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/pedigree.h"

enum { PRICE, SOURCE, AS_OF, CONFIDENCE, NOTE };
static const struct doc_field fields[] = {
    [PRICE] = { "price", DOC_WANT_TEXT, DOC_REQUIRED },
    [SOURCE] = { "source", DOC_WANT_TEXT, DOC_OPTIONAL },
    [AS_OF] = { "as_of", DOC_WANT_TEXT, DOC_OPTIONAL },
    [CONFIDENCE] = { "confidence", DOC_WANT_TEXT, DOC_OPTIONAL },
    [NOTE] = { "note", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a price", fields);

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *at = values[PRICE];
    struct arena *a = graph_arena(c->g);
    struct pedigree_keys keys = { values[SOURCE], values[AS_OF], values[CONFIDENCE],
                                  NULL, values[NOTE] };
    if (!chain_counts(c, at) || !pedigree_read(&keys, &c->pedigree, c->dg))
        return false;
    c->price = price_node(c->g, at, c->dg);
    c->price_at = at->at;
    graph_label(c->g, c->price,
                arena_printf(a, "list price of %s by %s", c->product, c->metric));
    c->amount = graph_op2(c->g, "mul", c->quantity, c->price, at->at, c->dg);
    if (c->amount == NO_NODE)
        return false;
    graph_label(c->g, c->amount, arena_printf(a, "%s by %s", c->product, c->metric));
    chain_add(c, arena_printf(a, "at %s each", at->text), c->amount);
    return true;
}

const struct primitive primitive_price = {
    .name = "price",
    .summary = "money for each, with source, date and confidence",
    .schema = &schema,
    .build = build,
};
