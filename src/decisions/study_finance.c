#include "decisions/study_finance.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"
#include "prices/finance_depreciation.h"

enum depreciation_method { STRAIGHT, DECLINING, MACRS };
struct finance_terms {
    bool at_start, real;
    node_id inflation, decline; /* in a year, bare numbers; NO_NODE: none */
    node_id contingency, vat, tax, residual;  /* shares; NO_NODE: none */
    struct value shares[LONGEST_HORIZON + 1]; /* [t] written off in year t of a life */
    unsigned depreciated; /* years with a share; 0: no depreciation */
    struct where at;
};

enum {
    TIMING,
    RATE,
    INFLATION,
    DECLINE,
    CONTINGENCY,
    VAT,
    TAX,
    DEPRECIATION,
    RESIDUAL,
    KEYS
};
static const struct doc_field fields[] = {
    [TIMING] = { "timing", DOC_WANT_TEXT, DOC_OPTIONAL },
    [RATE] = { "rate", DOC_WANT_TEXT, DOC_OPTIONAL },
    [INFLATION] = { "inflation", DOC_WANT_TEXT, DOC_OPTIONAL },
    [DECLINE] = { "decline", DOC_WANT_TEXT, DOC_OPTIONAL },
    [CONTINGENCY] = { "contingency", DOC_WANT_TEXT, DOC_OPTIONAL },
    [VAT] = { "vat", DOC_WANT_TEXT, DOC_OPTIONAL },
    [TAX] = { "tax", DOC_WANT_TEXT, DOC_OPTIONAL },
    [DEPRECIATION] = { "depreciation", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [RESIDUAL] = { "residual", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("the finance block", fields);

enum { D_METHOD, D_LIFE, D_KEYS };
static const struct doc_field depreciation_fields[] = {
    [D_METHOD] = { "method", DOC_WANT_TEXT, DOC_REQUIRED },
    [D_LIFE] = { "life", DOC_WANT_TEXT, DOC_REQUIRED },
};
static const struct doc_schema depreciation_schema =
    DOC_SCHEMA("a depreciation", depreciation_fields);

static struct unit unit_of(struct study *s, const char *text)
{
    struct unit unit = UNIT_ONE;
    const char *why;
    size_t wrong;
    unit_parse(s->arena, text, strlen(text), &unit, &why, &wrong);
    return unit;
}

/* A whole number of years from 1 to LONGEST_HORIZON. */
static bool read_years(struct study *s, const struct doc_node *node, unsigned *out)
{
    struct unit year = unit_of(s, "years"), unit;
    struct value v;
    if (!study_literal(s, node, &year, &v, &unit))
        return false;
    double years = v.x / year.factor;
    if (years != floor(years) || years < 1 || years > LONGEST_HORIZON)
        return diag_error(s->dg, node->at,
                          "a life is a whole number of years from 1 to %d",
                          LONGEST_HORIZON);
    *out = (unsigned)years;
    return true;
}

static node_id one(struct study *s, struct where at)
{
    return graph_const(s->graph, value_of_exact(exact_int(1)), UNIT_ONE, at);
}

static node_id op(struct study *s, const char *name, node_id a, node_id b)
{
    return graph_op2(s->graph, name, a, b, s->finance->at, s->dg);
}

/* A node that has words already, as the purchase itself, keeps them. */
static node_id labelled(struct study *s, node_id id, const char *words, unsigned year,
                        const struct alternative *alt)
{
    const struct node *n = graph_node(s->graph, id);
    if (n == NULL || n->label != NULL)
        return id;
    graph_label(s->graph, id,
                arena_printf(s->arena, "%s of year %u of %s", words, year, alt->title));
    return id;
}

/* A share from 0 to below 1; a formula is only checked for its unit. */
static bool read_share(struct study *s, const struct doc_node *node, const char *what,
                       node_id *out)
{
    if (node == NULL)
        return true;
    *out = study_formula_like(s, node, UNIT_ONE, what);
    const struct node *n = graph_node(s->graph, *out);
    if (n == NULL)
        return false;
    if (n->kind == NODE_CONST && !(n->as.constant.x >= 0 && n->as.constant.x <= 1))
        return diag_error(s->dg, node->at, "%s outside 0 %% to 100 %%", what);
    return true;
}

/* A rate per time as the share of a year. */
static bool read_yearly(struct study *s, const struct doc_node *node, const char *what,
                        node_id *out)
{
    if (node == NULL)
        return true;
    node_id rate = study_formula_like(s, node, unit_of(s, "%/year"), what);
    struct unit year = unit_of(s, "year");
    const struct node *n = graph_node(s->graph, rate);
    if (n != NULL && n->kind == NODE_CONST &&
        !(n->as.constant.x >= 0 && n->as.constant.x * year.factor <= 1))
        return diag_error(s->dg, node->at, "%s outside 0 %% to 100 %% a year", what);
    node_id span = graph_const(s->graph, value_of_exact(year.scale), year, node->at);
    *out = graph_op2(s->graph, "mul", rate, span, node->at, s->dg);
    graph_label(s->graph, *out, arena_printf(s->arena, "%s in a year", what));
    return *out != NO_NODE;
}

/* Twice the straight rate of what is left, or straight over the rest where that is
 * more. */
static void declining(struct finance_terms *f, unsigned life)
{
    double left = 1;
    for (unsigned t = 1; t <= life; t++) {
        double share = fmax(left * 2 / life, left / (life - t + 1));
        f->shares[t] = value_of_double(fmin(share, left));
        left -= f->shares[t].x;
    }
    f->depreciated = life;
}

static bool macrs(struct study *s, const struct doc_node *life, unsigned years,
                  struct finance_terms *f)
{
    double shares[MACRS_MOST];
    if (finance_macrs_table(years, shares) != FINANCE_OK)
        return diag_error(s->dg, life->at,
                          "MACRS has lives of 3, 5, 7, 10, 15 and 20 years");
    for (unsigned t = 0; t <= years; t++) {
        struct exact e = { 0, 1 };
        exact_ratio((int128)floor(shares[t] * 1e5 + 0.5), 100000, &e);
        f->shares[t + 1] = value_of_exact(e);
    }
    f->depreciated = years + 1;
    return true;
}

static bool read_depreciation(struct study *s, const struct doc_node *node,
                              struct finance_terms *f)
{
    static const char *const methods[] = { "straight", "declining", "macrs" };
    const struct doc_node *v[D_KEYS];
    size_t method;
    unsigned life;
    if (node == NULL)
        return true;
    if (!doc_bind(&depreciation_schema, node, v, s->dg) ||
        !doc_get_choice(v[D_METHOD], methods, 3, &method, s->dg) ||
        !read_years(s, v[D_LIFE], &life))
        return false;
    if (f->tax == NO_NODE)
        return diag_error(
            s->dg, node->at,
            "a depreciation changes nothing without a tax; add tax: to the "
            "finance block");
    if (method == MACRS)
        return macrs(s, v[D_LIFE], life, f);
    if (method == DECLINING) {
        declining(f, life);
        return true;
    }
    for (unsigned t = 1; t <= life; t++) {
        struct exact e = { 1, life };
        f->shares[t] = value_of_exact(e);
    }
    f->depreciated = life;
    return true;
}

bool study_read_finance(struct study *s, const struct doc_node *node)
{
    static const char *const timings[] = { "end", "start" };
    static const char *const rates[] = { "nominal", "real" };
    const struct doc_node *v[KEYS];
    size_t timing = 0, rate = 0;
    s->finance = NULL;
    if (node == NULL)
        return true;
    struct finance_terms *f = ARENA_NEW(s->arena, struct finance_terms);
    *f = (struct finance_terms){ .at = node->at };
    if (!doc_bind(&schema, node, v, s->dg) ||
        (v[TIMING] != NULL && !doc_get_choice(v[TIMING], timings, 2, &timing, s->dg)) ||
        (v[RATE] != NULL && !doc_get_choice(v[RATE], rates, 2, &rate, s->dg)) ||
        !read_yearly(s, v[INFLATION], "inflation", &f->inflation) ||
        !read_yearly(s, v[DECLINE], "decline of prices", &f->decline) ||
        !read_share(s, v[CONTINGENCY], "a contingency", &f->contingency) ||
        !read_share(s, v[VAT], "a value added tax", &f->vat) ||
        !read_share(s, v[TAX], "a tax", &f->tax) ||
        !read_share(s, v[RESIDUAL], "a residual value", &f->residual) ||
        !read_depreciation(s, v[DEPRECIATION], f))
        return false;
    f->at_start = timing == 1;
    f->real = rate == 1;
    if (f->real && f->inflation == NO_NODE)
        return diag_error(
            s->dg, v[RATE]->at,
            "a real rate needs the inflation it is beside; add inflation:");
    s->finance = f;
    return true;
}

bool study_finance_has_residual(const struct study *s)
{
    return s->finance != NULL && s->finance->residual != NO_NODE;
}

const char *study_finance_words(const struct study *s)
{
    const struct finance_terms *f = s->finance;
    if (f == NULL)
        return "payments fall at the end of a year";
    return arena_printf(
        s->arena, "yearly payments fall at the %s of a year%s%s%s%s%s%s%s",
        f->at_start ? "start" : "end",
        f->inflation != NO_NODE ? ", with inflation" : "",
        f->real ? " beside a real discount rate" : "",
        f->decline != NO_NODE ? ", with falling prices of what is bought again" : "",
        f->contingency != NO_NODE ? ", with contingency" : "",
        f->vat != NO_NODE ? ", with value added tax" : "",
        f->residual != NO_NODE ? ", less a residual value at the end" : "",
        f->tax == NO_NODE    ? ""
        : f->depreciated > 0 ? ", less the tax saved by costs and depreciation"
                             : ", less the tax saved by costs");
}

node_id study_discount_factor(struct study *s, unsigned t, struct where at)
{
    const char *name = arena_printf(s->arena, "discount_factor_%u", t);
    node_id known = graph_find(s->graph, name);
    struct unit year = unit_of(s, "year");
    if (known != NO_NODE)
        return known;
    struct graph *g = s->graph;
    node_id unit = one(s, at);
    node_id span = graph_const(g, value_of_exact(year.scale), year, at);
    node_id rate = graph_op2(g, "mul", s->discount_rate, span, at, s->dg);
    node_id growth = graph_op2(g, "add", unit, rate, at, s->dg);
    if (s->finance != NULL && s->finance->real)
        growth = op(s, "mul", growth, op(s, "add", unit, s->finance->inflation));
    node_id years =
        graph_const(g, value_of_exact(exact_int((long long)t)), UNIT_ONE, at);
    node_id factor = graph_op2(
        g, "div", unit, graph_op2(g, "pow", growth, years, at, s->dg), at, s->dg);
    graph_name(g, factor, name);
    graph_label(g, factor,
                arena_printf(s->arena, "discount factor at the end of year %u", t));
    return factor;
}

/* factor ^ t, times the amount. */
static node_id grown(struct study *s, node_id amount, node_id factor, unsigned t)
{
    node_id years =
        graph_const(s->graph, value_of_exact(exact_int(t)), UNIT_ONE, s->finance->at);
    return op(s, "mul", amount, op(s, "pow", factor, years));
}

/* An amount of day 0 as it is paid after t years: dearer, with contingency and VAT. */
static node_id paid(struct study *s, node_id amount, unsigned t)
{
    const struct finance_terms *f = s->finance;
    node_id unit = one(s, f->at);
    if (f->inflation != NO_NODE && t > 0)
        amount = grown(s, amount, op(s, "add", unit, f->inflation), t);
    if (f->contingency != NO_NODE)
        amount = op(s, "mul", amount, op(s, "add", unit, f->contingency));
    if (f->vat != NO_NODE)
        amount = op(s, "mul", amount, op(s, "add", unit, f->vat));
    return amount;
}

/* What is bought again after t years, when such things cost less. */
static node_id bought_at(struct study *s, node_id amount, unsigned t)
{
    const struct finance_terms *f = s->finance;
    if (f->decline != NO_NODE && t > 0)
        amount = grown(s, amount, op(s, "sub", one(s, f->at), f->decline), t);
    return paid(s, amount, t);
}

/* What one alternative does over a span of years. */
struct span_of_years {
    const struct alternative *alt;
    const node_id *raw; /* horizon + 1 amounts of day 0 */
    unsigned years, life;
    node_id bought[LONGEST_HORIZON + 1];    /* at t; NO_NODE: nothing */
    node_id recurring[LONGEST_HORIZON + 1]; /* of year t, when it is paid */
    node_id flow[LONGEST_HORIZON + 1];
    node_id last_bought, residual;
};

static void pay(struct study *s, struct span_of_years *p)
{
    bool start = s->finance->at_start;
    for (unsigned t = 0; t <= p->years; t++) {
        p->bought[t] = p->recurring[t] = NO_NODE;
        if (t % p->life == 0 && (t < p->years || t == 0))
            p->last_bought = p->bought[t] = labelled(s, bought_at(s, p->raw[0], t),
                                                     "purchase at the end", t, p->alt);
        unsigned k = t < s->horizon ? t : s->horizon; /* beyond: as in the last year */
        if (t > 0)
            p->recurring[t] = labelled(s, paid(s, p->raw[k], start ? t - 1 : t),
                                       "recurring payments", t, p->alt);
    }
    for (unsigned t = 0; t <= p->years; t++) {
        node_id due = NO_NODE;
        if (start ? t < p->years : t > 0)
            due = p->recurring[start ? t + 1 : t];
        p->flow[t] = p->bought[t];
        if (due != NO_NODE)
            p->flow[t] = p->flow[t] != NO_NODE ? op(s, "add", p->flow[t], due) : due;
        if (p->flow[t] == NO_NODE) /* the end of years that are paid at their start */
            p->flow[t] = graph_const(s->graph, value_of_exact(exact_int(0)), s->money,
                                     s->finance->at);
    }
}

/* Depreciation of year t, summed over the purchases that still have a share. */
static node_id depreciation(struct study *s, const struct span_of_years *p, unsigned t)
{
    const struct finance_terms *f = s->finance;
    node_id sum = NO_NODE;
    for (unsigned b = 0; b < t; b++) {
        if (p->bought[b] == NO_NODE || t - b > f->depreciated)
            continue;
        node_id share = graph_const(s->graph, f->shares[t - b], UNIT_ONE, f->at);
        node_id part = op(s, "mul", p->bought[b], share);
        sum = sum == NO_NODE ? part : op(s, "add", sum, part);
    }
    return sum != NO_NODE ? labelled(s, sum, "depreciation", t, p->alt) : NO_NODE;
}

/* What a year's costs save in tax, and at the end what of the purchases was never
 * written off; returns what is not written off. */
static node_id tax(struct study *s, struct span_of_years *p)
{
    const struct finance_terms *f = s->finance;
    node_id book = NO_NODE;
    for (unsigned t = 0; t < p->years; t++)
        if (p->bought[t] != NO_NODE)
            book = book == NO_NODE ? p->bought[t] : op(s, "add", book, p->bought[t]);
    for (unsigned t = 1; t <= p->years; t++) {
        node_id base = p->recurring[t], written = depreciation(s, p, t);
        if (written != NO_NODE) {
            base = op(s, "add", base, written);
            book = op(s, "sub", book, written);
        }
        node_id saved = labelled(s, op(s, "mul", f->tax, base),
                                 "tax saved by the costs", t, p->alt);
        p->flow[t] = op(s, "sub", p->flow[t], saved);
    }
    return book;
}

static bool end(struct study *s, struct span_of_years *p, node_id book)
{
    const struct finance_terms *f = s->finance;
    node_id *last = &p->flow[p->years];
    p->residual = NO_NODE;
    if (f->residual != NO_NODE) {
        p->residual = op(s, "mul", p->last_bought, f->residual);
        graph_label(s->graph, p->residual,
                    arena_printf(s->arena, "residual value of %s", p->alt->title));
        *last = op(s, "sub", *last, p->residual);
    }
    if (f->tax != NO_NODE && f->depreciated > 0) {
        node_id gain = p->residual == NO_NODE
                           ? graph_op1(s->graph, "neg", book, f->at, s->dg)
                           : op(s, "sub", p->residual, book);
        *last = op(s, "add", *last, op(s, "mul", f->tax, gain));
    }
    for (unsigned t = 0; t <= p->years; t++)
        labelled(s, p->flow[t], "flow", t, p->alt);
    return *last != NO_NODE;
}

static bool flows(struct study *s, struct span_of_years *p)
{
    pay(s, p);
    node_id book = s->finance->tax != NO_NODE ? tax(s, p) : NO_NODE;
    return end(s, p, book);
}

static node_id name(struct study *s, const struct alternative *alt, node_id id,
                    const char *suffix, const char *words)
{
    struct graph *g = s->graph;
    id = graph_alias(g, id, alt->at, s->dg);
    graph_show_as(g, id, s->money);
    graph_name(g, id, arena_printf(s->arena, "%s.%s", alt->id, suffix));
    graph_label(g, id, arena_printf(s->arena, "%s of %s", words, alt->title));
    return id;
}

static void name_capex_opex(struct study *s, const struct span_of_years *p,
                            struct alternative *alt)
{
    node_id capex = p->bought[0], opex = p->recurring[1];
    for (unsigned t = 1; t <= p->years; t++) {
        if (p->bought[t] != NO_NODE)
            capex = op(s, "add", capex, p->bought[t]);
        if (t > 1)
            opex = op(s, "add", opex, p->recurring[t]);
    }
    if (p->residual != NO_NODE)
        capex = op(s, "sub", capex, p->residual);
    alt->capex =
        name(s, p->alt, capex, "capex", "purchases less residual value, before tax,");
    alt->opex = name(s, p->alt, opex, "opex", "recurring payments, before tax,");
}

static node_id name_equivalent(struct study *s, const struct span_of_years *life)
{
    node_id present = life->flow[0], factors = NO_NODE;
    for (unsigned t = 1; t <= life->years; t++) {
        node_id factor = study_discount_factor(s, t, life->alt->at);
        present = op(s, "add", present, op(s, "mul", life->flow[t], factor));
        factors = factors == NO_NODE ? factor : op(s, "add", factors, factor);
    }
    return name(s, life->alt, op(s, "div", present, factors), "equivalent_annual",
                arena_printf(s->arena,
                             "equivalent annual cost over a life of %u years,",
                             life->years));
}

bool study_finance_flows(struct study *s, struct alternative *alt, node_id *by_year,
                         const struct doc_node *life_node)
{
    unsigned life = s->horizon;
    if (life_node != NULL && s->finance == NULL)
        return diag_error(s->dg, life_node->at,
                          "a life needs a finance block; add finance: to the study");
    if (s->finance == NULL)
        return true;
    if (life_node != NULL && !read_years(s, life_node, &life))
        return false;
    struct span_of_years *over = ARENA_NEW(s->arena, struct span_of_years);
    struct span_of_years *own = ARENA_NEW(s->arena, struct span_of_years);
    *over = (struct span_of_years){
        .alt = alt, .raw = by_year, .years = s->horizon, .life = life
    };
    *own = (struct span_of_years){
        .alt = alt, .raw = by_year, .years = life, .life = life
    };
    if (!flows(s, over) || (life != s->horizon && !flows(s, own)))
        return false;
    name_capex_opex(s, over, alt);
    alt->equivalent_annual = name_equivalent(s, life != s->horizon ? own : over);
    memcpy(by_year, over->flow, (s->horizon + 1) * sizeof *by_year);
    return true;
}
