#include "quantities/draw_program.h"

#include <string.h>

#include "base/arena.h"
#include "quantities/distribution.h"
#include "quantities/draw_steps.h"
#include "quantities/random.h"

/* The node that holds the value: aliases and checks pass it on. */
node_id holder_in(const struct plan *plan, node_id id)
{
    const struct node *n;
    while (id = plan->alias[id], n = graph_node(plan->graph, id), n->kind == NODE_CHECK)
        id = n->args[0];
    return id;
}

/* What program_make() knows of nodes. */
struct making {
    struct arena *arena;
    const struct program_query *q;
    const struct plan *plan;
    struct draw_program *program;
    bool *by_draw, *by_variable, *everywhere;
    uint32_t *slot; /* [node] */
    size_t *last;   /* [node]: the last step that reads it; FOREVER */
    uint32_t *free_slots;
    size_t free_count;
};
static const size_t FOREVER = SIZE_MAX;

static const struct node *node_at(const struct making *m, node_id id)
{
    return graph_node(m->plan->graph, id);
}

static node_id holder(const struct making *m, node_id id)
{
    return holder_in(m->plan, id);
}

static size_t node_slots(const struct making *m)
{
    return graph_count(m->plan->graph) + 1;
}

static bool is_drawn(const struct plan *plan, node_id id, node_id variable)
{
    const struct node *n = graph_node(plan->graph, id);
    return n->kind == NODE_INPUT && plan->fixed[id] == NULL && id != variable &&
           n->as.input->distribution.shape != SHAPE_NONE;
}

static bool add_input(struct making *m, node_id id, struct diag *dg)
{
    struct draw_program *p = m->program;
    const struct node *n = node_at(m, id);
    for (size_t i = 0; i < p->input_count; i++)
        if (p->input_ids[i] == id)
            return true;
    if (!distribution_check(&n->as.input->distribution, n->at, dg))
        return false;
    const char *name = n->name != NULL ? n->name : arena_printf(m->arena, "#%u", id);
    struct drawn *d = &p->inputs[p->input_count];
    d->distribution = n->as.input->distribution;
    d->key = random_key(m->q->seed, name);
    p->input_ids[p->input_count++] = id;
    return true;
}

/* Of a plan and of the plans of the searches in it. */
static bool find_inputs(struct making *m, const struct plan *plan, node_id variable,
                        struct diag *dg)
{
    for (size_t i = 0; i < plan->count; i++) {
        node_id id = plan->order[i];
        const struct node *n = node_at(m, id);
        if (id != m->q->variable && is_drawn(plan, id, variable) &&
            !add_input(m, id, dg))
            return false;
        if (n->kind == NODE_SOLVE &&
            !find_inputs(m, plan->nested[id], n->as.solve->variable, dg))
            return false;
    }
    return true;
}

/* One that holds another uses the graph's memory, which is one thread's at a time. */
static void note_search(struct making *m, node_id id)
{
    const struct plan *inner = m->plan->nested[id];
    m->program->solves = true;
    for (size_t i = 0; i < inner->count; i++)
        if (node_at(m, inner->order[i])->kind == NODE_SOLVE)
            m->program->serial = true;
}

static void find_parts(struct making *m)
{
    m->by_draw = ARENA_ARRAY(m->arena, node_slots(m), bool);
    m->by_variable = ARENA_ARRAY(m->arena, node_slots(m), bool);
    m->everywhere = ARENA_ARRAY(m->arena, node_slots(m), bool);
    plan_reach(m->plan, m->program->input_ids, m->program->input_count, m->by_draw);
    plan_reach(m->plan, &m->q->variable, m->q->variable != NO_NODE, m->by_variable);
    for (size_t i = 0; i < m->q->everywhere; i++)
        m->everywhere[holder(m, m->plan->targets[i])] = true;
    for (size_t i = m->plan->count; i-- > 0;) {
        node_id id = m->plan->order[i];
        const struct node *n = node_at(m, id);
        for (unsigned k = 0; k < n->arg_count && m->everywhere[id]; k++)
            m->everywhere[holder(m, n->args[k])] = true;
        if (n->kind == NODE_SOLVE && m->by_draw[id])
            note_search(m, id);
    }
}

/* What only the variable reaches, in the arithmetic of draws: to the cent, the point
 * walk would not be affine. */
