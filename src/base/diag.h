/* diag.h - what is wrong, and where.
 *
 * Functions below `commands` never print and never exit: they return false (or a
 * documented "none") and leave words in a struct diag.  A message says what was
 * found, what was expected and what to write instead:
 * "what is wrong; what to write instead".  diag_error() is always false, so that
 * a caller reports and fails in one statement.
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct arena;

/* A place in the user's input.  line and column count from 1, columns in bytes;
 * 0 is unknown.  file is NULL where no file is meant. */
struct where {
    const char *file;
    unsigned line, column;
};

/* An error of the user's input ends with status 2, one of the world (a disk that is
 * full, a folder that cannot be written) with status 3. */
enum diag_level { DIAG_ERROR, DIAG_WORLD, DIAG_WARNING, DIAG_NOTE };

struct diag_message {
    enum diag_level level;
    struct where at;
    const char *text;
};

/* Owned by its arena.  Errors beyond DIAG_MOST are counted and not kept. */
enum { DIAG_MOST = 20 };
struct diag {
    struct arena *arena;
    struct diag_message *messages;
    size_t count, capacity;
    size_t errors, world_errors, warnings; /* all of them, kept or not */
};

struct diag diag_on(struct arena *arena);

bool diag_error(struct diag *dg, struct where at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The machine failed; `fmt` should end in strerror()'s words. */
bool diag_world(struct diag *dg, struct where at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* A warning goes into the report as well; the same words at the same place count once.
 */
void diag_warn(struct diag *dg, struct where at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Belongs to the message before it: "first defined here". */
void diag_note(struct diag *dg, struct where at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* All messages of `from`, copied; its errors as warnings where `soften`. */
void diag_append(struct diag *dg, const struct diag *from, bool soften);

bool diag_failed(const struct diag *dg); /* any error so far */

/* All messages, one a line: `file:line:column: error: text`, and how many errors
 * were not kept. */
void diag_print(const struct diag *dg, FILE *to);

#endif
