/* roots_read.c - from pieces with a sign to crossings, stretches and roots. */
#include <math.h>

#include "base/arena.h"
#include "quantities/roots_search.h"

struct reading {
    struct search *search;
    struct arena *arena;
    double lo, hi;
    struct crossing *crossings;
    size_t crossing_count, crossing_capacity;
    struct stretch *stretches;
    size_t stretch_count, stretch_capacity;
    double *roots;
    size_t root_count, root_capacity;
    double cursor; /* what lies left of it is told */
};

static double place_of(const struct piece *p)
{
    return isnan(p->x) ? shortest_between(p->from, p->to) : p->x;
}

static enum cheaper cheaper_of(int sign)
{
    return sign < 0 ? CHEAPER_A : sign > 0 ? CHEAPER_B : CHEAPER_NEITHER;
}

static void tell(struct reading *r, double to, enum cheaper cheaper)
{
    double from = r->cursor;
    to = fmin(fmax(to, from), r->hi);
    r->cursor = to;
    if (from == to && r->lo < r->hi)
        return;
    if (r->stretch_count > 0 && r->stretches[r->stretch_count - 1].cheaper == cheaper) {
        r->stretches[r->stretch_count - 1].to = to;
        return;
    }
    ARENA_PUSH(r->arena, r->stretches, r->stretch_count, r->stretch_capacity) =
        (struct stretch){ from, to, cheaper };
}

static void add_crossing(struct reading *r, enum crossing_kind kind, double x,
                         double to)
{
    ARENA_PUSH(r->arena, r->crossings, r->crossing_count, r->crossing_capacity) =
        (struct crossing){ kind, x, to };
}

/* Neighbouring pieces between two signs, and the signs on both sides: 0 where there
 * is no side or nothing is known of it. */
struct cluster {
    const struct piece *first;
    size_t count;
    double from, to;
    int left, right;
};

static bool is_signed(const struct piece *p)
{
    return p->kind == PIECE_SIGNED && p->strict;
}

/* The sign just outside the range: a root at its end is a crossing or a touch. */
static int sign_beyond(struct search *s, double x, int direction)
{
    double scale = s->range > 0 ? s->range : fabs(x) > 0 ? fabs(x) : 1;
    for (double step = 1e-9; step < 1e-3; step *= 10) {
        double tie, out = x + direction * step * scale;
        double d = difference_at(s, value_of_double(out), &tie);
        if (fabs(d) > tie)
            return d > 0 ? 1 : -1;
    }
    return 0;
}

static int side_of(const struct reading *r, const struct piece *p, double x, int way)
{
    if (p->kind == PIECE_TIE && p->sign != 0)
        return p->sign;
    return x == (way < 0 ? r->lo : r->hi) ? sign_beyond(r->search, x, way) : 0;
}

static const struct piece *first_of(const struct cluster *c, enum piece_kind kind)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->first[i].kind == kind)
            return &c->first[i];
    return NULL;
}

/* The same line, or a tie for more than a thousandth of the range. */
static bool is_equal(const struct reading *r, const struct piece *p)
{
    return p->kind == PIECE_EQUAL ||
           (p->kind == PIECE_TIE && p->to - p->from > 1e-3 * (r->hi - r->lo));
}

/* From where to where the two are equal; beside the stretch stand narrow pieces that
 * know its ends better. */
static bool equal_stretch(const struct reading *r, const struct cluster *c,
                          double *from, double *to)
{
    const struct piece *end = c->first + c->count, *first = NULL, *last = NULL;
    for (const struct piece *p = c->first; p < end; p++) {
        if (!is_equal(r, p))
            continue;
        first = first == NULL ? p : first;
        last = p;
    }
    if (first == NULL && first_of(c, PIECE_TIE) != NULL &&
        c->to - c->from > 1e-3 * (r->hi - r->lo)) {
        first = c->first;
        last = end - 1;
    }
    if (first == NULL)
        return false;
    *from = first->kind == PIECE_NARROW ? place_of(first) : first->from;
    *to = last->kind == PIECE_NARROW ? place_of(last) : last->to;
    if (first > c->first && first[-1].kind == PIECE_NARROW)
        *from = place_of(&first[-1]);
    if (last + 1 < end && last[1].kind == PIECE_NARROW)
        *to = place_of(&last[1]);
    return true;
}

