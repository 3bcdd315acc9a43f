/* The reading half of store.h.  The file may come from anybody, so that nothing in it
 * is believed: texts are checked, numbers must be finite, ids must lead somewhere. */
#include "measure/store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "doc/json.h"
#include "measure/store_db.h"

/* Things by their row id, which count from 1 without gaps in a store of ours. */
struct table {
    const void **things;
    size_t count, capacity;
};

struct reader {
    struct store store;
    struct runs *runs;
    struct table files, metrics, settings;
    const char *unit_text; /* of the last measurement, and what it is */
    const struct unit *unit;
};

static bool damaged(struct reader *r, const char *what)
{
    if (r->store.failed)
        return false;
    r->store.failed = true;
    return diag_error(r->store.dg, r->store.at, "run store '%s' is damaged: %s",
                      r->store.path, what);
}

static bool is_clean(const char *text)
{
    for (const char *p = text; *p != '\0'; p++)
        if ((unsigned char)*p < 0x20 && *p != '\t' && *p != '\n' && *p != '\r')
            return false;
    return utf8_valid(text, strlen(text), NULL);
}

/* NULL where the column is NULL; an unclean text fails the reader and gives "". */
static const char *text_at(struct reader *r, sqlite3_stmt *q, int column)
{
    const char *text = (const char *)sqlite3_column_text(q, column);
    if (text != NULL && !is_clean(text)) {
        damaged(r, "a text that is no UTF-8");
        return "";
    }
    return text;
}

/* Of a column that is never NULL in a store of ours. */
static const char *needed(struct reader *r, sqlite3_stmt *q, int column)
{
    const char *text = text_at(r, q, column);
    if (text == NULL)
        damaged(r, "a text is missing");
    return text != NULL ? text : "";
}

static const char *kept(struct reader *r, sqlite3_stmt *q, int column)
{
    const char *text = text_at(r, q, column);
    return text != NULL ? arena_strdup(r->runs->arena, text) : NULL;
}

static const char *kept_needed(struct reader *r, sqlite3_stmt *q, int column)
{
    return arena_strdup(r->runs->arena, needed(r, q, column));
}

static bool put(struct reader *r, struct table *t, long long id, const void *thing)
{
    if (id != (long long)t->count + 1)
        return damaged(r, "rows are missing");
    ARENA_PUSH(r->runs->arena, t->things, t->count, t->capacity) = thing;
    return true;
}

static const void *get(struct reader *r, const struct table *t, long long id)
{
    if (id >= 1 && id <= (long long)t->count)
        return t->things[id - 1];
    damaged(r, "a measurement leads to a row that is not there");
    return NULL;
}

static bool read_file(struct reader *r, sqlite3_stmt *q)
{
    const char *sha256 = needed(r, q, 1);
    struct run_file file = { .path = kept_needed(r, q, 2),
                             .bytes = (size_t)sqlite3_column_int64(q, 3),
                             .format = kept_needed(r, q, 4),
                             .tool = kept(r, q, 5),
                             .version = kept(r, q, 6),
                             .time = kept(r, q, 7) };
    if (r->store.failed)
        return false;
    if (strlen(sha256) != SHA256_TEXT - 1)
        return damaged(r, "a checksum of the wrong length");
    memcpy(file.sha256, sha256, SHA256_TEXT);
    return put(r, &r->files, sqlite3_column_int64(q, 0),
               runs_file_known(r->runs, &file));
}

static bool read_direction(const char *text, enum direction *out)
{
    for (int i = 0; i < 3; i++)
        if (strcmp(direction_names[i], text) == 0) {
            *out = (enum direction)i;
            return true;
        }
    return false;
}

static bool read_metric(struct reader *r, sqlite3_stmt *q)
{
    struct unit unit;
    enum direction direction;
    const char *why, *name = needed(r, q, 1), *text = needed(r, q, 2);
    size_t at;
    if (r->store.failed)
        return false;
    if (!unit_parse(r->runs->arena, text, strlen(text), &unit, &why, &at) ||
        !read_direction(needed(r, q, 3), &direction))
        return damaged(r, "a metric without a unit or direction");
    const struct metric *m = runs_declare(r->runs, name, unit.dim, direction);
    if (m == NULL)
        return damaged(r, "a metric of another unit or direction than it has here");
    return put(r, &r->metrics, sqlite3_column_int64(q, 0), m);
}

static bool read_setting(struct reader *r, sqlite3_stmt *parameters, long long id)
{
    struct arena *a = r->runs->arena;
    struct parameter *items = NULL;
    size_t n = 0, capacity = 0;
    sqlite3_bind_int64(parameters, 1, id);
    while (store_step(&r->store, parameters)) {
        const char *key = kept_needed(r, parameters, 0);
        const char *text = kept_needed(r, parameters, 1);
        ARENA_PUSH(a, items, n, capacity) = parameter_of(a, key, text);
    }
    sqlite3_reset(parameters);
    return !r->store.failed &&
           put(r, &r->settings, id, runs_setting(r->runs, items, n));
}

