/* study_flow_lines.c - what lines and leases pay, and when. */
#include "base/arena.h"
#include "decisions/study_flow_parts.h"
#include "decisions/study_order.h"

/* ---- how much ---- */

static node_id power(struct flows *f, node_id base, unsigned t)
{
    return flow_op(f, "pow", base, flow_whole(f, t));
}

static node_id one_and(struct flows *f, const char *sign, node_id share)
{
    return flow_op(f, sign, flow_whole(f, 1), share);
}

static node_id with_share(struct flows *f, node_id amount, node_id share)
{
    return share == NO_NODE ? amount
                            : flow_op(f, "mul", amount, one_and(f, "add", share));
}

/* With contingency and value added tax. */
static node_id loaded(struct flows *f, node_id amount)
{
    const struct finance_terms *terms = f->s->finance;
    return with_share(f, with_share(f, amount, terms->contingency), terms->vat);
}

/* An amount of day 0 as it is paid after t years: dearer, at the rate of that year. */
static node_id paid(struct flows *f, const struct group *g, node_id amount, unsigned t)
{
    const struct finance_terms *terms = f->s->finance;
    const struct exchange *fx = g->terms->fx;
    unsigned k = t < f->s->horizon ? t : f->s->horizon;
    if (fx != NULL && fx->rate[k] != fx->rate[0])
        amount = flow_op(f, "mul", amount, flow_op(f, "div", fx->rate[k], fx->rate[0]));
    if (terms->inflation != NO_NODE && t > 0)
        amount =
            flow_op(f, "mul", amount, power(f, one_and(f, "add", terms->inflation), t));
    return loaded(f, amount);
}

static node_id fallen(struct flows *f, node_id amount, node_id decline, unsigned t)
{
    if (decline == NO_NODE || t == 0)
        return amount;
    return flow_op(f, "mul", amount, power(f, one_and(f, "sub", decline), t));
}

static bool is_due_at_start(const struct flows *f, const struct line_terms *t)
{
    return t->due == DUE_AS_BLOCK ? f->s->finance->at_start : t->due == DUE_START;
}

/* ---- purchases ---- */

/* How many times the quantity of day 0 is bought at t: what it has grown by since the
 * year before, and what was bought a life ago.  NO_NODE: none; *once: exactly once. */
static node_id vintage(struct flows *f, const struct group *g, unsigned life,
                       const node_id *before, unsigned t, bool *once)
{
    node_id growth = g->terms->growth;
    *once = false;
    if (growth == NO_NODE) {
        *once = t % life == 0;
        return *once ? flow_whole(f, 1) : NO_NODE;
    }
    if (t == 0) {
        *once = true;
        return flow_whole(f, 1);
    }
    node_id ratio = one_and(f, "add", growth);
    node_id more = flow_op(f, "sub", power(f, ratio, t), power(f, ratio, t - 1));
    return t >= life ? finance_plus(f->s, more, before[t - life]) : more;
}

static void buy(struct flows *f, const struct group *g, node_id amount, unsigned t)
{
    const struct line_terms *terms = g->terms;
    int part = terms->expense ? RECURRING : BOUGHT;
    struct when w = flow_at_year(f, t, false);
    if (terms->expense)
        flow_plus(f, &f->deductible[t + 1], amount);
    else
        flow_plus(f, &f->capital[t], amount);
    if (t > 0 || terms->milestone_count == 0) {
        flow_cash(f, part, amount, &w);
        return;
    }
    for (size_t i = 0; i < terms->milestone_count; i++) {
        const struct milestone *m = &terms->milestones[i];
        unsigned entry = 0;
        while (date_first_day(finance_anniversary(f->s->finance, entry)) <
               date_first_day(m->on))
            entry++;
        if (entry > f->years) /* a life shorter than the payments */
            entry = f->years;
        w = (struct when){ .entry = entry, .on = m->on };
        w.factor = finance_factor_on(f->s, m->on, &w.years);
        flow_cash(f, part, flow_op(f, "mul", amount, m->share), &w);
    }
}

