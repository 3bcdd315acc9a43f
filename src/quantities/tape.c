#include "quantities/tape.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "quantities/solve.h"

static void add_constant(struct tape *t, node_id id, struct value v)
{
    unsigned slot = t->constants++;
    t->slot[id] = slot;
    t->left[slot] = t->right[slot] = v;
    t->spans[slot] = span_constant(v.x);
}

static bool varies(const struct tape *t, node_id id)
{
    return t->slot[id] >= t->constants;
}

/* Whether a step keeps what it is given affine, whatever the values. */
static bool keeps_affine(const struct tape *t, const struct node *n)
{
    unsigned varying = 0;
    for (unsigned i = 0; i < n->arg_count; i++)
        varying += varies(t, t->plan->alias[n->args[i]]);
    switch (n->op->degree) {
    case DEGREE_LINEAR:
        return true;
    case DEGREE_PRODUCT:
        return varying <= 1;
    case DEGREE_QUOTIENT:
        return !varies(t, t->plan->alias[n->args[1]]);
    case DEGREE_PIECES:
    case DEGREE_OTHER:
        break;
    }
    return false;
}

static void add_step(struct tape *t, node_id id)
{
    const struct plan *p = t->plan;
    const struct node *n = graph_node(p->graph, id);
    /* A check and a rounding to the cent are their arguments. */
    if (n->kind == NODE_CHECK || (n->kind == NODE_OP && n->op == op_find("cent"))) {
        t->slot[id] = t->slot[p->alias[n->args[0]]];
        return;
    }
    struct tape_step *s = &t->steps[t->step_count];
    t->slot[id] = t->constants + 1 + t->step_count++;
    s->id = id;
    if (n->kind == NODE_SOLVE) {
        t->has_solve = true;
        t->affine = false;
        return;
    }
    unsigned *args = ARENA_ARRAY(t->arena, n->arg_count, unsigned);
    for (unsigned i = 0; i < n->arg_count; i++)
        args[i] = t->slot[p->alias[n->args[i]]];
    s->op = n->op;
    s->args = args;
    s->count = n->arg_count;
    if (n->op->rule == RULE_LOOKUP)
        s->table = graph_node(p->graph, n->args[0])->as.table;
    t->affine = t->affine && keeps_affine(t, n);
}

/* Only inputs are held in a nested search: what is derived from them may depend on
 * the variable, and is derived anew. */
static void hold_outside(struct tape *t, struct held held)
{
    size_t n = graph_count(t->plan->graph) + 1;
    t->hold = ARENA_ARRAY(t->arena, n, bool);
    t->held = ARENA_ARRAY(t->arena, n, struct value);
    for (node_id id = 1; id < n && held.hold != NULL; id++) {
        if (!held.hold[id] || graph_node(t->plan->graph, id)->kind != NODE_INPUT)
            continue;
        t->hold[id] = id != t->variable;
        t->held[id] = held.values[id];
    }
}

struct tape tape_make(const struct plan *plan, node_id variable, struct held held,
                      struct arena *scratch)
{
    struct tape t = { .plan = plan, .arena = scratch, .variable = variable };
    size_t n = graph_count(plan->graph) + 1;
    hold_outside(&t, held);
    bool *reached = ARENA_ARRAY(scratch, n, bool);
    plan_reach(plan, &variable, 1, reached);
    bool *skip = ARENA_ARRAY(scratch, n, bool);
    struct value *values = ARENA_ARRAY(scratch, n, struct value);
    for (node_id id = 1; id < n; id++) {
        skip[id] = t.hold[id] || reached[id];
        values[id] = t.held[id];
    }
    struct plan own = *plan;
    own.keep_fractions = true;
    plan_point(&own, values, skip, NULL);

    t.slot = ARENA_ARRAY(scratch, n, unsigned);
    t.left = ARENA_ARRAY(scratch, n + 2, struct value);
    t.right = ARENA_ARRAY(scratch, n + 2, struct value);
    t.spans = ARENA_ARRAY(scratch, n + 2, struct span);
    t.steps = ARENA_ARRAY(scratch, n + 1, struct tape_step);
    t.affine = true;
    for (size_t i = 0; i < plan->count; i++)
        if (!reached[plan->order[i]])
            add_constant(&t, plan->order[i], values[plan->order[i]]);
    t.slot[variable] = t.constants;
    for (size_t i = 0; i < plan->count; i++)
        if (reached[plan->order[i]] && plan->order[i] != variable)
            add_step(&t, plan->order[i]);
    return t;
}

static struct value point_step(const struct tape *t, const struct tape_step *s,
                               const struct value *slots)
{
    struct value args[MOST_ARGS], out;
    if (s->op == NULL) {
        t->hold[t->variable] = true;
        t->held[t->variable] = slots[t->constants];
        struct held held = { t->hold, t->held };
        out = solve_value(t->plan, s->id, held);
        t->hold[t->variable] = false;
        return out;
    }
    for (unsigned i = 0; i < s->count; i++)
        args[i] = slots[s->args[i]];
    const struct op_call call = { .args = args, .count = s->count, .table = s->table };
    s->op->point(&call, &out);
    return out;
}

