#include "quantities/roots_search.h"

#include <math.h>

#include "base/arena.h"

static double tie_of(double a, double b)
{
    return TIE * fmax(fabs(a), fabs(b));
}

static int sign_of(double x)
{
    return (x > 0) - (x < 0);
}

static bool same_piece(const struct piece *a, const struct piece *b)
{
    if (a->kind != b->kind)
        return false;
    return a->kind == PIECE_NOWHERE || a->kind == PIECE_EQUAL || a->kind == PIECE_TIE ||
           a->kind == PIECE_NARROW || (a->kind == PIECE_SIGNED && a->sign == b->sign);
}

static void push(struct search *s, struct piece p)
{
    struct piece *last = s->count > 0 ? &s->pieces[s->count - 1] : NULL;
    if (p.kind == PIECE_SIGNED && p.from == p.to && last != NULL)
        return;
    if (last != NULL && same_piece(last, &p)) {
        last->to = p.to;
        last->strict = last->strict || p.strict;
        last->tie = last->tie || p.tie;
        last->gap = last->gap || p.gap;
        if (isnan(last->x))
            last->x = p.x;
        return;
    }
    if (p.kind == PIECE_ROOT && last != NULL && last->kind == PIECE_ROOT &&
        last->x == p.x)
        return;
    ARENA_PUSH(s->tape->arena, s->pieces, s->count, s->capacity) = p;
}

static void push_signed(struct search *s, double from, double to, int sign, bool strict)
{
    push(s, (struct piece){ .kind = PIECE_SIGNED,
                            .from = from,
                            .to = to,
                            .sign = sign,
                            .strict = strict });
}

static void push_root(struct search *s, double x)
{
    push(s, (struct piece){ .kind = PIECE_ROOT, .from = x, .to = x, .x = x });
}

static double least_magnitude(const struct span *s)
{
    return s->lo > 0 ? s->lo : s->hi < 0 ? -s->hi : 0;
}

static struct box look(struct search *s, double l, double r)
{
    struct box box = { .l = l, .r = r };
    tape_box(s->tape, l, r);
    const struct span *a = &s->tape->spans[s->a], *b = &s->tape->spans[s->b];
    box.d = s->tape->spans[s->d];
    box.size =
        fmax(fmax(fabs(a->left), fabs(a->right)), fmax(fabs(b->left), fabs(b->right)));
    if (s->a == s->d)
        return box;
    box.tie_l = tie_of(a->left, b->left);
    box.tie_r = tie_of(a->right, b->right);
    box.tie = TIE * fmax(least_magnitude(a), least_magnitude(b));
    return box;
}

static bool ties_at_ends(const struct box *box)
{
    return fabs(box->d.left) <= box->tie_l && fabs(box->d.right) <= box->tie_r;
}

static bool is_strict(const struct box *box)
{
    return fabs(box->d.left) > box->tie_l || fabs(box->d.right) > box->tie_r;
}

static void push_box(struct search *s, const struct box *box, int sign)
{
    push_signed(s, box->l, box->r, sign, is_strict(box));
}

/* The two signs and the root of a line that is zero at x, inside the box. */
static void push_crossing(struct search *s, const struct box *box, double x, int rising)
{
    x = fmin(fmax(x, box->l), box->r);
    if (x > box->l)
        push_signed(s, box->l, x, -rising, fabs(box->d.left) > box->tie_l);
    push_root(s, x);
    if (x < box->r)
        push_signed(s, x, box->r, rising, fabs(box->d.right) > box->tie_r);
}

static void solve_line(struct search *s, const struct box *box)
{
    const struct span *d = &box->d;
    double steepest = fmax(fabs(d->slope_lo), fabs(d->slope_hi));
    double noise = box->size * 0x1p-46;
    int left = sign_of(d->left), right = sign_of(d->right);
    if (box->l == box->r && ties_at_ends(box)) {
        push_root(s, box->l);
        return;
    }
    if (ties_at_ends(box) && steepest * s->range <= fmax(box->tie_l, box->tie_r)) {
        push(s, (struct piece){ .kind = PIECE_EQUAL, .from = box->l, .to = box->r });
        return;
    }
    if (d->form == FORM_FLAT ||
        (left == right && fmin(fabs(d->left), fabs(d->right)) > noise)) {
        push_box(s, box, left);
        return;
    }
    double x = affine_zero(s, box);
    double doubt = fabs(x) * 0x1p-50;
    int rising = d->slope_lo + d->slope_hi > 0 ? 1 : -1;
    if (left != right || (x >= box->l - doubt && x <= box->r + doubt))
        push_crossing(s, box, x, rising);
    else
        push_box(s, box, x < box->l ? rising : -rising);
}

/* Rising or falling throughout.  Around the root the difference may be a straight
 * line, whose root is better known. */
