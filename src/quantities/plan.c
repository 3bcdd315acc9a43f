#include "quantities/plan.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"

enum mark { UNSEEN, OPEN, DONE };

/* One walk down from targets; a SOLVE opens a further one, in which its variable is
 * free.  A circle may close through any of them. */
struct descent {
    struct plan *plan;
    unsigned char *marks;
    node_id *order;
    node_id *alias;
    size_t count;
    node_id *path; /* the open nodes, for the words */
    size_t depth;
    node_id variable; /* NO_NODE in the outermost */
    struct descent *outer;
    struct diag *dg;
};

static const struct override *override_of(const struct scenario_case *s, node_id input)
{
    for (size_t i = s->count; i-- > 0;)
        if (s->overrides[i].input == input)
            return &s->overrides[i];
    return NULL;
}

static const char *called(const struct graph *g, node_id id)
{
    const struct node *n = graph_node(g, id);
    if (n->name != NULL)
        return n->name;
    return n->label != NULL ? n->label : NULL;
}

static bool circle(const struct descent *d, size_t from, node_id id)
{
    const struct graph *g = d->plan->graph;
    struct buf b = buf_on(graph_arena(g));
    struct where at = graph_node(g, id)->at;
    for (size_t i = from; i < d->depth; i++) {
        const struct override *o = override_of(d->plan->scenario, d->path[i]);
        if (o != NULL)
            at = o->at;
        if (called(g, d->path[i]) != NULL)
            buf_printf(&b, "%s -> ", called(g, d->path[i]));
    }
    buf_add(&b, called(g, id) != NULL ? called(g, id) : "itself");
    return diag_error(
        d->dg, at,
        "scenario '%s' closes a circle: %s; give one of them a value of its "
        "own",
        d->plan->scenario->id, buf_text(&b));
}

static bool closes_circle(const struct descent *d, node_id id)
{
    for (; d != NULL; d = d->outer) {
        if (d->variable == id)
            return false;
        if (d->marks[id] != OPEN)
            continue;
        size_t from = 0;
        while (d->path[from] != id)
            from++;
        circle(d, from, id);
        return true;
    }
    return false;
}

static bool visit(struct descent *d, node_id id);

static void open_descent(struct descent *d, struct plan *plan, struct diag *dg)
{
    const struct graph *g = plan->graph;
    struct arena *a = graph_arena(g);
    size_t n = graph_count(g) + 1;
    *d = (struct descent){ .plan = plan, .dg = dg };
    d->marks = ARENA_ARRAY(a, n, unsigned char);
    d->order = ARENA_ARRAY(a, n, node_id);
    d->alias = ARENA_ARRAY(a, n, node_id);
    d->path = ARENA_ARRAY(a, n, node_id);
}

static bool visit_solve(struct descent *d, const struct solve *s)
{
    struct descent inner;
    open_descent(&inner, d->plan, d->dg);
    inner.outer = d;
    inner.variable = s->variable;
    inner.marks[s->variable] = DONE;
    return visit(&inner, s->target);
}

static bool visit_parts(struct descent *d, node_id id)
{
    const struct graph *g = d->plan->graph;
    const struct node *n = graph_node(g, id);
    const struct override *o =
        n->kind == NODE_INPUT ? override_of(d->plan->scenario, id) : NULL;
    if (o != NULL && o->by != NO_NODE) {
        if (!visit(d, o->by))
            return false;
        d->alias[id] = d->alias[o->by];
        return true;
    }
    for (unsigned i = 0; i < n->arg_count; i++)
        if (!visit(d, n->args[i]))
            return false;
    if (n->kind == NODE_SOLVE && !visit_solve(d, n->as.solve))
        return false;
    d->alias[id] = id;
    d->order[d->count++] = id;
    return true;
}

static bool visit(struct descent *d, node_id id)
{
    if (d->marks[id] == DONE)
        return true;
    if (closes_circle(d, id))
        return false;
    d->marks[id] = OPEN;
    d->path[d->depth++] = id;
    bool ok = visit_parts(d, id);
    d->depth--;
    d->marks[id] = DONE;
    return ok;
}

