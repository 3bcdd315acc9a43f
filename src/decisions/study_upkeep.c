/* study_upkeep.c - what hardware costs after its purchase: maintenance, drives bought
 * again, electricity, rack units, and the residual value at the end. */
#include <string.h>

#include "base/arena.h"
#include "decisions/study_finance.h"
#include "decisions/study_hardware_parts.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"
#include "prices/pedigree.h"

static node_id zero(struct study *s, struct where at)
{
    return graph_const(s->graph, value_of_exact(exact_int(0)), s->money, at);
}

static struct unit unit_of(struct study *s, const char *text)
{
    struct unit u = UNIT_ONE;
    const char *why;
    size_t wrong;
    unit_parse(s->arena, text, strlen(text), &u, &why, &wrong);
    return u;
}

static node_id a_year(struct study *s, struct where at)
{
    struct unit year = unit_of(s, "year");
    return graph_const(s->graph, value_of_exact(year.scale), year, at);
}

/* A line that pays nothing at purchase; by_year of [1 .. horizon], NO_NODE: nothing. */
static bool add_line(struct study *s, const char *label, node_id *by_year,
                     struct where at, struct line *out)
{
    bool varies = false;
    *out = (struct line){ .kind = LINE_YEARLY, .label = label, .at = at };
    out->amount = zero(s, at);
    for (unsigned t = 1; t <= s->horizon; t++) {
        if (by_year[t] == NO_NODE)
            by_year[t] = zero(s, at);
        varies = varies || by_year[t] != by_year[1];
        if (!study_check_money(s, by_year[t], at))
            return false;
        if (t == 1 || by_year[t] != by_year[t - 1])
            graph_label(s->graph, by_year[t],
                        arena_printf(s->arena, "%s, year %u", label, t));
    }
    out->yearly = by_year[1];
    out->by_year = varies ? by_year : NULL;
    return true;
}

static bool same_every_year(struct study *s, const char *label, node_id fee,
                            struct where at, struct line *out)
{
    node_id *by_year = ARENA_ARRAY(s->arena, s->horizon + 1, node_id);
    for (unsigned t = 1; t <= s->horizon; t++)
        by_year[t] = fee;
    return fee != NO_NODE && add_line(s, label, by_year, at, out);
}

/* A share of the price, or money for each that is sold; a year's where it is per time.
 */
static node_id share_or_money(struct study *s, const struct line *l,
                              const struct doc_node *text, const char *what)
{
    struct scope scope = study_scope(s);
    scope.node = text;
    node_id id = expr_build(s->graph, text->text, doc_inside(text, 0), &scope, s->dg);
    const struct node *n = graph_node(s->graph, id);
    if (n == NULL)
        return NO_NODE;
    struct dim dim = n->unit.dim;
    if (dim.time == -1) {
        id = hardware_op(s, "mul", id, a_year(s, text->at), text->at);
        dim.time = 0;
    }
    if (dim_is_none(dim))
        return hardware_op(s, "mul", l->amount, id, text->at);
    if (dim_equal(dim, s->money.dim))
        return hardware_op(s, "mul", l->sizing->sold, id, text->at);
    diag_error(s->dg, text->at,
               "%s is a share of the price or money for each; write for example 12 %% "
               "or 900 %s",
               what, s->currency);
    return NO_NODE;
}

/* What one of the lines pays in year t: NO_NODE, nothing; false after an error. */
static bool maintenance_of(struct study *s, const struct line *l, unsigned t,
                           node_id *out)
{
    const struct hardware *h = l->sizing->hardware;
    const struct doc_node *now = hardware_by_year(h->maintenance, t);
    const struct doc_node *before =
        t > 1 ? hardware_by_year(h->maintenance, t - 1) : NULL;
    if (now == NULL || t <= h->warranty) {
        *out = NO_NODE;
        return true;
    }
    if (now == before && t - 1 > h->warranty && *out != NO_NODE)
        return true; /* the node of the year before */
    *out = share_or_money(s, l, now, "maintenance");
    return *out != NO_NODE;
}

static bool add_maintenance(struct study *s, struct line *lines, size_t n,
                            struct line *out, size_t *count)
{
    node_id *by_year = ARENA_ARRAY(s->arena, s->horizon + 1, node_id);
    node_id parts[HARDWARE_LINES] = { NO_NODE }, last[HARDWARE_LINES] = { NO_NODE };
    bool any = false;
    for (unsigned t = 1; t <= s->horizon; t++) {
        bool same = t > 1;
        for (size_t i = 0; i < n; i++) {
            if (!maintenance_of(s, &lines[i], t, &parts[i]))
                return false;
            same = same && parts[i] == last[i];
            last[i] = parts[i];
            any = any || lines[i].sizing->hardware->maintenance != NULL;
        }
        for (size_t i = 0; i < n && !same; i++)
            if (parts[i] != NO_NODE)
                by_year[t] =
                    by_year[t] == NO_NODE
                        ? graph_alias(s->graph, parts[i], lines->at, s->dg)
                        : hardware_op(s, "add", by_year[t], parts[i], lines->at);
        if (same)
            by_year[t] = by_year[t - 1];
    }
    if (!any)
        return true;
    return add_line(s, arena_printf(s->arena, "maintenance of %s", lines->label),
                    by_year, lines->at, &out[(*count)++]);
}

