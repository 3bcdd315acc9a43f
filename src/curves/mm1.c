#include <math.h>

#include "curves/start.h"

static double value(const double *p, double x)
{
    double free = 1 - x * p[0];
    return free > 0 ? p[0] / free : NAN;
}

static void gradient(const double *p, double x, double *g)
{
    double free = 1 - x * p[0];
    g[0] = free > 0 ? 1 / (free * free) : NAN;
}

/* 1/R = 1/S - x at every point, so S = R / (1 + R x); the least one is feasible. */
static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    (void)p;
    double least = INFINITY, sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < d->n; i++) {
        if (!(d->y[i] > 0))
            continue;
        double s = d->y[i] / (1 + d->y[i] * d->x[i]);
        least = fmin(least, s);
        sum += s;
        n++;
    }
    if (n == 0)
        return 0;
    rows[0][0] = sum / (double)n;
    if (rows[0][0] * d->x[d->n - 1] >= 1)
        rows[0][0] = least;
    rows[1][0] = least;
    return 2;
}

static bool edge(const double *p, double *x)
{
    *x = 1 / p[0];
    return p[0] > 0;
}

const struct curve curve_mm1 = {
    .name = "mm1",
    .title = "M/M/1 response time",
    .use = "response time of one server over the arrival rate",
    .formula = "service / (1 - x * service)",
    .inverse = "1 / service - 1 / y",
    .families = CURVE_LATENCY,
    .x_above = -INFINITY,
    .param_count = 1,
    .params = { { .name = "service",
                  .meaning = "service time",
                  .unit_y = 1,
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true } },
    .value = value,
    .gradient = gradient,
    .starts = starts,
    .edge = { "1 / service", edge },
};
