#include "measure/log_stats.h"

#include <math.h>

#include "base/arena.h"

void log_stats_start(struct arena *a, struct log_stats *s)
{
    *s = (struct log_stats){ .min = UINT64_MAX };
    histogram_start(a, &s->histogram);
}

void log_stats_merge(struct log_stats *to, const struct log_stats *from)
{
    if (from->count == 0)
        return;
    to->count += from->count;
    to->min = from->min < to->min ? from->min : to->min;
    to->max = from->max > to->max ? from->max : to->max;
    to->sum += from->sum;
    to->squares += from->squares;
    to->amount += from->amount;
    histogram_merge(&to->histogram, &from->histogram);
    for (unsigned i = 0; i < LOG_ROUNDS; i++) {
        to->round_count[i] += from->round_count[i];
        to->round_sum[i] += from->round_sum[i];
    }
}

double log_stats_mean(const struct log_stats *s)
{
    return s->count > 0 ? (double)s->sum / (double)s->count : 0;
}

/* The numerator n Q - S^2 in integers where it fits: nothing cancels. */
double log_stats_deviation(const struct log_stats *s)
{
    double n = (double)s->count;
    if (s->count < 2)
        return 0;
    uint128 nq, ss;
    double squares;
    if (!__builtin_mul_overflow(s->squares, (uint128)s->count, &nq) &&
        !__builtin_mul_overflow(s->sum, s->sum, &ss))
        squares = (double)(nq - ss) / n;
    else
        squares = fmax((double)s->squares - (double)s->sum * (double)s->sum / n, 0);
    return sqrt(squares / (n - 1));
}

double log_stats_quantile(const struct log_stats *s, double share)
{
    double x = histogram_quantile(&s->histogram, share);
    return fmin(fmax(x, (double)s->min), (double)s->max);
}

bool log_stats_steady(const struct log_stats *s)
{
    double means[LOG_ROUNDS], average = 0, slope = 0, squares = 0;
    for (unsigned i = 0; i < LOG_ROUNDS; i++) {
        if (s->round_count[i] == 0)
            return true;
        means[i] = (double)s->round_sum[i] / (double)s->round_count[i];
        average += means[i] / LOG_ROUNDS;
    }
    for (unsigned i = 0; i < LOG_ROUNDS; i++) {
        double x = i - (LOG_ROUNDS - 1) / 2.0;
        slope += x * means[i];
        squares += x * x;
        if (fabs(means[i] - average) > 0.1 * average)
            return false;
    }
    return fabs(slope / squares) * (LOG_ROUNDS - 1) <= 0.1 * average;
}
