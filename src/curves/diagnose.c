#include "curves/diagnose.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <stdarg.h>

#include "base/arena.h"

#define RARE 0.01 /* probability below which chance is not believed */

void flag(struct arena *a, struct flags *f, const char *id, size_t point,
          const char *words, ...)
{
    va_list args;
    va_start(args, words);
    struct fit_flag one = { id, arena_vprintf(a, words, args), point };
    va_end(args);
    ARENA_PUSH(a, f->items, f->count, f->room) = one;
}

static double ways(double n, double k)
{
    return k < 0 || k > n ? -INFINITY
                          : gsl_sf_lngamma(n + 1) - gsl_sf_lngamma(k + 1) -
                                gsl_sf_lngamma(n - k + 1);
}

double runs_probability(size_t above, size_t below, size_t runs)
{
    double a = (double)above, b = (double)below, all = ways(a + b, a), sum = 0;
    for (size_t r = 2; r <= runs; r++) {
        size_t half = r / 2;
        double k = (double)half;
        if (r % 2 == 0)
            sum += 2 * exp(ways(a - 1, k - 1) + ways(b - 1, k - 1) - all);
        else
            sum += exp(ways(a - 1, k) + ways(b - 1, k - 1) - all) +
                   exp(ways(a - 1, k - 1) + ways(b - 1, k) - all);
    }
    return fmin(sum, 1);
}

/* Weights from n repeats are too large on average: 1/s^2 is (n-1)/(n-3) too high. */
static double inflation(const struct points *p)
{
    const struct curve_data *d = &p->data;
    double sum = 0, sizes = 0;
    if (p->weights != WEIGHTS_REPEATS)
        return 1;
    for (size_t i = 0, j; i < d->n; i = j) {
        for (j = i; j < d->n && d->x[j] == d->x[i]; j++)
            ;
        double n = (double)(j - i);
        if (n < 4)
            return NAN;
        sum += (n - 1) / (n - 3);
        sizes++;
    }
    return sum / sizes;
}

double lack_of_fit(const struct points *p, const struct law_fit *f)
{
    double df = f->df - (double)p->pure_df, too_high = inflation(p);
    if (p->pure_df == 0 || !(df >= 1) || !(p->pure_ss > 0) || isnan(too_high))
        return NAN;
    double ratio = fmax(f->rss - p->pure_ss, 0) / df / too_high /
                   (p->pure_ss / (double)p->pure_df);
    return gsl_cdf_fdist_Q(ratio, df, (double)p->pure_df);
}

double studentised(const struct points *p, const struct law_fit *f, size_t i)
{
    double h = law_leverage(f, &p->data, i);
    double e = law_residual(&p->data, i, f->curve->value(f->p, p->data.x[i]));
    double rest = f->rss - e * e / fmax(1 - h, 1e-9);
    if (f->df < 2 || h > 1 - 1e-9)
        return NAN;
    return e / sqrt(fmax(rest, 1e-26 * f->rss) / (f->df - 1) * (1 - h));
}

static void find_outliers(struct arena *a, const struct points *p,
                          const struct law_fit *f, struct flags *out)
{
    unsigned named = 0;
    for (size_t i = 0; i < p->data.n && named < 5; i++) {
        double t = fabs(studentised(p, f, i));
        if (!(2 * gsl_cdf_tdist_Q(t, f->df - 1) * (double)p->data.n < RARE))
            continue;
        flag(a, out, "outlier", p->from[i],
             "the point at x = %g, y = %g lies %.1f standard errors from the law",
             p->data.x[i], p->data.y[i], t);
        named++;
    }
}

/* Signs of the mean residual at each x: repeats must not make a pattern by themselves.
 */
static void find_pattern(struct arena *a, const struct points *p,
                         const struct law_fit *f, struct flags *out)
{
    size_t above = 0, below = 0, runs = 0;
    int last = 0;
    const struct curve_data *d = &p->data;
    for (size_t i = 0, j; i < d->n; i = j) {
        double sum = 0;
        for (j = i; j < d->n && d->x[j] == d->x[i]; j++)
            sum += law_residual(d, j, f->curve->value(f->p, d->x[j]));
        int sign = sum >= 0 ? 1 : -1;
        above += sign > 0;
        below += sign < 0;
        runs += sign != last;
        last = sign;
    }
    double by_chance = runs_probability(above, below, runs);
    if (above > 0 && below > 0 && by_chance < RARE)
        flag(a, out, "pattern", FLAG_NO_POINT,
             "residuals of one sign lie together (%zu runs of %zu sizes, probability "
             "%.2g): "
             "the law has the wrong shape",
             runs, above + below, by_chance);
}

/* Means of neighbouring sizes, in at most MOST_BINS bins, so that the noise of many
 * points does not look like a top. */
