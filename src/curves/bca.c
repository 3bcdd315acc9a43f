#include <stddef.h>

#include "curves/bootstrap.h"
#include "measure/bca.h"

double boot_quantile(const double *sorted, size_t count, double alpha)
{
    return bca_quantile(sorted, count, alpha);
}

struct interval bca_limits(const double *sorted, size_t count, double estimate,
                           const double *jack, size_t n, double level)
{
    struct stats_interval i = bca_interval(sorted, count, estimate, jack, n, level);
    return (struct interval){ .low = i.low, .high = i.high };
}

struct interval boot_percentile(const struct boot *b, size_t t, double level)
{
    const double *v = b->values + t * b->draws;
    return (struct interval){ .low = boot_quantile(v, b->good[t], 0.5 - level / 2),
                              .high = boot_quantile(v, b->good[t], 0.5 + level / 2) };
}

struct interval boot_bca(const struct boot *b, size_t t, double level)
{
    return bca_limits(b->values + t * b->draws, b->good[t], b->estimate[t],
                      b->jack + t * b->n, b->n, level);
}
