/* pdf_table.h - column widths of a table from its content. */
#ifndef WRITERS_PDF_TABLE_H
#define WRITERS_PDF_TABLE_H

#include "writers/pdf_piece.h"

struct table_plan {
    const struct doc_table *table;
    double size;   /* of the font */
    double width;  /* of all columns with their gaps */
    double *x, *w; /* left edge and width of every column's text */
    double *point; /* decimal columns: distance of the point from the left edge */
    bool *numeric; /* right-aligned or decimal: not wrapped while there is room */
};

/* Smaller type, down to 6.4 points, where the words would not fit; beyond that words
 * break. */
struct table_plan *table_plan_make(struct pieces *ps, const struct doc_table *table);

struct ink_style table_cell_style(const struct table_plan *plan,
                                  enum doc_row_kind kind);
struct ink_style table_head_style(const struct table_plan *plan, size_t column);
const char *table_head_text(struct arena *a, const struct doc_column *column);
/* What is shown in a cell: the chosen row's first is marked. */
const char *table_cell_text(struct arena *a, const struct doc_row *row, size_t column);
/* Width of the part left of the decimal point; false without one. */
bool table_point(struct ink *ink, const char *text, const struct ink_style *style,
                 double *left);

#endif
