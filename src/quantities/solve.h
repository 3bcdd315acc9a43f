/* solve.h - the value of a SOLVE node: a search inside a walk.
 *
 * SOLVE_ROOT: the first place, from lo on, at which the target is zero, jumps over
 * zero or begins to be zero (roots.h says how exactly); the target is best a
 * difference, whose two sides then say what "zero" is.  SOLVE_LEAST: where the target
 * is least, the first of several; its value there is within a relative 1e-12 of the
 * least, the place within about 1e-8 where the target is smooth and flat.  NaN where
 * there is none, or the target has no value somewhere on the way.
 */
#ifndef QUANTITIES_SOLVE_H
#define QUANTITIES_SOLVE_H

#include "quantities/plan.h"

/* What is fixed from outside the plan, as plan_point() takes it; both may be NULL.  Of
 * it a nested search keeps the inputs, but for its own variable. */
struct held {
    const bool *hold;
    const struct value *values;
};

/* `id` is a SOLVE of the plan, which has made the nested plan. */
struct value solve_value(const struct plan *outer, node_id id, struct held held);

#endif
