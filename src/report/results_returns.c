#include "report/results_returns.h"

#include "base/arena.h"
#include "decisions/returns.h"
#include "decisions/study_finance.h"
#include "doc/json.h"

static void payback(struct json_out *j, const char *key, enum finance_status status,
                    const struct payback *p)
{
    json_key(j, key);
    if (status == FINANCE_OK || status == FINANCE_LOST_AGAIN)
        json_number(j, p->interpolated);
    else
        json_null(j);
}

static const char *note(const struct returns *r)
{
    if (r->rates_status != FINANCE_OK)
        return finance_words(r->rates_status);
    return finance_words(r->payback_status);
}

static void one(struct json_out *j, const struct decision *d, size_t scenario, size_t i,
                const struct returns *r)
{
    json_line(j);
    json_object(j);
    json_pair_string(j, "scenario", d->study->scenarios[scenario].id);
    json_key(j, "alternatives");
    json_array(j);
    json_string(j, d->study->alternatives[0].id);
    json_string(j, d->study->alternatives[i].id);
    json_end(j);
    json_pair_number(j, "net_present_value", r->net_present_value);
    json_key(j, "rates_of_return");
    json_array(j);
    for (size_t k = 0; k < r->rates.count; k++)
        json_number(j, r->rates.rate[k]);
    json_end(j);
    json_key(j, "modified_rate_of_return");
    if (r->modified_status == FINANCE_OK)
        json_number(j, r->modified);
    else
        json_null(j);
    payback(j, "payback", r->payback_status, &r->payback);
    payback(j, "discounted_payback", r->discounted_status, &r->discounted);
    json_pair_string(j, "note", note(r));
    json_end(j);
}

void results_returns(struct json_out *j, const struct decision *d, size_t scenario)
{
    struct returns r;
    for (size_t i = 1; i < d->study->alternative_count; i++)
        if (returns_of(d, scenario, 0, i, &r))
            one(j, d, scenario, i, &r);
}

static void years(struct json_out *j, const struct decision *d, size_t scenario,
                  const node_id *by_year)
{
    json_array(j);
    for (unsigned t = 0; t <= d->study->horizon; t++)
        json_number(j,
                    by_year[t] != NO_NODE ? decide_value(d, scenario, by_year[t]) : 0);
    json_end(j);
}

static void fiscal(struct json_out *j, const struct decision *d, size_t scenario,
                   const struct alternative *alt)
{
    const struct study *s = d->study;
    json_key(j, "cost_by_fiscal_year");
    json_array(j);
    for (size_t i = 0; i < s->fiscal_count; i++) {
        const struct fiscal_year *y = &s->fiscal[i];
        json_line(j);
        json_object(j);
        json_pair_string(j, "year", y->label);
        json_pair_string(j, "from", date_text(s->arena, y->from));
        json_pair_string(j, "to", date_text(s->arena, y->to));
        json_key(j, "partial");
        json_bool(j, y->partial);
        json_pair_number(j, "cost", decide_value(d, scenario, alt->fiscal[i]));
        json_end(j);
    }
    json_end(j);
}

void results_cash(struct json_out *j, const struct decision *d, size_t scenario,
                  size_t alternative)
{
    const struct alternative *alt = &d->study->alternatives[alternative];
    json_key(j, "cost_by_part");
    json_array(j);
    for (size_t i = 0; i < alt->part_count; i++) {
        json_line(j);
        json_object(j);
        json_pair_string(j, "part", alt->parts[i].words);
        json_key(j, "by_year");
        years(j, d, scenario, alt->parts[i].by_year);
        json_end(j);
    }
    json_end(j);
    if (alt->written_off != NULL) {
        json_key(j, "depreciation_by_year");
        json_line(j);
        years(j, d, scenario, alt->written_off);
    }
    json_key(j, "present_by_year");
    json_line(j);
    years(j, d, scenario, alt->present);
    if (alt->fiscal != NULL)
        fiscal(j, d, scenario, alt);
}

static void lease(struct json_out *j, const struct decision *d, size_t scenario,
                  const struct alternative *alt, const struct lease_answer *a)
{
    const struct lease *l = a->line->lease;
    struct finance_roots rates = { 0 };
    json_line(j);
    json_object(j);
    json_pair_string(j, "scenario", d->study->scenarios[scenario].id);
    json_pair_string(j, "alternative", alt->id);
    json_pair_string(j, "item", a->line->label);
    json_pair_number(j, "months", l->months);
    json_pair_number(j, "payments_a_year", l->per_year);
    json_pair_string(j, "timing", l->advance ? "advance" : "arrears");
    json_pair_number(j, "price", decide_value(d, scenario, l->price));
    json_pair_number(j, "payment", decide_value(d, scenario, l->payment));
    json_key(j, "purchase_option");
    if (l->option != NO_NODE)
        json_number(j, decide_value(d, scenario, l->option));
    else
        json_null(j);
    json_key(j, "bought");
    json_bool(j, l->buy);
    json_key(j, "implicit_rates");
    json_array(j);
    if (lease_rate(d, scenario, l, &rates))
        for (size_t i = 0; i < rates.count; i++)
            json_number(j, rates.rate[i] * l->per_year);
    json_end(j);
    json_pair_number(j, "total_paid", decide_value(d, scenario, a->total));
    json_pair_number(j, "present_value", decide_value(d, scenario, a->present));
    json_end(j);
}

void results_leases(struct json_out *j, const struct decision *d, size_t scenario)
{
    for (size_t i = 0; i < d->study->alternative_count; i++) {
        const struct alternative *alt = &d->study->alternatives[i];
        for (size_t k = 0; k < alt->lease_count; k++)
            lease(j, d, scenario, alt, &alt->leases[k]);
    }
}
