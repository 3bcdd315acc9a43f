#include "doc/json_stream.h"

#include <string.h>

#include "base/arena.h"
#include "base/scan.h"
#include "doc/json_bytes.h"
#include "doc/json_part.h"

struct json_stream json_stream_on(struct feed *feed, struct arena *a, struct diag *dg)
{
    struct json_stream s = { .feed = feed, .arena = a, .dg = dg };
    s.line = 1;
    s.expect = OVER;
    while (feed->end - feed->at < 3 && feed_more(feed))
        continue;
    if (feed->end - feed->at >= 3 &&
        memcmp(feed->bytes + feed->at, "\xef\xbb\xbf", 3) == 0)
        feed->at += 3;
    s.line_start = feed_offset(feed);
    return s;
}

static enum json_event fail(struct json_stream *s, const char *what)
{
    diag_error(s->dg, json_front(s), "%s", what);
    s->expect = FAILED;
    return JSON_ERROR;
}

static enum json_event end_early(struct json_stream *s)
{
    s->cut = true;
    return fail(s, "the file ends inside a JSON document; it was cut short");
}

struct where json_front(const struct json_stream *s)
{
    return (struct where){ s->feed->path, s->line,
                           (unsigned)(feed_offset(s->feed) - s->line_start) + 1 };
}

struct where json_at(const struct json_stream *s)
{
    return (struct where){ s->feed->path, s->line,
                           (unsigned)(s->token - s->line_start) + 1 };
}

/* To the next byte in the window that is no blank, or its end. */
static inline const char *pass_blanks(struct json_stream *s, const char *p,
                                      const char *end)
{
    for (;;) {
        if ((unsigned char)*p > ' ')
            return p;
        if (*p == '\n') {
            p++;
            s->line++;
            s->line_start = s->feed->passed + (uint64_t)(p - s->feed->bytes);
            if (*p == ' ')
                p = json_blanks(p, end);
        } else if (*p == ' ') {
            p++;
            if (*p == ' ')
                p = json_blanks(p, end);
        } else if (*p == '\r' || *p == '\t') {
            p++;
        } else {
            return p;
        }
    }
}

char json_front_byte(struct json_stream *s)
{
    struct feed *f = s->feed;
    for (;;) {
        const char *p = pass_blanks(s, f->bytes + f->at, f->bytes + f->end);
        f->at = (size_t)(p - f->bytes);
        if (*p != '\0' || f->at < f->end || !feed_more(f))
            return *p;
    }
}

static void take_event(struct json_stream *s, size_t start, size_t length)
{
    s->text = s->feed->bytes + start;
    s->length = length;
}

/* The token that begins at the window's front goes on behind the window's end: gets
 * more of the file.  False, with an error, where there is no more. */
static bool widen(struct json_stream *s)
{
    if (feed_more(s->feed))
        return true;
    if (s->feed->ended)
        end_early(s);
    else
        fail(s, "a string or a number is longer than 256 KiB; this is no result file");
    return false;
}

static bool replace_escapes(struct json_stream *s)
{
    if (s->copy_capacity < s->length) {
        s->copy_capacity = s->length * 2;
        s->copy = arena_alloc(s->arena, s->copy_capacity);
    }
    size_t n = json_unescape(s->text, s->length, s->copy);
    s->text = s->copy;
    s->length = n != SIZE_MAX ? n : 0;
    return n != SIZE_MAX;
}

/* At the opening quote. */
static enum json_event take_string(struct json_stream *s, enum json_event event)
{
    struct feed *f = s->feed;
    size_t i = 1; /* from f->at, which widen() may move in the window */
    bool escaped = false;
    s->token = feed_offset(s->feed);
    for (;;) {
        const char *p = json_plain(f->bytes + f->at + i, f->bytes + f->end);
        i = (size_t)(p - f->bytes) - f->at;
        if (*p == '"')
            break;
        bool at_end = f->at + i >= f->end || (*p == '\\' && f->at + i + 1 >= f->end);
        if (at_end && !widen(s))
            return JSON_ERROR;
        if (at_end)
            continue;
        if (*p != '\\') {
            f->at += i;
            return fail(s, *p == '\0' ? "a NUL byte in a string; this is no text file"
                                      : "a line end or control character in a string; "
                                        "a quote is missing or the file is damaged");
        }
        escaped = true;
        i += 2;
    }
    take_event(s, f->at + 1, i - 1);
    if (escaped && !replace_escapes(s))
        return fail(s, "a backslash in this string begins no escape");
    f->at += i + 1;
    return event;
}

