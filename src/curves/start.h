/* start.h - what laws share to find their starts in the data: weighted lines.
 *
 * A start need only be near; the fitter does the rest.
 */
#ifndef CURVES_START_H
#define CURVES_START_H

#include "curves/curve.h"

/* The line v = a + b u through points with weights w, least squares.  False where
 * fewer than two u differ or a number is not finite. */
struct start_line {
    double sw, su, sv, suu, suv;
    bool bad;
};
void start_add(struct start_line *s, double u, double v, double w);
bool start_solve(const struct start_line *s, double *a, double *b);

double start_slope(const struct curve_data *d); /* of y = b x, never 0 */
double start_top(const struct curve_data *d);   /* largest y */
double start_mean(const struct curve_data *d);  /* weighted mean of y */

#endif
