/* plot_style.h - what tells series apart: hue, luminance, dash, marker and hatch.
 *
 * The hues are Okabe and Ito's (2008), safe for colour-blind eyes, two of them
 * darkened so that the first four also differ in grey by 15 or more of L*.
 */
#ifndef WRITERS_PLOT_STYLE_H
#define WRITERS_PLOT_STYLE_H

#include <stddef.h>

struct _cairo;

enum { PLOT_STYLES = 7 }; /* hues; from the eighth on with other dashes and markers */

struct plot_style {
    double rgb[3];
    double dash[6];
    int dash_count; /* 0: solid */
};

/* `style` counts from 0. */
const struct plot_style *plot_style_at(size_t style);

void plot_style_line(struct _cairo *cr, size_t style, double width); /* pen and dash */
/* A filled shape of its own for every style, about `size` wide. */
void plot_style_marker(struct _cairo *cr, size_t style, double x, double y,
                       double size);
/* Fills and outlines a rectangle: solid, or tinted with a hatch of its own. */
void plot_style_fill(struct _cairo *cr, size_t style, const double box[4]);

#endif
