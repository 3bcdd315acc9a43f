/* commands.c - every subcommand, in the order in which help lists them. */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "commands/command.h"

#define COMMANDS(X) \
    X(report) \
    X(price) \
    X(whatif) \
    X(audit) \
    X(diff) \
    X(check) \
    X(fit) \
    X(ingest) \
    X(runs) \
    X(list)

#define DECLARE(name) extern const struct command command_##name;
#define ENTRY(name)   &command_##name,
COMMANDS(DECLARE)
static const struct command *const commands[] = { COMMANDS(ENTRY) };

enum { COUNT = sizeof commands / sizeof *commands };

const struct command *command_at(size_t i)
{
    return i < COUNT ? commands[i] : NULL;
}

const struct command *command_find(const char *name)
{
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static void print_help(const struct command *c)
{
    printf("priceperf %s - %s\n\nUsage: priceperf %s %s\n", c->name, c->summary,
           c->name, c->usage);
    struct option_table t = c->options();
    if (t.count > 0)
        putchar('\n');
    options_help(&t, stdout);
    printf("\nExamples:\n%s", c->examples);
}

static bool wants_help(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

static int status_of(const struct diag *dg, int status)
{
    if (dg->errors > 0)
        return EXIT_INPUT;
    if (dg->world_errors > 0)
        return EXIT_WORLD;
    return status;
}

static void check_written(struct diag *dg)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        diag_world(dg, (struct where){ .file = "standard output" },
                   "the answer could not be written");
}

int command_flush(void)
{
    struct arena *arena = arena_new();
    struct diag dg = diag_on(arena);
    check_written(&dg);
    diag_print(&dg, stderr);
    int status = status_of(&dg, EXIT_ANSWER);
    arena_free(arena);
    return status;
}

bool command_one_form(const struct command_call *call, int asked, const char *words)
{
    return asked <= 1 || diag_error(call->dg, (struct where){ .file = "command line" },
                                    "one of %s at a time", words);
}

int command_main(const struct command *c, int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct diag dg = diag_on(arena);
    struct command_call call = { arena, &dg, argc, argv };
    struct option_list words = { 0 };
    struct option_table table = c->options();
    int status = EXIT_INPUT;
    if (wants_help(argc, argv)) {
        print_help(c);
        arena_free(arena);
        return command_flush();
    }
    if (options_parse(arena, &table, argc, argv, &words, &dg))
        status = c->run(&call, &words);
    check_written(&dg);
    diag_print(&dg, stderr);
    status = status_of(&dg, status);
    arena_free(arena);
    return status;
}

bool command_one_word(const struct command_call *call, const struct option_list *words,
                      const char *what, const char **out)
{
    struct where at = { .file = "command line" };
    if (words->count == 0)
        return diag_error(call->dg, at, "no %s given; --help shows how", what);
    if (words->count > 1) {
        at.file = words->items[1];
        return diag_error(call->dg, at, "one %s at a time", what);
    }
    *out = words->items[0];
    return true;
}
