/* study_call.h - what commands on a study share: reading, --set, deciding. */
#ifndef COMMANDS_STUDY_CALL_H
#define COMMANDS_STUDY_CALL_H

#include "commands/command.h"
#include "decisions/decide.h"

struct study_options {
    struct option_list set; /* --set texts */
    const char *case_id;    /* --case: the study is this case of a file of cases */
    unsigned long long draws, threads;
    const char *rules; /* other rules than the study's; NULL: its own */
};

/* Reads the one study among `words`, applies --set, and decides.  NULL after errors. */
struct decision *study_decide(struct command_call *call,
                              const struct option_list *words,
                              const struct study_options *options);
struct study *study_open(struct command_call *call, const struct option_list *words,
                         const struct study_options *options);

/* Makes another scenario the chosen one; NULL keeps it.  False where there is none of
 * that name. */
bool study_choose(struct command_call *call, struct decision *d, const char *scenario);

#endif
