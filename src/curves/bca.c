#include <gsl/gsl_cdf.h>
#include <math.h>

#include "curves/bootstrap.h"

double boot_quantile(const double *sorted, size_t count, double alpha)
{
    if (count == 0)
        return NAN;
    double rank = ((double)count + 1) * alpha, whole = floor(rank);
    if (rank < 1)
        return sorted[0];
    if (rank >= (double)count)
        return sorted[count - 1];
    double low = sorted[(size_t)whole - 1], high = sorted[(size_t)whole];
    if (rank == whole || low == high || !isfinite(low))
        return low;
    if (!isfinite(high))
        return high;
    double a = gsl_cdf_ugaussian_Pinv(whole / ((double)count + 1));
    double b = gsl_cdf_ugaussian_Pinv((whole + 1) / ((double)count + 1));
    return low + (gsl_cdf_ugaussian_Pinv(alpha) - a) / (b - a) * (high - low);
}

/* Skewness of the influence of single points, from the values without each. */
static double acceleration(const double *jack, size_t n)
{
    double mean = 0, square = 0, cube = 0, count = 0;
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(jack[i]))
            return 0;
        mean += jack[i];
        count++;
    }
    for (size_t i = 0; i < n; i++) {
        double d = mean / count - jack[i];
        square += d * d;
        cube += d * d * d;
    }
    return square > 0 ? cube / (6 * pow(square, 1.5)) : 0;
}

struct interval bca_limits(const double *sorted, size_t count, double estimate,
                           const double *jack, size_t n, double level)
{
    size_t below = 0;
    while (below < count && sorted[below] < estimate)
        below++;
    double alpha[2] = { 0.5 - level / 2, 0.5 + level / 2 }, out[2];
    bool plain = below == 0 || below == count || !isfinite(estimate);
    double z0 = plain ? 0 : gsl_cdf_ugaussian_Pinv((double)below / (double)count);
    double a = plain ? 0 : acceleration(jack, n);
    for (int k = 0; k < 2; k++) {
        double z = z0 + gsl_cdf_ugaussian_Pinv(alpha[k]);
        double at = plain ? alpha[k] : gsl_cdf_ugaussian_P(z0 + z / (1 - a * z));
        out[k] = boot_quantile(sorted, count, at);
    }
    return (struct interval){ .low = out[0], .high = out[1] };
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
