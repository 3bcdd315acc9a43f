#include "report/results_sizing.h"

#include "base/arena.h"
#include "base/buf.h"

const char *sizing_binding(const struct decision *d, size_t scenario,
                           const struct sizing *z)
{
    struct buf b = buf_on(d->study->arena);
    double most = decide_value(d, scenario, z->size.count);
    size_t found = 0;
    if (z->size.limit_count == 0)
        return "quantity";
    if (most == 0)
        return "nothing";
    for (size_t i = 0; i < z->size.limit_count; i++)
        if (decide_value(d, scenario, z->size.limits[i].count) == most)
            buf_printf(&b, "%s%s", found++ > 0 ? " and " : "", z->size.limits[i].name);
    return buf_text(&b);
}

static void line(struct json_out *j, const struct decision *d, size_t scenario,
                 const char *alternative, const struct line *l)
{
    const struct sizing *z = l->sizing;
    json_line(j);
    json_object(j);
    json_pair_string(j, "scenario", d->study->scenarios[scenario].id);
    json_pair_string(j, "alternative", alternative);
    json_pair_string(j, "workload", z->workload);
    json_pair_string(j, "item", z->hardware->item->id);
    json_pair_string(j, "role", z->role);
    json_pair_number(j, "count", decide_value(d, scenario, z->count));
    json_pair_string(j, "binding", sizing_binding(d, scenario, z));
    json_pair_number(j, "sold", decide_value(d, scenario, z->sold));
    json_key(j, "limits");
    json_object(j);
    for (size_t i = 0; i < z->size.limit_count; i++)
        json_pair_number(j, z->size.limits[i].name,
                         decide_value(d, scenario, z->size.limits[i].count));
    json_end(j);
    if (z->layout != NULL)
        json_pair_string(j, "layout", z->layout);
    if (z->ratio != NO_NODE) {
        json_pair_number(j, "reduction", decide_value(d, scenario, z->ratio));
        json_pair_string(j, "reduction_source", z->ratio_source);
    }
    for (size_t i = 0; i < z->figure_count; i++)
        if (z->figures[i].shown)
            json_pair_number(j, z->figures[i].name,
                             decide_value(d, scenario, z->figures[i].node));
    json_end(j);
}

void results_sizing(struct json_out *j, const struct decision *d, size_t scenario)
{
    const struct study *s = d->study;
    for (size_t i = 0; i < s->alternative_count; i++)
        for (size_t k = 0; k < s->alternatives[i].line_count; k++)
            if (s->alternatives[i].lines[k].sizing != NULL)
                line(j, d, scenario, s->alternatives[i].id,
                     &s->alternatives[i].lines[k]);
}
