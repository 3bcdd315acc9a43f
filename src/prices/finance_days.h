/* finance_days.h - the time between two dates in years, by the convention of a
 * contract.
 *
 * A discount of a dated flow, an accrued interest and a partial month all hang on it;
 * the same two dates differ by more than a percent between conventions.
 */
#ifndef PRICES_FINANCE_DAYS_H
#define PRICES_FINANCE_DAYS_H

#include "base/date.h"

enum day_count {
    DAYS_ACT_365,      /* days / 365: XNPV and XIRR of spreadsheets */
    DAYS_ACT_360,      /* days / 360: money markets */
    DAYS_ACT_ACT_ISDA, /* days in leap years / 366 + the others / 365 */
    DAYS_30_360,       /* months of 30 days: 30/360 US, the bond basis */
    DAYS_30E_360,      /* the same, European: day 31 counts as 30 on either side */
};
extern const char *const day_count_names[5]; /* "act/365", ... */

/* Whole dates with a day; negative where `to` is earlier. */
double days_years(enum day_count convention, struct date from, struct date to);

/* For old contracts as well: like date_parse(), but from the year 1583 on, and a date
 * must have its day. */
bool days_parse(const char *text, struct date *out);

#endif
