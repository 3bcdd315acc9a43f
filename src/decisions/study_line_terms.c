/* study_line_terms.c - `finance:` and `lease:` of a line. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "decisions/study_finance_parts.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"

enum {
    T_GROWTH,
    T_DECLINE,
    T_RESIDUAL,
    T_LIFE,
    T_CAPITAL,
    T_TIMING,
    T_PAYMENTS,
    T_PAID,
    T_KEYS
};
static const struct doc_field fields[] = {
    [T_GROWTH] = { "growth", DOC_WANT_TEXT, DOC_OPTIONAL },
    [T_DECLINE] = { "decline", DOC_WANT_TEXT, DOC_OPTIONAL },
    [T_RESIDUAL] = { "residual", DOC_WANT_TEXT, DOC_OPTIONAL },
    [T_LIFE] = { "life", DOC_WANT_TEXT, DOC_OPTIONAL },
    [T_CAPITAL] = { "capital", DOC_WANT_TEXT, DOC_OPTIONAL },
    [T_TIMING] = { "timing", DOC_WANT_TEXT, DOC_OPTIONAL },
    [T_PAYMENTS] = { "payments", DOC_WANT_TEXT, DOC_OPTIONAL },
    [T_PAID] = { "paid", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("the finance of a line", fields);

enum { P_ON, P_SHARE, P_KEYS };
static const struct doc_field paid_fields[] = {
    [P_ON] = { "on", DOC_WANT_TEXT, DOC_REQUIRED },
    [P_SHARE] = { "share", DOC_WANT_TEXT, DOC_REQUIRED },
};
static const struct doc_schema paid_schema = DOC_SCHEMA("a part payment", paid_fields);

enum {
    L_PRICE,
    L_TERM,
    L_PAYMENTS,
    L_TIMING,
    L_RATE,
    L_PAYMENT,
    L_OPTION,
    L_BUY,
    L_KEYS
};
static const struct doc_field lease_fields[] = {
    [L_PRICE] = { "price", DOC_WANT_TEXT, DOC_REQUIRED },
    [L_TERM] = { "term", DOC_WANT_TEXT, DOC_REQUIRED },
    [L_PAYMENTS] = { "payments", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_TIMING] = { "timing", DOC_WANT_TEXT, DOC_REQUIRED },
    [L_RATE] = { "rate", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_PAYMENT] = { "payment", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_OPTION] = { "purchase_option", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_BUY] = { "buy", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema lease_schema = DOC_SCHEMA("a lease", lease_fields);

static bool read_per_year(struct study *s, const struct doc_node *node, unsigned *out)
{
    static const char *const words[] = { "yearly", "half-yearly", "quarterly",
                                         "monthly" };
    static const unsigned per_year[] = { 1, 2, 4, 12 };
    size_t i = 0;
    if (node != NULL && !doc_get_choice(node, words, 4, &i, s->dg))
        return false;
    *out = per_year[i];
    return true;
}

/* Day 0 or later, ascending, inside the horizon, and 100 % together. */
static bool read_paid(struct study *s, const struct doc_node *node,
                      struct line_terms *t)
{
    const struct doc_node *v[P_KEYS];
    const struct finance_terms *f = s->finance;
    double sum = 0;
    if (node == NULL)
        return true;
    if (f->start.year == 0)
        return diag_error(s->dg, node->at,
                          "dates of payments need the day from which years count; add "
                          "start: to the finance block");
    struct milestone *all = ARENA_ARRAY(s->arena, node->count, struct milestone);
    struct date earliest = f->start, end = finance_anniversary(f, s->horizon);
    for (size_t i = 0; i < node->count; i++) {
        if (!doc_bind(&paid_schema, doc_at(node, i), v, s->dg) ||
            !doc_get_date(v[P_ON], &all[i].on, s->dg) ||
            !finance_read_share(s, v[P_SHARE], "the share of a payment", &all[i].share))
            return false;
        if (all[i].on.day == 0)
            return diag_error(s->dg, v[P_ON]->at,
                              "a payment needs its day; write it "
                              "as in 2027-03-15");
        if (date_first_day(all[i].on) < date_first_day(earliest))
            return diag_error(s->dg, v[P_ON]->at,
                              "%s lies before %s, the %s; write the payments in order, "
                              "none before the start",
                              date_text(s->arena, all[i].on),
                              date_text(s->arena, earliest),
                              i == 0 ? "start" : "payment before it");
        if (date_first_day(all[i].on) > date_first_day(end))
            return diag_error(s->dg, v[P_ON]->at,
                              "%s lies after the horizon, which ends at %s",
                              date_text(s->arena, all[i].on), date_text(s->arena, end));
        earliest = all[i].on;
        const struct node *n = graph_node(s->graph, all[i].share);
        sum += n->kind == NODE_CONST   ? n->as.constant.x
               : n->kind == NODE_INPUT ? n->as.input->value.x
                                       : NAN;
    }
    if (fabs(sum - 1) > 1e-9)
        return diag_error(s->dg, node->at,
                          "the shares of the payments make %.6g %% together; they must "
                          "make 100 %%",
                          sum * 100);
    t->milestones = all;
    t->milestone_count = node->count;
    return true;
}