static void solve_monotone(struct search *s, const struct box *box)
{
    int left = sign_of(box->d.left), right = sign_of(box->d.right);
    int rising = box->d.slope_lo > 0 ? 1 : -1;
    if (left == right && left != 0) {
        push_box(s, box, left);
        return;
    }
    double x = left == 0 ? box->l : right == 0 ? box->r : 0;
    if (left != 0 && right != 0) {
        x = root_between(s, box->l, box->r);
        double around = fabs(x) * 0x1p-20;
        struct box near = look(s, fmax(box->l, x - around), fmin(box->r, x + around));
        if (near.d.form == FORM_AFFINE && near.d.domain == DOMAIN_ALL &&
            sign_of(near.d.left) * sign_of(near.d.right) < 0)
            x = affine_zero(s, &near);
    }
    push_crossing(s, box, x, rising);
}

/* What a jumping step measures against what, on a narrow box: `u` is the difference,
 * and the plain formula jumps where it is zero.  False where engine and formula jump
 * at the same place. */
static bool jump_measure(const struct tape *t, const struct tape_step *step,
                         struct span *u)
{
    if (step == NULL || step->op == NULL)
        return false;
    *u = t->spans[step->args[0]];
    if (step->op == op_find("ceil") || step->op == op_find("floor")) {
        u->left -= rint(u->left);
        return fabs(u->left) <= 1e-6;
    }
    if (step->op->rule == RULE_COMPARE) {
        const struct span *v = &t->spans[step->args[1]];
        double size = fmax(fabs(u->left), fabs(v->left));
        u->left -= v->left;
        u->slope_lo -= v->slope_lo;
        u->slope_hi -= v->slope_hi;
        return fabs(u->left) <= size * 0x1p-44;
    }
    if (step->op != op_find("step"))
        return false;
    *u = t->spans[step->args[1]];
    size_t row = table_row(step->table, u->left), next = row + 1;
    double x = step->table->x[row].x, size = fabs(u->left);
    if (next < step->table->count &&
        fabs(step->table->x[next].x - u->left) < fabs(x - u->left))
        x = step->table->x[next].x;
    u->left -= x;
    return fabs(u->left) <= size * 0x1p-44;
}

/* NaN: anywhere in the box. */
static double jump_place(const struct search *s, const struct box *box)
{
    struct span u;
    if (box->d.form != FORM_JUMPS || !jump_measure(s->tape, tape_jump(s->tape), &u))
        return NAN;
    double slope = (u.slope_lo + u.slope_hi) / 2;
    double x = box->l - u.left / slope;
    double reach = 1e-6 * fmax(fabs(x), s->range);
    if (!isfinite(x) || slope == 0 || fabs(x - box->l) > reach)
        return NAN;
    return settled(x, fabs(x) * 0x1p-49);
}

static void push_narrow(struct search *s, const struct box *box)
{
    struct piece p = { .kind = PIECE_NARROW, .from = box->l, .to = box->r };
    p.x = jump_place(s, box);
    double tie = fmax(box->tie_l, box->tie_r);
    p.tie = fabs(box->d.left) <= box->tie_l || fabs(box->d.right) <= box->tie_r;
    p.gap = !(fabs(box->d.right - box->d.left) <= tie);
    push(s, p);
}

static void push_nowhere(struct search *s, const struct box *box)
{
    double middle = box->l + (box->r - box->l) / 2;
    if (s->why_nowhere == NULL) {
        s->nowhere_at = box->d.domain == DOMAIN_NONE ? box->l : middle;
        s->why_nowhere = tape_failure(s->tape, s->nowhere_at);
    }
    push(s, (struct piece){ .kind = PIECE_NOWHERE, .from = box->l, .to = box->r });
}

/* Undecided because it cannot be split any further. */
static void settle(struct search *s, const struct box *box)
{
    const struct piece unknown = { .kind = PIECE_NOWHERE,
                                   .from = box->l,
                                   .to = box->r };
    if (s->exhausted)
        push(s, unknown);
    else if (box->d.domain == DOMAIN_ALL ||
             (!isnan(box->d.left) && !isnan(box->d.right) &&
              sign_of(box->d.left) == sign_of(box->d.right)))
        push_narrow(s, box);
    else
        push_nowhere(s, box);
}

/* Where two lines on the box meet, or NaN. */
static double meeting(const struct span *u, const struct span *v, const struct box *box)
{
    if (u->form > FORM_AFFINE || v->form > FORM_AFFINE)
        return NAN;
    double gap = v->left - u->left, slope = u->slope_lo - v->slope_lo;
    return box->l + gap / slope;
}

/* The place at which the first undecided step decides otherwise, where its arguments
 * are lines and it is the only such place in the box; NaN where none is known. */
static double turning_point(const struct tape *t, const struct box *box)
{
    for (unsigned k = 0; k < t->step_count; k++) {
        const struct tape_step *step = &t->steps[k];
        const struct span *own = &t->spans[t->constants + 1 + k];
        if (own->form < FORM_KINKED || step->op == NULL || step->table != NULL)
            continue;
        const struct span *u = &t->spans[step->args[0]];
        struct span level = span_constant(own->lo + 5e-7);
        if (step->op == op_find("floor"))
            level = span_constant(own->hi - 5e-7);
        if (step->count == 2)
            return meeting(u, &t->spans[step->args[1]], box);
        if (step->count == 1 && own->hi - own->lo == 1)
            return meeting(u, &level, box);
        return NAN;
    }
    return NAN;
}

