/* meter - what a licence counts: a thing that the line or its machines give, or a
 * formula over such things. */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/demand.h"

enum { METER };
static const struct doc_field fields[] = {
    [METER] = { "meter", DOC_WANT_TEXT, DOC_REQUIRED },
};
static const struct doc_schema schema = DOC_SCHEMA("a meter", fields);

/* In the base case; a scenario may still count otherwise. */
static bool not_negative(const struct chain *c, node_id id, const struct doc_node *at)
{
    double x = chain_base(c, id);
    if (!(x < 0))
        return true;
    diag_error(
        c->dg, graph_node(c->g, id)->at,
        "%s is %g here, and less than nothing cannot be counted; write 0 or more",
        at->text, x);
    diag_note(c->dg, at->at, "counted here");
    return false;
}

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *meter = values[METER];
    const char *words = arena_printf(graph_arena(c->g), "%s counted", meter->text);
    chain_new_kind(c);
    for (size_t i = 0; i < c->part_count; i++) {
        bool of_machine;
        node_id id = chain_formula_used(c, i, meter, &of_machine);
        if (id == NO_NODE || !not_negative(c, id, meter))
            return false;
        chain_demand(c, i, meter, id, DEMAND_COUNT);
        c->parts[i].quantity = id;
        if (of_machine) {
            chain_add(c, chain_words(c, i, words), id);
            continue;
        }
        /* what is of the order is counted once, however many machines there are */
        c->parts[0] = (struct chain_part){ .quantity = id };
        c->part_count = 1;
        chain_add(c, words, id);
        return true;
    }
    return true;
}

const struct primitive primitive_meter = {
    .name = "meter",
    .summary = "what is counted: a thing that the line gives, or a formula",
    .schema = &schema,
    .build = build,
};
