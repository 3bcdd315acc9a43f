/* chain_steps.c - what the primitives share: parts, names, formulas, words. */
#include <string.h>

#include "base/arena.h"
#include "base/nearest.h"
#include "doc/schema.h"
#include "prices/primitive.h"
#include "quantities/expr.h"
#include "quantities/op.h"
#include "quantities/plan.h"

void chain_start(struct chain *c)
{
    size_t n = c->machine_count > 0 ? c->machine_count : 1;
    c->parts = ARENA_ARRAY(graph_arena(c->g), n, struct chain_part);
    c->part_count = n;
    for (size_t i = 0; i < c->machine_count; i++)
        c->parts[i].machine = &c->machines[i];
}

static const struct meter *find(const struct meter *meters, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(meters[i].name, name) == 0)
            return &meters[i];
    return NULL;
}

const struct meter *chain_meter(const struct chain *c, size_t part, const char *name)
{
    const struct machine *m = c->parts[part].machine;
    const struct meter *found =
        m != NULL ? find(m->meters, m->meter_count, name) : NULL;
    if (found == NULL)
        found = find(c->meters, c->meter_count, name);
    return found != NULL ? found : find(c->defaults, c->default_count, name);
}

/* The name that may have been meant, as " (did you mean 'processors'?)", or "". */
static const char *perhaps(const struct chain *c, const char *name)
{
    struct arena *a = graph_arena(c->g);
    const struct machine *m = c->machine_count > 0 ? &c->machines[0] : NULL;
    size_t n = 0, more = m != NULL ? m->meter_count : 0;
    const char **names = ARENA_ARRAY(a, c->meter_count + more, const char *);
    for (size_t i = 0; i < c->meter_count; i++)
        names[n++] = c->meters[i].name;
    for (size_t i = 0; i < more; i++)
        names[n++] = m->meters[i].name;
    const char *near = nearest(name, names, n);
    return near != NULL ? arena_printf(a, "; it gives '%s', was that meant?", near)
                        : "";
}

bool chain_lacks(const struct chain *c, const char *name, struct where at)
{
    if (c->machine_count > 0)
        diag_error(c->dg, c->line_at,
                   "%s by %s counts %s, which neither this line nor all its machines "
                   "give; add it to each of them, as in `%s: {%s: ...}`, or under "
                   "quantity%s",
                   c->product, c->metric, name, c->machines[0].id, name,
                   perhaps(c, name));
    else
        diag_error(c->dg, c->line_at,
                   "%s by %s counts %s, which this line does not give; add it under "
                   "quantity, as "
                   "in `quantity: {%s: ...}`%s",
                   c->product, c->metric, name, name, perhaps(c, name));
    diag_note(c->dg, at, "counted here");
    return false;
}

struct view {
    struct chain *c;
    size_t part;
    bool of_machine;
};

static const struct chain_name *find_name(const struct chain *c, const char *name)
{
    for (size_t i = c->name_count; i-- > 0;)
        if (strcmp(c->names[i].name, name) == 0)
            return &c->names[i];
    return NULL;
}

/* A meter that the licence declares in a unit has one like it. */
static bool has_its_unit(const struct chain *c, const struct meter *m, struct where at)
{
    const struct node *n = graph_node(c->g, m->node);
    const struct doc_node *declared = doc_get(c->units, m->name);
    struct unit unit;
    if (n == NULL || declared == NULL ||
        !doc_get_unit(graph_arena(c->g), declared, &unit, c->dg))
        return n == NULL || declared == NULL;
    bool zero = n->kind == NODE_CONST && n->as.constant.x == 0;
    if (zero || dim_equal(unit.dim, n->unit.dim) ||
        (unit.dim.money[0] == 1 && n->unit.dim.money[0] == 1))
        return true;
    diag_error(c->dg, m->at,
               "%s is in %s here and should be in %s; write for example %s: 1 %s",
               m->name,
               dim_is_none(n->unit.dim) ? "bare numbers"
                                        : dim_text(graph_arena(c->g), n->unit.dim),
               unit.text, m->name, unit.text);
    diag_note(c->dg, at, "counted here");
    return false;
}

