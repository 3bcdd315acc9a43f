/* law.h - one law fitted to points: bounds, kinks, covariance.
 *
 * Bounds are an active set: where the free optimum lies outside a parameter's range,
 * every choice of parameters held at their bounds is fitted and the best feasible one
 * kept, its held parameters named and without a standard error.  A kinked law is
 * fitted for every split of the points, each side smooth, and with the knee held on
 * every measured x.  law_fit() searches from the law's own starts and from shaken ones
 * through GSL; law_refit() starts from a near fit and allocates nothing.
 */
#ifndef CURVES_LAW_H
#define CURVES_LAW_H

#include <math.h>

#include "curves/curve.h"
#include "curves/nls.h"

enum law_hold { LAW_FREE, LAW_GIVEN, LAW_LOWER, LAW_UPPER };

struct law_fit {
    const struct curve *curve;
    enum nls_status status; /* NLS_FAILED: nothing below counts */
    double p[CURVE_MOST_PARAMS];
    enum law_hold hold[CURVE_MOST_PARAMS];
    unsigned free; /* parameters fitted */
    size_t n;
    double rss, df;     /* weighted; df = n - free */
    double offset;      /* relative offset, see nls.h */
    double other_rss;   /* next best minimum, INFINITY: none seen */
    bool knee_on_point; /* the knee stopped on a measured x: no interval for it */
    /* (J'J)^-1 over all parameters, zero where held; times rss/df it is the covariance.
     * `weakest` is the part of a column that no other explains (0: cannot be told
     * apart, no covariance). */
    double inverse[CURVE_MOST_PARAMS * CURVE_MOST_PARAMS];
    double weakest;
};

/* What the law leaves of point i where its value is `value`; NAN where a logarithm has
 * none. */
static inline double law_residual(const struct curve_data *d, size_t i, double value)
{
    return d->log ? d->weight[i] * d->y[i] * log(d->y[i] / value)
                  : d->weight[i] * (d->y[i] - value);
}

/* How fast the residual falls as the value rises. */
static inline double law_pull(const struct curve_data *d, size_t i, double value)
{
    return d->log ? d->weight[i] * d->y[i] / value : d->weight[i];
}

struct law_options {
    bool unbounded;      /* look for the free optimum, whatever its sign */
    unsigned shaken;     /* further starts */
    const double *given; /* value of each parameter to hold, NAN: fit it; or NULL */
};

/* A condition that a fit must meet exactly: the value at x is y, the peak is at x. */
struct law_condition {
    /* f(p) - wanted, and its gradient over all parameters. */
    double (*miss)(const void *ctx, const double *p, double *gradient);
    const void *ctx;
};

/* Workspace for fits of up to n points; owned by the arena, one thread at a time. */
struct law_work;
struct law_work *law_work_new(struct arena *a, size_t n);

/* False with out->status NLS_FAILED; `why` (may be NULL) gets words of a constant text.
 */
bool law_fit(struct law_work *w, const struct curve *c, const struct curve_data *d,
             const struct law_options *options, struct law_fit *out, const char **why);

/* `io` is a fit of like data: its curve, p and given holds.  Bounds are tried anew;
 * `inverse` and `weakest` stay as they were until law_errors() computes them. */
bool law_refit(struct law_work *w, const struct curve_data *d, bool unbounded,
               struct law_fit *io);

void law_errors(struct law_work *w, const struct curve_data *d, struct law_fit *io);

/* The least squares under a condition, from io->p near it; false where none is found,
 * and for laws with a kink.
 * Only p, hold and rss are filled. */
bool law_refit_under(struct law_work *w, const struct curve_data *d,
                     const struct law_condition *condition, bool unbounded,
                     struct law_fit *io);

/* Standard error of parameter j, NAN where it has none. */
double law_stderr(const struct law_fit *f, unsigned j);
/* Of a function of the parameters with this gradient: the delta method. */
double law_delta(const struct law_fit *f, const double *gradient);

/* Leverage of point i of the data that were fitted, 0 to 1. */
double law_leverage(const struct law_fit *f, const struct curve_data *d, size_t i);

/* Corrected Akaike criterion (n >= free + 3, else NAN) and Bayes', in the form
 * n ln(rss/n); sigma^2 counts as a parameter.  floor is the rss of rounding. */
double law_aicc(const struct law_fit *f, double floor);
double law_bic(const struct law_fit *f, double floor);

#endif
