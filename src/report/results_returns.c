#include "report/results_returns.h"

#include "decisions/returns.h"
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
