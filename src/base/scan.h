/* scan.h - decimal numbers out of text that is not terminated, correctly rounded.
 *
 * The C locale whatever the process is in: a point, no grouping, no hexadecimal, no
 * "inf" and no "nan".
 */
#ifndef BASE_SCAN_H
#define BASE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the number that begins `text` ("-1.25e-3", ".7", "5."); 0: none begins
 * there.  *x is the nearest double, an infinity where it is beyond the largest. */
size_t scan_double(const char *text, size_t length, double *x);

/* Bytes of the digits that begin `text`; 0 where none does or the number does not fit
 * into 64 bits. */
size_t scan_u64(const char *text, size_t length, uint64_t *n);

#endif
