#include "writers/plot_style.h"

#include <math.h>

#include <cairo.h>

static const struct plot_style styles[PLOT_STYLES] = {
    { { 0.000, 0.310, 0.520 }, { 0 }, 0 },                /* blue, darkened: L* 32 */
    { { 0.835, 0.369, 0.000 }, { 6, 2.5 }, 2 },           /* vermilion: 53 */
    { { 0.000, 0.000, 0.000 }, { 1.4, 2 }, 2 },           /* black: 0 */
    { { 0.337, 0.706, 0.914 }, { 8, 2, 1.5, 2 }, 4 },     /* sky blue: 70 */
    { { 0.000, 0.520, 0.380 }, { 12, 3 }, 2 },            /* green, darkened: 48 */
    { { 0.800, 0.475, 0.655 }, { 5, 2, 1, 2, 1, 2 }, 6 }, /* purple: 61 */
    { { 0.902, 0.624, 0.000 }, { 3, 3 }, 2 },             /* orange: 70 */
};

const struct plot_style *plot_style_at(size_t style)
{
    return &styles[style % PLOT_STYLES];
}

/* The second round of hues goes with other dashes and markers than the first. */
static size_t turned(size_t style, size_t step)
{
    return (style + style / PLOT_STYLES * step) % PLOT_STYLES;
}

void plot_style_line(cairo_t *cr, size_t style, double width)
{
    const struct plot_style *s = plot_style_at(style);
    cairo_set_source_rgb(cr, s->rgb[0], s->rgb[1], s->rgb[2]);
    cairo_set_line_width(cr, width);
    const struct plot_style *d = &styles[turned(style, 1)];
    cairo_set_dash(cr, d->dash, d->dash_count, 0);
}

/* Around at[0], at[1] of radius at[2]; the first corner is `turn` from the right. */
static void polygon(cairo_t *cr, const double at[3], int corners, double turn)
{
    double x = at[0], y = at[1], r = at[2];
    for (int i = 0; i < corners; i++) {
        double angle = turn + 2 * M_PI * i / corners;
        if (i == 0)
            cairo_move_to(cr, x + r * cos(angle), y + r * sin(angle));
        else
            cairo_line_to(cr, x + r * cos(angle), y + r * sin(angle));
    }
    cairo_close_path(cr);
}

void plot_style_marker(cairo_t *cr, size_t style, double x, double y, double size)
{
    const struct plot_style *s = plot_style_at(style);
    double r = size / 2;
    cairo_new_path(cr);
    switch (turned(style, 2)) {
    case 0:
        cairo_arc(cr, x, y, r, 0, 2 * M_PI);
        break;
    case 1:
        cairo_rectangle(cr, x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8);
        break;
    case 2:
        polygon(cr, (const double[]){ x, y, r * 1.25 }, 3, -M_PI / 2);
        break;
    case 3:
        polygon(cr, (const double[]){ x, y, r * 1.25 }, 4, 0);
        break;
    case 4:
        polygon(cr, (const double[]){ x, y, r * 1.25 }, 3, M_PI / 2);
        break;
    case 5:
        polygon(cr, (const double[]){ x, y, r * 1.15 }, 5, -M_PI / 2);
        break;
    default:
        polygon(cr, (const double[]){ x, y, r * 1.15 }, 6, 0);
    }
    cairo_set_dash(cr, NULL, 0, 0);
    cairo_set_source_rgb(cr, s->rgb[0], s->rgb[1], s->rgb[2]);
    cairo_fill_preserve(cr);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_set_line_width(cr, 0.5);
    cairo_stroke(cr);
}

/* Parallel lines over the box, rising or falling. */
static void hatch(cairo_t *cr, const double box[4], double distance, int rising)
{
    double reach = box[2] + box[3];
    for (double d = distance / 2; d < reach; d += distance)
        if (rising) {
            cairo_move_to(cr, box[0] + d, box[1]);
            cairo_line_to(cr, box[0] + d - box[3], box[1] + box[3]);
        } else {
            cairo_move_to(cr, box[0] + d - box[3], box[1]);
            cairo_line_to(cr, box[0] + d, box[1] + box[3]);
        }
    cairo_stroke(cr);
}

static void hatches(cairo_t *cr, size_t style, const double box[4])
{
    static const struct {
        double distance;
        int rising, falling;
    } kinds[PLOT_STYLES] = { { 0, 0, 0 }, { 4, 1, 0 }, { 3, 0, 1 }, { 0, 0, 0 },
                             { 5, 1, 1 }, { 7, 1, 0 }, { 6, 0, 1 } };
    double distance = kinds[style % PLOT_STYLES].distance;
    if (distance <= 0)
        return;
    cairo_save(cr);
    cairo_rectangle(cr, box[0], box[1], box[2], box[3]);
    cairo_clip(cr);
    cairo_set_line_width(cr, 0.7);
    cairo_set_dash(cr, NULL, 0, 0);
    if (kinds[style % PLOT_STYLES].rising)
        hatch(cr, box, distance, 1);
    if (kinds[style % PLOT_STYLES].falling)
        hatch(cr, box, distance, 0);
    cairo_restore(cr);
}

void plot_style_fill(cairo_t *cr, size_t style, const double box[4])
{
    const struct plot_style *s = plot_style_at(style);
    /* The hatched ones are tints: 0 keeps the colour, 1 is white. */
    static const double tints[PLOT_STYLES] = { 0, 0.72, 0.85, 0.35, 0.6, 0.75, 0.8 };
    double t = tints[style % PLOT_STYLES];
    cairo_set_source_rgb(cr, s->rgb[0] + (1 - s->rgb[0]) * t,
                         s->rgb[1] + (1 - s->rgb[1]) * t,
                         s->rgb[2] + (1 - s->rgb[2]) * t);
    cairo_rectangle(cr, box[0], box[1], box[2], box[3]);
    cairo_fill(cr);
    cairo_set_source_rgb(cr, s->rgb[0], s->rgb[1], s->rgb[2]);
    hatches(cr, style, box);
    cairo_set_dash(cr, NULL, 0, 0);
    cairo_set_line_width(cr, 0.6);
    cairo_rectangle(cr, box[0], box[1], box[2], box[3]);
    cairo_stroke(cr);
}