static bool whole_word(struct json_stream *s, size_t *length)
{
    struct feed *f = s->feed;
    size_t i = 0;
    for (;;) {
        while (f->at + i < f->end && json_word_byte(f->bytes[f->at + i]))
            i++;
        *length = i;
        if (f->at + i < f->end || f->ended)
            return true;
        if (!feed_more(f) && !f->ended) {
            fail(s, "a number is longer than 256 KiB; this is no result file");
            return false;
        }
    }
}

/* A number, true, false, null, or what should have been one. */
static enum json_event take_word(struct json_stream *s)
{
    static const struct {
        const char *text;
        enum json_event event;
    } words[] = { { "true", JSON_TRUE },
                  { "false", JSON_FALSE },
                  { "null", JSON_NULL } };
    size_t n;
    s->token = feed_offset(s->feed);
    s->places = -1;
    if (!whole_word(s, &n))
        return JSON_ERROR;
    const char *p = s->feed->bytes + s->feed->at;
    take_event(s, s->feed->at, n);
    s->expect = AFTER;
    enum json_event event = JSON_ERROR;
    if (n > 0 && json_number_at(p) == n)
        event = JSON_NUMBER;
    for (size_t i = 0; i < 3 && event == JSON_ERROR; i++)
        if (n == strlen(words[i].text) && memcmp(p, words[i].text, n) == 0)
            event = words[i].event;
    if (event == JSON_ERROR && json_not_finite(p, n)) {
        diag_error(s->dg, json_at(s),
                   "'%.*s' is not a finite number; it counts as missing", (int)n, p);
        event = JSON_NULL;
    }
    if (event == JSON_ERROR) {
        diag_error(s->dg, json_at(s), "'%.*s' stands where a JSON value should",
                   n > 40   ? 40
                   : n == 0 ? 1
                            : (int)n,
                   p);
        s->expect = FAILED;
        return JSON_ERROR;
    }
    s->feed->at += n;
    return event;
}

static bool in_array(const struct json_stream *s)
{
    return s->arrays >> s->depth & 1;
}

static enum json_event take_value(struct json_stream *s, char c)
{
    if (c == '"') {
        s->expect = AFTER;
        return take_string(s, JSON_STRING);
    }
    if (c != '{' && c != '[')
        return take_word(s);
    s->token = feed_offset(s->feed);
    if (s->depth == JSON_STREAM_DEPTH)
        return fail(s, "objects and arrays are nested more than 63 deep");
    s->depth++;
    s->arrays &= ~(UINT64_C(1) << s->depth);
    s->arrays |= (uint64_t)(c == '[') << s->depth;
    s->expect = c == '[' ? FIRST_ITEM : FIRST_KEY;
    s->feed->at++;
    return c == '[' ? JSON_ARRAY : JSON_OBJECT;
}

static enum json_event take_close(struct json_stream *s)
{
    s->token = feed_offset(s->feed);
    s->feed->at++;
    s->depth--;
    s->expect = s->depth == 0 ? OVER : AFTER;
    return JSON_CLOSE;
}

static enum json_event take_key(struct json_stream *s, char c)
{
    if (c != '"')
        return fail(s, (c >= '0' && c <= '9')
                           ? "a number stands where a key should; is there a "
                             "decimal comma before it? a point is wanted"
                           : "a key in double quotes is missing here");
    s->expect = COLON;
    return take_string(s, JSON_KEY);
}

