/* runs.h - the measurements of a study, in the order they were read.
 *
 * A measurement is known by its index, its id, which never changes; ids go into the
 * graph and the workbook as a figure's pedigree.  All memory comes from the arena that
 * the set was made on.
 */
#ifndef MEASURE_RUNS_H
#define MEASURE_RUNS_H

#include "measure/measurement.h"

struct arena;
struct runs_index;

struct runs {
    struct arena *arena;
    struct measurement *items; /* moves as the set grows: keep ids, not pointers */
    size_t count, capacity;
    struct run_file **files; /* in the order of first use */
    size_t file_count, file_capacity;
    struct metric **declared; /* by a study */
    size_t declared_count, declared_capacity;
    struct runs_index *index;
};

struct runs *runs_new(struct arena *a);

/* The file of that path, format and content, added where it is new. */
struct run_file *runs_file(struct runs *r, const char *path, const char *format,
                           const char *bytes, size_t length);

/* The same for a file that is known by its checksum alone, which may be "" where nobody
 * will look it up; texts are copied, and `measurements` counts from 0. */
struct run_file *runs_file_known(struct runs *r, const struct run_file *file);

/* The same text, kept once; for words of which a file has few. */
const char *runs_text(struct runs *r, const char *text);

/* The set of these parameters in any order; keys must differ. */
const struct setting *runs_setting(struct runs *r, const struct parameter *items,
                                   size_t count);

size_t runs_settings(const struct runs *r); /* how many differ */

/* In the table or declared; NULL: neither. */
const struct metric *runs_metric(const struct runs *r, const char *name);
/* All names, for "did you mean"; arena-owned. */
const char **runs_metric_names(const struct runs *r, size_t *count);
/* Declares a metric the table lacks, or returns the one that says the same; NULL where
 * the name is taken with another dimension or direction. */
const struct metric *runs_declare(struct runs *r, const char *name, struct dim dim,
                                  enum direction direction);

/* Copies all of `from`, which another thread may have made and whose arena may go. */
void runs_append(struct runs *to, const struct runs *from);

/* Copies `m`, counts its repeat among those before it, and returns its id. */
size_t runs_add(struct runs *r, struct measurement m);

#endif
