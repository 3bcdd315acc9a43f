/* profile.h - profile likelihood intervals: everything else refitted at each value.
 *
 * The limit is where the weighted sum of squares reaches (1 + t^2/df) of its least
 * value; parameters stay inside their ranges on the way.  Unlike estimate +- t errors
 * it follows the curvature, so the peak of a nearly straight curve gets an open upper
 * end ("no peak below n") and never a negative lower one.
 *
 * Bates, Watts: Nonlinear Regression Analysis (1988), 6.1.
 */
#ifndef CURVES_PROFILE_H
#define CURVES_PROFILE_H

#include "curves/target.h"

/* The interval of a parameter that stopped at its bound begins there.  False for a fit
 * without degrees of freedom, an exact fit, a given parameter, and for other targets
 * than parameters of a law with a kink. */
bool profile_interval(struct law_work *w, const struct curve_data *d,
                      const struct law_fit *f, const struct target *t, double level,
                      struct interval *out);

#endif
