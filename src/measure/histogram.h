/* histogram.h - counts of whole numbers in log-linear buckets, in bounded memory.
 *
 * Values below 2^11 have a bucket each; every octave above is cut into 2^10 buckets, so
 * that a quantile is off by 1 part in 2048 at most.  Counts are integers: histograms
 * that several threads filled add up to the same one, whatever the order.
 */
#ifndef MEASURE_HISTOGRAM_H
#define MEASURE_HISTOGRAM_H

#include <stdint.h>

struct arena;

enum {
    HISTOGRAM_BITS = 10,
    HISTOGRAM_TOP = 48, /* values are below 2^48: 78 hours in ns */
    HISTOGRAM_BUCKETS = (HISTOGRAM_TOP - HISTOGRAM_BITS + 1) << HISTOGRAM_BITS
};

struct histogram {
    uint64_t *counts; /* HISTOGRAM_BUCKETS; NULL until histogram_start() */
    uint64_t total;
};

void histogram_start(struct arena *a, struct histogram *h);

static inline unsigned histogram_bucket(uint64_t value)
{
    unsigned high = 63 - (unsigned)__builtin_clzll(value | 1);
    unsigned shift = high > HISTOGRAM_BITS ? high - HISTOGRAM_BITS : 0;
    return (shift << HISTOGRAM_BITS) + (unsigned)(value >> shift);
}

/* `value` below 2^48. */
static inline void histogram_add(struct histogram *h, uint64_t value)
{
    h->counts[histogram_bucket(value)]++;
    h->total++;
}

void histogram_merge(struct histogram *to, const struct histogram *from);

/* The middle of the bucket in which the value of that rank is, 0 < share <= 1: the
 * least value that at least this share of all does not exceed. */
double histogram_quantile(const struct histogram *h, double share);

#endif