/* Whatever it is. */
static enum json_event next_of_all(struct json_stream *s)
{
    if (s->expect == OVER)
        return JSON_END;
    if (s->expect == FAILED)
        return JSON_ERROR;
    char c = json_front_byte(s);
    if (s->expect == COLON && c == ':') {
        s->feed->at++;
        s->expect = VALUE;
        c = json_front_byte(s);
    } else if (s->expect == AFTER && c == ',') {
        s->feed->at++;
        s->expect = in_array(s) ? VALUE : KEY;
        c = json_front_byte(s);
    } else if (s->expect >= FIRST_KEY && c == (in_array(s) ? ']' : '}')) {
        return take_close(s);
    }
    if (c == '\0' && s->feed->at == s->feed->end)
        return end_early(s);
    switch (s->expect) {
    case KEY:
    case FIRST_KEY:
        return take_key(s, c);
    case VALUE:
    case FIRST_ITEM:
        return take_value(s, c);
    case COLON:
        return fail(s, "':' is missing behind the key");
    default:
        return fail(s, in_array(s) ? "',' or ']' is missing here"
                                   : "',' or '}' is missing here");
    }
}

/* The next three are for what nearly all tokens are: wholly in the window, with nothing
 * wrong.  They take nothing where that is not so, and next_of_all() sees what it is. */
static inline bool quick_string(struct json_stream *s, const char *p, const char *end)
{
    struct feed *f = s->feed;
    const char *stop = json_plain(p + 1, end);
    if (*stop != '"')
        return false;
    s->token = f->passed + (uint64_t)(p - f->bytes);
    s->text = p + 1;
    s->length = (size_t)(stop - p) - 1;
    f->at = (size_t)(stop + 1 - f->bytes);
    return true;
}

/* With its colon, where that stands close behind. */
static inline bool quick_key(struct json_stream *s, const char *p, const char *end)
{
    if (!quick_string(s, p, end))
        return false;
    p = s->text + s->length + 1;
    p += *p == ' ';
    s->expect = COLON;
    if (*p == ':') {
        s->expect = VALUE;
        p += 1 + (p[1] == ' ');
        s->feed->at = (size_t)(p - s->feed->bytes);
    }
    return true;
}

/* Behind a value, with its comma where that stands close behind. */
static inline void quick_comma(struct json_stream *s)
{
    struct feed *f = s->feed;
    bool comma = f->bytes[f->at] == ',';
    f->at += comma;
    s->expect = !comma ? AFTER : in_array(s) ? VALUE : KEY;
}

static inline bool quick_number(struct json_stream *s, const char *p, const char *end)
{
    struct feed *f = s->feed;
    size_t n = json_decimal(p, end, &s->mantissa, &s->places);
    if (n == 0 || json_word_byte(p[n]))
        return false;
    s->token = f->passed + (uint64_t)(p - f->bytes);
    s->text = p;
    s->length = n;
    f->at += n;
    return true;
}

static inline bool may_be(const struct json_stream *s, int one, int other)
{
    return s->expect == one || s->expect == other;
}

enum json_event json_next(struct json_stream *s)
{
    struct feed *f = s->feed;
    const char *p = f->bytes + f->at, *end = f->bytes + f->end;
    if (s->expect >= OVER)
        return next_of_all(s);
    if ((unsigned char)*p <= ' ')
        p = pass_blanks(s, p, end);
    if (s->expect == AFTER && *p == ',') {
        s->expect = in_array(s) ? VALUE : KEY;
        p = pass_blanks(s, p + 1, end);
    }
    f->at = (size_t)(p - f->bytes);
    if (*p == '"') {
        if (may_be(s, KEY, FIRST_KEY) && quick_key(s, p, end))
            return JSON_KEY;
        if (may_be(s, VALUE, FIRST_ITEM) && quick_string(s, p, end)) {
            quick_comma(s);
            return JSON_STRING;
        }
    } else if (may_be(s, VALUE, FIRST_ITEM) && quick_number(s, p, end)) {
        quick_comma(s);
        return JSON_NUMBER;
    }
    return next_of_all(s);
}

bool json_skip(struct json_stream *s, enum json_event last)
{
    enum json_event e = last;
    if (e == JSON_KEY)
        e = json_next(s);
    if (e != JSON_OBJECT && e != JSON_ARRAY)
        return e > JSON_ERROR;
    unsigned outside = s->depth - 1;
    while (s->depth > outside)
        if (json_next(s) <= JSON_ERROR)
            return false;
    return true;
}

bool json_double(const struct json_stream *s, double *x)
{
    return s->length > 0 && scan_double(s->text, s->length, x) == s->length &&
           *x - *x == 0;
}

bool json_u64(const struct json_stream *s, uint64_t *n)
{
    return s->length > 0 && scan_u64(s->text, s->length, n) == s->length;
}
