/* group.h - measurements in groups of repeats, and what their values say together.
 *
 * A key is a parameter, or `system`, `statistic` or `file`.  Metrics and statistics are
 * never mixed in one group.
 */
#ifndef MEASURE_GROUP_H
#define MEASURE_GROUP_H

#include "measure/select.h"
#include "measure/stats.h"

enum { STEADY_WINDOW = 5 }; /* repeats, as SNIA's specification has rounds */
enum { DRIFT_LEAST = 4 };   /* values below which no drift can be told */
#define DRIFT_P 0.05        /* Kendall's p up to which a drift is called one */

struct group {
    struct id_list ids; /* in the order in which the runs were added */
    const struct measurement *first;
    double *values;
    struct stats stats;
    const size_t *outliers; /* indices in values */
    size_t outlier_count;
    struct drift drift;   /* over the order of the runs, one a step */
    struct steady steady; /* of the last STEADY_WINDOW */
    uint32_t flags;       /* of any */
};

struct group_list {
    struct group *items;
    size_t count, capacity;
};

/* Groups of `ids` by metric, statistic and `keys`; without keys by system and all
 * parameters, so that a group is the repeats of one run.  In the order of the first of
 * each.  `level` is of the intervals. */
struct group_list groups_of(const struct runs *r, struct id_list ids,
                            const char *const *keys, size_t key_count, double level);

/* The keys that any of `ids` has, `system` and `file` first; arena-owned. */
const char **group_keys(const struct runs *r, struct id_list ids, size_t *count);

/* What `m` has under `key`, as text; NULL: nothing. */
const char *group_text(const struct measurement *m, const char *key);
bool group_same(const struct measurement *a, const struct measurement *b,
                const char *key);

/* The different values of `key` in `ids`, in order of appearance; measurements that
 * have none count as one value, shown as "-". */
struct group_values {
    const struct measurement **first; /* that has it */
    size_t count, capacity;
};
struct group_values group_values(const struct runs *r, struct id_list ids,
                                 const char *key);

/* "drifts -3.2 % a run (Kendall p = 0.003)", "no drift shown"; and "steady over the
 * last 5", "not steady: ..."; each with "cannot tell with n runs" where so.
 * Arena-owned. */
const char *group_drift_words(struct arena *a, const struct group *g);
const char *group_steady_words(struct arena *a, const struct group *g);

#endif
