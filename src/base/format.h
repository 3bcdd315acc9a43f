/* format.h - numbers as a reader wants them: few digits, grouped, with the unit.
 *
 * Text rounds (half up in magnitude), JSON and cells do not.  Digits are significant
 * digits; a value that needs fewer is printed with fewer ("96 TB", never "96.0 TB").
 * Thousands are grouped with commas from 10,000 on (money from 1,000 on).
 * NaN prints as "none".
 */
#ifndef BASE_FORMAT_H
#define BASE_FORMAT_H

#include "base/unit.h"

struct arena;

enum { DIGITS = 3 }; /* where nothing says more */

/* x with so many significant digits (1 to 15), no exponent between 1e-5 and 1e15. */
const char *format_number(struct arena *a, double x, int digits);

/* The same with all of its digits, "21.0": of a figure that is known to carry them. */
const char *format_digits(struct arena *a, double x, int digits);

/* A value in base units, shown in `unit`: "211 TB", "22 %", "1 USD/GB". */
const char *format_quantity(struct arena *a, double base, struct unit unit, int digits);

/* The same in the prefix that suits the size: bytes and seconds only, others as
 * format_quantity() in `unit`. */
const char *format_scaled(struct arena *a, double base, struct unit unit, int digits);

/* Money in words for a text: whole units from 1,000 on, cents below: "48,000 USD",
 * "62.23 USD". */
const char *format_money(struct arena *a, double amount, const char *currency);

/* Always so many places (0 to 15), grouped, no currency: the column of a bill. */
const char *format_places(struct arena *a, double amount, int places);
/* The same with two. */
const char *format_cents(struct arena *a, double amount);

/* A name of a study as words: "database_size" to "database size". */
const char *format_words(struct arena *a, const char *name);

/* The shortest text that reads back as the same double; "null" where not finite. */
const char *format_exact(struct arena *a, double x);

#endif
