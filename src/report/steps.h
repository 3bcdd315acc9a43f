/* steps.h - how the figures come about, each from those above it.
 *
 * The cone of the recommended alternative's cost, or of each break-even's difference,
 * which holds the costs of both its alternatives.  Figures that come to nothing and
 * what only they use are left out, as are prices that stand in the bill and factors
 * of 1.
 */
#ifndef REPORT_STEPS_H
#define REPORT_STEPS_H

#include "report/build.h"

void add_steps(struct maker *m);

#endif
