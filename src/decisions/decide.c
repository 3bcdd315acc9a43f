#include "decisions/decide.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "decisions/decide_parts.h"
#include "decisions/study_finance.h"
#include "decisions/study_order.h"
#include "decisions/study_parts.h"

/* The price and every step of a chain, which explain it. */
static size_t more_targets(const struct study *s, const struct licence_count *c,
                           node_id **t, size_t n, size_t *capacity)
{
    if (c->price != NO_NODE)
        ARENA_PUSH(s->arena, *t, n, *capacity) = c->price;
    if (c->by_year != NULL)
        ARENA_PUSH(s->arena, *t, n, *capacity) = c->by_year[1];
    ARENA_PUSH(s->arena, *t, n, *capacity) = c->bought;
    for (size_t i = 0; i < c->demand_count; i++) {
        ARENA_PUSH(s->arena, *t, n, *capacity) = c->demands[i].holds;
        if (c->demands[i].value != NO_NODE)
            ARENA_PUSH(s->arena, *t, n, *capacity) = c->demands[i].value;
    }
    if (c->owned != NO_NODE)
        ARENA_PUSH(s->arena, *t, n, *capacity) = c->owned;
    for (size_t i = 0; i < c->step_count; i++) {
        ARENA_PUSH(s->arena, *t, n, *capacity) = c->steps[i].node;
        if (c->steps[i].limit != NO_NODE) {
            ARENA_PUSH(s->arena, *t, n, *capacity) = c->steps[i].limit;
            ARENA_PUSH(s->arena, *t, n, *capacity) = c->steps[i].before;
        }
    }
    return n;
}

/* The counts of hardware, why, and what of its figures is shown. */
static size_t sizing_targets(const struct study *s, const struct line *l, node_id **t,
                             size_t n, size_t *capacity)
{
    const struct sizing *z = l->sizing;
    ARENA_PUSH(s->arena, *t, n, *capacity) = l->quantity;
    ARENA_PUSH(s->arena, *t, n, *capacity) = z->size.count;
    ARENA_PUSH(s->arena, *t, n, *capacity) = z->count;
    if (z->ratio != NO_NODE)
        ARENA_PUSH(s->arena, *t, n, *capacity) = z->ratio;
    for (size_t i = 0; i < z->size.limit_count; i++)
        ARENA_PUSH(s->arena, *t, n, *capacity) = z->size.limits[i].count;
    for (size_t i = 0; i < z->figure_count; i++)
        if (z->figures[i].shown)
            ARENA_PUSH(s->arena, *t, n, *capacity) = z->figures[i].node;
    return n;
}

struct target_list {
    const struct study *s;
    node_id *items;
    size_t count, capacity;
};

static void push_target(void *context, node_id id)
{
    struct target_list *t = context;
    if (id != NO_NODE)
        ARENA_PUSH(t->s->arena, t->items, t->count, t->capacity) = id;
}

static void push(const struct study *s, node_id **t, size_t *n, size_t *capacity,
                 node_id id)
{
    if (id != NO_NODE)
        ARENA_PUSH(s->arena, *t, *n, *capacity) = id;
}

/* What other readings of a licence and other evidence would come to. */
static size_t other_targets(const struct study *s, const struct licence_result *l,
                            node_id **t, size_t n, size_t *capacity)
{
    for (size_t i = 0; i < l->licence->reading_count; i++) {
        push(s, t, &n, capacity, l->reads[i].required);
        push(s, t, &n, capacity, l->reads[i].amount);
        push(s, t, &n, capacity, l->reads[i].cost);
    }
    for (size_t i = 0; i < l->licence->metric_count; i++) {
        const struct licence_assumed *both[] = { &l->counts[i].proved,
                                                 &l->counts[i].unproved };
        for (size_t k = 0; k < 2 && l->counts[i].leans; k++) {
            push(s, t, &n, capacity, both[k]->required);
            push(s, t, &n, capacity, both[k]->amount);
            push(s, t, &n, capacity, both[k]->cost);
        }
    }
    return n;
}

