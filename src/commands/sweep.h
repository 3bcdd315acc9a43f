/* sweep.h - costs over one or two inputs that take a row of values each. */
#ifndef COMMANDS_SWEEP_H
#define COMMANDS_SWEEP_H

#include "commands/command.h"
#include "decisions/study.h"

enum { MOST_SWEEPS = 2, MOST_POINTS = 100000 };

struct sweep_call {
    struct study *study;
    const char *scenario; /* NULL: the study's chosen one */
    const struct option_list *texts;
    bool as_json, as_csv;
};

/* A row a point: the inputs, the cost of each alternative, which is cheapest. */
bool sweep_print(struct command_call *call, const struct sweep_call *sweep);

#endif
