/* The run store: what goes in comes out, twice is once, and a broken file is named. */
#include "doc/doc_test.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "measure/store.h"

static struct arena *arena;
static struct diag dg;
static char folder[] = "/tmp/priceperf-store-XXXXXX";
static const char *path;

static struct runs *begin(void)
{
    arena_empty(arena);
    dg = diag_on(arena);
    path = arena_printf(arena, "%s/runs.db", folder);
    return runs_new(arena);
}

struct row {
    const char *system, *metric, *statistic, *value, *unit, *key, *text;
};

static void add(struct runs *r, const struct run_file *file, const struct row *row)
{
    struct unit *unit = ARENA_NEW(arena, struct unit);
    const char *why;
    size_t at;
    struct parameter p = parameter_of(arena, row->key, row->text);
    assert_true(unit_parse(arena, row->unit, strlen(row->unit), unit, &why, &at));
    struct measurement m = { .file = file,
                             .at = { file->path, (unsigned)r->count + 2, 5 },
                             .system = row->system,
                             .metric = runs_metric(r, row->metric),
                             .statistic = row->statistic,
                             .written = unit,
                             .resolution = 0.5,
                             .setting = runs_setting(r, &p, 1),
                             .flags = (uint32_t)(r->count % 3) };
    if (r->count % 2 == 1) {
        struct parameter direct = parameter_of(arena, "direct", "yes");
        m.state = runs_setting(r, &direct, 1);
        m.note = "two figures";
        m.duration = 30.5;
        m.samples = 1e6;
    }
    struct exact number;
    m.is_exact = exact_parse(row->value, strlen(row->value), &number, NULL) &&
                 exact_mul(number, unit->scale, &m.exact);
    m.value =
        m.is_exact ? exact_double(m.exact) : strtod(row->value, NULL) * unit->factor;
    runs_add(r, m);
}

static const struct row rows[] = {
    { "a", "latency", "p99.9", "480", "us", "block", "8 KiB" },
    { "a", "latency", "p99.9", "490", "us", "block", "8192 B" },
    { "a", "latency", "p99.9", "490", "us", "block", "8192" },
    { "b", "iops", "mean", "0.1", "IOPS", "compressed", "yes" },
    { "b", "size", "mean", "93882", "MB", "suite", "TPC-C" },
    { "b", "cpu", "mean", "58", "%", "suite", "caf\xc3\xa9 \"x\"" },
    { "b", "energy", "mean", "1e-300", "J", "suite", "TPC-C" },
    { "c", "bandwidth", "mean", "1", "bit/month", "suite", "TPC-C" },
    { "c", "wear", "max", "-3", "1", "suite", "TPC-C" },
};

static struct runs *sample(const char *content)
{
    struct runs *r = runs_new(arena);
    struct dim none = { 0 };
    runs_declare(r, "wear", none, DIRECTION_LOWER);
    struct run_file *f = runs_file(r, content, "columns", content, strlen(content));
    f->tool = "fio";
    f->version = "3.33";
    f->time = "2008-06-04T12:00:00Z";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        add(r, f, &rows[i]);
    return r;
}

static void check_same(const struct measurement *a, const struct measurement *b)
{
    assert_string_equal(measurement_json(arena, a), measurement_json(arena, b));
    assert_true(a->value == b->value);
    assert_int_equal(a->is_exact, b->is_exact);
    assert_true(!a->is_exact ||
                (a->exact.num == b->exact.num && a->exact.den == b->exact.den));
    assert_true(a->resolution == b->resolution);
    assert_string_equal(a->written->text, b->written->text);
    assert_true(exact_sign(b->written->scale) > 0);
    assert_int_equal(a->at.line, b->at.line);
    assert_int_equal(a->at.column, b->at.column);
    assert_int_equal(a->repeat, b->repeat);
    assert_true(parameter_equal(&a->setting->items[0], &b->setting->items[0]));
    assert_string_equal(a->file->sha256, b->file->sha256);
    assert_string_equal(a->file->version, b->file->version);
    assert_string_equal(a->file->time, b->file->time);
}

