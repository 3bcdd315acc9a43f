#include "curves/points.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"

struct sorted {
    double x, y, sd;
    size_t from;
};

static int by_x(const void *a, const void *b)
{
    const struct sorted *s = a, *t = b;
    if (s->x != t->x)
        return s->x < t->x ? -1 : 1;
    if (s->y != t->y)
        return s->y < t->y ? -1 : 1;
    return s->from < t->from ? -1 : s->from > t->from;
}

const char *fit_weights_name(enum fit_weights w)
{
    static const char *const names[] = { "auto", "relative", "equal", "repeats",
                                         "log" };
    return names[w];
}

static size_t group_end(const struct sorted *s, size_t n, size_t i)
{
    size_t j = i;
    while (j < n && s[j].x == s[i].x)
        j++;
    return j;
}

static double group_sd(const struct sorted *s, size_t i, size_t j)
{
    if (j - i == 1)
        return s[i].sd;
    double mean = 0, ss = 0;
    for (size_t k = i; k < j; k++)
        mean += s[k].y / (double)(j - i);
    for (size_t k = i; k < j; k++)
        ss += (s[k].y - mean) * (s[k].y - mean);
    return sqrt(ss / (double)(j - i - 1));
}

static enum fit_weights choose(const struct sorted *s, size_t n)
{
    bool zero = false, repeats = true;
    for (size_t i = 0, j; i < n; i = j) {
        j = group_end(s, n, i);
        repeats &= (j - i >= POINTS_TRUSTED || (j - i == 1 && s[i].sd > 0)) &&
                   group_sd(s, i, j) > 0;
        for (size_t k = i; k < j; k++)
            zero |= s[k].y == 0;
    }
    return repeats ? WEIGHTS_REPEATS : zero ? WEIGHTS_EQUAL : WEIGHTS_RELATIVE;
}

static bool weigh(const struct sorted *s, const struct fit_point *given, size_t n,
                  struct points *out, double *weight, struct diag *dg)
{
    for (size_t i = 0, j; i < n; i = j) {
        j = group_end(s, n, i);
        double sd = group_sd(s, i, j);
        if (out->weights == WEIGHTS_REPEATS && !(sd > 0))
            return diag_error(dg, given[s[i].from].at,
                              "no repeats that differ at x = %g; use relative weights",
                              s[i].x);
        for (size_t k = i; k < j; k++) {
            if (out->weights == WEIGHTS_RELATIVE && s[k].y == 0)
                return diag_error(
                    dg, given[s[k].from].at,
                    "a measured 0 has no relative error; use equal weights");
            if (out->weights == WEIGHTS_LOG && !(s[k].y > 0))
                return diag_error(dg, given[s[k].from].at,
                                  "%g has no logarithm; use equal weights", s[k].y);
            bool part = out->weights == WEIGHTS_RELATIVE || out->weights == WEIGHTS_LOG;
            weight[k] = part                              ? 1 / fabs(s[k].y)
                        : out->weights == WEIGHTS_REPEATS ? 1 / sd
                                                          : 1;
        }
        out->distinct++;
    }
    return true;
}

/* What is averaged: the value, or its logarithm, and the weight that goes with it. */
static double averaged(const struct curve_data *d, size_t i, double *weight)
{
    *weight = d->log ? d->weight[i] * d->y[i] : d->weight[i];
    return d->log ? log(d->y[i]) : d->y[i];
}

static void pure_error(struct points *p)
{
    const struct curve_data *d = &p->data;
    for (size_t i = 0, j; i < d->n; i = j) {
        double sw = 0, mean = 0, w;
        for (j = i; j < d->n && d->x[j] == d->x[i]; j++) {
            double y = averaged(d, j, &w);
            sw += w * w;
            mean += w * w * y;
        }
        mean /= sw;
        for (size_t k = i; k < j; k++) {
            double e = averaged(d, k, &w) - mean;
            p->pure_ss += w * e * w * e;
        }
        p->pure_df += j - i - 1;
    }
}

static bool readable(const struct fit_point *given, size_t n, struct diag *dg)
{
    if (n == 0)
        return diag_error(dg, (struct where){ 0 },
                          "no point to fit; name an x and a y that the runs have");
    bool fine = true;
    for (size_t i = 0; i < n; i++)
        if (!isfinite(given[i].x) || !isfinite(given[i].y) || !isfinite(given[i].sd))
            fine = diag_error(dg, given[i].at,
                              "x or y is not a number; leave the point out");
        else if (fabs(given[i].y) > 1e150 ||
                 (given[i].y != 0 && fabs(given[i].y) < 1e-150) ||
                 fabs(given[i].x) > 1e150)
            fine = diag_error(dg, given[i].at,
                              "x or y is beyond 1e150; write it in another unit");
    return fine;
}

bool points_make(struct arena *a, const struct fit_point *given, size_t n,
                 enum fit_weights weights, struct points *out, struct diag *dg)
{
    *out = (struct points){ .weights = weights };
    if (!readable(given, n, dg))
        return false;
    struct sorted *s = ARENA_ARRAY(a, n, struct sorted);
    for (size_t i = 0; i < n; i++)
        s[i] = (struct sorted){ given[i].x, given[i].y, given[i].sd, i };
    qsort(s, n, sizeof *s, by_x);
    double *x = ARENA_ARRAY(a, n, double), *y = ARENA_ARRAY(a, n, double);
    double *weight = ARENA_ARRAY(a, n, double), sum = 0;
    size_t *from = ARENA_ARRAY(a, n, size_t);
    if (weights == WEIGHTS_AUTO)
        out->weights = choose(s, n);
    if (!weigh(s, given, n, out, weight, dg))
        return false;
    for (size_t i = 0; i < n; i++) {
        x[i] = s[i].x;
        y[i] = s[i].y;
        from[i] = s[i].from;
        double log_y = out->weights == WEIGHTS_LOG ? log(y[i]) : 0;
        sum += weight[i] * y[i] * weight[i] * y[i] * (1 + log_y * log_y);
    }
    out->data = (struct curve_data){ n, x, y, weight, out->weights == WEIGHTS_LOG };
    out->from = from;
    out->low = x[0];
    out->high = x[n - 1];
    out->norm = sqrt(sum);
    pure_error(out);
    return true;
}

struct curve_data points_thin(struct arena *a, const struct curve_data *d, double *lost)
{
    *lost = 0;
    if (d->n <= POINTS_WHOLE)
        return *d;
    double *x = ARENA_ARRAY(a, POINTS_WHOLE, double);
    double *y = ARENA_ARRAY(a, POINTS_WHOLE, double);
    double *weight = ARENA_ARRAY(a, POINTS_WHOLE, double);
    size_t bins = 0;
    for (size_t b = 0, i = 0; b < POINTS_WHOLE; b++) {
        size_t j = (size_t)((uint64_t)d->n * (b + 1) / POINTS_WHOLE);
        double sw = 0, sx = 0, sy = 0, syy = 0;
        for (; i < j; i++) {
            double w, v = averaged(d, i, &w);
            sw += w * w;
            sx += w * w * d->x[i];
            sy += w * w * v;
            syy += w * w * v * v;
        }
        x[bins] = sx / sw;
        y[bins] = d->log ? exp(sy / sw) : sy / sw;
        weight[bins] = sqrt(sw) / (d->log ? y[bins] : 1);
        bins++;
        *lost += fmax(0, syy - sy * sy / sw);
    }
    return (struct curve_data){ bins, x, y, weight, d->log };
}
