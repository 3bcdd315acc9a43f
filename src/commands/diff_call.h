/* diff_call.h - what `priceperf diff` compares, and how it shows it. */
#ifndef COMMANDS_DIFF_CALL_H
#define COMMANDS_DIFF_CALL_H

#include "commands/command.h"
#include "report/changes.h"

/* One of both: a study or a price model in YAML, a results.json, or the folder of a
 * report.  A study is decided.  False after an error. */
bool diff_open(struct command_call *call, const char *path, struct edition *out);

void diff_show_json(const struct changes *c);
void diff_show_csv(const struct changes *c);

#endif
