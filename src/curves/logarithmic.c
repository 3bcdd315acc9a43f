#include <math.h>

#include "curves/start.h"

static double value(const double *p, double x)
{
    return p[0] + p[1] * log(x);
}

static void gradient(const double *p, double x, double *g)
{
    (void)p;
    g[0] = 1;
    g[1] = log(x);
}

static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    (void)p;
    struct start_line s = { 0 };
    for (size_t i = 0; i < d->n; i++)
        start_add(&s, log(d->x[i]), d->y[i], d->weight[i] * d->weight[i]);
    return !s.bad && start_solve(&s, &rows[0][0], &rows[0][1]);
}

const struct curve curve_logarithmic = {
    .name = "logarithmic",
    .also = "log",
    .title = "Logarithmic",
    .use = "each doubling of the size adds the same",
    .formula = "base + gain * ln(x)",
    .inverse = "exp((y - base) / gain)",
    .families = CURVE_RATE | CURVE_LATENCY | CURVE_PRICE,
    .bare_x = true,
    .x_above = 0,
    .param_count = 2,
    .params = { { .name = "base",
                  .meaning = "value at size 1",
                  .unit_y = 1,
                  .lower = -INFINITY,
                  .upper = INFINITY },
                { .name = "gain",
                  .meaning = "value added when the size grows by the factor e",
                  .unit_y = 1,
                  .lower = -INFINITY,
                  .upper = INFINITY } },
    .value = value,
    .gradient = gradient,
    .starts = starts,
};
