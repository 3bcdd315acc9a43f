#include <math.h>

#include "curves/start.h"

static double value(const double *p, double x)
{
    return p[0] * exp(-p[1] * (x - p[2]));
}

static void gradient(const double *p, double x, double *g)
{
    double e = exp(-p[1] * (x - p[2]));
    g[0] = e;
    g[1] = -p[0] * e * (x - p[2]);
    g[2] = p[0] * e * p[1];
}

static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    struct start_line s = { 0 };
    for (size_t i = 0; i < d->n; i++)
        if (d->y[i] > 0)
            start_add(&s, d->x[i] - p[2], log(d->y[i]), 1);
    double a, b;
    if (s.bad || !start_solve(&s, &a, &b))
        return 0;
    rows[0][0] = exp(a);
    rows[0][1] = -b;
    rows[0][2] = p[2];
    return 1;
}

/* Years count from the first one: a price in year 0 would be 10^190. */
static const char *settle(const struct curve_data *d, double *p)
{
    if (isnan(p[2]))
        p[2] = d->n ? d->x[0] : 0;
    return NULL;
}

const struct curve curve_exp_decline = {
    .name = "exp_decline",
    .also = "kryder exponential",
    .title = "Exponential decline",
    .use = "price per unit over years: the same share less every year",
    .formula = "first * exp(-rate * (x - origin))",
    .inverse = "origin - ln(y / first) / rate",
    .families = CURVE_RATE | CURVE_PRICE,
    .x_above = -INFINITY,
    .param_count = 3,
    .params = { { .name = "first",
                  .meaning = "value at the origin",
                  .unit_y = 1,
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true },
                { .name = "rate",
                  .meaning = "continuous rate of decline; 1 - exp(-rate) a unit of x",
                  .unit_x = -1,
                  .lower = -INFINITY,
                  .upper = INFINITY },
                { .name = "origin",
                  .meaning = "where x counts from: the first x measured",
                  .unit_x = 1,
                  .lower = -INFINITY,
                  .upper = INFINITY,
                  .given = true,
                  .standard = NAN } },
    .value = value,
    .gradient = gradient,
    .starts = starts,
    .settle = settle,
};
