/* target.h - what an interval can be asked for: a parameter, the peak, the value at
 * an x, the x at a value. */
#ifndef CURVES_TARGET_H
#define CURVES_TARGET_H

#include "curves/law.h"

enum target_kind {
    TARGET_PARAM,  /* parameter `param` */
    TARGET_PEAK_X, /* INFINITY where the fit has no peak */
    TARGET_PEAK_Y, /* NAN where the fit has no peak */
    TARGET_KNEE,   /* NAN where the fit has no knee */
    TARGET_VALUE,  /* y at x = at */
    TARGET_X,      /* the least x with y = at; NAN where there is none */
};

struct target {
    enum target_kind kind;
    unsigned param;
    double at;
    double low, high; /* TARGET_X: where to look */
};

double target_value(const struct law_fit *f, const struct target *t);

/* All x in [low, high] at which the law's value is y, ascending; at most `room`.
 * Between the law's peak, knee and edge it is monotone, so none is missed. */
size_t target_roots(const struct curve *c, const double *p, double y, double low,
                    double high, double *roots, size_t room);

/* A confidence interval.  An end that the data do not bound is infinite; one at which
 * a parameter's range ends is that end, and `low_bound` or `high_bound` says so. */
struct interval {
    double low, high;
    bool low_bound, high_bound;
};

/* Student's t for a two-sided level (0.95) and df degrees of freedom. */
double interval_t(double level, double df);

/* Estimate +- t standard errors; standard error from the law's gradient, by
 * differences for the peak.  NANs where the fit has none. */
struct interval target_delta(const struct law_fit *f, const struct target *t,
                             double level);

#endif
