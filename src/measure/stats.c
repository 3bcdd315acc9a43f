#include "measure/stats.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/exact.h"
#include "base/format.h"
#include "measure/bca.h"

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double *sorted(struct arena *a, const double *x, size_t n)
{
    double *s = ARENA_ARRAY(a, n, double);
    memcpy(s, x, n * sizeof *x);
    qsort(s, n, sizeof *s, ascending);
    return s;
}

static double median_of(const double *s, size_t n)
{
    return n % 2 == 1 ? s[n / 2] : s[n / 2 - 1] / 2 + s[n / 2] / 2;
}

/* The mean, then once more what is left: values like 10000000.2 keep their digits. */
static double mean_of(const double *x, size_t n)
{
    double sum = 0, rest = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    double mean = sum / (double)n;
    for (size_t i = 0; i < n; i++)
        rest += x[i] - mean;
    return mean + rest / (double)n;
}

static double deviation_of(const double *x, size_t n, double mean)
{
    double squares = 0, rest = 0;
    if (n < 2)
        return NAN;
    for (size_t i = 0; i < n; i++) {
        squares += (x[i] - mean) * (x[i] - mean);
        rest += x[i] - mean;
    }
    squares -= rest * rest / (double)n;
    return sqrt((squares > 0 ? squares : 0) / (double)(n - 1));
}

static double mad_of(struct arena *a, const double *x, size_t n, double median)
{
    double *d = ARENA_ARRAY(a, n, double);
    for (size_t i = 0; i < n; i++)
        d[i] = fabs(x[i] - median);
    qsort(d, n, sizeof *d, ascending);
    return median_of(d, n);
}

static struct stats_interval student(const struct stats *s, double level)
{
    if (s->n < 2)
        return (struct stats_interval){ NAN, NAN };
    double t = stats_t_quantile(0.5 + level / 2, (double)(s->n - 1));
    double half = t * s->stddev / sqrt((double)s->n);
    return (struct stats_interval){ s->mean - half, s->mean + half };
}

/* Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators (2014). */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The number of all resamples, 0 where it is more than STATS_DRAWS. */
static size_t all_resamples(size_t n)
{
    size_t all = 1;
    for (size_t i = 0; i < n; i++)
        if ((all *= n) > STATS_DRAWS)
            return 0;
    return all;
}

static double resampled_mean(const double *x, size_t n, size_t draw, bool all,
                             uint64_t *state)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        size_t k = all ? draw % n : (size_t)(next_random(state) % n);
        draw /= n;
        sum += x[k];
    }
    return sum / (double)n;
}

struct stats_interval stats_bca(struct arena *a, const double *x, size_t n,
                                double level)
{
    size_t all = all_resamples(n), draws = all > 0 ? all : STATS_DRAWS;
    if (n < 2)
        return (struct stats_interval){ NAN, NAN };
    double *means = ARENA_ARRAY(a, draws, double), *jack = ARENA_ARRAY(a, n, double);
    double mean = mean_of(x, n);
    uint64_t state = n;
    for (size_t i = 0; i < draws; i++)
        means[i] = resampled_mean(x, n, i, all > 0, &state);
    qsort(means, draws, sizeof *means, ascending);
    for (size_t i = 0; i < n; i++)
        jack[i] = (mean * (double)n - x[i]) / (double)(n - 1);
    return bca_interval(means, draws, mean, jack, n, level);
}

static bool decimal_of(struct arena *a, double x, struct exact *out)
{
    const char *text = format_exact(a, x);
    return exact_parse(text, strlen(text), out, NULL);
}

/* x less *base, without what doubles lose where all lie close together. */
static const double *offsets_of(struct arena *a, const double *x, size_t n,
                                double spread, double *base)
{
    struct exact pivot, value;
    double *out = ARENA_ARRAY(a, n, double);
    *base = 0;
    if (!(spread < ldexp(fabs(x[0]), -20)) || !decimal_of(a, x[0], &pivot))
        return x;
    for (size_t i = 0; i < n; i++) {
        if (!decimal_of(a, x[i], &value) || !exact_sub(value, pivot, &value))
            return x;
        out[i] = exact_double(value);
    }
    *base = x[0];
    return out;
}

struct stats stats_of(struct arena *a, const double *x, size_t n, double level)
{
    const double *s = sorted(a, x, n);
    struct stats out = {
        .n = n, .median = median_of(s, n), .min = s[0], .max = s[n - 1]
    };
    double base;
    const double *d = offsets_of(a, x, n, out.max - out.min, &base);
    double mean = mean_of(d, n);
    out.mean = base + mean;
    out.stddev = deviation_of(d, n, mean);
    out.mad = mad_of(a, d, n, d == x ? out.median : median_of(sorted(a, d, n), n));
    out.student = student(&out, level);
    return out;
}

/* The order statistic at rank i, held inside. */
static double rank(const double *sorted, size_t n, double i)
{
    if (i < 1)
        return sorted[0];
    return i >= (double)n ? sorted[n - 1] : sorted[(size_t)i - 1];
}

/* Types 1 to 3 jump; g is what lies above the whole rank. */
static double jumping(const double *sorted, size_t n, double p, int type)
{
    double at = (double)n * p - (type == 3 ? 0.5 : 0);
    double j = floor(at + 4e-16 * at), g = at - j;
    bool on = fabs(g) <= 4e-16 * fabs(at);
    if (type == 2 && on)
        return (rank(sorted, n, j) + rank(sorted, n, j + 1)) / 2;
    bool low = type == 3 ? on && fmod(j, 2) == 0 : on;
    return rank(sorted, n, low ? j : j + 1);
}

double stats_quantile(const double *sorted, size_t n, double p, int type)
{
    static const double a[] = { 0, 0.5, 0, 1, 1.0 / 3, 0.375 };
    static const double b[] = { 1, 0.5, 0, 1, 1.0 / 3, 0.375 };
    if (type < 4)
        return jumping(sorted, n, p, type);
    double fuzz = 4 * 2.2204460492503131e-16;
    double at = a[type - 4] + p * ((double)n + 1 - a[type - 4] - b[type - 4]);
    double j = floor(at + fuzz), h = at - j;
    h = fabs(h) < fuzz ? 0 : h;
    double low = rank(sorted, n, j), high = rank(sorted, n, j + 1);
    if (h == 0 || low == high)
        return low;
    return h == 1 ? high : (1 - h) * low + h * high;
}

bool stats_reaches(size_t n, double p)
{
    return (double)n * (1 - p) >= 1 - 1e-9;
}

size_t stats_outliers(struct arena *a, const double *x, size_t n, const size_t **out)
{
    size_t *list = NULL, count = 0, capacity = 0;
    *out = NULL;
    if (n < 5)
        return 0;
    double median = median_of(sorted(a, x, n), n), mad = mad_of(a, x, n, median);
    for (size_t i = 0; mad > 0 && i < n; i++)
        if (fabs(x[i] - median) > 3.5 * 1.4826 * mad)
            ARENA_PUSH(a, list, count, capacity) = i;
    *out = list;
    return count;
}
