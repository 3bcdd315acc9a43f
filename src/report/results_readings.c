#include "report/results_readings.h"

#include "decisions/decide.h"
#include "doc/json.h"

static void value(struct json_out *j, const struct decision *d, size_t scenario,
                  const char *key, node_id id)
{
    json_key(j, key);
    if (id == NO_NODE)
        json_null(j);
    else
        json_number(j, decide_value(d, scenario, id));
}

void results_readings(struct json_out *j, const struct decision *d, size_t scenario,
                      const struct line *line)
{
    const struct licence_result *l = line->licence;
    size_t n = l->licence->reading_count;
    json_pair_string(j, "decided_by", l->decided_by);
    json_pair_string(j, "why", l->why);
    json_key(j, "undecided");
    json_bool(j, n > 1 && l->decided_by == NULL);
    json_key(j, "readings");
    json_array(j);
    for (size_t i = 0; n > 1 && i < n; i++) {
        const struct reading *r = &l->licence->readings[i];
        json_line(j);
        json_object(j);
        json_pair_string(j, "reading", r->name);
        json_key(j, "chosen");
        json_bool(j, r == decide_reading(d, line, scenario));
        value(j, d, scenario, "required", l->reads[i].required);
        value(j, d, scenario, "amount", l->reads[i].amount);
        value(j, d, scenario, "cost", l->reads[i].cost);
        json_end(j);
    }
    json_end(j);
}

static void end_of(struct json_out *j, const struct decision *d, size_t scenario,
                   const char *key, const struct licence_assumed *a)
{
    json_key(j, key);
    json_line(j);
    json_object(j);
    value(j, d, scenario, "required", a->required);
    value(j, d, scenario, "amount", a->amount);
    value(j, d, scenario, "cost", a->cost);
    json_end(j);
}

void results_evidence(struct json_out *j, const struct decision *d, size_t scenario,
                      const struct licence_count *count)
{
    json_key(j, "evidence");
    if (!count->leans) {
        json_null(j);
        return;
    }
    json_object(j);
    end_of(j, d, scenario, "with", &count->proved);
    end_of(j, d, scenario, "without", &count->unproved);
    json_end(j);
}