/* Everything that any reader of a scenario may ask the value of. */
static node_id *all_targets(const struct study *s, size_t *count)
{
    node_id *t = NULL;
    size_t n = 0, capacity = 0;
    for (size_t i = 0; i < s->name_count; i++)
        ARENA_PUSH(s->arena, t, n, capacity) = s->names[i].node;
    for (size_t i = 0; i < s->alternative_count; i++) {
        const struct alternative *alt = &s->alternatives[i];
        ARENA_PUSH(s->arena, t, n, capacity) = alt->cost;
        ARENA_PUSH(s->arena, t, n, capacity) = alt->nominal;
        ARENA_PUSH(s->arena, t, n, capacity) = alt->purchase;
        ARENA_PUSH(s->arena, t, n, capacity) = alt->yearly;
        if (alt->capex != NO_NODE) {
            ARENA_PUSH(s->arena, t, n, capacity) = alt->capex;
            ARENA_PUSH(s->arena, t, n, capacity) = alt->opex;
            ARENA_PUSH(s->arena, t, n, capacity) = alt->tax;
            ARENA_PUSH(s->arena, t, n, capacity) = alt->equivalent_annual;
            for (size_t k = 0; k < alt->lease_count; k++) {
                ARENA_PUSH(s->arena, t, n, capacity) = alt->leases[k].total;
                ARENA_PUSH(s->arena, t, n, capacity) = alt->leases[k].present;
                const struct lease *l = alt->leases[k].line->lease;
                ARENA_PUSH(s->arena, t, n, capacity) = l->price;
                if (l->option != NO_NODE)
                    ARENA_PUSH(s->arena, t, n, capacity) = l->option;
            }
            for (size_t k = 0; alt->fiscal != NULL && k < s->fiscal_count; k++)
                ARENA_PUSH(s->arena, t, n, capacity) = alt->fiscal[k];
        }
        for (size_t k = 0; k < alt->line_count; k++) {
            const struct line *l = &alt->lines[k];
            ARENA_PUSH(s->arena, t, n, capacity) = l->amount;
            if (l->yearly != NO_NODE)
                ARENA_PUSH(s->arena, t, n, capacity) = l->yearly;
            if (l->sizing != NULL)
                n = sizing_targets(s, l, &t, n, &capacity);
            for (size_t m = 0;
                 l->licence != NULL && m < l->licence->licence->metric_count; m++) {
                ARENA_PUSH(s->arena, t, n, capacity) = l->licence->counts[m].required;
                ARENA_PUSH(s->arena, t, n, capacity) = l->licence->counts[m].counted;
                n = more_targets(s, &l->licence->counts[m], &t, n, &capacity);
            }
            if (l->licence != NULL)
                n = other_targets(s, l->licence, &t, n, &capacity);
        }
        for (size_t k = 0; k < alt->must_have_count; k++)
            if (alt->must_haves[k].state == MUST_KNOWN)
                ARENA_PUSH(s->arena, t, n, capacity) = alt->must_haves[k].truth;
    }
    for (size_t i = 0; i < s->break_even_count; i++)
        ARENA_PUSH(s->arena, t, n, capacity) = s->break_evens[i].difference;
    struct target_list all = { s, t, n, capacity };
    for (size_t i = 0; i < s->alternative_count; i++)
        study_order_nodes(s->alternatives[i].order, push_target, &all);
    *count = all.count;
    return all.items;
}

static bool walk_scenario(struct study *s, size_t i, const node_id *targets,
                          size_t count, struct scenario_answer *out)
{
    struct plan *plan = ARENA_NEW(s->arena, struct plan);
    struct value *values =
        ARENA_ARRAY(s->arena, graph_count(s->graph) + 1, struct value);
    if (!plan_make(s->graph, &s->scenarios[i], targets, count, plan, s->dg) ||
        !plan_point(plan, values, NULL, s->dg))
        return false;
    out->plan = plan;
    out->values = values;
    return true;
}

static double at(const struct scenario_answer *a, node_id id)
{
    return a->values[a->plan->alias[id]].x;
}

