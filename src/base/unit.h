/* unit.h - units of measure: dimension, exact scale, and the words to show.
 *
 * Values are kept in base units: seconds, bytes, watts and money in its own
 * currency.  Counted things (CPU, user, op) are dimensionless, so IOPS is 1/s.  SI
 * prefixes are decimal (1 TB = 10^12 B), IEC binary (1 TiB = 2^40 B); a bare K, M, G
 * is an error.  1 year = 12 months = 8760 h; 1 month = 730 h.  % is 1/100.
 *
 * Grammar: unit = term { ("/" | "*") term }, term = word [ "^" digit ] | "1"; no
 * blanks.  `USD/GB`, `%/year`, `1/s`, `MiB/s`, `USD/CPU/year`, `$` for USD.
 */
#ifndef BASE_UNIT_H
#define BASE_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/exact.h"

struct arena;

/* Two currencies can meet in one dimension (an exchange rate, USD/EUR); money is an
 * ISO 4217 code packed into 3 bytes.  Unused slots are zero, the codes ascend. */
enum { MOST_CURRENCIES = 2 };
struct dim {
    signed char time, bytes, watts;
    signed char money[MOST_CURRENCIES];
    char currency[MOST_CURRENCIES][4];
};

struct unit {
    struct dim dim;
    struct exact scale; /* base units in one of these, > 0 */
    double factor;      /* the same as a double */
    const char *text;   /* as written, "" for a bare number */
};

extern const struct unit UNIT_ONE; /* a bare number */

/* False with words in *why (arena-owned, "unknown unit 'Tb'; did you mean 'TB'?")
 * and *at the byte in `text` that is wrong. */
bool unit_parse(struct arena *a, const char *text, size_t length, struct unit *out,
                const char **why, size_t *at);

/* True where the word alone is a known unit, prefix included; the expression parser
 * asks, to tell a unit from a name. */
bool unit_word_known(const char *word, size_t length);

bool dim_equal(struct dim a, struct dim b);
bool dim_is_none(struct dim a);  /* a bare number */
bool dim_is_money(struct dim a); /* one currency, exponent 1, nothing else */
/* False where a third currency would come in or an exponent leaves -9..9. */
bool dim_mul(struct dim a, struct dim b, struct dim *out);
bool dim_div(struct dim a, struct dim b, struct dim *out);
bool dim_pow(struct dim a, int n, struct dim *out);

/* In base units and the field's words: "USD/B", "B/s", "1/s", "1", "USD". */
const char *dim_text(struct arena *a, struct dim d);

/* The unit whose scale is 1 for this dimension; its text is dim_text()'s. */
struct unit unit_base(struct arena *a, struct dim d);

#endif
