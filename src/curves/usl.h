/* usl.h - Gunther's universal scalability law, shared by its two forms.
 *
 * X(n) = lambda n / (1 + sigma (n - 1) + kappa n (n - 1)); N. J. Gunther, Guerrilla
 * Capacity Planning (2007), chapter 4.  p is {lambda, sigma, kappa}.
 */
#ifndef CURVES_USL_H
#define CURVES_USL_H

#include "curves/curve.h"

double usl_value(const double *p, double x);
void usl_gradient(const double *p, double x, double *g);
bool usl_peak(const double *p, double *x);
double usl_peak_miss(const double *p, double x, double *g);
size_t usl_starts(const struct curve_data *d, const double *p,
                  double (*rows)[CURVE_MOST_PARAMS]);

/* The lesser root of kappa y x^2 - (lambda - y (sigma - kappa)) x + y (1 - sigma) = 0,
 * in the form that stays exact where kappa is 0. */
#define USL_INVERSE \
    "2 * y / lambda * (1 - sigma) / (1 - y / lambda * (sigma - kappa) + " \
    "sqrt((1 - y / lambda * (sigma - kappa)) ^ 2 - " \
    "4 * kappa * (1 - sigma) * (y / lambda) ^ 2))"

#endif