static void add_purchases(struct flows *f, const struct group *g)
{
    const struct line_terms *terms = g->terms;
    const struct finance_terms *block = f->s->finance;
    unsigned life = terms->life > 0 ? terms->life : f->life;
    node_id decline = terms->decline != NO_NODE ? terms->decline : block->decline;
    node_id residual = terms->residual != NO_NODE ? terms->residual : block->residual;
    node_id times[LONGEST_HORIZON + 1];
    const struct node *first = graph_node(f->s->graph, g->raw[0]);
    if (first->kind == NODE_CONST && first->as.constant.x == 0)
        return; /* a price per time */
    for (unsigned t = 0; t < f->years; t++) {
        bool once;
        times[t] = vintage(f, g, life, times, t, &once);
        if (times[t] == NO_NODE)
            continue;
        node_id amount = once ? g->raw[0] : flow_op(f, "mul", g->raw[0], times[t]);
        amount = paid(f, g, fallen(f, amount, decline, t), t);
        flow_label(f, amount,
                   arena_printf(f->s->arena, "purchase%s at the end", g->words), t);
        buy(f, g, amount, t);
        if (residual != NO_NODE && !terms->expense && t + life >= f->years)
            flow_plus(f, &f->salvage, flow_op(f, "mul", amount, residual));
    }
}

/* ---- what is paid by year ---- */

static void add_recurring(struct flows *f, const struct group *g)
{
    const struct line_terms *terms = g->terms;
    bool start = is_due_at_start(f, terms);
    for (unsigned t = 1; t <= f->years; t++) {
        unsigned k = t < f->s->horizon ? t : f->s->horizon; /* beyond: as in the last */
        node_id amount = g->raw[k];
        if (amount == NO_NODE)
            continue;
        if (terms->growth != NO_NODE && t > 1)
            amount = flow_op(f, "mul", amount,
                             power(f, one_and(f, "add", terms->growth), t - 1));
        if (g->rent)
            amount = fallen(f, amount, terms->decline, t - 1);
        /* Within a year the prices hold with which it begins. */
        amount = paid(f, g, amount, start || terms->per_year > 1 ? t - 1 : t);
        flow_label(f, amount,
                   arena_printf(f->s->arena, "recurring payments%s", g->words), t);
        flow_plus(f, &f->deductible[t], amount);
        if (terms->per_year > 1) {
            const struct rates r = { t, terms->per_year, terms->per_year, start };
            flow_cash_within(f, RECURRING,
                             flow_op(f, "div", amount, flow_whole(f, r.parts)), &r);
        } else {
            struct when w = flow_at_year(f, start ? t - 1 : t, !start);
            flow_cash(f, RECURRING, amount, &w);
        }
    }
}

/* ---- leases ---- */

unsigned study_lease_payments(const struct lease *l, unsigned year)
{
    unsigned step = 12 / l->per_year, before = 12 * (year - 1);
    unsigned months = l->months > before ? l->months - before : 0;
    return (months < 12 ? months : 12) / step;
}

/* The present value of what a lease pays, beside that of all flows. */
static void lease_worth(struct flows *f, struct lease_answer *sum, node_id amount,
                        node_id factor)
{
    flow_plus(f, &sum->total, amount);
    flow_plus(f, &sum->present, flow_op(f, "mul", amount, factor));
}

static void add_option(struct flows *f, const struct group *g, struct lease_answer *sum)
{
    const struct lease *l = g->lease;
    const struct finance_terms *block = f->s->finance;
    node_id share =
        g->terms->residual != NO_NODE ? g->terms->residual : block->residual;
    unsigned entry = (l->months + 11) / 12;
    if (!l->buy || entry > f->years)
        return;
    struct when w = flow_at_year(f, entry, true);
    if (l->months % 12 != 0) {
        w.factor = finance_factor_within(f->s, entry, l->months % 12, 12);
        w.years = study_years(f->s, entry - 1) + l->months % 12 / 12.0;
        if (block->start.year != 0)
            w.on = finance_months_later(block->start, l->months);
    }
    node_id amount = loaded(f, flow_op(f, "mul", g->count, l->option));
    flow_label(f, amount,
               arena_printf(f->s->arena, "purchase option%s at the end", g->words),
               entry);
    flow_plus(f, &f->capital[entry], amount);
    flow_cash(f, BOUGHT, amount, &w);
    lease_worth(f, sum, amount,
                w.factor != NO_NODE ? w.factor
                                    : study_discount_factor(f->s, entry, f->alt->at));
    if (share != NO_NODE)
        flow_plus(
            f, &f->salvage,
            flow_op(f, "mul", loaded(f, flow_op(f, "mul", g->count, l->price)), share));
}