static bool read_whole(const char *text, size_t length, int128 *out)
{
    struct exact e;
    if (!exact_parse(text, length, &e, NULL) || e.den != 1)
        return false;
    *out = e.num;
    return true;
}

static bool read_exact(struct reader *r, const char *text, struct measurement *m)
{
    char shortest[JSON_NUMBER_SIZE];
    int128 num, den;
    if (text == NULL)
        return true;
    m->is_exact = true;
    if (strcmp(text, "=") == 0) {
        text = json_number_text(m->value, shortest);
        return exact_parse(text, strlen(text), &m->exact, NULL) ||
               damaged(r, "a value that is not exact");
    }
    const char *slash = strchr(text, '/');
    if (slash == NULL || !read_whole(text, (size_t)(slash - text), &num) ||
        !read_whole(slash + 1, strlen(slash + 1), &den) ||
        !exact_ratio(num, den, &m->exact) || exact_double(m->exact) != m->value)
        return damaged(r, "an exact value that is none");
    return true;
}

static bool read_unit(struct reader *r, const char *text, struct measurement *m)
{
    const char *why;
    size_t at;
    if (text == NULL)
        return true;
    if (r->unit == NULL || strcmp(text, r->unit_text) != 0) {
        struct unit *u = ARENA_NEW(r->runs->arena, struct unit);
        if (*text == '\0')
            *u = UNIT_ONE;
        else if (!unit_parse(r->runs->arena, text, strlen(text), u, &why, &at))
            return damaged(r, "an unknown unit");
        r->unit = u;
        r->unit_text = u->text;
    }
    m->written = r->unit;
    return dim_equal(r->unit->dim, m->metric->dim) ||
           damaged(r, "a unit that does not fit its metric");
}

static bool read_measurement(struct reader *r, sqlite3_stmt *q)
{
    struct measurement m = { .file = get(r, &r->files, sqlite3_column_int64(q, 0)),
                             .system = needed(r, q, 3),
                             .metric = get(r, &r->metrics, sqlite3_column_int64(q, 4)),
                             .statistic = needed(r, q, 5),
                             .value = sqlite3_column_double(q, 6),
                             .resolution = sqlite3_column_double(q, 8),
                             .setting =
                                 get(r, &r->settings, sqlite3_column_int64(q, 10)),
                             .flags = (uint32_t)sqlite3_column_int64(q, 11),
                             .duration = sqlite3_column_double(q, 12),
                             .samples = sqlite3_column_double(q, 13),
                             .note = kept(r, q, 15) };
    if (sqlite3_column_type(q, 14) != SQLITE_NULL)
        m.state = get(r, &r->settings, sqlite3_column_int64(q, 14));
    if (r->store.failed)
        return false;
    m.at = (struct where){ m.file->path, (unsigned)sqlite3_column_int64(q, 1),
                           (unsigned)sqlite3_column_int64(q, 2) };
    if (!isfinite(m.value) || !isfinite(m.duration) || !isfinite(m.samples) ||
        !statistic_known(m.statistic))
        return damaged(r, "a measurement without a value or statistic");
    if (!read_exact(r, text_at(r, q, 7), &m) || !read_unit(r, text_at(r, q, 9), &m))
        return false;
    runs_add(r->runs, m);
    return true;
}

static bool read_rows(struct reader *r, const char *sql,
                      bool (*row)(struct reader *, sqlite3_stmt *))
{
    sqlite3_stmt *q = store_prepare(&r->store, sql);
    while (store_step(&r->store, q) && row(r, q))
        continue;
    store_finish(q);
    return !r->store.failed;
}

static bool read_settings(struct reader *r)
{
    sqlite3_stmt *q = store_prepare(&r->store, "SELECT id FROM setting ORDER BY id");
    sqlite3_stmt *parameters = store_prepare(
        &r->store, "SELECT key, text FROM parameter WHERE setting = ? ORDER BY key");
    while (store_step(&r->store, q) &&
           read_setting(r, parameters, sqlite3_column_int64(q, 0)))
        continue;
    store_finish(parameters);
    store_finish(q);
    return !r->store.failed;
}

bool store_read(const char *path, struct where at, struct runs *out, struct diag *dg)
{
    if (at.file == NULL)
        at.file = path;
    struct reader r = { .store = { .path = path, .at = at, .dg = dg }, .runs = out };
    bool ok =
        store_open(&r.store, false) &&
        read_rows(&r,
                  "SELECT id, sha256, path, size, format, tool, version, time FROM file"
                  " ORDER BY id",
                  read_file) &&
        read_rows(&r, "SELECT id, name, unit, direction FROM metric ORDER BY id",
                  read_metric) &&
        read_settings(&r) &&
        read_rows(
            &r,
            "SELECT file, line, position, system, metric, statistic, value, exact,"
            " resolution, written, setting, flags, duration, samples, state, note"
            " FROM measurement ORDER BY id",
            read_measurement);
    store_close(&r.store);
    return ok;
}
