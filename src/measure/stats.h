/* stats.h - figures of repeats: what was measured several times under one setting.
 *
 * Nothing is dropped: an outlier is named and stays in every figure.  A figure that so
 * few values do not give is NAN.  Values must be finite.
 */
#ifndef MEASURE_STATS_H
#define MEASURE_STATS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

struct stats_interval {
    double low, high; /* NAN: cannot be told */
};

struct stats {
    size_t n;
    double mean, median, min, max;
    double stddev; /* of a sample: n - 1; NAN for one value */
    double mad;    /* median distance from the median, as it is */
    /* Of the mean at the level asked for, by Student's t: right where values are about
     * normal.  The interval of a mean is no range for the next value. */
    struct stats_interval student;
};

/* n from 1.  Values that lie within a millionth of each other are taken as the shortest
 * decimals that read back as them: 10000000.2 and 10000000.1 are a tenth apart, and not
 * what their doubles are apart. */
struct stats stats_of(struct arena *a, const double *x, size_t n, double level);

enum { STATS_DRAWS = 9999 };

/* Of the mean by the bootstrap, bias corrected and accelerated, which follows a skew.
 * All resamples are gone through where there are no more than STATS_DRAWS, that many
 * drawn otherwise, the same ones for the same values; about a millisecond. */
struct stats_interval stats_bca(struct arena *a, const double *x, size_t n,
                                double level);

/* Types 1 to 9 of Hyndman and Fan, Sample Quantiles in Statistical Packages (1996); 7
 * is what spreadsheets and R do, 8 is median unbiased. */
double stats_quantile(const double *sorted, size_t n, double p, int type);
/* Whether n values reach the quantile p at all: n >= 1 / (1 - p). */
bool stats_reaches(size_t n, double p);

/* Indices of values whose distance from the median is more than 3.5 times 1.4826 times
 * the MAD (Iglewicz and Hoaglin 1993), ascending; how many.  None below 5 values, and
 * none where more than half of all are equal, because then nothing tells how far is
 * far.
 */
size_t stats_outliers(struct arena *a, const double *x, size_t n, const size_t **out);

/* How the values went over time: in the order given, one a step. */
struct drift {
    double slope, intercept; /* Theil and Sen: the median of all slopes; y at x 0 */
    double tau;              /* Kendall's tau-b, -1 to 1 */
    double p;                /* that there is no trend, from the normal approximation */
};
struct drift stats_drift(struct arena *a, const double *x, const double *y, size_t n);

/* Whether the last `window` values stand still, as SNIA's performance test
 * specification has it for 5 rounds: they lie within 20 % of their average, and the
 * best line through them rises or falls by no more than 10 % of it. */
struct steady {
    bool known;   /* n >= window */
    bool reached; /* both bounds are kept */
    double average;
    double range, rise; /* shares of the average */
};
struct steady stats_steady(const double *y, size_t n, size_t window);

#endif
