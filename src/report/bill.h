/* bill.h - the bill of materials of one alternative in one scenario, line by line.
 *
 * Every line is rounded, half up, to the minor unit of the study's currency (the cent;
 * prices/printed.h knows the others), and so is the total, from its exact amount; where
 * the rounded lines do not add up to it, a line "rounding" says by how much, so that
 * the printed lines add up to the printed total.
 */
#ifndef REPORT_BILL_H
#define REPORT_BILL_H

#include "report/build.h"

enum bill_kind { BILL_ITEM, BILL_LICENCE, BILL_ROUNDING, BILL_TOTAL, BILL_YEARLY };

struct bill_line {
    enum bill_kind kind;
    const char
        *line; /* what a line is known by: id, else label, and the metric; NULL */
    const char *description, *part;
    double quantity; /* in quantity_unit; NaN where there is none */
    const char *quantity_unit;
    double price; /* in price_unit; NaN where there is none */
    const char *price_unit;
    double extended;                 /* rounded, in the study's currency */
    const struct pedigree *pedigree; /* of the price; NULL */
};

struct bill {
    struct bill_line *lines;
    size_t count, capacity;
};

/* "each year", "year 4", "years 2 to 5": of the horizon. */
const char *bill_years(struct arena *a, const struct study *s, unsigned from,
                       unsigned to);

struct bill bill_of(const struct maker *m, size_t scenario, size_t alternative);

#endif
