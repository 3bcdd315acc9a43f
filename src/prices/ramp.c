/* ramp - the quantity of each year by contract: 100, then 200, then 300.  A price per
 * time is paid for each year's quantity; a one-off price for what each year adds, at
 * its beginning. */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"

enum { RAMP, WORDS };
static const struct doc_field fields[] = {
    [RAMP] = { "ramp", DOC_WANT_SEQUENCE, DOC_REQUIRED },
    [WORDS] = { "words", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a ramp", fields);

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *ramp = values[RAMP];
    if (ramp->count == 0)
        return diag_error(c->dg, ramp->at, "a ramp without a year");
    if (c->amount != NO_NODE)
        return diag_error(c->dg, ramp->at, "a ramp stands before the price");
    size_t year = c->level < ramp->count ? c->level : ramp->count - 1;
    const struct doc_node *text = doc_at(ramp, year);
    if (!doc_expect(text, "a year of a ramp", DOC_WANT_TEXT, c->dg))
        return false;
    node_id quantity = chain_formula(c, 0, text);
    if (quantity == NO_NODE)
        return false;
    if (chain_base(c, quantity) < 0)
        return diag_error(c->dg, text->at,
                          "less than nothing cannot be committed; write 0 or more");
    chain_new_kind(c);
    c->parts[0] = (struct chain_part){ .quantity = quantity };
    c->part_count = 1;
    c->by_level = true;
    chain_add(
        c,
        values[WORDS] != NULL
            ? values[WORDS]->text
            : arena_printf(graph_arena(c->g), "committed for year %u", c->level + 1),
        quantity);
    return true;
}

const struct primitive primitive_ramp = {
    .name = "ramp",
    .summary = "another quantity each year, by contract",
    .schema = &schema,
    .build = build,
};
