/* Doubles as the shortest text of 15 to 17 digits that reads back as the same.
 *
 * What printf() and strtod() would find out in several tries is worked out in integers
 * for all but very large and very small values; tests/doc/test_json.c compares.
 */
#include "doc/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"

enum { FEWEST = 15, MOST = 17, MOST_PLACES = 22, BITS = 53, MOST_SHIFT = 100 };

/* x = mantissa / 2^shift, the mantissa with all its bits. */
struct binary {
    int128 mantissa;
    int shift;
};

/* value = digits / 10^places */
struct decimal {
    int128 digits;
    int places, precision, exponent; /* the latter two as "%.*g" and %e have them */
};

static int128 power_of_ten(int n)
{
    static const int64_t powers[] = { 1,
                                      10,
                                      100,
                                      1000,
                                      10000,
                                      100000,
                                      1000000,
                                      10000000,
                                      100000000,
                                      1000000000,
                                      10000000000,
                                      100000000000,
                                      1000000000000,
                                      10000000000000,
                                      100000000000000,
                                      1000000000000000,
                                      10000000000000000,
                                      100000000000000000,
                                      1000000000000000000 };
    return n <= 18 ? powers[n] : (int128)powers[18] * powers[n - 18];
}

/* x to so many places, half to even, as printf() rounds; false where it reads back as
 * another double.  Exact: 2^53 x 10^22 has 127 bits. */
static bool round_to(const struct binary *x, int places, int128 *digits)
{
    int128 ten = power_of_ten(places), scaled = x->mantissa * ten;
    int128 unit = (int128)1 << x->shift, whole = scaled >> x->shift;
    int128 rest = scaled - (whole << x->shift);
    bool up = 2 * rest > unit || (2 * rest == unit && (whole & 1) == 1);
    *digits = whole + up;
    /* Doubles lie 2^-shift apart, and half of that belongs to x. */
    return 2 * (up ? unit - rest : rest) < ten;
}

/* The fewest digits that do; false where they are not to be had so. */
static bool shortest(double x, struct decimal *out)
{
    int two;
    double fraction = frexp(x, &two);
    struct binary b = { (int128)ldexp(fraction, BITS), BITS - two };
    /* At a power of two the doubles below lie closer. */
    if (b.shift < 0 || b.shift > MOST_SHIFT || b.mantissa == (int128)1 << (BITS - 1))
        return false;
    out->exponent = (int)floor(log10(x));
    for (out->precision = FEWEST; out->precision <= MOST; out->precision++) {
        out->places = out->precision - 1 - out->exponent;
        if (out->places < 0 || out->places > MOST_PLACES)
            return false;
        bool same = round_to(&b, out->places, &out->digits);
        /* log10() rounds as well, and 9.99 may have become 10. */
        if (out->digits >= power_of_ten(out->precision) ||
            out->digits < power_of_ten(out->precision - 1))
            return false;
        if (same)
            return true;
    }
    return false;
}

/* The digits of n before `end`, at least `least` of them; where they begin. */
static char *put_digits(char *end, uint64_t n, int least)
{
    for (; n > 0 || least > 0; n /= 10, least--)
        *--end = (char)('0' + n % 10);
    return end;
}

/* As "%.*g" lays it out; the exponent is -8 or more and less than
 * the precision. */
static void lay_out(struct decimal d, bool minus, char *to)
{
    char buffer[24], *end = buffer + sizeof buffer;
    uint64_t n = (uint64_t)d.digits;
    int count = d.precision;
    for (; count > 1 && n % 10 == 0; count--)
        n /= 10;
    const char *digits = put_digits(end, n, count);
    bool scientific = d.exponent < -4, small = d.exponent < 0 && !scientific;
    int whole = small ? 0 : scientific ? 1 : d.exponent + 1;
    if (minus)
        *to++ = '-';
    if (small) {
        *to++ = '0';
        *to++ = '.';
        for (int i = -1; i > d.exponent; i--)
            *to++ = '0';
    }
    for (int i = 0; i < whole || i < count; i++) {
        if (i == whole && whole > 0)
            *to++ = '.';
        *to++ = i < count ? digits[i] : '0';
    }
    if (scientific) {
        *to++ = 'e';
        *to++ = '-';
        *to++ = '0';
        *to++ = (char)('0' - d.exponent);
    }
    *to = '\0';
}

static const char *whole_number(double x, char text[JSON_NUMBER_SIZE])
{
    char *end = text + JSON_NUMBER_SIZE - 1;
    *end = '\0';
    char *start = put_digits(end, (uint64_t)fabs(x), 1);
    if (x < 0)
        *--start = '-';
    return start;
}

const char *json_number_text(double x, char text[JSON_NUMBER_SIZE])
{
    struct decimal d;
    if (!isfinite(x))
        return "null";
    if (x == 0) /* and no "-0" */
        return "0";
    if (fabs(x) < 1e15 && x == floor(x))
        return whole_number(x, text);
    if (shortest(fabs(x), &d)) {
        lay_out(d, x < 0, text);
        return text;
    }
    for (int digits = FEWEST; digits <= MOST; digits++) {
        snprintf(text, JSON_NUMBER_SIZE, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            break;
    }
    return text;
}
