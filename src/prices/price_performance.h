/* price_performance.h - money for each unit of performance, and how it was rounded.
 *
 * Regimes differ: TPC rounds the ratio up, SPC to the nearest cent, others cut.  A
 * printed ratio is confirmed only by a rounding that gives it, and that rounding is
 * named; where none does, the figures do not belong together.
 */
#ifndef PRICES_PRICE_PERFORMANCE_H
#define PRICES_PRICE_PERFORMANCE_H

#include "base/exact.h"

enum ratio_rounding {
    RATIO_HALF_UP,
    RATIO_HALF_EVEN,
    RATIO_UP,
    RATIO_DOWN,
    RATIO_ROUNDINGS
};
extern const char *const ratio_rounding_names[RATIO_ROUNDINGS]; /* "half up", ... */

struct price_performance {
    struct exact total;       /* money */
    struct exact performance; /* > 0 */
    struct exact per;         /* units in the ratio: 1, or 1000 for $/1,000 IOPS */
};

/* total / performance * per, exactly; false where it does not fit. */
bool price_performance(const struct price_performance *p, struct exact *out);

/* fits[] says which roundings to `places` decimals give `printed`; false where none. */
bool ratio_agrees(struct exact ratio, struct exact printed, int places,
                  bool fits[RATIO_ROUNDINGS]);

/* The totals that a ratio printed to `places` decimals allows under half up: from the
 * first (inclusive) to the second (exclusive). */
bool implied_totals(const struct price_performance *p, struct exact printed, int places,
                    struct exact totals[2]);

#endif