double decide_value(const struct decision *d, size_t scenario, node_id id)
{
    return at(&d->scenarios[scenario], id);
}

bool decide_binds(const struct decision *d, size_t scenario,
                  const struct chain_step *step)
{
    if (step->limit == NO_NODE)
        return false;
    double is = decide_value(d, scenario, step->node);
    return is == decide_value(d, scenario, step->limit) &&
           is != decide_value(d, scenario, step->before);
}

static void answer_musts(const struct study *s, const struct alternative *alt,
                         const struct scenario_answer *sc,
                         struct alternative_answer *out)
{
    enum must_status *musts =
        ARENA_ARRAY(s->arena, alt->must_have_count, enum must_status);
    out->feasible = FEASIBLE_YES;
    for (size_t k = 0; k < alt->must_have_count; k++) {
        double truth = alt->must_haves[k].state == MUST_KNOWN
                           ? at(sc, alt->must_haves[k].truth)
                           : NAN;
        musts[k] = isnan(truth) ? STATUS_UNKNOWN
                   : truth != 0 ? STATUS_MET
                                : STATUS_FAILED;
        if (musts[k] == STATUS_FAILED)
            out->feasible = FEASIBLE_NO;
        else if (musts[k] == STATUS_UNKNOWN && out->feasible == FEASIBLE_YES)
            out->feasible = FEASIBLE_UNKNOWN;
    }
    out->musts = musts;
}

static void answer_alternatives(const struct study *s, struct scenario_answer *sc)
{
    struct alternative_answer *all =
        ARENA_ARRAY(s->arena, s->alternative_count, struct alternative_answer);
    for (size_t i = 0; i < s->alternative_count; i++) {
        const struct alternative *alt = &s->alternatives[i];
        double *by_year = ARENA_ARRAY(s->arena, s->horizon + 1, double);
        for (unsigned t = 0; t <= s->horizon; t++)
            by_year[t] = at(sc, alt->by_year[t]);
        all[i].cost = at(sc, alt->cost);
        all[i].nominal = at(sc, alt->nominal);
        all[i].purchase = at(sc, alt->purchase);
        all[i].yearly = at(sc, alt->yearly);
        all[i].by_year = by_year;
        answer_musts(s, alt, sc, &all[i]);
    }
    sc->alternatives = all;
}

static bool tied(double a, double b)
{
    return fabs(a - b) <= TIE * fmax(fabs(a), fabs(b));
}

/* Insertion keeps study order among ties, as the design asks. */
static void rank(const struct study *s, struct scenario_answer *sc)
{
    size_t *order = ARENA_ARRAY(s->arena, s->alternative_count, size_t);
    const struct alternative_answer *all = sc->alternatives;
    for (size_t i = 0; i < s->alternative_count; i++) {
        size_t k = i;
        for (; k > 0; k--) {
            const struct alternative_answer *other = &all[order[k - 1]];
            bool out = all[i].feasible == FEASIBLE_NO;
            bool other_out = other->feasible == FEASIBLE_NO;
            bool before = out != other_out ? other_out
                                           : all[i].cost < other->cost &&
                                                 !tied(all[i].cost, other->cost);
            if (!before)
                break;
            order[k] = order[k - 1];
        }
        order[k] = i;
    }
    sc->order = order;
    sc->tie = s->alternative_count > 1 &&
              tied(all[order[0]].cost, all[order[1]].cost) &&
              all[order[1]].feasible != FEASIBLE_NO;
}

/* What a licence rule cannot count with: less than nothing, more than all of it. */
static void refuse(struct study *s, size_t scenario, const struct scenario_answer *sc,
                   const struct chain_demand *d)
{
    const char *id = s->scenarios[scenario].id;
    if (d->value == NO_NODE)
        diag_error(s->dg, d->at, "in scenario '%s': %s", id, d->words);
    else
        diag_error(s->dg, d->at, "in scenario '%s' %s is %s: %s", id, d->name,
                   format_quantity(s->arena, at(sc, d->value),
                                   graph_node(s->graph, d->value)->unit, DIGITS),
                   d->words);
    if (d->at.line != d->line_at.line || d->at.file != d->line_at.file)
        diag_note(s->dg, d->line_at, "of this line");
}

