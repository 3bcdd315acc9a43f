/* explain.h - how a figure came about: its cone, line by line, in build order.
 *
 * A row for each quantity that has a name or a label, and for the figure itself, what
 * it is made of before what is made of it.  Unnamed parts are written out inside the
 * row that uses them.  A row says which argument of a min or max was binding, which way
 * an if went and which row of a table held.  Writers indent by depth, or print the rows
 * backwards for a reader who begins at the figure.
 */
#ifndef QUANTITIES_EXPLAIN_H
#define QUANTITIES_EXPLAIN_H

#include "quantities/plan.h"

struct explain_row {
    node_id id;
    unsigned depth;   /* 0: the figure; else how many named users lie between, at least,
                       * and one */
    const char *name; /* or the label; "" for a figure without either */
    const char *text; /* "database_size * copies", "input", "sum of 7 measurements" */
    const char *value;   /* in the unit shown: "96 TB"; truth as "yes" or "no" */
    const char *unit;    /* as shown; "" for a bare number */
    const char *binding; /* "the greatest is 25 * cpus", several with "; "; or "" */
    struct where at;     /* of the node; of the override where the case has one */
};

struct explain_query {
    const struct graph *graph;
    const struct scenario_case *scenario;
    node_id target;
    int digits; /* significant, of values; constants in texts are shown whole */
};

struct explanation {
    const struct explain_row *rows;
    size_t count;
};

/* False where the plan cannot be made, or the figure has no value (dg); the rows are
 * there in the second case. */
bool explain(const struct explain_query *q, struct arena *arena,
             struct explanation *out, struct diag *dg);

#endif
