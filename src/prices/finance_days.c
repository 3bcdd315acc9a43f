#include "prices/finance_days.h"

#include <string.h>

const char *const day_count_names[5] = { "act/365", "act/360", "act/act", "30/360",
                                         "30E/360" };

static bool last_of_february(struct date d)
{
    return d.month == 2 && d.day == date_month_days(d.year, 2);
}

static double thirty(struct date from, struct date to, bool european)
{
    int a = from.day, b = to.day;
    if (european) {
        a = a == 31 ? 30 : a;
        b = b == 31 ? 30 : b;
    } else {
        if (last_of_february(from)) {
            b = last_of_february(to) ? 30 : b;
            a = 30;
        }
        b = b == 31 && a >= 30 ? 30 : b;
        a = a == 31 ? 30 : a;
    }
    return ((to.year - from.year) * 360 + (to.month - from.month) * 30 + (b - a)) /
           360.0;
}

static long days_of_year(int year)
{
    return date_month_days(year, 2) == 29 ? 366 : 365;
}

static double by_years(struct date from, struct date to)
{
    double years = 0;
    if (date_first_day(from) > date_first_day(to))
        return -by_years(to, from);
    for (int year = from.year; year <= to.year; year++) {
        long start = date_first_day((struct date){ .year = year });
        long a = year == from.year ? date_first_day(from) : start;
        long b = year == to.year ? date_first_day(to) : start + days_of_year(year);
        years += (double)(b - a) / (double)days_of_year(year);
    }
    return years;
}

double days_years(enum day_count convention, struct date from, struct date to)
{
    double days = (double)(date_first_day(to) - date_first_day(from));
    switch (convention) {
    case DAYS_ACT_365:
        return days / 365;
    case DAYS_ACT_360:
        return days / 360;
    case DAYS_ACT_ACT_ISDA:
        return by_years(from, to);
    case DAYS_30_360:
        return thirty(from, to, false);
    case DAYS_30E_360:
        break;
    }
    return thirty(from, to, true);
}

bool days_parse(const char *text, struct date *out)
{
    return date_parse_from(text, strlen(text), 1583, out) && out->day > 0;
}
