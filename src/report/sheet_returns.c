/* Cash flow, below the flows: returns and leases by a spreadsheet's own functions. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "decisions/returns.h"
#include "decisions/study_finance.h"
#include "report/cash.h"

struct pair {
    struct cash *c;
    size_t other;
    struct returns r;
    uint32_t savings, present;
    double *saved, *worth; /* [year] */
};

static void put_label(struct cash *c, uint32_t row, const char *words)
{
    put_text(c->b, c->sheet, row, 0, words, LOOK_LABEL);
}

/* What the first costs less what the other costs. */
static uint32_t put_difference(struct pair *p, const char *words, const uint32_t *rows,
                               const double *values)
{
    struct cash *c = p->c;
    uint32_t row = c->row++;
    double sum = 0;
    put_label(c, row, words);
    for (unsigned t = 0; t <= c->b->s->horizon; t++) {
        cash_put(c, row, cash_column(t),
                 arena_printf(c->b->a, "%s-%s", cash_cell(c, rows[0], t),
                              cash_cell(c, rows[p->other], t)),
                 values[t], LOOK_PLAIN);
        sum += values[t];
    }
    cash_sum(c, row, sum);
    return row;
}

/* The years after which the sum of a row is no longer negative: in the column in which
 * that happens first, straight within it, and again where it was lost. */
static void put_payback(struct pair *p, const char *words, uint32_t of,
                        const double *values)
{
    struct cash *c = p->c;
    struct arena *a = c->b->a;
    uint32_t row = c->row++;
    double sum = 0, first = NAN;
    put_label(c, row, words);
    for (unsigned t = 0; t <= c->b->s->horizon; t++) {
        const char *all =
            arena_printf(a, "SUM(%s:%s)", cash_cell(c, of, 0), cash_cell(c, of, t));
        const char *cell = cash_cell(c, of, t);
        double before = sum;
        sum += values[t];
        bool crosses = sum >= 0 && (t == 0 || before < 0);
        double at = t == 0 ? 0 : t - 1 - before / values[t];
        struct cell *k = put_formula(
            c->b, c->sheet, row, cash_column(t),
            t == 0 ? arena_printf(a, "IF(%s>=0,0,\"\")", cell)
                   : arena_printf(a, "IF(AND(%s>=0,%s-%s<0),%u-(%s-%s)/%s,\"\")", all,
                                  all, cell, t - 1, all, cell, cell),
            crosses ? at : 0);
        if (!crosses)
            k->text = "";
        else if (isnan(first))
            first = at;
    }
    const char *cells = cash_years(c, row, 0);
    struct cell *total = put_formula(
        c->b, c->sheet, row, cash_total(c),
        arena_printf(a, "IF(COUNT(%s)=0,\"never\",MIN(%s))", cells, cells), first);
    total->style.look = LOOK_RESULT;
    if (isnan(first))
        total->text = "never";
}

static void put_rate(struct pair *p, uint32_t row, const char *formula, double value)
{
    put_formula(p->c->b, p->c->sheet, row, cash_total(p->c), formula, value)->style =
        (struct style){ .look = LOOK_RESULT, .number_format = FORMAT_PERCENT };
}

/* With one root at flows by year IRR finds it; otherwise all are as issued. */
static void put_rates(struct pair *p)
{
    struct cash *c = p->c;
    struct arena *a = c->b->a;
    const struct study *s = c->b->s;
    const char *days = study_day_count(s);
    bool by_year = returns_by_year(s, 0, p->other);
    bool dated = days != NULL && strcmp(days, "act/365") == 0 &&
                 !s->alternatives[0].within_years &&
                 !s->alternatives[p->other].within_years;
    uint32_t row = c->row++;
    const char *cells = cash_years(c, p->savings, 0);
    put_label(c, row, dated ? "rate of return (XIRR)" : "rate of return (IRR)");
    if ((by_year || dated) && p->r.rates.count == 1) {
        const char *near =
            format_number(a, round(p->r.rates.rate[0] * 1000) / 1000, 15);
        put_rate(p, row,
                 dated ? arena_printf(a, "XIRR(%s,%s,%s)", cells,
                                      cash_years(c, c->dates, 0), near)
                       : arena_printf(a, "IRR(%s,%s)", cells, near),
                 p->r.rates.rate[0]);
    } else {
        put_text(c->b, c->sheet, row, cash_total(c), returns_rate_text(a, &p->r),
                 LOOK_ISSUED);
    }
    if (p->r.modified_status != FINANCE_OK || s->horizon == 0)
        return;
    const char *rate = arena_printf(a, "1/%s-1", cash_cell(c, c->factors, 1));
    row = c->row++;
    put_label(c, row, "modified rate of return (MIRR), at the discount rate");
    if (days == NULL)
        put_rate(p, row, arena_printf(a, "MIRR(%s,%s,%s)", cells, rate, rate),
                 p->r.modified);
    else
        put_text(c->b, c->sheet, row, cash_total(c),
                 arena_printf(a, "%s %%", format_number(a, p->r.modified * 100, 6)),
                 LOOK_ISSUED);
}

/* The present value again by the spreadsheet's function. */
static void put_npv(struct pair *p)
{
    struct cash *c = p->c;
    struct arena *a = c->b->a;
    uint32_t row = c->row;
    if (!returns_by_year(c->b->s, 0, p->other))
        return;
    c->row++;
    put_label(c, row, "present value once more, by NPV");
    cash_put(c, row, cash_total(c),
             arena_printf(a, "%s+NPV(1/%s-1,%s)", cash_cell(c, p->savings, 0),
                          cash_cell(c, c->factors, 1), cash_years(c, p->savings, 1)),
             p->r.net_present_value, LOOK_RESULT);
}

