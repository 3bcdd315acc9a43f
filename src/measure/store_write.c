/* The writing half of store.h. */
#include "measure/store.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "doc/json.h"
#include "measure/hash_index.h"
#include "measure/store_db.h"

/* The row that a file, metric or setting of the set became; 0: its file is there
 * already, and its measurements with it. */
struct known {
    const void *thing;
    long long id;
};

/* How often one system, metric, statistic and setting has been measured. */
struct repeats {
    const char *system, *statistic;
    long long metric, setting, next;
};

struct writer {
    struct store store;
    struct arena *scratch;
    struct store_added *out;
    sqlite3_stmt *insert;
    struct known *known;
    size_t known_count, known_capacity;
    struct repeats *repeats;
    size_t repeat_count, repeat_capacity;
    struct hash_index by_thing, by_kind;
};

static void bind_text(sqlite3_stmt *q, int i, const char *text)
{
    sqlite3_bind_text(q, i, text, -1, SQLITE_STATIC); /* NULL binds NULL */
}

struct wanted {
    const struct writer *w;
    const void *thing;
    const struct repeats *kind;
};

static bool same_thing(const void *wanted, size_t item)
{
    const struct wanted *x = wanted;
    return x->w->known[item].thing == x->thing;
}

/* -1: not met yet. */
static long long known_id(const struct writer *w, const void *thing)
{
    struct wanted wanted = { .w = w, .thing = thing };
    uint64_t hash = hash_bytes(HASH_START, &thing, sizeof thing);
    size_t i = hash_index_get(&w->by_thing, hash, same_thing, &wanted);
    return i != SIZE_MAX ? w->known[i].id : -1;
}

static long long remember(struct writer *w, const void *thing, long long id)
{
    uint64_t hash = hash_bytes(HASH_START, &thing, sizeof thing);
    hash_index_put(w->scratch, &w->by_thing, hash, w->known_count);
    ARENA_PUSH(w->scratch, w->known, w->known_count, w->known_capacity) =
        (struct known){ thing, id };
    return id;
}

/* Runs a query whose texts are bound, for the id in its first column; 0: no row. */
static long long query_id(struct writer *w, const char *sql, const char *a,
                          const char *b)
{
    sqlite3_stmt *q = store_prepare(&w->store, sql);
    if (q != NULL) {
        bind_text(q, 1, a);
        if (b != NULL)
            bind_text(q, 2, b);
    }
    long long id = store_step(&w->store, q) ? sqlite3_column_int64(q, 0) : 0;
    store_finish(q);
    return id;
}

static long long insert_id(struct writer *w, sqlite3_stmt *q)
{
    store_step(&w->store, q);
    store_finish(q);
    return sqlite3_last_insert_rowid(w->store.db);
}

static bool write_file(struct writer *w, const struct run_file *f)
{
    assert(f->sha256[0] != '\0'); /* whoever fills a store sums its files */
    if (query_id(w, "SELECT id FROM file WHERE sha256 = ?", f->sha256, NULL) != 0) {
        w->out->known_files++;
        remember(w, f, 0);
        return !w->store.failed;
    }
    sqlite3_stmt *q = store_prepare(
        &w->store, "INSERT INTO file(sha256, path, size, format, tool, version, time)"
                   " VALUES(?, ?, ?, ?, ?, ?, ?)");
    if (q == NULL)
        return false;
    bind_text(q, 1, f->sha256);
    bind_text(q, 2, f->path);
    sqlite3_bind_int64(q, 3, (sqlite3_int64)f->bytes);
    bind_text(q, 4, f->format);
    bind_text(q, 5, f->tool);
    bind_text(q, 6, f->version);
    bind_text(q, 7, f->time);
    remember(w, f, insert_id(w, q));
    w->out->files++;
    return !w->store.failed;
}

