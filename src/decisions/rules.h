/* rules.h - what a pricing regime demands of a price sheet, one check a row.
 *
 * A rule profile is a YAML file, `rules/NAME.yaml` beside the study or among the
 * templates; no regime is known to the program:
 *
 *     priceperf: 1
 *     rules: house
 *     title: what our purchasing asks
 *     checks:
 *       - {check: maintenance, clause: 4.2, words: maintenance is priced for every
 * line}
 *       - {check: stated, statement: country, clause: 1.1, words: the country is named}
 *
 * `check` names one of the checks below, `clause` where the rule stands, in the words
 * of the profile.  A check passes, fails, or is unknown where the study does not say;
 * each has its evidence and the line of the study that it is about.  Checks are judged
 * for every alternative in one scenario.
 */
#ifndef DECISIONS_RULES_H
#define DECISIONS_RULES_H

#include "base/diag.h"
#include "base/exact.h"

struct decision;
struct doc_node;
struct study;

enum rule_status { RULE_PASSED, RULE_FAILED, RULE_UNKNOWN };
extern const char *const rule_status_names[]; /* "passed", "failed", "unknown" */

struct rule { /* a row of a profile; what is not given is NaN or NULL */
    const struct rule_check *check;
    const char *clause, *words, *statement, *hours;
    double at_least, at_most, within; /* in base units */
    size_t round;                     /* enum ratio_rounding */
    bool round_set;
    struct where at;
};

struct rule_profile {
    const char *id, *title;
    const struct rule *rules;
    size_t count;
};

struct rule_result {
    const struct rule *rule;
    const char *alternative; /* its id */
    enum rule_status status;
    const char *evidence;
    struct where at; /* the line of the study it is about; line 0: none */
};

struct rule_results {
    const struct rule_profile *profile; /* NULL: the study has no rules */
    const struct rule_result *items;
    size_t count, failed, unknown;
};

/* One kind of check, and what its row must say. */
struct judging;
struct rule_check {
    const char *name, *summary;
    const char *needs; /* the key that it needs, NULL: none */
    void (*judge)(struct judging *j);
};
size_t rule_check_count(void);
const struct rule_check *rule_check_at(size_t i);

/* A profile that is read already; false after an error. */
bool rules_bind(struct study *s, const struct doc_node *root, struct rule_profile *out);
/* Finds and reads the study's profile, and notes its file; *out is NULL where the study
 * names none. */
bool rules_read(struct study *s, const struct rule_profile **out);
/* All checks on all alternatives, in the chosen scenario. */
void rules_judge(const struct decision *d, const struct rule_profile *profile,
                 struct rule_results *out);

#endif
