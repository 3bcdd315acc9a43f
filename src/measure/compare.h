/* compare.h - is B better than A, of two sets of repeats.
 *
 * Two tests beside each other, because each has its own blind spot: Welch's t compares
 * means and trusts values to be about normal; Mann and Whitney's compares ranks and
 * trusts nothing, but so few runs as 3 against 3 can never give a p below 0.1.  What
 * the ranks cannot decide is told as such, never as "no difference".
 */
#ifndef MEASURE_COMPARE_H
#define MEASURE_COMPARE_H

#include "measure/metric.h"
#include "measure/stats.h"

struct arena;

struct welch {
    double t, df, p; /* NAN where a side has one value, or neither varies */
    struct stats_interval
        difference; /* of mean a minus mean b, at the level asked for */
};

struct mann_whitney {
    double u;     /* pairs in which a is above b, ties a half */
    double p;     /* of both sides */
    bool exact;   /* from all orders; else normal, corrected for ties and continuity */
    double least; /* the smallest p that so many values can give without ties */
    double shift; /* Hodges and Lehmann: the median of all a minus b */
};

enum verdict {
    VERDICT_CANNOT_TELL, /* so few runs can never show it */
    VERDICT_NOT_SHOWN,   /* these runs do not show it */
    VERDICT_B_HIGHER,
    VERDICT_B_LOWER
};

struct comparison {
    size_t n_a, n_b;
    double level;
    struct welch welch;
    struct mann_whitney ranks;
    enum verdict verdict; /* by the ranks */
    bool agree;           /* Welch says the same, or nothing */
};

/* n from 1 each; level as in 0.95. */
struct comparison compare_runs(struct arena *a, const double *x, size_t n_x,
                               const double *y, size_t n_y, double level);

/* "B is better: ...", "cannot tell with 3 runs against 3: ...", in words; arena-owned.
 * Of a metric without direction B is higher or lower. */
const char *comparison_words(struct arena *a, const struct comparison *c,
                             enum direction direction);

/* One of the two alone. */
struct welch compare_welch(const double *x, size_t n_x, const double *y, size_t n_y,
                           double level);
/* Exact where `exact` and no two values are the same. */
struct mann_whitney compare_ranks(struct arena *a, const double *x, size_t n_x,
                                  const double *y, size_t n_y, bool exact,
                                  bool continuity);

#endif
