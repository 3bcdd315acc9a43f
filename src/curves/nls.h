/* nls.h - smooth nonlinear least squares, independent of the units.
 *
 * nls_solve() goes from each start through a chain of GSL's trust region methods on
 * the normalised problem (parameters over |start|, residuals over their scale) and
 * believes none of their success codes: a start has converged when the relative
 * offset of Bates and Watts (the residual's tangential part over its orthogonal
 * part, each by its degrees of freedom) is below 1e-6.  Then Gauss-Newton steps with
 * scaled columns and QR polish it until the offset stops falling.  nls_refine() is
 * the inner loop of bootstrap and profiles: damped Gauss-Newton from a near start,
 * no allocation, no GSL.
 *
 * Bates, Watts: Nonlinear Regression Analysis and Its Applications (1988), 2.2.3.
 */
#ifndef CURVES_NLS_H
#define CURVES_NLS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

enum { NLS_MOST_PARAMS = 12 };

/* n residuals of p parameters; `jacobian` is column after column, j[k * n + i].  A
 * residual that is not finite turns a step back. */
struct nls_problem {
    size_t n;
    unsigned p;
    double norm; /* of the weighted observations: what an exact fit is exact against */
    void (*residuals)(const void *data, const double *theta, double *r);
    void (*jacobian)(const void *data, const double *theta, double *j);
    const void *data;
};

enum nls_status {
    NLS_FAILED,    /* no start converged; theta is the best seen */
    NLS_CONVERGED, /* relative offset below 1e-6 */
    NLS_EXACT,     /* residuals are rounding only: intervals mean nothing */
};

struct nls_result {
    enum nls_status status;
    double theta[NLS_MOST_PARAMS];
    double rss;
    double offset;    /* relative offset at the end; 0 where n == p */
    double other_rss; /* the next minimum that another start ended in; INFINITY: none */
    unsigned runs;    /* GSL runs */
};

/* Room for n residuals and p parameters; owned by the arena, one thread at a time. */
struct nls;
struct nls *nls_new(struct arena *a, size_t n, unsigned p);

/* `starts` are rows of NLS_MOST_PARAMS; `shaken` further starts are made from the
 * first by factors of a fixed seed.  False where none converged. */
bool nls_solve(struct nls *w, const struct nls_problem *problem,
               double (*starts)[NLS_MOST_PARAMS], size_t count, unsigned shaken,
               struct nls_result *out);

/* The relative offset at which nls_refine() stops; 0, where it starts, polishes until
 * the last digit.  Returns what it was. */
double nls_precision(struct nls *w, double offset);

/* From out->theta; p == 0 evaluates only.  False where it did not converge. */
bool nls_refine(struct nls *w, const struct nls_problem *problem,
                struct nls_result *out);

/* (J'J)^-1 at theta, p x p, without the factor RSS/(n-p).  `weakest` gets the smallest
 * ratio of a column's independent part to the whole (1 none depends on others).
 * False where the columns cannot be told apart (ratio below 1e-13). */
bool nls_covariance(struct nls *w, const struct nls_problem *problem,
                    const double *theta, double *cov, double *weakest);

#endif
