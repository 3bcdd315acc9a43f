/* command.h - a subcommand: its words, its options, and what it does.
 *
 * To add one, write commands/<name>.c that defines `command_<name>` and add its row in
 * commands.c.  A command reads its input, asks the layers above, prints, and returns
 * an exit status; it parses no bytes and computes nothing itself.
 *
 * Exit statuses: 0 the answer was written, whatever it says; 1 audit, check and diff
 * found something; 2 the command line or an input is wrong; 3 the machine failed.
 */
#ifndef COMMANDS_COMMAND_H
#define COMMANDS_COMMAND_H

#include "base/diag.h"
#include "base/options.h"

struct arena;

enum { EXIT_ANSWER = 0, EXIT_FOUND = 1, EXIT_INPUT = 2, EXIT_WORLD = 3 };

struct command_call {
    struct arena *arena;
    struct diag *dg;
    int argc; /* the words behind the subcommand */
    char **argv;
};

struct command {
    const char *name, *summary;
    const char *usage;                    /* "STUDY [--set NAME=VALUE]..." */
    const char *examples;                 /* lines, each a command that can be pasted */
    struct option_table (*options)(void); /* pointing into static storage */
    int (*run)(struct command_call *call, const struct option_list *words);
};

const struct command *command_find(const char *name);
const struct command *command_at(size_t i); /* NULL beyond the last */

/* Parses argv by the command's options, answers --help, runs, prints diagnostics to
 * stderr, and gives the status: what run() returned, or 2 or 3 after errors. */
int command_main(const struct command *c, int argc, char **argv);

/* For what is printed outside run(), as help is: 0, or 3 with words on stderr where it
 * could not be written. */
int command_flush(void);

/* An error where more than one form of output is asked for; `words` names them. */
bool command_one_form(const struct command_call *call, int asked, const char *words);

/* For commands of one study: an error with the usage unless there is one word. */
bool command_one_word(const struct command_call *call, const struct option_list *words,
                      const char *what, const char **out);

#endif
