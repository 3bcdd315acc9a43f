#include "report/results.h"

#include <math.h>

#include "base/arena.h"
#include "base/output.h"
#include "decisions/decide.h"
#include "doc/json.h"
#include "measure/runs.h"
#include "report/results_basis.h"
#include "report/results_bill.h"
#include "report/results_readings.h"
#include "report/results_returns.h"
#include "report/results_rules.h"
#include "report/results_sizing.h"

struct results {
    struct json_out j;
    const struct decision *d;
    const struct study *s;
};

static void text(struct results *r, const char *key, const char *value)
{
    json_pair_string(&r->j, key, value);
}

static void number(struct results *r, const char *key, double value)
{
    json_pair_number(&r->j, key, value);
}

static void count(struct results *r, const char *key, size_t n)
{
    json_key(&r->j, key);
    json_int(&r->j, (long long)n);
}

static void array(struct results *r, const char *key)
{
    json_key(&r->j, key);
    json_array(&r->j);
}

static void flat_array(struct results *r, const char *key)
{
    json_key(&r->j, key);
    json_line(&r->j);
    json_array(&r->j);
}

static void head(struct results *r)
{
    const struct document_facts *f = &r->s->document;
    text(r, OUTPUT_MARK_KEY, OUTPUT_MARK " " PRICEPERF_VERSION);
    text(r, "study", r->s->id);
    text(r, "title", r->s->title);
    text(r, "currency", r->s->currency);
    count(r, "horizon_years", r->s->horizon);
    json_key(&r->j, "document");
    json_object(&r->j);
    text(r, "date", f->date);
    text(r, "reference", f->reference);
    text(r, "version", f->version);
    text(r, "status", f->status);
    text(r, "prepared_by", f->prepared_by);
    text(r, "reviewed_by", f->reviewed_by);
    text(r, "approved_by", f->approved_by);
    text(r, "prices_as_of", date_text(r->s->arena, r->s->prices_as_of));
    text(r, "recommended_in", r->s->scenarios[r->d->chosen].id);
    json_end(&r->j);
}

static void feasible(struct results *r, enum feasible f)
{
    json_key(&r->j, "feasible");
    if (f == FEASIBLE_UNKNOWN)
        json_string(&r->j, "unknown");
    else
        json_bool(&r->j, f == FEASIBLE_YES);
}

static void alternative(struct results *r, size_t scenario, size_t i)
{
    static const char *const status[] = { "met", "failed", "unknown" };
    const struct alternative *alt = &r->s->alternatives[i];
    const struct alternative_answer *a = &r->d->scenarios[scenario].alternatives[i];
    json_object(&r->j);
    text(r, "scenario", r->s->scenarios[scenario].id);
    text(r, "id", alt->id);
    text(r, "title", alt->title);
    feasible(r, a->feasible);
    array(r, "must_haves");
    for (size_t k = 0; k < alt->must_have_count; k++) {
        json_line(&r->j);
        json_object(&r->j);
        text(r, "id", alt->must_haves[k].id);
        text(r, "status", status[a->musts[k]]);
        text(r, "evidence", alt->must_haves[k].evidence);
        json_end(&r->j);
    }
    json_end(&r->j);
    number(r, "cost_total", a->cost);
    number(r, "cost_nominal", a->nominal);
    if (alt->capex != NO_NODE) {
        number(r, "capex", decide_value(r->d, scenario, alt->capex));
        number(r, "opex", decide_value(r->d, scenario, alt->opex));
        number(r, "tax", decide_value(r->d, scenario, alt->tax));
        number(r, "equivalent_annual_cost",
               decide_value(r->d, scenario, alt->equivalent_annual));
    }
    flat_array(r, "cost_by_year");
    for (unsigned t = 0; t <= r->s->horizon; t++)
        json_number(&r->j, a->by_year[t]);
    json_end(&r->j);
    if (r->s->finance != NULL)
        results_cash(&r->j, r->d, scenario, i);
    array(r, "price_performance");
    results_ratios(&r->j, r->d, scenario, i);
    json_end(&r->j);
    json_end(&r->j);
}

