/* fit.h - from points to an answer: which curve, how sure, and what it does not say.
 *
 * fit_run() chooses a law (or takes the one asked for), fits it, and fills everything
 * that a table, a chart, sentences and `fit --json` need.  Where the points cannot
 * carry a law none is named: values between them are straight lines, and outside their
 * range there is none.  A result that is not to be trusted is a value with its words
 * in `flags`, not an error.
 */
#ifndef CURVES_FIT_H
#define CURVES_FIT_H

#include "base/unit.h"
#include "curves/bootstrap.h"
#include "curves/diagnose.h"

struct fit_request {
    const char *series;          /* "" where there is one only */
    const char *x_name, *y_name; /* "users", "throughput": for the words */
    struct unit x_unit, y_unit;  /* shown in; points are in base units */
    const struct fit_point *points;
    size_t point_count;
    enum fit_weights weights;
    bool robust;
    const struct curve *model; /* NULL: chosen among `families` */
    unsigned families;
    const double *given; /* with model: a value for each parameter, NAN: fit it */
    double level;        /* 0.95; 0 counts as that */
    double extrapolate;  /* share of the range that answers may go beyond it; 0: none */
    const double *at, *solve; /* values wanted at these x; x wanted at these values */
    size_t at_count, solve_count;
    enum boot_kind bootstrap; /* BOOT_NONE: profiles */
    size_t draws;             /* 0 counts as 2000 */
    uint64_t seed;
    unsigned threads;
};

/* low and high are the confidence interval; infinite or NAN where there is none. */
struct fit_parameter {
    const char *name, *meaning;
    double value, stderr_;
    double low, high;
    enum law_hold hold;
};

/* `refused` is NULL, or says why there is no number. */
struct fit_value {
    double x;
    const char *refused;
    double y, low, high;              /* of the curve: confidence */
    double predict_low, predict_high; /* of one more measurement: prediction */
};

struct fit_solution {
    double y;
    const char *refused;
    double x[4]; /* ascending; before and after a peak are two answers */
    size_t count;
    double low, high; /* of x[0] */
};

/* The estimate is `reported` where it is at most twice the largest x measured, the rule
 * of Schwartz's book, and `proved` where its interval is closed as well. */
struct fit_peak {
    bool reported, proved;
    double x, y, low, high; /* high INFINITY: no peak is proved, none below low */
};

/* low and high are the measured sizes on either side where the knee is only bracketed.
 */
struct fit_knee {
    bool found, bracketed;
    double x, low, high;
};

struct fit_result {
    const char *series;
    const struct curve *model;   /* NULL: no law is named */
    const char *interval_method; /* "profile", "delta", "bootstrap (residual), BCa" */
    double level;
    struct points points;
    struct law_fit fit; /* with a model */
    struct choice choice;
    double aicc, bic, loo; /* NAN where undefined */
    double misfit;         /* lack_of_fit() */
    struct fit_parameter parameters[CURVE_MOST_PARAMS];
    bool can_peak; /* the law has a peak, proved or not */
    struct fit_peak peak;
    struct fit_knee knee;
    struct fit_value *values;
    struct fit_solution *solutions;
    size_t value_count, solution_count;
    struct flags flags;
    const char **sentences;
    size_t sentence_count;
    double answer_low, answer_high; /* x outside these is refused */
};

/* False, with words in dg, where the request or its points are wrong. */
bool fit_run(const struct fit_request *r, struct arena *a, struct fit_result *out,
             struct diag *dg);

/* The curve and its bands at x by the delta method, for a chart; outside the range
 * `refused` is set. */
struct fit_value fit_value_at(const struct fit_result *f, double x);

/* The rate at a latency bound: the largest rate reached while the latency is at most
 * `bound`, on straight lines between the measured steps of load (queue depths, users),
 * which come in ascending order.  NAN where the first latency is above it already. */
double fit_rate_at_latency(const double *rate, const double *latency, size_t n,
                           double bound);

#endif