enum { MOST_BINS = 12 };
static size_t bin_means(const struct points *p, double *x, double *y)
{
    const struct curve_data *d = &p->data;
    size_t bins = p->distinct < MOST_BINS ? p->distinct : MOST_BINS, n = 0, sizes = 0;
    double sx = 0, sy = 0, count = 0;
    for (size_t i = 0; i < d->n; i++) {
        sx += d->x[i];
        sy += d->y[i];
        count++;
        bool last = i + 1 == d->n || d->x[i + 1] != d->x[i];
        sizes += last;
        if (!last || sizes * bins < (n + 1) * p->distinct)
            continue;
        x[n] = sx / count;
        y[n++] = sy / count;
        sx = sy = count = 0;
    }
    return n;
}

/* The highest mean is followed by two lower ones, more than 5 % below at the end. */
static bool falls_after_its_top(const struct points *p, double *top)
{
    double x[MOST_BINS + 1], y[MOST_BINS + 1];
    size_t n = bin_means(p, x, y), best = 0;
    for (size_t i = 1; i < n; i++)
        if (y[i] > y[best])
            best = i;
    *top = x[best];
    return n > best + 2 && y[best] > 0 && y[n - 1] < 0.95 * y[best] &&
           y[n - 2] < y[best];
}

static void find_shape(struct arena *a, const struct points *p, const struct law_fit *f,
                       struct flags *out)
{
    const struct curve *c = f->curve;
    double top = 0;
    bool rises = c->value(f->p, p->high) > c->value(f->p, p->low);
    if (c->peak.at == NULL && rises && falls_after_its_top(p, &top))
        flag(a, out, "retrograde", FLAG_NO_POINT,
             "the measurements fall beyond x = %g, which %s cannot do", top, c->title);
    double misfit = lack_of_fit(p, f);
    if (misfit < RARE)
        flag(a, out, "lack_of_fit", FLAG_NO_POINT,
             "the law misses the measurements by more than their repeats differ "
             "(probability %.2g)",
             misfit);
}

static void find_held(struct arena *a, const struct law_fit *f, struct flags *out)
{
    for (unsigned j = 0; j < f->curve->param_count; j++) {
        const struct curve_param *r = &f->curve->params[j];
        if (f->hold[j] == LAW_LOWER || f->hold[j] == LAW_UPPER)
            flag(a, out, "bound", FLAG_NO_POINT,
                 "%s (%s) stops at its bound %g; the points ask for more", r->name,
                 r->meaning, f->hold[j] == LAW_LOWER ? r->lower : r->upper);
    }
}

/* Two parameters whose errors are all of their size and move together. */
static void find_inseparable(struct arena *a, const struct law_fit *f,
                             struct flags *out)
{
    unsigned n = f->curve->param_count;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i + 1; j < n; j++) {
            double ii = f->inverse[i * CURVE_MOST_PARAMS + i];
            double jj = f->inverse[j * CURVE_MOST_PARAMS + j];
            double r = f->inverse[i * CURVE_MOST_PARAMS + j] / sqrt(ii * jj);
            bool loose = law_stderr(f, i) > fabs(f->p[i]) / 2 &&
                         law_stderr(f, j) > fabs(f->p[j]) / 2;
            if ((loose && fabs(r) > 0.99) || fabs(r) > 0.9999999)
                flag(
                    a, out, "not_separable", FLAG_NO_POINT,
                    "%s and %s cannot be told apart on these points (correlation %.4f)",
                    f->curve->params[i].name, f->curve->params[j].name, r);
        }
    if (f->status != NLS_EXACT && !(f->weakest > 1e-13))
        flag(a, out, "not_separable", FLAG_NO_POINT,
             "the parameters cannot be told apart on these points: no standard errors");
}

void diagnose(struct arena *a, const struct points *p, const struct law_fit *f,
              struct flags *out)
{
    size_t n = p->data.n;
    if (n < f->free + 3u || p->distinct < f->free + 2u)
        flag(a, out, "too_few", FLAG_NO_POINT,
             "%zu points at %zu sizes for %u parameters: no law can be preferred on "
             "them",
             n, p->distinct, f->free);
    find_held(a, f, out);
    if (f->status == NLS_EXACT)
        flag(a, out, "exact", FLAG_NO_POINT,
             "the points lie on the law to rounding: they are no measurements, and "
             "intervals mean nothing");
    else
        find_inseparable(a, f, out);
    if (f->other_rss < 1.1 * f->rss)
        flag(a, out, "two_minima", FLAG_NO_POINT,
             "another set of parameters fits as well (squares %.3g against %.3g)",
             f->other_rss, f->rss);
    if (f->knee_on_point)
        flag(a, out, "knee_bracketed", FLAG_NO_POINT,
             "the knee stopped on a measured size: it is only bracketed, not located");
    if (f->status != NLS_CONVERGED)
        return;
    find_outliers(a, p, f, out);
    find_pattern(a, p, f, out);
    find_shape(a, p, f, out);
}
