#include "quantities/solve.h"

#include <math.h>

#include "base/arena.h"
#include "quantities/roots_search.h"

static struct value first_root(struct search *s, const struct solve *solve)
{
    double lo = solve->lo.x, hi = solve->hi.x;
    struct value root;
    if (s->tape->affine && line_root(s, lo, hi, &root))
        return root.x >= lo && root.x <= hi ? root : value_of_double(NAN);
    struct roots found = { 0 };
    s->range = hi - lo;
    if (lo < hi)
        roots_search(s, solve->lo, solve->hi);
    roots_read(s, lo, hi, s->tape->arena, &found);
    if (found.crossing_count == 0 || s->exhausted || s->why_nowhere != NULL)
        return value_of_double(NAN);
    return value_of_double(found.crossings[0].x);
}

/* The least value so far, and the box beside which it was seen. */
struct least {
    double x, value, l, r;
    bool failed;
};

static void take(struct least *best, double x, double value, double l, double r)
{
    if (isnan(value))
        best->failed = true;
    if (value < best->value || (value == best->value && x < best->x))
        *best = (struct least){ x, value, l, r, best->failed };
}

/* True where the box cannot hold anything less than its ends. */
static bool looked_at(struct search *s, double l, double r, struct least *best)
{
    tape_box(s->tape, l, r);
    const struct span *f = &s->tape->spans[s->d];
    double middle = l + (r - l) / 2;
    take(best, l, f->left, l, r);
    take(best, r, f->right, l, r);
    if (f->domain == DOMAIN_ALL) {
        if (f->lo >= best->value - 1e-13 * fabs(best->value) || f->form <= FORM_AFFINE)
            return true;
        if (f->form <= FORM_KINKED && (f->slope_lo >= 0 || f->slope_hi <= 0))
            return true;
    }
    return best->failed || !(middle > l && middle < r) ||
           r - l <= 0x1p-50 * fmax(fabs(l), fabs(r)) || s->boxes_left-- == 0;
}

static void descend(struct search *s, double lo, double hi, struct least *best)
{
    enum { DEPTH = 256 };
    struct {
        double l, r;
    } todo[DEPTH];
    size_t n = 0;
    todo[n].l = lo;
    todo[n++].r = hi;
    while (n > 0 && s->boxes_left > 0) {
        double l = todo[--n].l, r = todo[n].r;
        if (looked_at(s, l, r, best) || n + 2 > DEPTH)
            continue;
        double middle = l + (r - l) / 2;
        todo[n].l = middle;
        todo[n++].r = r;
        todo[n].l = l;
        todo[n++].r = middle;
    }
}

static void take_samples(struct search *s, double lo, double hi, struct least *best)
{
    enum { SAMPLES = 64, MORE = 1000 };
    int samples = s->tape->has_solve ? MORE : SAMPLES;
    for (int i = 0; i <= samples; i++) {
        double tie, x = i == samples ? hi : lo + (hi - lo) * i / samples;
        double value = difference_at(s, value_of_double(x), &tie);
        take(best, x, value, fmax(lo, x - (hi - lo) / samples),
             fmin(hi, x + (hi - lo) / samples));
    }
}

static struct value least_place(struct search *s, const struct solve *solve)
{
    double lo = solve->lo.x, hi = solve->hi.x, tie;
    struct least best = { .x = lo, .value = INFINITY, .l = lo, .r = hi };
    take_samples(s, lo, hi, &best);
    if (!s->tape->has_solve && !best.failed)
        descend(s, lo, hi, &best);
    if (best.failed || s->boxes_left == 0)
        return value_of_double(NAN);
    /* Where it is smooth, the place is where the slope changes its sign. */
    double width = best.r - best.l;
    double l = fmax(lo, best.x - width), r = fmin(hi, best.x + width);
    double x = s->tape->has_solve ? best.x : nearest_touch(s, l, r, 1);
    if (difference_at(s, value_of_double(x), &tie) <=
        best.value + 1e-15 * fabs(best.value))
        return value_of_double(x);
    return value_of_double(best.x);
}

struct value solve_value(const struct plan *outer, node_id id, struct held held)
{
    const struct solve *solve = graph_node(outer->graph, id)->as.solve;
    const struct plan *inner = outer->nested[id];
    struct arena *scratch = arena_new();
    struct tape tape = tape_make(inner, solve->variable, held, scratch);
    struct value found;
    if (solve->aim == SOLVE_LEAST) {
        struct search s = search_on(&tape, solve->target, NO_NODE);
        s.a = s.b = s.d = tape.slot[inner->alias[solve->target]];
        found = least_place(&s, solve);
    } else {
        struct search s = search_on(&tape, solve->target, NO_NODE);
        found = first_root(&s, solve);
    }
    arena_free(scratch);
    return found;
}
