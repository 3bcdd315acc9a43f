#include "quantities/vmath.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/clones.h"

/* ln 2 in two parts, of which the first has 33 bits: its product with an exponent is
 * exact. */
static const double LN2_HIGH = 0x1.62e42feep-1, LN2_LOW = 0x1.a39ef35793c76p-33;

IN_CLONES uint64_t bits_of(double x)
{
    uint64_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

IN_CLONES double from_bits(uint64_t b)
{
    double x;
    memcpy(&x, &b, sizeof x);
    return x;
}

/* (e^r - 1 - r) / r^2 on |r| <= 0.3466, interpolated at Chebyshev's nodes from 70-digit
 * values: the error of e^r is below 3e-19. */
IN_CLONES double exp_tail(double r)
{
    double r2 = r * r, r4 = r2 * r2;
    double a = 0.5 + r * 0.1666666666666667;
    double b = 0.04166666666666667 + r * 0.008333333333326136;
    double c = 0.001388888888888375 + r * 0.00019841269874815834;
    double d = 2.480158732554432e-05 + r * 2.7557255406285044e-06;
    double e = 2.7557273647451087e-07 + r * 2.5105214474751413e-08;
    double f = e + r2 * 2.0914685161418067e-09;
    return (a + r2 * b) + r4 * ((c + r2 * d) + r4 * f);
}

/* e^(x + more), |more| < 1e-12, = 2^n e^r; n comes out of the low bits of a sum with
 * 1.5 * 2^52, and is applied in two halves so that subnormal results round once. */
IN_CLONES double exp_of(double x, bool has_more, double more)
{
    const double magic = 0x1.8p52;
    double y = x < -746 ? -746 : x;
    y = y > 710 ? 710 : y;
    double n = (y * 0x1.71547652b82fep0 + magic) - magic;
    double high = y - n * LN2_HIGH, low = n * LN2_LOW;
    double r = high - low, lost = (high - r) - low;
    double sum = 1 + r, rounded_off = (1 - sum) + r;
    double tail = r * r * exp_tail(r);
    if (has_more)
        lost += more * (sum + tail);
    double e = sum + (rounded_off + (tail + lost));
    double half = n * 0.5 + magic;
    double rest = n - (half - magic) + magic;
    double one = from_bits((bits_of(half) << 52) + 0x3ff0000000000000u);
    double two = from_bits((bits_of(rest) << 52) + 0x3ff0000000000000u);
    return e * one * two;
}

IN_CLONES double exp_one(double x)
{
    return exp_of(x, false, 0);
}

/* x = 2^k (1 + f), sqrt(1/2) <= 1 + f < sqrt(2); x positive and finite. */
struct reduced {
    double k, f;
};

IN_CLONES struct reduced reduce(double x)
{
    double y = x < 0x1p-1022 ? x * 0x1p54 : x;
    double shift = x < 0x1p-1022 ? 1023 + 54 : 1023;
    uint64_t b = bits_of(y);
    uint64_t above = b - 0x3fe6a09e667f3bcdu + 0x3ff0000000000000u;
    double k = from_bits((above >> 52) | 0x4330000000000000u) - 0x1p52 - shift;
    uint64_t exponent = above & 0xfff0000000000000u;
    double f = from_bits(b - exponent + 0x3ff0000000000000u) - 1;
    return (struct reduced){ k, f };
}

/* 2 (atanh s / s - 1), a polynomial in s^2 interpolated as above: error of a logarithm
 * below 5e-18. */
IN_CLONES double log_series(double s)
{
    double z = s * s, w = z * z;
    double even =
        0.3999999999989924 + w * (0.2222221111514416 + w * 0.1533167403016786);
    double odd =
        0.666666666666667 +
        w * (0.2857142862609589 + w * (0.18182890556695602 + w * 0.1461703754879165));
    return z * odd + w * even;
}

/* log x = k ln 2 + log(1 + f), and with s = f / (2 + f) and the series R
 * log(1 + f) = 2 atanh s = f - s (f - R). */
IN_CLONES double log_one(double x)
{
    const double infinity = HUGE_VAL;
    struct reduced m = reduce(x);
    double f = m.f, s = f / (2 + f), r = log_series(s), square = 0.5 * f * f;
    double y = m.k * LN2_HIGH - ((square - (s * (square + r) + m.k * LN2_LOW)) - f);
    y = x == infinity ? infinity : y;
    y = x == 0 ? -infinity : y;
    return x >= 0 ? y : NAN;
}

/* A number and what was rounded off it. */
struct twofold {
    double high, low;
};

/* Exact below 2^970: Dekker (1971) with Veltkamp's split into 26 bits. */
IN_CLONES struct twofold product(double a, double b)
{
    double p = a * b, u = a * 0x1.0000002p27, v = b * 0x1.0000002p27;
    double a1 = u - (u - a), a2 = a - a1, b1 = v - (v - b), b2 = b - b1;
    return (struct twofold){ p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2 };
}

/* log x = k ln 2 + 2 s + s R with the remainders of the first two: to 2^-58. */
IN_CLONES struct twofold log_twofold(double x)
{
    struct reduced m = reduce(x);
    double d = 2 + m.f, d_low = m.f - (d - 2), s = m.f / d;
    struct twofold back = product(s, d);
    double s_low = (((m.f - back.high) - back.low) - s * d_low) / d;
    double large = m.k * LN2_HIGH, high = large + 2 * s;
    double low = (2 * s - (high - large)) + (s * log_series(s) + 2 * s_low);
    low += m.k * LN2_LOW;
    double sum = high + low;
    return (struct twofold){ sum, low - (sum - high) };
}

/* x positive and finite, y finite. */
IN_CLONES double pow_one(double x, double y)
{
    struct twofold l = log_twofold(x);
    double z = y * l.high;
    double more = product(y, l.high).low + y * l.low;
    z = z < -800 ? -800 : z;
    z = z > 800 ? 800 : z;
    return exp_of(z, true, fabs(z) < 800 ? more : 0);
}

TARGET_CLONES static void exp_loop(double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = exp_one(x[i]);
}

TARGET_CLONES static void pow_loop(double *restrict x, const double *restrict y,
                                   size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = pow_one(x[i], y[i]);
}

TARGET_CLONES static void log_loop(double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = log_one(x[i]);
}

IN_CLONES double rational(const double a[8], const double b[8], double r)
{
    double num = a[7], den = b[7];
    for (int i = 6; i >= 0; i--) {
        num = num * r + a[i];
        den = den * r + b[i];
    }
    return num / den;
}

/* The coefficients of AS 241, denominators with their leading 1. */
static const double CENTRE_NUM[8] = {
    3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
    1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
    3.3430575583588128105e4, 2.5090809287301226727e3,
};
static const double CENTRE_DEN[8] = {
    1,
    4.2313330701600911252e1,
    6.8718700749205790830e2,
    5.3941960214247511077e3,
    2.1213794301586595867e4,
    3.9307895800092710610e4,
    2.8729085735721942674e4,
    5.2264952788528545610e3,
};
static const double TAIL_NUM[8] = {
    1.42343711074968357734e0,  4.63033784615654529590e0,  5.76949722146069140550e0,
    3.64784832476320460504e0,  1.27045825245236838258e0,  2.41780725177450611770e-1,
    2.27238449892691845833e-2, 7.74545014278341407640e-4,
};
static const double TAIL_DEN[8] = {
    1,
    2.05319162663775882187e0,
    1.67638483018380384940e0,
    6.89767334985100004550e-1,
    1.48103976427480074590e-1,
    1.51986665636164571966e-2,
    5.47593808499534494600e-4,
    1.05075007164441684324e-9,
};
static const double FAR_NUM[8] = {
    6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
    2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
    2.71155556874348757815e-5, 2.01033439929228813265e-7,
};
static const double FAR_DEN[8] = {
    1,
    5.99832206555887937690e-1,
    1.36929880922735805310e-1,
    1.48753612908506148525e-2,
    7.86869131145613259100e-4,
    1.84631831751005468180e-5,
    1.42151175831644588870e-7,
    2.04426310338993978564e-15,
};
static const double CENTRE = 0.425; /* |p - 1/2| up to here: 85 % of all draws */

TARGET_CLONES static void centre_loop(double *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double q = p[i] - 0.5;
        p[i] = q * rational(CENTRE_NUM, CENTRE_DEN, 0.180625 - q * q);
    }
}