void tape_point(struct tape *t, struct value x, struct value *slots)
{
    if (slots != t->left && slots != t->right)
        memcpy(slots, t->left, t->constants * sizeof *slots);
    slots[t->constants] = x;
    for (unsigned k = 0; k < t->step_count; k++)
        slots[t->constants + 1 + k] = point_step(t, &t->steps[k], slots);
}

/* What the ends and the slopes between say of the values: no more than this far from
 * either end.  The ends are rounded, by a little of the largest that came in. */
static void tighten(struct span *out, const struct tape_step *s,
                    const struct span *args, double width)
{
    if (out->form > FORM_KINKED || out->domain != DOMAIN_ALL)
        return;
    double size = fmax(fabs(out->left), fabs(out->right));
    for (unsigned i = 0; i < s->count && s->op->rule == RULE_SAME; i++)
        size = fmax(size, fmax(fabs(args[i].left), fabs(args[i].right)));
    double slack = size * 0x1p-47;
    double down = width == 0 ? 0 : width * fmin(out->slope_lo, 0);
    double up = width == 0 ? 0 : width * fmax(out->slope_hi, 0);
    out->lo = fmax(out->lo, fmax(out->left + down, out->right - up) - slack);
    out->hi = fmin(out->hi, fmin(out->left + up, out->right - down) + slack);
    /* Neighbouring boxes share an end and must not decide it differently. */
    out->lo = fmin(out->lo, fmin(out->left, out->right));
    out->hi = fmax(out->hi, fmax(out->left, out->right));
}

static struct span box_step(struct tape *t, const struct tape_step *s, unsigned slot,
                            double width)
{
    struct span args[MOST_ARGS];
    struct span out = span_constant(t->left[slot].x);
    out.right = t->right[slot].x;
    if (s->op == NULL) {
        out.domain = DOMAIN_PART;
        out.form = FORM_JUMPS;
        out.lo = out.slope_lo = -INFINITY;
        out.hi = out.slope_hi = INFINITY;
        return out;
    }
    bool choice = s->op->rule == RULE_IF, lookup = s->op->rule == RULE_LOOKUP;
    enum domain domain = DOMAIN_ALL;
    enum form form = FORM_FLAT;
    for (unsigned i = 0; i < s->count; i++) {
        args[i] = t->spans[s->args[i]];
        if (lookup && i == 0)
            continue;
        if (form < args[i].form)
            form = args[i].form;
        if (domain < args[i].domain && !(choice && i > 0))
            domain = args[i].domain;
    }
    if (domain == DOMAIN_NONE)
        return span_constant(NAN);
    if (form == FORM_FLAT && domain == DOMAIN_ALL)
        return out;
    bool same = s->count == 2 && s->args[0] == s->args[1] && domain == DOMAIN_ALL;
    if (same && strcmp(s->op->name, "sub") == 0)
        return span_constant(0);
    out.form = form;
    out.domain = domain;
    const struct span_call call = { .args = args,
                                    .count = s->count,
                                    .table = s->table };
    s->op->interval(&call, &out);
    tighten(&out, s, args, width);
    return out;
}

void tape_box(struct tape *t, double l, double r)
{
    struct span *x = &t->spans[t->constants];
    *x = (struct span){ .lo = l, .hi = r, .left = l, .right = r };
    x->slope_lo = x->slope_hi = 1;
    x->form = FORM_AFFINE;
    tape_point(t, value_of_double(l), t->left);
    tape_point(t, value_of_double(r), t->right);
    for (unsigned k = 0; k < t->step_count; k++) {
        unsigned slot = t->constants + 1 + k;
        t->spans[slot] = box_step(t, &t->steps[k], slot, r - l);
    }
}

const struct tape_step *tape_jump(const struct tape *t)
{
    for (unsigned k = 0; k < t->step_count; k++)
        if (t->spans[t->constants + 1 + k].form == FORM_JUMPS)
            return &t->steps[k];
    return NULL;
}

unsigned tape_difference(struct tape *t, unsigned a, unsigned b)
{
    unsigned *args = ARENA_ARRAY(t->arena, 2, unsigned);
    args[0] = a;
    args[1] = b;
    t->steps[t->step_count] =
        (struct tape_step){ .op = op_find("sub"), .args = args, .count = 2 };
    return t->constants + 1 + t->step_count++;
}

const char *tape_failure(struct tape *t, double x)
{
    tape_point(t, value_of_double(x), t->left);
    for (unsigned k = 0; k < t->step_count; k++) {
        const struct tape_step *s = &t->steps[k];
        struct value args[MOST_ARGS], out;
        bool whole = s->op != NULL;
        for (unsigned i = 0; i < s->count; i++) {
            args[i] = t->left[s->args[i]];
            whole = whole && (!isnan(args[i].x) || (i == 0 && s->table != NULL));
        }
        const struct op_call call = { args, s->count, s->table };
        const char *wrong = whole ? s->op->point(&call, &out) : NULL;
        if (wrong != NULL)
            return wrong;
    }
    return "a quantity that has no value";
}
