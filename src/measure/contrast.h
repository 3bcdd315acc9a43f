/* contrast.h - two sets of runs, A and B, that differ in one key: by how much, whether
 * that can be told, and all else in which they differ.
 *
 * A parameter of which both sets have a common value makes the pairs: only runs that
 * agree in it are compared.  One of which they share no value is told in every line, as
 * are systems, tools, versions, formats, states and flags: a ratio is only as good as
 * the runs are alike.
 */
#ifndef MEASURE_CONTRAST_H
#define MEASURE_CONTRAST_H

#include "measure/compare.h"
#include "measure/group.h"

struct contrast {
    struct group a, b;
    struct comparison verdict;
    /* B over A: of geometric means, with Welch's t on the logarithms, where all values
     * are above 0; of means without an interval (NAN) otherwise. */
    double ratio;
    struct stats_interval interval;
    bool geometric;
    const char *differs; /* "block_size 8 KiB, 16 KiB; version 3.1, 3.2", or "" */
};

struct contrast_list {
    const struct measurement *a, *b; /* the first that has each value */
    const char **pairing;            /* the keys that A and B are paired by */
    size_t pairing_count;
    struct contrast *items;
    size_t count, capacity;
    size_t alone; /* measurements without a partner */
};

/* An error where `key` does not take exactly two values in `ids`. */
bool contrasts_of(const struct runs *r, struct id_list ids, const char *key,
                  double level, struct contrast_list *out, struct diag *dg);

#endif
