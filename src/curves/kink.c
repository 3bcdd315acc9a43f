/* Segment enumeration: least squares over a kink is smooth once it is known which
 * points lie on which side. */
#include <math.h>
#include <string.h>

#include "curves/view.h"

/* More splits than this are gone through from coarse to fine. */
enum { SPLITS_AT_ONCE = 256 };

struct best {
    struct law_fit fit;
    size_t split; /* 0: the knee is held on a point */
};

static void offer(struct best *b, const struct law_fit *f, size_t split, bool on_point)
{
    if (f->status == NLS_FAILED || !(f->rss < b->fit.rss))
        return;
    b->fit = *f;
    b->fit.knee_on_point = on_point;
    b->split = split;
}

static void try_split(struct nls *w, struct view *v, size_t split, struct best *b)
{
    const struct curve_data *d = v->d;
    struct law_fit f = b->fit;
    v->mode = VIEW_SPLIT;
    v->split = split;
    memcpy(f.p, v->p, sizeof f.p);
    double left = d->x[split - 1], right = d->x[split];
    double tie[CURVE_MOST_PARAMS];
    f.p[v->curve->kink->held] = v->curve->kink->hold(f.p, (left + right) / 2, tie);
    if (!view_solve(w, v, NULL, 0, -1, &f))
        return;
    double knee = v->curve->kink->knee(f.p);
    if (!(knee >= left) || !(knee <= right))
        return; /* the fit asks for another split */
    offer(b, &f, split, false);
}

static void try_point(struct nls *w, struct view *v, size_t i, struct best *b)
{
    struct law_fit f = b->fit;
    struct view held = *v;
    unsigned n = 0;
    for (unsigned k = 0; k < v->count; k++)
        if (v->index[k] != v->curve->kink->held)
            held.index[n++] = v->index[k];
    if (n == v->count)
        return; /* the tied parameter is itself held */
    held.count = n;
    held.mode = VIEW_KNEE;
    held.knee = v->d->x[i];
    memcpy(f.p, v->p, sizeof f.p);
    if (view_solve(w, &held, NULL, 0, -1, &f))
        offer(b, &f, 0, true);
}

static bool starts_group(const struct curve_data *d, size_t i)
{
    return i > 0 && d->x[i] != d->x[i - 1];
}

static void try_range(struct nls *w, struct view *v, size_t from, size_t to,
                      size_t stride, struct best *b)
{
    size_t since = stride;
    for (size_t i = from; i < to; i++) {
        if (!starts_group(v->d, i) || ++since < stride)
            continue;
        since = 0;
        try_split(w, v, i, b);
        if (i + 1 < v->d->n && starts_group(v->d, i))
            try_point(w, v, i, b);
    }
}

static size_t nearest_point(const struct view *v, const struct law_fit *f)
{
    double knee = v->curve->kink->knee(f->p);
    size_t i = 0;
    while (i < v->d->n && v->d->x[i] < knee)
        i++;
    return i;
}

bool kink_solve(struct nls *w, struct view *v, struct law_fit *io)
{
    const struct curve_data *d = v->d;
    struct best b = { .fit = *io };
    b.fit.rss = INFINITY;
    b.fit.status = NLS_FAILED;
    size_t stride = d->n / SPLITS_AT_ONCE + 1;
    try_range(w, v, 1, d->n, stride, &b);
    while (stride > 1 && b.fit.status != NLS_FAILED) {
        size_t at = nearest_point(v, &b.fit), wide = 2 * stride;
        stride = stride > 16 ? stride / 16 : 1;
        try_range(w, v, at > wide ? at - wide : 1, at + wide < d->n ? at + wide : d->n,
                  stride, &b);
    }
    *io = b.fit;
    /* The view stays on the winner, so that its covariance is the winner's. */
    v->mode = io->knee_on_point ? VIEW_KNEE : VIEW_SPLIT;
    v->split = b.split;
    if (io->status != NLS_FAILED)
        v->knee = v->curve->kink->knee(io->p);
    return io->status != NLS_FAILED;
}
