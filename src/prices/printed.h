/* printed.h - amounts as they are printed: whole minor units of a currency that add up.
 *
 * Every amount is computed exactly first and rounded once, half up, when it is printed.
 * A subtotal is the sum of its printed lines; what the rounded total differs from the
 * printed lines, discounts and taxes by is a line of its own ("rounding"), never more
 * than half a minor unit for each amount printed.  So a reader who adds up the paper
 * gets the paper's total, and the total is that of the exact amounts.
 *
 * Discounts apply in their order: on the list price of what they cover, or on what the
 * earlier ones have left (`running`).  A tax applies to the net after all discounts, or
 * on the list price (`running` false).  Two currencies add only by a rate with its
 * date.
 */
#ifndef PRICES_PRINTED_H
#define PRICES_PRINTED_H

#include "base/date.h"
#include "base/diag.h"
#include "base/exact.h"

struct arena;

/* Decimal places of a currency by ISO 4217: JPY 0, USD 2, KWD 3; 2 where unknown. */
int currency_places(const char *code);

enum { SHEET_ALL = -1 };
struct sheet_line {
    const char *description;
    struct exact amount; /* in `currency` */
    const char *currency;
    int group; /* 0, 1, ...: lines of a group stand together and have a subtotal */
    int key;   /* what a discount may cover, as a price source; any number */
    struct where at;
};

struct sheet_share { /* a discount or a tax */
    const char *description;
    struct exact share; /* 0.14 */
    int group, key;     /* SHEET_ALL, or only these lines */
    bool running;       /* on what is left, not on the list price */
    struct where at;
};

struct exchange {
    const char *from, *to;
    struct exact rate; /* `to` for one `from` */
    struct date date;  /* year 0: none, which is an error where the rate is needed */
    struct where at;
};

struct sheet {
    const char *currency;
    const struct sheet_line *lines;
    size_t line_count;
    int group_count;
    const struct sheet_share *discounts, *taxes;
    size_t discount_count, tax_count;
    const struct exchange *rates;
    size_t rate_count;
};

/* All in whole minor units of the sheet's currency; discounts are negative. */
struct printed {
    const struct exact *lines, *subtotals, *discounts, *taxes;
    struct exact rounding, total;
    struct exact exact_total; /* before rounding */
};

/* False after an error: a share outside 0 to 1, a group that is not there, no dated
 * rate into the currency, more digits than exact.h holds. */
bool printed_sheet(struct arena *a, const struct sheet *s, struct printed *out,
                   struct diag *dg);

/* For a bill whose lines and total are known: what is missing between the rounded lines
 * and the rounded total. */
bool printed_rounding(const struct exact *lines, size_t count, struct exact total,
                      struct exact *out);

#endif
