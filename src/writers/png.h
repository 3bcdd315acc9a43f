/* png.h - an image's bytes as PNG: 8 bits red, green and blue.
 *
 * Cairo's own writer tries every filter on every row; charts are flat, and without
 * filters they take a third of the time and fewer bytes.
 */
#ifndef WRITERS_PNG_H
#define WRITERS_PNG_H

#include <stdbool.h>

struct _cairo_surface;
struct buf;

/* Appends the file to `out`; `surface` is an image of CAIRO_FORMAT_RGB24.  False where
 * zlib has no memory. */
bool png_encode(struct _cairo_surface *surface, unsigned pixels_per_metre,
                struct buf *out);

#endif
