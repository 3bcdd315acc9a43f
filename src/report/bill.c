#include "report/bill.h"

#include <math.h>

#include "base/arena.h"
#include "base/exact.h"

static double cents(double x)
{
    struct exact e, r;
    if (exact_from_double(x, &e) && exact_round(e, 2, ROUND_HALF_UP, &r))
        return exact_double(r);
    return x;
}

/* The amount itself where the engine has it exactly: a half cent is decided there and
 * not by a binary neighbour. */
static double rounded(const struct maker *m, size_t scenario, node_id id)
{
    const struct scenario_answer *a = &m->d->scenarios[scenario];
    const struct value *v = &a->values[a->plan->alias[id]];
    struct exact r;
    if (v->is_exact && exact_round(v->exact, 2, ROUND_HALF_UP, &r))
        return exact_double(r);
    return cents(v->x);
}

static double in_shown_unit(const struct maker *m, node_id id, double base)
{
    return base / graph_node(m->s->graph, id)->unit.factor;
}

static void push(const struct maker *m, struct bill *b, struct bill_line line)
{
    ARENA_PUSH(m->a, b->lines, b->count, b->capacity) = line;
}

static void add_item(const struct maker *m, struct bill *b, size_t sc,
                     const struct line *l)
{
    struct bill_line x = { .kind = BILL_ITEM,
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
        const struct node *p = graph_node(m->s->graph, c->price);
        double required = decide_value(m->d, sc, c->required);
        if (required == 0)
            continue;
        struct bill_line x = { .kind = BILL_LICENCE, .part = l->part };
        x.description =
            arena_printf(m->a, "%s, by %s", l->label, spoken(m, c->metric->label));
        x.quantity = required;
        x.quantity_unit = c->metric->unit;
        x.price = in_shown_unit(m, c->price, p->as.constant.x);
        x.price_unit = p->unit.text;
        x.extended = rounded(m, sc, c->amount);
        x.pedigree = &c->pedigree;
        push(m, b, x);
    }
}

static void add_total(const struct maker *m, struct bill *b, size_t sc,
                      const struct alternative *alt)
{
    double lines = 0, total = rounded(m, sc, alt->purchase);
    for (size_t i = 0; i < b->count; i++)
        lines += b->lines[i].extended;
    double rest = cents(total - lines);
    struct bill_line x = { .kind = BILL_ROUNDING, .quantity = NAN, .price = NAN };
    x.description = "rounding of the lines to the cent, half up";
    x.extended = rest;
    if (rest != 0)
        push(m, b, x);
    x.kind = BILL_TOTAL;
    x.description = "Purchase";
    x.extended = total;
    push(m, b, x);
}

static void add_yearly(const struct maker *m, struct bill *b, size_t sc,
                       const struct alternative *alt)
{
    for (size_t i = 0; i < alt->line_count; i++) {
        const struct line *l = &alt->lines[i];
        if (l->yearly == NO_NODE || decide_value(m->d, sc, l->yearly) == 0)
            continue;
        struct bill_line x = { .kind = BILL_YEARLY, .price = NAN };
        x.description = arena_printf(m->a, "support of %s, each year", l->label);
        x.quantity = in_shown_unit(m, l->support, decide_value(m->d, sc, l->support));
        x.quantity_unit = graph_node(m->s->graph, l->support)->unit.text;
        x.price_unit = "of the net price";
        x.extended = rounded(m, sc, l->yearly);
        push(m, b, x);
    }
}

struct bill bill_of(const struct maker *m, size_t scenario, size_t alternative)
{
    const struct alternative *alt = &m->s->alternatives[alternative];
    struct bill b = { 0 };
    for (size_t i = 0; i < alt->line_count; i++) {
        if (alt->lines[i].kind == LINE_ITEM)
            add_item(m, &b, scenario, &alt->lines[i]);
        else
            add_licence(m, &b, scenario, &alt->lines[i]);
    }
    add_total(m, &b, scenario, alt);
    add_yearly(m, &b, scenario, alt);
    return b;
}