static void read_equal(struct reading *r, const struct cluster *c, double from,
                       double to)
{
    tell(r, from, cheaper_of(c->left));
    from = r->cursor;
    tell(r, to, CHEAPER_NEITHER);
    add_crossing(r, CROSSING_EQUAL, from, r->cursor);
}

static void read_change(struct reading *r, const struct cluster *c)
{
    const struct piece *root = first_of(c, PIECE_ROOT), *jump = NULL;
    for (size_t i = 0; i < c->count && jump == NULL; i++)
        if (c->first[i].kind == PIECE_NARROW && c->first[i].gap)
            jump = &c->first[i];
    const struct piece *narrow = first_of(c, PIECE_NARROW);
    const struct piece *pole = first_of(c, PIECE_NOWHERE);
    double x;
    if (jump != NULL)
        x = place_of(jump);
    else if (root != NULL)
        x = root->x;
    else if (narrow != NULL || pole != NULL)
        x = narrow != NULL ? place_of(narrow) : shortest_between(pole->from, pole->to);
    else
        x = root_between(r->search, c->from, c->to);
    x = fmin(fmax(x, r->cursor), r->hi);
    bool jumps = jump != NULL || (root == NULL && pole != NULL);
    tell(r, x, cheaper_of(c->left));
    add_crossing(r, jumps ? CROSSING_JUMP : CROSSING_CROSS, x, x);
}

static void read_touch(struct reading *r, const struct cluster *c)
{
    const struct piece *root = first_of(c, PIECE_ROOT), *seen = NULL;
    for (size_t i = 0; i < c->count && seen == NULL; i++) {
        const struct piece *p = &c->first[i];
        if (p->kind == PIECE_ROOT || p->kind == PIECE_TIE ||
            (p->kind == PIECE_NARROW && p->tie))
            seen = p;
    }
    bool edge = c->left == 0 || c->right == 0;
    if (seen == NULL || (seen->kind == PIECE_TIE && edge))
        return;
    double x = place_of(seen);
    if (c->count == 1 && root != NULL)
        x = root->x;
    else if (seen->kind == PIECE_TIE || root != NULL)
        x = nearest_touch(r->search, c->from, c->to, c->left != 0 ? c->left : c->right);
    tell(r, x, cheaper_of(c->left != 0 ? c->left : c->right));
    add_crossing(r, CROSSING_TOUCH, r->cursor, r->cursor);
}

static void read_cluster(struct reading *r, struct cluster *c)
{
    double from, to;
    const struct piece *last = &c->first[c->count - 1];
    if (c->left == 0)
        c->left = side_of(r, c->first, c->from, -1);
    if (c->right == 0)
        c->right = side_of(r, last, c->to, 1);
    if (equal_stretch(r, c, &from, &to))
        read_equal(r, c, from, to);
    else if (c->left * c->right < 0)
        read_change(r, c);
    else
        read_touch(r, c);
    if (c->right == 0 || c->to == r->hi)
        tell(r, c->to, cheaper_of(c->right != 0 ? c->right : c->left));
}

static bool is_pole(const struct piece *p)
{
    return p->kind == PIECE_NOWHERE &&
           p->to - p->from <= 0x1p-48 * fmax(fabs(p->from), fabs(p->to));
}

/* What by no more than a tie has a sign is a tie; it keeps its sign. */
static void weaken(struct search *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->pieces[i].kind == PIECE_SIGNED && !s->pieces[i].strict)
            s->pieces[i].kind = PIECE_TIE;
}

static void read_pieces(struct reading *r)
{
    const struct piece *p = r->search->pieces, *end = p + r->search->count;
    int left = 0;
    while (p < end) {
        if (is_signed(p)) {
            left = p->sign;
            p++;
            continue;
        }
        if (p->kind == PIECE_NOWHERE && !is_pole(p)) {
            tell(r, p->from, cheaper_of(left));
            tell(r, p->to, CHEAPER_UNKNOWN);
            left = 0;
            p++;
            continue;
        }
        struct cluster c = { .first = p, .from = p->from, .left = left };
        while (p < end && !is_signed(p) && (p->kind != PIECE_NOWHERE || is_pole(p)))
            c.to = p++->to;
        c.count = (size_t)(p - c.first);
        c.right = p < end && is_signed(p) ? p->sign : 0;
        read_cluster(r, &c);
        left = c.right;
    }
    tell(r, r->hi, cheaper_of(left));
}

