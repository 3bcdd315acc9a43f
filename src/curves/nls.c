#include "curves/nls.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "curves/chain.h"
#include "curves/qr.h"

#define OFFSET_CONVERGED 1e-6
#define OFFSET_START     1e-6 /* where the polish takes over */
#define OFFSET_POLISHED  1e-17
#define EXACT            1e-13

struct nls {
    size_t n;
    unsigned p;
    double *r, *qtr, *trial, *j;
    double scale[NLS_MOST_PARAMS];
    double precision;
};

struct nls *nls_new(struct arena *a, size_t n, unsigned p)
{
    struct nls *w = ARENA_NEW(a, struct nls);
    w->n = n;
    w->p = p;
    w->r = ARENA_ARRAY(a, n, double);
    w->qtr = ARENA_ARRAY(a, n, double);
    w->trial = ARENA_ARRAY(a, n, double);
    w->j = ARENA_ARRAY(a, n * (p ? p : 1), double);
    return w;
}

double nls_precision(struct nls *w, double offset)
{
    double was = w->precision;
    w->precision = offset;
    return was;
}

static double square_sum(const double *v, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += v[i] * v[i];
    return isfinite(sum) ? sum : INFINITY;
}

static bool exact(const struct nls_problem *m, double rss)
{
    return rss <= EXACT * EXACT * m->norm * m->norm;
}

static double offset_of(const struct nls *w, const struct nls_problem *m)
{
    double tangent = square_sum(w->qtr, m->p);
    double rest = square_sum(w->qtr + m->p, m->n - m->p);
    if (m->n == m->p || tangent == 0)
        return 0;
    double offset = sqrt(tangent / m->p) / sqrt(rest / (double)(m->n - m->p));
    return isnan(offset) ? INFINITY : offset;
}

/* Factors the Jacobian at theta, whose residuals are in w->r.  INFINITY: cannot. */
static double offset_at(struct nls *w, const struct nls_problem *m, const double *theta)
{
    m->jacobian(m->data, theta, w->j);
    memcpy(w->qtr, w->r, m->n * sizeof *w->r);
    if (!qr_factor(w->j, m->n, m->p, w->scale, w->qtr))
        return INFINITY;
    return offset_of(w, m);
}

/* The same for the polish, with the tangential part from J'r in extended precision:
 * QR leaves an error of the size of the whole residual in it, which costs Wampler4 its
 * eighth digit.  Nearly dependent columns would lose more by it than they gain. */
static double offset_exactly(struct nls *w, const struct nls_problem *m,
                             const double *theta)
{
    double gradient[NLS_MOST_PARAMS];
    m->jacobian(m->data, theta, w->j);
    for (unsigned k = 0; k < m->p; k++) {
        long double sum = 0;
        for (size_t i = 0; i < m->n; i++)
            sum += (long double)w->j[k * m->n + i] * (long double)w->r[i];
        gradient[k] = (double)sum;
    }
    double offset = offset_at(w, m, theta);
    if (!isfinite(offset) || offset == 0 ||
        !qr_tangent(w->j, m->n, m->p, w->scale, gradient, w->qtr))
        return offset;
    return offset_of(w, m);
}

/* theta + step into `next`, its residuals into w->trial. */
static double try_step(struct nls *w, const struct nls_problem *m, const double *theta,
                       const double *step, double *next)
{
    for (unsigned k = 0; k < m->p; k++)
        next[k] = theta[k] + step[k];
    m->residuals(m->data, next, w->trial);
    return square_sum(w->trial, m->n);
}

static void take(struct nls *w, struct nls_result *out, const double *next, double rss)
{
    double *t = w->r;
    w->r = w->trial;
    w->trial = t;
    memcpy(out->theta, next, sizeof out->theta);
    out->rss = rss;
}

/* Steps are accepted while they lower the offset: near the minimum the sum of squares
 * no longer resolves them. */
static void polish(struct nls *w, const struct nls_problem *m, struct nls_result *out)
{
    double step[NLS_MOST_PARAMS], next[NLS_MOST_PARAMS] = { 0 };
    if (out->offset <= w->precision)
        return;
    out->offset = offset_exactly(w, m, out->theta);
    double enough = fmax(OFFSET_POLISHED, w->precision);
    for (int i = 0; i < 10 && out->offset > enough; i++) {
        if (!qr_step(w->j, m->n, m->p, w->scale, w->qtr, 0, step))
            return;
        double rss = try_step(w, m, out->theta, step, next);
        if (!(rss <= out->rss * (1 + 1e-9)))
            return;
        struct nls_result before = *out;
        take(w, out, next, rss);
        out->offset = offset_exactly(w, m, out->theta);
        bool better = exact(m, rss) ? rss < before.rss : out->offset < before.offset;
        if (!better) {
            double *t = w->r;
            w->r = w->trial;
            w->trial = t;
            *out = before;
            return;
        }
    }
}

static void settle(const struct nls_problem *m, struct nls_result *out)
{
    if (exact(m, out->rss))
        out->status = NLS_EXACT;
    else
        out->status =
            out->offset < OFFSET_CONVERGED && isfinite(out->rss) && m->n > m->p
                ? NLS_CONVERGED
                : NLS_FAILED;
}

