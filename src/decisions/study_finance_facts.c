/* study_finance_facts.c - the finance block in words, with the formula of each part. */
#include "base/arena.h"
#include "base/format.h"
#include "decisions/decide.h"
#include "decisions/study_finance_parts.h"

struct asked {
    const struct study *s;
    const struct decision *d;
    size_t scenario;
    const struct finance_terms *f;
};

static const char *percent(const struct asked *q, node_id id, const char *per)
{
    if (id == NO_NODE)
        return NULL;
    double x = decide_value(q->d, q->scenario, id) * 100;
    return arena_printf(q->s->arena, "%s %%%s", format_number(q->s->arena, x, 6), per);
}

static const char *start(const struct asked *q)
{
    struct date day;
    if (!study_year_date(q->s, 0, &day))
        return NULL;
    return date_text(q->s->arena, day);
}

static const char *fiscal(const struct asked *q)
{
    if (q->s->fiscal_count == 0)
        return NULL;
    return arena_printf(q->s->arena, "begins in %s",
                        finance_months[q->f->fiscal_month - 1]);
}

static const char *timing(const struct asked *q)
{
    return q->f->at_start ? "start of the year" : "end of the year";
}

static const char *discount(const struct asked *q)
{
    double x = decide_value(q->d, q->scenario, q->s->discount_rate) * 31536000 * 100;
    struct arena *a = q->s->arena;
    const char *text = arena_printf(a, "%s %% a year, %s", format_number(a, x, 6),
                                    q->f->real ? "real" : "nominal");
    if (!q->f->real)
        return text;
    double i = decide_value(q->d, q->scenario, q->f->inflation);
    return arena_printf(a, "%s; nominal %s %%", text,
                        format_number(a, ((1 + x / 100) * (1 + i) - 1) * 100, 6));
}

static const char *days(const struct asked *q)
{
    return study_day_count(q->s);
}

static const char *whole_years(const struct asked *q)
{
    return study_day_count(q->s) == NULL ? "whole years" : NULL;
}

static const char *inflation(const struct asked *q)
{
    return percent(q, q->f->inflation, " a year");
}

static const char *decline(const struct asked *q)
{
    return percent(q, q->f->decline, " a year");
}

static const char *contingency(const struct asked *q)
{
    return percent(q, q->f->contingency, "");
}

static const char *vat(const struct asked *q)
{
    return percent(q, q->f->vat, "");
}

static const char *tax(const struct asked *q)
{
    return percent(q, q->f->tax, "");
}

static const char *no_tax(const struct asked *q)
{
    return q->f->tax == NO_NODE ? "none" : NULL;
}

static const char *depreciation(const struct asked *q)
{
    return q->f->method;
}

static const char *residual(const struct asked *q)
{
    return percent(q, q->f->residual, "");
}

static const char *exchange(const struct asked *q)
{
    const char *text = NULL;
    for (size_t i = 0; i < q->f->fx_count; i++) {
        const struct exchange *x = &q->f->fx[i];
        double rate = decide_value(q->d, q->scenario, x->rate[0]);
        text =
            arena_printf(q->s->arena, "%s%s%s %s/%s of %s%s", text != NULL ? text : "",
                         text != NULL ? "; " : "", format_number(q->s->arena, rate, 8),
                         q->s->currency, x->code, x->as_of,
                         x->rate[0] != x->rate[q->s->horizon] ? ", then by year" : "");
    }
    return text;
}

static const struct {
    const char *name;
    const char *(*value)(const struct asked *q);
    const char *rule;
} facts[] = {
    { "Day 0", start, "purchases are paid on it; year t ends t years later" },
    { "Fiscal year", fiscal,
      "a flow belongs to the fiscal year of its day; what falls at the end of a year "
      "is "
      "paid on the day before the next" },
    { "Recurring payments", timing,
      "unless a line says otherwise; a line paid by month or quarter is paid inside "
      "its "
      "year" },
    { "Discount rate", discount,
      "factor of a payment after y years: 1 / (1 + rate)^y; with a real rate, rate = "
      "(1 + real) (1 + inflation) - 1" },
    { "Time between payments", whole_years, "y = t at the end of year t" },
    { "Day count", days, "y = days from day 0 by this convention" },
    { "Inflation", inflation,
      "a payment after t years is its amount of day 0 times (1 + inflation)^t; lease "
      "payments are fixed" },
    { "Decline of prices", decline,
      "what is bought after t years costs (1 - decline)^t of its price" },
    { "Contingency", contingency, "on every payment, times (1 + contingency)" },
    { "Value added tax", vat, "not recovered: on every payment, times (1 + rate)" },
    { "Tax", no_tax, "all amounts are before tax" },
    { "Tax", tax,
      "year t saves tax x (recurring and lease payments + depreciation of the year), "
      "at "
      "its end" },
    { "Depreciation", depreciation,
      "of purchases, from the year after they are bought; at the horizon tax x "
      "(residual "
      "value - book value) is paid" },
    { "Residual value", residual,
      "of the price of what is in use at the horizon, got back then" },
    { "Exchange rate", exchange, "amount x rate, at the rate of the day it is dated" },
};

bool study_finance_fact(const struct study *s, const struct decision *d,
                        size_t scenario, size_t i, struct finance_fact *out)
{
    const struct asked q = { s, d, scenario, s->finance };
    if (s->finance == NULL || i >= sizeof facts / sizeof *facts)
        return false;
    *out = (struct finance_fact){ facts[i].name, facts[i].value(&q), facts[i].rule };
    return true;
}
