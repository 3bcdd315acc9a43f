/* workbook.h - a decision as a workbook: the graph times its cases, live.
 *
 * On Model a row is a quantity and a column a case: the inputs as they stand, then each
 * scenario.  Inputs holds the cells to change; every other sheet follows from them.
 * What cannot be live is marked "as issued", and its mark turns on when an input has
 * changed since.
 */
#ifndef REPORT_WORKBOOK_H
#define REPORT_WORKBOOK_H

struct decision;
struct workbook;

/* NULL after an error (names that differ only in case). */
struct workbook *decision_workbook(const struct decision *d);

#endif
