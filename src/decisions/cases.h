/* cases.h - worked cases: what a study must give, and what it must never give.
 *
 * Any study may end with
 *
 *     expect: {plain.ee.quantity: 4, plain.cost_nominal: 315400 USD}
 *     never:  {plain.ee.quantity: 8}
 *
 * where each key and each value is a formula over the names of the study; yes and no
 * are 1 and 0.  Exact figures must agree to the last digit, others to 1e-12.
 *
 * A file of cases is many studies that share most of their keys:
 *
 *     priceperf: 1
 *     cases: NAME
 *     ...                          (keys of a study)
 *     each:
 *       - id: first-case
 *         inputs: {cores: 8}       (added to, or in place of, what the file says; only
 *                                   alternatives are replaced as a whole)
 *         expect: {...}
 *       - {id: other, refuses: "words of the error", ...}
 *       - {id: third, skip: why not yet}
 */
#ifndef DECISIONS_CASES_H
#define DECISIONS_CASES_H

#include "decisions/study.h"

enum case_status { CASE_OK, CASE_FAILED, CASE_SKIPPED };
struct case_result {
    const char *id;
    enum case_status status;
    const char *words; /* why it failed or was skipped; lines */
};

/* The expectations of one study that was read without an error. */
struct case_result case_judge(struct study *s);

/* The study that one case of a file is; false after errors, which name the nearest id.
 * `at` is where the id was written. */
bool case_read(struct arena *a, const char *path, const char *id, struct where at,
               struct study *s, struct diag *dg);

/* Every case of a file, in order; false after an error of the file itself. */
bool cases_run(struct arena *a, const struct doc_node *root, const char *path,
               struct diag *dg, const struct case_result **out, size_t *count);

#endif
