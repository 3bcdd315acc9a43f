#include "doc/json_stream.h"

#include <string.h>
#include <strings.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/arena.h"
#include "base/scan.h"

/* What may come next. */
enum { VALUE, KEY, COLON, FIRST_KEY, FIRST_ITEM, AFTER, OVER, FAILED };

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

static struct where place(const struct json_stream *s)
{
    return (struct where){ s->feed->path, s->line,
                           (unsigned)(feed_offset(s->feed) - s->line_start) + 1 };
}

static enum json_event fail(struct json_stream *s, const char *what)
{
    diag_error(s->dg, place(s), "%s", what);
    s->expect = FAILED;
    return JSON_ERROR;
}

static enum json_event end_early(struct json_stream *s)
{
    s->cut = true;
    return fail(s, "the file ends inside a JSON document; it was cut short");
}

/* Eight bytes at a time where the machine's first byte is the lowest. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
enum { EIGHT = 8 };
#else
enum { EIGHT = 1 << 30 };
#endif
#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

static uint64_t load(const char *p)
{
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline const char *skip_blanks(const char *p, const char *end)
{
#ifdef __SSE2__
    while (end - p >= 16) {
        __m128i same = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(const void *)p),
                                      _mm_set1_epi8(' '));
        unsigned others = 0xffffu & ~(unsigned)_mm_movemask_epi8(same);
        if (others != 0)
            return p + __builtin_ctz(others);
        p += 16;
    }
#endif
    while (end - p >= EIGHT) {
        uint64_t other = load(p) ^ EACH(' ');
        if (other != 0)
            return p + (__builtin_ctzll(other) >> 3);
        p += 8;
    }
    while (*p == ' ')
        p++;
    return p;
}

/* The next byte that is no blank, not taken; NUL at the end of the file. */
static char next_byte(struct json_stream *s)
{
    struct feed *f = s->feed;
    const char *p = f->bytes + f->at;
    for (;;) {
        if (*p == ' ')
            p = skip_blanks(p, f->bytes + f->end);
        if (*p == '\n') {
            p++;
            s->line++;
            s->line_start = f->passed + (uint64_t)(p - f->bytes);
        } else if (*p == '\r' || *p == '\t') {
            p++;
        } else {
            f->at = (size_t)(p - f->bytes);
            if (*p != '\0' || f->at < f->end || !feed_more(f))
                return *p;
            p = f->bytes + f->at;
        }
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

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static long hex4(const char *p, const char *end)
{
    long value = 0;
    for (int i = 0; i < 4; i++) {
        int d = p + i < end ? hex_digit(p[i]) : -1;
        if (d < 0)
            return -1;
        value = value * 16 + d;
    }
    return value;
}

static char *put_utf8(char *to, unsigned long c)
{
    if (c < 0x80) {
        *to++ = (char)c;
        return to;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = { 0, 0xc0, 0xe0, 0xf0 };
    *to++ = (char)(lead[more] | c >> (6 * more));
    while (more-- > 0)
        *to++ = (char)(0x80 | (c >> (6 * more) & 0x3f));
    return to;
}

/* Behind the backslash; NULL where it is no escape. */
static const char *unescape(const char *p, const char *end, char **to)
{
    static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
    const char *at = p < end && *p != '\0' ? strchr(from, *p) : NULL;
    if (at != NULL) {
        *(*to)++ = into[at - from];
        return p + 1;
    }
    long c = p < end && *p == 'u' ? hex4(p + 1, end) : -1;
    if (c < 0)
        return NULL;
    p += 5;
    if (c >= 0xd800 && c < 0xdc00 && end - p >= 6 && p[0] == '\\' && p[1] == 'u') {
        long low = hex4(p + 2, end);
        if (low >= 0xdc00 && low < 0xe000) {
            c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
            p += 6;
        }
    }
    if (c == 0 || (c >= 0xd800 && c < 0xe000))
        c = 0xfffd;
    *to = put_utf8(*to, (unsigned long)c);
    return p;
}

static bool replace_escapes(struct json_stream *s)
{
    if (s->copy_capacity < s->length) {
        s->copy_capacity = s->length * 2;
        s->copy = arena_alloc(s->arena, s->copy_capacity);
    }
    char *to = s->copy;
    const char *end = s->text + s->length;
    for (const char *p = s->text; p < end;) {
        if (*p != '\\') {
            *to++ = *p++;
            continue;
        }
        p = unescape(p + 1, end, &to);
        if (p == NULL)
            return false;
    }
    s->text = s->copy;
    s->length = (size_t)(to - s->copy);
    return true;
}

/* Bytes at which a string is no longer plain: quote, backslash, controls. */
static const bool stops[256] = {
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,         1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, ['"'] = 1, ['\\'] = 1,
};

/* The first byte that stops; a NUL follows `end`.  The bit tricks find bytes that are
 * zero or less than 0x20 and may err only above the first one. */
static const char *plain(const char *p, const char *end)
{
    while (end - p >= EIGHT) {
        uint64_t v = load(p), quote = v ^ EACH('"'), slash = v ^ EACH('\\');
        uint64_t hits = ((quote - EACH(1)) & ~quote) | ((slash - EACH(1)) & ~slash) |
                        ((v - EACH(0x20)) & ~v);
        hits &= EACH(0x80);
        if (hits != 0)
            return p + (__builtin_ctzll(hits) >> 3);
        p += 8;
    }
    while (!stops[(unsigned char)*p])
        p++;
    return p;
}

/* At the opening quote. */
static enum json_event take_string(struct json_stream *s, enum json_event event)
{
    struct feed *f = s->feed;
    size_t i = 1; /* from f->at, which widen() may move in the window */
    bool escaped = false;
    s->at = place(s);
    for (;;) {
        const char *p = plain(f->bytes + f->at + i, f->bytes + f->end);
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

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Bytes of a JSON number, 0 where none begins; the text ends in a NUL or not a digit.
 */
static size_t number_length(const char *text)
{
    const char *p = text + (*text == '-');
    if (!is_digit(*p))
        return 0;
    if (*p == '0')
        p++;
    else
        while (is_digit(*p))
            p++;
    if (*p == '.' && is_digit(p[1]))
        for (p++; is_digit(*p);)
            p++;
    if (*p == 'e' || *p == 'E') {
        size_t sign = p[1] == '-' || p[1] == '+';
        if (is_digit(p[1 + sign]))
            for (p += 1 + sign; is_digit(*p);)
                p++;
    }
    return (size_t)(p - text);
}

static bool is_word_byte(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           c == '.' || c == '+' || c == '-' || c == '_' || c == '#' || c == '%';
}

static bool is_not_finite(const char *p, size_t n)
{
    static const char *const words[] = { "nan", "inf", "infinity" };
    if (n > 0 && (*p == '-' || *p == '+')) {
        p++;
        n--;
    }
    for (size_t i = 0; i < 3; i++)
        if (n == strlen(words[i]) && strncasecmp(p, words[i], n) == 0)
            return true;
    return false;
}

static bool whole_word(struct json_stream *s, size_t *length)
{
    struct feed *f = s->feed;
    size_t i = 0;
    for (;;) {
        while (f->at + i < f->end && is_word_byte(f->bytes[f->at + i]))
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
    s->at = place(s);
    if (!whole_word(s, &n))
        return JSON_ERROR;
    const char *p = s->feed->bytes + s->feed->at;
    take_event(s, s->feed->at, n);
    s->expect = AFTER;
    enum json_event event = JSON_ERROR;
    if (n > 0 && number_length(p) == n)
        event = JSON_NUMBER;
    for (size_t i = 0; i < 3 && event == JSON_ERROR; i++)
        if (n == strlen(words[i].text) && memcmp(p, words[i].text, n) == 0)
            event = words[i].event;
    if (event == JSON_ERROR && is_not_finite(p, n)) {
        diag_error(s->dg, s->at, "'%.*s' is not a finite number; it counts as missing",
                   (int)n, p);
        event = JSON_NULL;
    }
    if (event == JSON_ERROR) {
        diag_error(s->dg, s->at, "'%.*s' stands where a JSON value should",
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
    s->at = place(s);
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
    s->at = place(s);
    s->feed->at++;
    s->depth--;
    s->expect = s->depth == 0 ? OVER : AFTER;
    return JSON_CLOSE;
}

static enum json_event take_key(struct json_stream *s, char c)
{
    if (c != '"')
        return fail(s, is_digit(c) ? "a number stands where a key should; is there a "
                                     "decimal comma before it? a point is wanted"
                                   : "a key in double quotes is missing here");
    s->expect = COLON;
    return take_string(s, JSON_KEY);
}

enum json_event json_next(struct json_stream *s)
{
    if (s->expect == OVER)
        return JSON_END;
    if (s->expect == FAILED)
        return JSON_ERROR;
    char c = next_byte(s);
    if (s->expect == COLON && c == ':') {
        s->feed->at++;
        s->expect = VALUE;
        c = next_byte(s);
    } else if (s->expect == AFTER && c == ',') {
        s->feed->at++;
        s->expect = in_array(s) ? VALUE : KEY;
        c = next_byte(s);
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
        noise(context, f->bytes + f->at, n, place(s));
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
        next_byte(s);
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

bool json_double(const struct json_stream *s, double *x)
{
    return s->length > 0 && scan_double(s->text, s->length, x) == s->length &&
           *x - *x == 0;
}

bool json_u64(const struct json_stream *s, uint64_t *n)
{
    return s->length > 0 && scan_u64(s->text, s->length, n) == s->length;
}
