/* reader.h - a raw format: recognised by its first bytes, read into measurements.
 *
 * To add one, write readers/<format>.c that defines `reader_<format>`, add X(<format>)
 * in readers.c, and a folder tests/readers/<format>/ with a real sample.  A reader
 * prints nothing, keeps nothing, and looks at no file but the one it is given; a value
 * it cannot read is an error with its place, and reading goes on.
 *
 * A file of a million bytes takes less than 64 MB and a second, whatever stands in it
 * (tests/readers/memory.py); for that the values of a run and of a file are bounded
 * (harvest.h, doc/json.h), far beyond what tools write.
 */
#ifndef READERS_READER_H
#define READERS_READER_H

#include "doc/source.h"
#include "doc/tree.h"
#include "measure/runs.h"

struct feed;
struct progress;

struct raw {
    const char *path;             /* as given, for the files table */
    struct source source;         /* bytes in memory, source.path for messages */
    const struct doc_node *block; /* of a study's `runs:`; NULL: none */
    /* The bytes for a reader that streams; source then holds no more than their head.
     * NULL for the others. */
    struct feed *feed;
    size_t size;               /* of the file in bytes */
    const char *sha256;        /* NULL: to be summed; "": nobody will ask for it */
    bool whole;                /* source has all of it, however long, as UTF-8 */
    struct progress *progress; /* of the bytes of a feed; NULL: nobody looks */
    const char *companion; /* the head of another file of the same run; NULL: none */
    const char *system;    /* of all of the file; NULL: what the reader makes of it */
};

/* How sure a reader is, 0 (not mine) to PROBE_SURE (the others need not be asked), and
 * why. */
enum { PROBE_SURE = 100 };
struct probe {
    int score;
    const char *why; /* constant: "no line begins with '{'" */
};

enum { READER_HEAD = 65536 };  /* bytes that a probe sees, at most */
enum { RAW_BYTES = 32 << 20 }; /* of a file that is read whole */

struct reader {
    const char *name, *summary;
    const char *extensions; /* usual ones, blank between; for the list only */
    bool streams; /* reads raw->feed, so that a file may be longer than RAW_BYTES */
    /* NULL: only by name, because the format is what a study says it is. */
    struct probe (*probe)(const char *head, size_t length);
    /* Adds to `runs`; false after any error. */
    bool (*read)(const struct raw *raw, struct runs *runs, struct diag *dg);
};

const struct reader *reader_find(const char *name); /* NULL: none */
const struct reader *reader_at(size_t i);           /* NULL beyond the last */

/* The reader with the highest score, the first of equals; an error at `at` that lists
 * what each one said where all scores are 0. */
const struct reader *reader_probe(const struct source *src, struct where at,
                                  struct diag *dg);

/* Opens the file at raw->source.path: its first FEED_WINDOW bytes, or all of it, as
 * UTF-8, where it is UTF-16 with its mark. */
bool reader_open(struct arena *a, struct raw *raw, struct where at, struct diag *dg);

/* Reads the file that reader_open() opened with `reader`; false after any error, with
 * all that could be read.
 */
bool reader_read(const struct reader *reader, struct raw *raw, struct runs *runs,
                 struct where at, struct diag *dg);

/* The `runs:` of the study in the file `study`, a list of blocks, each with `file` and,
 * where the format is not to be recognised, `format` or `measurements` (columns.c);
 * with `system`, and with what stated.h reads. Reads every file; false after any error.
 */
bool reader_load(struct runs *runs, const struct doc_node *blocks, const char *study,
                 struct diag *dg);

#endif
