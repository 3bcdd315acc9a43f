/* true_up - what is counted at the end of each year beyond what was bought is bought
 * then: a one-off price for what is added, a price per time from the next year on, with
 * a share of it for the year that is past. */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"

enum { TRUE_UP, PAST, WORDS };
static const struct doc_field fields[] = {
    [TRUE_UP] = { "true_up", DOC_WANT_SEQUENCE, DOC_REQUIRED },
    [PAST] = { "past", DOC_WANT_TEXT, DOC_OPTIONAL },
    [WORDS] = { "words", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a true-up", fields);

/* What was counted never goes back. */
static node_id counted(struct chain *c, const struct doc_node *list)
{
    node_id most = c->parts[0].quantity;
    for (size_t i = 0; i < c->level && i < list->count; i++) {
        const struct doc_node *text = doc_at(list, i);
        if (!doc_expect(text, "a year of a true-up", DOC_WANT_TEXT, c->dg))
            return NO_NODE;
        node_id n = chain_formula(c, 0, text);
        most = graph_op2(c->g, "max", most, n, text->at, c->dg);
    }
    return most;
}

static bool read_past(struct chain *c, const struct doc_node *past)
{
    if (past == NULL)
        return true;
    c->past = chain_formula(c, 0, past);
    double x = c->past != NO_NODE ? chain_base(c, c->past) : 0;
    if (x < 0 || x > 1)
        return diag_error(
            c->dg, past->at,
            "a share of %g %% of the past year; write from 0 %% to 100 %%", 100 * x);
    return c->past != NO_NODE;
}

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *list = values[TRUE_UP];
    if (!chain_counts(c, list))
        return false;
    if (c->amount != NO_NODE)
        return diag_error(c->dg, list->at, "a true-up stands before the price");
    if (c->part_count > 1)
        return diag_error(c->dg, list->at,
                          "a true-up is of the order; put {sum: all} before it");
    c->by_level = c->in_arrears = true;
    node_id quantity = counted(c, list);
    if (quantity == NO_NODE || !read_past(c, values[PAST]))
        return false;
    chain_new_kind(c);
    c->parts[0].quantity = quantity;
    if (c->level > 0)
        chain_add(c,
                  values[WORDS] != NULL
                      ? values[WORDS]->text
                      : arena_printf(graph_arena(c->g),
                                     "the most that was counted by the end of year %u",
                                     c->level),
                  quantity);
    return true;
}

const struct primitive primitive_true_up = {
    .name = "true_up",
    .summary = "what the end of each year counts beyond what was bought is bought",
    .schema = &schema,
    .build = build,
};
