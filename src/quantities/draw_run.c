/* draw_run.c - the walk of a draw program over one block. */
#include "base/arena.h"
#include "quantities/distribution.h"
#include "quantities/draw_steps.h"
#include "quantities/random.h"
#include "quantities/solve.h"

enum { ALIGNMENT = 64 };

struct program_run {
    const struct draw_program *program;
    double *slots;
    size_t n, probe;
    bool *hold; /* [node]: what a search finds given; NULL without one */
    struct value *given;
};

struct program_run *program_run_new(struct arena *arena, const struct draw_program *p)
{
    struct program_run *r = ARENA_NEW(arena, struct program_run);
    size_t bytes = p->slots * SLOT * sizeof(double) + ALIGNMENT;
    char *raw = arena_alloc(arena, bytes);
    size_t off = (uintptr_t)raw % ALIGNMENT;
    r->program = p;
    r->slots = (double *)(void *)(raw + (off == 0 ? 0 : ALIGNMENT - off));
    if (!p->solves)
        return r;
    size_t nodes = graph_count(p->plan->graph) + 1;
    r->hold = ARENA_ARRAY(arena, nodes, bool);
    r->given = ARENA_ARRAY(arena, nodes, struct value);
    for (size_t i = 0; i < p->input_count; i++)
        r->hold[p->input_ids[i]] = true;
    if (p->variable != NO_NODE)
        r->hold[p->variable] = true;
    return r;
}

static struct lane lane_of(const struct program_run *r, struct operand o)
{
    return o.single ? (struct lane){ &r->program->numbers[r->probe][o.index], true }
                    : (struct lane){ r->slots + (size_t)o.index * SLOT, false };
}

/* Draw by draw: a search with the draw's inputs given. */
static void search_step(struct program_run *r, const struct step *s)
{
    const struct draw_program *p = r->program;
    double *out = r->slots + (size_t)s->out * SLOT;
    if (p->variable != NO_NODE)
        r->given[p->variable] = value_of_double(p->probes[r->probe]);
    for (size_t i = 0; i < r->n; i++) {
        for (size_t k = 0; k < p->input_count; k++) {
            const double *x = r->slots + (size_t)p->inputs[k].slot * SLOT;
            r->given[p->input_ids[k]] = value_of_double(x[i]);
        }
        out[i] = solve_value(p->plan, s->solve, (struct held){ r->hold, r->given }).x;
    }
}

static void take_step(struct program_run *r, const struct step *s)
{
    if (s->op == NULL) {
        search_step(r, s);
        return;
    }
    const double *args[MOST_ARGS];
    struct batch_call call = { .args = args, .count = s->count, .n = r->n };
    for (unsigned k = 0; k < s->count; k++)
        args[k] = lane_of(r, s->args[k]).x;
    call.single = s->single;
    call.table = s->table;
    call.out = r->slots + (size_t)s->out * SLOT;
    s->op->batch(&call);
}

void program_draw(struct program_run *r, uint64_t first, size_t n)
{
    const struct draw_program *p = r->program;
    r->n = n;
    r->probe = 0;
    for (size_t i = 0; i < p->input_count; i++) {
        const struct drawn *d = &p->inputs[i];
        double *x = r->slots + (size_t)d->slot * SLOT;
        random_uniforms(d->key, first, x, n);
        distribution_quantiles(&d->distribution, x, n);
    }
    for (size_t s = 0; s < p->common; s++)
        take_step(r, &p->steps[s]);
}

void program_probe(struct program_run *r, size_t probe)
{
    const struct draw_program *p = r->program;
    bool last = probe + 1 == p->probe_count;
    r->probe = probe;
    for (size_t s = p->common; s < p->step_count; s++)
        if (last || !p->steps[s].last_only)
            take_step(r, &p->steps[s]);
}

struct lane program_target(const struct program_run *r, size_t target)
{
    return lane_of(r, r->program->targets[target]);
}

bool program_drawn(const struct draw_program *p, node_id id)
{
    return p->by_draw[holder_in(p->plan, id)];
}

struct lane program_node(const struct program_run *r, node_id id)
{
    const struct draw_program *p = r->program;
    struct operand o = { false, p->slot[holder_in(p->plan, id)] };
    return lane_of(r, o);
}
