#include <math.h>

#include "curves/start.h"

#define LN2 0.69314718055994530942

static double value(const double *p, double x)
{
    return p[0] * pow(x, log(p[1]) / LN2);
}

static void gradient(const double *p, double x, double *g)
{
    g[0] = pow(x, log(p[1]) / LN2);
    g[1] = p[0] * g[0] * log(x) / (p[1] * LN2);
}

static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    (void)p;
    struct start_line s = { 0 };
    for (size_t i = 0; i < d->n; i++)
        if (d->y[i] > 0)
            start_add(&s, log(d->x[i]), log(d->y[i]), 1);
    double a, b;
    if (s.bad || !start_solve(&s, &a, &b))
        return 0;
    rows[0][0] = exp(a);
    rows[0][1] = exp(b * LN2);
    return 1;
}

const struct curve curve_learning = {
    .name = "learning",
    .also = "learning_curve wright",
    .title = "Learning curve (Wright)",
    .use = "price over cumulated units: each doubling leaves the same share",
    .formula = "first * x ^ (ln(share) / ln(2))",
    .inverse = "(y / first) ^ (ln(2) / ln(share))",
    .families = CURVE_PRICE,
    .bare_x = true,
    .x_above = 0,
    .param_count = 2,
    .params = { { .name = "first",
                  .meaning = "value of the first unit",
                  .unit_y = 1,
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true },
                { .name = "share",
                  .meaning = "what a doubling leaves: 0.85 is an 85 % curve",
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true } },
    .value = value,
    .gradient = gradient,
    .starts = starts,
};
