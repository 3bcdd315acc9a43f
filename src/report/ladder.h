/* ladder.h - a live break-even where the difference is no straight line.
 *
 * On a sheet of its own a sweep over the range brackets the first place at which the
 * cheaper alternative changes, and a ladder of bisections closes in on it; each point
 * is a case of the graph.  A change between two points of the sweep and back again is
 * not seen here: the engine's answer beside it, as issued, has them all.
 */
#ifndef REPORT_LADDER_H
#define REPORT_LADDER_H

#include "report/book.h"

enum { SWEEP_POINTS = 33, LADDER_STEPS = 44 };

struct ladder_root {
    const char *cell; /* "'Ladder size'!$D$3"; NULL: this scenario needs none */
    double value;     /* in the variable's shown unit; NaN: none */
};

/* For each scenario of the question whose difference is not affine; roots has one entry
 * a scenario.  Adds the sheet where any needs it. */
void ladder_add(struct book *b, size_t question, struct ladder_root *roots);

#endif