/* Two crossings at one x come from what the engine forgives, or from a value that
 * stands at that point only, as of ceil(x) - floor(x).  To a reader they are one: two
 * changes undo each other and leave a touch, a third makes a jump of them again, and
 * what happens at the ends of an equal stretch belongs to it. */
static void join_at_one_place(struct reading *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->crossing_count; i++) {
        struct crossing *last = n > 0 ? &r->crossings[n - 1] : NULL;
        const struct crossing c = r->crossings[i];
        if (last == NULL || last->to != c.x)
            r->crossings[n++] = c;
        else if (c.kind == CROSSING_EQUAL && last->kind == CROSSING_EQUAL)
            last->to = c.to;
        else if (c.kind == CROSSING_EQUAL)
            *last = c;
        else if (last->kind != CROSSING_EQUAL && c.kind != CROSSING_TOUCH)
            last->kind = last->kind == CROSSING_TOUCH ? CROSSING_JUMP : CROSSING_TOUCH;
    }
    r->crossing_count = n;
}

static bool differ(enum cheaper a, enum cheaper b)
{
    return (a == CHEAPER_A && b == CHEAPER_B) || (a == CHEAPER_B && b == CHEAPER_A);
}

/* An equal stretch between different sides has its start for a root. */
static bool has_root(const struct reading *r, const struct crossing *c)
{
    if (c->kind != CROSSING_EQUAL)
        return true;
    for (size_t i = 1; i + 1 < r->stretch_count; i++)
        if (r->stretches[i].from == c->x)
            return differ(r->stretches[i - 1].cheaper, r->stretches[i + 1].cheaper);
    return false;
}

static void collect_roots(struct reading *r)
{
    for (size_t i = 0; i < r->crossing_count; i++)
        if (has_root(r, &r->crossings[i]))
            ARENA_PUSH(r->arena, r->roots, r->root_count, r->root_capacity) =
                r->crossings[i].x;
}

/* A range of one point has one stretch, and a root where there is a tie. */
static void read_point(struct reading *r)
{
    double tie, d = difference_at(r->search, value_of_double(r->lo), &tie);
    enum cheaper cheaper = isnan(d)         ? CHEAPER_UNKNOWN
                           : fabs(d) <= tie ? CHEAPER_NEITHER
                                            : cheaper_of(d > 0 ? 1 : -1);
    tell(r, r->hi, cheaper);
    if (cheaper != CHEAPER_NEITHER)
        return;
    int left = sign_beyond(r->search, r->lo, -1);
    int right = sign_beyond(r->search, r->lo, 1);
    enum crossing_kind kind = left * right < 0   ? CROSSING_CROSS
                              : left * right > 0 ? CROSSING_TOUCH
                                                 : CROSSING_EQUAL;
    add_crossing(r, kind, r->lo, r->lo);
}

static enum cheaper end_side(const struct roots *out, bool first)
{
    for (size_t i = 0; i < out->stretch_count; i++) {
        size_t k = first ? i : out->stretch_count - 1 - i;
        if (out->stretches[k].cheaper == CHEAPER_A ||
            out->stretches[k].cheaper == CHEAPER_B)
            return out->stretches[k].cheaper;
    }
    return CHEAPER_NEITHER;
}

void roots_read(struct search *s, double lo, double hi, struct arena *arena,
                struct roots *out)
{
    struct reading r = { .search = s, .arena = arena, .lo = lo, .hi = hi };
    r.cursor = lo;
    if (lo < hi) {
        weaken(s);
        read_pieces(&r);
        join_at_one_place(&r);
    } else {
        read_point(&r);
    }
    collect_roots(&r);
    out->crossings = r.crossings;
    out->crossing_count = r.crossing_count;
    out->stretches = r.stretches;
    out->stretch_count = r.stretch_count;
    out->roots = r.roots;
    out->root_count = r.root_count;
    out->below = end_side(out, true);
    out->above = end_side(out, false);
}
