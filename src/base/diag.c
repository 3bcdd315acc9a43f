#include "base/diag.h"

#include <stdarg.h>
#include <string.h>

#include "base/arena.h"

struct diag diag_on(struct arena *arena)
{
    return (struct diag){ .arena = arena };
}

static bool same_place(struct where a, struct where b)
{
    if (a.line != b.line || a.column != b.column)
        return false;
    if (a.file == NULL || b.file == NULL)
        return a.file == b.file;
    return strcmp(a.file, b.file) == 0;
}

static bool said_before(const struct diag *dg, const struct diag_message *m)
{
    for (size_t i = 0; i < dg->count; i++) {
        const struct diag_message *o = &dg->messages[i];
        if (o->level == m->level && same_place(o->at, m->at) &&
            strcmp(o->text, m->text) == 0)
            return true;
    }
    return false;
}

__attribute__((format(printf, 4, 0))) static void add(struct diag *dg,
                                                      enum diag_level level,
                                                      struct where at, const char *fmt,
                                                      va_list args)
{
    if (level <= DIAG_WORLD && dg->errors + dg->world_errors >= DIAG_MOST) {
        *(level == DIAG_ERROR ? &dg->errors : &dg->world_errors) += 1;
        return;
    }
    struct diag_message m = { level, at, arena_vprintf(dg->arena, fmt, args) };
    if (level == DIAG_WARNING && said_before(dg, &m))
        return;
    if (level == DIAG_ERROR)
        dg->errors++;
    else if (level == DIAG_WORLD)
        dg->world_errors++;
    else if (level == DIAG_WARNING)
        dg->warnings++;
    ARENA_PUSH(dg->arena, dg->messages, dg->count, dg->capacity) = m;
}

bool diag_error(struct diag *dg, struct where at, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    add(dg, DIAG_ERROR, at, fmt, args);
    va_end(args);
    return false;
}

bool diag_world(struct diag *dg, struct where at, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    add(dg, DIAG_WORLD, at, fmt, args);
    va_end(args);
    return false;
}

void diag_warn(struct diag *dg, struct where at, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    add(dg, DIAG_WARNING, at, fmt, args);
    va_end(args);
}

void diag_note(struct diag *dg, struct where at, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    add(dg, DIAG_NOTE, at, fmt, args);
    va_end(args);
}

static void append(struct diag *dg, enum diag_level level, struct where at,
                   const char *fmt, ...) __attribute__((format(printf, 4, 5)));

static void append(struct diag *dg, enum diag_level level, struct where at,
                   const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    add(dg, level, at, fmt, args);
    va_end(args);
}

void diag_append(struct diag *dg, const struct diag *from, bool soften)
{
    size_t errors = 0, worlds = 0;
    for (size_t i = 0; i < from->count; i++) {
        struct diag_message m = from->messages[i];
        m.at.file = m.at.file != NULL ? arena_strdup(dg->arena, m.at.file) : NULL;
        errors += m.level == DIAG_ERROR;
        worlds += m.level == DIAG_WORLD;
        if (soften && m.level <= DIAG_WORLD)
            m.level = DIAG_WARNING;
        append(dg, m.level, m.at, "%s", m.text);
    }
    if (soften)
        return;
    dg->errors += from->errors - errors;
    dg->world_errors += from->world_errors - worlds;
}

bool diag_failed(const struct diag *dg)
{
    return dg->errors + dg->world_errors > 0;
}

static const char *level_word(enum diag_level level)
{
    switch (level) {
    case DIAG_WARNING:
        return "warning";
    case DIAG_NOTE:
        return "note";
    case DIAG_ERROR:
    case DIAG_WORLD:
        break;
    }
    return "error";
}

/* Text of a file may hold anything; a terminal must not obey it. */
static void print_safe(const char *text, FILE *to)
{
    for (const char *p = text; *p != '\0'; p++) {
        unsigned char c = (unsigned char)*p;
        if ((c < 0x20 && c != '\t' && c != '\n') || c == 0x7f)
            fprintf(to, "\\x%02x", c);
        else
            fputc(c, to);
    }
}

void diag_print(const struct diag *dg, FILE *to)
{
    for (size_t i = 0; i < dg->count; i++) {
        const struct diag_message *m = &dg->messages[i];
        print_safe(m->at.file != NULL ? m->at.file : "priceperf", to);
        if (m->at.line > 0)
            fprintf(to, ":%u", m->at.line);
        if (m->at.line > 0 && m->at.column > 0)
            fprintf(to, ":%u", m->at.column);
        fprintf(to, ": %s: ", level_word(m->level));
        print_safe(m->text, to);
        fputc('\n', to);
    }
    if (dg->errors + dg->world_errors > DIAG_MOST)
        fprintf(to, "priceperf: error: %zu further errors are not shown\n",
                dg->errors + dg->world_errors - DIAG_MOST);
}
