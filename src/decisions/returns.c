#include "decisions/returns.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/format.h"
#include "decisions/study_finance.h"
#include "quantities/vmath.h"

struct moment {
    double years, amount;
    size_t order;
};

static int earlier(const void *a, const void *b)
{
    const struct moment *x = a, *y = b;
    if (x->years != y->years)
        return x->years < y->years ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static size_t add_moments(const struct decision *d, size_t scenario, size_t alternative,
                          double sign, struct moment *out, size_t n)
{
    const struct alternative *alt = &d->study->alternatives[alternative];
    for (size_t i = 0; i < alt->timed_count; i++, n++)
        out[n] =
            (struct moment){ alt->timed[i].years,
                             sign * decide_value(d, scenario, alt->timed[i].amount),
                             n };
    return n;
}

/* What the second saves, each payment at its own time. */
static struct flows savings_in_time(const struct decision *d, size_t scenario,
                                    size_t first, size_t second)
{
    struct arena *a = d->study->arena;
    const struct alternative *all = d->study->alternatives;
    size_t most = all[first].timed_count + all[second].timed_count, n = 0, kept = 0;
    struct moment *m = ARENA_ARRAY(a, most, struct moment);
    double *amount = ARENA_ARRAY(a, most, double),
           *years = ARENA_ARRAY(a, most, double);
    n = add_moments(d, scenario, first, 1, m, n);
    n = add_moments(d, scenario, second, -1, m, n);
    qsort(m, n, sizeof *m, earlier);
    for (size_t i = 0; i < n; i++) {
        if (kept == 0 || m[i].years - years[kept - 1] > 1e-9)
            years[kept++] = m[i].years;
        amount[kept - 1] += m[i].amount;
    }
    return (struct flows){ .amount = amount, .years = years, .count = kept };
}

bool returns_by_year(const struct study *s, size_t first, size_t second)
{
    return !s->alternatives[first].within_years &&
           !s->alternatives[second].within_years && study_day_count(s) == NULL;
}

bool returns_of(const struct decision *d, size_t scenario, size_t first, size_t second,
                struct returns *out)
{
    const struct study *s = d->study;
    const struct alternative_answer *all = d->scenarios[scenario].alternatives;
    const struct alternative *one = &s->alternatives[first],
                             *other = &s->alternatives[second];
    node_id factor = graph_find(s->graph, "discount_factor_1");
    if (s->finance == NULL || factor == NO_NODE)
        return false;
    double *savings = ARENA_ARRAY(s->arena, s->horizon + 1, double);
    double *present = ARENA_ARRAY(s->arena, s->horizon + 1, double);
    for (unsigned t = 0; t <= s->horizon; t++) {
        savings[t] = all[first].by_year[t] - all[second].by_year[t];
        present[t] = decide_value(d, scenario, one->present[t]) -
                     decide_value(d, scenario, other->present[t]);
    }
    struct flows f = { .amount = savings, .count = s->horizon + 1 };
    struct flows p = { .amount = present, .count = s->horizon + 1 };
    struct flows exact = returns_by_year(s, first, second)
                             ? f
                             : savings_in_time(d, scenario, first, second);
    double span = study_years(s, 1);
    double rate = vmath_pow_of(decide_value(d, scenario, factor), -1 / span) - 1;
    *out = (struct returns){ .net_present_value = all[first].cost - all[second].cost };
    unsigned t = 0;
    while (t < s->horizon && savings[t] == 0)
        t++;
    out->later = savings[t] > 0;
    out->rates_status = finance_irr(s->arena, &exact, &out->rates);
    out->modified_status = finance_mirr(&f, rate, rate, &out->modified);
    out->payback_status = finance_payback(&f, 0, &out->payback);
    out->discounted_status = finance_payback(&p, 0, &out->discounted);
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
        return arena_printf(a, "%s (several: the present value decides)", text);
    if (r->later)
        return arena_printf(a, "%s: what paying later costs", text);
    return text;
}

const char *returns_payback_text(struct arena *a, enum finance_status status,
                                 const struct payback *p)
{
    if (status != FINANCE_OK && status != FINANCE_LOST_AGAIN)
        return finance_words(status);
    if (p->interpolated == 0)
        return status == FINANCE_OK ? "cheaper from day 0 on"
                                    : "none: cheaper first, dearer later";
    return arena_printf(a, "%s years%s", format_number(a, p->interpolated, DIGITS),
                        status == FINANCE_OK ? "" : ", lost again later");
}

bool lease_rate(const struct decision *d, size_t scenario, const struct lease *l,
                struct finance_roots *out)
{
    struct annuity a = { .periods = l->months * l->per_year / 12.0,
                         .present = decide_value(d, scenario, l->price),
                         .payment = -decide_value(d, scenario, l->payment),
                         .at_start = l->advance };
    if (l->option != NO_NODE)
        a.future = -decide_value(d, scenario, l->option);
    return finance_rate(d->study->arena, &a, out) == FINANCE_OK && out->count > 0;
}
