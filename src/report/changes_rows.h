/* changes_rows.h - changes as rows for a reader: what changed alike is one row. */
#ifndef REPORT_CHANGES_ROWS_H
#define REPORT_CHANGES_ROWS_H

#include "report/changes.h"

struct change_row {
    const struct change *first;
    const char *what;  /* "compressed: disk: unit price" */
    const char *where; /* scenarios; "" where all, or none */
};

enum { MOST_ROWS = 500 };
struct change_rows {
    struct change_row *items;
    size_t count;
    size_t left;  /* rows beyond MOST_ROWS */
    size_t finer; /* changes of the group that follow from its rows */
};

struct change_rows change_rows_of(const struct changes *c, enum fact_group group);

/* Cells of a row.  Numbers have as many digits as tell them apart. */
const char *change_was(struct arena *a, const struct change *c); /* "-": nothing */
const char *change_is(struct arena *a, const struct change *c);
const char *change_difference(struct arena *a, const struct change *c); /* "+4 TB" */
/* "+4.1 %", with "*" where marked, "**" where worse; "added", "removed", "was 0". */
const char *change_share(struct arena *a, const struct change *c);

#endif