static bool meet_demands(struct study *s, size_t scenario,
                         const struct scenario_answer *sc)
{
    bool ok = true;
    for (size_t a = 0; a < s->alternative_count; a++)
        for (size_t k = 0; k < s->alternatives[a].line_count; k++) {
            const struct licence_result *l = s->alternatives[a].lines[k].licence;
            for (size_t m = 0; l != NULL && m < l->licence->metric_count; m++) {
                const struct licence_count *c = &l->counts[m];
                for (size_t i = 0; i < c->demand_count; i++) {
                    if (at(sc, c->counted) == 0 || at(sc, c->demands[i].holds) != 0)
                        continue;
                    refuse(s, scenario, sc, &c->demands[i]);
                    ok = false;
                }
            }
        }
    return ok;
}

static bool walk_scenarios(struct study *s, struct decision *d)
{
    size_t count;
    const node_id *targets = all_targets(s, &count);
    struct scenario_answer *all =
        ARENA_ARRAY(s->arena, s->scenario_count, struct scenario_answer);
    for (size_t i = 0; i < s->scenario_count; i++) {
        if (!walk_scenario(s, i, targets, count, &all[i]) ||
            !meet_demands(s, i, &all[i]))
            return false;
        answer_alternatives(s, &all[i]);
        rank(s, &all[i]);
    }
    d->scenarios = all;
    return true;
}

static void warn_ranges(struct study *s, const struct decision *d)
{
    for (size_t i = 0; i < s->scenario_count; i++)
        for (size_t k = 0; k < s->scenarios[i].count; k++) {
            const struct override *o = &s->scenarios[i].overrides[k];
            const struct node *n = graph_node(s->graph, o->input);
            const struct input *in = n->as.input;
            const struct scenario_answer *sc = &d->scenarios[i];
            if (o->by == NO_NODE || !in->ranged)
                continue;
            double x = at(sc, o->input);
            if (x < in->lo.x || x > in->hi.x)
                diag_warn(
                    s->dg, o->at,
                    "in scenario '%s' %s is %s, outside the range of %s to %s that the "
                    "study gives for it",
                    s->scenarios[i].id, n->name,
                    format_scaled(s->arena, x, n->unit, DIGITS),
                    format_scaled(s->arena, in->lo.x, n->unit, DIGITS),
                    format_scaled(s->arena, in->hi.x, n->unit, DIGITS));
        }
}

/* A reading that its own model speaks against is said wherever it is in use. */
static void warn_readings(struct study *s, const struct decision *d)
{
    for (size_t i = 0; i < s->scenario_count; i++)
        for (size_t a = 0; a < s->alternative_count; a++)
            for (size_t k = 0; k < s->alternatives[a].line_count; k++) {
                const struct line *l = &s->alternatives[a].lines[k];
                const struct reading *r = decide_reading(d, l, i);
                if (r != NULL && r->against != NULL)
                    diag_warn(s->dg, l->at, "%s is read '%s': %s", l->label, r->name,
                              r->against);
            }
}

/* What is bought less than nothing of: a saving larger than what is there. */
static void warn_negative(struct study *s, const struct decision *d)
{
    for (size_t i = 0; i < s->scenario_count; i++)
        for (size_t a = 0; a < s->alternative_count; a++)
            for (size_t k = 0; k < s->alternatives[a].line_count; k++) {
                const struct line *l = &s->alternatives[a].lines[k];
                if (l->kind == LINE_ITEM && at(&d->scenarios[i], l->quantity) < 0)
                    diag_warn(s->dg, l->at,
                              "in scenario '%s' the quantity of %s is negative, which "
                              "counts as money received",
                              s->scenarios[i].id, l->label);
            }
}

