/* utf8.h - what is and is not UTF-8. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length in bytes of the character that starts at `text`, 1 to 4, and the
 * character itself; 0 where the bytes are no UTF-8 (overlong forms, surrogates and
 * values beyond U+10FFFF included) or `left` bytes do not hold it. */
size_t utf8_next(const char *text, size_t left, uint32_t *character);

/* All of it; false with the first bad byte in *at (may be NULL). */
bool utf8_valid(const char *text, size_t length, size_t *at);

/* How many UTF-16 units it takes, which is how spreadsheets count; the text must be
 * valid. */
size_t utf8_units16(const char *text);

#endif
