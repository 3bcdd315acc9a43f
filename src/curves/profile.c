#include "curves/profile.h"

#include <math.h>
#include <string.h>

struct profile {
    struct law_work *w;
    const struct curve_data *d;
    const struct law_fit *f;
    const struct target *t;
    struct law_fit last; /* where the previous value left the parameters */
    double wanted;       /* the value that is held now */
    bool ratio;          /* walk in the logarithm of the value */
    double rise;         /* sqrt of the allowed rise of the squares */
};

static double miss(const void *ctx, const double *p, double *g)
{
    const struct profile *s = ctx;
    const struct curve *c = s->f->curve;
    switch (s->t->kind) {
    case TARGET_PEAK_X:
        return c->peak_miss(p, s->wanted, g);
    case TARGET_X:
        c->gradient(p, s->wanted, g);
        return c->value(p, s->wanted) - s->t->at;
    default:
        c->gradient(p, s->t->at, g);
        return c->value(p, s->t->at) - s->wanted;
    }
}

/* sqrt(rss - least) less what is allowed: nearly straight in the value, so false
 * position finds its zero in a few steps.  INFINITY where nothing fits. */
static double height(struct profile *s, double at)
{
    struct law_fit try = s->last;
    double value = s->ratio ? exp(at) : at;
    bool ok;
    s->wanted = value;
    if (s->t->kind == TARGET_PARAM) {
        try.p[s->t->param] = value;
        try.hold[s->t->param] = LAW_GIVEN;
        ok = law_refit(s->w, s->d, false, &try);
        try.hold[s->t->param] = LAW_FREE;
    } else {
        struct law_condition held = { miss, s };
        ok = law_refit_under(s->w, s->d, &held, false, &try);
    }
    if (!ok)
        return INFINITY;
    memcpy(s->last.p, try.p, sizeof try.p);
    return sqrt(fmax(0, try.rss - s->f->rss)) - s->rise;
}

/* Illinois' false position between `in` (below the limit) and `out` (above it). */
static double cross(struct profile *s, double in, double at_in, double out,
                    double at_out)
{
    double best = in;
    for (int i = 0; i < 60 && fabs(out - in) > 1e-7 * fabs(in); i++) {
        double share = isfinite(at_out) ? at_in / (at_in - at_out) : 0.5;
        double mid = in + (out - in) * fmin(fmax(share, 0.01), 0.99);
        double at = height(s, mid);
        if (fabs(at) < 1e-7 * s->rise)
            return mid;
        if (at < 0) {
            in = best = mid;
            at_in = at;
            at_out = isfinite(at_out) ? at_out / 2 : at_out;
        } else {
            out = mid;
            at_out = at;
            at_in /= 2;
        }
    }
    return best;
}

/* Outwards by doubling steps until the squares rise too far or `end` is reached. */
static double limit(struct profile *s, double from, double step, double end,
                    bool *at_end)
{
    double in = from, at_in = -s->rise;
    memcpy(s->last.p, s->f->p, sizeof s->f->p);
    *at_end = false;
    for (int i = 0; i < 60; i++, step *= 2) {
        double out = from + step;
        bool last = step > 0 ? out >= end : out <= end;
        if (last)
            out = end;
        if (!isfinite(out))
            break;
        double before[CURVE_MOST_PARAMS];
        memcpy(before, s->last.p, sizeof before);
        double at = height(s, out);
        if (at > 0) {
            memcpy(s->last.p, before, sizeof before);
            return cross(s, in, at_in, out, at);
        }
        if (last)
            break;
        in = out;
        at_in = at;
    }
    *at_end = true;
    return end;
}

/* The peak counts in ratios and may be nowhere: then it is sought from far beyond. */
static bool peak_interval(struct profile *s, double peak, struct interval *out)
{
    double last = fabs(s->d->x[s->d->n - 1]), far = log(1e4 * last);
    bool at_end;
    if (s->f->curve->peak_miss == NULL || !(last > 0))
        return false;
    s->ratio = true;
    double from = fmin(log(peak), far);
    out->low = exp(limit(s, from, -0.1, log(1e-4 * last), &at_end));
    out->high = INFINITY;
    if (from < far) {
        double high = limit(s, from, 0.1, far, &at_end);
        out->high = at_end ? INFINITY : exp(high);
    }
    return true;
}

bool profile_interval(struct law_work *w, const struct curve_data *d,
                      const struct law_fit *f, const struct target *t, double level,
                      struct interval *out)
{
    struct profile s = { .w = w, .d = d, .f = f, .t = t, .last = *f };
    double student = interval_t(level, f->df), value = target_value(f, t);
    *out = (struct interval){ .low = NAN, .high = NAN };
    if (f->status != NLS_CONVERGED || !(f->df > 0))
        return false;
    s.rise = sqrt(f->rss * student * student / f->df);
    if (t->kind == TARGET_PEAK_X)
        return f->curve->kink == NULL && peak_interval(&s, value, out);
    if (t->kind == TARGET_PEAK_Y || t->kind == TARGET_KNEE || !isfinite(value) ||
        (t->kind != TARGET_PARAM && f->curve->kink) ||
        (t->kind == TARGET_PARAM && f->hold[t->param] == LAW_GIVEN))
        return false;
    enum law_hold at = t->kind == TARGET_PARAM ? f->hold[t->param] : LAW_FREE;
    double low = -INFINITY, high = INFINITY;
    if (t->kind == TARGET_PARAM) {
        low = f->curve->params[t->param].lower;
        high = f->curve->params[t->param].upper;
    } else if (t->kind == TARGET_X) {
        low = t->low;
        high = t->high;
    }
    struct interval guess = target_delta(f, t, level);
    double step = guess.high - value;
    if (!(step > 0) || !isfinite(step))
        step = value != 0 ? 0.1 * fabs(value) : 1e-6;
    out->low = at == LAW_LOWER ? low : limit(&s, value, -step, low, &out->low_bound);
    out->high = at == LAW_UPPER ? high : limit(&s, value, step, high, &out->high_bound);
    out->low_bound |= at == LAW_LOWER;
    out->high_bound |= at == LAW_UPPER;
    return true;
}
