/* plot_unit.h - units on axes: which prefix suits a number, and its text. */
#ifndef WRITERS_PLOT_UNIT_H
#define WRITERS_PLOT_UNIT_H

#include <stddef.h>

struct arena;
struct axis;

/* A shown number is value / scale, followed by `unit`. */
struct unit_step {
    double scale;
    const char *unit; /* "PB", "thousand USD", "ms" */
};

/* The handiest step of `unit` (NULL: none) for numbers up to `largest`. */
struct unit_step unit_step_for(struct arena *a, const char *unit, double largest);

/* The number alone: grouped by commas from 1,000 on, no trailing zeros, at most
 * `digits` significant digits; a power of ten where it is very large or small. */
const char *unit_number(struct arena *a, double v, int digits);

/* Writes the text of every labelled tick.  A linear axis has one step, `linear`, for
 * all; on a log axis every tick has its own unless all agree.  Returns the unit for
 * the axis's title, "" where the ticks carry it. */
const char *unit_label_ticks(struct arena *a, struct axis *axis,
                             struct unit_step linear);

#endif
