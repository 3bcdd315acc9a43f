#include <math.h>

#include "curves/start.h"

static double value(const double *p, double x)
{
    return p[0] / (1 + exp(-p[1] * (x - p[2])));
}

static void gradient(const double *p, double x, double *g)
{
    double s = 1 / (1 + exp(-p[1] * (x - p[2])));
    double bend = p[0] * s / (1 + exp(p[1] * (x - p[2])));
    g[0] = s;
    g[1] = bend * (x - p[2]);
    g[2] = -bend * p[1];
}

/* ln(y / (top - y)) is a line in x once the top is guessed. */
static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    (void)p;
    static const double guess[] = { 1.02, 1.3, 3 };
    double top = start_top(d);
    size_t n = 0;
    for (size_t k = 0; k < sizeof guess / sizeof *guess; k++) {
        double t = guess[k] * top, a, b;
        struct start_line s = { 0 };
        for (size_t i = 0; i < d->n; i++)
            if (d->y[i] > 0)
                start_add(&s, d->x[i], log(d->y[i] / (t - d->y[i])),
                          d->y[i] / t * (1 - d->y[i] / t));
        if (s.bad || !start_solve(&s, &a, &b) || b == 0)
            continue;
        rows[n][0] = t;
        rows[n][1] = b;
        rows[n++][2] = -a / b;
    }
    return n;
}

static bool limit(const double *p, double *y)
{
    *y = p[0];
    return p[1] > 0;
}

const struct curve curve_logistic = {
    .name = "logistic",
    .title = "Logistic",
    .use = "slow start, growth, saturation",
    .formula = "top / (1 + exp(-rate * (x - middle)))",
    .inverse = "middle - ln(top / y - 1) / rate",
    .families = CURVE_RATE,
    .x_above = -INFINITY,
    .param_count = 3,
    .params = { { .name = "top",
                  .meaning = "value never quite reached",
                  .unit_y = 1,
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true },
                { .name = "rate",
                  .meaning = "steepness: growth per unit far below the middle",
                  .unit_x = -1,
                  .lower = -INFINITY,
                  .upper = INFINITY },
                { .name = "middle",
                  .meaning = "size at half of the top",
                  .unit_x = 1,
                  .lower = -INFINITY,
                  .upper = INFINITY } },
    .value = value,
    .gradient = gradient,
    .starts = starts,
    .limit = { "top", limit },
};
