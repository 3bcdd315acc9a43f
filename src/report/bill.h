/* bill.h - the price sheet of one alternative in one scenario, line by line.
 *
 * Every amount is a node of the study's graph (decisions/study_order.h), rounded there
 * to the decimals of the sheet, so that the printed lines add up to the printed totals;
 * a line "rounding" says what they lack.  Nothing is computed here.
 */
#ifndef REPORT_BILL_H
#define REPORT_BILL_H

#include "decisions/study_order.h"
#include "report/build.h"

enum bill_kind {
    BILL_ITEM,
    BILL_LICENCE,
    BILL_SUBTOTAL, /* of a group */
    BILL_LIST,     /* of all lines, where discounts or taxes follow */
    BILL_DISCOUNT,
    BILL_TAX,
    BILL_ROUNDING,
    BILL_TOTAL, /* of each column */
    BILL_COST,  /* of both columns, in `extended` */
    BILL_YEARLY /* what a line pays each year: in the column of maintenance already */
};
extern const char *const bill_kinds[]; /* "item", ... */

struct bill_line {
    enum bill_kind kind;
    const char
        *line; /* what a line is known by: id, else label, and the metric; NULL */
    const char *description, *part;
    const char *group;  /* its title; NULL: none */
    const char *source; /* a key of the sources; NULL: none */
    double quantity;    /* in quantity_unit; NaN where there is none */
    const char *quantity_unit;
    double price; /* in price_unit; NaN where there is none; of a discount its base */
    const char *price_unit;
    bool each; /* the price is money for one of the quantity's unit */
    double extended, maintenance; /* rounded, in the study's currency; NaN: nothing */
    double off, net; /* a discounted line: share off its list, and what is left */
    const char *maintained; /* words where the column has no amount: "included", "" */
    const char *available;  /* a day; NULL: not said */
    const struct pedigree *pedigree; /* of the price; NULL */
    const char *by;                  /* of a discount: who gave it; NULL */
};

struct bill_source {
    const char *key, *words;
};

struct bill {
    struct bill_line *lines;
    size_t count, capacity;
    struct bill_source *sources;
    size_t source_count, source_capacity;
    int places;
    unsigned term;                       /* years */
    bool maintained, recurs, parts, off; /* columns that are not empty */
    const char *maintenance_title;       /* "Maintenance", or "Recurring" */
};

/* "each year", "year 4", "years 2 to 5": of the horizon. */
const char *bill_years(struct arena *a, const struct study *s, unsigned from,
                       unsigned to);

/* "each year", "year 4", "years 2 to 5": of the horizon. */
const char *bill_years(struct arena *a, const struct study *s, unsigned from,
                       unsigned to);

struct bill bill_of(const struct maker *m, size_t scenario, size_t alternative);

/* The sheet's day of availability in words: "2013-01-15"; NULL where no line says. */
const char *bill_available(const struct maker *m, size_t scenario,
                           const struct alternative *alt);
/* "39.92 USD per QphDS@3000GB", and what it was made of. */
const char *bill_ratio(const struct maker *m, size_t scenario,
                       const struct order_ratio *r);
const char *bill_ratio_inputs(const struct maker *m, size_t scenario,
                              const struct alternative *alt,
                              const struct order_ratio *r);

#endif
