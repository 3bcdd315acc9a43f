/* adding.h - rounded amounts that still add up on paper.
 *
 * A column of parts is printed in whole units of the currency (in cents where all are
 * below 1000), so chosen that the printed parts make the printed total: those whose
 * rounding was nearest to the other side give way (the method of the largest
 * remainder).  No part moves by a unit or more, and what is 0 stays 0.
 */
#ifndef REPORT_ADDING_H
#define REPORT_ADDING_H

#include "report/build.h"

/* Rounds `part` in place so that the parts make `total` rounded; returns that. */
double adding_round(double *part, size_t count, double total, double step);
/* The step for amounts of this size: 1 or 0.01. */
double adding_step(const double *part, size_t count);
/* "12,797", "-3", "702.89"; "" for a part that is 0. */
const char *adding_text(const struct maker *m, double rounded, double step);

#endif
