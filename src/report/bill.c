#include "report/bill.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "decisions/study_order.h"

const char *const bill_kinds[] = { "item", "licence",  "subtotal", "list", "discount",
                                   "tax",  "rounding", "total",    "cost", "yearly" };

struct making {
    const struct maker *m;
    const struct alternative *alt;
    const struct order *o;
    size_t scenario;
    struct bill *b;
};

static double value(const struct making *k, node_id id)
{
    return id == NO_NODE ? NAN : decide_value(k->m->d, k->scenario, id);
}

static double shown(const struct making *k, node_id id)
{
    return value(k, id) / graph_node(k->m->s->graph, id)->unit.factor;
}

static const char *unit_of(const struct making *k, node_id id)
{
    return graph_node(k->m->s->graph, id)->unit.text;
}

/* What a line is known by, from one study to the next. */
static const char *line_name(const struct line *l)
{
    return l->id != NULL ? l->id : l->label;
}

static bool is_something(double x)
{
    return !isnan(x) && x != 0;
}

static struct bill_line *push(const struct making *k, enum bill_kind kind,
                              const char *description)
{
    struct bill *b = k->b;
    ARENA_PUSH(k->m->a, b->lines, b->count, b->capacity) =
        (struct bill_line){ .kind = kind,
                            .description = description,
                            .quantity = NAN,
                            .price = NAN,
                            .extended = NAN,
                            .maintenance = NAN,
                            .off = NAN,
                            .net = NAN };
    return &b->lines[b->count - 1];
}

/* ---- where prices come from ---- */

static const char *words_of(const struct maker *m, const struct pedigree *p)
{
    bool dated =
        p->as_of != NULL && p->source != NULL && strstr(p->source, p->as_of) != NULL;
    return arena_printf(m->a, "%s%s%s%s", p->source != NULL ? p->source : "no source",
                        dated              ? ""
                        : p->as_of != NULL ? ", "
                                           : ", no date",
                        p->as_of != NULL && !dated ? p->as_of : "",
                        p->confidence != NULL
                            ? arena_printf(m->a, ", %s confidence", p->confidence)
                            : "");
}

/* Lines without a supplier share a key with those of the same words: numbers, or
 * letters beside the numbers of suppliers. */
static const char *key_of_words(const struct making *k, const char *words)
{
    struct bill *b = k->b;
    size_t own = 0;
    for (size_t i = 0; i < b->source_count; i++) {
        bool supplied = i < k->m->s->terms->supplier_count;
        if (!supplied && strcmp(b->sources[i].words, words) == 0)
            return b->sources[i].key;
        own += !supplied;
    }
    const char *key = k->m->s->terms->supplier_count == 0
                          ? arena_printf(k->m->a, "%zu", own + 1)
                          : arena_printf(k->m->a, "%c", (int)('a' + own % 26));
    ARENA_PUSH(k->m->a, b->sources, b->source_count, b->source_capacity) =
        (struct bill_source){ key, words };
    return key;
}

static void add_suppliers(const struct making *k)
{
    const struct sheet_terms *t = k->m->s->terms;
    for (size_t i = 0; i < t->supplier_count; i++) {
        const struct supplier *s = &t->suppliers[i];
        ARENA_PUSH(k->m->a, k->b->sources, k->b->source_count, k->b->source_capacity) =
            (struct bill_source){ s->id, s->quote != NULL
                                             ? arena_printf(k->m->a, "%s, %s", s->name,
                                                            s->quote)
                                             : s->name };
    }
}

/* ---- lines ---- */

/* A price per time is no purchase: the column of maintenance has what it comes to. */
static bool is_by_time(const struct making *k, const struct order_row *r)
{
    return r->price != NO_NODE &&
           graph_node(k->m->s->graph, r->price)->unit.dim.time == -1;
}

