#include "curves/choose.h"

#include <math.h>

#include "base/arena.h"

/* Shaken starts besides the law's own. */
enum { SHAKEN = 6 };

double choose_floor(const struct points *p)
{
    return 1e-26 * p->norm * p->norm;
}

static double loo_by_leverage(const struct points *p, const struct law_fit *f)
{
    double sum = 0;
    for (size_t i = 0; i < p->data.n; i++) {
        double e = law_residual(&p->data, i, f->curve->value(f->p, p->data.x[i])) /
                   fmax(1 - law_leverage(f, &p->data, i), 1e-6);
        sum += e * e;
    }
    return sqrt(sum / (double)p->data.n);
}

double choose_loo(struct arena *a, struct law_work *w, const struct points *p,
                  const struct law_fit *f)
{
    const struct curve_data *d = &p->data;
    if (d->n > (f->curve->kink ? CHOOSE_REFITS / 4 : CHOOSE_REFITS))
        return loo_by_leverage(p, f);
    double *x = ARENA_ARRAY(a, d->n, double), *y = ARENA_ARRAY(a, d->n, double);
    double *weight = ARENA_ARRAY(a, d->n, double), sum = 0;
    for (size_t out = 0; out < d->n; out++) {
        size_t k = 0;
        for (size_t i = 0; i < d->n; i++)
            if (i != out) {
                x[k] = d->x[i];
                y[k] = d->y[i];
                weight[k++] = d->weight[i];
            }
        struct curve_data less = { k, x, y, weight, d->log };
        struct law_fit g = *f;
        if (k < f->free || k == 0 || !law_refit(w, &less, false, &g))
            return NAN;
        double e = law_residual(d, out, g.curve->value(g.p, d->x[out]));
        sum += e * e;
    }
    return sqrt(sum / (double)d->n);
}

/* Different x below and above the knee; both 2 or more for a law without one. */
static size_t thin_side(const struct points *p, const struct law_fit *f)
{
    if (f->curve->kink == NULL)
        return 2;
    double knee = f->curve->kink->knee(f->p);
    size_t below = 0, above = 0;
    for (size_t i = 0; i < p->data.n; i++) {
        if (i > 0 && p->data.x[i] == p->data.x[i - 1])
            continue;
        below += p->data.x[i] <= knee;
        above += p->data.x[i] >= knee;
    }
    return below < above ? below : above;
}

static const char *bound_words(struct arena *a, const struct law_fit *f)
{
    for (unsigned j = 0; j < f->curve->param_count; j++) {
        const struct curve_param *r = &f->curve->params[j];
        if (f->hold[j] == LAW_LOWER || f->hold[j] == LAW_UPPER)
            return arena_printf(a,
                                "%s stops at its bound %g: a simpler law says the same",
                                r->name, f->hold[j] == LAW_LOWER ? r->lower : r->upper);
    }
    return NULL;
}

static const char *objection(struct arena *a, const struct points *p,
                             const struct law_fit *f)
{
    const char *bound = bound_words(a, f);
    if (bound)
        return bound;
    if (!(f->weakest > 1e-7))
        return "its parameters cannot be told apart on these points";
    if (f->n < f->free + (curve_free_knee(f->curve) ? 5u : 3u))
        return "too few points for a criterion";
    if (thin_side(p, f) < 2)
        return "the knee has fewer than two sizes on one side: it is only bracketed";
    return NULL;
}

static const char *too_few(struct arena *a, const struct choose_request *r,
                           const struct curve *c)
{
    unsigned free = curve_free_count(c);
    for (unsigned j = 0; r->given && j < c->param_count; j++)
        free -= !c->params[j].given && !isnan(r->given[j]);
    size_t need = free + (r->only ? 1 : 3), sizes = free + (r->only ? 1 : 2);
    if (r->points->data.n < need || r->points->distinct < sizes)
        return arena_printf(a,
                            "%zu points at %zu sizes; it needs %zu points at %zu sizes",
                            r->points->data.n, r->points->distinct, need, sizes);
    return NULL;
}

static void criteria(const struct points *p, struct candidate *c)
{
    struct law_fit f = c->fit;
    if (curve_free_knee(f.curve))
        f.free += 2;
    c->aicc = law_aicc(&f, choose_floor(p));
    c->bic = law_bic(&f, choose_floor(p));
}

static void consider(struct arena *a, struct law_work *w,
                     const struct choose_request *r, const struct curve_data *thin,
                     double lost, struct candidate *c)
{
    struct law_options o = { .shaken = SHAKEN, .given = r->given };
    c->aicc = c->bic = c->loo = NAN;
    c->why = too_few(a, r, c->curve);
    if (c->why || !law_fit(w, c->curve, thin, &o, &c->fit, &c->why))
        return;
    c->fitted = true;
    c->fit.n = r->points->data.n;
    c->fit.rss += lost;
    c->fit.df = (double)c->fit.n - c->fit.free;
    criteria(r->points, c);
    c->why = r->only ? NULL : objection(a, r->points, &c->fit);
}

static void rank(struct arena *a, struct choice *out)
{
    const struct candidate *best = NULL;
    for (size_t i = 0; i < out->count; i++) {
        struct candidate *c = &out->all[i];
        if (c->why == NULL && (best == NULL || c->aicc < best->aicc - 1e-6))
            best = c;
    }
    out->leader = best;
    for (size_t i = 0; best && i < out->count; i++) {
        struct candidate *c = &out->all[i];
        if (c->why || !(c->aicc - best->aicc < CHOOSE_TIE)) {
            if (c->why == NULL)
                c->why = arena_printf(a, "AICc is %.3g above the best (%s)",
                                      c->aicc - best->aicc, best->curve->name);
            continue;
        }
        c->tied = true;
        out->ties++;
        if (c->fit.free < out->leader->fit.free)
            out->leader = c;
    }
}

void choose(struct arena *a, const struct choose_request *r, struct choice *out)
{
    const struct curve *c;
    double lost;
    struct curve_data thin = points_thin(a, &r->points->data, &lost);
    struct law_work *w = law_work_new(a, thin.n);
    size_t room = 0;
    *out = (struct choice){ 0 };
    for (size_t i = 0; (c = curve_at(i)) != NULL; i++)
        if (r->only ? c == r->only : (c->families & r->families) != 0)
            ARENA_PUSH(a, out->all, out->count, room) =
                (struct candidate){ .curve = c };
    for (size_t i = 0; i < out->count; i++)
        consider(a, w, r, &thin, lost, &out->all[i]);
    if (r->only)
        out->leader = out->all[0].fitted ? &out->all[0] : NULL;
    else
        rank(a, out);
    for (size_t i = 0; i < out->count; i++)
        if (out->all[i].fitted && thin.n == r->points->data.n)
            out->all[i].loo = choose_loo(a, w, r->points, &out->all[i].fit);
}
