/* plot_axis.h - numbers along an axis: ranges, ticks and their texts.
 *
 * Pure arithmetic.  Ticks stand at 1, 2, 5 x 10^n (logarithmic: decades, with 2 and 5
 * where there is room; base 2: powers of two), with a minor grid between them.
 */
#ifndef WRITERS_PLOT_AXIS_H
#define WRITERS_PLOT_AXIS_H

#include <stdbool.h>
#include <stddef.h>

#include "report/plot.h"

struct arena;

struct axis_tick {
    double at;        /* in the axis's unit */
    const char *text; /* NULL: a minor line, without a label */
};

struct axis {
    const struct plot_axis *of;
    enum plot_scale scale;
    double low, high; /* low < high */
    const char *unit; /* for the title: "thousand USD", "TB"; "" none or on the ticks */
    struct axis_tick *ticks; /* ascending */
    size_t count;
};

/* `low` and `high` are the data's (low > high: no data); `most` is how many labels
 * there is room for, at least 2. */
struct axis axis_make(struct arena *a, const struct plot_axis *of, double low,
                      double high, size_t most);

/* Where `v` lies, 0 at low and 1 at high; outside them beyond; NaN where a log axis
 * cannot show it. */
double axis_place(const struct axis *axis, double v);

/* Title, unit, direction and scale in one line. */
const char *axis_title(struct arena *a, const struct axis *axis);

/* A number with its unit, at most `digits` significant ones and no trailing zeros,
 * stepped to a handy prefix: "1 PB", "96 TB", "12.5 thousand USD". */
const char *axis_value(struct arena *a, double v, const char *unit, int digits);

#endif
