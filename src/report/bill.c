#include "report/bill.h"

#include <math.h>

#include "base/arena.h"
#include "base/exact.h"
#include "prices/printed.h"

/* The amount itself where the engine has it exactly: a half cent is decided there and
 * not by a binary neighbour.  False where it is too large to be rounded. */
static bool exactly(const struct maker *m, const struct value *v, struct exact *out)
{
    struct exact e = v->exact;
    return (v->is_exact || exact_from_double(v->x, &e)) &&
           exact_round(e, currency_places(m->s->currency), ROUND_HALF_UP, out);
}

static double rounded(const struct maker *m, size_t scenario, node_id id)
{
    const struct scenario_answer *a = &m->d->scenarios[scenario];
    const struct value *v = &a->values[a->plan->alias[id]];
    struct exact r;
    return exactly(m, v, &r) ? exact_double(r) : v->x;
}

/* What the printed lines lack to the printed total. */
static double rest_of(const struct maker *m, const struct bill *b, double total)
{
    struct exact *lines = ARENA_ARRAY(m->a, b->count, struct exact), whole, rest;
    struct value v = value_of_double(total);
    bool ok = exactly(m, &v, &whole);
    for (size_t i = 0; i < b->count; i++) {
        v = value_of_double(b->lines[i].extended);
        ok = ok && exactly(m, &v, &lines[i]);
    }
    if (!ok || !printed_rounding(lines, b->count, whole, &rest))
        return 0;
    return exact_double(rest);
}

static double in_shown_unit(const struct maker *m, node_id id, double base)
{
    return base / graph_node(m->s->graph, id)->unit.factor;
}

static const char *line_name(const struct line *l)
{
    return l->id != NULL ? l->id : l->label;
}

static void push(const struct maker *m, struct bill *b, struct bill_line line)
{
    ARENA_PUSH(m->a, b->lines, b->count, b->capacity) = line;
}

static void add_item(const struct maker *m, struct bill *b, size_t sc,
                     const struct line *l)
{
    struct bill_line x = { .kind = BILL_ITEM,
                           .line = line_name(l),
                           .description = l->label,
                           .part = l->part };
    x.quantity = in_shown_unit(m, l->quantity, decide_value(m->d, sc, l->quantity));
    x.quantity_unit = graph_node(m->s->graph, l->quantity)->unit.text;
    x.price = in_shown_unit(m, l->price, decide_value(m->d, sc, l->price));
    x.price_unit = graph_node(m->s->graph, l->price)->unit.text;
    x.extended = rounded(m, sc, l->amount);
    x.pedigree = &l->pedigree;
    push(m, b, x);
}

static void add_licence(const struct maker *m, struct bill *b, size_t sc,
                        const struct line *l)
{
    for (size_t i = 0; i < l->licence->licence->metric_count; i++) {
        const struct licence_count *c = &l->licence->counts[i];
        double required = decide_value(m->d, sc, c->required);
        if (required == 0)
            continue;
        struct bill_line x = { .kind = BILL_LICENCE, .part = l->part };
        x.line = arena_printf(m->a, "%s by %s", line_name(l), c->metric->name);
        x.description =
            arena_printf(m->a, "%s, by %s", l->label, spoken(m, c->metric->label));
        x.quantity = decide_value(m->d, sc, c->bought);
        x.quantity_unit = c->metric->unit;
        x.price = NAN;
        if (c->price != NO_NODE) {
            x.price = in_shown_unit(m, c->price, decide_value(m->d, sc, c->price));
            x.price_unit = graph_node(m->s->graph, c->price)->unit.text;
        }
        x.extended = rounded(m, sc, c->amount);
        x.pedigree = &c->pedigree;
        push(m, b, x);
    }
}

static void add_total(const struct maker *m, struct bill *b, size_t sc,
                      const struct alternative *alt)
{
    double total = rounded(m, sc, alt->purchase), rest = rest_of(m, b, total);
    struct bill_line x = { .kind = BILL_ROUNDING, .quantity = NAN, .price = NAN };
    x.description = currency_places(m->s->currency) == 2
                        ? "rounding of the lines to the cent, half up"
                        : "rounding of the lines, half up";
    x.extended = rest;
    if (rest != 0)
        push(m, b, x);
    x.kind = BILL_TOTAL;
    x.description = "Purchase";
    x.extended = total;
    push(m, b, x);
}

const char *bill_years(struct arena *a, const struct study *s, unsigned from,
                       unsigned to)
{
    if (from == 1 && to == s->horizon)
        return "each year";
    return from == to ? arena_printf(a, "year %u", from)
                      : arena_printf(a, "years %u to %u", from, to);
}

static void add_support(const struct maker *m, struct bill *b, size_t sc,
                        const struct line *l)
{
    struct bill_line x = { .kind = BILL_YEARLY, .price = NAN };
    x.extended = rounded(m, sc, l->yearly);
    x.line = arena_printf(m->a, "%s, each year", line_name(l));
    x.description = arena_printf(m->a, "support of %s, each year", l->label);
    x.quantity = in_shown_unit(m, l->support, decide_value(m->d, sc, l->support));
    x.quantity_unit = graph_node(m->s->graph, l->support)->unit.text;
    x.price_unit = "of the net price";
    push(m, b, x);
}

/* A line a stretch of years that pay the same; nothing where nothing is paid. */
static void add_years(const struct maker *m, struct bill *b, size_t sc,
                      const struct line *l)
{
    const unsigned last = l->by_year != NULL ? m->s->horizon : 1;
    for (unsigned from = 1, to; from <= last; from = to + 1) {
        struct bill_line x = { .kind = BILL_YEARLY, .price = NAN, .quantity = NAN };
        x.extended = rounded(m, sc, l->by_year != NULL ? l->by_year[from] : l->yearly);
        to = l->by_year != NULL ? from : m->s->horizon;
        while (to < last && rounded(m, sc, l->by_year[to + 1]) == x.extended)
            to++;
        if (x.extended == 0)
            continue;
        const char *when = bill_years(m->a, m->s, from, to);
        x.line = arena_printf(m->a, "%s, %s", line_name(l), when);
        x.description = arena_printf(m->a, "%s, %s", l->label, when);
        if (l->kind == LINE_YEARLY && l->pedigree.source != NULL)
            x.pedigree = &l->pedigree;
        push(m, b, x);
    }
}

static void add_yearly(const struct maker *m, struct bill *b, size_t sc,
                       const struct alternative *alt)
{
    for (size_t i = 0; i < alt->line_count; i++) {
        const struct line *l = &alt->lines[i];
        if (l->yearly == NO_NODE)
            continue;
        if (l->support == NO_NODE || l->by_year != NULL)
            add_years(m, b, sc, l);
        else if (decide_value(m->d, sc, l->yearly) != 0)
            add_support(m, b, sc, l);
    }
}

struct bill bill_of(const struct maker *m, size_t scenario, size_t alternative)
{
    const struct alternative *alt = &m->s->alternatives[alternative];
    struct bill b = { 0 };
    for (size_t i = 0; i < alt->line_count; i++) {
        if (alt->lines[i].kind == LINE_ITEM)
            add_item(m, &b, scenario, &alt->lines[i]);
        else if (alt->lines[i].kind == LINE_LICENCE)
            add_licence(m, &b, scenario, &alt->lines[i]);
    }
    add_total(m, &b, scenario, alt);
    add_yearly(m, &b, scenario, alt);
    return b;
}
