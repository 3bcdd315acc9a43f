#include <math.h>

#include "curves/queueing.h"
#include "curves/start.h"

static double value(const double *p, double x)
{
    return queue_response(p[1], p[0], x);
}

/* By `servers` there is no derivative: it is whole and never fitted. */
static void gradient(const double *p, double x, double *g)
{
    double a = x * p[0], c = p[1], wait = queue_waits(c, a);
    g[0] = 1 + wait / (c - a) +
           a * (queue_waits_slope(c, a) * (c - a) + wait) / ((c - a) * (c - a));
    g[1] = 0;
}

static size_t starts(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS])
{
    double least = INFINITY, last = d->n ? d->x[d->n - 1] : 0;
    for (size_t i = 0; i < d->n; i++)
        if (d->y[i] > 0)
            least = fmin(least, d->y[i]);
    if (!isfinite(least))
        return 0;
    if (least * last >= p[1])
        least = 0.98 * p[1] / last;
    for (int i = 0; i < 2; i++) {
        rows[i][0] = i ? 0.9 * least : least;
        rows[i][1] = p[1];
    }
    return 2;
}

static const char *settle(const struct curve_data *d, double *p)
{
    (void)d;
    return p[1] >= 1 && p[1] == floor(p[1]) && p[1] <= 100000
               ? NULL
               : "the number of servers is not known; give servers, a whole number "
                 "from "
                 "1 on";
}

static bool edge(const double *p, double *x)
{
    *x = p[1] / p[0];
    return p[0] > 0;
}

#define BLOCKED "erlang_b(servers, x * service)"

const struct curve curve_mmc = {
    .name = "mmc",
    .title = "M/M/c response time",
    .use = "response time of several servers with one queue over the arrival rate",
    .formula =
        "service * (1 + servers * " BLOCKED " / (servers - x * service * (1 - " BLOCKED
        ")) / (servers - x * service))",
    .families = CURVE_LATENCY,
    .x_above = -INFINITY,
    .param_count = 2,
    .params = { { .name = "service",
                  .meaning = "service time",
                  .unit_y = 1,
                  .lower = 0,
                  .upper = INFINITY,
                  .open = true },
                { .name = "servers",
                  .meaning = "servers that take from one queue",
                  .lower = 1,
                  .upper = 100000,
                  .given = true,
                  .standard = NAN } },
    .value = value,
    .gradient = gradient,
    .starts = starts,
    .settle = settle,
    .edge = { "servers / service", edge },
};