static node_id resolve(void *context, const char *name, struct where at,
                       struct diag *dg)
{
    struct view *v = context;
    struct chain *c = v->c;
    const struct chain_name *n = find_name(c, name);
    bool quantity = strcmp(name, "quantity") == 0;
    if (quantity && c->parts[v->part].quantity != NO_NODE) {
        v->of_machine = v->of_machine || c->part_count > 1;
        return c->parts[v->part].quantity;
    }
    if (n != NULL) {
        v->of_machine = v->of_machine || !n->of_order;
        return n->nodes[n->of_order ? 0 : v->part];
    }
    const struct meter *m = chain_meter(c, v->part, name);
    if (m == NULL && c->parts[v->part].machine != NULL &&
        strcmp(name, "servers") == 0) {
        v->of_machine = true; /* each machine is one */
        return chain_number(c, 1, at);
    }
    if (m == NULL) {
        if (c->trial)
            return chain_number(c, 1, at);
        chain_lacks(c, name, at);
        return NO_NODE;
    }
    if (!has_its_unit(c, m, at))
        return NO_NODE;
    const struct machine *machine = c->parts[v->part].machine;
    if (machine != NULL && m >= machine->meters &&
        m < machine->meters + machine->meter_count)
        v->of_machine = true;
    if (m->node == NO_NODE) {
        diag_error(dg, m->at, "'%s' is a word here, and %s counts it; write a number",
                   m->text, c->product);
        diag_note(dg, at, "counted here");
    }
    return m->node;
}

static bool known(void *context, const char *name)
{
    const struct view *v = context;
    return find_name(v->c, name) != NULL || chain_meter(v->c, v->part, name) != NULL;
}

node_id chain_formula_used(struct chain *c, size_t part, const struct doc_node *text,
                           bool *of_machine)
{
    struct view view = { .c = c, .part = part };
    struct scope scope = { .resolve = resolve, .known = known, .context = &view };
    scope.node = text;
    node_id id = expr_build(c->g, text->text, doc_inside(text, 0), &scope, c->dg);
    if (of_machine != NULL)
        *of_machine = view.of_machine;
    return id;
}

node_id chain_formula(struct chain *c, size_t part, const struct doc_node *text)
{
    return chain_formula_used(c, part, text, NULL);
}

/* Money by time is shown by the time of the price, else by the month. */
static void show_by_time(struct chain *c, node_id id)
{
    const struct node *n = graph_node(c->g, id), *price = graph_node(c->g, c->price);
    struct arena *a = graph_arena(c->g);
    struct unit unit;
    const char *why, *time = price != NULL ? strrchr(price->unit.text, '/') : NULL;
    size_t wrong;
    if (n == NULL || n->unit.dim.time != -1 || n->unit.dim.money[0] != 1)
        return;
    for (int i = 0; i < 2; i++) {
        const char *text = arena_printf(a, "%s%s", n->unit.dim.currency[0],
                                        i == 0 && time != NULL ? time : "/month");
        if (unit_parse(a, text, strlen(text), &unit, &why, &wrong) &&
            graph_show_as(c->g, id, unit))
            return;
    }
}

void chain_add(struct chain *c, const char *words, node_id node)
{
    show_by_time(c, node);
    struct chain_step step = { .words = words, .node = node };
    ARENA_PUSH(graph_arena(c->g), c->steps, c->step_count, c->step_capacity) = step;
}

void chain_add_limit(struct chain *c, const char *words, const node_id nodes[3])
{
    struct chain_step step = { words, nodes[0], nodes[1], nodes[2] };
    ARENA_PUSH(graph_arena(c->g), c->steps, c->step_count, c->step_capacity) = step;
}

const char *chain_words(const struct chain *c, size_t part, const char *words)
{
    const struct chain_part *p = &c->parts[part];
    const char *id = p->machine != NULL ? p->machine->id : p->group;
    if (c->part_count == 1 || c->amount != NO_NODE || id == NULL)
        return words;
    return arena_printf(graph_arena(c->g), "%s: %s", id, words);
}

void chain_figure(struct chain *c, const char *name, node_id node)
{
    struct arena *a = graph_arena(c->g);
    node_id *nodes = ARENA_ARRAY(a, 1, node_id);
    struct chain_name n = { name, nodes, true };
    nodes[0] = node;
    ARENA_PUSH(a, c->names, c->name_count, c->name_capacity) = n;
}

bool chain_counts(const struct chain *c, const struct doc_node *step)
{
    if (c->parts[0].quantity != NO_NODE)
        return true;
    return diag_error(c->dg, step->at,
                      "nothing is counted before this step; begin the "
                      "chain with {meter: ...}");
}

size_t chain_values(const struct chain *c)
{
    return c->amount != NO_NODE ? 1 : c->part_count;
}

node_id chain_value(const struct chain *c, size_t i)
{
    return c->amount != NO_NODE ? c->amount : c->parts[i].quantity;
}

/* A quantity of another kind begins: bounds of the old one are over. */
void chain_new_kind(struct chain *c)
{
    for (size_t i = 0; i < c->part_count; i++)
        c->parts[i].least = c->parts[i].most = NO_NODE;
}

bool chain_set(struct chain *c, size_t i, node_id node)
{
    if (c->amount != NO_NODE)
        c->amount = node;
    else
        c->parts[i].quantity = node;
    return node != NO_NODE;
}

