/* options.h - a command's flags as a table, from which parsing and help are made.
 *
 * One row an option: long name, letter, what its value is called in help (NULL: a
 * flag), what it does, and where it goes.  Options may stand before or after the other
 * words; `--` ends them; `--name=value` and `--name value` are the same.
 */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/diag.h"

struct arena;

enum option_kind { OPTION_FLAG, OPTION_TEXT, OPTION_LIST, OPTION_COUNT };

struct option_list {
    const char **items;
    size_t count, capacity;
};

struct option_row {
    const char *name; /* without dashes */
    char letter;      /* 0: none */
    enum option_kind kind;
    const char *value; /* "DIR"; NULL for flags */
    const char *help;
    void *to; /* bool, const char *, struct option_list, unsigned long long */
    unsigned long long least, most; /* OPTION_COUNT */
};

struct option_table {
    const struct option_row *rows;
    size_t count;
};

/* The other words go to `words`.  False after errors, which name the nearest option.
 * --help is not an option here: the caller looks for it first. */
bool options_parse(struct arena *a, const struct option_table *table, int argc,
                   char **argv, struct option_list *words, struct diag *dg);

/* "  -o, --output DIR   where to write" for each row, wrapped at 88 columns. */
void options_help(const struct option_table *table, FILE *to);

#endif
