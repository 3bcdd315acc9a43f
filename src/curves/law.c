#include "curves/law.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "curves/view.h"

/* Relative offset at which a refit stops: far below anything an interval shows. */
#define REFIT_OFFSET 1e-8

struct law_work {
    struct nls *nls;
    size_t n;
};

struct law_work *law_work_new(struct arena *a, size_t n)
{
    struct law_work *w = ARENA_NEW(a, struct law_work);
    w->nls = nls_new(a, n, CURVE_MOST_PARAMS);
    w->n = n;
    return w;
}

static bool inside(const struct curve *c, const double *p, const enum law_hold *hold)
{
    for (unsigned j = 0; j < c->param_count; j++) {
        const struct curve_param *r = &c->params[j];
        bool in = r->open ? p[j] > r->lower && p[j] < r->upper
                          : p[j] >= r->lower && p[j] <= r->upper;
        if (hold[j] != LAW_GIVEN && !in)
            return false;
    }
    return true;
}

/* What one attempt needs; `starts` is empty in a refit. */
struct attempt {
    struct law_work *w;
    const struct curve_data *d;
    double (*starts)[CURVE_MOST_PARAMS];
    size_t count;
    int search;
    const struct law_condition *condition;
    bool unbounded;
};

/* The tied parameter is the one that moves the condition most for its size. */
static bool tie(struct view *v, const struct law_fit *f)
{
    double g[CURVE_MOST_PARAMS] = { 0 }, most = 0;
    v->condition->miss(v->condition->ctx, f->p, g);
    unsigned best = v->count;
    for (unsigned k = 0; k < v->count; k++) {
        unsigned j = v->index[k];
        double scale = f->inverse[j * CURVE_MOST_PARAMS + j];
        double pull = fabs(g[j]) * (scale > 0 ? sqrt(scale) : fabs(f->p[j]));
        if (pull > most) {
            most = pull;
            best = k;
        }
    }
    if (best == v->count)
        return false;
    v->tied = v->index[best];
    v->count--;
    for (unsigned k = best; k < v->count; k++)
        v->index[k] = v->index[k + 1];
    return true;
}

/* One choice of held parameters, solved; *f keeps the winner's numbers. */
static bool solve_held(const struct attempt *t, const enum law_hold *hold,
                       struct law_fit *f)
{
    const struct curve *c = f->curve;
    struct view v = { .curve = c, .d = t->d, .condition = t->condition };
    memcpy(f->hold, hold, sizeof f->hold);
    for (unsigned j = 0; j < c->param_count; j++) {
        if (hold[j] == LAW_LOWER)
            f->p[j] = c->params[j].lower;
        if (hold[j] == LAW_UPPER)
            f->p[j] = c->params[j].upper;
    }
    memcpy(v.p, f->p, sizeof v.p);
    view_free(&v, hold);
    f->free = v.count;
    f->n = t->d->n;
    if (t->condition && !tie(&v, f))
        return false;
    bool kinked = c->kink != NULL;
    if (kinked && t->condition)
        return false; /* not smooth: the bootstrap answers there */
    bool ok = kinked ? kink_solve(t->w->nls, &v, t->search < 0, f)
                     : view_solve(t->w->nls, &v, t->starts, t->count, t->search, f);
    f->df = (double)f->n - f->free;
    if (!ok || (!t->unbounded && !inside(c, f->p, hold)))
        return false;
    return true;
}

/* The next choice of bounds, as a number in base 3 over the parameters that can stop at
 * one; false past the last. */
static bool next_hold(const struct curve *c, enum law_hold *hold)
{
    for (unsigned j = 0; j < c->param_count; j++) {
        const struct curve_param *r = &c->params[j];
        if (hold[j] == LAW_GIVEN || r->open)
            continue;
        if (hold[j] == LAW_FREE && isfinite(r->lower)) {
            hold[j] = LAW_LOWER;
            return true;
        }
        if (hold[j] != LAW_UPPER && isfinite(r->upper)) {
            hold[j] = LAW_UPPER;
            return true;
        }
        hold[j] = LAW_FREE;
    }
    return false;
}

static bool solve_bounded(const struct attempt *t, struct law_fit *f)
{
    enum law_hold hold[CURVE_MOST_PARAMS] = { LAW_FREE };
    for (unsigned j = 0; j < f->curve->param_count; j++)
        hold[j] = f->hold[j] == LAW_GIVEN ? LAW_GIVEN : LAW_FREE;
    struct law_fit best = *f, start = *f;
    if (solve_held(t, hold, &best)) {
        *f = best;
        return true;
    }
    best.status = NLS_FAILED;
    best.rss = INFINITY;
    while (!t->unbounded && next_hold(f->curve, hold)) {
        struct law_fit one = start;
        if (solve_held(t, hold, &one) && one.rss < best.rss)
            best = one;
    }
    *f = best;
    return f->status != NLS_FAILED;
}

static const char *prepare(const struct curve *c, const struct curve_data *d,
                           const struct law_options *o, struct law_fit *out)
{
    *out = (struct law_fit){ .curve = c, .rss = INFINITY, .other_rss = INFINITY };
    for (unsigned j = 0; j < c->param_count; j++) {
        const struct curve_param *r = &c->params[j];
        bool set = o->given && !isnan(o->given[j]);
        out->hold[j] = set || r->given ? LAW_GIVEN : LAW_FREE;
        out->p[j] = set ? o->given[j] : r->given ? r->standard : 0;
        if (set && (o->given[j] < r->lower || o->given[j] > r->upper))
            return "a given parameter lies outside its range";
    }
    if (d->n == 0 || d->x[0] <= c->x_above)
        return "the law needs x above 0";
    return c->settle ? c->settle(d, out->p) : NULL;
}

