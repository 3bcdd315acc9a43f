/* main.c - finds the subcommand; the table of them is in commands/commands.c. */
#include <locale.h>
#include <stdio.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/nearest.h"
#include "commands/command.h"

static void print_help(FILE *to)
{
    fputs(
        "priceperf - from raw benchmark runs and price models to a purchase decision\n"
        "\nUsage: priceperf COMMAND [ARGUMENTS]\n\n",
        to);
    for (size_t i = 0; command_at(i) != NULL; i++)
        fprintf(to, "  %-10s %s\n", command_at(i)->name, command_at(i)->summary);
    fputs("\n  --help     this, or behind a command its own\n"
          "  --version\n\n"
          "Examples:\n"
          "  priceperf report data/oracle-compression/study.yaml -o out\n"
          "  priceperf whatif data/oracle-compression/study.yaml --set copies=3\n",
          to);
}

static int unknown(const char *word)
{
    const char *names[64];
    size_t n = 0;
    for (; command_at(n) != NULL && n < 64; n++)
        names[n] = command_at(n)->name;
    const char *near = nearest(word, names, n);
    if (near != NULL)
        fprintf(stderr, "priceperf: error: unknown command '%s'; did you mean '%s'?\n",
                word, near);
    else
        fprintf(stderr,
                "priceperf: error: unknown command '%s'; priceperf --help lists them\n",
                word);
    return EXIT_INPUT;
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "C");
#ifdef __GLIBC__
    /* Arenas come and go with each file: memory given back to the system and asked for
     * again costs more than reading does. */
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
    if (argc < 2) {
        print_help(stderr);
        return EXIT_INPUT;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help(stdout);
        return command_flush();
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("priceperf " PRICEPERF_VERSION);
        return command_flush();
    }
    const struct command *c = command_find(argv[1]);
    return c != NULL ? command_main(c, argc - 2, argv + 2) : unknown(argv[1]);
}
