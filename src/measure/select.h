/* select.h - which measurements are meant, and one figure out of many.
 *
 *     tpcc: {metric: size, where: {suite: TPC-C, compressed: yes}, take: sum}
 *
 * `where` names parameters, and besides `system`, `statistic` and `file`.  A key or a
 * value that no measurement has is an error with the nearest one, so that a misspelt
 * condition is never an empty sum.
 */
#ifndef MEASURE_SELECT_H
#define MEASURE_SELECT_H

#include "doc/tree.h"
#include "measure/runs.h"

enum take {
    TAKE_ONLY,
    TAKE_SUM,
    TAKE_MEAN,
    TAKE_MEDIAN,
    TAKE_COUNT,
    TAKE_MIN,
    TAKE_MAX,
    TAKE_KINDS
};
extern const char *const take_names[TAKE_KINDS]; /* "only", "sum", ... */

struct selection {
    const struct metric *metric; /* NULL: any */
    const char *statistic;       /* NULL: any */
    const struct parameter *where;
    const struct where *where_at; /* of each key; may be NULL */
    size_t where_count;
    struct where at; /* to blame for an empty answer */
};

/* Reads the keys metric, statistic and where of `node`; other keys are not looked at.
 */
bool selection_read(const struct runs *r, const struct doc_node *node,
                    struct selection *out, struct diag *dg);

/* Ids in ascending order, arena-owned; an error where none is left. */
struct id_list {
    const size_t *ids;
    size_t count;
};
bool runs_select(const struct runs *r, const struct selection *s, struct id_list *out,
                 struct diag *dg);

/* One figure and where it came from. */
struct taken {
    double value; /* in base units */
    struct exact exact;
    bool is_exact;
    double resolution; /* of the last digit that the figure can carry; 0: not known */
    struct dim dim;
    enum direction direction;
    const struct unit *written; /* a unit to show it in: that of all inputs, or NULL */
    struct id_list from;        /* the pedigree */
    uint32_t flags;             /* of any input */
};

/* `only` fails where more than one measurement is meant, and names the first few.  All
 * but count fail where metrics, units or statistics are mixed; percentiles cannot be
 * summed or averaged.  min, max and median of an odd number are exact values. */
bool runs_take(const struct runs *r, const struct selection *s, enum take take,
               struct taken *out, struct diag *dg);

/* selection_read(), the key `take` (only, where it is not given) and runs_take(). */
bool runs_take_node(const struct runs *r, const struct doc_node *node,
                    struct taken *out, struct diag *dg);

#endif
