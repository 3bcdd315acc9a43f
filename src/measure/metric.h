/* metric.h - what is measured: a metric has one SI unit and one direction.
 *
 * The table is closed under its names; a study may declare further metrics of its own
 * with a unit and a direction (runs_declare()).  To add one, add a row in metric.c.
 */
#ifndef MEASURE_METRIC_H
#define MEASURE_METRIC_H

#include <stdbool.h>
#include <stddef.h>

#include "base/unit.h"

struct arena;

/* Which of two values is the better one; for a metric that only describes a run (a
 * count, a CPU share) neither is. */
enum direction { DIRECTION_NONE, DIRECTION_HIGHER, DIRECTION_LOWER };

struct metric {
    const char *name, *summary;
    struct dim dim;
    enum direction direction;
    bool may_be_negative;
};

const struct metric *metric_find(const char *name); /* NULL: none */
const struct metric *metric_at(size_t i);           /* NULL beyond the last */

/* "higher", "lower", "none", and back. */
extern const char *const direction_names[3];

/* The unit of its values, one of 1/s, B/s, s, B, 1, W, J where it has one of those
 * dimensions; what dim_text() says otherwise. */
const char *metric_unit(struct arena *a, const struct metric *m);

/* mean, stddev, min, max, median, count, and percentiles p1 to p99.999 and
 * p100; the words that a value's statistic may be. */
bool statistic_known(const char *text);

#endif
