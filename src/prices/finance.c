#include "prices/finance.h"

#include <math.h>

#include "base/arena.h"
#include "quantities/vmath.h"

const char *finance_words(enum finance_status status)
{
    static const char *const words[] = {
        [FINANCE_OK] = "",
        [FINANCE_RATE] = "a rate of -100 % or less",
        [FINANCE_ARGUMENT] = "a time, a life or a period that there is not",
        [FINANCE_NO_SIGN_CHANGE] = "money goes one way only",
        [FINANCE_NO_ROOT] = "the present value is zero at no rate",
        [FINANCE_NEVER] = "never paid back",
        [FINANCE_LOST_AGAIN] = "paid back for a while and lost again",
    };
    return words[status];
}

static bool is_rate(double rate)
{
    return rate > -1 && isfinite(rate);
}

/* log(1 + x) and exp(x) - 1 of small x, by what the rounding of 1 + x has lost. */
static double log1p_of(double x)
{
    double one = 1 + x;
    return one == 1 ? x : vmath_log_of(one) * x / (one - 1);
}

static double expm1_of(double x)
{
    double e = vmath_exp_of(x);
    if (e == 1)
        return x;
    if (e - 1 == -1 || isinf(e))
        return e - 1;
    return (e - 1) * x / vmath_log_of(e);
}

double finance_growth(double rate, double periods)
{
    return expm1_of(periods * log1p_of(rate));
}

/* By Horner from the last flow back: few operations, all of them small. */
enum finance_status finance_npv(const struct flows *f, double rate, unsigned first_at,
                                double *out)
{
    double sum = 0;
    if (!is_rate(rate))
        return FINANCE_RATE;
    for (size_t i = f->count; i > 0; i--)
        sum = sum / (1 + rate) + f->amount[i - 1];
    for (unsigned i = 0; i < first_at; i++)
        sum /= 1 + rate;
    *out = sum;
    return FINANCE_OK;
}

enum finance_status finance_xnpv(const struct flows *f, double rate, double *out)
{
    double sum = 0;
    if (!is_rate(rate))
        return FINANCE_RATE;
    for (size_t i = 0; i < f->count; i++)
        sum += f->amount[i] / vmath_pow_of(1 + rate, f->years[i] - f->years[0]);
    *out = sum;
    return FINANCE_OK;
}

enum finance_status finance_mirr(const struct flows *f, double finance, double reinvest,
                                 double *out)
{
    double paid = 0, earned = 0;
    if (!is_rate(finance) || !is_rate(reinvest))
        return FINANCE_RATE;
    for (size_t i = f->count; i > 0; i--) /* present value of what is paid */
        paid = paid / (1 + finance) + fmin(f->amount[i - 1], 0);
    for (size_t i = 0; i < f->count; i++) /* value at the end of what comes in */
        earned = earned * (1 + reinvest) + fmax(f->amount[i], 0);
    if (paid == 0 || earned == 0)
        return FINANCE_NO_SIGN_CHANGE;
    *out = vmath_pow_of(earned / -paid, 1 / (double)(f->count - 1)) - 1;
    return FINANCE_OK;
}

enum finance_status finance_payback(const struct flows *f, double rate,
                                    struct payback *out)
{
    struct payback p = { 0 };
    bool crossed = false, lost = false;
    double factor = 1;
    if (!is_rate(rate))
        return FINANCE_RATE;
    for (size_t i = 0; i < f->count; i++, factor /= 1 + rate) {
        double before = p.total, flow = f->amount[i] * factor;
        p.total += flow;
        if (!crossed && p.total >= 0) {
            crossed = true;
            p.whole = i;
            p.interpolated = i == 0 ? 0 : (double)(i - 1) + -before / flow;
        } else if (crossed && p.total < 0) {
            lost = true;
        }
    }
    if (!crossed)
        return FINANCE_NEVER;
    *out = p;
    return lost ? FINANCE_LOST_AGAIN : FINANCE_OK;
}

/* ((1+r)^n - 1)/r, times 1 + r for payments at the start. */
static double annuity_sum(const struct annuity *a, double periods)
{
    double sum = a->rate == 0 ? periods : finance_growth(a->rate, periods) / a->rate;
    return a->at_start ? sum * (1 + a->rate) : sum;
}

