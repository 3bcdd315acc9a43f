#include "base/exact.h"

#include <math.h>
#include <stdint.h>

/* One bit is left unused, so that negating and halving are always safe. */
static const int128 LIMIT = (int128)1 << 126;

static bool fits(int128 v)
{
    return v < LIMIT && v > -LIMIT;
}

static uint128 magnitude(int128 v)
{
    return v < 0 ? (uint128)0 - (uint128)v : (uint128)v;
}

/* 64 bits where both fit: dividing 128 takes ten times as long. */
static uint128 gcd(uint128 a, uint128 b)
{
    while ((a | b) >> 64 != 0 && b != 0) {
        uint128 r = a % b;
        a = b;
        b = r;
    }
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    if (b == 0)
        return a;
    while (y != 0) {
        uint64_t r = x % y;
        x = y;
        y = r;
    }
    return x;
}

static int128 divide(int128 a, int128 b)
{
    if (b == 1)
        return a;
    if (a == (int64_t)a && b == (int64_t)b && a != INT64_MIN)
        return (int64_t)a / (int64_t)b;
    return a / b;
}

struct exact exact_int(long long n)
{
    return (struct exact){ n, 1 };
}

bool exact_ratio(int128 num, int128 den, struct exact *out)
{
    if (den == 0 || !fits(num) || !fits(den))
        return false;
    if (den < 0) {
        num = -num;
        den = -den;
    }
    int128 g = den == 1 ? 1 : (int128)gcd(magnitude(num), magnitude(den));
    out->num = divide(num, g);
    out->den = divide(den, g);
    return true;
}

static bool multiply(int128 a, int128 b, int128 *out)
{
    return !__builtin_mul_overflow(a, b, out) && fits(*out);
}

