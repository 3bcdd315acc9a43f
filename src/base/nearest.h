/* nearest.h - "did you mean": the known word closest to a misspelt one. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <stddef.h>

/* The name with the smallest edit distance (insert, delete, replace, swap of
 * neighbours; upper and lower case are the same), the first of equals; NULL where
 * none is within a third of the longer word's length, and at least 1.  Words of
 * over 64 bytes have no neighbour. */
const char *nearest(const char *word, const char *const *names, size_t count);

#endif
