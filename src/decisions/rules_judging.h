/* rules_judging.h - what a check sees, and how it says what it found. */
#ifndef DECISIONS_RULES_JUDGING_H
#define DECISIONS_RULES_JUDGING_H

#include "decisions/decide.h"
#include "decisions/rules.h"
#include "decisions/study_order.h"

struct judging {
    struct arena *a;
    const struct decision *d;
    const struct study *s;
    const struct alternative *alt;
    const struct order *o;
    const struct rule *rule;
    struct rule_result *out;
};

/* How a check ends; the first place that is given stands in the result. */
void judge_says(struct judging *j, enum rule_status status, struct where at,
                const char *evidence);
/* The value of a node in the scenario; NaN of NO_NODE. */
double judge_value(const struct judging *j, node_id id);

#endif
