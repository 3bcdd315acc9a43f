/* finance_roots.c - every rate at which flows are worth nothing.
 *
 * With u = log(1 + rate) the present value is a sum of c_i exp(-t_i u).  Multiplied by
 * the exponential of its earliest time for u >= 0, and of its latest for u <= 0, both
 * halves become g(v) = sum c_i exp(-d_i v) with d_i, v >= 0, which never overflows.
 * Beyond some v the term with d = 0 outweighs all others, so a half is a bounded
 * interval.  It is halved until in each part either g or its slope has one sign: the
 * terms are monotone, so that bounds of both follow from the ends of a part.  A part
 * with a slope of one sign holds at most one root, which bisection finds; no guess can
 * lead it astray, and no root lies outside.
 */
#include "prices/finance.h"

#include <math.h>

#include "base/arena.h"
#include "quantities/vmath.h"

/* 1 + rate from 1e-16, below which a rate is -100 % as a double, to e^700. */
static const double LEAST_LOG = 36.7, MOST_LOG = 700;
static const double EPSILON = 2.220446049250313e-16;

struct term {
    double c, d;
};

struct half {
    struct arena *arena;
    struct term *terms;
    size_t count;
    double *roots; /* of v, ascending */
    size_t root_count, capacity;
};

struct bound {
    double lo, hi;
};

static double value(const struct half *h, double v, double *noise)
{
    double sum = 0, size = 0, far = 0;
    for (size_t i = 0; i < h->count; i++) {
        double x = h->terms[i].c * vmath_exp_of(-h->terms[i].d * v);
        sum += x;
        size += fabs(x);
        far = fmax(far, h->terms[i].d * v);
    }
    if (noise != NULL)
        *noise = EPSILON * size * (4 + fmin(far, 40) + (double)h->count);
    return sum;
}

/* Bounds of g and of its slope over [a, b]. */
static void bounds(const struct half *h, double a, double b, struct bound *g,
                   struct bound *slope)
{
    *g = *slope = (struct bound){ 0, 0 };
    for (size_t i = 0; i < h->count; i++) {
        double c = h->terms[i].c, d = h->terms[i].d;
        double most = vmath_exp_of(-d * a), least = vmath_exp_of(-d * b);
        g->lo += c > 0 ? c * least : c * most;
        g->hi += c > 0 ? c * most : c * least;
        slope->lo += c > 0 ? -d * c * most : -d * c * least;
        slope->hi += c > 0 ? -d * c * least : -d * c * most;
    }
}

static void add_root(struct half *h, double v)
{
    ARENA_PUSH(h->arena, h->roots, h->root_count, h->capacity) = v;
}

static double bisect(const struct half *h, double a, double b)
{
    bool rising = value(h, a, NULL) < 0;
    for (;;) {
        double mid = a + (b - a) / 2;
        if (mid <= a || mid >= b)
            return mid;
        double g = value(h, mid, NULL);
        if (g == 0)
            return mid;
        if ((g < 0) == rising)
            a = mid;
        else
            b = mid;
    }
}

/* Roots in [a, b): the end belongs to the next part, which sees the same value there.
 */
static void search(struct half *h, double a, double b, unsigned depth)
{
    struct bound g, slope;
    bounds(h, a, b, &g, &slope);
    if (g.lo > 0 || g.hi < 0)
        return;
    double mid = a + (b - a) / 2, noise;
    double at_mid = value(h, mid, &noise);
    double reach = fmax(fabs(slope.lo), fabs(slope.hi)) * (b - a) / 2;
    if (fabs(at_mid) > reach + noise) /* g cannot come to 0 from there */
        return;
    if (slope.lo > 0 || slope.hi < 0) {
        double left = value(h, a, NULL), right = value(h, b, NULL);
        if (left == 0)
            add_root(h, a);
        else if (right != 0 && (left < 0) != (right < 0))
            add_root(h, bisect(h, a, b));
        return;
    }
    if (mid <= a || mid >= b || depth > 200) {
        if (fabs(at_mid) <= noise) /* flat there, and nothing: a root that touches */
            add_root(h, mid);
        return;
    }
    search(h, a, mid, depth + 1);
    search(h, mid, b, depth + 1);
}

