#include <math.h>

#include "curves/start.h"

static double value(const double *p, double x)
{
    (void)x;
    return p[0];
}

static void gradient(const double *p, double x, double *g)
{
    (void)p, (void)x;
    g[0] = 1;
}

static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    (void)p;
    rows[0][0] = start_mean(d);
    return d->n > 0;
}

const struct curve curve_constant = {
    .name = "constant",
    .title = "Constant",
    .use = "the size makes no difference",
    .formula = "level",
    .families = CURVE_RATE | CURVE_LATENCY | CURVE_PRICE,
    .x_above = -INFINITY,
    .param_count = 1,
    .params = { { .name = "level",
                  .meaning = "value at every size",
                  .unit_y = 1,
                  .lower = -INFINITY,
                  .upper = INFINITY } },
    .value = value,
    .gradient = gradient,
    .starts = starts,
};
