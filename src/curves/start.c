#include "curves/start.h"

#include <math.h>

void start_add(struct start_line *s, double u, double v, double w)
{
    if (!isfinite(u) || !isfinite(v) || !isfinite(w)) {
        s->bad = true;
        return;
    }
    s->sw += w;
    s->su += w * u;
    s->sv += w * v;
    s->suu += w * u * u;
    s->suv += w * u * v;
}

bool start_solve(const struct start_line *s, double *a, double *b)
{
    double det = s->sw * s->suu - s->su * s->su;
    if (!(det > 1e-14 * s->sw * s->suu))
        return false;
    *b = (s->sw * s->suv - s->su * s->sv) / det;
    *a = (s->sv - *b * s->su) / s->sw;
    return isfinite(*a) && isfinite(*b);
}

double start_slope(const struct curve_data *d)
{
    double xy = 0, xx = 0;
    for (size_t i = 0; i < d->n; i++) {
        double w = d->weight[i] * d->weight[i];
        xy += w * d->x[i] * d->y[i];
        xx += w * d->x[i] * d->x[i];
    }
    double slope = xx > 0 ? xy / xx : 0;
    return isfinite(slope) && slope != 0 ? slope : 1;
}

double start_top(const struct curve_data *d)
{
    double top = d->n ? d->y[0] : 0;
    for (size_t i = 1; i < d->n; i++)
        top = fmax(top, d->y[i]);
    return top;
}

double start_mean(const struct curve_data *d)
{
    double sw = 0, sy = 0;
    for (size_t i = 0; i < d->n; i++) {
        double w = d->weight[i] * d->weight[i];
        sw += w;
        sy += w * d->y[i];
    }
    return sw > 0 ? sy / sw : 0;
}
