#include "curves/view.h"

#include <math.h>
#include <string.h>

void view_free(struct view *v, const enum law_hold *hold)
{
    v->count = 0;
    for (unsigned j = 0; j < v->curve->param_count; j++)
        if (hold[j] == LAW_FREE)
            v->index[v->count++] = j;
}

/* Newton on the tied parameter alone: near the fit the condition is nearly straight. */
static bool meet(const struct view *v, double *p, double *tie)
{
    double g[CURVE_MOST_PARAMS] = { 0 };
    for (int i = 0; i < 60; i++) {
        double miss = v->condition->miss(v->condition->ctx, p, g);
        double step = -miss / g[v->tied];
        if (!isfinite(step))
            return false;
        p[v->tied] += step;
        if (fabs(step) <= 1e-14 * fabs(p[v->tied]) || miss == 0)
            break;
        if (i == 59 && fabs(step) > 1e-9 * fabs(p[v->tied]))
            return false;
    }
    for (unsigned j = 0; j < v->curve->param_count; j++)
        tie[j] = j == v->tied ? 0 : -g[j] / g[v->tied];
    return true;
}

bool view_expand(const struct view *v, const double *theta, double *p, double *tie)
{
    memcpy(p, v->p, sizeof v->p);
    for (unsigned k = 0; k < v->count; k++)
        p[v->index[k]] = theta[k];
    if (v->mode == VIEW_KNEE) {
        unsigned held = v->curve->kink->held;
        p[held] = v->curve->kink->hold(p, v->knee, tie);
    }
    return v->condition == NULL || meet(v, p, tie);
}

static double value_at(const struct view *v, const double *p, size_t i)
{
    double x = v->d->x[i];
    return v->mode == VIEW_SPLIT ? v->curve->kink->side(p, x, i >= v->split)
                                 : v->curve->value(p, x);
}

static void residuals(const void *data, const double *theta, double *r)
{
    const struct view *v = data;
    const struct curve_data *d = v->d;
    double p[CURVE_MOST_PARAMS], tie[CURVE_MOST_PARAMS];
    if (!view_expand(v, theta, p, tie)) {
        for (size_t i = 0; i < d->n; i++)
            r[i] = NAN;
        return;
    }
    for (size_t i = 0; i < d->n; i++)
        r[i] = -law_residual(d, i, value_at(v, p, i));
}

static void jacobian(const void *data, const double *theta, double *j)
{
    const struct view *v = data;
    const struct curve_data *d = v->d;
    double p[CURVE_MOST_PARAMS], tie[CURVE_MOST_PARAMS] = { 0 };
    double g[CURVE_MOST_PARAMS] = { 0 };
    bool met = view_expand(v, theta, p, tie);
    bool tied = v->mode == VIEW_KNEE || v->condition != NULL;
    unsigned held = v->condition ? v->tied : tied ? v->curve->kink->held : 0;
    for (size_t i = 0; i < d->n; i++) {
        if (v->mode == VIEW_SPLIT)
            v->curve->kink->side_gradient(p, d->x[i], i >= v->split, g);
        else
            v->curve->gradient(p, d->x[i], g);
        double pull = d->log ? law_pull(d, i, value_at(v, p, i)) : d->weight[i];
        for (unsigned k = 0; k < v->count; k++) {
            unsigned a = v->index[k];
            double slope = g[a] + (tied ? g[held] * tie[a] : 0);
            j[k * d->n + i] = met ? pull * slope : NAN;
        }
    }
}

struct nls_problem view_problem(const struct view *v)
{
    double sum = 0;
    for (size_t i = 0; i < v->d->n; i++) {
        double y = v->d->weight[i] * v->d->y[i];
        sum += v->d->log ? y * y * (1 + log(v->d->y[i]) * log(v->d->y[i])) : y * y;
    }
    return (struct nls_problem){ .n = v->d->n,
                                 .p = v->count,
                                 .norm = sqrt(sum),
                                 .residuals = residuals,
                                 .jacobian = jacobian,
                                 .data = v };
}

static void report(const struct view *v, const struct nls_result *r, struct law_fit *io)
{
    double tie[CURVE_MOST_PARAMS];
    io->status = r->status;
    io->rss = r->rss;
    io->offset = r->offset;
    io->other_rss = r->other_rss;
    if (!view_expand(v, r->theta, io->p, tie))
        io->status = NLS_FAILED;
}

bool view_solve(struct nls *w, struct view *v, double (*starts)[CURVE_MOST_PARAMS],
                size_t count, int search, struct law_fit *io)
{
    struct nls_problem m = view_problem(v);
    struct nls_result r = { .other_rss = INFINITY };
    if (search < 0 || v->count == 0) {
        for (unsigned k = 0; k < v->count; k++)
            r.theta[k] = count ? starts[0][v->index[k]] : io->p[v->index[k]];
        nls_refine(w, &m, &r);
    } else {
        double rows[CURVE_MOST_STARTS][NLS_MOST_PARAMS];
        for (size_t s = 0; s < count; s++)
            for (unsigned k = 0; k < v->count; k++)
                rows[s][k] = starts[s][v->index[k]];
        nls_solve(w, &m, rows, count, (unsigned)search, &r);
    }
    report(v, &r, io);
    return io->status != NLS_FAILED;
}
