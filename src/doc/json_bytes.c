#include "doc/json_bytes.h"

#include <strings.h>

const bool json_stops[256] = {
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,         1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, ['"'] = 1, ['\\'] = 1,
};

const bool json_words[256] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* controls */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* */
    0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 1, 0, /* # % + - . */
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, /* 0 */
    0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* A */
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, /* P to Z, _ */
    0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* a */
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, /* p to z */
};

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

size_t json_unescape(const char *from, size_t n, char *to)
{
    const char *end = from + n;
    char *start = to;
    for (const char *p = from; p < end;) {
        if (*p != '\\') {
            *to++ = *p++;
            continue;
        }
        p = unescape(p + 1, end, &to);
        if (p == NULL)
            return SIZE_MAX;
    }
    return (size_t)(to - start);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

size_t json_number_at(const char *text)
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

bool json_not_finite(const char *p, size_t n)
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
