/* calendar.h - months of a day as nodes, so that a workbook recalculates a change of
 * dates.
 *
 * A day is its number in spreadsheets, from 1901 on.  After H. Hinnant,
 * "chrono-compatible low-level date algorithms": years begin in March, and the days of
 * their months follow from (153 m + 2) / 5.
 */
#ifndef PRICES_CALENDAR_H
#define PRICES_CALENDAR_H

#include "quantities/graph.h"

struct calendar {
    struct graph *g;
    struct diag *dg;
    struct where at;
};

/* Months since March of the year 0, and the day of the month from 1 on. */
struct calendar_day {
    node_id month, day;
};

/* NO_NODE in both after an error. */
struct calendar_day calendar_of(const struct calendar *c, node_id day);
/* Months from one day to another, whole ones and a begun one; and years by months of
 * 30 days (30E/360). */
node_id calendar_months(const struct calendar *c, node_id from, node_id to);
node_id calendar_30_360(const struct calendar *c, node_id from, node_id to);

#endif
