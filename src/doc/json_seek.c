/* Where documents begin in a file that holds more than JSON. */
#include "doc/json_stream.h"

#include <string.h>

#include "doc/json_part.h"

/* Whether a document begins at the window's front, where a line begins. */
static bool begins(struct json_stream *s)
{
    struct feed *f = s->feed;
    char c = f->bytes[f->at], first;
    if (c != '{' && (c != '[' || feed_offset(f) > 3))
        return false;
    size_t i = 1;
    do
        for (; f->at + i < f->end; i++) {
            first = f->bytes[f->at + i];
            if (strchr(" \t\r\n", first) == NULL || first == '\0')
                return c == '{' ? first == '"' || first == '}'
                                : first == '{' || first == ']';
        }
    while (feed_more(f));
    return true;
}

/* To the next line end, or the end of the window. */
static void pass_line(struct json_stream *s,
                      void (*noise)(void *, const char *, size_t, struct where),
                      void *context)
{
    struct feed *f = s->feed;
    size_t n = 0;
    for (;;) {
        while (f->at + n < f->end && f->bytes[f->at + n] != '\n' &&
               f->bytes[f->at + n] != '\r')
            n++;
        if (f->at + n < f->end || !feed_more(f))
            break;
    }
    if (noise != NULL && n > 0)
        noise(context, f->bytes + f->at, n, json_front(s));
    f->at += n;
    if (f->at == f->end)
        return;
    bool line_ends = f->bytes[f->at++] == '\n';
    s->line += line_ends;
    s->line_start = line_ends ? feed_offset(f) : s->line_start;
}

bool json_seek(struct json_stream *s,
               void (*noise)(void *context, const char *line, size_t length,
                             struct where at),
               void *context)
{
    struct feed *f = s->feed;
    if (s->expect == FAILED)
        pass_line(s, NULL, NULL);
    else
        json_front_byte(s);
    s->depth = 0;
    while (f->at < f->end || feed_more(f)) {
        if (begins(s)) {
            s->expect = VALUE;
            s->cut = false;
            return true;
        }
        pass_line(s, noise, context);
    }
    return false;
}
