#include "quantities/graph.h"

#include <string.h>

#include "base/arena.h"
#include "quantities/op.h"
#include "quantities/op_unit.h"

struct graph {
    struct arena *arena;
    struct node *nodes; /* [0] is unused */
    size_t count, capacity;
    node_id *names; /* open addressing; a power of two long */
    size_t name_count, name_slots;
};

struct value value_of_exact(struct exact e)
{
    return (struct value){ exact_double(e), true, e };
}

struct value value_of_double(double x)
{
    return (struct value){ .x = x };
}

struct graph *graph_new(struct arena *arena)
{
    struct graph *g = ARENA_NEW(arena, struct graph);
    g->arena = arena;
    ARENA_PUSH(arena, g->nodes, g->count, g->capacity) = (struct node){ 0 };
    return g;
}

struct arena *graph_arena(const struct graph *g)
{
    return g->arena;
}

size_t graph_count(const struct graph *g)
{
    return g->count - 1;
}

const struct node *graph_node(const struct graph *g, node_id id)
{
    return id != NO_NODE && id < g->count ? &g->nodes[id] : NULL;
}

static size_t hash(const char *text)
{
    uint64_t h = 14695981039346656037u; /* FNV-1a */
    for (; *text != '\0'; text++)
        h = (h ^ (unsigned char)*text) * 1099511628211u;
    return (size_t)h;
}

static size_t slot_of(const struct graph *g, const char *name)
{
    size_t mask = g->name_slots - 1, i = hash(name) & mask;
    while (g->names[i] != NO_NODE && strcmp(g->nodes[g->names[i]].name, name) != 0)
        i = (i + 1) & mask;
    return i;
}

node_id graph_find(const struct graph *g, const char *name)
{
    return g->name_slots == 0 ? NO_NODE : g->names[slot_of(g, name)];
}

static void grow_names(struct graph *g)
{
    node_id *old = g->names;
    size_t slots = g->name_slots;
    g->name_slots = slots == 0 ? 64 : slots * 2;
    g->names = ARENA_ARRAY(g->arena, g->name_slots, node_id);
    for (size_t i = 0; i < slots; i++)
        if (old[i] != NO_NODE)
            g->names[slot_of(g, g->nodes[old[i]].name)] = old[i];
}

bool graph_name(struct graph *g, node_id id, const char *name)
{
    if (id == NO_NODE || g->nodes[id].name != NULL)
        return false;
    if (g->name_count * 2 >= g->name_slots)
        grow_names(g);
    size_t slot = slot_of(g, name);
    if (g->names[slot] != NO_NODE)
        return false;
    g->nodes[id].name = arena_strdup(g->arena, name);
    g->names[slot] = id;
    g->name_count++;
    return true;
}

void graph_label(struct graph *g, node_id id, const char *label)
{
    if (id != NO_NODE)
        g->nodes[id].label = label;
}

bool graph_show_as(struct graph *g, node_id id, struct unit unit)
{
    if (id == NO_NODE || !dim_equal(g->nodes[id].unit.dim, unit.dim))
        return false;
    g->nodes[id].unit = unit;
    return true;
}

static node_id add(struct graph *g, struct node n, const char *name)
{
    node_id id = (node_id)g->count;
    ARENA_PUSH(g->arena, g->nodes, g->count, g->capacity) = n;
    if (name != NULL && !graph_name(g, id, name))
        return NO_NODE;
    return id;
}

node_id graph_const(struct graph *g, struct value v, struct unit unit, struct where at)
{
    struct node n = { .kind = NODE_CONST, .unit = unit, .at = at };
    n.as.constant = v;
    return add(g, n, NULL);
}

node_id graph_input(struct graph *g, const char *name, const struct input *in,
                    struct unit unit, struct where at)
{
    struct node n = { .kind = NODE_INPUT, .unit = unit, .at = at };
    struct input *copy = ARENA_NEW(g->arena, struct input);
    *copy = *in;
    n.as.input = copy;
    return add(g, n, name);
}

void graph_set_input(struct graph *g, node_id id, struct value v)
{
    struct input *copy = ARENA_NEW(g->arena, struct input);
    *copy = *g->nodes[id].as.input;
    copy->value = v;
    g->nodes[id].as.input = copy;
}

node_id graph_measured(struct graph *g, const char *name, const struct measured *m,
                       struct unit unit, struct where at)
{
    struct node n = { .kind = NODE_MEASURED, .unit = unit, .at = at };
    struct measured *copy = ARENA_NEW(g->arena, struct measured);
    *copy = *m;
    n.as.measured = copy;
    return add(g, n, name);
}

node_id graph_table(struct graph *g, const struct table *t, struct unit y_unit,
                    struct where at)
{
    struct node n = { .kind = NODE_TABLE, .unit = y_unit, .at = at };
    struct table *copy = ARENA_NEW(g->arena, struct table);
    *copy = *t;
    n.as.table = copy;
    return add(g, n, NULL);
}

node_id graph_solve(struct graph *g, const struct solve *s, struct where at)
{
    const struct node *variable = graph_node(g, s->variable);
    if (variable == NULL || graph_node(g, s->target) == NULL)
        return NO_NODE;
    struct node n = { .kind = NODE_SOLVE, .unit = variable->unit, .at = at };
    struct solve *copy = ARENA_NEW(g->arena, struct solve);
    *copy = *s;
    n.as.solve = copy;
    return add(g, n, NULL);
}

static const node_id *copy_args(struct graph *g, const node_id *args, unsigned count)
{
    node_id *copy = ARENA_ARRAY(g->arena, count, node_id);
    memcpy(copy, args, count * sizeof *copy);
    return copy;
}

node_id graph_check(struct graph *g, const struct check *c, node_id truth,
                    struct where at)
{
    if (truth == NO_NODE)
        return NO_NODE;
    struct node n = { .kind = NODE_CHECK, .unit = UNIT_ONE, .at = at, .arg_count = 1 };
    n.args = copy_args(g, &truth, 1);
    struct check *copy = ARENA_NEW(g->arena, struct check);
    *copy = *c;
    n.as.check = copy;
    return add(g, n, NULL);
}

node_id graph_op(struct graph *g, const char *name, const node_id *args, unsigned count,
                 struct where at, struct diag *dg)
{
    struct unit_call call = { .arena = g->arena, .op = op_find(name), .count = count };
    call.at = at;
    call.dg = dg;
    for (unsigned i = 0; i < count && i < MOST_ARGS; i++) {
        call.args[i] = graph_node(g, args[i]);
        if (call.args[i] == NULL)
            return NO_NODE;
    }
    struct node n = { .kind = NODE_OP, .op = call.op, .at = at, .arg_count = count };
    if (!op_unit(&call, &n.unit))
        return NO_NODE;
    n.args = copy_args(g, args, count);
    return add(g, n, NULL);
}

node_id graph_op1(struct graph *g, const char *op, node_id a, struct where at,
                  struct diag *dg)
{
    return graph_op(g, op, &a, 1, at, dg);
}

node_id graph_op2(struct graph *g, const char *op, node_id a, node_id b,
                  struct where at, struct diag *dg)
{
    return graph_op(g, op, (node_id[]){ a, b }, 2, at, dg);
}

node_id graph_if(struct graph *g, node_id truth, node_id yes, node_id no,
                 struct where at, struct diag *dg)
{
    return graph_op(g, "if", (node_id[]){ truth, yes, no }, 3, at, dg);
}

node_id graph_alias(struct graph *g, node_id id, struct where at, struct diag *dg)
{
    return graph_op(g, "sum", &id, 1, at, dg);
}
