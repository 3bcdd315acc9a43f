/* minimum - at least so many, or so many per another thing counted. */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"

enum { MINIMUM, PER };
static const struct doc_field fields[] = {
    [MINIMUM] = { "minimum", DOC_WANT_TEXT, DOC_REQUIRED },
    [PER] = { "per", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a minimum", fields);

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *at = values[MINIMUM], *per = values[PER];
    struct arena *a = graph_arena(c->g);
    struct exact least;
    if (!chain_counts(c, at) || !doc_get_decimal(at, &least, c->dg))
        return false;
    if (exact_sign(least) < 0)
        return diag_error(c->dg, at->at, "a minimum below zero; write 0 or more");
    node_id floor_ = graph_const(c->g, value_of_exact(least), UNIT_ONE, at->at);
    if (per != NULL) {
        node_id each = chain_meter(c, per);
        floor_ = graph_op2(c->g, "mul", floor_, each, at->at, c->dg);
        graph_label(c->g, floor_,
                    arena_printf(a, "minimum of %s, %s for each of %s", c->metric,
                                 at->text, per->text));
        if (floor_ != NO_NODE)
            chain_add(c, graph_node(c->g, floor_)->label, floor_);
    }
    c->quantity = graph_op2(c->g, "max", c->quantity, floor_, at->at, c->dg);
    if (c->quantity == NO_NODE)
        return false;
    const char *words = per == NULL ? arena_printf(a, "at least %s", at->text)
                                    : arena_printf(a, "at least %s for each of %s",
                                                   at->text, per->text);
    chain_add(c, words, c->quantity);
    return true;
}

const struct primitive primitive_minimum = {
    .name = "minimum",
    .summary = "at least so many, or so many per another meter",
    .schema = &schema,
    .build = build,
};
