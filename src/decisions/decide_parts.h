/* decide_parts.h - the questions of a study, one function a kind. */
#ifndef DECISIONS_DECIDE_PARTS_H
#define DECISIONS_DECIDE_PARTS_H

#include "decisions/decide.h"

bool decide_break_evens(struct study *s, struct decision *d);
bool decide_sensitivities(struct study *s, struct decision *d);
bool decide_risks(struct study *s, const struct decide_options *o, struct decision *d);

#endif