static void fill_sold(const struct making *k, struct bill_line *x, size_t i)
{
    const struct order_row *r = &k->o->rows[i];
    const struct sheet_row *row = &k->o->sheet.rows[i];
    const struct line *l = r->line;
    x->part = l->part;
    if (k->o->grouped)
        x->group = k->o->groups[row->group].title;
    x->pedigree = r->count != NULL ? &r->count->pedigree : &l->pedigree;
    if (l->sale.supplier != NULL)
        x->source = l->sale.supplier;
    else if (l->kind != LINE_YEARLY || l->pedigree.source != NULL)
        x->source = key_of_words(k, words_of(k->m, x->pedigree));
    x->available = l->sale.available;
    x->maintained = l->sale.maintained == MAINTAINED_INCLUDED ? "included"
                    : l->sale.maintained == MAINTAINED_NOT    ? "none"
                                                              : "";
    x->maintenance = value(k, row->printed[AMOUNT_MAINTENANCE]);
    if (!is_by_time(k, r))
        x->extended = value(k, row->printed[AMOUNT_PRICE]);
    x->off = value(k, row->off);
    x->net = value(k, row->net);
    k->b->parts = k->b->parts || x->part != NULL;
    k->b->off = k->b->off || !isnan(x->off);
    k->b->maintained = k->b->maintained || is_something(x->maintenance);
}

static void add_sold(const struct making *k, size_t i)
{
    const struct order_row *r = &k->o->rows[i];
    const struct line *l = r->line;
    if (r->count != NULL && value(k, r->count->required) == 0)
        return;
    const char *words = l->label;
    if (r->count != NULL)
        words = arena_printf(k->m->a, "%s, by %s", words,
                             spoken(k->m, r->count->metric->label));
    struct bill_line *x = push(k, r->count != NULL ? BILL_LICENCE : BILL_ITEM, words);
    x->line = line_name(l);
    if (r->count != NULL)
        x->line = arena_printf(k->m->a, "%s by %s", x->line, r->count->metric->name);
    if (l->kind == LINE_YEARLY) {
        fill_sold(k, x, i);
        return;
    }
    x->quantity = shown(k, r->quantity);
    x->quantity_unit =
        r->count != NULL ? r->count->metric->unit : unit_of(k, r->quantity);
    if (r->price != NO_NODE) {
        x->price = shown(k, r->price);
        x->price_unit = unit_of(k, r->price);
        x->each = dim_is_money(graph_node(k->m->s->graph, r->price)->unit.dim);
    }
    fill_sold(k, x, i);
}

static void add_group(const struct making *k, size_t g)
{
    const struct price_sheet *s = &k->o->sheet;
    size_t before = k->b->count;
    for (size_t i = 0; i < s->row_count; i++)
        if (s->rows[i].group == g)
            add_sold(k, i);
    if (!k->o->grouped || k->b->count == before)
        return;
    struct bill_line *x = push(
        k, BILL_SUBTOTAL, arena_printf(k->m->a, "Subtotal, %s", k->o->groups[g].title));
    x->group = k->o->groups[g].title;
    x->extended = value(k, s->subtotals[AMOUNT_PRICE][g]);
    x->maintenance = value(k, s->subtotals[AMOUNT_MAINTENANCE][g]);
}

/* ---- what comes off and on ---- */

static const char *scope_of(const struct making *k, const struct order_share *w,
                            const struct sheet_share *x)
{
    return arena_printf(k->m->a, "%s (%s%s%s%s)", x->words, x->on_list ? "list" : "net",
                        *w->scope != '\0' ? " of " : "", w->scope,
                        w->by != NULL ? arena_printf(k->m->a, "; by %s", w->by) : "");
}

/* 14, not 14.000000000000002. */
static double percent(const struct making *k, node_id id)
{
    const struct scenario_answer *a = &k->m->d->scenarios[k->scenario];
    const struct value *v = &a->values[a->plan->alias[id]];
    struct exact e;
    if (v->is_exact && exact_mul(v->exact, exact_int(100), &e))
        return exact_double(e);
    return 100 * v->x;
}

