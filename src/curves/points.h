/* points.h - measurements made ready for a fit: checked, sorted, weighted.
 *
 * Weights decide what "near" means, so the choice is always named:
 *   relative  residuals over y: benchmark noise grows with the value (the default)
 *   equal     residuals in y's unit
 *   log       residuals of the logarithms: prices over years, which spread by factors
 *   repeats   residuals over the standard deviation of the repeats at that x, or over
 *             the one that came with the value
 * WEIGHTS_AUTO takes repeats where every x has POINTS_TRUSTED of them or more (fewer
 * give a standard deviation that is itself a guess), otherwise relative; equal where a
 * value is 0, which has no relative error.
 */
#ifndef CURVES_POINTS_H
#define CURVES_POINTS_H

#include "base/diag.h"
#include "curves/curve.h"

enum fit_weights {
    WEIGHTS_AUTO,
    WEIGHTS_RELATIVE,
    WEIGHTS_EQUAL,
    WEIGHTS_REPEATS,
    WEIGHTS_LOG,
    WEIGHTS_KINDS
};
enum { POINTS_TRUSTED = 10, POINTS_WHOLE = 1024 };

/* One measurement as it came.  sd is its own standard deviation, 0: none known. */
struct fit_point {
    double x, y, sd;
    struct where at;
};

struct points {
    struct curve_data data;   /* sorted by x, then y; arena-owned */
    const size_t *from;       /* index of each in the request */
    size_t distinct;          /* different x */
    double low, high;         /* range of x */
    double norm;              /* of weight * y */
    enum fit_weights weights; /* never AUTO */
    /* Error that the repeats show by themselves: weighted squares about the mean of
     * each x, and their degrees of freedom (0: no repeats). */
    double pure_ss;
    size_t pure_df;
};

/* False with words where nothing can be fitted: no point, a value that is no number,
 * weights that these values do not have. */
bool points_make(struct arena *a, const struct fit_point *given, size_t n,
                 enum fit_weights weights, struct points *out, struct diag *dg);

/* The same law in at most POINTS_WHOLE points for screening 10^6: neighbours in x
 * become their weighted mean.  `lost` gets the squares within them. */
struct curve_data points_thin(struct arena *a, const struct curve_data *d,
                              double *lost);

const char *fit_weights_name(enum fit_weights w);

#endif
