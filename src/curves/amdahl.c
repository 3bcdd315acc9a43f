#include <math.h>

#include "curves/start.h"

static double value(const double *p, double x)
{
    return p[0] * x / (1 + p[1] * (x - 1));
}

static void gradient(const double *p, double x, double *g)
{
    double d = 1 + p[1] * (x - 1);
    g[0] = x / d;
    g[1] = -p[0] * x * (x - 1) / (d * d);
}

/* n/X is linear in (n - 1): 1/lambda + sigma/lambda (n - 1). */
static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    (void)p;
    struct start_line s = { 0 };
    for (size_t i = 0; i < d->n; i++)
        if (d->y[i] > 0 && d->x[i] > 0)
            start_add(&s, d->x[i] - 1, d->x[i] / d->y[i],
                      d->y[i] * d->y[i] / (d->x[i] * d->x[i]));
    double a, b;
    size_t n = 0;
    if (!s.bad && start_solve(&s, &a, &b) && a > 0) {
        rows[n][0] = 1 / a;
        rows[n++][1] = fmin(fmax(b / a, 0), 1);
    }
    rows[n][0] = start_slope(d);
    rows[n++][1] = 0.05;
    return n;
}

static bool limit(const double *p, double *y)
{
    *y = p[0] / p[1];
    return p[1] > 0;
}

const struct curve curve_amdahl = {
    .name = "amdahl",
    .title = "Amdahl's law",
    .use = "throughput over units where a share of the work is serial",
    .formula = "lambda * x / (1 + sigma * (x - 1))",
    .inverse = "y * (1 - sigma) / (lambda - sigma * y)",
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
                  .meaning = "serial fraction (contention)",
                  .lower = 0,
                  .upper = 1 } },
    .value = value,
    .gradient = gradient,
    .starts = starts,
    .limit = { "lambda / sigma", limit },
};
