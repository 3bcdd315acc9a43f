#include "prices/price_performance.h"

#include <stddef.h>

const char *const ratio_rounding_names[RATIO_ROUNDINGS] = {
    [RATIO_HALF_UP] = "half up",
    [RATIO_HALF_EVEN] = "half to even",
    [RATIO_UP] = "up",
    [RATIO_DOWN] = "down",
};

static const enum rounding rules[RATIO_ROUNDINGS] = {
    [RATIO_HALF_UP] = ROUND_HALF_UP,
    [RATIO_HALF_EVEN] = ROUND_HALF_EVEN,
    [RATIO_UP] = ROUND_UP,
    [RATIO_DOWN] = ROUND_DOWN,
};

bool price_performance(const struct price_performance *p, struct exact *out)
{
    struct exact each;
    return exact_div(p->total, p->performance, &each) && exact_mul(each, p->per, out);
}

bool ratio_agrees(struct exact ratio, struct exact printed, int places,
                  bool fits[RATIO_ROUNDINGS])
{
    bool any = false;
    for (size_t i = 0; i < RATIO_ROUNDINGS; i++) {
        struct exact rounded;
        int difference;
        fits[i] = exact_round(ratio, places, rules[i], &rounded) &&
                  exact_cmp(rounded, printed, &difference) && difference == 0;
        any = any || fits[i];
    }
    return any;
}

bool implied_totals(const struct price_performance *p, struct exact printed, int places,
                    struct exact totals[2])
{
    struct exact half = { 1, 2 }, each;
    for (int i = 0; i < places; i++)
        half.den *= 10;
    for (size_t i = 0; i < 2; i++) {
        if (!(i == 0 ? exact_sub(printed, half, &each)
                     : exact_add(printed, half, &each)) ||
            !exact_mul(each, p->performance, &each) ||
            !exact_div(each, p->per, &totals[i]))
            return false;
    }
    return true;
}