static void order(struct results *r, size_t scenario)
{
    const struct scenario_answer *a = &r->d->scenarios[scenario];
    for (size_t i = 0; i < r->s->alternative_count; i++)
        if (a->alternatives[a->order[i]].feasible != FEASIBLE_NO)
            json_string(&r->j, r->s->alternatives[a->order[i]].id);
}

static void alternatives(struct results *r)
{
    array(r, "alternatives");
    for (size_t sc = 0; sc < r->s->scenario_count; sc++)
        for (size_t i = 0; i < r->s->alternative_count; i++)
            alternative(r, sc, i);
    json_end(&r->j);
    if (r->s->finance != NULL) {
        array(r, "returns");
        for (size_t sc = 0; sc < r->s->scenario_count; sc++)
            results_returns(&r->j, r->d, sc);
        json_end(&r->j);
        array(r, "leases");
        for (size_t sc = 0; sc < r->s->scenario_count; sc++)
            results_leases(&r->j, r->d, sc);
        json_end(&r->j);
    }
    flat_array(r, "ranking");
    order(r, 0);
    json_end(&r->j);
    array(r, "rankings");
    for (size_t sc = 0; sc < r->s->scenario_count; sc++) {
        json_line(&r->j);
        json_object(&r->j);
        text(r, "scenario", r->s->scenarios[sc].id);
        array(r, "order");
        order(r, sc);
        json_end(&r->j);
        json_key(&r->j, "tie");
        json_bool(&r->j, r->d->scenarios[sc].tie);
        json_end(&r->j);
    }
    json_end(&r->j);
}

/* ---- break-even ---- */

struct pair {
    const char *a, *b;
    double factor; /* of the variable's unit */
};

static const char *cheaper_id(const struct pair *p, enum cheaper c)
{
    return c == CHEAPER_A ? p->a : c == CHEAPER_B ? p->b : NULL;
}

static void crossings(struct results *r, const struct pair *p, const struct roots *f)
{
    static const char *const kinds[] = { "cross", "jump", "touch", "equal" };
    flat_array(r, "roots");
    for (size_t i = 0; i < f->root_count; i++)
        json_number(&r->j, f->roots[i] / p->factor);
    json_end(&r->j);
    array(r, "crossings");
    for (size_t i = 0; i < f->crossing_count; i++) {
        json_line(&r->j);
        json_object(&r->j);
        number(r, "x", f->crossings[i].x / p->factor);
        text(r, "kind", kinds[f->crossings[i].kind]);
        if (f->crossings[i].kind == CROSSING_EQUAL)
            number(r, "to", f->crossings[i].to / p->factor);
        json_end(&r->j);
    }
    json_end(&r->j);
    array(r, "intervals");
    for (size_t i = 0; i < f->stretch_count; i++) {
        json_line(&r->j);
        json_object(&r->j);
        number(r, "from", f->stretches[i].from / p->factor);
        number(r, "to", f->stretches[i].to / p->factor);
        text(r, "cheaper", cheaper_id(p, f->stretches[i].cheaper));
        json_end(&r->j);
    }
    json_end(&r->j);
    text(r, "cheaper_below", cheaper_id(p, f->below));
    text(r, "cheaper_above", cheaper_id(p, f->above));
    flat_array(r, "beyond");
    for (size_t i = 0; i < f->beyond_count; i++)
        json_number(&r->j, f->beyond[i] / p->factor);
    json_end(&r->j);
    json_key(&r->j, "complete");
    json_bool(&r->j, f->complete);
}

static void break_even(struct results *r, size_t question, size_t scenario)
{
    const struct break_even_question *q = &r->s->break_evens[question];
    const struct break_even_answer *a = &r->d->break_evens[question][scenario];
    const struct node *v = graph_node(r->s->graph, q->variable);
    struct pair p = { r->s->alternatives[q->a].id, r->s->alternatives[q->b].id,
                      v->unit.factor };
    json_object(&r->j);
    text(r, "id", q->id);
    text(r, "scenario", r->s->scenarios[scenario].id);
    text(r, "variable", v->name);
    text(r, "unit", v->unit.text);
    flat_array(r, "alternatives");
    json_string(&r->j, p.a);
    json_string(&r->j, p.b);
    json_end(&r->j);
    flat_array(r, "range");
    json_number(&r->j, q->lo.x / p.factor);
    json_number(&r->j, q->hi.x / p.factor);
    json_end(&r->j);
    crossings(r, &p, &a->roots);
    json_key(&r->j, "at");
    json_line(&r->j);
    json_object(&r->j);
    number(r, "value", a->at / p.factor);
    text(r, "cheaper", cheaper_id(&p, a->cheaper));
    number(r, "difference", a->difference);
    json_end(&r->j);
    text(r, "note", a->note);
    json_end(&r->j);
}

