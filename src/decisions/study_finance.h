/* study_finance.h - the finance block of a study: from what is paid to what it costs.
 *
 *     finance:
 *       timing: start                 when a year's recurring payments fall: end (the
 *                                     default) or start
 *       rate: real                    discount_rate is nominal (default) or real
 *       inflation: 2 %/year           later payments cost more; prices are of day 0
 *       decline: 15 %/year            what is bought again costs less, before inflation
 *       contingency: 5 %              on every payment
 *       vat: 19 %                     on every payment, where it is not recovered
 *       tax: 30 %                     what a cost saves at the end of its year
 *       depreciation: {method: macrs, life: 5 years}     straight, declining, macrs
 *       residual: 10 %                of the last purchase, got back at the end
 *
 * and of an alternative `life: 4 years`: it is bought again at each end of its life
 * before the horizon.  All shares may be formulas over names of the study.  Without a
 * block nothing changes: payments at year ends, as they are.
 *
 * The flow of year t, 0 being the purchase:
 *     pay(t)  = recurring * (1 + inflation)^t * (1 + contingency) * (1 + vat), at t, or
 *               with (1 + inflation)^(t-1) at t-1; and what is bought at t, the same
 *               times (1 - decline)^t
 *     flow(t) = pay(t) - tax * (recurring of year t + depreciation of year t)
 *               - residual + tax * (residual - what is not written off), at the end
 * and its factor is 1 / (1 + rate)^t, where a real rate stands for
 * (1 + rate) * (1 + inflation) - 1 (Fisher).  Each is a node of its own, so that point,
 * draws, roots and workbook agree.
 *
 * The block adds names: `<alternative>.capex` (purchases less residual, nominal),
 * `.opex` (recurring payments, nominal), both before tax, and `.equivalent_annual`:
 * the present value of one whole life divided by the sum of its discount factors, which
 * compares unequal lives.
 */
#ifndef DECISIONS_STUDY_FINANCE_H
#define DECISIONS_STUDY_FINANCE_H

#include "decisions/study.h"

struct finance_terms;

/* Into s->finance, NULL where the study has no block; false after an error. */
bool study_read_finance(struct study *s, const struct doc_node *node);

/* Turns what an alternative pays by year (horizon + 1, [0] the purchase) into its
 * flows, and makes the names above.  `life` may be NULL; without a block it is an
 * error. */
bool study_finance_flows(struct study *s, struct alternative *alt, node_id *by_year,
                         const struct doc_node *life);

/* Whether the block has a residual value. */
bool study_finance_has_residual(const struct study *s);

/* When payments fall and what is in them: "payments fall at the end of a year", or what
 * the block says; no stop at the end. */
const char *study_finance_words(const struct study *s);

/* 1 / (1 + rate * 1 year) ^ t, each factor a node of its own, so that it can be seen.
 */
node_id study_discount_factor(struct study *s, unsigned t, struct where at);

#endif
