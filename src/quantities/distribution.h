/* distribution.h - what an uncertain input may be: inverse distribution functions.
 *
 * The parameters are those of struct distribution (graph.h), in base units.  A draw is
 * the inverse at a uniform number, so that draws move smoothly with the parameters and
 * two cases that share an input share its draws.  A shape is one case in each function.
 */
#ifndef QUANTITIES_DISTRIBUTION_H
#define QUANTITIES_DISTRIBUTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "quantities/graph.h"

const char *shape_name(enum shape s); /* "triangular"; "none" for SHAPE_NONE */

/* Parameters that are finite, in order and spread: says what is wrong at `at`. */
bool distribution_check(const struct distribution *d, struct where at, struct diag *dg);

/* In place: probabilities in (0, 1) become values.  SHAPE_NONE gives NaN. */
void distribution_quantiles(const struct distribution *d, double *p, size_t n);
double distribution_quantile(const struct distribution *d, double p);

#endif