static bool power_of_ten(unsigned n, int128 *out)
{
    int128 p = 1;
    for (unsigned i = 0; i < n; i++)
        if (!multiply(p, 10, &p))
            return false;
    *out = p;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads "e-12" at text[i]; leaves *i where no exponent stands. */
static bool parse_exponent(const char *text, size_t length, size_t *i, int *exponent)
{
    size_t k = *i;
    if (k >= length || (text[k] != 'e' && text[k] != 'E'))
        return true;
    k++;
    bool negative = k < length && text[k] == '-';
    if (k < length && (text[k] == '-' || text[k] == '+'))
        k++;
    if (k >= length || !is_digit(text[k]))
        return true; /* the e belongs to what follows the number */
    int e = 0;
    for (; k < length && is_digit(text[k]); k++)
        if (e < 10000)
            e = e * 10 + (text[k] - '0');
    *exponent = negative ? -e : e;
    *i = k;
    return true;
}

bool exact_parse(const char *text, size_t length, struct exact *out, size_t *used)
{
    size_t i = 0, digits = 0;
    bool negative = length > 0 && text[0] == '-';
    if (length > 0 && (text[0] == '-' || text[0] == '+'))
        i++;
    int128 num = 0;
    int places = 0, exponent = 0;
    bool point = false;
    for (; i < length; i++) {
        if (text[i] == '.' && !point && digits > 0 && i + 1 < length &&
            is_digit(text[i + 1])) {
            point = true;
            continue;
        }
        if (!is_digit(text[i]))
            break;
        if (!multiply(num, 10, &num) || !fits(num + (text[i] - '0')))
            return false;
        num += text[i] - '0';
        digits++;
        places += point;
    }
    if (digits == 0 || !parse_exponent(text, length, &i, &exponent))
        return false;
    if (used == NULL ? i != length : (*used = i, false))
        return false;
    int shift = exponent - places;
    int128 ten;
    if (num == 0) {
        *out = exact_int(0);
        return true;
    }
    if (!power_of_ten((unsigned)(shift < 0 ? -shift : shift), &ten))
        return false;
    num = negative ? -num : num;
    if (shift < 0)
        return exact_ratio(num, ten, out);
    return multiply(num, ten, &num) && exact_ratio(num, 1, out);
}

bool exact_add(struct exact a, struct exact b, struct exact *out)
{
    int128 left, right, den, num;
    if (a.den == 1 && b.den == 1)
        return exact_ratio(a.num + b.num, 1, out);
    int128 g = (int128)gcd((uint128)a.den, (uint128)b.den);
    return multiply(a.num, divide(b.den, g), &left) &&
           multiply(b.num, divide(a.den, g), &right) &&
           multiply(a.den, divide(b.den, g), &den) &&
           !__builtin_add_overflow(left, right, &num) && exact_ratio(num, den, out);
}

bool exact_sub(struct exact a, struct exact b, struct exact *out)
{
    return exact_add(a, exact_neg(b), out);
}

bool exact_mul(struct exact a, struct exact b, struct exact *out)
{
    int128 g = b.den == 1 ? 1 : (int128)gcd(magnitude(a.num), (uint128)b.den);
    int128 h = a.den == 1 ? 1 : (int128)gcd(magnitude(b.num), (uint128)a.den);
    /* what is cancelled crosswise is in lowest terms */
    return multiply(divide(a.num, g), divide(b.num, h), &out->num) &&
           multiply(divide(a.den, h), divide(b.den, g), &out->den);
}

bool exact_div(struct exact a, struct exact b, struct exact *out)
{
    if (b.num == 0)
        return false;
    struct exact inverse =
        b.num < 0 ? (struct exact){ -b.den, -b.num } : (struct exact){ b.den, b.num };
    return exact_mul(a, inverse, out);
}

struct exact exact_neg(struct exact a)
{
    return (struct exact){ -a.num, a.den };
}

int exact_sign(struct exact a)
{
    return (a.num > 0) - (a.num < 0);
}

bool exact_cmp(struct exact a, struct exact b, int *out)
{
    struct exact d;
    if (!exact_sub(a, b, &d))
        return false;
    *out = exact_sign(d);
    return true;
}

static int128 floor_div(int128 num, int128 den)
{
    int128 q = divide(num, den);
    return q * den > num ? q - 1 : q;
}

/* The whole number next to num/den by the rule; den > 0. */
static int128 round_div(int128 num, int128 den, enum rounding rule)
{
    int128 low = floor_div(num, den);
    int128 rest = num - low * den; /* 0 <= rest < den */
    if (rest == 0 || rule == ROUND_DOWN)
        return low;
    if (rule == ROUND_UP)
        return low + 1;
    int128 other = den - rest;
    if (rest != other)
        return rest > other ? low + 1 : low;
    if (rule == ROUND_HALF_EVEN)
        return low % 2 == 0 ? low : low + 1;
    return num < 0 ? low : low + 1;
}

bool exact_round(struct exact a, int places, enum rounding rule, struct exact *out)
{
    int128 ten;
    if (!power_of_ten((unsigned)(places < 0 ? -places : places), &ten))
        return false;
    struct exact factor = { ten, 1 }, scaled;
    if (!(places < 0 ? exact_div(a, factor, &scaled) : exact_mul(a, factor, &scaled)))
        return false;
    struct exact whole = { round_div(scaled.num, scaled.den, rule), 1 };
    return places < 0 ? exact_mul(whole, factor, out) : exact_div(whole, factor, out);
}

static const uint128 LARGEST = (uint128)1 << 53;

static int bit_length(uint128 v)
{
    uint64_t high = (uint64_t)(v >> 64), low = (uint64_t)v;
    if (high != 0)
        return 128 - __builtin_clzll(high);
    return low != 0 ? 64 - __builtin_clzll(low) : 0;
}

double exact_double(struct exact a)
{
    uint128 n = magnitude(a.num), d = (uint128)a.den;
    if (n == 0)
        return 0;
    /* two doubles without an error, so their quotient is the nearest */
    if (n <= LARGEST && d <= LARGEST) {
        double quotient = (double)(uint64_t)n / (double)(uint64_t)d;
        return a.num < 0 ? -quotient : quotient;
    }
    /* Long division, a bit at a time, until the quotient has 64 bits; what is left
     * over only matters by being there or not. */
    int exponent = bit_length(n) - bit_length(d);
    if (exponent > 0)
        d <<= exponent; /* bit lengths below 127 keep this from overflowing */
    else
        n <<= -exponent;
    uint64_t quotient = 0;
    for (int i = 0; i < 64; i++) {
        quotient <<= 1;
        if (n >= d) {
            quotient |= 1;
            n -= d;
        }
        n <<= 1;
    }
    /* value = quotient * 2^(exponent - 63), quotient has 63 or 64 bits */
    int spare = bit_length(quotient) - 53;
    uint64_t mantissa = quotient >> spare;
    uint64_t rest = quotient & (((uint64_t)1 << spare) - 1);
    uint64_t half = (uint64_t)1 << (spare - 1);
    if (rest > half || (rest == half && (n != 0 || (mantissa & 1))))
        mantissa++;
    double x = ldexp((double)mantissa, exponent - 63 + spare);
    return a.num < 0 ? -x : x;
}

bool exact_from_double(double x, struct exact *out)
{
    if (!isfinite(x))
        return false;
    if (fabs(x) <= 0x1p53 && x == (double)(int64_t)x) {
        *out = (struct exact){ (int64_t)x, 1 };
        return true;
    }
    int exponent;
    double fraction = frexp(x, &exponent);
    int128 mantissa = (int128)ldexp(fraction, 53);
    exponent -= 53;
    while (mantissa != 0 && mantissa % 2 == 0) {
        mantissa /= 2;
        exponent++;
    }
    if (mantissa == 0)
        exponent = 0;
    int shift = exponent < 0 ? -exponent : exponent;
    if (shift > 125 || (exponent > 0 && bit_length(magnitude(mantissa)) + shift > 126))
        return false;
    if (exponent >= 0)
        return exact_ratio(mantissa * ((int128)1 << shift), 1, out);
    return exact_ratio(mantissa, (int128)1 << shift, out);
}

int exact_places(struct exact a)
{
    int128 d = a.den;
    int twos = 0, fives = 0;
    for (; d % 2 == 0; d /= 2)
        twos++;
    for (; d % 5 == 0; d /= 5)
        fives++;
    if (d != 1)
        return -1;
    return twos > fives ? twos : fives;
}
