/* fit_plot.h - a fitted curve as two charts: with its points and bands, and what it
 * leaves. */
#ifndef REPORT_FIT_PLOT_H
#define REPORT_FIT_PLOT_H

#include "curves/fit.h"
#include "report/plot.h"

/* Arena-owned.  Points carry an error bar of one standard error where the fit gives
 * one; the curve is drawn as far as answers go, never beyond. */
struct plot fit_plot_curve(struct arena *a, const struct fit_request *r,
                           const struct fit_result *f);
/* Residuals over x: in percent with relative weights, in y's unit with equal ones, in
 * standard deviations of the repeats otherwise. */
struct plot fit_plot_residuals(struct arena *a, const struct fit_request *r,
                               const struct fit_result *f);

#endif
