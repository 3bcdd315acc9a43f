/* plot_cairo.h - a plot as a picture of its own: PDF, SVG or PNG.
 *
 * Readable in grey: series differ by dash, marker and luminance as well as by hue,
 * and lines are labelled at their ends.  The same plot gives the same bytes.
 */
#ifndef WRITERS_PLOT_CAIRO_H
#define WRITERS_PLOT_CAIRO_H

#include <stdbool.h>
#include <stddef.h>

struct diag;
struct plot;

/* The extension of `path` (.pdf, .svg, .png) chooses the format; `date` (ISO, may be
 * NULL) is the creation date in a PDF.  PNG has two pixels a point (144 dpi).  False
 * with an error in `dg`; the file is complete or not there. */
bool plot_write(const struct plot *plot, const char *path, const char *date,
                struct diag *dg);

/* Every plot in all three formats, as folder/NAME.pdf, .svg and .png by the plot's
 * name; the fonts are opened once. */
bool plot_write_all(const struct plot *const *plots, size_t count, const char *folder,
                    const char *date, struct diag *dg);

#endif