/* Wear-outs a year: the faster of age and writes. */
static node_id ageing(struct study *s, const struct line *l)
{
    const struct sizing *z = l->sizing;
    node_id rate = NO_NODE;
    if (z->hardware->lifetime > 0)
        rate = graph_const(s->graph, value_of_double(1 / z->hardware->lifetime),
                           UNIT_ONE, l->at);
    for (size_t i = 0; i < z->figure_count; i++)
        if (strcmp(z->figures[i].name, "wear") == 0) {
            node_id wear =
                hardware_op(s, "mul", z->figures[i].node, a_year(s, l->at), l->at);
            rate = rate == NO_NODE ? wear : hardware_op(s, "max", rate, wear, l->at);
        }
    return rate;
}

/* How often what was bought at 0 has worn out by the end of year t; what would end with
 * the horizon is not bought again. */
static node_id worn_by(struct study *s, node_id rate, unsigned t, struct where at)
{
    node_id ages = hardware_op(s, "mul", rate, hardware_number(s, t, at), at);
    if (t < s->horizon)
        return graph_op1(s->graph, "floor", ages, at, s->dg);
    node_id up = graph_op1(s->graph, "ceil", ages, at, s->dg);
    return hardware_op(s, "max", hardware_number(s, 0, at),
                       hardware_op(s, "sub", up, hardware_number(s, 1, at), at), at);
}

static bool add_replacement(struct study *s, const struct hardware_keys *k,
                            const struct line *l, struct line *out, size_t *count)
{
    bool replace = false;
    if (k->replace != NULL && !doc_get_bool(k->replace, &replace, s->dg))
        return false;
    const struct hardware *h = l->sizing->hardware;
    if (!replace) {
        if (h->lifetime > 0 && h->lifetime < s->horizon && k->life == NULL)
            diag_warn(s->dg, l->at,
                      "%s lasts %g years and the horizon is %u; write replace: yes on "
                      "the line, or a life: of the alternative",
                      l->label, h->lifetime, s->horizon);
        return true;
    }
    node_id rate = ageing(s, l), before = hardware_number(s, 0, l->at);
    if (rate == NO_NODE)
        return diag_error(s->dg, k->replace->at,
                          "nothing says when '%s' is to be bought again; add lifetime: "
                          "to it, or endurance: and written: to what it is for",
                          h->item->id);
    graph_label(s->graph, rate,
                arena_printf(s->arena, "wear-outs of %s a year", l->label));
    node_id *by_year = ARENA_ARRAY(s->arena, s->horizon + 1, node_id);
    for (unsigned t = 1; t <= s->horizon; t++) {
        node_id now = worn_by(s, rate, t, l->at);
        node_id again = hardware_op(s, "sub", now, before, l->at);
        by_year[t] = hardware_op(s, "mul", l->amount, again, l->at);
        before = now;
    }
    return add_line(s, arena_printf(s->arena, "%s bought again, worn out", l->label),
                    by_year, l->at, &out[(*count)++]);
}

static node_id figure(const struct line *l, const char *name)
{
    for (size_t i = 0; i < l->sizing->figure_count; i++)
        if (strcmp(l->sizing->figures[i].name, name) == 0)
            return l->sizing->figures[i].node;
    return NO_NODE;
}

static bool add_electricity(struct study *s, const struct line *l, struct line *out,
                            size_t *count)
{
    node_id power = figure(l, "power");
    if (power == NO_NODE)
        return true;
    if (s->site == NULL || s->site->electricity == NO_NODE) {
        diag_warn(s->dg, l->at,
                  "the electricity of %s is not in its cost; add site: {electricity: "
                  "0.12 %s/kWh, pue: 1.6}",
                  l->label, s->currency);
        return true;
    }
    node_id drawn = power;
    if (s->site->pue != NO_NODE)
        drawn = hardware_op(s, "mul", power, s->site->pue, l->at);
    node_id energy = hardware_op(s, "mul", drawn, a_year(s, l->at), l->at);
    graph_show_as(s->graph, energy, unit_of(s, "kWh"));
    graph_label(s->graph, energy,
                arena_printf(s->arena, "energy of %s in a year", l->label));
    node_id fee = hardware_op(s, "mul", energy, s->site->electricity, l->at);
    struct line *e = &out[*count];
    if (!same_every_year(s, arena_printf(s->arena, "electricity of %s", l->label), fee,
                         l->at, e))
        return false;
    e->pedigree = s->site->pedigree;
    (*count)++;
    return true;
}

static bool add_rack(struct study *s, const struct line *l, struct line *out,
                     size_t *count)
{
    node_id rack = figure(l, "rack");
    if (rack == NO_NODE || s->site == NULL || s->site->rack_unit == NO_NODE)
        return true;
    node_id fee =
        hardware_op(s, "mul", hardware_op(s, "mul", rack, s->site->rack_unit, l->at),
                    a_year(s, l->at), l->at);
    return same_every_year(s, arena_printf(s->arena, "rack of %s", l->label), fee,
                           l->at, &out[(*count)++]);
}