/* Both tail branches, selected: r holds -log(min(p, 1 - p)). */
TARGET_CLONES static void tail_loop(double *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double s = sqrt(r[i]);
        double near = rational(TAIL_NUM, TAIL_DEN, s - 1.6);
        double far = rational(FAR_NUM, FAR_DEN, s - 5);
        r[i] = s <= 5 ? near : far;
    }
}

enum { CHUNK = 512 };

/* The tails are few: they are gathered, and the centre's loop runs over all. */
static void inverse_normal_chunk(double *p, size_t n)
{
    double tail[CHUNK], upper[CHUNK];
    unsigned short at[CHUNK + 1];
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        at[count] = (unsigned short)i;
        count += fabs(p[i] - 0.5) <= CENTRE ? 0 : 1;
    }
    for (size_t k = 0; k < count; k++) {
        double x = p[at[k]];
        upper[k] = x > 0.5 ? 1 : -1;
        tail[k] = x > 0.5 ? 1 - x : x;
    }
    centre_loop(p, n);
    log_loop(tail, count);
    for (size_t k = 0; k < count; k++)
        tail[k] = -tail[k];
    tail_loop(tail, count);
    for (size_t k = 0; k < count; k++)
        p[at[k]] = isfinite(tail[k]) ? upper[k] * tail[k] : NAN;
}

