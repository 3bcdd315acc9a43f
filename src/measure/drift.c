/* The figures of stats.h that depend on the order of values. */
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "measure/stats.h"

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* NAN of nothing. */
static double median(double *v, size_t n)
{
    qsort(v, n, sizeof *v, ascending);
    if (n == 0)
        return NAN;
    return n % 2 == 1 ? v[n / 2] : v[n / 2 - 1] / 2 + v[n / 2] / 2;
}

static double median_copy(struct arena *a, const double *v, size_t n)
{
    double *copy = ARENA_ARRAY(a, n, double);
    for (size_t i = 0; i < n; i++)
        copy[i] = v[i];
    return median(copy, n);
}

static int sign(double x)
{
    return (x > 0) - (x < 0);
}

/* What ties take from the variance of Kendall's score, and from the pairs. */
struct ties {
    double pairs; /* t (t - 1) / 2 */
    double full;  /* t (t - 1) (2 t + 5) */
    double two;   /* t (t - 1) */
    double three; /* t (t - 1) (t - 2) */
};

static struct ties ties_of(struct arena *a, const double *v, size_t n)
{
    double *s = ARENA_ARRAY(a, n, double);
    struct ties out = { 0 };
    for (size_t i = 0; i < n; i++)
        s[i] = v[i];
    qsort(s, n, sizeof *s, ascending);
    for (size_t i = 0, k; i < n; i = k) {
        for (k = i; k < n && s[k] == s[i]; k++)
            ;
        double t = (double)(k - i);
        out.pairs += t * (t - 1) / 2;
        out.full += t * (t - 1) * (2 * t + 5);
        out.two += t * (t - 1);
        out.three += t * (t - 1) * (t - 2);
    }
    return out;
}

/* Kendall: Rank Correlation Methods (1970), 4.9. */
static double trend_p(double score, size_t count, struct ties x, struct ties y)
{
    double n = (double)count;
    double v = (n * (n - 1) * (2 * n + 5) - x.full - y.full) / 18;
    v += x.two * y.two / (2 * n * (n - 1));
    if (count > 2)
        v += x.three * y.three / (9 * n * (n - 1) * (n - 2));
    return v > 0 ? 2 * gsl_cdf_ugaussian_Q(fabs(score) / sqrt(v)) : NAN;
}

struct drift stats_drift(struct arena *a, const double *x, const double *y, size_t n)
{
    struct drift d = { NAN, NAN, NAN, NAN };
    if (n < 2)
        return d;
    double *slopes = ARENA_ARRAY(a, n * (n - 1) / 2, double), score = 0;
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) {
            score += sign(x[k] - x[i]) * sign(y[k] - y[i]);
            if (x[k] != x[i])
                slopes[count++] = (y[k] - y[i]) / (x[k] - x[i]);
        }
    struct ties tx = ties_of(a, x, n), ty = ties_of(a, y, n);
    double pairs = (double)n * (double)(n - 1) / 2;
    d.slope = median(slopes, count);
    d.intercept = median_copy(a, y, n) - d.slope * median_copy(a, x, n);
    d.tau = score / sqrt((pairs - tx.pairs) * (pairs - ty.pairs));
    d.p = trend_p(score, n, tx, ty);
    return d;
}

struct steady stats_steady(const double *y, size_t n, size_t window)
{
    struct steady s = { .known = window >= 2 && n >= window };
    if (!s.known)
        return s;
    const double *w = y + (n - window);
    double sum = 0, low = w[0], high = w[0], products = 0, squares = 0;
    for (size_t i = 0; i < window; i++) {
        double at = (double)i - (double)(window - 1) / 2;
        sum += w[i];
        low = w[i] < low ? w[i] : low;
        high = w[i] > high ? w[i] : high;
        products += at * w[i];
        squares += at * at;
    }
    s.average = sum / (double)window;
    double rise = fabs(products / squares) * (double)(window - 1);
    s.range = s.average != 0 ? (high - low) / fabs(s.average) : INFINITY;
    s.rise = s.average != 0 ? rise / fabs(s.average) : INFINITY;
    /* Values that are all 0 stand still. */
    s.range = high == low ? 0 : s.range;
    s.rise = high == low ? 0 : s.rise;
    s.reached = s.range <= 0.2 && s.rise <= 0.1;
    return s;
}