static void must(bool ok)
{
    if (!ok)
        fail_msg("%s", message(&dg, 0));
}

static void test_there_and_back(void **state)
{
    (void)state;
    struct store_added added;
    struct runs *out = begin();
    struct runs *in = sample("one");
    must(store_add(path, in, &added, &dg));
    assert_int_equal(added.files, 1);
    assert_int_equal(added.measurements, sizeof rows / sizeof *rows);
    must(store_read(path, (struct where){ 0 }, out, &dg));
    assert_int_equal(out->count, in->count);
    for (size_t i = 0; i < in->count; i++)
        check_same(&in->items[i], &out->items[i]);
    assert_int_equal(out->items[1].repeat, 1); /* 8 KiB is 8192 B */
    assert_int_equal(out->items[2].repeat, 0); /* and not 8192 */
    assert_false(out->items[6].is_exact);
    assert_int_equal(out->files[0]->measurements, in->count);
    unlink(path);
}

static void *bytes_of(const char *file, size_t *size)
{
    FILE *f = fopen(file, "rb");
    assert_non_null(f);
    char *bytes = arena_alloc(arena, 1 << 20);
    *size = fread(bytes, 1, 1 << 20, f);
    fclose(f);
    return bytes;
}

static void test_twice_is_once(void **state)
{
    (void)state;
    struct store_added added;
    size_t before, after;
    struct runs *out = begin();
    must(store_add(path, sample("one"), &added, &dg));
    void *first = bytes_of(path, &before);
    must(store_add(path, sample("one"), &added, &dg));
    assert_int_equal(added.files, 0);
    assert_int_equal(added.known_files, 1);
    assert_int_equal(added.measurements, 0);
    void *second = bytes_of(path, &after);
    assert_int_equal(before, after);
    assert_memory_equal(first, second, before);
    /* Another file of the same runs: repeats go on where they were. */
    must(store_add(path, sample("two"), &added, &dg));
    assert_int_equal(added.files, 1);
    must(store_read(path, (struct where){ 0 }, out, &dg));
    size_t n = sizeof rows / sizeof *rows;
    assert_int_equal(out->count, 2 * n);
    assert_int_equal(out->items[n].repeat, 2);
    assert_int_equal(out->items[n + 2].repeat, 1);
    sqlite3 *db;
    sqlite3_stmt *q;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT max(repeat) FROM measurement", -1, &q, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(q, 0), 3);
    sqlite3_finalize(q);
    sqlite3_close(db);
    unlink(path);
}

static void put(const char *file, const char *bytes, size_t size)
{
    FILE *f = fopen(file, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    fclose(f);
}

static void test_not_a_store(void **state)
{
    (void)state;
    struct store_added added;
    struct runs *r = begin();
    static const char text[] =
        "this is a letter to somebody, and not a data base at all";
    put(path, text, sizeof text - 1);
    assert_false(store_add(path, r, &added, &dg));
    assert_int_equal(dg.errors, 1);
    size_t size;
    assert_memory_equal(bytes_of(path, &size), text, sizeof text - 1);
    dg = diag_on(arena);
    assert_false(store_read(path, (struct where){ "s.yaml", 3, 4 }, r, &dg));
    assert_non_null(strstr(message(&dg, 0), "3:4: "));
    assert_non_null(strstr(message(&dg, 0), "is damaged or no run store"));
    unlink(path);
    dg = diag_on(arena);
    assert_false(store_read(path, (struct where){ 0 }, r, &dg));
    assert_non_null(strstr(message(&dg, 0), "there is no file"));
    assert_int_equal(mkfifo(path, 0600), 0);
    dg = diag_on(arena);
    assert_false(store_read(path, (struct where){ 0 }, r, &dg));
    assert_int_equal(dg.errors, 1);
    unlink(path);
}

static void test_another_database(void **state)
{
    (void)state;
    struct store_added added;
    struct runs *r = begin();
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, "CREATE TABLE song(title TEXT)", NULL, NULL, NULL);
    sqlite3_close(db);
    assert_false(store_add(path, r, &added, &dg));
    assert_non_null(strstr(message(&dg, 0), "is a database, but no run store"));
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA application_id = 0x70706572; PRAGMA user_version = 9",
                 NULL, NULL, NULL);
    sqlite3_close(db);
    dg = diag_on(arena);
    assert_false(store_read(path, (struct where){ 0 }, r, &dg));
    assert_non_null(strstr(message(&dg, 0), "has version 9, and 1 is read here"));
    unlink(path);
}