void vmath_exp(double *x, size_t n)
{
    exp_loop(x, n);
}

void vmath_log(double *x, size_t n)
{
    log_loop(x, n);
}

/* Where the C library's answer is exact by the standard, or none. */
static bool is_special(double x, double y)
{
    return x == 0 || !isfinite(x) || !isfinite(y) || (x < 0 && y != floor(y));
}

double vmath_pow_of(double x, double y)
{
    if (is_special(x, y))
        return pow(x, y);
    bool odd = x < 0 && fmod(y, 2) != 0;
    double z = fabs(x);
    pow_loop(&z, &y, 1);
    return odd ? -z : z;
}

static bool is_plain(double x, double y)
{
    return (x > 0) & (x <= DBL_MAX) & (fabs(y) <= DBL_MAX);
}

TARGET_CLONES static size_t count_plain(const double *x, const double *y, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += is_plain(x[i], y[i]) ? 1 : 0;
    return count;
}

void vmath_pow(double *x, const double *y, size_t n)
{
    double base[CHUNK];
    for (size_t i = 0; i < n; i += CHUNK) {
        size_t m = n - i < CHUNK ? n - i : CHUNK;
        memcpy(base, x + i, m * sizeof *x);
        pow_loop(x + i, y + i, m);
        if (count_plain(base, y + i, m) == m)
            continue;
        for (size_t k = 0; k < m; k++)
            if (!is_plain(base[k], y[i + k]))
                x[i + k] = vmath_pow_of(base[k], y[i + k]);
    }
}

void vmath_inverse_normal(double *p, size_t n)
{
    for (size_t i = 0; i < n; i += CHUNK)
        inverse_normal_chunk(p + i, n - i < CHUNK ? n - i : CHUNK);
}

double vmath_exp_of(double x)
{
    return exp_one(x);
}

double vmath_log_of(double x)
{
    return log_one(x);
}

double vmath_inverse_normal_of(double p)
{
    inverse_normal_chunk(&p, 1);
    return p;
}
