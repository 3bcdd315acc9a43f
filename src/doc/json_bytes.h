/* json_bytes.h - the bytes of JSON's tokens; for json_stream.c and json_seek.c.
 *
 * What looks at sixteen bytes at a time with SSE2, or at eight as one integer, finds
 * what a byte at a time finds; tests/doc/test_json_bytes.c holds them together.
 */
#ifndef DOC_JSON_BYTES_H
#define DOC_JSON_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Bytes at which a string is no longer plain: quote, backslash, controls. */
extern const bool json_stops[256];

/* What n bytes between quotes mean, into `to`, which holds n; how many bytes that are,
 * SIZE_MAX where a backslash begins no escape. */
size_t json_unescape(const char *from, size_t n, char *to);

/* Bytes of a JSON number, 0 where none begins; the text ends in a NUL or not a digit.
 */
size_t json_number_at(const char *text);

bool json_not_finite(const char *text, size_t length); /* "nan", "-inf" and the like */

extern const bool json_words[256];
static inline bool json_word_byte(char c) /* of a number or a bare word */
{
    return json_words[(unsigned char)c];
}

/* Eight bytes at a time where the machine's first byte is the lowest. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
enum { JSON_EIGHT = 8 };
#else
enum { JSON_EIGHT = 1 << 30 };
#endif
#define JSON_EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

static inline uint64_t json_load(const char *p)
{
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

#ifdef __SSE2__
static inline __m128i json_load_16(const char *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}
#endif

static inline const char *json_blanks(const char *p, const char *end)
{
#ifdef __SSE2__
    while (end - p >= 16) {
        __m128i same = _mm_cmpeq_epi8(json_load_16(p), _mm_set1_epi8(' '));
        unsigned others = 0xffffu & ~(unsigned)_mm_movemask_epi8(same);
        if (others != 0)
            return p + __builtin_ctz(others);
        p += 16;
    }
#endif
    while (end - p >= JSON_EIGHT) {
        uint64_t other = json_load(p) ^ JSON_EACH(' ');
        if (other != 0)
            return p + (__builtin_ctzll(other) >> 3);
        p += 8;
    }
    while (*p == ' ')
        p++;
    return p;
}

/* The first byte that stops; a NUL follows `end`.  The bit tricks find bytes that are
 * zero or less than 0x20 and may err only above the first one. */
static inline const char *json_plain(const char *p, const char *end)
{
#ifdef __SSE2__
    while (end - p >= 16) {
        __m128i v = json_load_16(p), least = _mm_set1_epi8(0x1f);
        __m128i hits = _mm_cmpeq_epi8(_mm_max_epu8(v, least), least);
        hits = _mm_or_si128(hits, _mm_cmpeq_epi8(v, _mm_set1_epi8('"')));
        hits = _mm_or_si128(hits, _mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
        unsigned at = (unsigned)_mm_movemask_epi8(hits);
        if (at != 0)
            return p + __builtin_ctz(at);
        p += 16;
    }
#endif
    while (end - p >= JSON_EIGHT) {
        uint64_t v = json_load(p), quote = v ^ JSON_EACH('"'),
                 slash = v ^ JSON_EACH('\\');
        uint64_t hits = ((quote - JSON_EACH(1)) & ~quote) |
                        ((slash - JSON_EACH(1)) & ~slash) |
                        ((v - JSON_EACH(0x20)) & ~v);
        hits &= JSON_EACH(0x80);
        if (hits != 0)
            return p + (__builtin_ctzll(hits) >> 3);
        p += 8;
    }
    while (!json_stops[(unsigned char)*p])
        p++;
    return p;
}

/* How many of the sixteen bytes at `p` are digits before one is none. */
static inline unsigned json_digits_16(const char *p)
{
#ifdef __SSE2__
    __m128i v = _mm_sub_epi8(json_load_16(p), _mm_set1_epi8('0'));
    __m128i digit = _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(9)), v);
    return (unsigned)__builtin_ctz(~(unsigned)_mm_movemask_epi8(digit));
#else
    unsigned n = 0;
    while (n < 16 && p[n] >= '0' && p[n] <= '9')
        n++;
    return n;
#endif
}

/* The value of 1 to 8 digits, out of the eight bytes at `p`: neighbours are joined to
 * pairs, these to fours, and these to one. */
static inline uint64_t json_value_8(const char *p, unsigned n)
{
    if (JSON_EIGHT > 8) {
        uint64_t value = 0;
        for (unsigned i = 0; i < n; i++)
            value = value * 10 + (uint64_t)(p[i] - '0');
        return value;
    }
    uint64_t v = (json_load(p) - JSON_EACH('0')) << (64 - 8 * n);
    v = v * 10 + (v >> 8);
    const uint64_t first = UINT64_C(0x000000ff000000ff);
    return ((v & first) * UINT64_C(0x000f424000000064) +
            (v >> 16 & first) * UINT64_C(0x0000271000000001)) >>
           32;
}

/* Of 1 to 16 digits. */
static inline uint64_t json_value_16(const char *p, unsigned n)
{
    if (n <= 8)
        return json_value_8(p, n);
    return json_value_8(p, n - 8) * 100000000 + json_value_8(p + n - 8, 8);
}

/* A number of at most 15 digits with at most one point between them, of which all and
 * one byte more lie before `end`: how long it is, and mantissa / 10^places is its
 * value.  0 where it is another one, or none. */
enum { JSON_DECIMAL_DIGITS = 15, JSON_DECIMAL_ROOM = 34 };
static inline unsigned json_decimal(const char *p, const char *end, uint64_t *mantissa,
                                    int *places)
{
    static const uint64_t powers[] = {
        1,           10,           100,           1000,           10000,
        100000,      1000000,      10000000,      100000000,      1000000000,
        10000000000, 100000000000, 1000000000000, 10000000000000, 100000000000000
    };
    if (end - p < JSON_DECIMAL_ROOM)
        return 0;
    unsigned whole = json_digits_16(p), part = 0;
    if (whole == 0 || whole > JSON_DECIMAL_DIGITS || (*p == '0' && whole > 1))
        return 0;
    *mantissa = json_value_16(p, whole);
    *places = 0;
    if (p[whole] == '.') {
        part = json_digits_16(p + whole + 1);
        if (part == 0 || whole + part > JSON_DECIMAL_DIGITS)
            return 0;
        *mantissa = *mantissa * powers[part] + json_value_16(p + whole + 1, part);
        *places = (int)part;
        part++;
    }
    return whole + part;
}

#endif
