/* results_returns.h - "returns" of results.json: each other alternative as an
 * investment against the first, in one scenario; nothing without a finance block.
 *
 *     {"scenario", "alternatives": [a, b], "net_present_value", "rates_of_return":
 * [all], "modified_rate_of_return", "payback", "discounted_payback" (years, null:
 * never), "note"}
 */
#ifndef REPORT_RESULTS_RETURNS_H
#define REPORT_RESULTS_RETURNS_H

#include <stddef.h>

struct decision;
struct json_out;

void results_returns(struct json_out *j, const struct decision *d, size_t scenario);

/* The parts of an alternative's flows, what each year is worth, and fiscal years. */
void results_cash(struct json_out *j, const struct decision *d, size_t scenario,
                  size_t alternative);
/* Each lease with its implicit rates. */
void results_leases(struct json_out *j, const struct decision *d, size_t scenario);

#endif
