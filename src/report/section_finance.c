/* finance - what is paid when, on which terms, and what it is worth. */
#include <string.h>

#include "base/arena.h"
#include "decisions/returns.h"
#include "decisions/study_finance.h"
#include "report/adding.h"
#include "report/section.h"

enum { MOST_YEARS = 10, MOST_PARTS = 8 };

/* ---- the terms ---- */

static void add_terms(struct maker *m)
{
    static const struct doc_column columns[] = {
        { .title = "Basis", .weight = 1 },
        { .title = "In this study", .weight = 2 },
        { .title = "How it counts", .weight = 4 },
    };
    struct doc_table *t = add_table(m, columns, 3);
    struct finance_fact fact;
    for (size_t i = 0; study_finance_fact(m->s, m->d, m->d->chosen, i, &fact); i++)
        if (fact.value != NULL) {
            const char *cells[] = { fact.name, fact.value, fact.rule };
            add_row(m, t, DOC_ROW, cells);
        }
    t->note = "Amounts are nominal unless they are called present value. Costs are "
              "positive; what is saved or got back is negative.";
}

/* ---- flows ---- */

struct flow_table {
    struct maker *m;
    const struct alternative *alt;
    struct doc_table *t;
    unsigned years; /* that are shown */
    double step;
    double flow[MOST_YEARS + 1], cells[MOST_PARTS][MOST_YEARS + 1];
};

static double value(const struct maker *m, node_id id)
{
    return id != NO_NODE ? decide_value(m->d, m->d->chosen, id) : 0;
}

static void add_numbers(struct flow_table *f, enum doc_row_kind kind, const char *name,
                        const double *values, const char *total)
{
    const char *cells[MOST_YEARS + 3];
    cells[0] = name;
    for (unsigned t = 0; t <= f->years; t++)
        cells[t + 1] = adding_text(f->m, values[t], f->step);
    cells[f->years + 2] = total;
    add_row(f->m, f->t, kind, cells);
}

static void add_factors(struct flow_table *f)
{
    const char *cells[MOST_YEARS + 3];
    struct maker *m = f->m;
    cells[0] = "Discount factor";
    for (unsigned t = 0; t <= f->years; t++) {
        node_id id =
            graph_find(m->s->graph, arena_printf(m->a, "discount_factor_%u", t));
        cells[t + 1] = arena_printf(m->a, "%.4f", t == 0 ? 1 : value(m, id));
    }
    cells[f->years + 2] = "";
    add_row(m, f->t, DOC_ROW, cells);
}

/* The printed parts of a year make its printed flow, the printed flows their total. */
static void add_flow_rows(struct flow_table *f)
{
    struct maker *m = f->m;
    const struct alternative *alt = f->alt;
    const struct alternative_answer *a =
        &m->d->scenarios[m->d->chosen].alternatives[alt - m->s->alternatives];
    bool whole = f->years == m->s->horizon;
    double column[MOST_PARTS], present[MOST_YEARS + 1];
    for (unsigned t = 0; t <= f->years; t++) {
        f->flow[t] = a->by_year[t];
        present[t] = value(m, alt->present[t]);
    }
    f->step = adding_step(f->flow, f->years + 1);
    double nominal =
        adding_round(f->flow, whole ? f->years + 1 : 0, a->nominal, f->step);
    double worth = adding_round(present, whole ? f->years + 1 : 0, a->cost, f->step);
    for (unsigned t = 0; t <= f->years; t++) {
        for (size_t k = 0; k < alt->part_count; k++)
            column[k] = value(m, alt->parts[k].by_year[t]);
        adding_round(column, alt->part_count, f->flow[t], f->step);
        for (size_t k = 0; k < alt->part_count; k++)
            f->cells[k][t] = column[k];
    }
    for (size_t k = 0; k < alt->part_count; k++)
        add_numbers(f, DOC_ROW, alt->parts[k].words, f->cells[k], "");
    add_numbers(f, DOC_ROW_TOTAL, "Flow", f->flow, adding_text(m, nominal, f->step));
    add_factors(f);
    add_numbers(f, DOC_ROW_TOTAL, "Present value", present,
                adding_text(m, worth, f->step));
}

static const char *year_title(const struct maker *m, unsigned t)
{
    struct date day;
    const char *name = t == 0 ? "day 0" : arena_printf(m->a, "year %u", t);
    if (!study_year_date(m->s, t, &day))
        return name;
    return arena_printf(m->a, "%s\n%s", name, date_text(m->a, day));
}

