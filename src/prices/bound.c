#include "prices/bound.h"

#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/demand.h"
#include "quantities/op.h"

/* The bound of one part: the formula, times a meter, where the condition holds. */
static node_id limit_of(struct chain *c, const struct bound *b, size_t part)
{
    struct arena *a = graph_arena(c->g);
    struct where at = b->bound->at;
    node_id id = chain_formula(c, part, b->bound);
    const struct node *n = graph_node(c->g, id);
    if (n != NULL && n->kind == NODE_OP && strcmp(n->op->name, "neg") == 0) {
        diag_error(c->dg, at, "a %s below zero; write 0 or more", b->noun);
        return NO_NODE;
    }
    chain_demand(c, part, b->bound, id, DEMAND_COUNT);
    if (b->per == NULL || id == NO_NODE)
        return id;
    id = graph_op2(c->g, "mul", id, chain_formula(c, part, b->per), at, c->dg);
    graph_label(c->g, id,
                arena_printf(a, "%s for each of %s: the %s", b->bound->text,
                             b->per->text, b->noun));
    if (id != NO_NODE)
        chain_add(c, chain_words(c, part, graph_node(c->g, id)->label), id);
    return id;
}

static bool is_plain(const struct chain *c, node_id id)
{
    const struct node *n = graph_node(c->g, id);
    return n != NULL && (n->kind == NODE_CONST || n->kind == NODE_INPUT);
}

/* The last minimum and the last cap of what is counted, as long as both are plain
 * numbers or inputs; what follows from other figures may cut the other off. */
static bool bounds_agree(struct chain *c, const struct bound *b, size_t part,
                         node_id limit)
{
    struct chain_part *p = &c->parts[part];
    struct where at = b->bound->at;
    if (b->condition != NULL || !is_plain(c, limit))
        return true;
    *(strcmp(b->op, "min") == 0 ? &p->most : &p->least) = limit;
    if (p->most == NO_NODE || p->least == NO_NODE)
        return true;
    double most = chain_base(c, p->most), least = chain_base(c, p->least);
    if (most < least)
        return diag_error(
            c->dg, at,
            "at most %g here and at least %g; a minimum above its cap leaves "
            "nothing",
            most, least);
    node_id holds = graph_op2(c->g, "ge", p->most, p->least, at, c->dg);
    chain_demand_that(c, holds, "a minimum above its cap leaves nothing", at);
    return holds != NO_NODE;
}

static bool bound_part(struct chain *c, const struct bound *b, size_t part,
                       const char *words)
{
    struct where at = b->bound->at;
    node_id before = chain_value(c, part), limit = limit_of(c, b, part);
    node_id after = graph_op2(c->g, b->op, before, limit, at, c->dg);
    if (after == NO_NODE || !bounds_agree(c, b, part, limit))
        return false;
    if (b->condition != NULL)
        after = graph_if(c->g, chain_formula(c, part, b->condition), after, before, at,
                         c->dg);
    if (!chain_set(c, part, after))
        return false;
    chain_add_limit(c, chain_words(c, part, words),
                    (node_id[]){ after, before, limit });
    return true;
}

bool bound_build(struct chain *c, const struct bound *b)
{
    struct arena *a = graph_arena(c->g);
    if (!chain_counts(c, b->bound))
        return false;
    const char *words = arena_printf(a, "%s %s%s%s%s%s", b->at_word, b->bound->text,
                                     b->per != NULL ? " for each of " : "",
                                     b->per != NULL ? b->per->text : "",
                                     b->condition != NULL ? ", if " : "",
                                     b->condition != NULL ? b->condition->text : "");
    for (size_t i = 0; i < chain_values(c); i++)
        if (!bound_part(c, b, i, words))
            return false;
    return true;
}
