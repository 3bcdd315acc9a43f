/* exact.h - rational numbers that never lose a digit, as long as they fit.
 *
 * Prices, quantities and the lines of a bill are exact: 0.1 USD is one tenth, and
 * 22 % a year over 5 years is 1.1.  A number is num/den, in lowest terms, den > 0,
 * both within 126 bits.  Operations return false where the result does not fit (or
 * does not exist, as 1/0); the caller then goes on with doubles and says so by
 * dropping the exact part.  Nothing here rounds except exact_round() and
 * exact_double().
 */
#ifndef BASE_EXACT_H
#define BASE_EXACT_H

#include <stdbool.h>
#include <stddef.h>

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

struct exact {
    int128 num, den;
};

struct exact exact_int(long long n);
bool exact_ratio(int128 num, int128 den, struct exact *out);

/* A decimal number: digits with at most one point, optional sign and exponent
 * ("-1.25e-3").  No blanks, no grouping, no comma, no "inf" or "nan".  False where
 * the text is not one or does not fit; `used` (may be NULL) is how far it read. */
bool exact_parse(const char *text, size_t length, struct exact *out, size_t *used);

bool exact_add(struct exact a, struct exact b, struct exact *out);
bool exact_sub(struct exact a, struct exact b, struct exact *out);
bool exact_mul(struct exact a, struct exact b, struct exact *out);
bool exact_div(struct exact a, struct exact b, struct exact *out);
struct exact exact_neg(struct exact a);
int exact_sign(struct exact a);                           /* -1, 0, 1 */
bool exact_cmp(struct exact a, struct exact b, int *out); /* sign of a - b */

/* Rounding to `places` decimal places (0 to 18; negative rounds to tens). */
enum rounding {
    ROUND_HALF_UP, /* away from zero on a tie, as money usually is */
    ROUND_HALF_EVEN,
    ROUND_UP,   /* towards plus infinity */
    ROUND_DOWN, /* towards minus infinity */
};
bool exact_round(struct exact a, int places, enum rounding rule, struct exact *out);

/* The nearest double, ties to even, the same on every machine. */
double exact_double(struct exact a);

/* The exact value of a finite double; false where it needs more than 126 bits. */
bool exact_from_double(double x, struct exact *out);

/* Decimal places needed to write it in full, or -1 where no decimal ends. */
int exact_places(struct exact a);

#endif