static void batch_number(const struct making *m, node_id id, double *numbers)
{
    const struct node *n = node_at(m, id);
    const double *args[MOST_ARGS];
    struct batch_call call = { .args = args, .single = UINT64_MAX, .n = 1 };
    call.count = n->arg_count;
    call.out = &numbers[id];
    for (unsigned k = 0; k < n->arg_count; k++)
        args[k] = &numbers[holder(m, n->args[k])];
    if (n->op->rule == RULE_LOOKUP)
        call.table = node_at(m, n->args[0])->as.table;
    n->op->batch(&call);
}

static const double *numbers_at(const struct making *m, double at)
{
    const struct plan *p = m->plan;
    node_id variable = m->q->variable;
    struct value *values = ARENA_ARRAY(m->arena, node_slots(m), struct value);
    bool *hold = ARENA_ARRAY(m->arena, node_slots(m), bool);
    double *numbers = ARENA_ARRAY(m->arena, node_slots(m), double);
    if (variable != NO_NODE) {
        values[variable] = value_of_double(at);
        hold[variable] = true;
    }
    struct plan own = *p;
    own.keep_fractions = true;
    plan_point(&own, values, hold, NULL);
    for (size_t i = 0; i < p->count; i++) {
        node_id id = p->order[i];
        numbers[id] = values[id].x;
        if (m->by_variable[id] && !m->by_draw[id] && node_at(m, id)->kind == NODE_OP)
            batch_number(m, id, numbers);
    }
    return numbers;
}

/* How a node moves with the variable. */
enum course { CONSTANT, AFFINE, OTHERWISE };

static enum course course_of_op(const struct node *n, const enum course *args)
{
    unsigned vary = 0;
    enum course most = CONSTANT;
    for (unsigned k = 0; k < n->arg_count; k++) {
        vary += args[k] != CONSTANT;
        most = args[k] > most ? args[k] : most;
    }
    if (vary == 0)
        return CONSTANT;
    if (n->op->rule == RULE_IF) /* one branch for all of a draw */
        return args[0] == CONSTANT ? most : OTHERWISE;
    switch (n->op->degree) {
    case DEGREE_LINEAR:
        return most;
    case DEGREE_PRODUCT:
        return vary == 1 ? most : OTHERWISE;
    case DEGREE_QUOTIENT:
        return args[1] == CONSTANT ? most : OTHERWISE;
    case DEGREE_PIECES:
    case DEGREE_OTHER:
        break;
    }
    return OTHERWISE;
}

static void find_courses(struct making *m)
{
    enum course *courses = ARENA_ARRAY(m->arena, node_slots(m), enum course);
    for (size_t i = 0; i < m->plan->count; i++) {
        node_id id = m->plan->order[i];
        const struct node *n = node_at(m, id);
        enum course args[MOST_ARGS] = { CONSTANT };
        for (unsigned k = 0; k < n->arg_count; k++)
            args[k] = courses[holder(m, n->args[k])];
        if (n->kind == NODE_OP)
            courses[id] = course_of_op(n, args);
        else if (m->by_variable[id])
            courses[id] = n->kind == NODE_INPUT ? AFFINE : OTHERWISE;
    }
    m->program->affine = ARENA_ARRAY(m->arena, m->plan->target_count, bool);
    for (size_t i = 0; i < m->plan->target_count; i++)
        m->program->affine[i] = courses[holder(m, m->plan->targets[i])] != OTHERWISE;
}

/* The steps' nodes in order: of draws alone, then of both. */
static size_t list_steps(const struct making *m, node_id *ids)
{
    size_t count = 0;
    for (int variable = 0; variable < 2; variable++) {
        for (size_t i = 0; i < m->plan->count; i++) {
            node_id id = m->plan->order[i];
            enum node_kind kind = node_at(m, id)->kind;
            if ((kind == NODE_OP || kind == NODE_SOLVE) && m->by_draw[id] &&
                m->by_variable[id] == (variable == 1))
                ids[count++] = id;
        }
        if (variable == 0)
            m->program->common = count;
    }
    return count;
}