static void test_world(void **state)
{
    (void)state;
    struct store_added added;
    struct runs *r = begin();
    assert_false(store_add("/proc/runs.db", sample("one"), &added, &dg));
    assert_int_equal(dg.world_errors, 1);
    /* No file may grow beyond 8 KiB: as a disk that is full. */
    struct rlimit old, small;
    getrlimit(RLIMIT_FSIZE, &old);
    small = old;
    small.rlim_cur = 8192;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    dg = diag_on(arena);
    bool ok = store_add(path, sample("one"), &added, &dg);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_false(ok);
    assert_int_equal(dg.world_errors, 1);
    /* and afterwards the same store takes all of it */
    dg = diag_on(arena);
    must(store_add(path, sample("one"), &added, &dg));
    must(store_read(path, (struct where){ 0 }, r, &dg));
    assert_int_equal(r->count, sizeof rows / sizeof *rows);
    unlink(path);
}

/* A file that says it is a store, with tables of somebody else's making. */
static void test_hostile_tables(void **state)
{
    (void)state;
    static const char *const made[] = {
        "CREATE TABLE file(id,sha256,path,size,format,tool,version,time);"
        "INSERT INTO file(id) VALUES(1)",
        "",
        "CREATE VIEW file AS WITH RECURSIVE t(id) AS (SELECT 2 UNION ALL SELECT id + 1"
        " FROM t) SELECT id,'x' sha256,'' path,0 size,'' format,'' tool,'' version,"
        "'' time FROM t",
    };
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        struct runs *r = begin();
        sqlite3 *db;
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db,
                                      "PRAGMA application_id = 0x70706572; "
                                      "PRAGMA user_version = 1",
                                      NULL, NULL, NULL),
                         SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, made[i], NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(db);
        assert_false(store_read(path, (struct where){ 0 }, r, &dg));
        assert_int_equal(dg.errors + dg.world_errors, 1);
        assert_non_null(strstr(message(&dg, 0), "its tables are not those of a store"));
        unlink(path);
    }
}

/* Whatever byte is wrong, reading ends with an answer or with words. */
static void test_broken_bytes(void **state)
{
    (void)state;
    struct store_added added;
    size_t size, refused = 0, tries = 0;
    begin();
    must(store_add(path, sample("one"), &added, &dg));
    const char *whole = bytes_of(path, &size);
    struct arena *own = arena_new();
    const char *copy_path = arena_printf(arena, "%s/copy.db", folder);
    char *copy = arena_alloc(arena, size);
    for (size_t i = 0; i < size; i += 101) {
        struct diag words = diag_on(own);
        memcpy(copy, whole, size);
        copy[i] = (char)(copy[i] ^ (1 << i % 8));
        put(copy_path, copy, size);
        bool ok = store_read(copy_path, (struct where){ 0 }, runs_new(own), &words);
        assert_int_equal(ok, words.errors + words.world_errors == 0);
        refused += !ok;
        tries++;
        arena_empty(own);
    }
    assert_in_range(refused, 1, tries - 1);
    arena_free(own);
    unlink(copy_path);
    unlink(path);
}

static int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    return mkdtemp(folder) == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(arena);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_there_and_back), cmocka_unit_test(test_twice_is_once),
        cmocka_unit_test(test_not_a_store),    cmocka_unit_test(test_another_database),
        cmocka_unit_test(test_world),          cmocka_unit_test(test_hostile_tables),
        cmocka_unit_test(test_broken_bytes),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
