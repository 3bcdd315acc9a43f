/* runs_text.h - measurements as JSON lines, as CSV, and as a table for a terminal.
 */
#ifndef WRITERS_RUNS_TEXT_H
#define WRITERS_RUNS_TEXT_H

#include <stdio.h>

#include "measure/runs.h"

struct arena;

/* measurement_json(), one a line. */
void runs_write_json(const struct runs *r, FILE *to);

/* A header, then a row a measurement: file, line, format, system, metric, statistic,
 * value, unit, direction, flags, repeat, duration, samples, and a column for each
 * parameter that any of them has, by name.  Values in base units. */
void runs_write_csv(const struct runs *r, FILE *to);

/* What all have in common stands above; then a row a measurement with what differs. */
void runs_write_table(const struct runs *r, FILE *to);

/* Columns as wide as their widest cell, two blanks between, row by row; empty cells at
 * the end of a row are not written.  Where that is more than TEXT_CELLS_WIDTH, a record
 * a row, with the names of the first row before its cells. */
enum { TEXT_CELLS_WIDTH = 88 };
struct text_cells {
    const char **cells;
    size_t columns, rows;
};
void text_cells_write(struct arena *a, const struct text_cells *t, FILE *to);

#endif
