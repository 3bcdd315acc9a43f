/* xlsx_part.h - what the files of the workbook writer share; nobody else's. */
#ifndef WRITERS_XLSX_PART_H
#define WRITERS_XLSX_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <xlsxwriter.h>

#include "report/sheet.h"

struct arena;
struct diag;

/* xlsx_check.c: everything that libxlsxwriter would write without a word and a
 * spreadsheet could not read.  The cells must be in order. */
bool xlsx_check(const struct workbook *book, struct diag *dg);

/* Sheets needed for the rows of a source, and the name of the n-th (from 0). */
size_t xlsx_sheet_parts(const struct sheet *s);
const char *xlsx_part_name(struct arena *a, const struct sheet *s, size_t part);

/* xlsx_style.c: one format for each style that occurs, made when first asked for. */
struct xlsx_formats {
    struct arena *arena;
    lxw_workbook *file;
    struct xlsx_format {
        struct style style;
        lxw_format *format;
    } * items;
    size_t count, capacity;
};

/* What a call of xlsx_write() holds while it writes. */
struct writing {
    const struct workbook *book;
    const struct sheet *from;
    lxw_workbook *file;
    lxw_worksheet *to;
    struct xlsx_formats formats;
    struct arena *arena;
    size_t heights_done; /* of from->heights */
    lxw_error error;     /* the first one */
};
void xlsx_keep(struct writing *w, lxw_error error);

lxw_format *xlsx_format(struct xlsx_formats *f, struct style style);
lxw_format *xlsx_mark_format(lxw_workbook *file, enum mark mark);
lxw_color_t xlsx_colour(const char *text); /* "#1F4E79" */

/* How far a style's text needs more lines than the default font's. */
bool xlsx_wraps(struct style style);
double xlsx_text_width(struct style style); /* of a usual character, in widths of 0 */
double xlsx_line_points(struct style style);

/* xlsx_sheet.c: all of a sheet but its cells; validations and conditions come last. */
void xlsx_set_view(struct writing *w);
void xlsx_set_print(struct writing *w);
void xlsx_set_rules(struct writing *w);

/* The style that a cell is written in: text of several lines wraps. */
struct style xlsx_style_of(const struct cell *c);

/* xlsx_place.c: what a cell's neighbours say about its style.  A header stands as the
 * values below it, a text behind a number keeps its distance, a number without a format
 * gets one by its size.  The cell is one of the sheet's, which are in order. */
struct style xlsx_style_in_place(const struct sheet *s, const struct cell *c);
int xlsx_by_place(const void *a, const void *b); /* struct cell: by row, by column */
double xlsx_width_of_column(const struct sheet *s, unsigned column);
/* Pages side by side on which a sheet can still be read; each repeats the frozen
 * columns, or else the first. */
uint16_t xlsx_columns_repeated(const struct sheet *s);
uint16_t xlsx_pages_wide(const struct sheet *s);

/* xlsx_rows.c: the height of each row, before its first cell is written.  A row with
 * wrapped text and no height of its own gets as many lines as its cells need, since
 * LibreOffice does not see to that when it opens a file. */
void xlsx_begin_row(struct writing *w, const struct cell *cells, size_t left);
void xlsx_end_rows(struct writing *w);

/* xlsx_chart.c */
void xlsx_add_chart(lxw_workbook *file, lxw_worksheet *to, const struct sheet_chart *c);

/* libxlsxwriter takes char * for texts that it only reads. */
static inline char *xlsx_text(const char *text)
{
    return (char *)text;
}

#endif
