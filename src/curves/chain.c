#include "curves/chain.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <math.h>

/* A residual that is not finite would end a trust region for good. */
#define WALL 1e100

static void real_theta(const struct chain *c, const gsl_vector *t, double *theta)
{
    for (unsigned k = 0; k < c->problem->p; k++)
        theta[k] = gsl_vector_get(t, k) * c->unit[k];
}

static double scale_of(const struct chain *c)
{
    const struct nls_problem *m = c->problem;
    double s = m->norm / sqrt((double)m->n);
    return s > 0 && isfinite(s) ? s : 1;
}

static int residuals(const gsl_vector *t, void *data, gsl_vector *f)
{
    struct chain *c = data;
    double theta[NLS_MOST_PARAMS], scale = scale_of(c);
    real_theta(c, t, theta);
    c->problem->residuals(c->problem->data, theta, f->data);
    for (size_t i = 0; i < f->size; i++) {
        double v = f->data[i] / scale;
        f->data[i] = isfinite(v) ? v : WALL;
    }
    return GSL_SUCCESS;
}

static int jacobian(const gsl_vector *t, void *data, gsl_matrix *j)
{
    struct chain *c = data;
    gsl_matrix *columns = c->buffer;
    double theta[NLS_MOST_PARAMS], scale = scale_of(c);
    real_theta(c, t, theta);
    c->problem->jacobian(c->problem->data, theta, columns->data);
    for (size_t k = 0; k < j->size2; k++)
        for (size_t i = 0; i < j->size1; i++) {
            double v = gsl_matrix_get(columns, k, i) * c->unit[k] / scale;
            gsl_matrix_set(j, i, k, isfinite(v) ? v : 0);
        }
    return GSL_SUCCESS;
}

static gsl_multifit_nlinear_parameters parameters_of(unsigned method)
{
    gsl_multifit_nlinear_parameters p = gsl_multifit_nlinear_default_parameters();
    const gsl_multifit_nlinear_trs *const step[CHAIN_METHODS] = {
        gsl_multifit_nlinear_trs_lmaccel, gsl_multifit_nlinear_trs_lm,
        gsl_multifit_nlinear_trs_lmaccel, gsl_multifit_nlinear_trs_lm,
        gsl_multifit_nlinear_trs_ddogleg
    };
    p.trs = step[method];
    p.scale = method == 2 || method == 3 ? gsl_multifit_nlinear_scale_levenberg
                                         : gsl_multifit_nlinear_scale_more;
    p.solver = gsl_multifit_nlinear_solver_qr;
    return p;
}

void chain_open(struct chain *c, const struct nls_problem *m)
{
    gsl_set_error_handler_off();
    *c = (struct chain){ .problem = m };
}

static gsl_multifit_nlinear_workspace *workspace_of(struct chain *c, unsigned method)
{
    const struct nls_problem *m = c->problem;
    if (c->buffer == NULL)
        c->buffer = gsl_matrix_alloc(m->p, m->n);
    if (c->workspace[method] == NULL) {
        gsl_multifit_nlinear_parameters p = parameters_of(method);
        c->workspace[method] =
            gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &p, m->n, m->p);
    }
    return c->workspace[method];
}

void chain_run(struct chain *c, unsigned method, const double *start, double *theta)
{
    const struct nls_problem *m = c->problem;
    gsl_multifit_nlinear_workspace *w = workspace_of(c, method);
    double t[NLS_MOST_PARAMS];
    for (unsigned k = 0; k < m->p; k++) {
        theta[k] = start[k];
        c->unit[k] = start[k] != 0 ? fabs(start[k]) : 1;
        t[k] = start[k] / c->unit[k];
    }
    if (w == NULL || c->buffer == NULL)
        return;
    gsl_multifit_nlinear_fdf fdf = {
        .f = residuals, .df = jacobian, .n = m->n, .p = m->p, .params = c
    };
    gsl_vector_view at = gsl_vector_view_array(t, m->p);
    if (gsl_multifit_nlinear_init(&at.vector, &fdf, w) != GSL_SUCCESS)
        return;
    int info;
    gsl_multifit_nlinear_driver(500, 1e-12, 0, 0, NULL, NULL, &info, w);
    real_theta(c, gsl_multifit_nlinear_position(w), theta);
}

void chain_close(struct chain *c)
{
    for (unsigned k = 0; k < CHAIN_METHODS; k++)
        if (c->workspace[k] != NULL)
            gsl_multifit_nlinear_free(c->workspace[k]);
    if (c->buffer != NULL)
        gsl_matrix_free(c->buffer);
}