static void put_pair(struct cash *c, size_t other)
{
    struct book *b = c->b;
    struct pair p = { .c = c, .other = other };
    unsigned n = b->s->horizon + 1;
    if (!returns_of(b->d, b->d->chosen, 0, other, &p.r))
        return;
    const struct alternative_answer *all = b->d->scenarios[b->d->chosen].alternatives;
    p.saved = ARENA_ARRAY(b->a, n, double);
    p.worth = ARENA_ARRAY(b->a, n, double);
    for (unsigned t = 0; t < n; t++) {
        p.saved[t] = all[0].by_year[t] - all[other].by_year[t];
        p.worth[t] =
            decide_value(b->d, b->d->chosen, b->s->alternatives[0].present[t]) -
            decide_value(b->d, b->d->chosen, b->s->alternatives[other].present[t]);
    }
    put_text(b, c->sheet, ++c->row, 0,
             arena_printf(b->a, "%s against %s", b->s->alternatives[other].title,
                          b->s->alternatives[0].title),
             LOOK_HEADING);
    c->row++;
    p.savings = put_difference(&p, "saved", c->flows, p.saved);
    p.present = put_difference(&p, "saved, present value", c->presents, p.worth);
    put_npv(&p);
    put_rates(&p);
    put_payback(&p, "payback, years", p.savings, p.saved);
    put_payback(&p, "discounted payback, years", p.present, p.worth);
}

/* ---- leases ---- */

static void put_lease_figure(struct cash *c, const char *words, node_id id)
{
    struct book *b = c->b;
    put_text(b, c->sheet, c->row, 0, words, LOOK_PLAIN)->style.flags = STYLE_INDENT;
    cash_put(c, c->row++, 1, cash_node(c, id), decide_value(b->d, b->d->chosen, id),
             LOOK_PLAIN);
}

/* Turns a rate as its cell shows it, or as a constant is, into a share of a year. */
static const char *per_year(const struct book *b, node_id rate)
{
    struct exact year = { 31536000, 1 }, one;
    const struct node *n = graph_node(b->g, rate);
    exact_div(exact_int(1), year, &one);
    return formula_factor(b->g, n->kind == NODE_CONST ? exact_int(1) : n->unit.scale,
                          one);
}

static struct cell *put_once_more(struct cash *c, const char *words,
                                  const char *formula, double cached)
{
    struct book *b = c->b;
    put_text(b, c->sheet, c->row, 0, words, LOOK_PLAIN)->style.flags = STYLE_INDENT;
    struct cell *cell = put_formula(b, c->sheet, c->row++, 1, formula, cached);
    cell->style = (struct style){ .look = LOOK_RESULT, .number_format = FORMAT_MONEY };
    return cell;
}

/* The payment from the rate and the rate from the payment, by the spreadsheet's own
 * functions; `first` is the row of the price. */
static void put_functions(struct cash *c, const struct lease *l, uint32_t first)
{
    struct book *b = c->b;
    struct finance_roots rates = { 0 };
    unsigned n = l->months * l->per_year / 12;
    const char *price = cell_address(b->a, first, 1, false);
    const char *option =
        l->option == NO_NODE
            ? "0"
            : arena_printf(b->a, "-%s", cell_address(b->a, first + 2, 1, false));
    if (l->rate != NO_NODE)
        put_once_more(c, "payment once more, by PMT",
                      arena_printf(b->a, "-PMT(%s%s/%u,%u,%s,%s,%d)",
                                   cash_node(c, l->rate), per_year(b, l->rate),
                                   l->per_year, n, price, option, l->advance),
                      decide_value(b->d, b->d->chosen, l->payment));
    if (!lease_rate(b->d, b->d->chosen, l, &rates))
        return;
    put_once_more(c, "implicit rate a year, nominal",
                  arena_printf(b->a, "%u*RATE(%u,-%s,%s,%s,%d,0.01)", l->per_year, n,
                               cell_address(b->a, first + 1, 1, false), price, option,
                               l->advance),
                  rates.rate[0] * l->per_year)
        ->style.number_format = FORMAT_PERCENT;
}

static void put_lease(struct cash *c, const struct alternative *alt,
                      const struct lease_answer *l)
{
    struct book *b = c->b;
    const struct lease *lease = l->line->lease;
    put_text(b, c->sheet, ++c->row, 0,
             arena_printf(b->a, "Lease of %s, %s: %u payments in %s", l->line->label,
                          alt->title, lease->months * lease->per_year / 12,
                          lease->advance ? "advance" : "arrears"),
             LOOK_HEADING);
    uint32_t first = ++c->row;
    put_lease_figure(c, "price of what is leased, each", lease->price);
    put_lease_figure(c, "payment, each", lease->payment);
    if (lease->option != NO_NODE)
        put_lease_figure(c,
                         lease->buy ? "purchase option, each, taken"
                                    : "purchase option, each, not taken",
                         lease->option);
    put_lease_figure(c, "paid over the horizon", l->total);
    put_lease_figure(c, "present value of that, before tax", l->present);
    put_functions(c, lease, first);
}

void cash_returns(struct cash *c)
{
    for (size_t i = 1; i < c->b->s->alternative_count; i++)
        put_pair(c, i);
    for (size_t i = 0; i < c->b->s->alternative_count; i++) {
        const struct alternative *alt = &c->b->s->alternatives[i];
        for (size_t k = 0; k < alt->lease_count; k++)
            put_lease(c, alt, &alt->leases[k]);
    }
}