static void break_evens(struct results *r)
{
    array(r, "break_even");
    for (size_t q = 0; q < r->s->break_even_count; q++)
        for (size_t sc = 0; sc < r->s->scenario_count; sc++)
            break_even(r, q, sc);
    json_end(&r->j);
    array(r, "sizing");
    for (size_t sc = 0; sc < r->s->scenario_count; sc++)
        results_sizing(&r->j, r->d, sc);
    json_end(&r->j);
}

/* ---- licences, sensitivity, risk ---- */

static void licence(struct results *r, size_t scenario, const char *alternative,
                    const struct line *line)
{
    const struct licence_result *l = line->licence;
    for (size_t m = 0; m < l->licence->metric_count; m++) {
        const struct licence_count *c = &l->counts[m];
        if (decide_value(r->d, scenario, c->counted) == 0)
            continue;
        double unit = graph_node(r->s->graph, c->required)->unit.factor;
        double required = decide_value(r->d, scenario, c->required) / unit;
        json_object(&r->j);
        text(r, "scenario", r->s->scenarios[scenario].id);
        text(r, "alternative", alternative);
        text(r, "product", l->licence->id);
        text(r, "metric", c->metric->name);
        text(r, "unit", c->metric->unit);
        number(r, "required", required);
        double owned =
            c->owned != NO_NODE ? decide_value(r->d, scenario, c->owned) / unit : 0;
        number(r, "owned", owned);
        number(r, "shortfall", fmax(required - owned, 0));
        number(r, "surplus", fmax(owned - required, 0));
        number(r, "cost_of_shortfall", decide_value(r->d, scenario, c->amount));
        text(r, "reading", decide_reading(r->d, line, scenario)->name);
        results_readings(&r->j, r->d, scenario, line);
        results_evidence(&r->j, r->d, scenario, c);
        array(r, "chain");
        for (size_t k = 0; k < c->step_count; k++) {
            json_line(&r->j);
            json_object(&r->j);
            text(r, "step", c->steps[k].words);
            number(r, "value", decide_value(r->d, scenario, c->steps[k].node));
            if (c->steps[k].limit != NO_NODE) {
                json_key(&r->j, "binding");
                json_bool(&r->j, decide_binds(r->d, scenario, &c->steps[k]));
            }
            json_end(&r->j);
        }
        json_end(&r->j);
        json_end(&r->j);
    }
}

/* Licences, or what is sold as a service: the same chains. */
static void licences(struct results *r, const char *key, bool services)
{
    array(r, key);
    for (size_t sc = 0; sc < r->s->scenario_count; sc++)
        for (size_t i = 0; i < r->s->alternative_count; i++)
            for (size_t k = 0; k < r->s->alternatives[i].line_count; k++)
                if (r->s->alternatives[i].lines[k].licence != NULL &&
                    r->s->alternatives[i].lines[k].licence->licence->service ==
                        services)
                    licence(r, sc, r->s->alternatives[i].id,
                            &r->s->alternatives[i].lines[k]);
    json_end(&r->j);
}

static bool has_services(const struct study *s)
{
    for (size_t i = 0; i < s->alternative_count; i++)
        for (size_t k = 0; k < s->alternatives[i].line_count; k++) {
            const struct licence_result *l = s->alternatives[i].lines[k].licence;
            if (l != NULL && l->licence->service)
                return true;
        }
    return false;
}

