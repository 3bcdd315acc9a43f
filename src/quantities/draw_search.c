#include "quantities/draw_search.h"

#include <math.h>

#include "base/arena.h"
#include "quantities/roots_search.h"
#include "quantities/vmath.h"

/* Boxes a draw may take: hundreds of steps; a draw that takes more counts as failed. */
enum { MOST_BOXES = 20000, PARTS = 12 };

/* A number of the tape that changes from draw to draw. */
struct patch {
    node_id id;
    unsigned slot;
};

struct draw_search {
    struct tape tape;
    struct search start;
    double lo, hi;
    struct arena *scratch; /* emptied for each draw */
    struct patch *patches;
    size_t patch_count;
};

static const struct node *node_at(const struct plan *p, node_id id)
{
    return graph_node(p->graph, id);
}

static bool *reached_by(const struct draw_search_query *q, struct arena *arena)
{
    bool *reached = ARENA_ARRAY(arena, graph_count(q->plan->graph) + 1, bool);
    plan_reach(q->plan, &q->variable, 1, reached);
    return reached;
}

bool draw_search_can(const struct draw_search_query *q)
{
    struct arena *arena = arena_new();
    const bool *reached = reached_by(q, arena);
    bool can = true;
    for (size_t i = 0; i < q->plan->count; i++) {
        node_id id = q->plan->order[i];
        can = can && !(reached[id] && node_at(q->plan, id)->kind == NODE_SOLVE);
    }
    arena_free(arena);
    return can;
}

/* What the variable does not reach, a draw does, and a step of the tape reads. */
static void find_patches(struct draw_search *s, const struct draw_search_query *q,
                         struct arena *arena)
{
    const struct plan *p = q->plan;
    const bool *reached = reached_by(q, arena);
    bool *seen = ARENA_ARRAY(arena, graph_count(p->graph) + 1, bool);
    s->patches = ARENA_ARRAY(arena, p->count, struct patch);
    for (size_t i = 0; i < p->count; i++) {
        const struct node *n = node_at(p, p->order[i]);
        for (unsigned k = 0; k < n->arg_count && reached[p->order[i]]; k++) {
            node_id arg = p->alias[n->args[k]];
            if (reached[arg] || seen[arg] || !program_drawn(q->program, arg))
                continue;
            seen[arg] = true;
            s->patches[s->patch_count++] = (struct patch){ arg, s->tape.slot[arg] };
        }
    }
}

struct draw_search *draw_search_new(struct arena *arena,
                                    const struct draw_search_query *q)
{
    struct draw_search *s = ARENA_NEW(arena, struct draw_search);
    s->tape = tape_make(q->plan, q->variable, (struct held){ 0 }, arena);
    s->start = search_on(&s->tape, q->difference, NO_NODE);
    s->start.range = q->hi - q->lo;
    if (s->start.boxes_left > MOST_BOXES)
        s->start.boxes_left = MOST_BOXES;
    s->lo = q->lo;
    s->hi = q->hi;
    find_patches(s, q, arena);
    s->scratch = arena_new();
    s->tape.arena = s->scratch;
    return s;
}

void draw_search_free(struct draw_search *s)
{
    arena_free(s->scratch);
}

static void patch(struct draw_search *s, const struct program_run *r, size_t draw)
{
    struct tape *t = &s->tape;
    for (size_t i = 0; i < s->patch_count; i++) {
        unsigned slot = s->patches[i].slot;
        double x = program_node(r, s->patches[i].id).x[draw];
        t->left[slot] = t->right[slot] = value_of_double(x);
        t->spans[slot] = span_constant(x);
    }
}

/* Whether both signs were seen: the first root is behind. */
static bool changed_sides(const struct search *s)
{
    bool sides[2] = { false, false };
    for (size_t i = 0; i < s->count; i++)
        if (s->pieces[i].kind == PIECE_SIGNED && s->pieces[i].strict)
            sides[s->pieces[i].sign > 0] = true;
    return sides[0] && sides[1];
}

/* Searches upwards part by part, and no further than past the first root; returns how
 * far. */
static double search_first(struct search *s, double lo, double hi)
{
    double from = lo;
    for (int i = 1; i <= PARTS && !changed_sides(s); i++) {
        double share = (double)i / PARTS;
        double to = lo > 0 ? lo * vmath_pow_of(hi / lo, share) : lo + (hi - lo) * share;
        to = i == PARTS || to > hi ? hi : to;
        if (to > from)
            roots_search(s, value_of_double(from), value_of_double(to));
        from = to;
    }
    return from;
}

double draw_search_root(struct draw_search *s, const struct program_run *r, size_t draw,
                        bool *returns)
{
    struct search search = s->start;
    struct roots found = { 0 };
    double tie;
    *returns = false;
    arena_empty(s->scratch);
    patch(s, r, draw);
    double to = search_first(&search, s->lo, s->hi);
    roots_read(&search, s->lo, to, s->scratch, &found);
    if (search.exhausted || search.why_nowhere != NULL)
        return NAN;
    if (found.root_count == 0)
        return found.below == CHEAPER_B ? -HUGE_VAL : HUGE_VAL;
    double at_hi = difference_at(&search, value_of_double(s->hi), &tie);
    *returns = found.below == CHEAPER_B ? at_hi > tie : at_hi < -tie;
    return found.roots[0];
}
