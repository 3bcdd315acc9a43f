#include "measure/bca.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>

double bca_quantile(const double *sorted, size_t count, double alpha)
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

struct stats_interval bca_interval(const double *sorted, size_t count, double estimate,
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
        out[k] = bca_quantile(sorted, count, at);
    }
    return (struct stats_interval){ out[0], out[1] };
}

double stats_t_quantile(double p, double df)
{
    double t = gsl_cdf_tdist_Pinv(p, df);
    /* GSL stops at about 1e-9; Newton's steps take the rest, from the nearer tail. */
    for (int i = 0; i < 3 && isfinite(t); i++) {
        double miss =
            t > 0 ? (1 - p) - gsl_cdf_tdist_Q(t, df) : gsl_cdf_tdist_P(t, df) - p;
        double slope = gsl_ran_tdist_pdf(t, df);
        if (slope > 0)
            t -= miss / slope;
    }
    return t;
}
