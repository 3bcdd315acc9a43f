#include <math.h>

#include "curves/usl.h"

static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    size_t n = usl_starts(d, p, rows);
    for (size_t i = 0; i < n; i++)
        rows[i][0] = p[0];
    return n;
}

static const char *settle(const struct curve_data *d, double *p)
{
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < d->n; i++)
        if (d->x[i] == 1) {
            sum += d->y[i];
            n++;
        }
    if (isnan(p[0]))
        p[0] = n ? sum / (double)n : NAN;
    return p[0] > 0
               ? NULL
               : "the normalised form divides by the throughput of one unit, which "
                 "was not measured; fit usl instead, or give lambda";
}

const struct curve curve_usl_normalised = {
    .name = "usl_normalised",
    .title = "Universal scalability law, normalised",
    .use = "speed-up against one measured unit; its error then enters every point",
    .formula = "lambda * x / (1 + sigma * (x - 1) + kappa * x * (x - 1))",
    .inverse = USL_INVERSE,
    .bare_x = true,
    .x_above = 0,
    .param_count = 3,
    .params = { { .name = "lambda",
                  .meaning = "measured throughput of one unit",
                  .unit_y = 1,
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true,
                  .given = true,
                  .standard = NAN },
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
    .starts = starts,
    .settle = settle,
    .peak = { "sqrt((1 - sigma) / kappa)", usl_peak },
    .peak_miss = usl_peak_miss,
};
