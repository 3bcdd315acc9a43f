/* chain.h - GSL's trust region methods in the order that solves most problems.
 *
 * Measured on the 27 nonlinear NIST sets, their starts and random changes of unit:
 * lmaccel and lm with More's scaling, then both with Levenberg's, then double dogleg;
 * QR, analytic Jacobian, xtol 1e-12, gtol = ftol = 0, since gtol depends on the units
 * and a damped step passes any looser xtol.  What they return is a place, not a
 * verdict.
 */
#ifndef CURVES_CHAIN_H
#define CURVES_CHAIN_H

#include "curves/nls.h"

enum { CHAIN_METHODS = 5 };

struct chain {
    const struct nls_problem *problem;
    double unit[NLS_MOST_PARAMS]; /* |start|, 1 where the start is 0 */
    void *workspace[CHAIN_METHODS];
    void *buffer; /* p x n, the Jacobian by columns */
};

/* Opens no handle yet; each method's is opened at its first run. */
void chain_open(struct chain *c, const struct nls_problem *m);
void chain_close(struct chain *c);
void chain_run(struct chain *c, unsigned method, const double *start, double *theta);

#endif
