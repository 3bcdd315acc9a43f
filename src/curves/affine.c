#include <math.h>

#include "curves/start.h"

static double value(const double *p, double x)
{
    return p[0] + p[1] * x;
}

static void gradient(const double *p, double x, double *g)
{
    (void)p;
    g[0] = 1;
    g[1] = x;
}

static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    (void)p;
    struct start_line s = { 0 };
    for (size_t i = 0; i < d->n; i++)
        start_add(&s, d->x[i], d->y[i], d->weight[i] * d->weight[i]);
    return !s.bad && start_solve(&s, &rows[0][0], &rows[0][1]);
}

const struct curve curve_affine = {
    .name = "affine",
    .title = "Affine",
    .use = "a fixed part and the same for every unit",
    .formula = "base + rate * x",
    .inverse = "(y - base) / rate",
    .families = CURVE_RATE | CURVE_LATENCY | CURVE_PRICE,
    .x_above = -INFINITY,
    .param_count = 2,
    .params = { { .name = "base",
                  .meaning = "value at size 0",
                  .unit_y = 1,
                  .lower = -INFINITY,
                  .upper = INFINITY },
                { .name = "rate",
                  .meaning = "value added by each unit",
                  .unit_y = 1,
                  .unit_x = -1,
                  .lower = -INFINITY,
                  .upper = INFINITY } },
    .value = value,
    .gradient = gradient,
    .starts = starts,
};
