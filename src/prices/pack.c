/* pack - sold in packs: a started pack is a whole one.  The quantity is packs from
 * here on, and `covered` is what they cover. */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/demand.h"

enum { PACK, WORDS };
static const struct doc_field fields[] = {
    [PACK] = { "pack", DOC_WANT_TEXT, DOC_REQUIRED },
    [WORDS] = { "words", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a pack", fields);

static bool pack_part(struct chain *c, size_t i, const struct doc_node *pack,
                      node_id *covered)
{
    struct where at = pack->at;
    node_id size = chain_formula(c, i, pack);
    const struct node *n = graph_node(c->g, size);
    if (n != NULL && n->kind == NODE_CONST && !(n->as.constant.x > 0))
        return diag_error(c->dg, at, "a pack of nothing; write more than 0");
    chain_demand(c, i, pack, size, DEMAND_POSITIVE);
    node_id packs = graph_op2(c->g, "div", c->parts[i].quantity, size, at, c->dg);
    packs = graph_op1(c->g, "ceil", packs, at, c->dg);
    *covered = graph_op2(c->g, "mul", packs, size, at, c->dg);
    c->parts[i].quantity = packs;
    return packs != NO_NODE;
}

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *pack = values[PACK];
    struct arena *a = graph_arena(c->g);
    if (!chain_counts(c, pack))
        return false;
    if (c->amount != NO_NODE)
        return diag_error(c->dg, pack->at, "a pack stands before the price, not after");
    const char *words = values[WORDS] != NULL
                            ? values[WORDS]->text
                            : arena_printf(a, "in packs of %s", pack->text);
    chain_new_kind(c);
    node_id *covered = ARENA_ARRAY(a, c->part_count, node_id);
    for (size_t i = 0; i < c->part_count; i++) {
        if (!pack_part(c, i, pack, &covered[i]))
            return false;
        chain_add(c, chain_words(c, i, words), c->parts[i].quantity);
    }
    bool of_order = c->part_count == 1 && c->parts[0].machine == NULL;
    struct chain_name n = { "covered", covered, of_order };
    ARENA_PUSH(a, c->names, c->name_count, c->name_capacity) = n;
    return true;
}

const struct primitive primitive_pack = {
    .name = "pack",
    .summary = "sold in packs; a started one is whole",
    .schema = &schema,
    .build = build,
};
