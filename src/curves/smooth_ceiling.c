#include <math.h>

#include "curves/start.h"

/* a / (1 + (a/cap)^q)^(1/q) with a = rate x: the harmonic form without its poles. */
static double value(const double *p, double x)
{
    double a = p[0] * x, r = pow(a / p[1], p[2]);
    return r > 1 ? p[1] / pow(1 + 1 / r, 1 / p[2]) : a / pow(1 + r, 1 / p[2]);
}

static void gradient(const double *p, double x, double *g)
{
    double a = p[0] * x, q = p[2];
    double u = log(a / p[1]), r = exp(q * u);
    double right = r > 1 ? 1 / (1 + 1 / r) : r / (1 + r); /* weight of the cap */
    double y = value(p, x);
    g[0] = x > 0 ? y * (1 - right) / p[0] : 0;
    g[1] = x > 0 ? y * right / p[1] : 0;
    double spread = u > 0 ? q * u + log1p(exp(-q * u)) : log1p(r);
    g[2] = x > 0 ? y * (spread / (q * q) - right * u / q) : 0;
}

static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    if (d->n == 0)
        return 0;
    double top = start_top(d), steep = 0;
    for (size_t i = 0; i < d->n; i++)
        if (d->x[i] > 0)
            steep = fmax(steep, d->y[i] / d->x[i]);
    for (int i = 0; i < 2; i++) {
        rows[i][0] = steep;
        rows[i][1] = i ? 2 * top : top;
        rows[i][2] = p[2];
    }
    return top > 0 && steep > 0 ? 2 : 0;
}

static bool knee(const double *p, double *x)
{
    *x = p[1] / p[0];
    return p[0] > 0 && p[1] > 0;
}

static bool limit(const double *p, double *y)
{
    *y = p[1];
    return true;
}

const struct curve curve_smooth_ceiling = {
    .name = "smooth_ceiling",
    .also = "ceiling_smooth",
    .title = "Smooth ceiling",
    .use = "proportional until a cap, with a rounded knee",
    .formula = "rate * x / (1 + (rate * x / cap) ^ sharpness) ^ (1 / sharpness)",
    .inverse = "y / (rate * (1 - (y / cap) ^ sharpness) ^ (1 / sharpness))",
    .families = CURVE_RATE,
    .x_above = 0,
    .param_count = 3,
    .params = { { .name = "rate",
                  .meaning = "value of each unit far below the cap",
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
                  .open = true },
                { .name = "sharpness",
                  .meaning = "how hard the knee is; the hard ceiling is infinite",
                  .lower = 1,
                  .upper = 64,
                  .given = true,
                  .standard = 4 } },
    .value = value,
    .gradient = gradient,
    .starts = starts,
    .knee = { "cap / rate", knee },
    .limit = { "cap", limit },
};
