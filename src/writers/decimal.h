/* decimal.h - where the decimal point of a number in a text is, for aligning. */
#ifndef WRITERS_DECIMAL_H
#define WRITERS_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>

/* The byte at which what stands right of the point's place begins: the point, or
 * whatever follows the first number's whole part ("12 345|.6 TB", "96| TB").  Digits
 * may be grouped by blanks, narrow blanks, commas or apostrophes.  False where the
 * text has no digit. */
bool decimal_point(const char *text, size_t *at);

#endif
