#include <math.h>

#include "curves/start.h"

static double value(const double *p, double x)
{
    return -p[0] * expm1(-x / p[1]);
}

static void gradient(const double *p, double x, double *g)
{
    g[0] = -expm1(-x / p[1]);
    g[1] = -p[0] * exp(-x / p[1]) * x / (p[1] * p[1]);
}

static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    (void)p;
    if (d->n == 0)
        return 0;
    double top = 1.05 * start_top(d), last = d->x[d->n - 1];
    struct start_line s = { 0 };
    for (size_t i = 0; i < d->n; i++)
        if (d->y[i] < top)
            start_add(&s, d->x[i], log1p(-d->y[i] / top), top - d->y[i]);
    double a, b;
    size_t n = 0;
    if (!s.bad && start_solve(&s, &a, &b) && b < 0) {
        rows[n][0] = top;
        rows[n++][1] = -1 / b;
    }
    rows[n][0] = top;
    rows[n++][1] = last / 3;
    rows[n][0] = 3 * top;
    rows[n++][1] = 3 * last;
    return n;
}

static bool limit(const double *p, double *y)
{
    *y = p[0];
    return true;
}

const struct curve curve_exp_saturation = {
    .name = "exp_saturation",
    .title = "Exponential saturation",
    .use = "rate over concurrency, the distance to the top decays",
    .formula = "top * (1 - exp(-x / scale))",
    .inverse = "-scale * ln(1 - y / top)",
    .families = CURVE_RATE,
    .x_above = -INFINITY,
    .param_count = 2,
    .params = { { .name = "top",
                  .meaning = "value never quite reached",
                  .unit_y = 1,
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true },
                { .name = "scale",
                  .meaning = "size at 63 % of the top",
                  .unit_x = 1,
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true } },
    .value = value,
    .gradient = gradient,
    .starts = starts,
    .limit = { "top", limit },
};
