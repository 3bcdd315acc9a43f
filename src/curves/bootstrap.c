#include "curves/bootstrap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/parallel.h"

enum { BLOCK = 64 };

/* What one thread writes to; made before any starts. */
struct seat {
    struct law_work *work;
    double *x, *y, *weight;
    unsigned *drawn;
};

struct job {
    const struct points *p;
    const struct law_fit *fit;
    const struct boot_request *r;
    const double *value, *residual; /* the law at each x; weighted, leverage-free */
    double *out;
    struct seat seats[MOST_THREADS];
};

static double uniform(uint64_t seed, uint64_t draw, uint64_t i)
{
    uint64_t z = seed + 0x9e3779b97f4a7c15ULL * ((draw << 24) + i + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return ((double)((z ^ (z >> 31)) >> 11) + 0.5) * 0x1p-53;
}

static double normal(uint64_t seed, uint64_t draw, uint64_t i)
{
    double r = sqrt(-2 * log(uniform(seed, draw, 2 * i)));
    return r * cos(6.28318530717958647692 * uniform(seed, draw, 2 * i + 1));
}

static void draw_pairs(const struct job *j, struct seat *s, size_t draw)
{
    const struct curve_data *d = &j->p->data;
    memset(s->drawn, 0, d->n * sizeof *s->drawn);
    for (size_t i = 0; i < d->n; i++)
        s->drawn[(size_t)(uniform(j->r->seed, draw, i) * (double)d->n)]++;
    for (size_t i = 0, k = 0; i < d->n; i++)
        for (unsigned c = 0; c < s->drawn[i]; c++, k++) {
            s->x[k] = d->x[i];
            s->y[k] = d->y[i];
            s->weight[k] = d->weight[i];
        }
}

static void draw_errors(const struct job *j, struct seat *s, size_t draw)
{
    const struct curve_data *d = &j->p->data;
    double sd = sqrt(j->fit->rss / j->fit->df);
    for (size_t i = 0; i < d->n; i++) {
        size_t from = (size_t)(uniform(j->r->seed, draw, i) * (double)d->n);
        double e = j->r->kind == BOOT_RESIDUAL ? j->residual[from]
                                               : sd * normal(j->r->seed, draw, i);
        s->y[i] = d->log ? j->value[i] * exp(e) : j->value[i] + e / d->weight[i];
        bool relative = (d->log || j->p->weights == WEIGHTS_RELATIVE) && s->y[i] != 0;
        s->weight[i] = relative ? 1 / fabs(s->y[i]) : d->weight[i];
    }
}

static void one_draw(struct job *j, struct seat *s, size_t draw)
{
    struct law_fit f = *j->fit;
    bool pairs = j->r->kind == BOOT_PAIRS;
    if (pairs)
        draw_pairs(j, s, draw);
    else
        draw_errors(j, s, draw);
    struct curve_data d = { j->p->data.n, pairs ? s->x : j->p->data.x, s->y, s->weight,
                            j->p->data.log };
    bool ok = law_refit(s->work, &d, false, &f);
    for (size_t t = 0; t < j->r->target_count; t++)
        j->out[t * j->r->draws + draw] = ok ? target_value(&f, &j->r->targets[t]) : NAN;
}

static void one_block(void *context, size_t block, unsigned worker)
{
    struct job *j = context;
    for (size_t i = block * BLOCK; i < (block + 1) * BLOCK && i < j->r->draws; i++)
        one_draw(j, &j->seats[worker], i);
}

/* Residuals over sqrt(1 - leverage), less their mean. */
static void prepare(struct arena *a, struct job *j)
{
    const struct curve_data *d = &j->p->data;
    const struct law_fit *f = j->fit;
    double *value = ARENA_ARRAY(a, d->n, double), *e = ARENA_ARRAY(a, d->n, double);
    double mean = 0;
    for (size_t i = 0; i < d->n; i++) {
        double own = 1 - law_leverage(f, d, i);
        value[i] = f->curve->value(f->p, d->x[i]);
        e[i] = law_residual(d, i, value[i]) / sqrt(fmax(own, 0.05));
        mean += e[i] / (double)d->n;
    }
    for (size_t i = 0; i < d->n; i++)
        e[i] -= mean;
    j->value = value;
    j->residual = e;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return isnan(x) ? !isnan(y) : isnan(y) ? -1 : (x > y) - (x < y);
}

static struct seat new_seat(struct arena *a, size_t n)
{
    return (struct seat){ law_work_new(a, n), ARENA_ARRAY(a, n, double),
                          ARENA_ARRAY(a, n, double), ARENA_ARRAY(a, n, double),
                          ARENA_ARRAY(a, n, unsigned) };
}

/* The targets without each point in turn. */
static void jackknife(struct job *j, double *jack)
{
    const struct curve_data *d = &j->p->data;
    struct seat *s = &j->seats[0];
    for (size_t out = 0; out < d->n; out++) {
        size_t k = 0;
        for (size_t i = 0; i < d->n; i++)
            if (i != out) {
                s->x[k] = d->x[i];
                s->y[k] = d->y[i];
                s->weight[k++] = d->weight[i];
            }
        struct curve_data less = { k, s->x, s->y, s->weight, d->log };
        struct law_fit f = *j->fit;
        bool ok = k > f.free && law_refit(s->work, &less, false, &f);
        for (size_t t = 0; t < j->r->target_count; t++)
            jack[t * d->n + out] = ok ? target_value(&f, &j->r->targets[t]) : NAN;
    }
}

static void sort_target(void *context, size_t t, unsigned worker)
{
    struct job *j = context;
    (void)worker;
    qsort(j->out + t * j->r->draws, j->r->draws, sizeof *j->out, ascending);
}

static bool sort_out(struct arena *a, struct job *j, struct boot *out)
{
    const struct boot_request *r = j->r;
    double *estimate = ARENA_ARRAY(a, r->target_count, double);
    size_t *good = ARENA_ARRAY(a, r->target_count, size_t), most = 0;
    parallel_for(r->target_count, r->threads, sort_target, j);
    for (size_t t = 0; t < r->target_count; t++) {
        const double *v = j->out + t * r->draws;
        while (good[t] < r->draws && !isnan(v[good[t]]))
            good[t]++;
        most = good[t] > most ? good[t] : most;
        estimate[t] = target_value(j->fit, &r->targets[t]);
    }
    out->values = j->out;
    out->good = good;
    out->estimate = estimate;
    return most > 0;
}

bool boot_run(struct arena *a, const struct points *p, const struct law_fit *f,
              const struct boot_request *r, struct boot *out)
{
    size_t n = p->data.n;
    unsigned threads = parallel_threads(r->threads);
    *out = (struct boot){ .draws = r->draws, .n = n };
    if (f->status == NLS_FAILED || !(f->df > 0) || r->draws == 0)
        return false;
    struct job *j = ARENA_NEW(a, struct job);
    j->p = p;
    j->fit = f;
    j->r = r;
    j->out = ARENA_ARRAY(a, r->draws * r->target_count, double);
    for (unsigned i = 0; i < threads; i++)
        j->seats[i] = new_seat(a, n);
    prepare(a, j);
    parallel_for((r->draws + BLOCK - 1) / BLOCK, r->threads, one_block, j);
    double *jack = ARENA_ARRAY(a, n * r->target_count, double);
    jackknife(j, jack);
    out->jack = jack;
    return sort_out(a, j, out);
}
