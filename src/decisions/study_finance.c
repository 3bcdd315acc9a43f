#include "decisions/study_finance.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "decisions/study_finance_parts.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"
#include "prices/finance_depreciation.h"

enum depreciation_method { STRAIGHT, DECLINING, MACRS };

enum {
    START,
    FISCAL_YEAR,
    DAY_COUNT,
    TIMING,
    RATE,
    INFLATION,
    DECLINE,
    CONTINGENCY,
    VAT,
    TAX,
    DEPRECIATION,
    RESIDUAL,
    FX,
    KEYS
};
static const struct doc_field fields[] = {
    [START] = { "start", DOC_WANT_TEXT, DOC_OPTIONAL },
    [FISCAL_YEAR] = { "fiscal_year", DOC_WANT_TEXT, DOC_OPTIONAL },
    [DAY_COUNT] = { "day_count", DOC_WANT_TEXT, DOC_OPTIONAL },
    [TIMING] = { "timing", DOC_WANT_TEXT, DOC_OPTIONAL },
    [RATE] = { "rate", DOC_WANT_TEXT, DOC_OPTIONAL },
    [INFLATION] = { "inflation", DOC_WANT_TEXT, DOC_OPTIONAL },
    [DECLINE] = { "decline", DOC_WANT_TEXT, DOC_OPTIONAL },
    [CONTINGENCY] = { "contingency", DOC_WANT_TEXT, DOC_OPTIONAL },
    [VAT] = { "vat", DOC_WANT_TEXT, DOC_OPTIONAL },
    [TAX] = { "tax", DOC_WANT_TEXT, DOC_OPTIONAL },
    [DEPRECIATION] = { "depreciation", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [RESIDUAL] = { "residual", DOC_WANT_TEXT, DOC_OPTIONAL },
    [FX] = { "fx", DOC_WANT_MAPPING, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("the finance block", fields);

enum { D_METHOD, D_LIFE, D_KEYS };
static const struct doc_field depreciation_fields[] = {
    [D_METHOD] = { "method", DOC_WANT_TEXT, DOC_REQUIRED },
    [D_LIFE] = { "life", DOC_WANT_TEXT, DOC_REQUIRED },
};
static const struct doc_schema depreciation_schema =
    DOC_SCHEMA("a depreciation", depreciation_fields);

struct unit finance_unit(struct study *s, const char *text)
{
    struct unit unit = UNIT_ONE;
    const char *why;
    size_t wrong;
    unit_parse(s->arena, text, strlen(text), &unit, &why, &wrong);
    return unit;
}

/* A whole number of years from 1 to LONGEST_HORIZON. */
bool finance_read_years(struct study *s, const struct doc_node *node, unsigned *out)
{
    struct unit year = finance_unit(s, "years"), unit;
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

node_id finance_number(struct study *s, struct value v)
{
    return graph_const(s->graph, v, UNIT_ONE, s->finance->at);
}

node_id finance_op(struct study *s, const char *name, node_id a, node_id b)
{
    return graph_op2(s->graph, name, a, b, s->finance->at, s->dg);
}

node_id finance_plus(struct study *s, node_id a, node_id b)
{
    return a == NO_NODE ? b : b == NO_NODE ? a : finance_op(s, "add", a, b);
}

/* A number as it stands, or the value of the input that is named. */
static bool known_value(const struct node *n, double *out)
{
    if (n->kind != NODE_CONST && n->kind != NODE_INPUT)
        return false;
    *out = n->kind == NODE_CONST ? n->as.constant.x : n->as.input->value.x;
    return true;
}

bool finance_read_share(struct study *s, const struct doc_node *node, const char *what,
                        node_id *out)
{
    double x;
    if (node == NULL)
        return true;
    *out = study_formula_like(s, node, UNIT_ONE, what);
    const struct node *n = graph_node(s->graph, *out);
    if (n == NULL)
        return false;
    if (known_value(n, &x) && !(x >= 0 && x <= 1))
        return diag_error(s->dg, node->at, "%s outside 0 %% to 100 %%%s", what,
                          n->kind == NODE_INPUT ? ": the value of this input" : "");
    return true;
}

bool finance_read_yearly(struct study *s, const struct doc_node *node, const char *what,
                         enum yearly kind, node_id *out)
{
    static const double least[] = { [YEARLY_FALL] = 0, [YEARLY_GROWTH] = -1 };
    static const double most[] = { [YEARLY_FALL] = 1, [YEARLY_GROWTH] = 10 };
    double x;
    if (node == NULL)
        return true;
    node_id rate = study_formula_like(s, node, finance_unit(s, "%/year"), what);
    struct unit year = finance_unit(s, "year");
    const struct node *n = graph_node(s->graph, rate);
    if (n == NULL)
        return false;
    if (known_value(n, &x) &&
        !(x * year.factor >= least[kind] && x * year.factor <= most[kind]))
        return diag_error(s->dg, node->at, "%s outside %g %% to %g %% a year%s", what,
                          least[kind] * 100, most[kind] * 100,
                          n->kind == NODE_INPUT ? ": the value of this input" : "");
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
        !finance_read_years(s, v[D_LIFE], &life))
        return false;
    if (f->tax == NO_NODE)
        return diag_error(
            s->dg, node->at,
            "a depreciation changes nothing without a tax; add tax: to the "
            "finance block");
    static const char *const words[] = { "straight line", "declining balance",
                                         "MACRS" };
    f->method = arena_printf(s->arena, "%s over %u years", words[method], life);
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

const char *const finance_months[12] = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December",
};

/* By its name or its number. */
static bool read_month(struct study *s, const struct doc_node *node, int *out)
{
    size_t month;
    long long number;
    if (strspn(node->text, "-0123456789.") > 0) {
        if (!doc_get_int(node, 1, 12, &number, s->dg))
            return false;
        *out = (int)number;
        return true;
    }
    if (!doc_get_choice(node, finance_months, 12, &month, s->dg))
        return false;
    *out = (int)month + 1;
    return true;
}

/* The day of year 0, and in which month fiscal years begin. */
static bool read_calendar(struct study *s, const struct doc_node *const *v,
                          struct finance_terms *f)
{
    size_t days = 0;
    const struct doc_node *need = v[DAY_COUNT] != NULL ? v[DAY_COUNT] : v[FISCAL_YEAR];
    if (v[START] == NULL && need != NULL)
        return diag_error(s->dg, need->at,
                          "a %s needs the day from which years count; add start:",
                          v[DAY_COUNT] != NULL ? "day count" : "fiscal year");
    if (v[START] == NULL)
        return true;
    if (!doc_get_date(v[START], &f->start, s->dg))
        return false;
    if (f->start.day == 0)
        return diag_error(s->dg, v[START]->at,
                          "a start needs its day; write it as in 2026-10-01");
    if (f->start.year + (int)s->horizon > 9998)
        return diag_error(s->dg, v[START]->at, "a start beyond the calendar");
    if (date_first_day(f->start) < date_first_day(s->prices_as_of))
        diag_warn(s->dg, v[START]->at,
                  "the start lies before prices_as_of: what is paid then is not what "
                  "these prices say");
    f->fiscal_month = 1;
    if (v[FISCAL_YEAR] != NULL && !read_month(s, v[FISCAL_YEAR], &f->fiscal_month))
        return false;
    f->by_days = v[DAY_COUNT] != NULL;
    if (f->by_days && !doc_get_choice(v[DAY_COUNT], day_count_names, 5, &days, s->dg))
        return false;
    f->days = (enum day_count)days;
    return true;
}

static bool read_rates(struct study *s, const struct doc_node *const *v,
                       struct finance_terms *f)
{
    return finance_read_yearly(s, v[INFLATION], "inflation", YEARLY_GROWTH,
                               &f->inflation) &&
           finance_read_yearly(s, v[DECLINE], "decline of prices", YEARLY_FALL,
                               &f->decline) &&
           finance_read_share(s, v[CONTINGENCY], "a contingency", &f->contingency) &&
           finance_read_share(s, v[VAT], "a value added tax", &f->vat) &&
           finance_read_share(s, v[TAX], "a tax", &f->tax) &&
           finance_read_share(s, v[RESIDUAL], "a residual value", &f->residual);
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
    if (!doc_bind(&schema, node, v, s->dg) || !read_calendar(s, v, f) ||
        (v[TIMING] != NULL && !doc_get_choice(v[TIMING], timings, 2, &timing, s->dg)) ||
        (v[RATE] != NULL && !doc_get_choice(v[RATE], rates, 2, &rate, s->dg)) ||
        !read_rates(s, v, f) || !read_depreciation(s, v[DEPRECIATION], f) ||
        !finance_read_fx(s, v[FX], f))
        return false;
    f->at_start = timing == 1;
    f->real = rate == 1;
    if (f->real && f->inflation == NO_NODE)
        return diag_error(
            s->dg, v[RATE]->at,
            "a real rate needs the inflation it is beside; add inflation:");
    if (f->tax != NO_NODE && f->depreciated == 0)
        diag_warn(
            s->dg, v[TAX]->at,
            "a tax without depreciation: purchases save no tax, only what is paid "
            "by year does; add depreciation:");
    s->finance = f;
    if (f->start.year != 0)
        finance_name_fiscal(s);
    return true;
}

bool study_finance_has_residual(const struct study *s)
{
    return s->finance != NULL && s->finance->residual != NO_NODE;
}

const char *study_day_count(const struct study *s)
{
    const struct finance_terms *f = s->finance;
    return f != NULL && f->by_days ? day_count_names[f->days] : NULL;
}

bool study_year_date(const struct study *s, unsigned t, struct date *out)
{
    if (s->finance == NULL || s->finance->start.year == 0)
        return false;
    *out = finance_anniversary(s->finance, t);
    return true;
}

const char *study_depreciation_words(const struct study *s)
{
    return s->finance != NULL ? s->finance->method : NULL;
}

/* Scenarios and --set come later than the block is read. */
bool study_check_finance(struct study *s)
{
    const struct finance_terms *f = s->finance;
    if (f == NULL)
        return true;
    const struct {
        node_id node;
        double least, most;
        const char *words;
    } checks[] = {
        { f->tax, 0, 1, "the tax" },
        { f->vat, 0, 1, "the value added tax" },
        { f->contingency, 0, 1, "the contingency" },
        { f->residual, 0, 1, "the residual value" },
        { f->decline, 0, 1, "the decline of prices in a year" },
        { f->inflation, -1, 10, "the inflation in a year" },
    };
    bool ok = true;
    for (size_t i = 0; i < s->scenario_count; i++)
        for (size_t k = 0; k < sizeof checks / sizeof *checks; k++) {
            if (checks[k].node == NO_NODE)
                continue;
            double x = plan_value(s->graph, &s->scenarios[i], checks[k].node, s->dg).x;
            if (!(x >= checks[k].least && x <= checks[k].most))
                ok =
                    diag_error(s->dg, graph_node(s->graph, checks[k].node)->at,
                               "in scenario '%s' %s is %.6g %%, outside %g %% to %g %%",
                               s->scenarios[i].id, checks[k].words, x * 100,
                               checks[k].least * 100, checks[k].most * 100);
        }
    return ok;
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
