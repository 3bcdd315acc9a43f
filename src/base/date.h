/* date.h - calendar dates with the precision they were written in.
 *
 * A price list may be "of 2008", "of 2008-06" or "of 2008-06-04"; nothing is added to
 * that.  A day number is Excel's (1900 system): 1 is 1900-01-01, 39603 is 2008-06-04.
 * Years run from 1901 to 9999, where Excel's invented 1900-02-29 cannot reach.
 */
#ifndef BASE_DATE_H
#define BASE_DATE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

struct date {
    int year;  /* 0: no date */
    int month; /* 1 to 12; 0: the year only */
    int day;   /* 1 to 31; 0: the month only */
};

/* YYYY-MM-DD, YYYY-MM or YYYY, and a day that exists. */
bool date_parse(const char *text, size_t length, struct date *out);
/* The same from another year on (1583, the first of the calendar, or later); before
 * 1901 a day number is not Excel's. */
bool date_parse_from(const char *text, size_t length, int first_year, struct date *out);

/* The first and the last day that the date can mean. */
long date_first_day(struct date d);
long date_last_day(struct date d);

/* 367 (1901-01-01) to 2958465 (9999-12-31); false outside. */
bool date_of_day(long day, struct date *out);

int date_month_days(int year, int month);

/* As it is written: with as many parts as it has. */
const char *date_text(struct arena *a, struct date d);

#endif
