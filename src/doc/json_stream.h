/* json_stream.h - JSON as a stream of events, in bounded memory, out of files that hold
 * more than JSON.
 *
 *     struct json_stream s = json_stream_on(&feed, arena, dg);
 *     while (json_seek(&s, NULL, NULL))
 *         for (enum json_event e = json_next(&s); e > JSON_ERROR; e = json_next(&s))
 *             ...
 *
 * Strict RFC 8259 within a document, but for what benchmark tools really write: a key
 * may stand twice in an object (fio lists its files so) and is handed on twice; nan and
 * infinities are an error at their place, after which they count as null and reading
 * goes on.  A document begins where a line begins with '{', and several may follow each
 * other with any text between them.
 *
 * Own code rather than a library.  On 100 MB of fio JSON, processor time of one thread:
 * 850 MB/s here, 590 with yajl, 76 with jansson, which holds 550 MB.  yajl streams, but
 * it tells no line, stops at a nan, cannot find the next document, and is no longer
 * looked after by those who wrote it.  Nothing outside json_stream.c knows how it is
 * done.
 *
 * Memory: the feed's window.  A string or number that is longer is an error, and so is
 * nesting beyond JSON_STREAM_DEPTH.  Every token has its line and column.  String bytes
 * beyond ASCII are not checked; json_out makes them clean.
 */
#ifndef DOC_JSON_STREAM_H
#define DOC_JSON_STREAM_H

#include <string.h>

#include "base/diag.h"
#include "doc/feed.h"

enum { JSON_STREAM_DEPTH = 63 };

enum json_event {
    JSON_END,   /* of the document */
    JSON_ERROR, /* reported; json_seek() goes on behind it */
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_CLOSE, /* of the innermost object or array */
    JSON_KEY,
    JSON_STRING,
    JSON_NUMBER,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL,
};

struct json_stream {
    struct feed *feed;
    struct arena *arena;
    struct diag *dg;
    /* The token of the last event; of a key or string without its quotes and escapes.
     * Valid until the next call; not terminated. */
    const char *text;
    size_t length;
    /* Of a JSON_NUMBER: mantissa / 10^places is its value; places < 0: it is to be read
     * from the text. */
    uint64_t mantissa;
    int places;
    unsigned depth; /* open objects and arrays */
    bool cut;       /* the file ended inside a document */

    uint64_t arrays;            /* bit d: depth d is an array */
    uint64_t token, line_start; /* of the last event and of its line, in the file */
    unsigned line;
    int expect;
    char *copy; /* of a string with escapes */
    size_t copy_capacity;
};

struct json_stream json_stream_on(struct feed *feed, struct arena *a, struct diag *dg);

/* Moves to the next line that begins with '{' (or '[', where that is what the file's
 * first line begins with), from a document that is over or has failed.  Each line that
 * is passed goes to `noise`, which may be NULL; a line longer than the window comes in
 * parts.  False at the end of the file. */
bool json_seek(struct json_stream *s,
               void (*noise)(void *context, const char *line, size_t length,
                             struct where at),
               void *context);

enum json_event json_next(struct json_stream *s);

/* The place of the last event's token. */
struct where json_at(const struct json_stream *s);

/* Passes over the value behind a key, or the rest of the object or array whose
 * beginning was the last event, checking it on the way; false after an error. */
bool json_skip(struct json_stream *s, enum json_event last);

/* Of a JSON_NUMBER; a string that holds a number is taken too, for tools that quote
 * theirs.  False where it is none or, for json_u64(), not a whole number of 64 bits. */
bool json_double(const struct json_stream *s, double *x);
bool json_u64(const struct json_stream *s, uint64_t *n);

/* Whether the token is this text; inlined, so that lengths of literals are constants.
 */
static inline bool json_is(const struct json_stream *s, const char *text)
{
    return strlen(text) == s->length && memcmp(s->text, text, s->length) == 0;
}

#endif
