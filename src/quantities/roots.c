#include "quantities/roots.h"

#include <math.h>

#include "base/arena.h"
#include "base/format.h"
#include "quantities/op.h"
#include "quantities/roots_search.h"

/* Node evaluations allowed to one search: a second or two. */
enum { MOST_WORK = 20 * 1000 * 1000, FEWEST_BOXES = 20 * 1000 };

struct search search_on(struct tape *t, node_id a, node_id b)
{
    struct search s = { .tape = t };
    const struct plan *p = t->plan;
    const struct node *n = graph_node(p->graph, p->alias[a]);
    if (b == NO_NODE && n->kind == NODE_OP && n->op == op_find("sub")) {
        a = n->args[0];
        b = n->args[1];
    }
    s.a = s.b = s.d = t->slot[p->alias[a]];
    if (b != NO_NODE) {
        s.b = t->slot[p->alias[b]];
        s.d = tape_difference(t, s.a, s.b);
    }
    s.boxes_left = MOST_WORK / (t->step_count + 4);
    if (s.boxes_left < FEWEST_BOXES)
        s.boxes_left = FEWEST_BOXES;
    return s;
}

static void add_words(struct arena *a, struct roots *out, const char *words)
{
    out->words =
        out->words == NULL ? words : arena_printf(a, "%s; %s", out->words, words);
}

static void say_what_is_missing(const struct search *s, struct arena *a,
                                struct roots *out)
{
    out->complete = !s->exhausted && s->why_nowhere == NULL && !s->tape->has_solve;
    const struct node *x = graph_node(s->tape->plan->graph, s->tape->variable);
    if (s->why_nowhere != NULL)
        add_words(a, out,
                  arena_printf(a, "the difference has no value at %s: %s",
                               format_quantity(a, s->nowhere_at, x->unit, 6),
                               s->why_nowhere));
    if (s->exhausted)
        add_words(a, out, "too many crossings; narrow the range");
    if (s->tape->has_solve)
        add_words(a, out,
                  "a search lies inside the difference: 1000 places were tried, and "
                  "two crossings between neighbours would be missed");
}

struct outside {
    struct arena *arena;
    double *roots;
    size_t count, capacity;
    bool complete;
};

/* The search goes on from an edge of the range; what it finds there is not new. */
static void search_outside(struct outside *o, const struct search *like, double edge,
                           double far)
{
    double from = fmin(edge, far), to = fmax(edge, far);
    struct search s = *like;
    struct roots found = { 0 };
    s.pieces = NULL;
    s.count = s.capacity = 0;
    s.range = to - from;
    s.exhausted = false;
    s.boxes_left = MOST_WORK / 16 / (s.tape->step_count + 4);
    roots_search(&s, value_of_double(from), value_of_double(to));
    roots_read(&s, from, to, s.tape->arena, &found);
    o->complete = o->complete && !s.exhausted;
    double new[MOST_BEYOND];
    size_t n = 0;
    for (size_t i = 0; i < found.root_count; i++) { /* from the range outwards */
        double x = found.roots[edge < far ? i : found.root_count - 1 - i];
        bool known = fabs(x - edge) <= 1e-12 * fabs(edge) || x == far;
        if (!known && n < MOST_BEYOND)
            new[n++] = x;
        else if (!known)
            o->complete = false;
    }
    for (size_t i = 0; i < n; i++)
        ARENA_PUSH(o->arena, o->roots, o->count, o->capacity) =
            new[edge < far ? i : n - 1 - i];
}

static void line_outside(struct outside *o, struct search *s, double lo, double hi)
{
    struct value root;
    if (!line_root(s, lo, hi, &root) || (root.x >= lo && root.x <= hi))
        return;
    if ((lo >= 0 && root.x < 0) || (hi <= 0 && root.x > 0))
        return;
    ARENA_PUSH(o->arena, o->roots, o->count, o->capacity) = root.x;
}

static void find_beyond(struct search *s, double lo, double hi, struct outside *o)
{
    if (s->tape->affine) {
        line_outside(o, s, lo, hi);
        return;
    }
    double below = lo > 0 ? lo / 1000 : hi <= 0 || lo < 0 ? lo * 1000 : lo;
    double above = hi < 0 ? hi / 1000 : lo >= 0 || hi > 0 ? hi * 1000 : hi;
    if (below < lo)
        search_outside(o, s, lo, below);
    if (above > hi)
        search_outside(o, s, hi, above);
}

static void find_on(struct search *s, const struct roots_query *q, struct arena *arena,
                    struct roots *out)
{
    *out = (struct roots){ .affine = s->tape->affine };
    s->range = q->hi.x - q->lo.x;
    if (q->lo.x < q->hi.x)
        roots_search(s, q->lo, q->hi);
    roots_read(s, q->lo.x, q->hi.x, arena, out);
    say_what_is_missing(s, arena, out);
    struct outside o = { .arena = arena, .complete = true };
    if (q->beyond)
        find_beyond(s, q->lo.x, q->hi.x, &o);
    out->beyond = o.roots;
    out->beyond_count = o.count;
    out->beyond_complete = q->beyond && o.complete && !s->tape->has_solve;
}

bool roots_find(const struct roots_query *q, struct arena *arena, struct roots *out,
                struct diag *dg)
{
    const node_id targets[] = { q->a, q->b };
    const struct plan_query query = { q->scenario, q->variable, targets,
                                      q->b == NO_NODE ? 1 : 2 };
    struct plan plan;
    *out = (struct roots){ 0 };
    if (!plan_make_free(q->graph, &query, &plan, dg))
        return false;
    struct arena *scratch = arena_new();
    struct tape tape = tape_make(&plan, q->variable, (struct held){ 0 }, scratch);
    struct search s = search_on(&tape, q->a, q->b);
    find_on(&s, q, arena, out);
    arena_free(scratch);
    return true;
}
