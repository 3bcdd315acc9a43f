/* study_flow.c - an amount, put where and when it is paid. */
#include "base/arena.h"
#include "decisions/study_flow_parts.h"

node_id flow_op(struct flows *f, const char *name, node_id a, node_id b)
{
    return finance_op(f->s, name, a, b);
}

void flow_plus(struct flows *f, node_id *sum, node_id more)
{
    *sum = finance_plus(f->s, *sum, more);
}

node_id flow_whole(struct flows *f, long long n)
{
    return finance_number(f->s, value_of_exact(exact_int(n)));
}

void flow_label(struct flows *f, node_id id, const char *words, unsigned year)
{
    const struct node *n = graph_node(f->s->graph, id);
    if (n != NULL && n->label == NULL)
        graph_label(f->s->graph, id,
                    arena_printf(f->s->arena, "%s of year %u of %s", words, year,
                                 f->alt->title));
}

node_id flow_nothing(struct flows *f)
{
    return graph_const(f->s->graph, value_of_exact(exact_int(0)), f->s->money,
                       f->s->finance->at);
}

/* ---- when ---- */

struct when flow_at_year(const struct flows *f, unsigned t, bool end)
{
    const struct finance_terms *terms = f->s->finance;
    struct when w = { .entry = t, .before = end, .years = study_years(f->s, t) };
    if (terms->start.year != 0)
        w.on = finance_anniversary(terms, t);
    return w;
}

static size_t fiscal_of(const struct flows *f, const struct when *w)
{
    struct date on = w->on;
    if (w->before)
        date_of_day(date_first_day(on) - 1, &on);
    return finance_fiscal(f->s->finance, on);
}

static void time(struct flows *f, node_id amount, const struct when *w)
{
    struct timed_flow one = { amount, w->years };
    ARENA_PUSH(f->s->arena, f->timed, f->timed_count, f->timed_capacity) = one;
    if (f->fiscal != NULL)
        flow_plus(f, &f->fiscal[fiscal_of(f, w)], amount);
}

void flow_cash(struct flows *f, int part, node_id amount, const struct when *w)
{
    flow_plus(f, &f->part[part][w->entry], amount);
    if (w->factor == NO_NODE) {
        flow_plus(f, &f->common[part >= TAX][w->entry], amount);
    } else {
        flow_plus(f, &f->own[w->entry], flow_op(f, "mul", amount, w->factor));
        f->within = true;
    }
    if (f->main)
        time(f, amount, w);
}

node_id flow_cash_within(struct flows *f, int part, node_id each, const struct rates *r)
{
    const struct finance_terms *terms = f->s->finance;
    double from = study_years(f->s, r->t - 1), to = study_years(f->s, r->t);
    node_id factors = NO_NODE;
    for (unsigned k = 0; k < r->count; k++) {
        unsigned i = r->advance ? k : k + 1;
        struct when w = { .entry = r->t, .before = !r->advance };
        w.years = from + (to - from) * i / r->parts;
        if (terms->start.year != 0)
            w.on =
                finance_months_later(terms->start, 12 * (r->t - 1) + 12 * i / r->parts);
        flow_plus(f, &factors, finance_factor_within(f->s, r->t, i, r->parts));
        if (f->main)
            time(f, each, &w);
    }
    flow_plus(f, &f->part[part][r->t],
              flow_op(f, "mul", each, flow_whole(f, r->count)));
    flow_plus(f, &f->own[r->t], flow_op(f, "mul", each, factors));
    f->within = true;
    return factors;
}