static double future_after(const struct annuity *a, double periods, double payment)
{
    return -(a->present * (1 + finance_growth(a->rate, periods)) +
             payment * annuity_sum(a, periods));
}

enum finance_status finance_pmt(const struct annuity *a, double *out)
{
    if (!is_rate(a->rate))
        return FINANCE_RATE;
    if (!(a->periods > 0))
        return FINANCE_ARGUMENT;
    double grown = a->present * (1 + finance_growth(a->rate, a->periods));
    *out = -(grown + a->future) / annuity_sum(a, a->periods);
    return FINANCE_OK;
}

enum finance_status finance_pv(const struct annuity *a, double *out)
{
    if (!is_rate(a->rate))
        return FINANCE_RATE;
    *out = -(a->future + a->payment * annuity_sum(a, a->periods)) /
           (1 + finance_growth(a->rate, a->periods));
    return FINANCE_OK;
}

enum finance_status finance_fv(const struct annuity *a, double *out)
{
    if (!is_rate(a->rate))
        return FINANCE_RATE;
    *out = future_after(a, a->periods, a->payment);
    return FINANCE_OK;
}

enum finance_status finance_nper(const struct annuity *a, double *out)
{
    double r = a->rate, n;
    if (!is_rate(r))
        return FINANCE_RATE;
    if (r == 0) {
        n = -(a->present + a->future) / a->payment;
    } else {
        double pmt = a->payment * (a->at_start ? 1 + r : 1);
        double ratio = (pmt - a->future * r) / (pmt + a->present * r);
        if (!(ratio > 0))
            return FINANCE_NO_ROOT;
        n = vmath_log_of(ratio) / log1p_of(r);
    }
    if (!isfinite(n) || n < 0)
        return FINANCE_NO_ROOT;
    *out = n;
    return FINANCE_OK;
}

enum finance_status finance_rate(struct arena *arena, const struct annuity *a,
                                 struct finance_roots *out)
{
    if (!(a->periods >= 1 && a->periods <= 12000) || a->periods != floor(a->periods))
        return FINANCE_ARGUMENT;
    size_t n = (size_t)a->periods;
    double *amount = ARENA_ARRAY(arena, n + 1, double);
    for (size_t i = 0; i <= n; i++)
        amount[i] = i == (a->at_start ? n : 0) ? 0 : a->payment;
    amount[0] += a->present;
    amount[n] += a->future;
    struct flows f = { .amount = amount, .count = n + 1 };
    return finance_irr(arena, &f, out);
}

enum finance_status finance_ipmt(const struct annuity *a, unsigned period, double *out)
{
    double payment;
    enum finance_status status = finance_pmt(a, &payment);
    if (status != FINANCE_OK)
        return status;
    if (period < 1 || period > a->periods)
        return FINANCE_ARGUMENT;
    double interest = future_after(a, (double)period - 1, payment) * a->rate;
    if (a->at_start) /* the first payment falls due before any interest has */
        interest = period == 1 ? 0 : interest / (1 + a->rate);
    *out = interest;
    return FINANCE_OK;
}

enum finance_status finance_ppmt(const struct annuity *a, unsigned period, double *out)
{
    double payment, interest;
    enum finance_status status = finance_ipmt(a, period, &interest);
    if (status != FINANCE_OK)
        return status;
    status = finance_pmt(a, &payment);
    if (status == FINANCE_OK)
        *out = payment - interest;
    return status;
}

enum finance_status finance_equivalent_annual(double present, double rate, double life,
                                              double *out)
{
    struct annuity a = { .rate = rate, .periods = life, .present = -present };
    return finance_pmt(&a, out);
}

double finance_nominal(double real, double inflation)
{
    return real + inflation + real * inflation;
}

double finance_real(double nominal, double inflation)
{
    return (nominal - inflation) / (1 + inflation);
}

double finance_effective(double rate, double times)
{
    return finance_growth(rate / times, times);
}

enum finance_status finance_decline(double from, double to, double years, double *out)
{
    if (!(from > 0 && to > 0) || years == 0)
        return FINANCE_ARGUMENT;
    *out = 1 - vmath_pow_of(to / from, 1 / years);
    return FINANCE_OK;
}
