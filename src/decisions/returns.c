#include "decisions/returns.h"

#include "base/arena.h"
#include "base/format.h"

bool returns_of(const struct decision *d, size_t scenario, size_t first, size_t second,
                struct returns *out)
{
    const struct study *s = d->study;
    const struct alternative_answer *all = d->scenarios[scenario].alternatives;
    node_id factor = graph_find(s->graph, "discount_factor_1");
    if (s->finance == NULL || factor == NO_NODE)
        return false;
    double *savings = ARENA_ARRAY(s->arena, s->horizon + 1, double);
    for (unsigned t = 0; t <= s->horizon; t++)
        savings[t] = all[first].by_year[t] - all[second].by_year[t];
    struct flows f = { .amount = savings, .count = s->horizon + 1 };
    double rate = 1 / decide_value(d, scenario, factor) - 1;
    *out = (struct returns){ .net_present_value = all[first].cost - all[second].cost };
    out->rates_status = finance_irr(s->arena, &f, &out->rates);
    out->payback_status = finance_payback(&f, 0, &out->payback);
    out->discounted_status = finance_payback(&f, rate, &out->discounted);
    return true;
}

const char *returns_rate_text(struct arena *a, const struct returns *r)
{
    const char *text = "";
    if (r->rates_status != FINANCE_OK)
        return arena_printf(a, "none: %s", finance_words(r->rates_status));
    for (size_t i = 0; i < r->rates.count; i++)
        text = arena_printf(a, "%s%s%s %%", text, i > 0 ? ", " : "",
                            format_number(a, r->rates.rate[i] * 100, DIGITS));
    if (r->rates.count > 1)
        text = arena_printf(a, "%s (several: the present value decides)", text);
    return text;
}

const char *returns_payback_text(struct arena *a, enum finance_status status,
                                 const struct payback *p)
{
    if (status != FINANCE_OK && status != FINANCE_LOST_AGAIN)
        return finance_words(status);
    return arena_printf(a, "%s years%s", format_number(a, p->interpolated, DIGITS),
                        status == FINANCE_OK ? "" : ", lost again later");
}
