/* vdbench.h - what the readers of vdbench's reports and of its flatfile share. */
#ifndef READERS_VDBENCH_H
#define READERS_VDBENCH_H

#include "readers/harvest.h"

struct vdbench_column {
    const char *name, *metric, *statistic, *unit;
    const char *op; /* NULL: all operations */
};

struct vdbench_row {
    struct harvest *h;
    const struct line *line; /* its text holds the cells */
    const char *const *names;
    const char *const *cells;
    size_t count;
    const char *share; /* the name of the column of the read percentage */
};

/* NULL: none.  The table ends with a name NULL. */
const struct vdbench_column *vdbench_find(const struct vdbench_column *table,
                                          const char *name);
/* Puts a cell; n/a is missing, and so is any figure of a direction that did no I/O. */
void vdbench_put(const struct vdbench_row *r, const struct vdbench_column *c,
                 const char *cell);
/* Commits the row, or drops it where it did no operation at all. */
void vdbench_close(const struct vdbench_row *r);
/* "4k" as "4 KiB", "512" as "512 B"; vdbench's letters are 1024-based. */
const char *vdbench_size(struct arena *a, const char *text);

#endif
