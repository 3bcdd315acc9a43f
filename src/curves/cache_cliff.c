#include <math.h>

#include "curves/start.h"

/* Times add, rates do not: 1/y is the mean of 1/fast over hits and 1/slow over
 * misses, with a hit share of knee/x once the data no longer fit. */
static double side(const double *p, double x, bool right)
{
    double h = right ? p[2] / x : 1;
    return 1 / (h / p[0] + (1 - h) / p[1]);
}

static void side_gradient(const double *p, double x, bool right, double *g)
{
    double h = right ? p[2] / x : 1, y = side(p, x, right);
    g[0] = y * y * h / (p[0] * p[0]);
    g[1] = y * y * (1 - h) / (p[1] * p[1]);
    g[2] = right ? -y * y * (1 / p[0] - 1 / p[1]) / x : 0;
}

static double value(const double *p, double x)
{
    return side(p, x, x > p[2]);
}

static void gradient(const double *p, double x, double *g)
{
    side_gradient(p, x, x > p[2], g);
}

static double knee(const double *p)
{
    return p[2];
}

static double hold(const double *p, double at, double *dp)
{
    (void)p;
    dp[0] = dp[1] = dp[2] = 0;
    return at;
}

/* Between the middle sizes: 1/y is a line in 1/x beyond the knee. */
static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    (void)p;
    if (d->n == 0)
        return 0;
    double top = start_top(d), low = top;
    for (size_t i = 0; i < d->n; i++)
        low = fmin(low, d->y[i]);
    rows[0][0] = top;
    rows[0][1] = low * 0.9;
    rows[0][2] = d->x[d->n / 2];
    return low > 0;
}

static bool knee_mark(const double *p, double *x)
{
    *x = p[2];
    return true;
}

static bool limit(const double *p, double *y)
{
    *y = p[1];
    return true;
}

static const struct curve_kink kink = { knee, side, side_gradient, 2, hold };

const struct curve curve_cache_cliff = {
    .name = "cache_cliff",
    .title = "Cache cliff",
    .use = "rate over data size once the working set leaves the memory",
    .formula = "1 / (min(1, knee / x) / fast + (1 - min(1, knee / x)) / slow)",
    .inverse = "knee * (1 / fast - 1 / slow) / (1 / y - 1 / slow)",
    .families = CURVE_RATE,
    .x_above = 0,
    .param_count = 3,
    .params = { { .name = "fast",
                  .meaning = "value while everything is in memory",
                  .unit_y = 1,
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true },
                { .name = "slow",
                  .meaning = "value of what is not in memory",
                  .unit_y = 1,
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true },
                { .name = "knee",
                  .meaning = "size that the memory holds",
                  .unit_x = 1,
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true } },
    .value = value,
    .gradient = gradient,
    .starts = starts,
    .kink = &kink,
    .knee = { "knee", knee_mark },
    .limit = { "slow", limit },
};
