/* round - up, down or to the nearest whole unit, at the level where the step stands:
 * before a sum for each machine, after it for the order; behind a price it is money. */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/demand.h"

enum { ROUND, TO };
static const struct doc_field fields[] = {
    [ROUND] = { "round", DOC_WANT_TEXT, DOC_REQUIRED },
    [TO] = { "to", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a rounding", fields);

static const char *const ways[] = { "up", "down", "nearest" };
static const char *const ops[] = { "ceil", "floor", "round" };

static node_id rounded(struct chain *c, size_t i, const char *op,
                       const struct doc_node *const *values)
{
    struct where at = values[ROUND]->at;
    if (values[TO] == NULL)
        return graph_op1(c->g, op, chain_value(c, i), at, c->dg);
    node_id unit = chain_formula(c, i, values[TO]);
    chain_demand(c, i, values[TO], unit, DEMAND_POSITIVE);
    node_id units = graph_op2(c->g, "div", chain_value(c, i), unit, at, c->dg);
    return graph_op2(c->g, "mul", graph_op1(c->g, op, units, at, c->dg), unit, at,
                     c->dg);
}

static bool build(struct chain *c, const struct doc_node *const *values)
{
    size_t way;
    if (!chain_counts(c, values[ROUND]) ||
        !doc_get_choice(values[ROUND], ways, 3, &way, c->dg))
        return false;
    const char *words =
        arena_printf(graph_arena(c->g), "rounded %s%s%s", way == 2 ? "to the " : "",
                     ways[way], way == 2 ? " whole" : "");
    if (values[TO] != NULL)
        words = arena_printf(graph_arena(c->g), "%s, in steps of %s", words,
                             values[TO]->text);
    for (size_t i = 0; i < chain_values(c); i++) {
        if (!chain_set(c, i, rounded(c, i, ops[way], values)))
            return false;
        chain_add(c, chain_words(c, i, words), chain_value(c, i));
    }
    return true;
}

const struct primitive primitive_round = {
    .name = "round",
    .summary = "up, down or nearest, at the level of its place in the chain",
    .schema = &schema,
    .build = build,
};
