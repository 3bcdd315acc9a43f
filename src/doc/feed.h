/* feed.h - the bytes of one file, a window at a time, in bounded memory.
 *
 * Readers of long files take from the front of the window and ask for more.  Bytes that
 * are not taken stay, at another address, so pointers into the window live until the
 * next feed_more().
 *
 *     while (feed.at < feed.end || feed_more(&feed)) ...
 */
#ifndef DOC_FEED_H
#define DOC_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sha256.h"

struct arena;
struct progress;

enum { FEED_WINDOW = 256 * 1024 };

struct feed {
    const char *path; /* for messages */
    char *bytes;      /* the window: unread are bytes[at] to bytes[end - 1], a NUL */
    size_t at, end;   /* stands at bytes[end] */
    size_t capacity;  /* of the window, without the NUL */
    uint64_t passed;  /* bytes of the file before bytes[0] */
    int fd;           /* -1: all is in the window already */
    bool ended;       /* the file has no more; */
    int error;        /* the errno that ended it early; 0: none */
    struct progress *progress; /* told of what is read; NULL: nobody */
    bool want_sum;             /* sum what is read */
    struct sha256 sum;         /* of all that was read, where wanted */
};

/* A window over an open file, which the caller closes. */
struct feed feed_open(struct arena *a, const char *path, int fd);
/* Bytes in memory, borrowed; a NUL follows the last. */
struct feed feed_of(const char *path, const char *bytes, size_t length);

/* Drops what was taken and reads more; false where nothing more came: at the end of
 * the file, or when a full window is unread. */
bool feed_more(struct feed *f);

/* Reads to the end, for the sum. */
void feed_drain(struct feed *f);

/* Where in the file the first unread byte is. */
uint64_t feed_offset(const struct feed *f);

#endif
