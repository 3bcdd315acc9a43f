/* ingest.h - many raw files at once, on all processors, as one set of runs.
 *
 * Files are read each on its own and put together in the order in which they were
 * named, folders by the names in them, so that the result does not depend on threads.
 * A file that is named must be readable; in a folder, what nothing recognises is
 * warned of and passed over.
 */
#ifndef READERS_INGEST_H
#define READERS_INGEST_H

#include "readers/reader.h"

struct progress;

struct ingest_file {
    const char *path;
    bool in_folder; /* found in a folder that was named */
    size_t size;
};

struct ingest {
    const struct reader *reader; /* of all files; NULL: recognised, each by itself */
    const char *system;          /* of all files; NULL: see harvest_on() */
    unsigned threads;            /* 0: one a processor */
    bool want_sums;              /* checksums, for a run store or a report */
    struct ingest_file *files;
    size_t count, capacity;
    size_t read, passed; /* files that gave measurements, and those that did not */
};

/* Adds a file, or every file in and below a folder but for hidden ones. */
bool ingest_add(struct arena *a, struct ingest *in, const char *path, struct diag *dg);

/* Reads them all into `runs`; false after any error, with all that could be read.
 * `progress` counts bytes and may be NULL. */
bool ingest_run(struct ingest *in, struct runs *runs, struct progress *progress,
                struct diag *dg);

#endif
