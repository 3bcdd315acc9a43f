/* study_curves.h - quantities that are read off a fitted curve.
 *
 *     curves:
 *       tps_planned:
 *         metric: throughput          # which measurements, as under `measured`
 *         where: {system: array-a}
 *         over: threads               # the parameter that is x
 *         at: planned_threads         # a formula; or solve: 2000 1/s, or take: peak
 *         model: usl                  # otherwise chosen
 *
 * The law's text goes into the graph, so the workbook carries it live; its coefficients
 * are inputs NAME_PARAMETER whose help says what they were fitted to, and in draws they
 * err with the covariance of the fit (inputs NAME_error_1, ...).  Where the points
 * carry no law, straight lines between the means stand in.  What the fit's flags say
 * are warnings; a scenario that asks outside the measured range is an error.
 */
#ifndef DECISIONS_STUDY_CURVES_H
#define DECISIONS_STUDY_CURVES_H

#include "curves/fit.h"
#include "decisions/study.h"

struct study_curve;

/* After the measured figures; declares the names. */
bool study_read_curves(struct study *s, const struct doc_node *node);
/* The quantity's node, built when something names it; NO_NODE after an error. */
node_id study_build_curve(struct study *s, struct study_curve *c);
/* After the scenarios. */
bool study_check_curves(struct study *s);

/* The i-th curve for a report, in the order of the study; a curve that several
 * questions ask appears once.  False beyond the last. */
struct study_curve_view {
    const char *name;
    const struct fit_request *request;
    const struct fit_result *fit;
};
bool study_curve_at(const struct study *s, size_t i, struct study_curve_view *out);

#endif