static long long write_metric(struct writer *w, const struct metric *m)
{
    const char *unit = dim_text(w->scratch, m->dim);
    const char *direction = direction_names[m->direction];
    long long id = query_id(w, "SELECT id FROM metric WHERE name = ?", m->name, NULL);
    if (id != 0) {
        sqlite3_stmt *q = store_prepare(
            &w->store, "SELECT 1 FROM metric WHERE id = ? AND unit = ? AND "
                       "direction = ?");
        sqlite3_bind_int64(q, 1, id);
        bind_text(q, 2, unit);
        bind_text(q, 3, direction);
        bool same = store_step(&w->store, q);
        store_finish(q);
        if (same || w->store.failed)
            return id;
        w->store.failed = true;
        diag_error(w->store.dg, w->store.at,
                   "the store '%s' has a metric '%s' of another unit or direction; "
                   "name this one otherwise",
                   w->store.path, m->name);
        return id;
    }
    sqlite3_stmt *q = store_prepare(
        &w->store, "INSERT INTO metric(name, unit, direction) VALUES(?, ?, ?)");
    if (q == NULL)
        return 0;
    bind_text(q, 1, m->name);
    bind_text(q, 2, unit);
    bind_text(q, 3, direction);
    return insert_id(w, q);
}

static const char *units_of(struct arena *a, const struct setting *s)
{
    struct buf b = buf_on(a);
    for (size_t i = 0; i < s->count; i++)
        buf_printf(&b, "%s%s", i > 0 ? "," : "",
                   s->items[i].kind == PARAMETER_NUMBER ? dim_text(a, s->items[i].dim)
                                                        : "");
    return buf_text(&b);
}

static void write_parameter(struct writer *w, long long setting,
                            const struct parameter *p)
{
    sqlite3_stmt *q = store_prepare(
        &w->store, "INSERT INTO parameter(setting, key, text) VALUES(?, ?, ?)");
    if (q == NULL)
        return;
    sqlite3_bind_int64(q, 1, setting);
    bind_text(q, 2, p->key);
    bind_text(q, 3, p->text);
    insert_id(w, q);
}

static long long write_setting(struct writer *w, const struct setting *s)
{
    const char *units = units_of(w->scratch, s);
    long long id =
        query_id(w, "SELECT id FROM setting WHERE canonical = ? AND units = ?",
                 s->canonical, units);
    if (id != 0)
        return id;
    sqlite3_stmt *q =
        store_prepare(&w->store, "INSERT INTO setting(canonical, units) VALUES(?, ?)");
    if (q == NULL)
        return 0;
    bind_text(q, 1, s->canonical);
    bind_text(q, 2, units);
    id = insert_id(w, q);
    for (size_t i = 0; i < s->count; i++)
        write_parameter(w, id, &s->items[i]);
    return id;
}

static long long setting_id(struct writer *w, const struct setting *s)
{
    long long id = known_id(w, s);
    return id >= 0 ? id : remember(w, s, write_setting(w, s));
}

static bool same_kind(const void *wanted, size_t item)
{
    const struct wanted *x = wanted;
    const struct repeats *r = &x->w->repeats[item];
    return r->metric == x->kind->metric && r->setting == x->kind->setting &&
           strcmp(r->statistic, x->kind->statistic) == 0 &&
           strcmp(r->system, x->kind->system) == 0;
}

static struct repeats *repeats_of(struct writer *w, const struct repeats *kind)
{
    struct wanted wanted = { .w = w, .kind = kind };
    uint64_t hash = hash_text(hash_text(HASH_START, kind->system), kind->statistic);
    hash = hash_bytes(hash, &kind->metric, sizeof kind->metric);
    hash = hash_bytes(hash, &kind->setting, sizeof kind->setting);
    size_t i = hash_index_get(&w->by_kind, hash, same_kind, &wanted);
    if (i != SIZE_MAX)
        return &w->repeats[i];
    hash_index_put(w->scratch, &w->by_kind, hash, w->repeat_count);
    struct repeats *r =
        &ARENA_PUSH(w->scratch, w->repeats, w->repeat_count, w->repeat_capacity);
    *r = *kind;
    return r;
}

/* What the store holds counts too. */
static bool load_repeats(struct writer *w)
{
    sqlite3_stmt *q =
        store_prepare(&w->store, "SELECT system, metric, statistic, setting,"
                                 " max(repeat) + 1 FROM measurement"
                                 " GROUP BY system, metric, statistic, setting");
    while (store_step(&w->store, q)) {
        struct repeats kind = {
            .system = arena_strdup(w->scratch, (const char *)sqlite3_column_text(q, 0)),
            .metric = sqlite3_column_int64(q, 1),
            .statistic =
                arena_strdup(w->scratch, (const char *)sqlite3_column_text(q, 2)),
            .setting = sqlite3_column_int64(q, 3),
        };
        repeats_of(w, &kind)->next = sqlite3_column_int64(q, 4);
    }
    store_finish(q);
    return !w->store.failed;
}

