#include "measure/histogram.h"

#include <math.h>

#include "base/arena.h"

void histogram_start(struct arena *a, struct histogram *h)
{
    h->counts = ARENA_ARRAY(a, HISTOGRAM_BUCKETS, uint64_t);
    h->total = 0;
}

void histogram_merge(struct histogram *to, const struct histogram *from)
{
    for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
        to->counts[i] += from->counts[i];
    to->total += from->total;
}

static double middle(unsigned bucket)
{
    unsigned shift = bucket >> HISTOGRAM_BITS;
    if (shift <= 1)
        return bucket;
    shift--;
    uint64_t low = (uint64_t)(bucket - (shift << HISTOGRAM_BITS)) << shift;
    return (double)low + 0.5 * (double)((UINT64_C(1) << shift) - 1);
}

double histogram_quantile(const struct histogram *h, double share)
{
    double rank = ceil(share * (double)h->total);
    uint64_t sum = 0;
    for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
        sum += h->counts[i];
        if ((double)sum >= rank && sum > 0)
            return middle(i);
    }
    return 0;
}
