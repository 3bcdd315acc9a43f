#include <math.h>

#include "curves/start.h"

static double value(const double *p, double x)
{
    return p[0] * pow(x, p[1]);
}

static void gradient(const double *p, double x, double *g)
{
    g[0] = pow(x, p[1]);
    g[1] = p[0] * g[0] * log(x);
}

static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    (void)p;
    struct start_line s = { 0 };
    for (size_t i = 0; i < d->n; i++)
        if (d->y[i] > 0)
            start_add(&s, log(d->x[i]), log(d->y[i]), 1);
    if (s.bad || !start_solve(&s, &rows[0][0], &rows[0][1]))
        return 0;
    rows[0][0] = exp(rows[0][0]);
    return 1;
}

const struct curve curve_power = {
    .name = "power",
    .title = "Power law",
    .use = "each doubling of the size multiplies by the same factor",
    .formula = "coefficient * x ^ exponent",
    .inverse = "(y / coefficient) ^ (1 / exponent)",
    .families = CURVE_RATE | CURVE_LATENCY | CURVE_PRICE,
    .bare_x = true,
    .x_above = 0,
    .param_count = 2,
    .params = { { .name = "coefficient",
                  .meaning = "value at size 1",
                  .unit_y = 1,
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true },
                { .name = "exponent",
                  .meaning =
                      "share of proportional growth: 1 is proportional, 0 constant",
                  .lower = -INFINITY,
                  .upper = INFINITY } },
    .value = value,
    .gradient = gradient,
    .starts = starts,
};