static bool add_residual(struct study *s, const struct line *lines, size_t n,
                         struct line *out, size_t *count)
{
    node_id sum = NO_NODE, *by_year = ARENA_ARRAY(s->arena, s->horizon + 1, node_id);
    for (size_t i = 0; i < n; i++) {
        const struct doc_node *text =
            hardware_by_year(lines[i].sizing->hardware->residual, s->horizon);
        if (text == NULL)
            continue;
        if (study_finance_has_residual(s))
            return diag_error(s->dg, text->at,
                              "a residual value here and in the finance block; leave "
                              "one of them out");
        node_id part = share_or_money(s, &lines[i], text, "a residual value");
        if (part == NO_NODE)
            return false;
        sum = sum == NO_NODE ? part : hardware_op(s, "add", sum, part, lines->at);
    }
    if (sum == NO_NODE)
        return true;
    by_year[s->horizon] = graph_op1(s->graph, "neg", sum, lines->at, s->dg);
    return add_line(s, arena_printf(s->arena, "residual value of %s", lines->label),
                    by_year, lines->at, &out[(*count)++]);
}

bool study_upkeep_lines(struct study *s, const struct hardware_keys *k,
                        const char *alternative, struct line *lines, size_t *count)
{
    size_t n = *count;
    (void)alternative;
    return add_maintenance(s, lines, n, lines, count) &&
           add_replacement(s, k, lines, lines, count) &&
           add_electricity(s, lines, lines, count) &&
           add_rack(s, lines, lines, count) && add_residual(s, lines, n, lines, count);
}

/* ---- the site ---- */

enum { S_ELECTRICITY, S_PUE, S_ACTIVE, S_RACK, S_KEYS };
static const struct doc_field site_fields[] = {
    [S_ELECTRICITY] = { "electricity", DOC_WANT_TEXT, DOC_OPTIONAL },
    [S_PUE] = { "pue", DOC_WANT_TEXT, DOC_OPTIONAL },
    [S_ACTIVE] = { "active", DOC_WANT_TEXT, DOC_OPTIONAL },
    [S_RACK] = { "rack_unit", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema site_schema = DOC_SCHEMA("a site", site_fields);

/* A price of a model by its name, or a formula. */
static bool read_electricity(struct study *s, const struct doc_node *node,
                             struct site *out)
{
    if (node == NULL)
        return true;
    const struct item *item = study_item(s, node->text);
    if (item != NULL && item->price != NULL) {
        out->electricity = price_node(s->graph, item->price, s->dg);
        out->pedigree = item->pedigree;
        study_check_price(s, item->label, &out->pedigree, node->at);
    } else {
        out->electricity = study_formula(s, node);
    }
    const struct node *n = graph_node(s->graph, out->electricity);
    if (n == NULL)
        return false;
    if (n->kind == NODE_INPUT)
        out->pedigree = n->as.input->pedigree;
    struct dim want = s->money.dim;
    want.watts = -1;
    want.time = -1;
    return dim_equal(n->unit.dim, want) ||
           diag_error(s->dg, node->at,
                      "electricity is money per energy; write for example 0.12 %s/kWh",
                      s->currency);
}

static bool read_rack(struct study *s, const struct doc_node *node, struct site *out)
{
    if (node == NULL)
        return true;
    struct dim want = s->money.dim;
    want.time = -1;
    out->rack_unit = study_formula(s, node);
    const struct node *n = graph_node(s->graph, out->rack_unit);
    return n != NULL &&
           (dim_equal(n->unit.dim, want) ||
            diag_error(s->dg, node->at,
                       "a rack unit is money per time; write for example 15 %s/U/month",
                       s->currency));
}

bool study_read_site(struct study *s, const struct doc_node *node)
{
    const struct doc_node *v[S_KEYS];
    struct site *out = ARENA_NEW(s->arena, struct site);
    if (node == NULL)
        return true;
    *out = (struct site){ .electricity = NO_NODE };
    if (!doc_bind(&site_schema, node, v, s->dg) ||
        !read_electricity(s, v[S_ELECTRICITY], out) || !read_rack(s, v[S_RACK], out))
        return false;
    if (v[S_PUE] != NULL &&
        (out->pue = study_formula_like(s, v[S_PUE], UNIT_ONE, "a PUE")) == NO_NODE)
        return false;
    if (v[S_ACTIVE] != NULL && (out->active = study_formula_like(
                                    s, v[S_ACTIVE], UNIT_ONE, "a share")) == NO_NODE)
        return false;
    const struct node *pue = graph_node(s->graph, out->pue);
    if (pue != NULL && pue->kind == NODE_CONST && pue->as.constant.x < 1)
        return diag_error(s->dg, v[S_PUE]->at,
                          "a PUE below 1; it is the power of the building by that of "
                          "its machines");
    s->site = out;
    return true;
}
