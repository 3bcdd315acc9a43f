/* results_sizing.h - the counts of hardware in results.json: of drives, shelves and
 * controllers each how many, what limit asked for them, and every other limit's count.
 */
#ifndef REPORT_RESULTS_SIZING_H
#define REPORT_RESULTS_SIZING_H

#include "decisions/decide.h"
#include "doc/json.h"

/* Objects of one scenario, into an open array. */
void results_sizing(struct json_out *j, const struct decision *d, size_t scenario);

/* The limit that gives the count in a scenario; where several do, all of them:
 * "capacity and iops".  "quantity" where the study gives the count. */
const char *sizing_binding(const struct decision *d, size_t scenario,
                           const struct sizing *z);

#endif
