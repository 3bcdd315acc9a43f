/* bootstrap.h - intervals by refitting made-up data.
 *
 *   residual    the law plus residuals drawn from the fit's own, each freed of its
 *               leverage; keeps the design
 *   pairs       points drawn as they are: right even where the law is not
 *   parametric  the law plus normal errors of the fit's size
 * Draw i depends on the seed and i only, so the values do not depend on the number of
 * threads.  A draw whose refit does not converge counts as failed and is left out.
 *
 * Davison, Hinkley: Bootstrap Methods and their Application (1997), 5.3 (BCa), 7.3.
 */
#ifndef CURVES_BOOTSTRAP_H
#define CURVES_BOOTSTRAP_H

#include <stdint.h>

#include "curves/points.h"
#include "curves/target.h"

enum boot_kind { BOOT_NONE, BOOT_RESIDUAL, BOOT_PAIRS, BOOT_PARAMETRIC };

struct boot_request {
    enum boot_kind kind;
    size_t draws;
    uint64_t seed;
    unsigned threads; /* 0: one a processor */
    const struct target *targets;
    size_t target_count;
};

/* Arena-owned.  values[t * draws + k] for target t, ascending; good[t] of them are
 * numbers, the rest failed.  jack[t * n + i]: the target without point i, NAN where
 * that fails.
 */
struct boot {
    size_t draws, n;
    const size_t *good;
    const double *values, *jack;
    const double *estimate; /* of each target on the data themselves */
};

/* False where nothing could be refitted. */
bool boot_run(struct arena *a, const struct points *p, const struct law_fit *f,
              const struct boot_request *r, struct boot *out);

/* The alpha quantile of sorted values at (count + 1) * alpha, between neighbours on the
 * normal scale (as R's boot); the extreme value beyond them. */
double boot_quantile(const double *sorted, size_t count, double alpha);

struct interval boot_percentile(const struct boot *b, size_t target, double level);
/* Bias corrected and accelerated.  Falls back to the percentile interval where the
 * estimate lies beyond all values or is infinite. */
struct interval boot_bca(const struct boot *b, size_t target, double level);
/* The same on values of any origin. */
struct interval bca_limits(const double *sorted, size_t count, double estimate,
                           const double *jack, size_t n, double level);

#endif
