#include <math.h>

#include "curves/start.h"

static double value(const double *p, double x)
{
    return fmin(p[0] * x, p[1]);
}

static double side(const double *p, double x, bool right)
{
    return right ? p[1] : p[0] * x;
}

static void side_gradient(const double *p, double x, bool right, double *g)
{
    (void)p;
    g[0] = right ? 0 : x;
    g[1] = right ? 1 : 0;
}

static void gradient(const double *p, double x, double *g)
{
    side_gradient(p, x, p[0] * x > p[1], g);
}

static double knee(const double *p)
{
    return p[1] / p[0];
}

static double hold(const double *p, double at, double *dp)
{
    dp[0] = at;
    dp[1] = 0;
    return p[0] * at;
}

static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    (void)p;
    rows[0][0] = d->n ? start_slope(d) * 1.2 : 0;
    rows[0][1] = start_top(d);
    return rows[0][0] > 0 && rows[0][1] > 0;
}

static bool knee_mark(const double *p, double *x)
{
    *x = knee(p);
    return p[0] > 0 && p[1] > 0;
}

static bool limit(const double *p, double *y)
{
    *y = p[1];
    return true;
}

static const struct curve_kink kink = { knee, side, side_gradient, 1, hold };

const struct curve curve_ceiling = {
    .name = "ceiling",
    .also = "hard_ceiling ceiling_hard",
    .title = "Hard ceiling",
    .use = "drives behind a card or a link: proportional until a cap",
    .formula = "min(rate * x, cap)",
    .inverse = "y / rate",
    .families = CURVE_RATE,
    .x_above = -INFINITY,
    .param_count = 2,
    .params = { { .name = "rate",
                  .meaning = "value of each unit below the cap",
                  .unit_y = 1,
                  .unit_x = -1,
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true },
                { .name = "cap",
                  .meaning = "what the shared part lets through",
                  .unit_y = 1,
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true } },
    .value = value,
    .gradient = gradient,
    .starts = starts,
    .kink = &kink,
    .knee = { "cap / rate", knee_mark },
    .limit = { "cap", limit },
};
