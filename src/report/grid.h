/* grid.h - quantities down, cases across: the cells that follow when inputs move.
 *
 * A grid column is a scenario with one or two inputs given other values, each by a
 * formula of the sheet.  Only what these inputs reach has cells of its own; the rest
 * is read from Model's column of that scenario.
 */
#ifndef REPORT_GRID_H
#define REPORT_GRID_H

#include "report/book.h"

enum { MOST_MOVED = 2 };

struct grid_move {
    node_id input;
    const char *formula; /* in the input's shown unit */
    double value;        /* the same by the engine, base units */
};

struct grid_column {
    const char *title;
    int scenario; /* index, or BASE_CASE */
    struct grid_move moves[MOST_MOVED];
    size_t move_count;
    const struct value *values; /* set by grid_add() */
};

struct grid {
    struct sheet *sheet;
    uint32_t row;    /* of the header; quantities begin below */
    uint16_t column; /* of the first case; three columns before it name the quantity */
    struct grid_column *columns;
    size_t count;
    const node_id *targets; /* what must be in the grid */
    size_t target_count;
    const uint32_t *row_of; /* [node id], set by grid_add(); 0: not in the grid */
    uint32_t last_row;
};

void grid_add(struct book *b, struct grid *g);

/* The address on the grid's sheet, or on Model where the moves do not reach it. */
const char *grid_cell(const struct book *b, const struct grid *g, node_id id, size_t i);
double grid_value(const struct book *b, const struct grid *g, node_id id, size_t i);

#endif