/* One damped step that lowers the sum of squares; false where none does. */
static bool descend(struct nls *w, const struct nls_problem *m, struct nls_result *out,
                    double *mu)
{
    double step[NLS_MOST_PARAMS], next[NLS_MOST_PARAMS] = { 0 };
    for (int tries = 0; tries < 25; tries++) {
        if (qr_step(w->j, m->n, m->p, w->scale, w->qtr, *mu, step)) {
            double rss = try_step(w, m, out->theta, step, next);
            if (rss < out->rss) {
                take(w, out, next, rss);
                *mu = *mu < 1e-6 ? 0 : *mu / 10;
                return true;
            }
        }
        *mu = *mu > 0 ? *mu * 10 : 1e-4;
    }
    return false;
}

bool nls_refine(struct nls *w, const struct nls_problem *m, struct nls_result *out)
{
    double mu = 0;
    m->residuals(m->data, out->theta, w->r);
    out->rss = square_sum(w->r, m->n);
    out->offset = 0;
    out->status = NLS_FAILED;
    if (!isfinite(out->rss))
        return false;
    if (m->p == 0) {
        out->status = exact(m, out->rss) ? NLS_EXACT : NLS_CONVERGED;
        return true;
    }
    for (int i = 0; i < 200; i++) {
        out->offset = offset_at(w, m, out->theta);
        if (!(out->offset > fmax(w->precision, OFFSET_START)) ||
            !isfinite(out->offset) || exact(m, out->rss) || !descend(w, m, out, &mu))
            break;
    }
    if (isfinite(out->offset) && (out->offset <= 1e-3 || exact(m, out->rss)))
        polish(w, m, out);
    settle(m, out);
    return out->status != NLS_FAILED;
}

/* A result of the chain counts where the honest test says so. */
static bool accept(struct nls *w, const struct nls_problem *m, struct nls_result *r)
{
    m->residuals(m->data, r->theta, w->r);
    r->rss = square_sum(w->r, m->n);
    r->offset = isfinite(r->rss) ? offset_at(w, m, r->theta) : INFINITY;
    settle(m, r);
    if (r->status == NLS_FAILED)
        return false;
    polish(w, m, r);
    settle(m, r);
    return r->status != NLS_FAILED;
}

static void keep(struct nls_result *best, const struct nls_result *r)
{
    bool better = r->status != NLS_FAILED &&
                  (best->status == NLS_FAILED || r->rss < best->rss * (1 - 1e-9));
    bool distinct = r->status != NLS_FAILED && best->status != NLS_FAILED &&
                    fabs(r->rss - best->rss) > 1e-6 * best->rss;
    double other = best->other_rss;
    if (distinct)
        other = fmin(other, fmax(r->rss, best->rss));
    if (better || (best->status == NLS_FAILED && r->rss < best->rss)) {
        unsigned runs = best->runs;
        *best = *r;
        best->runs = runs;
    }
    best->other_rss = other;
}

/* A factor between 1/e and e, or a number between -1 and 1 for a start of 0. */
static void shake(const double *start, unsigned p, unsigned turn, double *out)
{
    unsigned long long s = 0x9e3779b97f4a7c15ULL * (turn + 1ULL);
    for (unsigned k = 0; k < p; k++) {
        s = s * 6364136223846793005ULL + 1442695040888963407ULL;
        double u = (double)(s >> 11) * 0x1p-53 * 2 - 1;
        out[k] = start[k] != 0 ? start[k] * exp(u) : u;
    }
}

bool nls_solve(struct nls *w, const struct nls_problem *m,
               double (*starts)[NLS_MOST_PARAMS], size_t count, unsigned shaken,
               struct nls_result *out)
{
    *out = (struct nls_result){ .rss = INFINITY, .other_rss = INFINITY };
    struct chain chain;
    chain_open(&chain, m);
    for (size_t s = 0; s < count + shaken; s++) {
        double start[NLS_MOST_PARAMS] = { 0 };
        if (s < count)
            memcpy(start, starts[s], m->p * sizeof *start);
        else
            shake(starts[0], m->p, (unsigned)(s - count), start);
        /* Once something converged a shaken start only looks for a better place. */
        bool search = s >= count && out->status != NLS_FAILED;
        for (unsigned method = 0; method < (search ? 1 : CHAIN_METHODS); method++) {
            struct nls_result r = { .rss = INFINITY, .other_rss = INFINITY };
            chain_run(&chain, method, start, r.theta);
            out->runs++;
            bool converged = accept(w, m, &r);
            keep(out, &r);
            if (converged)
                break;
        }
    }
    chain_close(&chain);
    return out->status != NLS_FAILED;
}

bool nls_covariance(struct nls *w, const struct nls_problem *m, const double *theta,
                    double *cov, double *weakest)
{
    *weakest = 0;
    m->residuals(m->data, theta, w->r);
    if (!isfinite(offset_at(w, m, theta)))
        return false;
    return qr_inverse(w->j, m->n, m->p, w->scale, cov, weakest);
}
