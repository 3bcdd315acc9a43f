/* plan_point.c - the point walk of a plan, and which failures in it matter. */
#include <math.h>

#include "base/arena.h"
#include "quantities/op.h"
#include "quantities/plan.h"
#include "quantities/solve.h"

static const char *point_op(const struct plan *p, const struct node *n,
                            const struct value *values, struct value *out)
{
    struct value args[MOST_ARGS];
    struct op_call call = { .args = args, .count = n->arg_count };
    for (unsigned i = 0; i < n->arg_count; i++)
        args[i] = values[p->alias[n->args[i]]];
    if (n->op->rule == RULE_LOOKUP)
        call.table = graph_node(p->graph, n->args[0])->as.table;
    if (p->keep_fractions && n->op == op_find("cent")) {
        *out = args[0];
        return NULL;
    }
    return n->op->point(&call, out);
}

/* A walk back from targets along the NaN, to where it arose. */
struct blame {
    const struct plan *plan;
    const struct value *values;
    bool *seen;
    bool found;
    struct diag *dg;
};

static void say(const struct blame *b, const struct node *n, const char *wrong)
{
    const char *in = n->name != NULL ? n->name : n->label;
    diag_error(b->dg, n->at,
               "%s%s%s%s in scenario '%s'; change an input so that it "
               "cannot happen, or guard it with if()",
               wrong, in != NULL ? " in '" : "", in != NULL ? in : "",
               in != NULL ? "'" : "", b->plan->scenario->id);
}

/* The arguments whose NaN is this node's: of an `if`, the condition or the branch it
 * takes.  A table has no value of its own. */
static bool passed_on(const struct blame *b, const struct node *n, unsigned i)
{
    const struct plan *p = b->plan;
    if (graph_node(p->graph, n->args[i])->kind == NODE_TABLE)
        return false;
    if (n->kind == NODE_OP && n->op->rule == RULE_IF && i > 0) {
        double truth = b->values[p->alias[n->args[0]]].x;
        return !isnan(truth) && (truth != 0) == (i == 1);
    }
    return true;
}

static void blame_node(struct blame *b, node_id id)
{
    const struct node *n = graph_node(b->plan->graph, id);
    if (b->seen[id] || !isnan(b->values[id].x))
        return;
    b->seen[id] = true;
    bool from_below = false;
    for (unsigned i = 0; i < n->arg_count; i++) {
        node_id arg = b->plan->alias[n->args[i]];
        if (!passed_on(b, n, i) || !isnan(b->values[arg].x))
            continue;
        from_below = true;
        blame_node(b, arg);
    }
    if (from_below || n->kind != NODE_OP)
        return;
    struct value ignored;
    const char *wrong = point_op(b->plan, n, b->values, &ignored);
    if (wrong == NULL)
        return;
    b->found = true;
    say(b, n, wrong);
}

static bool blame_targets(const struct plan *p, const struct value *values,
                          struct diag *dg)
{
    struct blame b = { .plan = p, .values = values, .dg = dg };
    b.seen = ARENA_ARRAY(dg->arena, graph_count(p->graph) + 1, bool);
    for (size_t i = 0; i < p->target_count; i++)
        blame_node(&b, p->alias[p->targets[i]]);
    return !b.found;
}

/* False where the node's own operation fails. */
static bool walk_node(const struct plan *p, node_id id, struct value *values,
                      const bool *hold)
{
    const struct node *n = graph_node(p->graph, id);
    switch (n->kind) {
    case NODE_CONST:
        values[id] = n->as.constant;
        break;
    case NODE_INPUT:
        values[id] = p->fixed[id] != NULL ? p->fixed[id]->value : n->as.input->value;
        break;
    case NODE_MEASURED:
        values[id] = n->as.measured->value;
        break;
    case NODE_TABLE:
        values[id] = value_of_double(NAN);
        break;
    case NODE_OP:
        return point_op(p, n, values, &values[id]) == NULL;
    case NODE_CHECK:
        values[id] = values[p->alias[n->args[0]]];
        break;
    case NODE_SOLVE:
        values[id] = solve_value(p, id, (struct held){ hold, values });
        break;
    }
    return true;
}

bool plan_point_some(const struct plan *p, const node_id *ids, size_t count,
                     struct value *values, const bool *hold)
{
    bool ok = true;
    for (size_t i = 0; i < count; i++)
        if (hold == NULL || !hold[ids[i]])
            ok = walk_node(p, ids[i], values, hold) && ok;
    return ok;
}

bool plan_point(const struct plan *p, struct value *values, const bool *hold,
                struct diag *dg)
{
    return plan_point_some(p, p->order, p->count, values, hold) || dg == NULL ||
           blame_targets(p, values, dg);
}

struct value plan_value(const struct graph *g, const struct scenario_case *scenario,
                        node_id target, struct diag *dg)
{
    struct plan p;
    if (!plan_make(g, scenario, &target, 1, &p, dg))
        return value_of_double(NAN);
    struct value *values =
        ARENA_ARRAY(graph_arena(g), graph_count(g) + 1, struct value);
    plan_point(&p, values, NULL, dg);
    return values[p.alias[target]];
}
