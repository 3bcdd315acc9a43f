/* bca.h - intervals from resampled values, and quantiles of Student's t.
 *
 * Davison, Hinkley: Bootstrap Methods and their Application (1997), 5.3.
 */
#ifndef MEASURE_BCA_H
#define MEASURE_BCA_H

#include "measure/stats.h"

/* The alpha quantile of sorted values at (count + 1) * alpha, between neighbours on the
 * normal scale (as R's boot); the extreme value beyond them. */
double bca_quantile(const double *sorted, size_t count, double alpha);

/* Bias corrected and accelerated.  `jack`: the estimate without each of the n values.
 * Where the estimate lies beyond all values, or is infinite, the percentile interval.
 */
struct stats_interval bca_interval(const double *sorted, size_t count, double estimate,
                                   const double *jack, size_t n, double level);

/* p above 0 and below 1, df above 0. */
double stats_t_quantile(double p, double df);

#endif