/* Where from on the term with d = 0 outweighs the rest; at most `most`. */
static double reach(const struct half *h, double most)
{
    for (double v = 1.0 / 64; v < most; v *= 2) {
        double first = 0, rest = 0;
        for (size_t i = 0; i < h->count; i++) {
            double x = fabs(h->terms[i].c) * vmath_exp_of(-h->terms[i].d * v);
            if (h->terms[i].d == 0)
                first += x;
            else
                rest += x;
        }
        if (first > rest * (1 + 1e-12))
            return v;
    }
    return most;
}

/* Neighbours between which g cannot be told from 0 are one root, seen twice. */
static void join(struct half *h)
{
    size_t kept = 0;
    for (size_t i = 0; i < h->root_count; i++) {
        double noise = 0, between = 1;
        if (kept > 0)
            between = value(h, (h->roots[kept - 1] + h->roots[i]) / 2, &noise);
        if (kept == 0 || fabs(between) > noise)
            h->roots[kept++] = h->roots[i];
    }
    h->root_count = kept;
}

/* Terms by time, those of one time added up, those of nothing left out. */
static size_t sort_terms(const struct flows *f, struct term *out)
{
    size_t n = 0;
    for (size_t i = 0; i < f->count; i++) {
        double when = f->years != NULL ? f->years[i] : (double)i;
        size_t k = n;
        while (k > 0 && out[k - 1].d > when)
            k--;
        if (k > 0 && out[k - 1].d == when) {
            out[k - 1].c += f->amount[i];
            continue;
        }
        for (size_t j = n++; j > k; j--)
            out[j] = out[j - 1];
        out[k] = (struct term){ f->amount[i], when };
    }
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (out[i].c != 0)
            out[kept++] = out[i];
    return kept;
}

static size_t sign_changes(const struct flows *f)
{
    size_t changes = 0;
    double last = 0;
    for (size_t i = 0; i < f->count; i++) {
        if (f->amount[i] == 0)
            continue;
        changes += last != 0 && (last < 0) != (f->amount[i] < 0);
        last = f->amount[i];
    }
    return changes;
}

static void search_half(struct half *h, double most)
{
    search(h, 0, reach(h, most), 0);
    join(h);
}

enum finance_status finance_irr(struct arena *a, const struct flows *f,
                                struct finance_roots *out)
{
    *out = (struct finance_roots){ .sign_changes = sign_changes(f) };
    for (size_t i = 0; i < f->count; i++)
        if (!isfinite(f->amount[i]) || (f->years != NULL && !isfinite(f->years[i])))
            return FINANCE_ARGUMENT;
    if (out->sign_changes == 0)
        return FINANCE_NO_SIGN_CHANGE;
    struct term *terms = ARENA_ARRAY(a, f->count, struct term);
    size_t n = sort_terms(f, terms);
    if (n < 2)
        return FINANCE_NO_ROOT;
    struct half down = { .arena = a, .terms = ARENA_ARRAY(a, n, struct term) };
    struct half up = { .arena = a, .terms = ARENA_ARRAY(a, n, struct term) };
    for (size_t i = 0; i < n; i++) {
        up.terms[i] = (struct term){ terms[i].c, terms[i].d - terms[0].d };
        down.terms[i] = (struct term){ terms[i].c, terms[n - 1].d - terms[i].d };
    }
    up.count = down.count = n;
    search_half(&down, LEAST_LOG);
    search_half(&up, MOST_LOG);
    double *rates = ARENA_ARRAY(a, down.root_count + up.root_count, double);
    for (size_t i = down.root_count; i > 0; i--)
        if (down.roots[i - 1] > 0) /* 0 is the other half's */
            rates[out->count++] = vmath_exp_of(-down.roots[i - 1]) - 1;
    for (size_t i = 0; i < up.root_count; i++)
        rates[out->count++] = vmath_exp_of(up.roots[i]) - 1;
    out->rate = rates;
    return out->count > 0 ? FINANCE_OK : FINANCE_NO_ROOT;
}
