/* finance_depreciation.h - what of a purchase is written off in which period.
 *
 * Periods count from 1.  `salvage` is what is left at the end of `life` periods.  The
 * functions are those of spreadsheets (OpenFormula 1.2, part 2, section 6.12: SLN, SYD,
 * DB, DDB); MACRS is the United States' tax depreciation (IRS Publication 946).
 */
#ifndef PRICES_FINANCE_DEPRECIATION_H
#define PRICES_FINANCE_DEPRECIATION_H

#include "prices/finance.h"

struct depreciation {
    double cost, salvage, life;
    double factor;  /* ddb: 2 is double declining */
    unsigned month; /* db: months of the first year, 1 to 12 */
};

/* Straight line: (cost - salvage) / life. */
enum finance_status finance_sln(const struct depreciation *d, double *out);
/* Sum of the years' digits: (cost - salvage) (life - period + 1) 2 / (life (life + 1)).
 */
enum finance_status finance_syd(const struct depreciation *d, unsigned period,
                                double *out);
/* Fixed declining: the rate 1 - (salvage/cost)^(1/life) rounded to 3 decimals, as the
 * standard says; the first year by its months, the rest in period life + 1. */
enum finance_status finance_db(const struct depreciation *d, unsigned period,
                               double *out);
/* Declining: factor / life of what is left, never below the salvage value. */
enum finance_status finance_ddb(const struct depreciation *d, unsigned period,
                                double *out);

/* MACRS, half-year convention: lives of 3, 5, 7, 10 (200 %) and 15, 20 (150 %) years,
 * life + 1 shares of the cost.  The formula declines and changes to a straight line
 * where that is more; the table A-1 of the publication is the same rounded so that it
 * adds up to 1, and is what a tax return takes. */
enum { MACRS_MOST = 21 };
enum finance_status finance_macrs(unsigned life, double shares[MACRS_MOST]);
enum finance_status finance_macrs_table(unsigned life, double shares[MACRS_MOST]);

#endif
