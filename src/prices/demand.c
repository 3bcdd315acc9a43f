#include "prices/demand.h"

#include "base/arena.h"
#include "doc/schema.h"

static void add(struct chain *c, struct chain_demand d)
{
    if (d.holds == NO_NODE || graph_node(c->g, d.holds)->kind == NODE_CONST)
        return;
    d.line_at = c->line_at;
    ARENA_PUSH(graph_arena(c->g), c->demands, c->demand_count, c->demand_capacity) = d;
}

void chain_demand_that(struct chain *c, node_id holds, const char *words,
                       struct where at)
{
    add(c, (struct chain_demand){ .holds = holds, .words = words, .at = at });
}

static node_id from_0_to_1(struct chain *c, node_id value, struct where at)
{
    node_id low = graph_op2(c->g, "ge", value, chain_number(c, 0, at), at, c->dg);
    node_id high = graph_op2(c->g, "le", value, chain_number(c, 1, at), at, c->dg);
    return graph_op2(c->g, "and", low, high, at, c->dg);
}

static node_id holds(struct chain *c, node_id value, enum demand_kind kind,
                     struct where at)
{
    node_id zero = graph_const(
        c->g, value_of_exact(exact_int(0)),
        unit_base(graph_arena(c->g), graph_node(c->g, value)->unit.dim), at);
    switch (kind) {
    case DEMAND_COUNT:
        break;
    case DEMAND_POSITIVE:
        return graph_op2(c->g, "gt", value, zero, at, c->dg);
    case DEMAND_SHARE:
        return from_0_to_1(c, value, at);
    case DEMAND_YEARLY:
        return from_0_to_1(
            c, graph_op2(c->g, "mul", value, chain_year(c, at), at, c->dg), at);
    }
    return graph_op2(c->g, "ge", value, zero, at, c->dg);
}

void chain_demand(struct chain *c, size_t part, const struct doc_node *text,
                  node_id value, enum demand_kind kind)
{
    static const char *const words[] = {
        [DEMAND_COUNT] = "less than nothing; write 0 or more",
        [DEMAND_POSITIVE] = "write more than 0",
        [DEMAND_SHARE] = "write from 0 % to 100 %",
        [DEMAND_YEARLY] = "write from 0 % to 100 % a year",
    };
    const struct node *n = graph_node(c->g, value);
    if (n == NULL || n->kind == NODE_CONST || c->trial)
        return;
    const struct meter *m = chain_meter(c, part, text->text);
    add(c, (struct chain_demand){ .holds = holds(c, value, kind, text->at),
                                  .value = value,
                                  .name = text->text,
                                  .words = words[kind],
                                  .at = m != NULL ? m->at : text->at });
}

bool chain_demand_count(struct chain *c, const char *name, node_id value)
{
    const struct node *n = graph_node(c->g, value);
    if (n == NULL || c->trial)
        return true;
    struct where at = n->at;
    double x = chain_base(c, value);
    if (x < 0)
        return diag_error(c->dg, at, "%s is %g: less than nothing; write 0 or more",
                          name, x);
    if (n->kind != NODE_CONST)
        add(c, (struct chain_demand){ .holds = holds(c, value, DEMAND_COUNT, at),
                                      .value = value,
                                      .name = name,
                                      .words = "less than nothing; write 0 or more",
                                      .at = at });
    return true;
}
