/* sum - from machines to the order: all of them, or each group of one weight or word,
 * which is the level at which a following `round` or `minimum` works. */
#include "prices/primitive.h"

#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"

enum { SUM };
static const struct doc_field fields[] = {
    [SUM] = { "sum", DOC_WANT_TEXT, DOC_REQUIRED },
};
static const struct doc_schema schema = DOC_SCHEMA("a sum", fields);

/* Groups by a word or a number of the machines. */
static bool group_by(struct chain *c, const struct doc_node *by)
{
    for (size_t i = 0; i < c->part_count; i++) {
        const struct meter *m = chain_meter(c, i, by->text);
        if (m == NULL && !c->trial)
            return chain_lacks(c, by->text, by->at);
        c->parts[i].group = m != NULL ? m->text : NULL;
    }
    return true;
}

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *by = values[SUM];
    bool all = strcmp(by->text, "all") == 0, weight = strcmp(by->text, "weight") == 0;
    if (!chain_counts(c, by))
        return false;
    if (c->amount != NO_NODE)
        return diag_error(c->dg, by->at, "a sum stands before the price, not after");
    if (!all && !weight && !group_by(c, by))
        return false;
    if (!chain_sum(c, !all, by->at))
        return false;
    for (size_t i = 0; i < c->part_count; i++)
        chain_add(c,
                  all ? "over all machines"
                      : arena_printf(
                            graph_arena(c->g), "over all machines of %s %s", by->text,
                            c->parts[i].group != NULL ? c->parts[i].group : "alike"),
                  c->parts[i].quantity);
    return true;
}

const struct primitive primitive_sum = {
    .name = "sum",
    .summary = "over all machines, or those of one weight or word",
    .schema = &schema,
    .build = build,
};
