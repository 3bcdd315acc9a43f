#include <math.h>

#include "curves/start.h"

static double value(const double *p, double x)
{
    return p[0] * x;
}

static void gradient(const double *p, double x, double *g)
{
    (void)p;
    g[0] = x;
}

static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    (void)p;
    rows[0][0] = start_slope(d);
    return d->n > 0;
}

const struct curve curve_proportional = {
    .name = "proportional",
    .also = "linear",
    .title = "Proportional",
    .use = "every unit adds the same, nothing is shared",
    .formula = "rate * x",
    .inverse = "y / rate",
    .families = CURVE_RATE | CURVE_LATENCY | CURVE_PRICE,
    .x_above = -INFINITY,
    .param_count = 1,
    .params = { { .name = "rate",
                  .meaning = "value added by each unit",
                  .unit_y = 1,
                  .unit_x = -1,
                  .lower = -INFINITY,
                  .upper = INFINITY } },
    .value = value,
    .gradient = gradient,
    .starts = starts,
};
