/* log_stats.h - figures of a log of samples, gathered in one pass and bounded memory.
 *
 * All sums are integers, so that parts of a log that several threads gathered add up to
 * the same bits, whatever the order.  Time is cut into LOG_ROUNDS equal rounds, whose
 * means tell whether the run was steady.
 */
#ifndef MEASURE_LOG_STATS_H
#define MEASURE_LOG_STATS_H

#include <stdbool.h>

#include "base/exact.h"
#include "measure/histogram.h"

struct arena;

enum { LOG_ROUNDS = 5, LOG_MOST_BITS = HISTOGRAM_TOP };

struct log_stats {
    uint64_t count, min, max;
    uint128 sum, squares, amount; /* amount: of the bytes moved, where a log has them */
    struct histogram histogram;
    uint64_t round_count[LOG_ROUNDS];
    uint128 round_sum[LOG_ROUNDS];
};

void log_stats_start(struct arena *a, struct log_stats *s);

/* `value` below 2^48, `round` below LOG_ROUNDS. */
static inline void log_stats_add(struct log_stats *s, uint64_t value, uint64_t amount,
                                 unsigned round)
{
    s->count++;
    s->min = value < s->min ? value : s->min;
    s->max = value > s->max ? value : s->max;
    s->sum += value;
    s->squares += (uint128)value * value;
    s->amount += amount;
    histogram_add(&s->histogram, value);
    s->round_count[round]++;
    s->round_sum[round] += value;
}

void log_stats_merge(struct log_stats *to, const struct log_stats *from);

double log_stats_mean(const struct log_stats *s);
double log_stats_deviation(const struct log_stats *s); /* of a sample: n - 1 */
double log_stats_quantile(const struct log_stats *s, double share);

/* The rule of SNIA's performance test specification, on the rounds' means: no mean is
 * further than 10 % from their average, and the best line through them moves by no more
 * than 10 % of it from the first to the last.  True as well where a round is empty,
 * because then nothing can be said. */
bool log_stats_steady(const struct log_stats *s);

#endif
