#include <math.h>

#include "curves/start.h"
#include "curves/usl.h"

double usl_value(const double *p, double x)
{
    return p[0] * x / (1 + p[1] * (x - 1) + p[2] * x * (x - 1));
}

void usl_gradient(const double *p, double x, double *g)
{
    double d = 1 + p[1] * (x - 1) + p[2] * x * (x - 1);
    double part = -p[0] * x * (x - 1) / (d * d);
    g[0] = x / d;
    g[1] = part;
    g[2] = part * x;
}

bool usl_peak(const double *p, double *x)
{
    *x = sqrt((1 - p[1]) / p[2]);
    return p[2] > 0 && p[1] < 1;
}

/* The slope is 0 where kappa x^2 = 1 - sigma. */
double usl_peak_miss(const double *p, double x, double *g)
{
    g[0] = 0;
    g[1] = 1;
    g[2] = x * x;
    return p[2] * x * x + p[1] - 1;
}

/* n/X = 1/lambda + sigma/lambda (n - 1) + kappa/lambda n (n - 1), weighted so that
 * its errors are those of X; normal equations do for a start. */
static bool transformed(const struct curve_data *d, double *row)
{
    double m[3][4] = { { 0 } };
    for (size_t i = 0; i < d->n; i++) {
        double x = d->x[i], y = d->y[i];
        if (!(y > 0) || !(x > 0))
            continue;
        double u[4] = { 1, x - 1, x * (x - 1), x / y };
        double w = d->weight[i] * y * y / x;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++)
                m[r][c] += w * w * u[r] * u[c];
    }
    for (int k = 0; k < 3; k++) {
        if (!(m[k][k] > 0))
            return false;
        for (int r = 0; r < 3; r++) {
            double f = r == k ? 0 : m[r][k] / m[k][k];
            for (int c = k; c < 4; c++)
                m[r][c] -= f * m[k][c];
        }
    }
    double a = m[0][3] / m[0][0];
    row[0] = 1 / a;
    row[1] = m[1][3] / m[1][1] / a;
    row[2] = m[2][3] / m[2][2] / a;
    return a > 0 && isfinite(row[0]) && isfinite(row[1]) && isfinite(row[2]);
}

size_t usl_starts(const struct curve_data *d, const double *p,
                  double (*rows)[CURVE_MOST_PARAMS])
{
    (void)p;
    if (d->n == 0)
        return 0;
    size_t n = transformed(d, rows[0]) ? 1 : 0;
    double last = d->x[d->n - 1];
    rows[n][0] = start_slope(d) * 1.5;
    rows[n][1] = 0.02;
    rows[n++][2] = 1 / (last * last);
    return n;
}

const struct curve curve_usl = {
    .name = "usl",
    .title = "Universal scalability law",
    .use = "throughput over units with contention and coherency",
    .formula = "lambda * x / (1 + sigma * (x - 1) + kappa * x * (x - 1))",
    .inverse = USL_INVERSE,
    .families = CURVE_RATE,
    .bare_x = true,
    .x_above = 0,
    .param_count = 3,
    .params = { { .name = "lambda",
                  .meaning = "throughput of one unit",
                  .unit_y = 1,
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true },
                { .name = "sigma",
                  .meaning = "contention: waiting for what is shared",
                  .lower = 0,
                  .upper = INFINITY },
                { .name = "kappa",
                  .meaning = "coherency: every unit talking to every other",
                  .lower = 0,
                  .upper = INFINITY } },
    .value = usl_value,
    .gradient = usl_gradient,
    .starts = usl_starts,
    .peak = { "sqrt((1 - sigma) / kappa)", usl_peak },
    .peak_miss = usl_peak_miss,
};
