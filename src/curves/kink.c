/* Segment enumeration: least squares over a kink is smooth once it is known which
 * points lie on which side. */
#include <math.h>
#include <string.h>

#include "curves/view.h"

/* More splits than AT_ONCE are gone through from coarse to fine: the knee held on every
 * so many sizes, then closer around the best.  A refit of more points than FOLLOW goes
 * from its knee to the one that the split there asks for, until it stays. */
enum { AT_ONCE = 48, FOLLOW = 1024, FOLLOW_STEPS = 30 };
#define SEARCH_OFFSET 1e-7 /* the winner alone is polished */

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

/* Every stride-th size: the knee held there, and with stride 1 the split as well. */
static void try_range(struct nls *w, struct view *v, size_t from, size_t to,
                      size_t stride, struct best *b)
{
    size_t since = stride;
    for (size_t i = from; i < to; i++) {
        if (!starts_group(v->d, i) || ++since < stride)
            continue;
        since = 0;
        if (stride == 1)
            try_split(w, v, i, b);
        if (i + 1 < v->d->n)
            try_point(w, v, i, b);
    }
}

/* The first point at or beyond the knee. */
static size_t split_at(const struct view *v, const struct law_fit *f)
{
    double knee = v->curve->kink->knee(f->p);
    size_t low = 0, high = v->d->n;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (v->d->x[mid] < knee)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static void search(struct nls *w, struct view *v, struct best *b)
{
    size_t n = v->d->n, stride = n / AT_ONCE + 1;
    try_range(w, v, 1, n, stride, b);
    while (stride > 1 && b->fit.status != NLS_FAILED) {
        size_t at = split_at(v, &b->fit), wide = stride + 2;
        stride = stride > 8 ? stride / 8 : 1;
        try_range(w, v, at > wide ? at - wide : 1, at + wide < n ? at + wide : n,
                  stride, b);
    }
}

/* io->p is near: the knee of each split's own fit says which split is next. */
static void follow(struct nls *w, struct view *v, struct best *b)
{
    size_t n = v->d->n, split = split_at(v, &b->fit), last = 0;
    struct law_fit f = b->fit;
    for (int i = 0; i < FOLLOW_STEPS && split > 0 && split < n && split != last; i++) {
        v->mode = VIEW_SPLIT;
        v->split = last = split;
        memcpy(f.p, v->p, sizeof f.p);
        if (!view_solve(w, v, NULL, 0, -1, &f))
            break;
        split = split_at(v, &f);
        memcpy(v->p, f.p, sizeof v->p);
    }
    for (size_t i = last > 1 ? last - 1 : 1; i <= last + 1 && i < n; i++)
        if (starts_group(v->d, i)) {
            try_split(w, v, i, b);
            try_point(w, v, i, b);
        }
}

/* The winner once more, to the last digit. */
static void finish(struct nls *w, struct view *v, struct best *b)
{
    struct best again = *b;
    memcpy(v->p, b->fit.p, sizeof v->p);
    again.fit.rss = INFINITY;
    if (b->fit.knee_on_point)
        try_point(w, v, split_at(v, &b->fit), &again);
    else
        try_split(w, v, b->split, &again);
    if (again.fit.rss <= b->fit.rss * (1 + 1e-9))
        *b = again;
}

bool kink_solve(struct nls *w, struct view *v, bool near, struct law_fit *io)
{
    struct best b = { .fit = *io };
    double precision = nls_precision(w, SEARCH_OFFSET);
    b.fit.rss = INFINITY;
    b.fit.status = NLS_FAILED;
    if (near && v->d->n > FOLLOW)
        follow(w, v, &b);
    if (b.fit.status == NLS_FAILED)
        search(w, v, &b);
    nls_precision(w, precision);
    if (b.fit.status != NLS_FAILED && precision < SEARCH_OFFSET)
        finish(w, v, &b);
    *io = b.fit;
    return io->status != NLS_FAILED;
}
