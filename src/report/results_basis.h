/* results_basis.h - what the results rest on, as JSON. */
#ifndef REPORT_RESULTS_BASIS_H
#define REPORT_RESULTS_BASIS_H

#include "decisions/study.h"

struct json_out;

/* "inputs", "files" and "warnings" of an object that is open. */
void results_basis(struct json_out *j, const struct study *s);

#endif