/* True where the box needs no splitting. */
static bool decide(struct search *s, const struct box *box)
{
    const struct span *d = &box->d;
    if (d->domain == DOMAIN_NONE) {
        push_nowhere(s, box);
        return true;
    }
    if (d->domain == DOMAIN_PART)
        return false;
    if (d->form <= FORM_AFFINE) {
        solve_line(s, box);
        return true;
    }
    double noise = box->size * 0x1p-46; /* what is nearer to zero may as well be zero */
    if (d->lo > noise || d->hi < -noise) {
        push_box(s, box, d->lo > 0 ? 1 : -1);
        return true;
    }
    if (d->form <= FORM_KINKED && (d->slope_lo > 0 || d->slope_hi < 0)) {
        solve_monotone(s, box);
        return true;
    }
    /* A kink whose place is known may begin or end a stretch: that place is wanted. */
    if (d->form <= FORM_KINKED && fmax(-d->lo, d->hi) <= box->tie &&
        isnan(turning_point(s->tape, box))) {
        push(s, (struct piece){ .kind = PIECE_TIE, .from = box->l, .to = box->r });
        return true;
    }
    return false;
}

static bool narrow(const struct search *s, double l, double r)
{
    double width = r - l, middle = l + width / 2;
    return width <= 0x1p-50 * fmax(fabs(l), fabs(r)) || width <= 0x1p-70 * s->range ||
           !(middle > l && middle < r);
}

struct todo {
    double l, r;
};
enum { DEPTH = 256 };

/* Splits at the turning point, with a little box around it, or else in the middle. */
static size_t split(const struct search *s, const struct box *box, struct todo *todo,
                    size_t n)
{
    double x = turning_point(s->tape, box), margin = fabs(x) * 0x1p-46;
    if (x - 8 * margin > box->l && x + 8 * margin < box->r) {
        todo[n++] = (struct todo){ x + margin, box->r };
        todo[n++] = (struct todo){ x - margin, x + margin };
        todo[n++] = (struct todo){ box->l, x - margin };
        return n;
    }
    double middle = box->l + (box->r - box->l) / 2;
    todo[n++] = (struct todo){ middle, box->r };
    todo[n++] = (struct todo){ box->l, middle };
    return n;
}

static void bisect(struct search *s, double lo, double hi)
{
    struct todo todo[DEPTH];
    size_t n = 0;
    todo[n++] = (struct todo){ lo, hi };
    while (n > 0) {
        struct todo next = todo[--n];
        struct box box = look(s, next.l, next.r);
        if (decide(s, &box))
            continue;
        if (s->boxes_left == 0)
            s->exhausted = true;
        if (narrow(s, next.l, next.r) || n + 3 > DEPTH || s->exhausted) {
            settle(s, &box);
            continue;
        }
        s->boxes_left--;
        n = split(s, &box, todo, n);
    }
}

/* A nested search has no enclosure: all that can be done is to look at many places. */
static void sample(struct search *s, double lo, double hi)
{
    enum { SAMPLES = 1000 };
    double before = lo, tie, at = difference_at(s, value_of_double(lo), &tie);
    for (int i = 1; i <= SAMPLES; i++) {
        double x = i == SAMPLES ? hi : lo + (hi - lo) * i / SAMPLES, tie_x;
        double d = difference_at(s, value_of_double(x), &tie_x);
        struct box box = { .l = before, .r = x, .tie_l = tie, .tie_r = tie_x };
        box.d = (struct span){ .left = at, .right = d, .domain = DOMAIN_ALL };
        int left = sign_of(at), right = sign_of(d);
        if (isnan(at) || isnan(d))
            push_nowhere(s, &box);
        else if (left == right && left == 0)
            push(s, (struct piece){ .kind = PIECE_EQUAL, .from = before, .to = x });
        else if (left == right)
            push_box(s, &box, left);
        else if (left == 0 || right == 0)
            push_crossing(s, &box, left == 0 ? before : x, left == 0 ? right : -left);
        else
            push_crossing(s, &box, root_between(s, before, x), right);
        before = x;
        at = d;
        tie = tie_x;
    }
}

/* All of the difference is a line: two probes. */
static void probe(struct search *s, struct value lo, struct value hi)
{
    struct box box = look(s, lo.x, hi.x);
    if (box.d.domain != DOMAIN_ALL)
        push_nowhere(s, &box);
    else
        solve_line(s, &box);
}

void roots_search(struct search *s, struct value lo, struct value hi)
{
    if (s->tape->has_solve && lo.x < hi.x)
        sample(s, lo.x, hi.x);
    else if (s->tape->affine)
        probe(s, lo, hi);
    else
        bisect(s, lo.x, hi.x);
}
