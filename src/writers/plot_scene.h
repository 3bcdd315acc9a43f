/* plot_scene.h - a plot laid out: where its area, ticks and labels are.
 *
 * Layout comes first and draws nothing, so that a test can hold every label inside
 * the picture and apart from every other.  Points, from the picture's upper left.
 */
#ifndef WRITERS_PLOT_SCENE_H
#define WRITERS_PLOT_SCENE_H

#include <stdbool.h>
#include <stddef.h>

#include "report/plot.h"
#include "writers/ink.h"
#include "writers/plot_axis.h"

struct plot_box {
    double x, y, width, height;
};

struct plot_spot {
    double x, y;
};

struct plot_label {
    const char *text;
    struct ink_style style;
    struct plot_box box; /* of the ink's measured extent */
    double wrap;         /* 0: one line */
    bool halo;           /* lies over the drawing: white behind it */
    bool leader;         /* a thin line joins it with what it names */
    struct plot_spot from;
};

/* A legend entry's sample, beside its label. */
struct plot_key {
    const struct plot_series *series;
    size_t style;
    struct plot_box box;
};

struct plot_scene {
    const struct plot *plot; /* as drawn: bars may have been turned to lie */
    struct arena *arena;
    double width, height;
    struct plot_box area; /* inside the axes */
    struct axis x, y;
    struct plot_label *labels;
    size_t label_count, label_capacity;
    struct plot_key *keys;
    size_t key_count, key_capacity;
    double room_left, room_right; /* beside bars that go on for ever: arrow and label */
    bool ends_in_legend;          /* too many lines to name them at their ends */
    double overfull;              /* by how much titles and legend exceed the height */
    size_t left_out;              /* labels that found no place */
};

/* `width` in points, 0: what the plot asks for.  The height follows; it is more than
 * the plot asks for where titles and legend leave too little for the area. */
struct plot_scene plot_scene_make(struct ink *ink, const struct plot *plot,
                                  double width);
/* With the picture's upper left corner at (x, y). */
void plot_scene_draw(struct ink *ink, const struct plot_scene *scene, double x,
                     double y);

/* ---- shared by layout and drawing ---- */

double scene_x(const struct plot_scene *s, double v);
double scene_y(const struct plot_scene *s, double v);
size_t scene_style(const struct plot *plot, const struct plot_series *series);
bool plot_is_sideways(const struct plot *plot); /* categories along y */

/* The line or staircase as spots on the picture, at most 2 x count; a spot with NaN
 * breaks it. */
struct plot_spot *scene_path(const struct plot_scene *s,
                             const struct plot_series *series, size_t *count);
/* Cuts the stretch from a to b to the area; false where nothing of it is inside. */
bool scene_clip(const struct plot_box *area, struct plot_spot *a, struct plot_spot *b);

/* The rectangle of a bar, tornado row's part or histogram bin between two values on
 * the value axis, within the area; sizes are not negative. */
struct plot_box scene_bar(const struct plot_scene *s, size_t series, size_t point,
                          double from, double to);
/* Where a stacked bar's part begins: the sum of those before it on its side. */
double plot_stack_base(const struct plot *plot, size_t series, double category,
                       bool negative);

/* Data ranges of both axes, marks included; low > high where nothing has one. */
struct plot_extent {
    double x_low, x_high, y_low, y_high;
};
struct plot_extent plot_extent_of(const struct plot *plot);

/* Adds labels at line ends, marks, bars and points; needs area and axes. */
void scene_place_labels(struct ink *ink, struct plot_scene *s);
struct plot_label *scene_add_label(struct plot_scene *s, const char *text,
                                   const struct ink_style *style);
bool scene_has_end_label(const struct plot_scene *s, const struct plot_series *series);
/* The width and height that all labels at line ends need; 0 without any. */
struct plot_box scene_end_room(struct ink *ink, const struct plot_scene *s);
/* Labels above the area: points asked for, limits, spans, the base.  Returns their
 * height, and with `add` places them, the lowest row ending at `bottom`. */
double scene_top_labels(struct ink *ink, struct plot_scene *s, double bottom, bool add);

extern const struct ink_style SCENE_TITLE, SCENE_AXIS, SCENE_TICK, SCENE_NAME,
    SCENE_NOTE;

#endif