static bool read_terms(struct study *s, const struct doc_node *node,
                       struct line_terms *t)
{
    static const char *const timings[] = { "end", "start" };
    const struct doc_node *v[T_KEYS];
    size_t timing = 0;
    bool capital = true;
    if (node == NULL)
        return true;
    if (s->finance == NULL)
        return diag_error(s->dg, node->at,
                          "a line's finance: needs the finance block; add finance: {} "
                          "to the study");
    if (!doc_bind(&schema, node, v, s->dg) ||
        !finance_read_yearly(s, v[T_GROWTH], "growth", YEARLY_GROWTH, &t->growth) ||
        !finance_read_yearly(s, v[T_DECLINE], "decline of prices", YEARLY_FALL,
                             &t->decline) ||
        !finance_read_share(s, v[T_RESIDUAL], "a residual value", &t->residual) ||
        (v[T_LIFE] != NULL && !finance_read_years(s, v[T_LIFE], &t->life)) ||
        (v[T_CAPITAL] != NULL && !doc_get_bool(v[T_CAPITAL], &capital, s->dg)) ||
        (v[T_TIMING] != NULL &&
         !doc_get_choice(v[T_TIMING], timings, 2, &timing, s->dg)) ||
        !read_per_year(s, v[T_PAYMENTS], &t->per_year) || !read_paid(s, v[T_PAID], t))
        return false;
    t->expense = !capital;
    t->due = v[T_TIMING] == NULL ? DUE_AS_BLOCK : timing == 1 ? DUE_START : DUE_END;
    return true;
}

/* ---- leases ---- */

static node_id year_of(struct study *s)
{
    struct unit year = finance_unit(s, "year");
    return graph_const(s->graph, value_of_exact(year.scale), year, s->finance->at);
}

static node_id number(struct study *s, long long n)
{
    return finance_number(s, value_of_exact(exact_int(n)));
}

/* 1 + v + v^2 + ... of n terms, by halves: S(2m) = S(m) (1 + v^m).  Every step grows
 * with v and none divides, so a search over the rate has tight bounds and no gap at 0
 * %. */
static node_id factor_sum(struct study *s, node_id v, long long n)
{
    if (n == 1)
        return number(s, 1);
    node_id half = factor_sum(s, v, n / 2);
    node_id sum = finance_op(
        s, "mul", half,
        finance_op(s, "add", number(s, 1), finance_op(s, "pow", v, number(s, n / 2))));
    if (n % 2 == 0)
        return sum;
    return finance_op(s, "add", number(s, 1), finance_op(s, "mul", v, sum));
}

/* The payment of an annuity, OpenFormula's PMT with money paid out positive: the price,
 * less what the purchase option is worth at the end, over the sum of the factors of the
 * payments. */
