#include "base/date.h"

#include "base/arena.h"

enum { FIRST_DAY = 367, LAST_DAY = 2958465, FIRST_YEAR = 1901, LAST_YEAR = 9999 };

static bool leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int date_month_days(int year, int month)
{
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    return days[month - 1] + (month == 2 && leap(year));
}

/* `n` digits at *text; -1 where they are not there. */
static int digits(const char **text, const char *end, int n)
{
    int value = 0;
    for (; n > 0; n--, (*text)++) {
        if (*text >= end || **text < '0' || **text > '9')
            return -1;
        value = value * 10 + (**text - '0');
    }
    return value;
}

/* A further "-NN", 0 where the text has ended, -1 where it is wrong. */
static int part(const char **text, const char *end)
{
    if (*text == end)
        return 0;
    if (*(*text)++ != '-')
        return -1;
    int n = digits(text, end, 2);
    return n == 0 ? -1 : n;
}

bool date_parse_from(const char *text, size_t length, int first_year, struct date *out)
{
    const char *end = text + length;
    struct date d;
    d.year = digits(&text, end, 4);
    if (d.year < first_year)
        return false;
    d.month = part(&text, end);
    if (d.month < 0 || d.month > 12)
        return false;
    d.day = part(&text, end);
    if (d.day < 0 || text != end ||
        (d.month > 0 && d.day > date_month_days(d.year, d.month)))
        return false;
    *out = d;
    return true;
}

bool date_parse(const char *text, size_t length, struct date *out)
{
    return date_parse_from(text, length, FIRST_YEAR, out);
}

static long days_before(int year)
{
    long y = year - 1;
    return y * 365 + y / 4 - y / 100 + y / 400;
}

static long day_of(int year, int month, int day)
{
    long n = days_before(year) - days_before(FIRST_YEAR) + FIRST_DAY;
    for (int m = 1; m < month; m++)
        n += date_month_days(year, m);
    return n + day - 1;
}

long date_first_day(struct date d)
{
    return day_of(d.year, d.month > 0 ? d.month : 1, d.day > 0 ? d.day : 1);
}

long date_last_day(struct date d)
{
    int month = d.month > 0 ? d.month : 12;
    return day_of(d.year, month, d.day > 0 ? d.day : date_month_days(d.year, month));
}

bool date_of_day(long day, struct date *out)
{
    if (day < FIRST_DAY || day > LAST_DAY)
        return false;
    int year = FIRST_YEAR + (int)((day - FIRST_DAY) / 366); /* never too late */
    while (year < LAST_YEAR && day_of(year + 1, 1, 1) <= day)
        year++;
    int month = 12;
    while (day_of(year, month, 1) > day)
        month--;
    *out = (struct date){ year, month, (int)(day - day_of(year, month, 1)) + 1 };
    return true;
}

const char *date_text(struct arena *a, struct date d)
{
    if (d.month == 0)
        return arena_printf(a, "%04d", d.year);
    if (d.day == 0)
        return arena_printf(a, "%04d-%02d", d.year, d.month);
    return arena_printf(a, "%04d-%02d-%02d", d.year, d.month, d.day);
}
