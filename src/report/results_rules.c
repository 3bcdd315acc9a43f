#include "report/results_rules.h"

#include "decisions/study_order.h"
#include "doc/json.h"

static void count(struct json_out *j, const char *key, size_t n)
{
    json_key(j, key);
    json_int(j, (long long)n);
}

static void check(struct json_out *j, const struct rule_result *r)
{
    json_line(j);
    json_object(j);
    json_pair_string(j, "alternative", r->alternative);
    json_pair_string(j, "check", r->rule->check->name);
    json_pair_string(j, "demand", r->rule->words);
    json_pair_string(j, "clause", r->rule->clause);
    json_pair_string(j, "result", rule_status_names[r->status]);
    json_pair_string(j, "evidence", r->evidence);
    if (r->at.line > 0)
        count(j, "line", r->at.line);
    json_end(j);
}

void results_rules(struct json_out *j, const struct rule_results *r)
{
    json_key(j, "rules");
    json_object(j);
    json_pair_string(j, "id", r->profile->id);
    json_pair_string(j, "title", r->profile->title);
    count(j, "passed", r->count - r->failed - r->unknown);
    count(j, "failed", r->failed);
    count(j, "unknown", r->unknown);
    json_key(j, "checks");
    json_array(j);
    for (size_t i = 0; i < r->count; i++)
        check(j, &r->items[i]);
    json_end(j);
    json_end(j);
}

void results_ratios(struct json_out *j, const struct decision *d, size_t scenario,
                    size_t alternative)
{
    const struct study *s = d->study;
    const struct order *o = s->alternatives[alternative].order;
    for (size_t i = 0; i < o->ratio_count; i++) {
        const struct order_ratio *r = &o->ratios[i];
        json_line(j);
        json_object(j);
        json_pair_string(j, "metric", r->unit);
        json_pair_number(j, "value", decide_value(d, scenario, r->printed));
        json_pair_string(j, "unit", s->currency);
        json_pair_number(j, "per", exact_double(r->per));
        json_pair_string(j, "rounding", ratio_rounding_names[r->rounding]);
        json_pair_number(j, "unrounded", decide_value(d, scenario, r->exact));
        json_pair_number(j, "performance",
                         decide_value(d, scenario, r->performance_printed));
        json_end(j);
    }
}
