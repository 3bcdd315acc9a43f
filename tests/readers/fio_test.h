/* fio_test.h - reads files through the probe, as ingest does. */
#ifndef TESTS_READERS_FIO_TEST_H
#define TESTS_READERS_FIO_TEST_H

#include "check.h"

#include "base/arena.h"
#include "doc/feed.h"
#include "readers/reader.h"

struct reading {
    struct arena *arena;
    struct runs *runs;
    struct diag dg;
    bool ok;
    const char *format; /* NULL: nothing recognised it */
};

static inline struct reading read_file(const char *path)
{
    struct reading r = { .arena = arena_new() };
    r.runs = runs_new(r.arena);
    r.dg = diag_on(r.arena);
    struct raw raw = { .path = path };
    struct where at = { 0 };
    raw.source.path = path;
    raw.source.limit = FEED_WINDOW;
    if (!source_head(r.arena, &raw.source, at, &r.dg))
        return r;
    const struct reader *reader = reader_probe(&raw.source, at, &r.dg);
    r.format = reader != NULL ? reader->name : NULL;
    r.ok = reader != NULL && reader_read(reader, &raw, r.runs, at, &r.dg);
    return r;
}

/* The same for bytes in memory, with the reader of that name. */
static inline struct reading read_bytes_of(const char *path, const char *format,
                                           const char *bytes, size_t length)
{
    struct reading r = { .arena = arena_new(), .format = format };
    r.runs = runs_new(r.arena);
    r.dg = diag_on(r.arena);
    struct raw raw = { .path = path };
    raw.source = source_of(path, bytes, length);
    raw.size = length;
    r.ok = reader_find(format)->read(&raw, r.runs, &r.dg);
    return r;
}

static inline struct reading read_bytes(const char *format, const char *bytes,
                                        size_t length)
{
    return read_bytes_of("memory_clat.1.log", format, bytes, length);
}

static inline struct reading read_text(const char *format, const char *text)
{
    return read_bytes(format, text, strlen(text));
}

static inline void end_reading(struct reading *r)
{
    arena_free(r->arena);
}

/* Whether `m` has the parameters "op=read;stage=clat"; "op=" means none, "#=1" that it
 * is the second of its kind. */
static inline bool has_parameters(const struct measurement *m, const char *where)
{
    while (*where != '\0') {
        char key[40];
        size_t k = strcspn(where, "="), v = strcspn(where + k + 1, ";");
        memcpy(key, where, k);
        key[k] = '\0';
        const struct parameter *p = setting_find(m->setting, key);
        char repeat[16];
        snprintf(repeat, sizeof repeat, "%u", m->repeat);
        const char *text = *key == '#' ? repeat : p != NULL ? p->text : "";
        if (strlen(text) != v || memcmp(text, where + k + 1, v) != 0)
            return false;
        where += k + 1 + v;
        where += *where == ';';
    }
    return true;
}

/* The only one that is meant; NULL where there is none or are several. */
static inline const struct measurement *find(const struct reading *r,
                                             const char *metric, const char *statistic,
                                             const char *where)
{
    const struct measurement *found = NULL;
    for (size_t i = 0; i < r->runs->count; i++) {
        const struct measurement *m = &r->runs->items[i];
        if (strcmp(m->metric->name, metric) != 0 ||
            strcmp(m->statistic, statistic) != 0 || !has_parameters(m, where))
            continue;
        if (found != NULL)
            return NULL;
        found = m;
    }
    return found;
}

/* "errors+short", in the order of enum flag. */
static inline const char *flags_text(uint32_t flags)
{
    static char text[200];
    text[0] = '\0';
    for (size_t i = 0; i < FLAG_COUNT; i++)
        if (flags >> i & 1) {
            if (text[0] != '\0')
                strncat(text, "+", sizeof text - strlen(text) - 1);
            strncat(text, flag_names[i], sizeof text - strlen(text) - 1);
        }
    return text;
}

static inline bool says(const struct reading *r, const char *words)
{
    for (size_t i = 0; i < r->dg.count; i++)
        if (strstr(r->dg.messages[i].text, words) != NULL)
            return true;
    return false;
}

#endif
