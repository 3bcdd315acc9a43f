/* ops_pieces.c - arithmetic over boxes: ops that choose, and when the choice is
 * decided on the whole box. */
#include <math.h>

#include "quantities/graph.h"
#include "quantities/interval.h"

static void flat(struct span *out, double x)
{
    enum domain domain = out->domain;
    *out = span_constant(x);
    out->domain = domain;
}

static void jumps(struct span *out, double lo, double hi)
{
    out->lo = lo;
    out->hi = hi;
    out->slope_lo = -INFINITY;
    out->slope_hi = INFINITY;
    out->form = FORM_JUMPS;
}

static bool straight(const struct span *s)
{
    return s->form <= FORM_AFFINE && s->domain == DOMAIN_ALL;
}

/* a <= b, but for rounding: which of two equals is taken does not matter. */
static bool at_most(double a, double b)
{
    return a <= b + 0x1p-49 * fmax(fabs(a), fabs(b));
}

/* sign 1: a <= b on all of the box; -1: a >= b.  Two lines compare by their ends. */
static bool beats(const struct span *a, const struct span *b, int sign)
{
    if (sign > 0 ? at_most(a->hi, b->lo) : at_most(b->hi, a->lo))
        return true;
    if (!straight(a) || !straight(b))
        return false;
    return sign > 0 ? at_most(a->left, b->left) && at_most(a->right, b->right)
                    : at_most(b->left, a->left) && at_most(b->right, a->right);
}

/* The arguments that can be the extreme somewhere on the box; of equals, the first. */
static unsigned contenders(const struct span_call *c, int sign,
                           const struct span **kept)
{
    unsigned n = 0;
    for (unsigned i = 0; i < c->count; i++) {
        const struct span *s = &c->args[i];
        bool beaten = false;
        for (unsigned k = 0; k < n && !beaten; k++)
            beaten = beats(kept[k], s, sign);
        if (beaten)
            continue;
        unsigned left = 0;
        for (unsigned k = 0; k < n; k++)
            if (!beats(s, kept[k], sign))
                kept[left++] = kept[k];
        n = left;
        kept[n++] = s;
    }
    return n;
}

static void extreme(const struct span_call *c, struct span *out, int sign)
{
    double (*further)(double, double) = sign > 0 ? fmin : fmax;
    const struct span *kept[MOST_ARGS] = { &c->args[0] };
    unsigned n = contenders(c, sign, kept);
    enum domain domain = out->domain;
    *out = *kept[0];
    out->domain = domain;
    for (unsigned k = 1; k < n; k++) {
        const struct span *s = kept[k];
        out->lo = further(out->lo, s->lo);
        out->hi = further(out->hi, s->hi);
        out->left = further(out->left, s->left);
        out->right = further(out->right, s->right);
        out->slope_lo = fmin(out->slope_lo, s->slope_lo);
        out->slope_hi = fmax(out->slope_hi, s->slope_hi);
        out->form = s->form > out->form ? s->form : out->form;
    }
    if (n > 1 && out->form < FORM_KINKED)
        out->form = FORM_KINKED;
}

void interval_min(const struct span_call *c, struct span *out)
{
    extreme(c, out, 1);
}

void interval_max(const struct span_call *c, struct span *out)
{
    extreme(c, out, -1);
}

/* What two values can be to each other on the box: a set of these. */
enum { LESS = 1, ALIKE = 2, GREATER = 4 };

static bool near(double a, double b)
{
    return isfinite(a) && isfinite(b) && nearly_equal(a, b);
}

static unsigned order(double a, double b)
{
    return near(a, b) ? ALIKE : a < b ? LESS : GREATER;
}

static unsigned orders(const struct span *a, const struct span *b)
{
    if (straight(a) && straight(b)) {
        unsigned ends = order(a->left, b->left) | order(a->right, b->right);
        return ends == (LESS | GREATER) ? LESS | ALIKE | GREATER : ends;
    }
    unsigned set = 0;
    if (a->lo < b->hi && !near(a->lo, b->hi))
        set |= LESS;
    if (a->hi > b->lo && !near(a->hi, b->lo))
        set |= GREATER;
    if (set != LESS && set != GREATER)
        return set | ALIKE;
    double gap_a = set == LESS ? a->hi : a->lo, gap_b = set == LESS ? b->lo : b->hi;
    return order(gap_a, gap_b) == set ? set : set | ALIKE;
}

static void compare(const struct span_call *c, struct span *out, unsigned holds)
{
    unsigned set = orders(&c->args[0], &c->args[1]);
    if ((set & holds) == 0)
        flat(out, 0);
    else if ((set & ~holds) == 0)
        flat(out, 1);
    else
        jumps(out, 0, 1);
}

void interval_lt(const struct span_call *c, struct span *out)
{
    compare(c, out, LESS);
}

void interval_le(const struct span_call *c, struct span *out)
{
    compare(c, out, LESS | ALIKE);
}

void interval_gt(const struct span_call *c, struct span *out)
{
    compare(c, out, GREATER);
}

void interval_ge(const struct span_call *c, struct span *out)
{
    compare(c, out, GREATER | ALIKE);
}

void interval_eq(const struct span_call *c, struct span *out)
{
    compare(c, out, ALIKE);
}

void interval_ne(const struct span_call *c, struct span *out)
{
    compare(c, out, LESS | GREATER);
}

enum truth { NO, YES, EITHER };

