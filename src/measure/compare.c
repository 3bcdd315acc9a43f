#include "measure/compare.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "measure/bca.h"

/* Beyond so many the normal approximation is as good, and the counts grow large. */
enum { EXACT_MOST = 50 };

struct moments {
    double mean, error; /* variance of the mean */
};

static struct moments moments_of(const double *x, size_t n)
{
    double sum = 0, rest = 0, squares = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    double mean = sum / (double)n;
    for (size_t i = 0; i < n; i++)
        rest += x[i] - mean;
    mean += rest / (double)n;
    for (size_t i = 0; i < n; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    return (struct moments){ mean, squares / (double)(n - 1) / (double)n };
}

struct welch compare_welch(const double *x, size_t n_x, const double *y, size_t n_y,
                           double level)
{
    struct welch w = { NAN, NAN, NAN, { NAN, NAN } };
    if (n_x < 2 || n_y < 2)
        return w;
    struct moments a = moments_of(x, n_x), b = moments_of(y, n_y);
    double error = a.error + b.error;
    if (error <= 0)
        return w;
    w.t = (a.mean - b.mean) / sqrt(error);
    w.df =
        error * error /
        (a.error * a.error / (double)(n_x - 1) + b.error * b.error / (double)(n_y - 1));
    w.p = 2 * gsl_cdf_tdist_Q(fabs(w.t), w.df);
    double half = stats_t_quantile(0.5 + level / 2, w.df) * sqrt(error);
    w.difference =
        (struct stats_interval){ a.mean - b.mean - half, a.mean - b.mean + half };
    return w;
}

/* How many of the orders of m and n values give each u: ways[u], by adding one value at
 * a time (Mann, Whitney 1947). */
static double *ways_of(struct arena *a, size_t m, size_t n)
{
    size_t most = m * n;
    double *ways = ARENA_ARRAY(a, most + 1, double);
    /* The Gaussian binomial: multiply by (1 - q^(n+i)), divide by (1 - q^i). */
    ways[0] = 1;
    for (size_t i = 1; i <= m; i++) {
        for (size_t u = most; u + 1 > n + i; u--)
            ways[u] -= ways[u - n - i];
        for (size_t u = i; u <= most; u++)
            ways[u] += ways[u - i];
    }
    return ways;
}

static double exact_p(struct arena *a, double u, size_t m, size_t n)
{
    double *ways = ways_of(a, m, n), all = 0, tail = 0;
    double most = (double)m * (double)n;
    size_t edge = (size_t)(u > most / 2 ? most - u : u);
    for (size_t i = 0; i <= m * n; i++) {
        all += ways[i];
        tail += i <= edge ? ways[i] : 0;
    }
    return fmin(1, 2 * tail / all);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sum of t^3 - t over groups of equal values. */
static double tie_sum(struct arena *a, const double *x, size_t n_x, const double *y,
                      size_t n_y)
{
    size_t n = n_x + n_y;
    double *all = ARENA_ARRAY(a, n, double), sum = 0;
    for (size_t i = 0; i < n; i++)
        all[i] = i < n_x ? x[i] : y[i - n_x];
    qsort(all, n, sizeof *all, ascending);
    for (size_t i = 0, k; i < n; i = k) {
        for (k = i; k < n && all[k] == all[i]; k++)
            ;
        double t = (double)(k - i);
        sum += t * t * t - t;
    }
    return sum;
}

static double normal_p(double u, double m, double n, double ties, bool continuity)
{
    double all = m + n, z = u - m * n / 2;
    double sigma = sqrt(m * n / 12 * (all + 1 - ties / (all * (all - 1))));
    if (!(sigma > 0))
        return 1; /* all values are the same */
    double shift = continuity ? (z > 0 ? 0.5 : z < 0 ? -0.5 : 0) : 0;
    return fmin(1, 2 * gsl_cdf_ugaussian_Q(fabs(z - shift) / sigma));
}

static double median_difference(double *d, size_t n)
{
    qsort(d, n, sizeof *d, ascending);
    return n % 2 == 1 ? d[n / 2] : d[n / 2 - 1] / 2 + d[n / 2] / 2;
}

struct mann_whitney compare_ranks(struct arena *a, const double *x, size_t n_x,
                                  const double *y, size_t n_y, bool exact,
                                  bool continuity)
{
    struct mann_whitney r = { .u = 0 };
    double *differences = ARENA_ARRAY(a, n_x * n_y, double), least = 2;
    for (size_t i = 0; i < n_x; i++)
        for (size_t k = 0; k < n_y; k++) {
            differences[i * n_y + k] = x[i] - y[k];
            r.u += x[i] > y[k] ? 1 : x[i] == y[k] ? 0.5 : 0;
        }
    double ties = tie_sum(a, x, n_x, y, n_y);
    r.exact = exact && ties == 0 && n_x < EXACT_MOST && n_y < EXACT_MOST;
    r.p = r.exact ? exact_p(a, r.u, n_x, n_y)
                  : normal_p(r.u, (double)n_x, (double)n_y, ties, continuity);
    for (size_t i = 1; i <= n_x; i++) /* two of all orders are the most extreme */
        least *= (double)i / (double)(n_y + i);
    r.least = fmin(1, least);
    r.shift = median_difference(differences, n_x * n_y);
    return r;
}

struct comparison compare_runs(struct arena *a, const double *x, size_t n_x,
                               const double *y, size_t n_y, double level)
{
    struct comparison c = { .n_a = n_x, .n_b = n_y, .level = level };
    double alpha = 1 - level;
    c.welch = compare_welch(x, n_x, y, n_y, level);
    c.ranks = compare_ranks(a, x, n_x, y, n_y, true, true);
    bool b_higher = c.ranks.u < (double)n_x * (double)n_y / 2;
    if (c.ranks.least > alpha)
        c.verdict = VERDICT_CANNOT_TELL;
    else if (c.ranks.p > alpha)
        c.verdict = VERDICT_NOT_SHOWN;
    else
        c.verdict = b_higher ? VERDICT_B_HIGHER : VERDICT_B_LOWER;
    bool shown = c.verdict == VERDICT_B_HIGHER || c.verdict == VERDICT_B_LOWER;
    c.agree = isnan(c.welch.p) || ((c.welch.p <= alpha) == shown &&
                                   (!shown || (c.welch.t < 0) == b_higher));
    return c;
}

const char *comparison_words(struct arena *a, const struct comparison *c,
                             enum direction direction)
{
    const char *what = c->verdict == VERDICT_B_HIGHER ? "B is higher" : "B is lower";
    if (direction != DIRECTION_NONE)
        what = (c->verdict == VERDICT_B_HIGHER) == (direction == DIRECTION_HIGHER)
                   ? "B is better"
                   : "B is worse";
    const char *welch =
        isnan(c->welch.p) ? "" : arena_printf(a, ", Welch's t p = %.2g", c->welch.p);
    if (c->verdict == VERDICT_CANNOT_TELL)
        return arena_printf(a,
                            "cannot tell with %zu run%s against %zu: ranks of so few "
                            "never give a p below %.2g%s",
                            c->n_a, c->n_a == 1 ? "" : "s", c->n_b, c->ranks.least,
                            welch);
    if (c->verdict == VERDICT_NOT_SHOWN)
        what = "a difference is not shown";
    return arena_printf(a, "%s (Mann-Whitney p = %.2g%s%s)", what, c->ranks.p, welch,
                        c->agree ? "" : ": they disagree, look at the values");
}
