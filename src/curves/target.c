#include "curves/target.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double root_between(const struct curve *c, const double *p, double y, double a,
                           double b)
{
    double at_a = c->value(p, a) - y;
    for (int i = 0; i < 200; i++) {
        double m = a + (b - a) / 2, at_m = c->value(p, m) - y;
        if (at_m == 0 || m == a || m == b)
            return m;
        if ((at_m < 0) == (at_a < 0)) {
            a = m;
            at_a = at_m;
        } else {
            b = m;
        }
    }
    return a + (b - a) / 2;
}

static void add_mark(const struct curve_mark *m, const double *p, double low,
                     double high, double *cuts, size_t *n)
{
    double x;
    if (m->at && m->at(p, &x) && x > low && x < high)
        cuts[(*n)++] = x;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

size_t target_roots(const struct curve *c, const double *p, double y, double low,
                    double high, double *roots, size_t room)
{
    double cuts[8] = { fmax(low, nextafter(c->x_above, INFINITY)), high };
    size_t n = 2, found = 0;
    double x;
    if (c->edge.at && c->edge.at(p, &x))
        cuts[1] = fmin(high, x * (1 - 1e-12));
    add_mark(&c->peak, p, cuts[0], cuts[1], cuts, &n);
    add_mark(&c->knee, p, cuts[0], cuts[1], cuts, &n);
    qsort(cuts, n, sizeof *cuts, ascending);
    for (size_t i = 0; i + 1 < n && found < room; i++) {
        double a = c->value(p, cuts[i]) - y, b = c->value(p, cuts[i + 1]) - y;
        if (a == 0 && (found == 0 || roots[found - 1] != cuts[i]))
            roots[found++] = cuts[i];
        else if (a != 0 && b != 0 && (a < 0) != (b < 0) && !isnan(a) && !isnan(b))
            roots[found++] = root_between(c, p, y, cuts[i], cuts[i + 1]);
    }
    if (n > 1 && found < room && c->value(p, cuts[n - 1]) == y)
        roots[found++] = cuts[n - 1];
    return found;
}

double target_value(const struct law_fit *f, const struct target *t)
{
    double x = NAN, roots[8];
    const struct curve *c = f->curve;
    switch (t->kind) {
    case TARGET_PARAM:
        return f->p[t->param];
    case TARGET_PEAK_X:
        return c->peak.at && c->peak.at(f->p, &x) ? x : INFINITY;
    case TARGET_PEAK_Y:
        return c->peak.at && c->peak.at(f->p, &x) ? c->value(f->p, x) : NAN;
    case TARGET_KNEE:
        return c->knee.at && c->knee.at(f->p, &x) ? x : NAN;
    case TARGET_VALUE:
        return c->value(f->p, t->at);
    case TARGET_X:
        return target_roots(c, f->p, t->at, t->low, t->high, roots, 8) ? roots[0] : NAN;
    }
    return NAN;
}

double interval_t(double level, double df)
{
    return df > 0 ? gsl_cdf_tdist_Pinv(0.5 + level / 2, df) : NAN;
}

/* Central differences; the peak and the inverse have no gradient of their own. */
static void slopes(const struct law_fit *f, const struct target *t, double *g)
{
    for (unsigned j = 0; j < f->curve->param_count; j++) {
        struct law_fit q = *f;
        double h = law_stderr(f, j) * 1e-3;
        g[j] = 0;
        if (!(h > 0))
            continue;
        q.p[j] = f->p[j] + h;
        double above = target_value(&q, t);
        q.p[j] = f->p[j] - h;
        g[j] = (above - target_value(&q, t)) / (2 * h);
    }
}

struct interval target_delta(const struct law_fit *f, const struct target *t,
                             double level)
{
    double g[CURVE_MOST_PARAMS] = { 0 }, se;
    if (t->kind == TARGET_PARAM)
        se = law_stderr(f, t->param);
    else if (t->kind == TARGET_VALUE) {
        f->curve->gradient(f->p, t->at, g);
        se = law_delta(f, g);
    } else {
        slopes(f, t, g);
        se = law_delta(f, g);
    }
    double value = target_value(f, t), wide = interval_t(level, f->df) * se;
    return (struct interval){ .low = value - wide, .high = value + wide };
}
