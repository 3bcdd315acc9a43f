/* times - multiplied by a formula: stacking, a share, days of a period. */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/demand.h"

enum { TIMES, WORDS };
static const struct doc_field fields[] = {
    [TIMES] = { "times", DOC_WANT_TEXT, DOC_REQUIRED },
    [WORDS] = { "words", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a factor", fields);

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *f = values[TIMES];
    if (!chain_counts(c, f))
        return false;
    const char *words = values[WORDS] != NULL
                            ? values[WORDS]->text
                            : arena_printf(graph_arena(c->g), "times %s", f->text);
    chain_new_kind(c);
    for (size_t i = 0; i < chain_values(c); i++) {
        node_id factor = chain_formula(c, i, f);
        chain_demand(c, i, f, factor, DEMAND_COUNT);
        if (!chain_set(c, i,
                       graph_op2(c->g, "mul", chain_value(c, i), factor, f->at, c->dg)))
            return false;
        chain_add(c, chain_words(c, i, words), chain_value(c, i));
    }
    return true;
}

const struct primitive primitive_times = {
    .name = "times",
    .summary = "multiplied by a formula, as a stack for every two VMs is",
    .schema = &schema,
    .build = build,
};
