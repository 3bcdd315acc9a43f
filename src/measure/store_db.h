/* store_db.h - what the writing and the reading half of store.h share: a connection
 * whose first failure is reported and sticks.
 */
#ifndef MEASURE_STORE_DB_H
#define MEASURE_STORE_DB_H

#include <sqlite3.h>

#include "base/diag.h"

struct store {
    sqlite3 *db;
    const char *path;
    struct where at; /* to blame */
    struct diag *dg;
    bool failed;
};

enum { STORE_ID = 0x70706572, STORE_VERSION = 1 }; /* "pper" */

/* Opens; checks that it is ours; makes the tables of an empty one where `write`.  Call
 * store_close() whatever the answer. */
bool store_open(struct store *s, bool write);
void store_close(struct store *s);

/* All false after a failure, then without doing anything. */
bool store_run(struct store *s, const char *sql);
sqlite3_stmt *store_prepare(struct store *s, const char *sql); /* NULL: failed */
bool store_step(struct store *s, sqlite3_stmt *q); /* true: a row is there */
void store_finish(sqlite3_stmt *q);                /* NULL is allowed */
/* Reports SQLite's words by their kind: the user's file or the world. */
bool store_fail(struct store *s);

#endif
