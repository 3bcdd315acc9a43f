/* plan.h - what must be computed, in order, for one case.
 *
 * A case is a named list of overrides: an input takes another value, or the value of
 * another node ("reduction: measured_reduction").  A plan holds the cone of its
 * targets in that case, arguments before users.  Every consumer of the graph walks a
 * plan; none has formulas of its own.  An override can close a circle; that is an
 * error at the override, with the way round.
 */
#ifndef QUANTITIES_PLAN_H
#define QUANTITIES_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "quantities/graph.h"

struct override {
    node_id input;
    node_id by;         /* NO_NODE: the value below */
    struct value value; /* base units */
    struct where at;
};

struct scenario_case {
    const char *id, *title; /* title may be NULL */
    const struct override *overrides;
    size_t count;
};

struct plan {
    const struct graph *graph;
    const struct scenario_case *scenario; /* never NULL; no overrides: the base case */
    const node_id *targets;
    size_t target_count;
    const node_id *order; /* arguments before users, no node twice */
    size_t count;
    const node_id *alias; /* [id]: itself, or what stands in its place; of every id */
    const struct override *const *fixed; /* [id]: the override by value, or NULL */
    /* [id] of a SOLVE in `order`: the plan of its target with its variable free, all
     * other overrides holding; else NULL. */
    const struct plan *const *nested;
    bool keep_fractions; /* rounding to the cent is the identity: searches, draws */
};

/* Arena-owned by the graph's arena.  A SOLVE among the nodes is checked for circles
 * through its own cone, but that cone is not in `order`.  The later of two overrides
 * of one input holds. */
bool plan_make(const struct graph *g, const struct scenario_case *scenario,
               const node_id *targets, size_t count, struct plan *out, struct diag *dg);

/* A plan of a search: the variable, an INPUT, is free of the case's overrides. */
struct plan_query {
    const struct scenario_case *scenario;
    node_id variable;
    const node_id *targets;
    size_t count;
};
bool plan_make_free(const struct graph *g, const struct plan_query *q, struct plan *out,
                    struct diag *dg);

/* Marks, in reached[id] for every id up to graph_count(), what any of `seeds`
 * (inputs) reaches; a SOLVE is reached through its cone, but not by its variable. */
void plan_reach(const struct plan *p, const node_id *seeds, size_t count,
                bool *reached);

/* Point walk: values[id] for every node of the plan.  The array is the caller's and
 * has graph_count() + 1 elements; a node marked in `hold` (may be NULL) keeps the
 * value it has.  Division by zero and its like make NaN, and the walk goes on.  They
 * are errors at the node's place, and the walk false, where the NaN reaches a target:
 * the branch that an `if` does not take may divide by zero.  dg NULL: silent, true. */
bool plan_point(const struct plan *p, struct value *values, const bool *hold,
                struct diag *dg);

/* Some nodes of the plan in its order, what they read being there already; silent.
 * False where an operation among them fails. */
bool plan_point_some(const struct plan *p, const node_id *ids, size_t count,
                     struct value *values, const bool *hold);

/* The value of one node in one case: a plan and a point walk. */
struct value plan_value(const struct graph *g, const struct scenario_case *scenario,
                        node_id target, struct diag *dg);

#endif
