/* when - counts only where a condition holds: a standby beyond its free days, evidence
 * that is missing. */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"

enum { WHEN, WORDS };
static const struct doc_field fields[] = {
    [WHEN] = { "when", DOC_WANT_TEXT, DOC_REQUIRED },
    [WORDS] = { "words", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a condition", fields);

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *f = values[WHEN];
    if (!chain_counts(c, f))
        return false;
    const char *words = values[WORDS] != NULL
                            ? values[WORDS]->text
                            : arena_printf(graph_arena(c->g), "only if %s", f->text);
    for (size_t i = 0; i < chain_values(c); i++) {
        node_id truth = chain_formula(c, i, f);
        node_id zero = chain_number(c, 0, f->at);
        if (!chain_set(c, i,
                       graph_if(c->g, truth, chain_value(c, i), zero, f->at, c->dg)))
            return false;
        chain_add(c, chain_words(c, i, words), chain_value(c, i));
    }
    return true;
}

const struct primitive primitive_when = {
    .name = "when",
    .summary = "counts only where a condition holds, else nothing",
    .schema = &schema,
    .build = build,
};
