/* vmath.h - exp, log, powers and the inverse normal, with the same bits on every
 * machine.
 *
 * A C library is free to differ in the last bit, and does between processors; these
 * use additions, multiplications, divisions and square roots only.  Accuracy, held by
 * tests against 80-bit arithmetic: exp and log within 0.8 and 0.9, powers within 2
 * units in the last place, the inverse normal within a relative 1.5e-15.  In place, any
 * n.
 */
#ifndef QUANTITIES_VMATH_H
#define QUANTITIES_VMATH_H

#include <stddef.h>

/* Overflow is infinity, underflow goes through the subnormal numbers to 0. */
void vmath_exp(double *x, size_t n);
/* Of 0 -infinity, of a negative number NaN. */
void vmath_log(double *x, size_t n);
/* x[i] to the power y[i], with the C library's special cases; whole powers that doubles
 * hold are exact where |y log x| < 37. */
void vmath_pow(double *x, const double *y, size_t n);
/* z with Phi(z) = p, 0 < p < 1 (NaN elsewhere); Wichura (1988), Algorithm AS 241:
 * The percentage points of the normal distribution, Applied Statistics 37, 477-484,
 * the double precision variant. */
void vmath_inverse_normal(double *p, size_t n);

/* One number, the same bits as above. */
double vmath_exp_of(double x);
double vmath_log_of(double x);
double vmath_inverse_normal_of(double p);
double vmath_pow_of(double x, double y);

#endif
