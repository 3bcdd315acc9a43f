/* widths.h - how columns share the room of a table whose text must wrap. */
#ifndef WRITERS_WIDTHS_H
#define WRITERS_WIDTHS_H

#include <stddef.h>

/* One column: the width of its longest word, of its longest line, and how much text
 * it holds: the sum over its cells of (width of the cell's text)^3. */
struct width_want {
    double least, natural, mass;
};

/* Widths between least and natural whose sum is `room`; `wants` is used up.  Columns
 * that want no more than an even share get what they want, where that is possible.
 * The others make the sum of cubes of all cells' line counts smallest, which keeps the
 * highest cells of the rows low.  The caller sees to sum of least <= room <= sum of
 * natural. */
void widths_share(struct width_want *wants, size_t count, double room, double *widths);

#endif
