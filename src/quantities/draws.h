/* draws.h - what uncertain inputs do to costs and to a break-even (Monte Carlo).
 *
 * Each draw is one possible world: every input with a distribution that the case does
 * not override takes a value of its own, and the graph is walked as it stands.  The
 * same query gives the same bytes, whatever the number of threads.
 *
 * With two alternatives and a variable the break-even of each draw is found: the value
 * of the variable at which both cost the same, the first from lo on.  Where the
 * difference of the costs is affine in the variable for each draw, two probes tell;
 * elsewhere each draw is searched as in roots.h, some thousand times slower.  A draw
 * without a root in the range counts as +infinity where the first alternative stays the
 * cheaper one (or the two tie: costs within a relative 1e-9 of each other), and as
 * -infinity where the second is cheaper everywhere; a quantile that falls there is
 * infinite, and reads "none".  Elsewhere the variable has the value of its case.
 */
#ifndef QUANTITIES_DRAWS_H
#define QUANTITIES_DRAWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "quantities/graph.h"
#include "quantities/sample.h"

struct arena;
struct progress;
struct scenario_case;

/* 8 bytes a draw and result are held. */
enum { MOST_DRAWS = 20000000, MOST_SPREADS = 16 };

struct draws_query {
    const struct graph *graph;
    const struct scenario_case *scenario;
    /* The cost of the first alternative less that of the second, and both; NO_NODE
     * where there is no pair. */
    node_id difference, costs[2];
    node_id variable;       /* NO_NODE: no break-even */
    double lo, hi;          /* its range, base units */
    const node_id *targets; /* further quantities, up to MOST_SPREADS */
    size_t target_count;
    size_t draws; /* 1 to MOST_DRAWS */
    uint64_t seed;
    unsigned threads;          /* 0: one a processor */
    bool break_even_only;      /* nothing at the variable's own value */
    bool no_charts;            /* no histograms: a tenth to a fifth faster */
    struct progress *progress; /* counts draws; may be NULL */
    struct where at;           /* of the question, for messages */
};

/* Of the draws that gave a number; p5, p50, p95 are quantiles as in sample.h. */
struct spread {
    double p5, p50, p95, mean;
    size_t failed;              /* draws without a value: a division by zero, "none" */
    struct histogram histogram; /* not with no_charts */
};

struct draws_result {
    size_t draws;
    uint64_t seed;
    const node_id *inputs; /* what was drawn, in build order */
    size_t input_count;    /* 0: nothing uncertain; all draws are alike */

    double variable_at;       /* the variable's value in the case */
    struct spread difference; /* there */
    struct spread costs[2];   /* there */
    double
        probability_cheaper; /* that the second is, there; ties are not; NaN: no draw */
    double regret[2];        /* what having chosen the first, the second costs more than
                              * the better one would have, on average */
    struct spread break_even;      /* its mean is NaN */
    double share_none;             /* of draws without a root in the range */
    double share_first_everywhere; /* of those, +infinity; ties included */
    double share_returns;          /* of draws in which the alternative that is cheaper
                                    * before the root is the cheaper one again at hi */

    struct spread targets[MOST_SPREADS]; /* at the variable's own value */
};

/* The result's arrays belong to `arena`; the draws themselves are given back. */
bool draws_run(struct arena *arena, const struct draws_query *q,
               struct draws_result *out, struct diag *dg);

#endif