static void sensitivities(struct results *r)
{
    array(r, "sensitivity");
    for (size_t i = 0; i < r->s->sensitivity_count; i++) {
        const struct sensitivity_answer *a = &r->d->sensitivities[i];
        const struct break_even_question *q =
            &r->s->break_evens[r->s->sensitivities[i].of];
        double factor = graph_node(r->s->graph, q->variable)->unit.factor;
        for (size_t k = 0; k < a->count; k++) {
            const struct node *n = graph_node(r->s->graph, a->rows[k].input);
            json_line(&r->j);
            json_object(&r->j);
            text(r, "of", q->id);
            text(r, "scenario", r->s->scenarios[r->s->sensitivities[i].scenario].id);
            text(r, "input", n->name);
            text(r, "unit", n->unit.text);
            number(r, "low", a->rows[k].low / n->unit.factor);
            number(r, "high", a->rows[k].high / n->unit.factor);
            number(r, "root_low", a->rows[k].root_low / factor);
            number(r, "root_high", a->rows[k].root_high / factor);
            text(r, "varied", a->rows[k].how);
            json_end(&r->j);
        }
    }
    json_end(&r->j);
}

static void risk(struct results *r, size_t i)
{
    const struct draws_result *a = &r->d->risks[i];
    const struct break_even_question *q = &r->s->break_evens[r->s->risks[i].of];
    double factor = graph_node(r->s->graph, q->variable)->unit.factor;
    json_object(&r->j);
    text(r, "id", q->id);
    text(r, "scenario", r->s->scenarios[r->s->risks[i].scenario].id);
    flat_array(r, "alternatives");
    json_string(&r->j, r->s->alternatives[q->a].id);
    json_string(&r->j, r->s->alternatives[q->b].id);
    json_end(&r->j);
    count(r, "draws", a->draws);
    count(r, "seed", a->seed);
    flat_array(r, "inputs");
    for (size_t k = 0; k < a->input_count; k++)
        json_string(&r->j, graph_node(r->s->graph, a->inputs[k])->name);
    json_end(&r->j);
    number(r, "at", a->variable_at / factor);
    number(r, "probability_cheaper", a->probability_cheaper);
    json_key(&r->j, "break_even");
    json_line(&r->j);
    json_object(&r->j);
    number(r, "p5", a->break_even.p5 / factor);
    number(r, "p50", a->break_even.p50 / factor);
    number(r, "p95", a->break_even.p95 / factor);
    number(r, "share_none", a->share_none);
    json_end(&r->j);
    json_key(&r->j, "difference");
    json_line(&r->j);
    json_object(&r->j);
    number(r, "p5", a->difference.p5);
    number(r, "p50", a->difference.p50);
    number(r, "p95", a->difference.p95);
    json_end(&r->j);
    flat_array(r, "regret");
    json_number(&r->j, a->regret[0]);
    json_number(&r->j, a->regret[1]);
    json_end(&r->j);
    count(r, "failed", a->break_even.failed);
    json_end(&r->j);
}

static void risks(struct results *r)
{
    array(r, "risk");
    for (size_t i = 0; i < r->s->risk_count; i++)
        risk(r, i);
    json_end(&r->j);
}

/* ---- what it rests on ---- */

static void claims(struct results *r)
{
    array(r, "claims");
    for (size_t i = 0; i < r->d->claims.count; i++) {
        const struct claim_result *c = &r->d->claims.items[i];
        json_object(&r->j);
        text(r, "id", c->id);
        text(r, "quantity", c->quantity);
        text(r, "words", c->words);
        text(r, "stated", c->stated);
        text(r, "recomputed", c->recomputed);
        text(r, "verdict", verdict_names[c->verdict]);
        text(r, "why", c->why);
        json_end(&r->j);
    }
    json_end(&r->j);
    array(r, "findings");
    for (size_t i = 0; i < r->d->finding_count; i++) {
        json_object(&r->j);
        text(r, "id", r->d->findings[i].id);
        text(r, "text", r->d->findings[i].text);
        json_end(&r->j);
    }
    json_end(&r->j);
}

const char *results_json(const struct decision *d)
{
    struct results r = { .j = json_on(d->study->arena), .d = d, .s = d->study };
    json_object(&r.j);
    head(&r);
    results_scenarios(&r.j, d);
    alternatives(&r);
    break_evens(&r);
    results_bill(&r.j, d);
    licences(&r, "licences", false);
    if (has_services(r.s))
        licences(&r, "services", true);
    sensitivities(&r);
    risks(&r);
    claims(&r);
    if (d->rules.profile != NULL)
        results_rules(&r.j, &d->rules);
    results_basis(&r.j, d->study);
    json_end(&r.j);
    return json_text(&r.j);
}
