/* limit - what makes an edition invalid, as against a cap that only wastes. */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"

enum { LIMIT, AT_MOST, AT_LEAST, WORDS };
static const struct doc_field fields[] = {
    [LIMIT] = { "limit", DOC_WANT_TEXT, DOC_REQUIRED },
    [AT_MOST] = { "at_most", DOC_WANT_TEXT, DOC_OPTIONAL },
    [AT_LEAST] = { "at_least", DOC_WANT_TEXT, DOC_OPTIONAL },
    [WORDS] = { "words", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a limit", fields);

static bool one(struct chain *c, size_t part, const struct doc_node *const *values)
{
    bool most = values[AT_MOST] != NULL;
    const struct doc_node *end = values[most ? AT_MOST : AT_LEAST];
    struct arena *a = graph_arena(c->g);
    node_id x = chain_formula(c, part, values[LIMIT]);
    node_id limit = chain_formula(c, part, end);
    struct chain_check check = { .at = end->at };
    check.truth = graph_op2(c->g, most ? "le" : "ge", x, limit, end->at, c->dg);
    check.words = values[WORDS] != NULL
                      ? values[WORDS]->text
                      : arena_printf(a, "%s: %s %s %s", c->product, values[LIMIT]->text,
                                     most ? "at most" : "at least", end->text);
    if (check.truth == NO_NODE)
        return false;
    chain_add(c, chain_words(c, part, check.words), check.truth);
    ARENA_PUSH(a, c->checks, c->check_count, c->check_capacity) = check;
    return true;
}

static bool build(struct chain *c, const struct doc_node *const *values)
{
    if ((values[AT_MOST] == NULL) == (values[AT_LEAST] == NULL))
        return diag_error(c->dg, values[LIMIT]->at,
                          "a limit has one end; write at_most: or at_least:");
    for (size_t i = 0; i < c->part_count; i++)
        if (!one(c, i, values))
            return false;
    return true;
}

const struct primitive primitive_limit = {
    .name = "limit",
    .summary = "what makes the licence invalid beyond it",
    .schema = &schema,
    .build = build,
};