static void decimal(char *out, int128 n)
{
    char digits[48];
    size_t i = sizeof digits;
    uint128 left = n < 0 ? (uint128)0 - (uint128)n : (uint128)n;
    digits[--i] = '\0';
    do {
        digits[--i] = (char)('0' + (int)(left % 10));
        left /= 10;
    } while (left > 0);
    if (n < 0)
        digits[--i] = '-';
    memcpy(out, digits + i, sizeof digits - i);
}

/* See store.h; NULL where the value is not exact. */
static const char *exact_text(struct arena *a, const struct measurement *m)
{
    char shortest[JSON_NUMBER_SIZE], num[48], den[48];
    struct exact same;
    if (!m->is_exact)
        return NULL;
    const char *text = json_number_text(m->value, shortest);
    if (exact_parse(text, strlen(text), &same, NULL) && same.num == m->exact.num &&
        same.den == m->exact.den)
        return "=";
    decimal(num, m->exact.num);
    decimal(den, m->exact.den);
    return arena_printf(a, "%s/%s", num, den);
}

static void bind_value(struct writer *w, const struct measurement *m)
{
    sqlite3_stmt *q = w->insert;
    sqlite3_bind_int64(q, 2, m->at.line);
    sqlite3_bind_int64(q, 3, m->at.column);
    bind_text(q, 4, m->system);
    bind_text(q, 6, m->statistic);
    sqlite3_bind_double(q, 7, m->value);
    bind_text(q, 8, exact_text(w->scratch, m));
    sqlite3_bind_double(q, 9, m->resolution);
    bind_text(q, 10, m->written != NULL ? m->written->text : NULL);
}

static void bind_told(struct writer *w, const struct measurement *m)
{
    sqlite3_stmt *q = w->insert;
    sqlite3_bind_int64(q, 13, m->flags);
    sqlite3_bind_double(q, 14, m->duration);
    sqlite3_bind_double(q, 15, m->samples);
    if (m->state != NULL)
        sqlite3_bind_int64(q, 16, setting_id(w, m->state));
    else
        sqlite3_bind_null(q, 16);
    bind_text(q, 17, m->note);
}

static bool write_measurement(struct writer *w, const struct measurement *m)
{
    struct repeats kind = { .system = m->system, .statistic = m->statistic };
    long long file = known_id(w, m->file);
    if (file == 0)
        return true;
    kind.metric = known_id(w, m->metric);
    if (kind.metric < 0)
        kind.metric = remember(w, m->metric, write_metric(w, m->metric));
    kind.setting = setting_id(w, m->setting);
    sqlite3_stmt *q = w->insert;
    bind_value(w, m);
    bind_told(w, m);
    sqlite3_bind_int64(q, 1, file);
    sqlite3_bind_int64(q, 5, kind.metric);
    sqlite3_bind_int64(q, 11, kind.setting);
    sqlite3_bind_int64(q, 12, repeats_of(w, &kind)->next++);
    store_step(&w->store, q);
    sqlite3_reset(q);
    w->out->measurements++;
    return !w->store.failed;
}

static bool write_all(struct writer *w, const struct runs *r)
{
    bool ok = load_repeats(w);
    for (size_t i = 0; i < r->file_count && ok; i++)
        ok = write_file(w, r->files[i]);
    w->insert = store_prepare(
        &w->store,
        "INSERT INTO measurement(file, line, position, system, metric, statistic,"
        " value, exact, resolution, written, setting, repeat, flags, duration, samples,"
        " state, note) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    ok = ok && w->insert != NULL;
    for (size_t i = 0; i < r->count && ok; i++)
        ok = write_measurement(w, &r->items[i]);
    store_finish(w->insert);
    return ok;
}

bool store_add(const char *path, const struct runs *r, struct store_added *out,
               struct diag *dg)
{
    struct writer w = { .store = { .path = path, .at = { .file = path }, .dg = dg },
                        .out = out };
    *out = (struct store_added){ 0 };
    w.scratch = arena_new();
    /* IMMEDIATE: what is known is looked up under the lock that adds the rest. */
    bool ok = store_open(&w.store, true) && store_run(&w.store, "BEGIN IMMEDIATE") &&
              write_all(&w, r) && store_run(&w.store, "COMMIT");
    store_close(&w.store); /* rolls back what is not committed */
    arena_free(w.scratch);
    return ok;
}
