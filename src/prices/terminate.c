/* terminate - licences that were bought are given up in part: support of the rest is
 * priced anew without the old discount, and does not rise above what it was.  What was
 * paid for them is spent. */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"

enum { TERMINATE, REPRICE, WORDS };
static const struct doc_field fields[] = {
    [TERMINATE] = { "terminate", DOC_WANT_TEXT, DOC_REQUIRED },
    [REPRICE] = { "reprice", DOC_WANT_TEXT, DOC_OPTIONAL },
    [WORDS] = { "words", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a partial termination", fields);

/* The rest at list price less the discount that remains. */
static node_id support_anew(struct chain *c, node_id kept,
                            const struct doc_node *reprice, struct where at)
{
    node_id base = graph_op2(c->g, "mul", kept, c->price, at, c->dg);
    if (reprice != NULL) {
        node_id off = chain_formula(c, 0, reprice);
        node_id rest = graph_op2(c->g, "sub", chain_number(c, 1, at), off, at, c->dg);
        base = graph_op2(c->g, "mul", base, rest, at, c->dg);
    }
    return graph_op2(c->g, "mul", base, c->support_rate, at, c->dg);
}

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *ended = values[TERMINATE];
    struct arena *a = graph_arena(c->g);
    struct where at = ended->at;
    if (c->support == NO_NODE || c->price == NO_NODE)
        return diag_error(
            c->dg, at, "a partial termination stands behind a price and its support");
    node_id before = c->support;
    node_id kept = graph_op2(c->g, "sub", c->parts[0].quantity,
                             chain_formula(c, 0, ended), at, c->dg);
    kept = graph_op2(c->g, "max", kept, chain_number(c, 0, at), at, c->dg);
    node_id anew = support_anew(c, kept, values[REPRICE], at);
    c->support = graph_op2(c->g, "min", anew, before, at, c->dg);
    c->amount = graph_op2(c->g, "mul", c->amount, chain_number(c, 0, at), at, c->dg);
    if (c->support == NO_NODE || c->amount == NO_NODE)
        return false;
    c->required = c->parts[0].quantity = kept;
    chain_figure(c, "kept", kept);
    chain_figure(c, "support_before", before);
    chain_figure(c, "support_uncapped", anew);
    chain_add(c, arena_printf(a, "kept when %s end", ended->text), kept);
    chain_add(c,
              values[REPRICE] != NULL ? arena_printf(a, "their support at list less %s",
                                                     values[REPRICE]->text)
                                      : "their support at list",
              anew);
    chain_add_limit(c,
                    values[WORDS] != NULL ? values[WORDS]->text
                                          : "support not above what it was",
                    (node_id[]){ c->support, anew, before });
    chain_add(c, "what was paid is spent", c->amount);
    return true;
}

const struct primitive primitive_terminate = {
    .name = "terminate",
    .summary = "a part is given up; support of the rest is priced anew, capped",
    .schema = &schema,
    .build = build,
};