static enum truth truth(const struct span *s)
{
    if (s->lo > 0 || s->hi < 0)
        return YES;
    return s->lo == 0 && s->hi == 0 ? NO : EITHER;
}

static void truth_value(struct span *out, enum truth t)
{
    if (t == EITHER)
        jumps(out, 0, 1);
    else
        flat(out, t == YES);
}

void interval_and(const struct span_call *c, struct span *out)
{
    enum truth a = truth(&c->args[0]), b = truth(&c->args[1]);
    truth_value(out, a == NO || b == NO ? NO : a == YES && b == YES ? YES : EITHER);
}

void interval_or(const struct span_call *c, struct span *out)
{
    enum truth a = truth(&c->args[0]), b = truth(&c->args[1]);
    truth_value(out, a == YES || b == YES ? YES : a == NO && b == NO ? NO : EITHER);
}

void interval_not(const struct span_call *c, struct span *out)
{
    enum truth a = truth(&c->args[0]);
    truth_value(out, a == EITHER ? EITHER : a == YES ? NO : YES);
}

void interval_if(const struct span_call *c, struct span *out)
{
    const struct span *yes = &c->args[1], *no = &c->args[2];
    enum truth t = truth(&c->args[0]);
    enum domain condition = out->domain;
    if (t != EITHER) {
        *out = t == YES ? *yes : *no;
        if (out->domain < condition)
            out->domain = condition;
        return;
    }
    bool all = yes->domain == DOMAIN_ALL && no->domain == DOMAIN_ALL;
    bool none = yes->domain == DOMAIN_NONE && no->domain == DOMAIN_NONE;
    if (!all && condition == DOMAIN_ALL)
        out->domain = none ? DOMAIN_NONE : DOMAIN_PART;
    if (yes->domain == DOMAIN_NONE)
        yes = no;
    if (no->domain == DOMAIN_NONE)
        no = yes;
    jumps(out, fmin(yes->lo, no->lo), fmax(yes->hi, no->hi));
}

static void steps(struct span *out, double lo, double hi)
{
    if (lo == hi)
        flat(out, lo);
    else
        jumps(out, lo, hi);
}

void interval_ceil(const struct span_call *c, struct span *out)
{
    steps(out, ceil(round6(c->args[0].lo)), ceil(round6(c->args[0].hi)));
}

void interval_floor(const struct span_call *c, struct span *out)
{
    steps(out, floor(round6(c->args[0].lo)), floor(round6(c->args[0].hi)));
}

void interval_round(const struct span_call *c, struct span *out)
{
    double places = 0;
    if (c->count > 1) {
        const struct span *p = &c->args[1];
        if (p->form != FORM_FLAT || !(p->lo >= -9 && p->lo <= 15) ||
            p->lo != floor(p->lo)) {
            jumps(out, -INFINITY, INFINITY);
            out->domain = p->form == FORM_FLAT ? DOMAIN_NONE : DOMAIN_PART;
            return;
        }
        places = p->lo;
    }
    steps(out, round_to(c->args[0].lo, (int)places),
          round_to(c->args[0].hi, (int)places));
}

void interval_step(const struct span_call *c, struct span *out)
{
    const struct table *t = c->table;
    size_t first = table_row(t, c->args[1].lo), last = table_row(t, c->args[1].hi);
    double lo = t->y[first].x, hi = lo;
    for (size_t i = first + 1; i <= last; i++) {
        lo = fmin(lo, t->y[i].x);
        hi = fmax(hi, t->y[i].x);
    }
    steps(out, lo, hi);
}

static double segment_slope(const struct table *t, size_t i)
{
    return (t->y[i + 1].x - t->y[i].x) / (t->x[i + 1].x - t->x[i].x);
}

static double on_segment(const struct table *t, size_t i, double x)
{
    return t->y[i].x + segment_slope(t, i) * (x - t->x[i].x);
}

void interval_line(const struct span_call *c, struct span *out)
{
    const struct table *t = c->table;
    const struct span *x = &c->args[1];
    if (t->count == 1) {
        flat(out, t->y[0].x);
        return;
    }
    size_t first = table_row(t, x->lo), last = table_row(t, x->hi);
    first = first + 1 == t->count ? first - 1 : first;
    last = last + 1 == t->count ? last - 1 : last;
    double a = on_segment(t, first, x->lo), b = on_segment(t, last, x->hi);
    double lo = fmin(a, b), hi = fmax(a, b), least = INFINITY, most = -INFINITY;
    for (size_t i = first; i <= last; i++) {
        double slope = segment_slope(t, i);
        least = fmin(least, slope);
        most = fmax(most, slope);
        if (i > first) {
            lo = fmin(lo, t->y[i].x);
            hi = fmax(hi, t->y[i].x);
        }
    }
    double slack = 0x1p-48 * fmax(fabs(lo), fabs(hi));
    out->lo = lo - slack;
    out->hi = hi + slack;
    const double s[] = { least * x->slope_lo, least * x->slope_hi, most * x->slope_lo,
                         most * x->slope_hi };
    out->slope_lo = fmin(fmin(s[0], s[1]), fmin(s[2], s[3]));
    out->slope_hi = fmax(fmax(s[0], s[1]), fmax(s[2], s[3]));
    if (isinf(x->slope_lo) || isinf(x->slope_hi)) {
        out->slope_lo = -INFINITY;
        out->slope_hi = INFINITY;
    }
    if (first != last && out->form < FORM_KINKED)
        out->form = FORM_KINKED;
}
