/* meter - what a licence counts; the smallest primitive, and the one to copy. */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"

enum { METER };
static const struct doc_field fields[] = {
    [METER] = { "meter", DOC_WANT_TEXT, DOC_REQUIRED },
};
static const struct doc_schema schema = DOC_SCHEMA("a meter", fields);

static bool build(struct chain *c, const struct doc_node *const *values)
{
    c->quantity = chain_meter(c, values[METER]);
    if (c->quantity == NO_NODE)
        return false;
    chain_add(c, arena_printf(graph_arena(c->g), "%s counted", values[METER]->text),
              c->quantity);
    return true;
}

const struct primitive primitive_meter = {
    .name = "meter",
    .summary = "what is counted, as the study's line gives it",
    .schema = &schema,
    .build = build,
};
