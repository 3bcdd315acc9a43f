#include "base/scan.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 19, LONGEST = 400 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

struct digits {
    uint64_t mantissa;
    int count, places; /* significant digits in all, behind the point */
    bool any;
};

static size_t take_digits(const char *p, const char *end, bool behind_point,
                          struct digits *d)
{
    const char *start = p;
    for (; p < end && is_digit(*p); p++) {
        d->any = true;
        if (d->count < MOST_DIGITS)
            d->mantissa = d->mantissa * 10 + (uint64_t)(*p - '0');
        d->count += d->count > 0 || *p != '0';
        d->places += behind_point;
    }
    return (size_t)(p - start);
}

/* "e-3"; 0 where no exponent follows. */
static size_t take_exponent(const char *p, const char *end, int *exponent)
{
    const char *start = p;
    if (p == end || (*p != 'e' && *p != 'E'))
        return 0;
    p++;
    bool minus = p < end && *p == '-';
    p += p < end && (*p == '-' || *p == '+');
    if (p == end || !is_digit(*p))
        return 0;
    int n = 0;
    for (; p < end && is_digit(*p); p++)
        n = n < 10000 ? n * 10 + (*p - '0') : n;
    *exponent = minus ? -n : n;
    return (size_t)(p - start);
}

/* strtod() wants a terminated text.  The program never leaves the C locale. */
static double slow(const char *text, size_t length)
{
    char copy[LONGEST + 1];
    size_t n = length < LONGEST ? length : LONGEST;
    memcpy(copy, text, n);
    copy[n] = '\0';
    return strtod(copy, NULL);
}

size_t scan_double(const char *text, size_t length, double *x)
{
    static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    const char *p = text, *end = text + length;
    struct digits d = { 0 };
    int exponent = 0;
    bool minus = p < end && *p == '-';
    p += p < end && (*p == '-' || *p == '+');
    p += take_digits(p, end, false, &d);
    if (p < end && *p == '.')
        p += 1 + take_digits(p + 1, end, true, &d);
    if (!d.any)
        return 0;
    p += take_exponent(p, end, &exponent);
    size_t used = (size_t)(p - text);
    int power = exponent - d.places;
    if (used > LONGEST)
        return 0;
    /* Both operands are exact doubles, so the one operation rounds once (Clinger). */
    if (d.count > MOST_DIGITS || d.mantissa >> 53 != 0 || power < -22 || power > 22)
        *x = slow(text, used);
    else if (power < 0)
        *x = (double)d.mantissa / powers[-power] * (minus ? -1 : 1);
    else
        *x = (double)d.mantissa * powers[power] * (minus ? -1 : 1);
    return used;
}

size_t scan_u64(const char *text, size_t length, uint64_t *n)
{
    uint64_t value = 0;
    size_t i = 0;
    for (; i < length && is_digit(text[i]); i++)
        if (__builtin_mul_overflow(value, (uint64_t)10, &value) ||
            __builtin_add_overflow(value, (uint64_t)(text[i] - '0'), &value))
            return 0;
    *n = value;
    return i;
}
