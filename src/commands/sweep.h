/* sweep.h - costs, licences and figures over inputs that take many values each.
 *
 * An axis is "NAME=A:B:N[:log]", "NAME=a,b,c" or, where the input has choices, its name
 * alone.  `years` that is no input of the study counts the years of the horizon: the
 * costs are then those up to the end of that year, undiscounted.
 */
#ifndef COMMANDS_SWEEP_H
#define COMMANDS_SWEEP_H

#include "commands/command.h"
#include "decisions/study.h"
#include "quantities/lattice.h"

enum { MOST_POINTS = 1000000 };

struct sweep_call {
    struct study *study;
    const char *scenario; /* NULL: the study's chosen one */
    const struct option_list *texts;
    const struct option_list *shown; /* formulas: a column each */
    bool licences;                   /* columns of the licences of each alternative */
    bool as_json, as_csv;
};

/* A row a point: the inputs, the columns, which alternative is cheapest. */
bool sweep_print(struct command_call *call, const struct sweep_call *sweep);

/* ---- sweep_axis.c ---- */

struct sweep_axis {
    node_id input; /* NO_NODE: the years */
    const char *name;
    const struct value *values; /* base units; of years: 1, 2, ... */
    size_t count;
};

bool sweep_axis_read(struct study *s, const char *text, struct where at,
                     struct sweep_axis *out);

/* ---- sweep_columns.c ---- */

enum sweep_kind { SWEEP_COST, SWEEP_MONEY, SWEEP_FIGURE, SWEEP_BINDING };

/* What stands in a column: a target, or words on a licence line. */
struct sweep_column {
    enum sweep_kind kind;
    const char *key, *unit; /* "buy", "USD"; unit "" for bare numbers */
    double factor;          /* base units in one of `unit` */
    size_t target;          /* the first of a row of years where `by_year` */
    bool by_year;
    const struct line *line; /* SWEEP_BINDING */
    /* SWEEP_COST: the target, 0 where the alternative is no answer, + 1; 0: none.  It
     * breaks a must-have, or its licences cannot count what they are given. */
    size_t allowed;
};

struct sweep_columns {
    struct sweep_column *columns;
    size_t count, capacity;
    node_id *targets;
    size_t target_count, target_capacity;
    size_t *index; /* [node]: its place among the targets + 1 */
    size_t index_count;
};

/* years: whether one of the axes is the years. */
bool sweep_columns_make(const struct sweep_call *w, bool years,
                        struct sweep_columns *out);
/* What decides the count of a licence: "named user: at least 25 for each of
 * processors"; "" where nothing but the count does. */
const char *sweep_binding(const struct sweep_columns *c, struct arena *a,
                          const struct line *line, const double *row);

#endif
