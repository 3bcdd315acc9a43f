#include <math.h>

#include "curves/start.h"

static double side(const double *p, double x, bool right)
{
    return right ? p[0] * p[2] + p[1] * (x - p[2]) : p[0] * x;
}

static void side_gradient(const double *p, double x, bool right, double *g)
{
    g[0] = right ? p[2] : x;
    g[1] = right ? x - p[2] : 0;
    g[2] = right ? p[0] - p[1] : 0;
}

static double value(const double *p, double x)
{
    return side(p, x, x >= p[2]);
}

static void gradient(const double *p, double x, double *g)
{
    side_gradient(p, x, x >= p[2], g);
}

static double knee(const double *p)
{
    return p[2];
}

static double hold(const double *p, double at, double *dp)
{
    (void)p;
    dp[0] = dp[1] = dp[2] = 0;
    return at;
}

/* One start; the fitter goes through the splits by itself. */
static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    (void)p;
    if (d->n == 0)
        return 0;
    rows[0][0] = start_slope(d) * 1.2;
    rows[0][1] = start_slope(d) * 0.3;
    rows[0][2] = d->x[d->n / 2];
    return 1;
}

static bool knee_mark(const double *p, double *x)
{
    *x = p[2];
    return true;
}

static const struct curve_kink kink = { knee, side, side_gradient, 2, hold };

const struct curve curve_piecewise = {
    .name = "piecewise",
    .also = "piecewise_linear broken_line",
    .title = "Two straight pieces",
    .use = "one rate up to a break, another beyond it",
    .formula = "if(x < knee, rate * x, rate * knee + beyond * (x - knee))",
    .families = CURVE_RATE,
    .x_above = -INFINITY,
    .param_count = 3,
    .params = { { .name = "rate",
                  .meaning = "value of each unit below the break",
                  .unit_y = 1,
                  .unit_x = -1,
                  .lower = -INFINITY,
                  .upper = INFINITY },
                { .name = "beyond",
                  .meaning = "value of each unit above the break",
                  .unit_y = 1,
                  .unit_x = -1,
                  .lower = -INFINITY,
                  .upper = INFINITY },
                { .name = "knee",
                  .meaning = "size at the break",
                  .unit_x = 1,
                  .lower = -INFINITY,
                  .upper = INFINITY } },
    .value = value,
    .gradient = gradient,
    .starts = starts,
    .kink = &kink,
    .knee = { "knee", knee_mark },
};
