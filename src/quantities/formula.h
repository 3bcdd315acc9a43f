/* formula.h - the workbook walk: a node as the formula of one spreadsheet cell.
 *
 * Cells hold values in the shown units of their nodes, so a formula converts where
 * units of arguments and result differ: `=B5*B7*1000` where a price per GB meets TB.
 * Constants stand in the formula itself; every other argument is the address that
 * `cell` gives.  The text comes from the op's row (op.h) and calls only functions that
 * Excel 2016 and LibreOffice 7.4 both know.
 */
#ifndef QUANTITIES_FORMULA_H
#define QUANTITIES_FORMULA_H

#include "quantities/graph.h"

struct formula_cells {
    /* The address or name of a node's cell; never asked for constants and tables. */
    const char *(*cell)(void *context, node_id id);
    /* The range of a table's x (or y) column, in the table's shown units; NULL where
     * no op is a lookup. */
    const char *(*column)(void *context, node_id table, bool y);
    void *context;
};

/* Without '='; of an OP or a CHECK.  Arena: the graph's. */
const char *formula_text(const struct graph *g, node_id id,
                         const struct formula_cells *cells);

/* What a spreadsheet shows where a node has no value: "#DIV/0!" where the NaN arose in
 * a division by zero, "#N/A" elsewhere; NULL where the value is a number. */
struct formula_values {
    double (*value)(void *context, node_id id); /* in any unit */
    void *context;
};
const char *formula_error(const struct graph *g, node_id id,
                          const struct formula_values *values);

/* One node's value shown in `unit`, as an override by node needs it. */
const char *formula_shown(const struct graph *g, node_id id, struct unit unit,
                          const struct formula_cells *cells);

/* "*1000", "/1024" or "": what turns a number in `from` into one in `to`. */
const char *formula_factor(const struct graph *g, struct exact from, struct exact to);

#endif