/* More money off than there is to take it from. */
static void warn_discounts(struct study *s, const struct decision *d)
{
    for (size_t i = 0; i < s->scenario_count; i++)
        for (size_t a = 0; a < s->alternative_count; a++) {
            const struct price_sheet *sheet = &s->alternatives[a].order->sheet;
            for (size_t k = 0; k < sheet->discount_count; k++) {
                const struct sheet_share *x = &sheet->discounts[k];
                for (int c = 0; c < AMOUNT_COLUMNS; c++)
                    if (x->base[c] != NO_NODE &&
                        at(&d->scenarios[i], x->base[c]) +
                                at(&d->scenarios[i], x->printed[c]) <
                            -0.01)
                        diag_warn(s->dg, x->at,
                                  "in scenario '%s' this discount is more than what it "
                                  "comes off",
                                  s->scenarios[i].id);
            }
        }
}

static void warn_distributions(struct study *s)
{
    for (size_t i = 0; i < s->name_count; i++) {
        const struct node *n = graph_node(s->graph, s->names[i].node);
        if (n->kind == NODE_INPUT && n->as.input->distribution.shape != SHAPE_NONE &&
            n->as.input->distribution.source == NULL)
            diag_warn(s->dg, n->at,
                      "the spread of %s is an assumption without a source", n->name);
    }
}

/* An input that a measured figure could replace, and that differs from it. */
static void warn_against(struct study *s)
{
    for (size_t i = 0; i < s->name_count; i++) {
        const struct study_name *n = &s->names[i];
        if (n->against == NO_NODE)
            continue;
        const struct node *node = graph_node(s->graph, n->node);
        double assumed = node->as.input->value.x;
        double measured = plan_value(s->graph, &s->scenarios[0], n->against, s->dg).x;
        if (!(fabs(assumed - measured) <= 0.02 * fabs(measured)))
            diag_warn(s->dg, node->at, "%s is assumed to be %s; measured it is %s",
                      n->name, format_quantity(s->arena, assumed, node->unit, DIGITS),
                      format_quantity(s->arena, measured, node->unit, 4));
    }
}

const struct reading *decide_reading(const struct decision *d, const struct line *line,
                                     size_t scenario)
{
    if (line->licence == NULL)
        return NULL;
    node_id choice = line->licence->choice;
    double ordinal = 0;
    if (choice != NO_NODE)
        ordinal = plan_value(d->study->graph, &d->study->scenarios[scenario], choice,
                             d->study->dg)
                      .x;
    return licence_reading(line->licence, ordinal);
}

static void say_findings(struct study *s, struct decision *d)
{
    struct said *said = ARENA_ARRAY(s->arena, s->finding_count, struct said);
    for (size_t i = 0; i < s->finding_count; i++) {
        const struct finding *f = &s->findings[i];
        bool holds =
            f->when == NO_NODE ||
            plan_value(s->graph, &s->scenarios[f->scenario], f->when, s->dg).x == 1;
        if (holds)
            said[d->finding_count++] =
                (struct said){ f->id, sentence_text(s, &f->say, f->scenario) };
    }
    d->findings = said;
}

bool decide_points(struct study *s)
{
    struct decision ignored = { .study = s, .chosen = s->chosen };
    return study_check_finance(s) && walk_scenarios(s, &ignored);
}

bool decide(struct study *s, const struct decide_options *options, struct decision *out)
{
    *out = (struct decision){ .study = s, .chosen = s->chosen };
    if (!claims_judge(s, &out->claims) || !study_check_finance(s) ||
        !walk_scenarios(s, out) || !decide_break_evens(s, out) ||
        !decide_sensitivities(s, out) || !decide_risks(s, options, out))
        return false;
    const struct rule_profile *rules;
    if (!rules_read(s, &rules))
        return false;
    study_sum(s);
    rules_judge(out, rules, &out->rules);
    say_findings(s, out);
    warn_ranges(s, out);
    warn_readings(s, out);
    warn_distributions(s);
    warn_negative(s, out);
    warn_discounts(s, out);
    warn_against(s);
    return !diag_failed(s->dg);
}
