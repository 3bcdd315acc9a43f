/* expr.h - formulas as people write them, read straight into nodes.
 *
 *   or < and < not < comparison (= != < <= > >=) < + - < * / < unary - < ^
 *   functions: if(condition, a, b) min max sum ceil floor round cent exp ln sqrt
 *   erlang_b; names of letters, digits, '_' and '.'; numbers with their unit
 *
 * A day is written 2008-06-16 and is its day number (date.h).
 *
 * A unit follows its number directly and holds no blanks: `8 KiB`, `1 USD/GB`,
 * `22 %/year`, `1 USD/GB * 48 TB`.  `100 USD/users` where `users` is a name of the
 * study is an error that says so, since it could be read in two ways.  Nothing here
 * has side effects; text that is no formula is an error with the column.
 */
#ifndef QUANTITIES_EXPR_H
#define QUANTITIES_EXPR_H

#include "doc/tree.h"
#include "quantities/graph.h"

/* What names mean.  resolve() gives the node, building it first where need be, or
 * NO_NODE after a diagnostic; known() asks without building. */
struct scope {
    node_id (*resolve)(void *context, const char *name, struct where at,
                       struct diag *dg);
    bool (*known)(void *context, const char *name);
    void *context;
    /* The value that the text is part of, from byte `from` on: places are then right in
     * text of several lines too.  NULL: columns are counted on. */
    const struct doc_node *node;
    size_t from;
};

/* `at` is the first byte of `text` in its file; columns are counted on from there. */
node_id expr_build(struct graph *g, const char *text, struct where at,
                   const struct scope *scope, struct diag *dg);

/* A scope that knows the graph's own names only, with "did you mean". */
struct scope graph_scope(struct graph *g);

/* "unknown name 'x'; did you mean 'y'?" over the graph's names; always NO_NODE. */
node_id expr_unknown(const struct graph *g, const char *name, struct where at,
                     struct diag *dg);

#endif
