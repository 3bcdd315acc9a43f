/* graph.h - the graph of quantities: every cost and every break-even is in here once.
 *
 * A quantity is one scalar with a unit.  Truth is 0 or 1, a date is Excel's day
 * number, a choice an ordinal in a list.  Nodes are made bottom-up by the builders
 * below, which check dimensions; ids only grow, so arguments have smaller ids than
 * their users.  The structure never depends on a value: whoever wants "this or that"
 * builds both and an `if`.  Values are in base units everywhere; a node's unit says
 * how to show it.  What a node is worth is not in the graph: plan.h walks it.
 *
 * Inlets that build nodes: expressions (expr.h), price primitives, curves, studies.
 */
#ifndef QUANTITIES_GRAPH_H
#define QUANTITIES_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/exact.h"
#include "base/unit.h"

struct arena;
struct op;

typedef uint32_t node_id;
enum { NO_NODE = 0 }; /* what a builder returns after an error; ids start at 1 */

/* x always holds; exact holds too where is_exact, and then x is its nearest double.
 * NaN is "there is none" (a break-even that does not exist) and spreads. */
struct value {
    double x;
    bool is_exact;
    struct exact exact;
};
struct value value_of_exact(struct exact e);
struct value value_of_double(double x);

/* Where a number comes from, for a reader who doubts it.  Any may be NULL. */
struct pedigree {
    const char *source, *as_of, *confidence, *owner, *help;
};

enum shape {
    SHAPE_NONE,
    SHAPE_UNIFORM,
    SHAPE_TRIANGULAR,
    SHAPE_NORMAL,
    SHAPE_LOGNORMAL
};

/* Parameters in base units: uniform lo, hi; triangular lo, mode, hi; normal mean,
 * standard deviation; lognormal median, geometric standard deviation (no unit, > 1). */
struct distribution {
    enum shape shape;
    double p[3];
    const char *source; /* NULL: an assumption without a source */
};

struct input {
    struct value value;
    bool ranged;
    struct value lo, hi; /* lo <= hi: searched and varied; outside it warns */
    struct distribution distribution;
    const char *const *choices; /* NULL, or the words of ordinals 0, 1, ... */
    size_t choice_count;
    struct pedigree pedigree;
};

/* One figure out of measurements: `ids` index the study's runs, `take` says how. */
struct measured {
    struct value value;
    const char *take;
    const size_t *ids;
    size_t count;
};

/* Rows ascend strictly in x.  step: y of the last row with x_i <= x, below the first
 * row the first y.  line: straight between rows, the end segments go on. */
struct table {
    const struct value *x, *y;
    size_t count;
    struct unit x_unit; /* the node's own unit is y's */
};

enum check_level { CHECK_WARNING, CHECK_MUST_HAVE };
struct check {
    enum check_level level;
    const char *words; /* what it means that it failed */
    const char *id;
};

/* The value of `variable`, an INPUT, at which `target` is 0 (the first from lo), or
 * is least.  The only nesting: `target`'s cone is walked anew for each trial. */
enum solve_aim { SOLVE_ROOT, SOLVE_LEAST };
struct solve {
    node_id variable, target;
    struct value lo, hi;
    enum solve_aim aim;
};

enum node_kind {
    NODE_CONST,
    NODE_INPUT,
    NODE_MEASURED,
    NODE_TABLE,
    NODE_OP,
    NODE_CHECK,
    NODE_SOLVE,
};

struct node {
    enum node_kind kind;
    const struct op *op; /* NODE_OP */
    const node_id *args; /* NODE_OP, and the one argument of NODE_CHECK */
    unsigned arg_count;
    struct unit unit;  /* of the value when shown; its dim is the value's dimension */
    const char *name;  /* as expressions and the workbook call it; NULL: unnamed */
    const char *label; /* words for a reader; NULL: none */
    struct where at;
    union {
        struct value constant;
        const struct input *input;
        const struct measured *measured;
        const struct table *table;
        const struct check *check;
        const struct solve *solve;
    } as;
};

struct graph;

struct graph *graph_new(struct arena *arena);
struct arena *graph_arena(const struct graph *g);
size_t graph_count(const struct graph *g); /* ids are 1 .. count */
/* Valid until the next node is added; NULL for NO_NODE. */
const struct node *graph_node(const struct graph *g, node_id id);
node_id graph_find(const struct graph *g, const char *name); /* or NO_NODE */

/* Builders.  Structs they take are copied; strings and arrays in them are not. */
node_id graph_const(struct graph *g, struct value v, struct unit unit, struct where at);
node_id graph_input(struct graph *g, const char *name, const struct input *in,
                    struct unit unit, struct where at);
node_id graph_measured(struct graph *g, const char *name, const struct measured *m,
                       struct unit unit, struct where at);
node_id graph_table(struct graph *g, const struct table *t, struct unit y_unit,
                    struct where at);
node_id graph_solve(struct graph *g, const struct solve *s, struct where at);
node_id graph_check(struct graph *g, const struct check *c, node_id truth,
                    struct where at);

/* Diagnoses wrong arity and dimensions at `at`; NO_NODE among the arguments gives
 * NO_NODE and no further message, so that calls nest. */
node_id graph_op(struct graph *g, const char *op, const node_id *args, unsigned count,
                 struct where at, struct diag *dg);
node_id graph_op1(struct graph *g, const char *op, node_id a, struct where at,
                  struct diag *dg);
node_id graph_op2(struct graph *g, const char *op, node_id a, node_id b,
                  struct where at, struct diag *dg);
node_id graph_if(struct graph *g, node_id truth, node_id yes, node_id no,
                 struct where at, struct diag *dg);

/* Another value for an INPUT, before anything is walked ("--set"). */
void graph_set_input(struct graph *g, node_id id, struct value v);

/* A name is unique and a node has at most one; false where either fails (no message).
 * graph_alias() makes a further node of the same value, to carry a second name. */
bool graph_name(struct graph *g, node_id id, const char *name);
void graph_label(struct graph *g, node_id id, const char *label); /* NO_NODE: nothing */
node_id graph_alias(struct graph *g, node_id id, struct where at, struct diag *dg);

/* Shows the node in another unit of the same dimension; false where it differs. */
bool graph_show_as(struct graph *g, node_id id, struct unit unit);

#endif
