#include "prices/finance_depreciation.h"

#include <math.h>
#include <string.h>

#include "quantities/vmath.h"

static bool sound(const struct depreciation *d)
{
    return d->life > 0 && d->cost >= 0 && isfinite(d->cost) && isfinite(d->salvage);
}

enum finance_status finance_sln(const struct depreciation *d, double *out)
{
    if (!sound(d))
        return FINANCE_ARGUMENT;
    *out = (d->cost - d->salvage) / d->life;
    return FINANCE_OK;
}

enum finance_status finance_syd(const struct depreciation *d, unsigned period,
                                double *out)
{
    if (!sound(d) || period < 1 || period > d->life)
        return FINANCE_ARGUMENT;
    *out =
        (d->cost - d->salvage) * (d->life - period + 1) * 2 / (d->life * (d->life + 1));
    return FINANCE_OK;
}

enum finance_status finance_db(const struct depreciation *d, unsigned period,
                               double *out)
{
    if (!sound(d) || d->cost == 0 || d->salvage < 0 || d->month < 1 || d->month > 12 ||
        period < 1 || period > d->life + (d->month < 12 ? 1 : 0))
        return FINANCE_ARGUMENT;
    double rate = 1 - vmath_pow_of(d->salvage / d->cost, 1 / d->life);
    rate = floor(rate * 1000 + 0.5) / 1000;
    double now = d->cost * rate * d->month / 12, written = now;
    for (unsigned i = 2; i <= period; i++, written += now) {
        now = (d->cost - written) * rate;
        if (i > d->life)
            now = now * (12 - d->month) / 12;
    }
    *out = now;
    return FINANCE_OK;
}

enum finance_status finance_ddb(const struct depreciation *d, unsigned period,
                                double *out)
{
    if (!sound(d) || !(d->factor > 0) || period < 1 || period > d->life)
        return FINANCE_ARGUMENT;
    double left = d->cost, now = 0;
    for (unsigned i = 1; i <= period; i++, left -= now)
        now = fmax(fmin(left * fmin(d->factor / d->life, 1), left - d->salvage), 0);
    *out = now;
    return FINANCE_OK;
}

/* IRS Publication 946 (2023), table A-1, in hundredths of a percent but for the last
 * class, which has thousandths. */
static const struct {
    unsigned life;
    double factor, unit;
    short share[MACRS_MOST];
} classes[] = {
    { 3, 2, 1e4, { 3333, 4445, 1481, 741 } },
    { 5, 2, 1e4, { 2000, 3200, 1920, 1152, 1152, 576 } },
    { 7, 2, 1e4, { 1429, 2449, 1749, 1249, 893, 892, 893, 446 } },
    { 10, 2, 1e4, { 1000, 1800, 1440, 1152, 922, 737, 655, 655, 656, 655, 328 } },
    { 15,
      1.5,
      1e4,
      { 500, 950, 855, 770, 693, 623, 590, 590, 591, 590, 591, 590, 591, 590, 591,
        295 } },
    { 20, 1.5, 1e5, { 3750, 7219, 6677, 6177, 5713, 5285, 4888, 4522, 4462, 4461, 4462,
                      4461, 4462, 4461, 4462, 4461, 4462, 4461, 4462, 4461, 2231 } },
};
enum { CLASSES = sizeof classes / sizeof *classes };

enum finance_status finance_macrs_table(unsigned life, double shares[MACRS_MOST])
{
    for (size_t i = 0; i < CLASSES; i++) {
        if (classes[i].life != life)
            continue;
        for (unsigned t = 0; t < MACRS_MOST; t++)
            shares[t] = classes[i].share[t] / classes[i].unit;
        return FINANCE_OK;
    }
    return FINANCE_ARGUMENT;
}

enum finance_status finance_macrs(unsigned life, double shares[MACRS_MOST])
{
    size_t k = 0;
    while (k < CLASSES && classes[k].life != life)
        k++;
    if (k == CLASSES)
        return FINANCE_ARGUMENT;
    double left = 1;
    memset(shares, 0, MACRS_MOST * sizeof *shares);
    for (unsigned t = 0; t <= life; t++, left -= shares[t - 1]) {
        double years = life - t + 0.5; /* of the life that are left at its start */
        double declining = left * classes[k].factor / life;
        shares[t] = t == life ? left : fmax(declining, left / years);
        if (t == 0)
            shares[t] = declining / 2;
    }
    return FINANCE_OK;
}
