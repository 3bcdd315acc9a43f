#include "base/options.h"

#include <string.h>

#include "base/arena.h"
#include "base/nearest.h"

static const struct option_row *find_long(const struct option_table *t,
                                          const char *name, size_t length)
{
    for (size_t i = 0; i < t->count; i++)
        if (strlen(t->rows[i].name) == length &&
            memcmp(t->rows[i].name, name, length) == 0)
            return &t->rows[i];
    return NULL;
}

static const struct option_row *find_letter(const struct option_table *t, char letter)
{
    for (size_t i = 0; i < t->count; i++)
        if (letter != '\0' && t->rows[i].letter == letter)
            return &t->rows[i];
    return NULL;
}

static bool unknown(struct arena *a, const struct option_table *t, const char *word,
                    struct diag *dg)
{
    const char **names = ARENA_ARRAY(a, t->count + 1, const char *);
    for (size_t i = 0; i < t->count; i++)
        names[i] = t->rows[i].name;
    names[t->count] = "help";
    const char *bare = word + strspn(word, "-");
    const char *near =
        nearest(arena_strndup(a, bare, strcspn(bare, "=")), names, t->count + 1);
    struct where at = { .file = word };
    if (near != NULL)
        return diag_error(dg, at, "unknown option; did you mean '--%s'?", near);
    return diag_error(dg, at, "unknown option; --help lists what there is");
}

static bool read_count(const struct option_row *row, const char *text, struct diag *dg)
{
    unsigned long long n = 0;
    const char *p = text;
    struct where at = { .file = arena_printf(dg->arena, "--%s", row->name) };
    for (; *p >= '0' && *p <= '9' && n < 1000000000000000; p++)
        n = n * 10 + (unsigned)(*p - '0');
    if (p == text || *p != '\0' || n < row->least || n > row->most)
        return diag_error(dg, at, "'%s' is not a whole number from %llu to %llu", text,
                          row->least, row->most);
    *(unsigned long long *)row->to = n;
    return true;
}

static bool store(struct arena *a, const struct option_row *row, const char *value,
                  struct diag *dg)
{
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)row->to = true;
        return true;
    case OPTION_TEXT:
        *(const char **)row->to = value;
        return true;
    case OPTION_LIST: {
        struct option_list *list = row->to;
        ARENA_PUSH(a, list->items, list->count, list->capacity) = value;
        return true;
    }
    case OPTION_COUNT:
        return read_count(row, value, dg);
    }
    return false;
}

/* One option at argv[*i]; moves *i on to its value where that is a word of its own. */
static bool take(struct arena *a, const struct option_table *t, int argc, char **argv,
                 int *i, struct diag *dg)
{
    const char *word = argv[*i], *value = NULL;
    const struct option_row *row;
    if (word[1] == '-') {
        size_t n = strcspn(word + 2, "=");
        row = find_long(t, word + 2, n);
        if (word[2 + n] == '=')
            value = word + 3 + n;
    } else {
        row = find_letter(t, word[1]);
        if (word[1] != '\0' && word[2] != '\0')
            value = word + 2;
    }
    struct where at = { .file = word };
    if (row == NULL)
        return unknown(a, t, word, dg);
    if (row->kind == OPTION_FLAG)
        return value == NULL ? store(a, row, NULL, dg)
                             : diag_error(dg, at, "this option takes no value");
    if (value == NULL && *i + 1 >= argc)
        return diag_error(dg, at, "this option needs a value: %s", row->value);
    if (value == NULL)
        value = argv[++*i];
    return store(a, row, value, dg);
}

bool options_parse(struct arena *a, const struct option_table *t, int argc, char **argv,
                   struct option_list *words, struct diag *dg)
{
    bool ok = true, options = true;
    for (int i = 0; i < argc; i++) {
        if (options && strcmp(argv[i], "--") == 0)
            options = false;
        else if (options && argv[i][0] == '-' && argv[i][1] != '\0')
            ok = take(a, t, argc, argv, &i, dg) && ok;
        else
            ARENA_PUSH(a, words->items, words->count, words->capacity) = argv[i];
    }
    return ok;
}

void options_help(const struct option_table *t, FILE *to)
{
    enum { LEFT = 28, WIDTH = 88 };
    for (size_t i = 0; i < t->count; i++) {
        const struct option_row *row = &t->rows[i];
        char left[64];
        char letter[5] = "    ";
        if (row->letter != '\0')
            snprintf(letter, sizeof letter, "-%c, ", row->letter);
        snprintf(left, sizeof left, "  %s--%s%s%s", letter, row->name,
                 row->value != NULL ? " " : "", row->value != NULL ? row->value : "");
        size_t column = LEFT;
        if (strlen(left) < LEFT)
            fprintf(to, "%-*s", LEFT, left);
        else
            fprintf(to, "%s\n%*s", left, LEFT, "");
        for (const char *word = row->help; *word != '\0';) {
            size_t n = strcspn(word, " ");
            if (column + 1 + n > WIDTH) {
                fprintf(to, "\n%*s", LEFT, "");
                column = LEFT;
            }
            fprintf(to, " %.*s", (int)n, word);
            column += n + 1;
            word += n + strspn(word + n, " ");
        }
        fputc('\n', to);
    }
}
