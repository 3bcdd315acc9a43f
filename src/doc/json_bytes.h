/* json_bytes.h - the bytes of JSON's tokens; for json_stream.c alone.
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

bool json_word_byte(char c);                           /* of a number or a bare word */
bool json_not_finite(const char *text, size_t length); /* "nan", "-inf" and the like */

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

static inline const char *json_blanks(const char *p, const char *end)
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

#endif
