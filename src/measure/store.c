#include "measure/store.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "measure/store_db.h"

static const char magic[16] = "SQLite format 3";

static const char *const schema[] = {
    "CREATE TABLE file(id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE,"
    " path TEXT NOT NULL, size INTEGER NOT NULL, format TEXT NOT NULL, tool TEXT,"
    " version TEXT, time TEXT) STRICT",
    "CREATE TABLE metric(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,"
    " unit TEXT NOT NULL, direction TEXT NOT NULL) STRICT",
    "CREATE TABLE setting(id INTEGER PRIMARY KEY, canonical TEXT NOT NULL,"
    " units TEXT NOT NULL, UNIQUE(canonical, units)) STRICT",
    "CREATE TABLE parameter(setting INTEGER NOT NULL REFERENCES setting(id),"
    " key TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY(setting, key))"
    " STRICT, WITHOUT ROWID",
    "CREATE TABLE measurement(id INTEGER PRIMARY KEY,"
    " file INTEGER NOT NULL REFERENCES file(id), line INTEGER NOT NULL,"
    " position INTEGER NOT NULL, system TEXT NOT NULL,"
    " metric INTEGER NOT NULL REFERENCES metric(id), statistic TEXT NOT NULL,"
    " value REAL NOT NULL, exact TEXT, resolution REAL NOT NULL, written TEXT,"
    " setting INTEGER NOT NULL REFERENCES setting(id), repeat INTEGER NOT NULL,"
    " flags INTEGER NOT NULL, duration REAL NOT NULL, samples REAL NOT NULL,"
    " state INTEGER REFERENCES setting(id), note TEXT) STRICT",
};

bool store_recognised(const char *head, size_t length)
{
    return length >= sizeof magic && memcmp(head, magic, sizeof magic) == 0;
}

bool store_fail(struct store *s)
{
    if (s->failed)
        return false;
    s->failed = true;
    int code = s->db != NULL ? sqlite3_errcode(s->db) & 0xff : SQLITE_NOMEM;
    const char *words = s->db != NULL ? sqlite3_errmsg(s->db) : "no memory";
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
        return diag_error(s->dg, s->at, "'%s' is damaged or no run store: %s", s->path,
                          words);
    return diag_world(s->dg, s->at, "run store '%s': %s", s->path, words);
}

bool store_run(struct store *s, const char *sql)
{
    if (s->failed)
        return false;
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK || store_fail(s);
}

sqlite3_stmt *store_prepare(struct store *s, const char *sql)
{
    sqlite3_stmt *q = NULL;
    if (!s->failed && sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) != SQLITE_OK)
        store_fail(s);
    return q;
}

bool store_step(struct store *s, sqlite3_stmt *q)
{
    if (s->failed || q == NULL)
        return false;
    int code = sqlite3_step(q);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        store_fail(s);
    return code == SQLITE_ROW;
}

void store_finish(sqlite3_stmt *q)
{
    sqlite3_finalize(q);
}

static long long number_of(struct store *s, const char *sql)
{
    sqlite3_stmt *q = store_prepare(s, sql);
    long long n = store_step(s, q) ? sqlite3_column_int64(q, 0) : -1;
    store_finish(q);
    return n;
}

static bool make_tables(struct store *s)
{
    bool ok = store_run(s, "BEGIN IMMEDIATE");
    for (size_t i = 0; i < sizeof schema / sizeof *schema && ok; i++)
        ok = store_run(s, schema[i]);
    ok = ok && store_run(s, "PRAGMA application_id = 0x70706572") &&
         store_run(s, "PRAGMA user_version = 1");
    return ok && store_run(s, "COMMIT");
}

/* The tables must be ours to the letter: a view of the same name could run for ever. */
static bool same_tables(struct store *s)
{
    static const size_t count = sizeof schema / sizeof *schema;
    sqlite3_stmt *q = store_prepare(
        s, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid");
    size_t n = 0;
    bool same = true;
    for (; same && store_step(s, q); n++) {
        const char *sql = (const char *)sqlite3_column_text(q, 0);
        same = n < count && sql != NULL && strcmp(sql, schema[n]) == 0;
    }
    store_finish(q);
    return same && n == count;
}

static bool check_ours(struct store *s, bool write)
{
    long long id = number_of(s, "PRAGMA application_id");
    long long version = number_of(s, "PRAGMA user_version");
    if (s->failed)
        return false;
    if (id == 0 && number_of(s, "SELECT count(*) FROM sqlite_master") == 0 && write)
        return make_tables(s);
    s->failed = true;
    if (id != STORE_ID)
        return diag_error(s->dg, s->at,
                          "'%s' is a database, but no run store; name another file",
                          s->path);
    if (version != STORE_VERSION)
        return diag_error(s->dg, s->at,
                          "run store '%s' has version %lld, and %d is read here",
                          s->path, version, STORE_VERSION);
    s->failed = false;
    if (same_tables(s) || s->failed)
        return !s->failed;
    s->failed = true;
    return diag_error(s->dg, s->at,
                      "run store '%s' is damaged: its tables are not those of a store",
                      s->path);
}

/* SQLite would make a database of an empty file, and wait for a FIFO. */
static bool check_file(struct store *s, bool write)
{
    struct stat st;
    if (stat(s->path, &st) != 0) {
        if (errno == ENOENT && write)
            return true;
        s->failed = true;
        return diag_error(
            s->dg, s->at,
            errno == ENOENT ? "there is no file '%s'" : "cannot open '%s'", s->path);
    }
    s->failed = !S_ISREG(st.st_mode) || (st.st_size == 0 && !write);
    if (!s->failed)
        return true;
    return diag_error(s->dg, s->at,
                      "'%s' is no run store; name a file that ingest -o "
                      "wrote",
                      s->path);
}

static int open_as(struct store *s, int flags)
{
    int code = sqlite3_open_v2(s->path, &s->db, flags, NULL);
    if (code == SQLITE_OK)
        sqlite3_busy_timeout(s->db, 10000); /* another ingest may hold it for a while */
    return code;
}

/* A writer that was killed left its journal: only who may write can undo the half. */
static int open_to_read(struct store *s)
{
    int code = open_as(s, SQLITE_OPEN_READONLY);
    if (code != SQLITE_OK ||
        sqlite3_exec(s->db, "SELECT 1 FROM sqlite_schema", NULL, NULL, NULL) ==
            SQLITE_OK ||
        (sqlite3_errcode(s->db) & 0xff) != SQLITE_READONLY)
        return code;
    sqlite3_close(s->db);
    return open_as(s, SQLITE_OPEN_READWRITE);
}

bool store_open(struct store *s, bool write)
{
    if (!check_file(s, write))
        return false;
    int code = write ? open_as(s, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
                     : open_to_read(s);
    if (code != SQLITE_OK)
        return store_fail(s);
    /* The file may come from anybody: its schema must not call functions. */
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return store_run(s, "PRAGMA trusted_schema = OFF") && check_ours(s, write);
}

void store_close(struct store *s)
{
    /* What is not committed is undone now, even where a statement is still open. */
    if (s->db != NULL && !sqlite3_get_autocommit(s->db))
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_close(s->db);
    s->db = NULL;
}
