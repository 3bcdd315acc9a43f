#include <math.h>

#include "curves/start.h"

static double value(const double *p, double x)
{
    return p[0] * (p[1] + (1 - p[1]) * x);
}

static void gradient(const double *p, double x, double *g)
{
    g[0] = p[1] + (1 - p[1]) * x;
    g[1] = -p[0] * (x - 1);
}

/* A line: lambda sigma + lambda (1 - sigma) n. */
static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    (void)p;
    struct start_line s = { 0 };
    for (size_t i = 0; i < d->n; i++)
        start_add(&s, d->x[i], d->y[i], d->weight[i] * d->weight[i]);
    double a, b;
    if (s.bad || !start_solve(&s, &a, &b) || !(a + b > 0))
        return 0;
    rows[0][0] = a + b;
    rows[0][1] = fmin(fmax(a / (a + b), 0), 1);
    return 1;
}

const struct curve curve_gustafson = {
    .name = "gustafson",
    .title = "Gustafson's law",
    .use = "throughput over units where the work grows with them",
    .formula = "lambda * (sigma + (1 - sigma) * x)",
    .inverse = "(y / lambda - sigma) / (1 - sigma)",
    .families = CURVE_RATE,
    .bare_x = true,
    .x_above = 0,
    .param_count = 2,
    .params = { { .name = "lambda",
                  .meaning = "throughput of one unit",
                  .unit_y = 1,
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true },
                { .name = "sigma",
                  .meaning = "serial share of the scaled work",
                  .lower = 0,
                  .upper = 1 } },
    .value = value,
    .gradient = gradient,
    .starts = starts,
};