static void add_lease(struct flows *f, const struct group *g)
{
    const struct lease *l = g->lease;
    struct lease_answer sum = { .line = g->line };
    node_id each = loaded(f, flow_op(f, "mul", g->count, l->payment));
    for (unsigned t = 1; t <= f->years; t++) {
        struct rates r = { t, study_lease_payments(l, t), l->per_year, l->advance };
        unsigned entry = l->advance ? t - 1 : t;
        node_id factors = NO_NODE;
        if (r.count == 0)
            break;
        if (l->per_year > 1) {
            factors = flow_cash_within(f, LEASED, each, &r);
        } else {
            struct when w = flow_at_year(f, entry, !l->advance);
            flow_cash(f, LEASED, each, &w);
            if (entry > 0)
                factors = study_discount_factor(f->s, entry, f->alt->at);
        }
        node_id year = flow_op(f, "mul", each, flow_whole(f, r.count));
        flow_plus(f, &f->deductible[t], year);
        flow_plus(f, &sum.total, year);
        flow_plus(f, &sum.present,
                  factors == NO_NODE ? each : flow_op(f, "mul", each, factors));
    }
    add_option(f, g, &sum);
    ARENA_PUSH(f->s->arena, f->leases, f->lease_count, f->lease_capacity) = sum;
}

/* ---- the groups of an alternative ---- */

static bool is_special(const struct line *l)
{
    const struct line_terms *t = l->terms;
    if (t == NULL)
        return false;
    return l->lease != NULL || t->growth != NO_NODE || t->decline != NO_NODE ||
           t->residual != NO_NODE || t->life > 0 || t->expense ||
           t->due != DUE_AS_BLOCK || t->per_year > 1 || t->milestone_count > 0 ||
           (t->fx != NULL && t->fx->rate[0] != t->fx->rate[1]);
}

static void add_group(struct flows *f, const struct group *g)
{
    if (g->lease != NULL) {
        add_lease(f, g);
        return;
    }
    add_purchases(f, g);
    add_recurring(f, g);
}

/* After the discounts and taxes of the order. */
static const node_id *raw_of(struct study *s, const struct alternative *alt,
                             const struct line *l)
{
    node_id *raw = ARENA_ARRAY(s->arena, s->horizon + 1, node_id);
    for (unsigned t = 0; t <= s->horizon; t++)
        raw[t] = study_order_line_payment(s, alt, l, t);
    if (raw[0] == NO_NODE)
        raw[0] = graph_const(s->graph, value_of_exact(exact_int(0)), s->money, l->at);
    return raw;
}

static bool is_leased_at_list(struct flows *f, const struct line *l)
{
    const struct price_sheet *sheet = &f->alt->order->sheet;
    for (size_t i = 0; i < sheet->row_count; i++)
        if (f->alt->order->rows[i].line == l &&
            (sheet->rows[i].paid[AMOUNT_PRICE] != NO_NODE ||
             sheet->rows[i].paid[AMOUNT_MAINTENANCE] != NO_NODE))
            return diag_error(f->s->dg, l->at,
                              "a discount or tax of the order falls on a lease, whose "
                              "payment is what is paid; limit it with lines:");
    return true;
}

/* The ordinary lines together; by_year is the total of all lines. */
static const node_id *ordinary(struct study *s, const struct alternative *alt,
                               const node_id *by_year)
{
    size_t special = 0;
    node_id *raw = ARENA_ARRAY(s->arena, s->horizon + 1, node_id);
    for (size_t i = 0; i < alt->line_count; i++)
        special += is_special(&alt->lines[i]);
    if (special == 0)
        return by_year;
    if (special == alt->line_count)
        return NULL;
    for (size_t i = 0; i < alt->line_count; i++)
        if (!is_special(&alt->lines[i])) {
            const node_id *own = raw_of(s, alt, &alt->lines[i]);
            for (unsigned t = 0; t <= s->horizon; t++)
                raw[t] = finance_plus(s, raw[t], own[t]);
        }
    return raw;
}

void flow_add_lines(struct flows *f, const node_id *by_year)
{
    const node_id *common = ordinary(f->s, f->alt, by_year);
    static const struct line_terms plain = { .per_year = 1 };
    const struct alternative *alt = f->alt;
    struct group all = { .terms = &plain, .raw = common, .words = "" };
    if (common != NULL)
        add_group(f, &all);
    for (size_t i = 0; i < alt->line_count; i++) {
        const struct line *l = &alt->lines[i];
        if (!is_special(l) || (l->lease != NULL && !is_leased_at_list(f, l)))
            continue;
        struct group g = { .terms = l->terms,
                           .line = l,
                           .lease = l->lease,
                           .count = l->quantity,
                           .raw = raw_of(f->s, alt, l) };
        g.rent = l->kind == LINE_ITEM && l->support == NO_NODE;
        g.words = arena_printf(f->s->arena, " of %s", l->label);
        add_group(f, &g);
    }
}