/* What draws alone make and a probe reads stays for the next probe. */
static void find_last_uses(struct making *m, const node_id *ids, size_t count)
{
    m->last = ARENA_ARRAY(m->arena, node_slots(m), size_t);
    for (size_t s = 0; s < count; s++) {
        const struct node *n = node_at(m, ids[s]);
        for (unsigned k = 0; k < n->arg_count; k++) {
            node_id arg = holder(m, n->args[k]);
            bool kept = s >= m->program->common && !m->by_variable[arg];
            m->last[arg] = kept ? FOREVER : s;
        }
    }
    for (size_t i = 0; i < m->plan->target_count; i++)
        m->last[holder(m, m->plan->targets[i])] = FOREVER;
    for (size_t i = 0; m->program->solves && i < m->program->input_count; i++)
        m->last[m->program->input_ids[i]] = FOREVER;
}

static uint32_t take_slot(struct making *m)
{
    return m->free_count > 0 ? m->free_slots[--m->free_count]
                             : (uint32_t)m->program->slots++;
}

static struct operand operand_of(const struct making *m, node_id id)
{
    id = holder(m, id);
    return m->by_draw[id] ? (struct operand){ false, m->slot[id] }
                          : (struct operand){ true, id };
}

static struct step make_step(struct making *m, node_id id, size_t at)
{
    const struct node *n = node_at(m, id);
    struct operand *args = ARENA_ARRAY(m->arena, n->arg_count, struct operand);
    struct step s = { .op = n->op, .solve = id, .args = args, .count = n->arg_count };
    if (n->kind == NODE_OP && n->op->rule == RULE_LOOKUP)
        s.table = node_at(m, n->args[0])->as.table;
    for (unsigned k = 0; k < n->arg_count; k++) {
        args[k] = operand_of(m, n->args[k]);
        s.single |= (uint64_t)args[k].single << k;
    }
    s.out = m->slot[id] = take_slot(m);
    s.last_only = !m->everywhere[id];
    for (unsigned k = 0; k < n->arg_count; k++) {
        node_id arg = holder(m, n->args[k]);
        if (!m->by_draw[arg] || m->last[arg] != at)
            continue;
        m->free_slots[m->free_count++] = m->slot[arg];
        m->last[arg] = FOREVER; /* an argument twice frees once */
    }
    return s;
}

static void make_steps(struct making *m)
{
    struct draw_program *p = m->program;
    node_id *ids = ARENA_ARRAY(m->arena, m->plan->count, node_id);
    p->step_count = list_steps(m, ids);
    p->steps = ARENA_ARRAY(m->arena, p->step_count, struct step);
    m->slot = ARENA_ARRAY(m->arena, node_slots(m), uint32_t);
    p->slot = m->slot;
    p->by_draw = m->by_draw;
    m->free_slots = ARENA_ARRAY(m->arena, node_slots(m), uint32_t);
    find_last_uses(m, ids, p->step_count);
    for (size_t i = 0; i < p->input_count; i++)
        p->inputs[i].slot = m->slot[p->input_ids[i]] = take_slot(m);
    for (size_t s = 0; s < p->step_count; s++)
        p->steps[s] = make_step(m, ids[s], s);
    p->targets = ARENA_ARRAY(m->arena, m->plan->target_count, struct operand);
    for (size_t i = 0; i < m->plan->target_count; i++)
        p->targets[i] = operand_of(m, m->plan->targets[i]);
}

const struct draw_program *program_make(struct arena *arena,
                                        const struct program_query *q, struct diag *dg)
{
    struct draw_program *p = ARENA_NEW(arena, struct draw_program);
    struct making m = { .arena = arena, .q = q, .plan = q->plan, .program = p };
    p->plan = q->plan;
    p->variable = q->variable;
    p->probe_count = q->probe_count;
    p->inputs = ARENA_ARRAY(arena, node_slots(&m), struct drawn);
    p->input_ids = ARENA_ARRAY(arena, node_slots(&m), node_id);
    memcpy(p->probes, q->probes, sizeof p->probes);
    if (!find_inputs(&m, q->plan, q->variable, dg))
        return NULL;
    find_parts(&m);
    for (size_t i = 0; i < q->probe_count; i++)
        p->numbers[i] = numbers_at(&m, q->probes[i]);
    find_courses(&m);
    make_steps(&m);
    return p;
}

size_t program_inputs(const struct draw_program *p, const node_id **ids)
{
    *ids = p->input_ids;
    return p->input_count;
}

bool program_serial(const struct draw_program *p)
{
    return p->serial;
}

bool program_affine(const struct draw_program *p, size_t target)
{
    return p->affine[target];
}