static void add_flows(struct maker *m, const struct alternative *alt)
{
    struct flow_table f = { .m = m, .alt = alt, .years = m->s->horizon };
    if (f.years > MOST_YEARS)
        f.years = MOST_YEARS;
    struct doc_column *c = ARENA_ARRAY(m->a, f.years + 3, struct doc_column);
    c[0] = (struct doc_column){ .title = arena_printf(m->a, "%s, %s", alt->title,
                                                      m->s->currency) };
    for (unsigned t = 0; t <= f.years; t++)
        c[t + 1] =
            (struct doc_column){ .title = year_title(m, t), .align = DOC_DECIMAL };
    c[f.years + 2] = (struct doc_column){ .title = "total", .align = DOC_DECIMAL };
    f.t = add_table(m, c, f.years + 3);
    add_flow_rows(&f);
    const char *some = f.years < m->s->horizon
                           ? " Later years stand in the workbook; totals are of all."
                           : "";
    f.t->note = arena_printf(
        m->a, "%s%s",
        alt->within_years
            ? "Present value: what falls between two year ends has the factor of its "
              "own day, the rest that of its column."
            : "Present value: the flow times the factor of its column.",
        some);
}

/* ---- capex, opex, tax ---- */

static void add_totals(struct maker *m)
{
    static const char *const titles[] = {
        "Capex: purchases less residual value",
        "Opex: leases, recurring payments, expenses",
        "Tax: negative where costs save it",
        "Total, undiscounted: capex + opex + tax",
        "Total, present value",
        "Equivalent annual cost over one life",
    };
    size_t n = m->s->alternative_count;
    struct doc_column *c = ARENA_ARRAY(m->a, n + 1, struct doc_column);
    const char **cells[6];
    c[0] = (struct doc_column){ .title = "Capex and opex" };
    for (size_t r = 0; r < 6; r++) {
        cells[r] = ARENA_ARRAY(m->a, n + 1, const char *);
        cells[r][0] = titles[r];
    }
    for (size_t i = 0; i < n; i++) {
        const struct alternative *alt = &m->s->alternatives[i];
        double part[] = { value(m, alt->capex), value(m, alt->opex),
                          value(m, alt->tax) };
        double step = adding_step(part, 3);
        double sum = adding_round(part, 3, value(m, alt->nominal), step);
        c[i + 1] = (struct doc_column){ .title = alt->title,
                                        .unit = m->s->currency,
                                        .align = DOC_DECIMAL };
        for (size_t r = 0; r < 3; r++)
            cells[r][i + 1] = part[r] != 0 ? adding_text(m, part[r], step) : "0";
        cells[3][i + 1] = adding_text(m, sum, step);
        cells[4][i + 1] = money_number(m, value(m, alt->cost));
        cells[5][i + 1] = money_number(m, value(m, alt->equivalent_annual));
    }
    struct doc_table *t = add_table(m, c, n + 1);
    for (size_t r = 0; r < 6; r++)
        add_row(m, t, r == 3 || r == 4 ? DOC_ROW_TOTAL : DOC_ROW, cells[r]);
    t->note =
        "Capex and opex before tax, nominal. Equivalent annual cost: present value "
        "of one whole life over the sum of its discount factors; it compares "
        "unequal lives.";
}

/* ---- fiscal years ---- */

static void add_fiscal(struct maker *m)
{
    size_t n = m->s->fiscal_count;
    if (n == 0 || n > MOST_YEARS + 1)
        return;
    struct doc_column *c = ARENA_ARRAY(m->a, n + 2, struct doc_column);
    const char **cells = ARENA_ARRAY(m->a, n + 2, const char *);
    double *flow = ARENA_ARRAY(m->a, n, double);
    c[0] = (struct doc_column){ .title = arena_printf(m->a, "Fiscal year, %s",
                                                      m->s->currency) };
    for (size_t k = 0; k < n; k++)
        c[k + 1] = (struct doc_column){ .title = arena_printf(
                                            m->a, "%s%s", m->s->fiscal[k].label,
                                            m->s->fiscal[k].partial ? "\nin part" : ""),
                                        .align = DOC_DECIMAL };
    c[n + 1] = (struct doc_column){ .title = "total", .align = DOC_DECIMAL };
    struct doc_table *t = add_table(m, c, n + 2);
    for (size_t i = 0; i < m->s->alternative_count; i++) {
        const struct alternative *alt = &m->s->alternatives[i];
        for (size_t k = 0; k < n; k++)
            flow[k] = value(m, alt->fiscal[k]);
        double step = adding_step(flow, n);
        double sum = adding_round(flow, n, value(m, alt->nominal), step);
        cells[0] = alt->title;
        for (size_t k = 0; k < n; k++)
            cells[k + 1] = adding_text(m, flow[k], step);
        cells[n + 1] = adding_text(m, sum, step);
        add_row(m, t, DOC_ROW, cells);
    }
    const struct fiscal_year *first = &m->s->fiscal[0], *last = &m->s->fiscal[n - 1];
    t->note = arena_printf(m->a,
                           "The same flows by the fiscal year of their day. The first "
                           "holds %s to %s%s, the "
                           "last ends at %s%s.",
                           date_text(m->a, first->from), date_text(m->a, first->to),
                           first->partial ? " only" : "", date_text(m->a, last->to),
                           last->partial ? ", before the fiscal year does" : "");
}