static void add_share(const struct making *k, enum bill_kind kind,
                      const struct order_share *w, const struct sheet_share *x)
{
    struct bill_line *line = push(k, kind, scope_of(k, w, x));
    line->by = w->by;
    line->extended = value(k, x->printed[AMOUNT_PRICE]);
    line->maintenance = value(k, x->printed[AMOUNT_MAINTENANCE]);
    k->b->maintained = k->b->maintained || is_something(line->maintenance);
    if (x->share == NO_NODE)
        return;
    line->quantity = percent(k, x->share);
    line->quantity_unit = "%";
    bool one = x->printed[AMOUNT_PRICE] == NO_NODE ||
               x->printed[AMOUNT_MAINTENANCE] == NO_NODE;
    if (!one)
        return;
    line->price =
        value(k, x->base[x->printed[AMOUNT_PRICE] == NO_NODE ? AMOUNT_MAINTENANCE
                                                             : AMOUNT_PRICE]);
    line->price_unit = k->m->s->currency;
}

static void add_totals(const struct making *k)
{
    const struct price_sheet *s = &k->o->sheet;
    double price = value(k, s->rounding[AMOUNT_PRICE]);
    double maintenance = value(k, s->rounding[AMOUNT_MAINTENANCE]);
    struct bill_line *x;
    if (is_something(price) || is_something(maintenance)) {
        x = push(k, BILL_ROUNDING,
                 k->b->places == 2 ? "rounding of the lines to the cent, half up"
                                   : "rounding of the lines, half up");
        x->extended = is_something(price) ? price : NAN;
        x->maintenance = is_something(maintenance) ? maintenance : NAN;
    }
    x = push(k, BILL_TOTAL, "Purchase");
    x->extended = value(k, s->printed_total[AMOUNT_PRICE]);
    x->maintenance = value(k, s->printed_total[AMOUNT_MAINTENANCE]);
    if (isnan(x->extended))
        x->extended = 0;
    if (!k->b->maintained)
        return;
    if (is_something(value(k, s->whole_rounding)))
        push(k, BILL_ROUNDING, "rounding of the two columns, half up")->extended =
            value(k, s->whole_rounding);
    x = push(k, BILL_COST,
             arena_printf(k->m->a, "Cost over %u year%s", k->b->term,
                          k->b->term == 1 ? "" : "s"));
    x->extended = value(k, s->whole);
}

const char *bill_years(struct arena *a, const struct study *s, unsigned from,
                       unsigned to)
{
    if (from == 1 && to == s->horizon)
        return "each year";
    return from == to ? arena_printf(a, "year %u", from)
                      : arena_printf(a, "years %u to %u", from, to);
}

/* Of one year: no line of the sheet, so no node says it rounded. */
static double rounded(const struct making *k, node_id id)
{
    const struct scenario_answer *a = &k->m->d->scenarios[k->scenario];
    const struct value *v = &a->values[a->plan->alias[id]];
    struct exact e = v->exact;
    bool ok = (v->is_exact || exact_from_double(v->x, &e)) &&
              exact_round(e, k->b->places, ROUND_HALF_UP, &e);
    return ok ? exact_double(e) : v->x;
}

static void add_support(const struct making *k, const struct line *l)
{
    struct bill_line *x = push(
        k, BILL_YEARLY, arena_printf(k->m->a, "support of %s, each year", l->label));
    x->line = arena_printf(k->m->a, "%s, each year", line_name(l));
    x->extended = rounded(k, l->yearly);
    x->quantity = shown(k, l->support);
    x->quantity_unit = unit_of(k, l->support);
    x->price_unit = "of the net price";
}

/* A line a stretch of years that pay the same; nothing where nothing is paid. */
static void add_years(const struct making *k, const struct line *l)
{
    const unsigned horizon = k->m->s->horizon, last = l->by_year != NULL ? horizon : 1;
    bool own = l->sale.maintained == MAINTAINED_PAID && l->sale.maintenance != NULL;
    for (unsigned from = 1, to; from <= last; from = to + 1) {
        double paid = rounded(k, l->by_year != NULL ? l->by_year[from] : l->yearly);
        to = l->by_year != NULL ? from : horizon;
        while (to < last && rounded(k, l->by_year[to + 1]) == paid)
            to++;
        if (paid == 0)
            continue;
        const char *when = bill_years(k->m->a, k->m->s, from, to);
        struct bill_line *x =
            push(k, BILL_YEARLY,
                 arena_printf(k->m->a, "%s%s, %s", own ? "maintenance of " : "",
                              l->label, when));
        x->line = arena_printf(k->m->a, "%s, %s", line_name(l), when);
        x->extended = paid;
        if (l->kind == LINE_YEARLY && l->pedigree.source != NULL)
            x->pedigree = &l->pedigree;
    }
}

