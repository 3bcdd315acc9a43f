#include "curves/robust.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double residual(const struct curve_data *d, const struct law_fit *f, size_t i)
{
    return law_residual(d, i, f->curve->value(f->p, d->x[i]));
}

static double scale_of(const struct curve_data *d, const struct law_fit *f,
                       double *scratch)
{
    for (size_t i = 0; i < d->n; i++)
        scratch[i] = fabs(residual(d, f, i));
    qsort(scratch, d->n, sizeof *scratch, ascending);
    size_t m = d->n / 2;
    double median = d->n % 2 ? scratch[m] : (scratch[m - 1] + scratch[m]) / 2;
    return median / 0.6745;
}

bool law_robust(struct law_work *w, const struct curve_data *d, double *weight,
                double *scratch, struct law_fit *io)
{
    struct law_fit f = *io;
    struct curve_data again = { d->n, d->x, d->y, weight, d->log };
    for (int turn = 0; turn < 100; turn++) {
        double s = scale_of(d, &f, scratch), before[CURVE_MOST_PARAMS], moved = 0;
        if (!(s > 0))
            return false;
        for (size_t i = 0; i < d->n; i++) {
            double far = fabs(residual(d, &f, i)) / (ROBUST_K * s);
            weight[i] = d->weight[i] * (far > 1 ? sqrt(1 / far) : 1);
        }
        memcpy(before, f.p, sizeof before);
        if (!law_refit(w, &again, false, &f))
            return false;
        for (unsigned j = 0; j < f.curve->param_count; j++)
            moved =
                fmax(moved, fabs(f.p[j] - before[j]) / fmax(fabs(before[j]), 1e-300));
        if (moved < 1e-7) {
            law_errors(w, &again, &f);
            *io = f;
            return true;
        }
    }
    return false;
}
