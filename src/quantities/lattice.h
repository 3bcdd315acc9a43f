/* lattice.h - quantities at every combination of the values of several inputs.
 *
 * The first axis turns slowest.  What no axis reaches is computed once, what only outer
 * axes reach once for each of their values: a node waits for the innermost axis that
 * reaches it.  Values are those of the point walk, to the last digit, in blocks of
 * points on several threads; the same whatever their number.
 */
#ifndef QUANTITIES_LATTICE_H
#define QUANTITIES_LATTICE_H

#include "quantities/plan.h"

struct arena;

enum { MOST_AXES = 6 };

struct lattice_axis {
    node_id input;
    const struct value *values; /* base units */
    size_t count;               /* at least 1 */
};

struct lattice_query {
    const struct graph *graph;
    const struct scenario_case *scenario; /* what it overrides of an axis is free */
    const struct lattice_axis *axes;
    size_t axis_count; /* 0 to MOST_AXES */
    const node_id *targets;
    size_t target_count;
    unsigned threads; /* 0: one a processor */
};

struct lattice;

/* NULL after an error: a circle. */
struct lattice *lattice_make(struct arena *a, const struct lattice_query *q,
                             struct diag *dg);
size_t lattice_points(const struct lattice *l);
/* Points first .. first + count - 1 into out[point][target], base units; NaN where a
 * quantity has none. */
void lattice_walk(struct lattice *l, size_t first, size_t count, double *out);

#endif
