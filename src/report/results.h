/* results.h - a decision as results.json: the contract that others read.
 *
 * Fields may be added, none changes its meaning.  Money is in the study's currency,
 * roots and risks are in the variable's own unit, input values in base units beside
 * their base unit.  Numbers hold all their digits; null is "none".
 */
#ifndef REPORT_RESULTS_H
#define REPORT_RESULTS_H

struct decision;

/* Arena-owned text, ended by a line end; the same decision gives the same bytes. */
const char *results_json(const struct decision *d);

#endif
