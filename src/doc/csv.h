/* csv.h - CSV into the tree of doc/tree.h: a sequence of mappings, a row each, whose
 * keys are the names of the header.  Every cell is a scalar with its line and column.
 *
 * Taken: quoted cells with "" and line ends in them, LF, CR LF and CR, a BOM, lines
 * that begin with '#' (comments, also before the header), empty lines (skipped),
 * blanks around plain cells (dropped).  Refused, each with its place: a row that is
 * shorter or longer than the header, a name that the header gives twice, a header cell
 * without a name, quotes that are not closed or stand inside a plain cell, text that
 * is not clean UTF-8, no header, more than CSV_ROWS rows or CSV_COLUMNS columns, a line
 * over CSV_LINE bytes, a file over CSV_BYTES.  A bad row is reported and the next one
 * read; after DIAG_MOST errors reading stops.
 *
 * Own code rather than libcsv, which knows no place but a byte offset and has no
 * header; with those added it would not be shorter.
 */
#ifndef DOC_CSV_H
#define DOC_CSV_H

#include "doc/tree.h"

struct arena;
struct source;

enum {
    CSV_ROWS = 1000000,
    CSV_COLUMNS = 4096,
    CSV_LINE = 1 << 20,
    CSV_BYTES = 32 << 20
};

struct csv {
    char separator;               /* ',' ';' or '\t'; set before reading, 0 is ',' */
    size_t most_cells;            /* that are read; set before, 0 is no bound */
    const struct doc_node *rows;  /* a sequence; may be empty */
    const struct doc_node *names; /* a sequence of scalars: the header */
};

/* False after any error; rows then holds what could be read. */
bool csv_read(struct arena *a, const char *path, struct where at, struct csv *csv,
              struct diag *dg);
bool csv_parse(struct arena *a, struct source src, struct csv *csv, struct diag *dg);

/* The index of a column, which is that of its entry in every row; an error at `at`
 * with "did you mean" and the place of the header where there is none. */
bool csv_column(const struct csv *csv, const char *name, struct where at,
                size_t *column, struct diag *dg);

#endif
