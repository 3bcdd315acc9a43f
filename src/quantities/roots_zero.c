/* roots_zero.c - where the difference is zero, to the last bits of x. */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "quantities/roots_search.h"

static double tie_of(double a, double b)
{
    return TIE * fmax(fabs(a), fabs(b));
}

double difference_at(struct search *s, struct value x, double *tie)
{
    struct value *slots = s->tape->left;
    tape_point(s->tape, x, slots);
    *tie = s->a == s->d ? 0 : tie_of(slots[s->a].x, slots[s->b].x);
    return slots[s->d].x;
}

static double difference(struct search *s, double x)
{
    double ignored;
    return difference_at(s, value_of_double(x), &ignored);
}

static int sign_of(double x)
{
    return (x > 0) - (x < 0);
}

static bool parse_rounded(double x, int digits, struct value *out)
{
    char text[40];
    int n = snprintf(text, sizeof text, "%.*e", digits - 1, x);
    struct exact e;
    if (n <= 0 || !exact_parse(text, (size_t)n, &e, NULL))
        return false;
    *out = value_of_exact(e);
    return true;
}

/* The number with the fewest digits in [lo, hi], of no more than a person would have
 * written; exact arithmetic stays exact for long with such.  Else x. */
static struct value simplest(double lo, double hi, double x)
{
    enum { WRITTEN_DIGITS = 13 };
    struct value v = value_of_exact(exact_int(0));
    if (lo <= 0 && hi >= 0)
        return v;
    for (int digits = 1; digits <= WRITTEN_DIGITS; digits++)
        if (parse_rounded(x, digits, &v) && v.x >= lo && v.x <= hi)
            return v;
    return value_of_double(x);
}

static struct value simple_between(double lo, double hi)
{
    return simplest(lo, hi, lo + (hi - lo) / 2);
}

double shortest_between(double lo, double hi)
{
    return simple_between(lo, hi).x;
}

double settled(double x, double doubt)
{
    doubt = fmax(doubt, fabs(x) * 0x1p-51);
    return simplest(x - doubt, x + doubt, x).x;
}

/* Where the line through two points meets zero, as exactly as they are known. */
static struct value line_zero(const struct value x[2], const struct value d[2])
{
    struct exact run, rise, step, root;
    if (x[0].is_exact && x[1].is_exact && d[0].is_exact && d[1].is_exact &&
        exact_sub(x[1].exact, x[0].exact, &run) &&
        exact_sub(d[1].exact, d[0].exact, &rise) && exact_div(run, rise, &step) &&
        exact_mul(d[0].exact, step, &step) && exact_sub(x[0].exact, step, &root))
        return value_of_exact(root);
    /* From the nearer end, so that what is rounded is small. */
    double slope = (d[1].x - d[0].x) / (x[1].x - x[0].x);
    int near = fabs(d[0].x) <= fabs(d[1].x) ? 0 : 1;
    return value_of_double(x[near].x - d[near].x / slope);
}

static struct value slot_at(struct search *s, struct value x)
{
    tape_point(s->tape, x, s->tape->left);
    return s->tape->left[s->d];
}

/* The zero of the line that the difference is on the box: two probes at numbers with
 * few digits. */
double affine_zero(struct search *s, const struct box *box)
{
    double w = box->r - box->l;
    struct value x[2] = { simple_between(box->l, box->l + w / 8),
                          simple_between(box->r - w / 8, box->r) };
    struct value d[2] = { slot_at(s, x[0]), slot_at(s, x[1]) };
    if (x[0].x < x[1].x && d[0].is_exact && d[1].is_exact && d[0].x != d[1].x)
        return line_zero(x, d).x;
    struct value ends[2] = { value_of_double(box->l), value_of_double(box->r) };
    struct value at[2] = { value_of_double(box->d.left),
                           value_of_double(box->d.right) };
    double slope = fmax(fabs(box->d.slope_lo), fabs(box->d.slope_hi));
    return settled(line_zero(ends, at).x, box->size * 0x1p-51 / slope);
}

bool line_root(struct search *s, double lo, double hi, struct value *root)
{
    double w = hi > lo ? hi - lo : fmax(1, fabs(lo)), size = 0;
    struct value x[2] = { simple_between(lo, lo + w / 8),
                          simple_between(lo + w - w / 8, lo + w) };
    struct value d[2];
    for (int i = 0; i < 2; i++) {
        d[i] = slot_at(s, x[i]);
        size =
            fmax(size, fmax(fabs(s->tape->left[s->a].x), fabs(s->tape->left[s->b].x)));
    }
    bool exact = d[0].is_exact && d[1].is_exact;
    if (!(fabs(d[1].x - d[0].x) > (exact ? 0 : size * 0x1p-44)))
        return false;
    *root = line_zero(x, d);
    return isfinite(root->x);
}

double root_between(struct search *s, double from, double to)
{
    double at_from = difference(s, from), at_to = difference(s, to);
    for (int i = 0; i < 200 && to - from > fabs(from) * DBL_EPSILON; i++) {
        /* Regula falsi, and every third time the middle, which bounds the rest. */
        double x = from - at_from * ((to - from) / (at_to - at_from));
        if (i % 3 == 2 || !(x > from && x < to))
            x = from + (to - from) / 2;
        if (!(x > from && x < to))
            break;
        double d = difference(s, x);
        if (d == 0)
            return settled(x, 0);
        if (sign_of(d) == sign_of(at_from)) {
            from = x;
            at_from = d;
        } else {
            to = x;
            at_to = d;
        }
    }
    return settled(from + (to - from) / 2, (to - from) / 2);
}

double nearest_touch(struct search *s, double from, double to, int sign)
{
    for (int i = 0; i < 100; i++) {
        double x = from + (to - from) / 2;
        if (!(x > from && x < to))
            break;
        tape_box(s->tape, x, x);
        const struct span *d = &s->tape->spans[s->d];
        double down = sign > 0 ? d->slope_lo : -d->slope_hi;
        double up = sign > 0 ? d->slope_hi : -d->slope_lo;
        if (down > 0)
            to = x;
        else if (up < 0)
            from = x;
        else
            return settled(x, 0);
    }
    return shortest_between(from, to);
}
