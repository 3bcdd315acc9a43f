#include "measure/checks.h"

#include <math.h>
#include <stddef.h>

#include "base/arena.h"

const char *check_bandwidth(struct arena *a, double iops, double bandwidth,
                            double block_size, double slack)
{
    double product = iops * block_size;
    if (iops <= 0 || bandwidth <= 0 || block_size <= 0 ||
        fabs(product - bandwidth) <= slack * fmax(product, bandwidth))
        return NULL;
    return arena_printf(a,
                        "bandwidth %.6g B/s, but IOPS x block size is %.6g x %.6g B = "
                        "%.6g B/s",
                        bandwidth, iops, block_size, product);
}

const char *check_little(struct arena *a, double rate, double latency,
                         double concurrency, double slack)
{
    double under_way = rate * latency;
    if (rate <= 0 || latency <= 0 || concurrency <= 0 ||
        under_way <= concurrency * (1 + slack))
        return NULL;
    return arena_printf(a,
                        "rate x latency is %.6g 1/s x %.6g s = %.4g under way, but at "
                        "most %.6g can be",
                        rate, latency, under_way, concurrency);
}

const char *check_rate(struct arena *a, const struct stated_rate *r, double slack)
{
    if (r->rate <= 0 || r->amount <= 0 || r->seconds <= 0)
        return NULL;
    double again = r->amount / r->seconds;
    if (fabs(again - r->rate) <= r->resolution + slack * fmax(again, r->rate))
        return NULL;
    return arena_printf(a, "%s %.6g %s, but %.6g in %.6g s are %.6g %s", r->what,
                        r->rate, r->unit, r->amount, r->seconds, again, r->unit);
}