node_id chain_number(const struct chain *c, long long n, struct where at)
{
    return graph_const(c->g, value_of_exact(exact_int(n)), UNIT_ONE, at);
}

node_id chain_year(const struct chain *c, struct where at)
{
    struct unit year;
    const char *why;
    size_t wrong;
    if (!unit_parse(graph_arena(c->g), "year", 4, &year, &why, &wrong))
        return NO_NODE;
    return graph_const(c->g, value_of_exact(year.scale), year, at);
}

double chain_base(const struct chain *c, node_id id)
{
    static const struct scenario_case base = { .id = "base" };
    return plan_value(c->g, &base, id, NULL).x;
}

static bool same_group(const struct chain_part *a, const struct chain_part *b)
{
    return a->group == b->group ||
           (a->group != NULL && b->group != NULL && strcmp(a->group, b->group) == 0);
}

/* The sum of `nodes` (NULL: the quantities) of the parts that are of the group of part
 * `first`; MOST_ARGS at a time. */
static node_id sum_of(struct chain *c, const node_id *nodes, size_t first,
                      bool by_group, struct where at)
{
    node_id sum = NO_NODE, batch[MOST_ARGS];
    unsigned n = 0;
    for (size_t i = first; i < c->part_count; i++) {
        const struct chain_part *p = &c->parts[i];
        if (by_group && !same_group(&c->parts[first], p))
            continue;
        node_id q = nodes != NULL ? nodes[i] : p->quantity;
        node_id count = p->hosts != NO_NODE  ? p->hosts
                        : p->machine != NULL ? p->machine->count
                                             : NO_NODE;
        if (p->machine != NULL && count != NO_NODE) {
            q = graph_op2(c->g, "mul", q, count, at, c->dg);
            graph_label(c->g, q,
                        arena_printf(graph_arena(c->g), "%s of %s on all of %s",
                                     c->metric, c->product, p->machine->id));
        }
        batch[n++] = q;
        if (n == MOST_ARGS) {
            sum = graph_op(c->g, "sum", batch, n, at, c->dg);
            batch[0] = sum;
            n = 1;
        }
    }
    return n == 1 ? batch[0] : graph_op(c->g, "sum", batch, n, at, c->dg);
}

/* What was named on each machine is from here on the sum over the machines, as what is
 * counted is; of groups the names end. */
static bool sum_names(struct chain *c, bool by_group, struct where at)
{
    size_t n = 0;
    for (size_t i = 0; i < c->name_count; i++) {
        struct chain_name *name = &c->names[i];
        if (!name->of_order && by_group)
            continue;
        if (!name->of_order) {
            node_id *sum = ARENA_ARRAY(graph_arena(c->g), 1, node_id);
            sum[0] = sum_of(c, name->nodes, 0, false, at);
            if (sum[0] == NO_NODE)
                return false;
            *name = (struct chain_name){ name->name, sum, true };
        }
        c->names[n++] = *name;
    }
    c->name_count = n;
    return true;
}

bool chain_sum(struct chain *c, bool by_group, struct where at)
{
    struct chain_part *sums =
        ARENA_ARRAY(graph_arena(c->g), c->part_count, struct chain_part);
    size_t n = 0;
    for (size_t i = 0; i < c->part_count; i++) {
        bool seen = n > 0 && !by_group;
        for (size_t k = 0; k < n && by_group; k++)
            seen = seen || same_group(&sums[k], &c->parts[i]);
        if (seen)
            continue;
        sums[n].group = by_group ? c->parts[i].group : NULL;
        sums[n].quantity = sum_of(c, NULL, i, by_group, at);
        if (sums[n++].quantity == NO_NODE)
            return false;
    }
    if (!sum_names(c, by_group, at))
        return false;
    c->parts = sums;
    c->part_count = n;
    chain_new_kind(c);
    return true;
}

bool chain_to_order(struct chain *c, const struct doc_node *step)
{
    if (!chain_counts(c, step))
        return false;
    if (c->part_count > 1 || c->parts[0].machine != NULL) {
        if (!chain_sum(c, false, step->at))
            return false;
        chain_add(c, "over all machines", c->parts[0].quantity);
    }
    if (c->required != NO_NODE)
        return true;
    c->required = c->parts[0].quantity;
    if (c->owned == NO_NODE)
        return true;
    node_id zero = chain_number(c, 0, step->at);
    node_id rest = graph_op2(c->g, "sub", c->required, c->owned, step->at, c->dg);
    c->parts[0].quantity = graph_op2(c->g, "max", rest, zero, step->at, c->dg);
    chain_add(c, "to buy, beyond what is owned", c->parts[0].quantity);
    return c->parts[0].quantity != NO_NODE;
}