static void add_yearly(const struct making *k)
{
    for (size_t i = 0; i < k->alt->line_count; i++) {
        const struct line *l = &k->alt->lines[i];
        if (l->yearly == NO_NODE)
            continue;
        if (l->support == NO_NODE || l->by_year != NULL)
            add_years(k, l);
        else if (value(k, l->yearly) != 0)
            add_support(k, l);
    }
}

struct bill bill_of(const struct maker *m, size_t scenario, size_t alternative)
{
    const struct alternative *alt = &m->s->alternatives[alternative];
    struct bill b = { .places = m->s->terms->places, .term = m->s->terms->term };
    struct making k = { m, alt, alt->order, scenario, &b };
    const struct price_sheet *s = &alt->order->sheet;
    add_suppliers(&k);
    b.maintenance_title = "Maintenance";
    for (size_t i = 0; i < s->row_count; i++)
        if (is_by_time(&k, &alt->order->rows[i]) ||
            alt->order->rows[i].line->kind == LINE_YEARLY)
            b.maintenance_title = "Recurring";
    for (size_t g = 0; g < s->group_count; g++)
        add_group(&k, g);
    if (s->discount_count + s->tax_count > 0) {
        struct bill_line *x = push(&k, BILL_LIST, "Total of the lines");
        x->extended = value(&k, s->list[AMOUNT_PRICE]);
        x->maintenance = value(&k, s->list[AMOUNT_MAINTENANCE]);
    }
    for (size_t i = 0; i < s->discount_count; i++)
        add_share(&k, BILL_DISCOUNT, &alt->order->discounts[i], &s->discounts[i]);
    for (size_t i = 0; i < s->tax_count; i++)
        add_share(&k, BILL_TAX, &alt->order->taxes[i], &s->taxes[i]);
    add_totals(&k);
    add_yearly(&k);
    return b;
}

/* ---- beside the sheet ---- */

const char *bill_available(const struct maker *m, size_t scenario,
                           const struct alternative *alt)
{
    struct date d;
    if (alt->order->available == NO_NODE)
        return NULL;
    double day = decide_value(m->d, scenario, alt->order->available);
    return date_of_day((long)day, &d) ? date_text(m->a, d) : NULL;
}

const char *bill_ratio(const struct maker *m, size_t scenario,
                       const struct order_ratio *r)
{
    double per = exact_double(r->per);
    return arena_printf(
        m->a, "%s %s per %s%s",
        format_places(m->a, decide_value(m->d, scenario, r->printed), r->places),
        m->s->currency,
        per != 1 ? arena_printf(m->a, "%s ", format_places(m->a, per, 0)) : "",
        r->unit);
}

static const char *rounding_words(const struct maker *m, enum ratio_rounding rule,
                                  int places)
{
    if (places == 0)
        return arena_printf(m->a, "rounded %s to a whole number",
                            ratio_rounding_names[rule]);
    return arena_printf(m->a, "rounded %s to %d decimal%s", ratio_rounding_names[rule],
                        places, places == 1 ? "" : "s");
}

const char *bill_ratio_inputs(const struct maker *m, size_t scenario,
                              const struct alternative *alt,
                              const struct order_ratio *r)
{
    double total = decide_value(m->d, scenario, alt->order->sheet.exact_whole);
    double performance = decide_value(m->d, scenario, r->performance_printed);
    double per = exact_double(r->per);
    const char *cut = r->performance_rounded
                          ? arena_printf(m->a, " (%s)",
                                         rounding_words(m, r->performance_rounding,
                                                        r->performance_places))
                          : "";
    return arena_printf(
        m->a, "%s %s%s / %s %s%s = %s, %s", format_number(m->a, total, 12),
        m->s->currency,
        per != 1 ? arena_printf(m->a, " x %s", format_places(m->a, per, 0)) : "",
        format_number(m->a, performance, 12), r->unit, cut,
        format_number(m->a, decide_value(m->d, scenario, r->exact), 8),
        rounding_words(m, r->rounding, r->places));
}
