/* rounding.c - decimal rounding as spreadsheets do it. */
#include <math.h>

#include "quantities/op.h"

enum { PLACES_MOST = 15 };

static const double powers[PLACES_MOST + 1] = { 1,    1e1,  1e2,  1e3, 1e4,  1e5,
                                                1e6,  1e7,  1e8,  1e9, 1e10, 1e11,
                                                1e12, 1e13, 1e14, 1e15 };

bool rounding_is_close(double v)
{
    return floor(v) + 1 - v <= 1e-14 * v;
}

/* LibreOffice (rtl_math_round) takes v to 15 digits before it cuts, but for v beyond
 * 2^41 and v with at most 11 bits behind the point.  So 1.005 in cents, which is
 * 100.49999999999999 as a double, goes up, as its decimals say.  Only a v just below
 * a whole number changes. */
static double floor_of_15_digits(double v)
{
    if (!rounding_is_close(v) || v > 0x1p41 || v * 0x1p11 == floor(v * 0x1p11))
        return floor(v);
    int n = 0;
    while (n < PLACES_MOST && v * powers[n] < 1e14)
        n++;
    return floor(round(v * powers[n]) / powers[n]);
}

double round_to(double x, int places)
{
    bool tens = places < 0;
    if (!isfinite(x) || (!tens && x == floor(x)))
        return x;
    double scale = powers[tens ? -places : places];
    double v = tens ? fabs(x) / scale : fabs(x) * scale;
    if (v >= 0x1p52)
        return x;
    double whole = floor_of_15_digits(v + 0.5);
    double y = tens ? whole * scale : whole / scale;
    return x < 0 ? -y : y;
}

double round6(double x)
{
    return round_to(x, 6);
}
