/* plan_point.c - the point walk of a plan. */
#include <math.h>

#include "base/arena.h"
#include "quantities/op.h"
#include "quantities/plan.h"

static bool point_op(const struct plan *p, const struct node *n, struct value *values,
                     node_id id, struct diag *dg)
{
    struct value args[MOST_ARGS];
    struct op_call call = { .args = args, .count = n->arg_count };
    for (unsigned i = 0; i < n->arg_count; i++)
        args[i] = values[p->alias[n->args[i]]];
    if (n->op->rule == RULE_LOOKUP)
        call.table = graph_node(p->graph, n->args[0])->as.table;
    const char *wrong = n->op->point(&call, &values[id]);
    if (wrong == NULL || dg == NULL)
        return true;
    const char *in = n->name != NULL ? n->name : n->label;
    return diag_error(dg, n->at,
                      "%s%s%s%s in scenario '%s'; change an input so that it "
                      "cannot happen, or guard it with if()",
                      wrong, in != NULL ? " in '" : "", in != NULL ? in : "",
                      in != NULL ? "'" : "", p->scenario->id);
}

bool plan_point(const struct plan *p, struct value *values, const bool *hold,
                struct diag *dg)
{
    bool ok = true;
    for (size_t i = 0; i < p->count; i++) {
        node_id id = p->order[i];
        const struct node *n = graph_node(p->graph, id);
        if (hold != NULL && hold[id])
            continue;
        switch (n->kind) {
        case NODE_CONST:
            values[id] = n->as.constant;
            break;
        case NODE_INPUT:
            values[id] =
                p->fixed[id] != NULL ? p->fixed[id]->value : n->as.input->value;
            break;
        case NODE_MEASURED:
            values[id] = n->as.measured->value;
            break;
        case NODE_TABLE:
            values[id] = value_of_double(NAN);
            break;
        case NODE_OP:
            ok = point_op(p, n, values, id, dg) && ok;
            break;
        case NODE_CHECK:
            values[id] = values[p->alias[n->args[0]]];
            break;
        case NODE_SOLVE:
            values[id] = value_of_double(NAN);
            break;
        }
    }
    return ok;
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
