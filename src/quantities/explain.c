#include "quantities/explain.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "quantities/explain_words.h"
#include "quantities/op.h"

struct cone {
    const struct plan *plan;
    struct wording words;
    unsigned *depth; /* [id]; UINT32_MAX: not in the cone */
    node_id target;
    struct explain_row *rows;
    size_t count, capacity;
};

static bool has_row(const struct cone *c, node_id id)
{
    return id == c->target || wording_name(&c->words, id) != NULL;
}

static void deepen(struct cone *c, node_id id, unsigned depth)
{
    if (depth < c->depth[id])
        c->depth[id] = depth;
}

/* Users come after their arguments, so backwards each node is met with all its users
 * done.  An input that stands for another node hands its depth on to it. */
static void measure_depth(struct cone *c)
{
    const struct graph *g = c->plan->graph;
    for (node_id id = 1; id <= graph_count(g); id++)
        c->depth[id] = UINT32_MAX;
    c->depth[c->target] = 0;
    deepen(c, c->plan->alias[c->target], c->plan->alias[c->target] != c->target);
    for (size_t i = c->plan->count; i-- > 0;) {
        node_id id = c->plan->order[i];
        const struct node *n = graph_node(g, id);
        if (c->depth[id] == UINT32_MAX)
            continue;
        for (unsigned k = 0; k < n->arg_count; k++) {
            node_id arg = n->args[k], by = c->plan->alias[arg];
            unsigned below = c->depth[id] + has_row(c, id);
            deepen(c, arg, below);
            if (by != arg)
                deepen(c, by, below + 1);
        }
    }
}

static void add_row(struct cone *c, node_id id)
{
    if (c->depth[id] == UINT32_MAX || !has_row(c, id))
        return;
    const struct plan *p = c->plan;
    const struct node *n = graph_node(p->graph, id);
    const char *name = wording_name(&c->words, id);
    struct buf binding = buf_on(c->words.arena);
    wording_binding(&c->words, id, &binding);
    struct explain_row row = { .id = id, .depth = c->depth[id], .at = n->at };
    row.name = name != NULL ? name : "";
    row.text = wording_of(&c->words, id);
    row.value = wording_value(&c->words, id);
    row.unit = n->unit.text;
    row.binding = buf_text(&binding);
    for (size_t i = 0; i < p->scenario->count && n->kind == NODE_INPUT; i++)
        if (p->scenario->overrides[i].input == id)
            row.at = p->scenario->overrides[i].at;
    ARENA_PUSH(c->words.arena, c->rows, c->count, c->capacity) = row;
}

/* Inputs that another node stands for have no place in the plan: they come after it. */
static void add_stood_for(struct cone *c, node_id by)
{
    const struct scenario_case *s = c->plan->scenario;
    for (size_t i = 0; i < s->count; i++) {
        node_id input = s->overrides[i].input;
        bool later = false;
        for (size_t k = i + 1; k < s->count; k++)
            later = later || s->overrides[k].input == input;
        if (!later && input != by && c->plan->alias[input] == by)
            add_row(c, input);
    }
}

bool explain(const struct explain_query *q, struct arena *arena,
             struct explanation *out, struct diag *dg)
{
    struct plan plan;
    *out = (struct explanation){ 0 };
    if (!plan_make(q->graph, q->scenario, &q->target, 1, &plan, dg))
        return false;
    size_t n = graph_count(q->graph) + 1;
    struct value *values = ARENA_ARRAY(arena, n, struct value);
    bool ok = plan_point(&plan, values, NULL, dg);
    struct cone c = { .plan = &plan, .target = q->target };
    c.words = (struct wording){ &plan, values, arena, q->digits };
    c.depth = ARENA_ARRAY(arena, n, unsigned);
    measure_depth(&c);
    for (size_t i = 0; i < plan.count; i++) {
        add_row(&c, plan.order[i]);
        add_stood_for(&c, plan.order[i]);
    }
    out->rows = c.rows;
    out->count = c.count;
    return ok;
}