static const node_id *copy_ids(struct arena *a, const node_id *ids, size_t count)
{
    node_id *copy = ARENA_ARRAY(a, count, node_id);
    memcpy(copy, ids, count * sizeof *copy);
    return copy;
}

/* The case as a search sees it: its own variable is free of any override. */
static const struct scenario_case *freed(struct arena *a, const struct scenario_case *s,
                                         node_id variable)
{
    struct scenario_case *copy = ARENA_NEW(a, struct scenario_case);
    struct override *kept = ARENA_ARRAY(a, s->count, struct override);
    *copy = *s;
    copy->count = 0;
    copy->overrides = kept;
    for (size_t i = 0; i < s->count; i++)
        if (s->overrides[i].input != variable)
            kept[copy->count++] = s->overrides[i];
    return copy;
}

bool plan_make_free(const struct graph *g, const struct plan_query *q, struct plan *out,
                    struct diag *dg)
{
    const struct scenario_case *s = freed(graph_arena(g), q->scenario, q->variable);
    return plan_make(g, s, q->targets, q->count, out, dg);
}

static bool make_nested(struct plan *p, struct diag *dg)
{
    struct arena *a = graph_arena(p->graph);
    const struct plan **nested =
        ARENA_ARRAY(a, graph_count(p->graph) + 1, const struct plan *);
    p->nested = nested;
    for (size_t i = 0; i < p->count; i++) {
        const struct node *n = graph_node(p->graph, p->order[i]);
        if (n->kind != NODE_SOLVE)
            continue;
        const struct solve *s = n->as.solve;
        const struct plan_query q = { p->scenario, s->variable, &s->target, 1 };
        struct plan *inner = ARENA_NEW(a, struct plan);
        if (!plan_make_free(p->graph, &q, inner, dg))
            return false;
        nested[p->order[i]] = inner;
    }
    return true;
}

bool plan_make(const struct graph *g, const struct scenario_case *scenario,
               const node_id *targets, size_t count, struct plan *out, struct diag *dg)
{
    struct arena *a = graph_arena(g);
    size_t n = graph_count(g) + 1;
    const struct override **fixed = ARENA_ARRAY(a, n, const struct override *);
    *out = (struct plan){ .graph = g, .scenario = scenario };
    for (size_t i = 0; i < scenario->count; i++)
        if (scenario->overrides[i].by == NO_NODE)
            fixed[scenario->overrides[i].input] =
                override_of(scenario, scenario->overrides[i].input);
    struct descent d;
    open_descent(&d, out, dg);
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++)
        ok = visit(&d, targets[i]);
    for (node_id id = 1; id < n; id++)
        if (d.alias[id] == NO_NODE)
            d.alias[id] = id;
    out->order = d.order;
    out->count = d.count;
    out->alias = d.alias;
    out->fixed = fixed;
    out->targets = copy_ids(a, targets, count);
    out->target_count = count;
    return ok && make_nested(out, dg);
}

static bool solve_reached(const struct plan *p, node_id id, const node_id *seeds,
                          size_t count)
{
    const struct solve *s = graph_node(p->graph, id)->as.solve;
    const struct plan *inner = p->nested[id];
    struct arena *a = graph_arena(p->graph);
    node_id *others = ARENA_ARRAY(a, count, node_id);
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        if (seeds[i] != s->variable)
            others[n++] = seeds[i];
    bool *reached = ARENA_ARRAY(a, graph_count(p->graph) + 1, bool);
    plan_reach(inner, others, n, reached);
    return reached[inner->alias[s->target]];
}

void plan_reach(const struct plan *p, const node_id *seeds, size_t count, bool *reached)
{
    memset(reached, 0, (graph_count(p->graph) + 1) * sizeof *reached);
    for (size_t i = 0; i < count; i++)
        reached[p->alias[seeds[i]]] = true;
    for (size_t i = 0; i < p->count; i++) {
        node_id id = p->order[i];
        const struct node *n = graph_node(p->graph, id);
        for (unsigned k = 0; k < n->arg_count; k++)
            reached[id] = reached[id] || reached[p->alias[n->args[k]]];
        if (n->kind == NODE_SOLVE)
            reached[id] = solve_reached(p, id, seeds, count);
    }
}
