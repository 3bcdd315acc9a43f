/* ink_layout.h - text shaped and broken into lines, kept for the next time.
 *
 * Measuring and drawing ask for the same texts, and shaping is what a page costs.
 */
#ifndef WRITERS_INK_LAYOUT_H
#define WRITERS_INK_LAYOUT_H

#include "writers/ink.h"

struct ink_span { /* a link to `name` over bytes of the plain text */
    const char *name;
    size_t from, to;
};

struct ink_made {
    const char *text; /* as asked for, with control characters */
    struct ink_style style;
    double width;
    const char *plain;
    const struct ink_span *links;
    size_t link_count;
    struct _PangoLayout *layout;
};

/* In place of a width: one unbreakable part a line. */
#define INK_WORDS (-1.0)

/* Stays valid until the next call. */
const struct ink_made *ink_make(struct ink *ink, const char *text,
                                const struct ink_style *style, double width);

#endif
