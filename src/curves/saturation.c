#include <math.h>

#include "curves/start.h"

static double value(const double *p, double x)
{
    return p[0] * x / (p[1] + x);
}

static void gradient(const double *p, double x, double *g)
{
    double d = p[1] + x;
    g[0] = x / d;
    g[1] = -p[0] * x / (d * d);
}

/* Hanes and Woolf: x/y = half/top + x/top. */
static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    (void)p;
    if (d->n == 0)
        return 0;
    struct start_line s = { 0 };
    for (size_t i = 0; i < d->n; i++)
        if (d->y[i] > 0 && d->x[i] > 0)
            start_add(&s, d->x[i], d->x[i] / d->y[i],
                      d->y[i] * d->y[i] / (d->x[i] * d->x[i]));
    double a, b;
    size_t n = 0;
    if (!s.bad && start_solve(&s, &a, &b) && a > 0 && b > 0) {
        rows[n][0] = 1 / b;
        rows[n++][1] = a / b;
    }
    rows[n][0] = 1.2 * start_top(d);
    rows[n++][1] = d->x[d->n - 1] / 4;
    return n;
}

static bool limit(const double *p, double *y)
{
    *y = p[0];
    return true;
}

const struct curve curve_saturation = {
    .name = "saturation",
    .also = "michaelis_menten",
    .title = "Saturation (Michaelis-Menten)",
    .use = "rate over concurrency towards a maximum",
    .formula = "top * x / (half + x)",
    .inverse = "half * y / (top - y)",
    .families = CURVE_RATE,
    .x_above = -INFINITY,
    .param_count = 2,
    .params = { { .name = "top",
                  .meaning = "value never quite reached",
                  .unit_y = 1,
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true },
                { .name = "half",
                  .meaning = "size at half of the top",
                  .unit_x = 1,
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true } },
    .value = value,
    .gradient = gradient,
    .starts = starts,
    .limit = { "top", limit },
};