static node_id payment_at(struct study *s, const struct lease *l)
{
    long long n = (long long)l->months * l->per_year / 12;
    node_id i = finance_op(s, "div", finance_op(s, "mul", l->rate, year_of(s)),
                           number(s, l->per_year));
    graph_label(s->graph, i, "interest of a lease a payment");
    node_id v =
        finance_op(s, "div", number(s, 1), finance_op(s, "add", number(s, 1), i));
    node_id sum = factor_sum(s, v, n), open = l->price;
    if (!l->advance)
        sum = finance_op(s, "mul", v, sum);
    graph_label(s->graph, sum, "sum of the factors of a lease's payments");
    if (l->option != NO_NODE)
        open = finance_op(
            s, "sub", open,
            finance_op(s, "mul", l->option, finance_op(s, "pow", v, number(s, n))));
    return finance_op(s, "div", open, sum);
}

static bool read_term(struct study *s, const struct doc_node *node, struct lease *l)
{
    struct unit month = finance_unit(s, "months"), unit;
    struct value v;
    if (!study_literal(s, node, &month, &v, &unit))
        return false;
    double months = v.x / month.factor;
    if (months < 1 || months != floor(months))
        return diag_error(s->dg, node->at,
                          "a term is a whole number of months or years, at least one "
                          "payment long");
    if (months > 12.0 * s->horizon)
        return diag_error(
            s->dg, node->at,
            "the lease runs longer than the horizon of %u years; its last "
            "payments would be left out",
            s->horizon);
    l->months = (unsigned)months;
    if (l->months % (12 / l->per_year) != 0)
        return diag_error(s->dg, node->at,
                          "a term of %u months ends between two payments", l->months);
    return true;
}

static bool money_like(struct study *s, const struct doc_node *node, const char *what,
                       node_id *out)
{
    *out = study_formula_like(s, node, s->money, what);
    const struct node *n = graph_node(s->graph, *out);
    if (n != NULL && n->kind == NODE_CONST && n->as.constant.x < 0)
        return diag_error(s->dg, node->at, "%s below 0", what);
    return n != NULL;
}

/* Money, or a share of the price. */
static bool read_option(struct study *s, const struct doc_node *const *v,
                        struct lease *l)
{
    const struct doc_node *node = v[L_OPTION];
    if ((node == NULL) != (v[L_BUY] == NULL))
        return diag_error(s->dg, (node != NULL ? node : v[L_BUY])->at,
                          "purchase_option: and buy: stand together: what it costs at "
                          "the end of the term, and yes or no");
    if (node == NULL)
        return true;
    l->option = study_formula(s, node);
    const struct node *n = graph_node(s->graph, l->option);
    if (n == NULL || !doc_get_bool(v[L_BUY], &l->buy, s->dg))
        return false;
    if (n->kind == NODE_CONST && n->as.constant.x < 0)
        return diag_error(s->dg, node->at, "a purchase option below 0");
    if (dim_is_none(n->unit.dim))
        l->option = finance_op(s, "mul", l->price, l->option);
    else if (!dim_equal(n->unit.dim, s->money.dim))
        return diag_error(s->dg, node->at,
                          "a purchase option is money in %s or a share of the price",
                          s->currency);
    graph_show_as(s->graph, l->option, s->money);
    return l->option != NO_NODE;
}

static bool read_rent(struct study *s, const struct doc_node *const *v, struct lease *l,
                      struct where at)
{
    if ((v[L_RATE] == NULL) == (v[L_PAYMENT] == NULL))
        return diag_error(s->dg, at,
                          "a lease has a payment: or the rate: from which it follows; "
                          "write one of them");
    if (v[L_PAYMENT] != NULL)
        return money_like(s, v[L_PAYMENT], "the payment of a lease", &l->payment);
    l->rate =
        study_formula_like(s, v[L_RATE], finance_unit(s, "%/year"), "a lease rate");
    const struct node *n = graph_node(s->graph, l->rate);
    if (n == NULL)
        return false;
    double year = finance_unit(s, "year").factor;
    if (n->kind == NODE_CONST && !(n->as.constant.x * year / l->per_year > -1))
        return diag_error(s->dg, v[L_RATE]->at,
                          "a lease rate of -100 %% a payment or less");
    l->payment = payment_at(s, l);
    return l->payment != NO_NODE;
}