/* ---- leases ---- */

static const char *lease_rate_text(struct maker *m, const struct lease *l)
{
    struct finance_roots r = { 0 };
    if (!lease_rate(m->d, m->d->chosen, l, &r))
        return "none";
    return arena_printf(m->a, "%.2f %%", r.rate[0] * l->per_year * 100);
}

static void add_lease(struct maker *m, struct doc_table *t,
                      const struct lease_answer *a)
{
    const struct lease *l = a->line->lease;
    unsigned n = l->months * l->per_year / 12;
    const char *cells[] = {
        a->line->label,
        money_number(m, value(m, l->price)),
        arena_printf(m->a, "%u of %s in %s", n, money_number(m, value(m, l->payment)),
                     l->advance ? "advance" : "arrears"),
        l->option == NO_NODE
            ? "none"
            : arena_printf(m->a, "%s, %s", money_number(m, value(m, l->option)),
                           l->buy ? "taken" : "not taken"),
        lease_rate_text(m, l),
        money_number(m, value(m, a->total)),
        money_number(m, value(m, a->present)),
    };
    add_row(m, t, DOC_ROW, cells);
}

static void add_leases(struct maker *m)
{
    static const struct doc_column columns[] = {
        { .title = "Lease" },
        { .title = "Price each", .align = DOC_DECIMAL },
        { .title = "Payments each" },
        { .title = "Purchase option each" },
        { .title = "Implicit rate", .align = DOC_RIGHT },
        { .title = "Paid in all", .align = DOC_DECIMAL },
        { .title = "Present value", .align = DOC_DECIMAL },
    };
    struct doc_table *t = NULL;
    for (size_t i = 0; i < m->s->alternative_count; i++)
        for (size_t k = 0; k < m->s->alternatives[i].lease_count; k++) {
            t = t != NULL ? t : add_table(m, columns, 7);
            add_lease(m, t, &m->s->alternatives[i].leases[k]);
        }
    if (t != NULL)
        t->note = arena_printf(
            m->a,
            "In %s. The implicit rate a year, nominal, makes the payments and the "
            "purchase option worth the price; above the discount rate the lender earns "
            "on it. Present value before tax; what decides is the present value of the "
            "alternatives after tax, below.",
            m->s->currency);
}

/* ---- returns ---- */

static const char *percent(struct maker *m, enum finance_status status, double x)
{
    return status == FINANCE_OK ? arena_printf(m->a, "%.2f %%", x * 100)
                                : finance_words(status);
}

/* Each other alternative as an investment against the first. */
static void add_returns(struct maker *m)
{
    static const struct doc_column columns[] = {
        { .title = "As an investment" },
        { .title = "Net present value", .align = DOC_DECIMAL },
        { .title = "Rate of return" },
        { .title = "Modified" },
        { .title = "Payback" },
        { .title = "Discounted payback" },
    };
    struct returns r;
    struct doc_table *t = NULL;
    for (size_t i = 1; i < m->s->alternative_count; i++) {
        if (!returns_of(m->d, m->d->chosen, 0, i, &r))
            return;
        t = t != NULL ? t : add_table(m, columns, 6);
        const char *cells[] = {
            m->s->alternatives[i].title,
            money_number(m, r.net_present_value),
            returns_rate_text(m->a, &r),
            percent(m, r.modified_status, r.modified),
            returns_payback_text(m->a, r.payback_status, &r.payback),
            returns_payback_text(m->a, r.discounted_status, &r.discounted)
        };
        add_row(m, t, DOC_ROW, cells);
    }
    if (t != NULL)
        t->note = arena_printf(
            m->a,
            "What each saves against %s by year, after tax, in the same scenario. Net "
            "present value: the cost of %s less its own; positive is cheaper. Every "
            "rate "
            "of return is given. Modified: paid and earned at the discount rate.",
            m->s->alternatives[0].title, m->s->alternatives[0].title);
}

static void build(struct maker *m)
{
    if (m->s->finance == NULL)
        return;
    add_text(m,
             arena_printf(m->a,
                          "In the scenario \"%s\". The sheet Cash flow of the workbook "
                          "has the same rows, live.",
                          scenario_title(m, m->d->chosen)));
    add_terms(m);
    for (size_t i = 0; i < m->s->alternative_count; i++)
        add_flows(m, &m->s->alternatives[i]);
    add_totals(m);
    add_fiscal(m);
    add_leases(m);
    add_returns(m);
}

const struct section section_finance = {
    .name = "finance",
    .title = "Finance: what is paid when",
    .new_page = true,
    .build = build,
};
