/* cash.h - what the parts of the sheet Cash flow share. */
#ifndef REPORT_CASH_H
#define REPORT_CASH_H

#include "report/book.h"

struct cash {
    struct book *b;
    struct sheet *sheet;
    uint32_t row;               /* the next one */
    uint32_t dates, factors;    /* dates: 0 without a start */
    uint32_t *flows, *presents; /* [alternative] */
};

uint16_t cash_column(unsigned year);
uint16_t cash_total(const struct cash *c);
const char *cash_cell(const struct cash *c, uint32_t row, unsigned year);
/* The cells from a year to the horizon. */
const char *cash_years(const struct cash *c, uint32_t row, unsigned from);
/* A live amount of money. */
void cash_put(struct cash *c, uint32_t row, uint16_t column, const char *formula,
              double cached, enum look look);
/* A node in the scenario shown; a constant, which has no row on Model, as its number.
 */
const char *cash_node(const struct cash *c, node_id id);
/* The sum of a row, under "total". */
void cash_sum(struct cash *c, uint32_t row, double cached);

/* Each other alternative as an investment against the first, and the leases. */
void cash_returns(struct cash *c);

#endif