bool law_fit(struct law_work *w, const struct curve *c, const struct curve_data *d,
             const struct law_options *o, struct law_fit *out, const char **why)
{
    double rows[CURVE_MOST_STARTS][CURVE_MOST_PARAMS] = { { 0 } };
    const char *missing = prepare(c, d, o, out);
    size_t count = missing ? 0 : c->starts(d, out->p, rows);
    if (missing == NULL && count == 0)
        missing = "these values cannot lie on this law";
    for (size_t s = 0; s < count; s++)
        for (unsigned j = 0; j < c->param_count; j++)
            if (out->hold[j] == LAW_GIVEN)
                rows[s][j] = out->p[j];
    if (missing == NULL) {
        struct attempt t = { w, d, rows, count, (int)o->shaken, NULL, o->unbounded };
        memcpy(out->p, rows[0], sizeof out->p);
        if (solve_bounded(&t, out))
            law_errors(w, d, out);
        else
            missing = "no start led to a minimum inside the parameters' ranges";
    }
    if (why)
        *why = missing;
    return missing == NULL;
}

void law_errors(struct law_work *w, const struct curve_data *d, struct law_fit *f)
{
    double theta[NLS_MOST_PARAMS], small[CURVE_MOST_PARAMS * CURVE_MOST_PARAMS];
    struct view v = { .curve = f->curve, .d = d };
    enum law_hold hold[CURVE_MOST_PARAMS];
    memcpy(v.p, f->p, sizeof v.p);
    memcpy(hold, f->hold, sizeof hold);
    if (f->knee_on_point)
        hold[f->curve->kink->held] = LAW_GIVEN;
    view_free(&v, hold);
    struct nls_problem m = view_problem(&v);
    for (unsigned k = 0; k < v.count; k++)
        theta[k] = f->p[v.index[k]];
    memset(f->inverse, 0, sizeof f->inverse);
    f->weakest = 1;
    if (v.count == 0 || !nls_covariance(w->nls, &m, theta, small, &f->weakest))
        return;
    for (unsigned a = 0; a < v.count; a++)
        for (unsigned b = 0; b < v.count; b++)
            f->inverse[v.index[a] * CURVE_MOST_PARAMS + v.index[b]] =
                small[a * v.count + b];
}

bool law_refit(struct law_work *w, const struct curve_data *d, bool unbounded,
               struct law_fit *io)
{
    struct attempt t = { w, d, NULL, 0, -1, NULL, unbounded };
    nls_precision(w->nls, REFIT_OFFSET);
    bool ok = solve_bounded(&t, io);
    nls_precision(w->nls, 0);
    return ok;
}

bool law_refit_under(struct law_work *w, const struct curve_data *d,
                     const struct law_condition *condition, bool unbounded,
                     struct law_fit *io)
{
    struct attempt t = { w, d, NULL, 0, -1, condition, unbounded };
    nls_precision(w->nls, REFIT_OFFSET);
    bool ok = solve_bounded(&t, io);
    nls_precision(w->nls, 0);
    return ok;
}

double law_delta(const struct law_fit *f, const double *g)
{
    double sum = 0;
    unsigned n = f->curve->param_count;
    for (unsigned a = 0; a < n; a++)
        for (unsigned b = 0; b < n; b++)
            sum += g[a] * g[b] * f->inverse[a * CURVE_MOST_PARAMS + b];
    if (!(f->df > 0) || !(f->weakest > 0) || f->status != NLS_CONVERGED)
        return NAN;
    return sqrt(fmax(sum, 0) * f->rss / f->df);
}

double law_stderr(const struct law_fit *f, unsigned j)
{
    double g[CURVE_MOST_PARAMS] = { 0 };
    g[j] = 1;
    bool none = f->hold[j] != LAW_FREE || !(f->inverse[j * CURVE_MOST_PARAMS + j] > 0);
    return none ? NAN : law_delta(f, g);
}

double law_leverage(const struct law_fit *f, const struct curve_data *d, size_t i)
{
    double g[CURVE_MOST_PARAMS] = { 0 }, sum = 0;
    unsigned n = f->curve->param_count;
    f->curve->gradient(f->p, d->x[i], g);
    for (unsigned a = 0; a < n; a++)
        for (unsigned b = 0; b < n; b++)
            sum += g[a] * g[b] * f->inverse[a * CURVE_MOST_PARAMS + b];
    double pull = law_pull(d, i, f->curve->value(f->p, d->x[i]));
    return pull * pull * sum;
}

static double log_rss(const struct law_fit *f, double floor)
{
    double n = (double)f->n;
    return n * log(fmax(f->rss, floor) / n);
}

double law_aicc(const struct law_fit *f, double floor)
{
    double n = (double)f->n, k = f->free + 1.0;
    return n - k - 1 > 0 ? log_rss(f, floor) + 2 * k * n / (n - k - 1) : NAN;
}

double law_bic(const struct law_fit *f, double floor)
{
    return log_rss(f, floor) + (f->free + 1.0) * log((double)f->n);
}
