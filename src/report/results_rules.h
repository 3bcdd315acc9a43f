/* results_rules.h - the checks of a rule profile as JSON, and the price/performance. */
#ifndef REPORT_RESULTS_RULES_H
#define REPORT_RESULTS_RULES_H

#include "decisions/decide.h"

struct json_out;

/* "rules": {"id", "title", "passed", "failed", "unknown", "checks": [...]}; the caller
 * has made sure that there is a profile. */
void results_rules(struct json_out *j, const struct rule_results *r);

/* An object for each price/performance of one alternative's sheet. */
void results_ratios(struct json_out *j, const struct decision *d, size_t scenario,
                    size_t alternative);

#endif