static bool read_lease(struct study *s, const struct doc_node *node, struct line *line)
{
    static const char *const timings[] = { "arrears", "advance" };
    const struct doc_node *v[L_KEYS];
    struct lease *l = ARENA_NEW(s->arena, struct lease);
    size_t timing;
    if (node == NULL)
        return true;
    if (s->finance == NULL)
        return diag_error(s->dg, node->at,
                          "a lease needs the finance block; add finance: {} to the "
                          "study");
    *l = (struct lease){ .at = node->at };
    if (!doc_bind(&lease_schema, node, v, s->dg) ||
        !read_per_year(s, v[L_PAYMENTS], &l->per_year) ||
        !doc_get_choice(v[L_TIMING], timings, 2, &timing, s->dg) ||
        !read_term(s, v[L_TERM], l) ||
        !money_like(s, v[L_PRICE], "the price of what is leased", &l->price) ||
        !read_option(s, v, l))
        return false;
    l->advance = timing == 1;
    if (!read_rent(s, v, l, node->at))
        return false;
    graph_show_as(s->graph, l->payment, s->money);
    graph_label(s->graph, l->payment,
                arena_printf(s->arena, "payment of a lease, %u a year", l->per_year));
    if (l->months < 12 * s->horizon && !l->buy)
        diag_warn(s->dg, node->at,
                  "the lease ends after %u of %u months and nothing replaces it",
                  l->months, 12 * s->horizon);
    line->lease = l;
    return true;
}

bool study_line_terms(struct study *s, const struct doc_node *finance,
                      const struct doc_node *lease, struct line *line)
{
    line->terms = ARENA_NEW(s->arena, struct line_terms);
    *line->terms = (struct line_terms){ .per_year = 1 };
    if (!read_terms(s, finance, line->terms) || !read_lease(s, lease, line))
        return false;
    const struct line_terms *t = line->terms;
    if (line->kind == LINE_LICENCE && (lease != NULL || t->growth != NO_NODE))
        return diag_error(
            s->dg, line->at,
            "a licence is counted by its own rule; lease: and growth: are "
            "of items");
    if (lease != NULL &&
        (t->growth != NO_NODE || t->decline != NO_NODE || t->milestone_count > 0 ||
         t->due != DUE_AS_BLOCK || t->per_year != 1))
        return diag_error(s->dg, finance->at,
                          "a lease has its own term and timing; of finance: it takes "
                          "residual only");
    return true;
}

node_id study_lease_rent(struct study *s, const struct lease *l)
{
    node_id a_year = finance_op(s, "mul", l->payment, number(s, l->per_year));
    node_id rent = finance_op(s, "div", a_year, year_of(s));
    graph_show_as(s->graph, rent,
                  finance_unit(s, arena_printf(s->arena, "%s/year", s->currency)));
    return rent;
}

bool study_lease_term(struct study *s, struct line *out)
{
    if (out->lease == NULL || out->lease->months == 12 * s->horizon)
        return true;
    if (out->by_year != NULL)
        return diag_error(s->dg, out->at, "a lease has its own term; remove years:");
    node_id nothing =
        graph_const(s->graph, value_of_exact(exact_int(0)), s->money, out->at);
    node_id *by_year = ARENA_ARRAY(s->arena, s->horizon + 1, node_id);
    for (unsigned t = 1; t <= s->horizon; t++) {
        unsigned n = study_lease_payments(out->lease, t);
        struct exact part = { 0, 1 };
        exact_ratio(n, out->lease->per_year, &part);
        node_id share = graph_const(s->graph, value_of_exact(part), UNIT_ONE, out->at);
        by_year[t] =
            n == 0 ? nothing
            : n == out->lease->per_year
                ? out->yearly
                : graph_op2(s->graph, "mul", out->yearly, share, out->at, s->dg);
    }
    out->by_year = by_year;
    return true;
}
