/* study_calendar.c - years of a study as dates, fiscal years and discount factors. */
#include "base/arena.h"
#include "decisions/study_finance_parts.h"

struct date finance_months_later(struct date from, unsigned months)
{
    int month = from.month - 1 + (int)months;
    struct date d = { from.year + month / 12, month % 12 + 1, from.day };
    int last = date_month_days(d.year, d.month);
    d.day = d.day < last ? d.day : last;
    return d;
}

struct date finance_anniversary(const struct finance_terms *f, unsigned t)
{
    return finance_months_later(f->start, 12 * t);
}

static int fiscal_of(const struct finance_terms *f, struct date on)
{
    return on.month >= f->fiscal_month ? on.year : on.year - 1;
}

size_t finance_fiscal(const struct finance_terms *f, struct date on)
{
    return (size_t)(fiscal_of(f, on) - fiscal_of(f, f->start));
}

static struct date day_before(struct date d)
{
    struct date before = d;
    date_of_day(date_first_day(d) - 1, &before);
    return before;
}

void finance_name_fiscal(struct study *s)
{
    const struct finance_terms *f = s->finance;
    struct date last = day_before(finance_anniversary(f, s->horizon));
    int first = fiscal_of(f, f->start);
    size_t count = finance_fiscal(f, last) + 1;
    struct fiscal_year *all = ARENA_ARRAY(s->arena, count, struct fiscal_year);
    for (size_t i = 0; i < count; i++) {
        int year = first + (int)i;
        struct date from = { year, f->fiscal_month, 1 };
        struct date to = day_before((struct date){ year + 1, f->fiscal_month, 1 });
        all[i].label = f->fiscal_month == 1
                           ? arena_printf(s->arena, "%d", year)
                           : arena_printf(s->arena, "%d/%02d", year, (year + 1) % 100);
        all[i].partial = (i == 0 && date_first_day(from) < date_first_day(f->start)) ||
                         (i + 1 == count && date_first_day(to) > date_first_day(last));
        all[i].from = i == 0 ? f->start : from;
        all[i].to = i + 1 == count ? last : to;
    }
    s->fiscal = all;
    s->fiscal_count = count;
}

double study_years(const struct study *s, unsigned t)
{
    const struct finance_terms *f = s->finance;
    if (f == NULL || !f->by_days)
        return t;
    return days_years(f->days, f->start, finance_anniversary(f, t));
}

/* 1 + rate, with inflation where the rate is real. */
static node_id growth_of_year(struct study *s, struct where at)
{
    struct graph *g = s->graph;
    struct unit year = finance_unit(s, "year");
    node_id unit = graph_const(g, value_of_exact(exact_int(1)), UNIT_ONE, at);
    node_id span = graph_const(g, value_of_exact(year.scale), year, at);
    node_id rate = graph_op2(g, "mul", s->discount_rate, span, at, s->dg);
    node_id growth = graph_op2(g, "add", unit, rate, at, s->dg);
    if (s->finance != NULL && s->finance->real)
        growth = finance_op(s, "mul", growth,
                            finance_op(s, "add", unit, s->finance->inflation));
    return growth;
}

static node_id factor_after(struct study *s, struct value years, const char *name,
                            const char *words, struct where at)
{
    struct graph *g = s->graph;
    node_id unit = graph_const(g, value_of_exact(exact_int(1)), UNIT_ONE, at);
    node_id time = graph_const(g, years, UNIT_ONE, at);
    node_id power = graph_op2(g, "pow", growth_of_year(s, at), time, at, s->dg);
    node_id factor = graph_op2(g, "div", unit, power, at, s->dg);
    graph_name(g, factor, name);
    graph_label(g, factor, words);
    return factor;
}

node_id study_discount_factor(struct study *s, unsigned t, struct where at)
{
    const char *name = arena_printf(s->arena, "discount_factor_%u", t);
    const char *words =
        arena_printf(s->arena, "discount factor at the end of year %u", t);
    node_id known = graph_find(s->graph, name);
    if (known != NO_NODE)
        return known;
    if (s->finance == NULL || !s->finance->by_days)
        return factor_after(s, value_of_exact(exact_int(t)), name, words, at);
    words = arena_printf(s->arena, "%s, %s, by %s", words,
                         date_text(s->arena, finance_anniversary(s->finance, t)),
                         day_count_names[s->finance->days]);
    return factor_after(s, value_of_double(study_years(s, t)), name, words, at);
}

node_id finance_factor_on(struct study *s, struct date on, double *years)
{
    const struct finance_terms *f = s->finance;
    const char *name = arena_printf(s->arena, "discount_factor_%d_%02d_%02d", on.year,
                                    on.month, on.day);
    node_id known = graph_find(s->graph, name);
    *years = days_years(f->days, f->start, on);
    if (known != NO_NODE)
        return known;
    return factor_after(s, value_of_double(*years), name,
                        arena_printf(s->arena, "discount factor at %s, by %s",
                                     date_text(s->arena, on), day_count_names[f->days]),
                        f->at);
}

/* Between two year ends the factor runs by the same power: factor(t-1) times
 * (factor(t) / factor(t-1)) ^ (part/parts). */
node_id finance_factor_within(struct study *s, unsigned t, unsigned part,
                              unsigned parts)
{
    struct where at = s->finance->at;
    unsigned month = 12 * (t - 1) + 12 * part / parts;
    const char *name = arena_printf(s->arena, "discount_factor_month_%u", month);
    node_id known = graph_find(s->graph, name);
    struct exact share = { 0, 1 };
    if (part == parts)
        return study_discount_factor(s, t, at);
    if (part == 0)
        return t == 1 ? finance_number(s, value_of_exact(exact_int(1)))
                      : study_discount_factor(s, t - 1, at);
    if (known != NO_NODE)
        return known;
    exact_ratio((int128)part, (int128)parts, &share);
    node_id next = study_discount_factor(s, t, at), before = NO_NODE;
    node_id power = next;
    if (t > 1) {
        before = study_discount_factor(s, t - 1, at);
        power = finance_op(s, "div", next, before);
    }
    node_id factor =
        finance_op(s, "pow", power, finance_number(s, value_of_exact(share)));
    if (before != NO_NODE)
        factor = finance_op(s, "mul", before, factor);
    graph_name(s->graph, factor, name);
    graph_label(s->graph, factor,
                arena_printf(s->arena, "discount factor after %u months", month));
    return factor;
}
