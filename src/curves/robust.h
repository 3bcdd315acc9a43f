/* robust.h - Huber's loss: points far out pull with constant force instead of a growing
 * one. */
#ifndef CURVES_ROBUST_H
#define CURVES_ROBUST_H

#include "curves/law.h"

#define ROBUST_K 1.345 /* 95 % efficient where errors are normal */

/* Refits io by reweighting until the parameters stand still; `weight` (d->n) gets the
 * final weights, with which the squares, errors and intervals are those of an ordinary
 * fit.  The scale is the median absolute residual / 0.6745.  False where a refit fails
 * or nothing settles; io is then as it was. */
bool law_robust(struct law_work *w, const struct curve_data *d, double *weight,
                double *scratch, struct law_fit *io);

#endif
