#include "report/results_bill.h"

#include "base/arena.h"
#include "doc/json.h"
#include "report/bill.h"

static const char *written(const struct study *s, size_t scenario, const char *input)
{
    const struct doc_node *all = doc_get(s->root, "scenarios");
    return doc_text(doc_get(doc_get(all, s->scenarios[scenario].id), input));
}

static void override(struct json_out *j, const struct study *s, size_t scenario,
                     const struct override *o)
{
    const struct node *in = graph_node(s->graph, o->input);
    json_line(j);
    json_object(j);
    json_pair_string(j, "input", in->name);
    if (o->by != NO_NODE) {
        const char *name = graph_node(s->graph, o->by)->name;
        json_pair_string(j, "by", name != NULL ? name : written(s, scenario, in->name));
    } else {
        json_pair_number(j, "value", o->value.x / in->unit.factor);
        json_pair_string(j, "unit", in->unit.text);
        if (in->as.input->choices != NULL)
            json_pair_string(j, "choice", in->as.input->choices[(size_t)o->value.x]);
    }
    json_end(j);
}

void results_scenarios(struct json_out *j, const struct decision *d)
{
    const struct study *s = d->study;
    json_key(j, "scenarios");
    json_array(j);
    for (size_t sc = 0; sc < s->scenario_count; sc++) {
        json_object(j);
        json_pair_string(j, "scenario", s->scenarios[sc].id);
        json_pair_string(j, "title", s->scenarios[sc].title);
        json_key(j, "overrides");
        json_array(j);
        for (size_t i = 0; i < s->scenarios[sc].count; i++)
            override(j, s, sc, &s->scenarios[sc].overrides[i]);
        json_end(j);
        json_end(j);
    }
    json_end(j);
}

static void line(struct json_out *j, const struct bill_line *l)
{
    json_pair_string(j, "line", l->line);
    json_pair_string(j, "kind", bill_kinds[l->kind]);
    json_pair_string(j, "description", l->description);
    json_pair_string(j, "part", l->part);
    json_pair_number(j, "quantity", l->quantity);
    json_pair_string(j, "quantity_unit", l->quantity_unit);
    json_pair_number(j, "unit_price", l->price);
    json_pair_string(j, "price_unit", l->price_unit);
    json_pair_number(j, "extended", l->extended);
    json_pair_number(j, "maintenance", l->maintenance);
    json_pair_string(j, "group", l->group);
    json_pair_string(j, "price_source", l->source);
    if (l->pedigree != NULL) {
        json_pair_string(j, "source", l->pedigree->source);
        json_pair_string(j, "as_of", l->pedigree->as_of);
        json_pair_string(j, "confidence", l->pedigree->confidence);
    }
}

void results_bill(struct json_out *j, const struct decision *d)
{
    const struct study *s = d->study;
    const struct maker m = { .a = s->arena, .d = d, .s = s };
    json_key(j, "bill");
    json_array(j);
    for (size_t sc = 0; sc < s->scenario_count; sc++)
        for (size_t i = 0; i < s->alternative_count; i++) {
            struct bill b = bill_of(&m, sc, i);
            for (size_t k = 0; k < b.count; k++) {
                json_line(j);
                json_object(j);
                json_pair_string(j, "scenario", s->scenarios[sc].id);
                json_pair_string(j, "alternative", s->alternatives[i].id);
                line(j, &b.lines[k]);
                json_end(j);
            }
        }
    json_end(j);
}
