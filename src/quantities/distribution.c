#include "quantities/distribution.h"

#include <math.h>

#include "base/clones.h"
#include "quantities/vmath.h"

const char *shape_name(enum shape s)
{
    static const char *const names[] = { "none", "uniform", "triangular", "normal",
                                         "lognormal" };
    return names[s];
}

/* NULL where the parameters are in order. */
static const char *wrong(const struct distribution *d)
{
    const double *p = d->p;
    switch (d->shape) {
    case SHAPE_NONE:
        return NULL;
    case SHAPE_UNIFORM:
        return p[0] < p[1] ? NULL : "needs its lower end below its upper end";
    case SHAPE_TRIANGULAR:
        if (p[0] <= p[1] && p[1] <= p[2] && p[0] < p[2])
            return NULL;
        return "needs lowest, most likely and highest value in this order";
    case SHAPE_NORMAL:
        return p[1] > 0 ? NULL : "needs a standard deviation above 0";
    case SHAPE_LOGNORMAL:
        if (!(p[0] > 0))
            return "needs a median above 0";
        return p[1] > 1
                   ? NULL
                   : "needs a geometric standard deviation above 1; 1.5 means that "
                     "two thirds lie between median / 1.5 and median * 1.5";
    }
    return NULL;
}

bool distribution_check(const struct distribution *d, struct where at, struct diag *dg)
{
    size_t count = d->shape == SHAPE_TRIANGULAR ? 3 : d->shape == SHAPE_NONE ? 0 : 2;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(d->p[i]))
            return diag_error(dg, at, "%s: parameter %zu is no finite number",
                              shape_name(d->shape), i + 1);
    const char *words = wrong(d);
    return words == NULL || diag_error(dg, at, "%s %s", shape_name(d->shape), words);
}

TARGET_CLONES static void scale(double factor, double offset, double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = offset + factor * x[i];
}

TARGET_CLONES static void triangular(const double par[3], double *p, size_t n)
{
    double lo = par[0], hi = par[2], width = hi - lo;
    double left = width * (par[1] - lo), right = width * (hi - par[1]);
    double split = (par[1] - lo) / width;
    for (size_t i = 0; i < n; i++) {
        bool below = p[i] < split;
        double s = sqrt(below ? p[i] * left : (1 - p[i]) * right);
        double up = lo + s, down = hi - s;
        p[i] = below ? up : down;
    }
}

void distribution_quantiles(const struct distribution *d, double *p, size_t n)
{
    const double *par = d->p;
    switch (d->shape) {
    case SHAPE_NONE:
        scale(NAN, NAN, p, n);
        break;
    case SHAPE_UNIFORM:
        scale(par[1] - par[0], par[0], p, n);
        break;
    case SHAPE_TRIANGULAR:
        triangular(par, p, n);
        break;
    case SHAPE_NORMAL:
        vmath_inverse_normal(p, n);
        scale(par[1], par[0], p, n);
        break;
    case SHAPE_LOGNORMAL:
        vmath_inverse_normal(p, n);
        scale(vmath_log_of(par[1]), 0, p, n);
        vmath_exp(p, n);
        scale(par[0], 0, p, n);
        break;
    }
}

double distribution_quantile(const struct distribution *d, double p)
{
    distribution_quantiles(d, &p, 1);
    return p;
}
