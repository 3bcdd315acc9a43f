#include "curves/qr.h"

#include <math.h>

#include "curves/nls.h"

static double norm_of(const double *v, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += v[i] * v[i];
    if (sum > 1e-280 && sum < 1e280)
        return sqrt(sum);
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(v[i]));
    if (!(most > 0) || !isfinite(most) || isnan(sum))
        return isnan(sum) ? NAN : most;
    sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += v[i] / most * (v[i] / most);
    return most * sqrt(sum);
}

static void reflect(const double *v, double beta, double *column, size_t n)
{
    double dot = 0;
    for (size_t i = 0; i < n; i++)
        dot += v[i] * column[i];
    dot *= beta;
    for (size_t i = 0; i < n; i++)
        column[i] -= dot * v[i];
}

bool qr_factor(double *j, size_t n, unsigned p, double *scale, double *r)
{
    for (unsigned k = 0; k < p; k++) {
        double *c = j + k * n;
        scale[k] = norm_of(c, n);
        if (!(scale[k] > 0) || !isfinite(scale[k]))
            return false;
        double factor = 1 / scale[k];
        for (size_t i = 0; i < n; i++)
            c[i] *= factor;
    }
    for (unsigned k = 0; k < p; k++) {
        double *v = j + k * n + k;
        size_t rows = n - k;
        double length = norm_of(v, rows);
        if (!(length > 0))
            continue;
        double diagonal = v[0] > 0 ? -length : length;
        v[0] -= diagonal;
        double beta = -1 / (diagonal * v[0]); /* 2 / v'v */
        for (unsigned c = k + 1; c < p; c++)
            reflect(v, beta, j + c * n + k, rows);
        reflect(v, beta, r + k, rows);
        v[0] = diagonal;
    }
    return true;
}

/* Back substitution with the upper triangle of `m`, leading dimension n. */
static bool back(const double *m, size_t n, unsigned p, double *b)
{
    for (unsigned k = p; k-- > 0;) {
        double sum = b[k];
        for (unsigned c = k + 1; c < p; c++)
            sum -= m[c * n + k] * b[c];
        if (!(fabs(m[k * n + k]) > 1e-15))
            return false;
        b[k] = sum / m[k * n + k];
    }
    return true;
}

bool qr_step(const double *j, size_t n, unsigned p, const double *scale,
             const double *qtr, double mu, double *step)
{
    enum { ROWS = 2 * NLS_MOST_PARAMS };
    if (mu == 0) {
        for (unsigned c = 0; c < p; c++)
            step[c] = -qtr[c];
        if (!back(j, n, p, step))
            return false;
        for (unsigned c = 0; c < p; c++)
            step[c] /= scale[c];
        return true;
    }
    double small[ROWS * NLS_MOST_PARAMS] = { 0 }, b[ROWS] = { 0 };
    double unit[NLS_MOST_PARAMS];
    size_t rows = 2 * (size_t)p;
    for (unsigned c = 0; c < p; c++) {
        for (unsigned k = 0; k <= c; k++)
            small[c * rows + k] = j[c * n + k];
        small[c * rows + p + c] = sqrt(mu);
        b[c] = qtr[c];
    }
    if (!qr_factor(small, rows, p, unit, b))
        return false;
    for (unsigned c = 0; c < p; c++)
        step[c] = -b[c];
    if (!back(small, rows, p, step))
        return false;
    for (unsigned c = 0; c < p; c++)
        step[c] /= unit[c] * scale[c];
    return true;
}

bool qr_tangent(const double *j, size_t n, unsigned p, const double *scale,
                const double *gradient, double *qtr)
{
    for (unsigned k = 0; k < p; k++)
        if (!(fabs(j[k * n + k]) > 1e-6))
            return false;
    for (unsigned k = 0; k < p; k++) {
        double sum = gradient[k] / scale[k];
        for (unsigned c = 0; c < k; c++)
            sum -= j[k * n + c] * qtr[c];
        qtr[k] = sum / j[k * n + k];
    }
    return true;
}

bool qr_inverse(const double *j, size_t n, unsigned p, const double *scale, double *inv,
                double *weakest)
{
    double rinv[NLS_MOST_PARAMS * NLS_MOST_PARAMS];
    *weakest = 1;
    for (unsigned c = 0; c < p; c++)
        *weakest = fmin(*weakest, fabs(j[c * n + c]));
    if (!(*weakest > 1e-13))
        return false;
    for (unsigned c = 0; c < p; c++) {
        double *column = rinv + (size_t)c * p;
        for (unsigned k = 0; k < p; k++)
            column[k] = k == c;
        if (!back(j, n, p, column))
            return false;
    }
    for (unsigned a = 0; a < p; a++)
        for (unsigned b = 0; b < p; b++) {
            double sum = 0;
            for (unsigned k = 0; k < p; k++)
                sum += rinv[k * p + a] * rinv[k * p + b];
            inv[a * p + b] = sum / (scale[a] * scale[b]);
        }
    return true;
}
