/* qr.h - Householder QR of a tall matrix, column after column, columns scaled. */
#ifndef CURVES_QR_H
#define CURVES_QR_H

#include <stdbool.h>
#include <stddef.h>

/* In place: `j` (n x p, column-major) is spoilt, its upper triangle becomes R of the
 * scaled matrix; `scale` gets the norms of the columns; `r` (n) becomes Q'r.  False
 * where a number is not finite or a column is zero. */
bool qr_factor(double *j, size_t n, unsigned p, double *scale, double *r);

/* Solves R step = -(Q'r)[0..p), unscaled.  With mu > 0 the damped problem: R over
 * sqrt(mu) I.  False where R is singular. */
bool qr_step(const double *j, size_t n, unsigned p, const double *scale,
             const double *qtr, double mu, double *step);

/* The first p of Q'r from A'r (`gradient`), by R'^-1.  False, and nothing changed,
 * where a column's own part is below 1e-6 of it. */
bool qr_tangent(const double *j, size_t n, unsigned p, const double *scale,
                const double *gradient, double *qtr);

/* (A'A)^-1, p x p; `weakest` as in nls_covariance(). */
bool qr_inverse(const double *j, size_t n, unsigned p, const double *scale, double *inv,
                double *weakest);

#endif
