/* rules_checks.c - each check of a rule profile, and the table of them. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/format.h"
#include "decisions/rules_judging.h"

enum { MOST_NAMES = 3 }; /* of lines, in the evidence */
static const struct where nowhere;

static const char *time_words(const struct judging *j, double seconds)
{
    static const struct {
        const char *one;
        double size;
    } units[] = { { "year", 31536000 }, { "day", 86400 }, { "hour", 3600 } };
    size_t i = 0;
    while (i < 2 && seconds < units[i].size)
        i++;
    double n = seconds / units[i].size;
    return arena_printf(j->a, "%s %s%s", format_number(j->a, n, 4), units[i].one,
                        n == 1 ? "" : "s");
}

static const char *percent(const struct judging *j, double share)
{
    return arena_printf(j->a, "%s %%", format_number(j->a, 100 * share, 4));
}

/* ---- checks of every line ---- */

/* Is the row bought at all in this scenario? */
static bool is_bought(const struct judging *j, const struct order_row *r)
{
    return judge_value(j, r->quantity) > 0;
}

enum row_finding { ROW_GOOD, ROW_BAD, ROW_OPEN };

/* Each row bought that is bad, by its label, with the place of the first. */
static void judge_rows(struct judging *j,
                       enum row_finding (*find)(const struct judging *j,
                                                const struct order_row *r),
                       enum rule_status otherwise, const char *what)
{
    struct buf names = buf_on(j->a);
    struct where first = nowhere;
    size_t rows = 0, bad = 0;
    for (size_t i = 0; i < j->o->sheet.row_count; i++) {
        const struct order_row *r = &j->o->rows[i];
        if (!is_bought(j, r) || !r->first)
            continue;
        rows++;
        if (find(j, r) == ROW_GOOD)
            continue;
        if (bad++ == 0)
            first = r->line->at;
        if (bad <= MOST_NAMES)
            buf_printf(&names, "%s%s", bad > 1 ? ", " : "", r->line->label);
    }
    if (bad > MOST_NAMES)
        buf_printf(&names, " and %zu more", bad - MOST_NAMES);
    if (bad == 0)
        judge_says(j, RULE_PASSED, nowhere, arena_printf(j->a, "all %zu lines", rows));
    else
        judge_says(j, otherwise, first,
                   arena_printf(j->a, "%s: %s", what, buf_text(&names)));
}

static enum row_finding has_part(const struct judging *j, const struct order_row *r)
{
    (void)j;
    return r->line->part != NULL ? ROW_GOOD : ROW_BAD;
}

static void judge_parts(struct judging *j)
{
    judge_rows(j, has_part, RULE_FAILED, "no part number");
}

static enum row_finding has_supplier(const struct judging *j, const struct order_row *r)
{
    (void)j;
    return r->line->sale.supplier != NULL ? ROW_GOOD : ROW_BAD;
}

static void judge_suppliers(struct judging *j)
{
    judge_rows(j, has_supplier, RULE_FAILED, "no supplier");
}

/* The first supplier is the sponsor: its own prices need no quote. */
static enum row_finding has_quote(const struct judging *j, const struct order_row *r)
{
    const struct sheet_terms *t = j->s->terms;
    for (size_t i = 1; i < t->supplier_count; i++)
        if (r->line->sale.supplier != NULL &&
            strcmp(r->line->sale.supplier, t->suppliers[i].id) == 0 &&
            t->suppliers[i].quote == NULL)
            return ROW_BAD;
    return ROW_GOOD;
}

static void judge_quotes(struct judging *j)
{
    judge_rows(j, has_quote, RULE_UNKNOWN, "no quote is named for");
}

/* Spares in place of service on site: of a kind, at least `at_least` (a share) of what
 * is in use, and at least two. */
static bool has_spares(const struct judging *j, const struct order_row *r, double share)
{
    const struct line *l = r->line;
    double spares =
        judge_value(j, l->sizing != NULL ? l->sizing->spares : l->sale.spares);
    double used = judge_value(j, r->quantity) - spares;
    return spares >= 2 && spares >= share * used - 1e-9;
}

static enum row_finding is_maintained(const struct judging *j,
                                      const struct order_row *r)
{
    double share = isnan(j->rule->at_least) ? 0 : j->rule->at_least;
    enum maintained m = r->line->sale.maintained;
    bool paid = m == MAINTAINED_PAID || m == MAINTAINED_INCLUDED || r->line->by_time;
    const struct sizing *z = r->line->sizing;
    if ((r->count != NULL && r->count->by_year != NULL) ||
        (z != NULL && (z->hardware->maintenance != NULL ||
                       z->hardware->warranty >= j->s->terms->term)))
        paid = true;
    return paid || has_spares(j, r, share) ? ROW_GOOD : ROW_BAD;
}

static void judge_maintenance(struct judging *j)
{
    judge_rows(j, is_maintained, RULE_FAILED, "no maintenance is priced");
}

static enum row_finding is_dated(const struct judging *j, const struct order_row *r)
{
    (void)j;
    return r->line->sale.available != NULL ? ROW_GOOD : ROW_BAD;
}

static void judge_available(struct judging *j)
{
    judge_rows(j, is_dated, RULE_UNKNOWN, "no day of availability");
}

/* ---- the terms ---- */

static void judge_term(struct judging *j)
{
    double term = j->s->terms->term * 31536000.0;
    judge_says(j, term >= j->rule->at_least ? RULE_PASSED : RULE_FAILED,
               j->s->terms->at,
               arena_printf(j->a, "maintenance over %s; %s are asked",
                            time_words(j, term), time_words(j, j->rule->at_least)));
}

static void judge_response(struct judging *j)
{
    const struct sheet_terms *t = j->s->terms;
    if (isnan(t->response) || t->hours == NULL) {
        judge_says(j, RULE_UNKNOWN, t->at,
                   "the study does not say hours and response of the maintenance");
        return;
    }
    bool hours = j->rule->hours == NULL || strcmp(j->rule->hours, t->hours) == 0;
    judge_says(
        j, hours && t->response <= j->rule->at_most ? RULE_PASSED : RULE_FAILED, t->at,
        arena_printf(j->a, "%s, response in %s", t->hours, time_words(j, t->response)));
}

static void judge_currency(struct judging *j)
{
    const char *c = j->s->currency;
    bool iso = strlen(c) == 3 && strspn(c, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 3;
    judge_says(j, iso ? RULE_PASSED : RULE_FAILED, nowhere,
               arena_printf(j->a, "all prices in %s", c));
}

static void judge_stated(struct judging *j)
{
    const struct sheet_terms *t = j->s->terms;
    for (size_t i = 0; i < t->statement_count; i++) {
        const struct statement *x = &t->statements[i];
        if (strcmp(x->id, j->rule->statement) != 0)
            continue;
        judge_says(j, x->is_truth && !x->holds ? RULE_FAILED : RULE_PASSED, x->at,
                   x->is_truth ? arena_printf(j->a, "the study says %s", x->text)
                               : x->text);
        return;
    }
    judge_says(j, RULE_UNKNOWN, nowhere,
               arena_printf(j->a, "the study does not state %s", j->rule->statement));
}

static void judge_decimals(struct judging *j)
{
    int places = j->s->terms->places;
    judge_says(j, places <= j->rule->at_most ? RULE_PASSED : RULE_FAILED,
               j->s->terms->at, arena_printf(j->a, "printed to %d decimals", places));
}

/* ---- discounts ---- */

static void judge_discounts_stated(struct judging *j)
{
    const struct price_sheet *s = &j->o->sheet;
    for (size_t i = 0; i < s->discount_count; i++) {
        const struct order_share *w = &j->o->discounts[i];
        if (w->stated && w->by != NULL)
            continue;
        judge_says(
            j, RULE_FAILED, s->discounts[i].at,
            arena_printf(j->a, "discount %zu (%s) does not say %s", i + 1, w->text,
                         w->by == NULL ? "who gives it" : "in words what it is"));
        return;
    }
    judge_says(j, RULE_PASSED, nowhere,
               s->discount_count == 0
                   ? "no discount"
                   : arena_printf(j->a,
                                  "%zu discount%s, each with its base, words and "
                                  "who gives it",
                                  s->discount_count,
                                  s->discount_count == 1 ? "" : "s"));
}

/* The largest share that is off any line, all discounts together. */
static void judge_discounts_below(struct judging *j)
{
    const struct order_row *worst = NULL;
    double most = 0;
    for (size_t i = 0; i < j->o->sheet.row_count; i++) {
        double off = judge_value(j, j->o->sheet.rows[i].off);
        if (off > most && is_bought(j, &j->o->rows[i])) {
            most = off;
            worst = &j->o->rows[i];
        }
    }
    if (worst == NULL) {
        judge_says(j, RULE_PASSED, nowhere, "nothing is discounted");
        return;
    }
    bool good = most <= j->rule->at_most + 1e-12;
    judge_says(j, good ? RULE_PASSED : RULE_UNKNOWN, worst->line->at,
               arena_printf(j->a, "at most %s off, on %s%s", percent(j, most),
                            worst->line->label, good ? "" : ": say why"));
}

/* ---- availability, performance, totals ---- */

static void judge_available_within(struct judging *j)
{
    struct date report, day;
    double last = judge_value(j, j->o->available);
    const char *text = j->s->document.date;
    if (isnan(last) || j->o->undated > 0 || !date_parse(text, strlen(text), &report) ||
        !date_of_day((long)last, &day)) {
        judge_says(j, RULE_UNKNOWN, nowhere,
                   "not all lines say when they are available");
        return;
    }
    double days = last - (double)date_first_day(report);
    judge_says(j, days <= j->rule->at_most / 86400 ? RULE_PASSED : RULE_FAILED, nowhere,
               arena_printf(j->a, "%s, %.0f days after the report of %s",
                            date_text(j->a, day), days > 0 ? days : 0, text));
}

/* True and said where there is no ratio to judge. */
static bool no_ratio(struct judging *j)
{
    if (j->o->ratio_count == 0)
        judge_says(j, RULE_UNKNOWN, j->alt->at, "no price/performance is given");
    return j->o->ratio_count == 0;
}

static void judge_ratio_round(struct judging *j)
{
    if (no_ratio(j))
        return;
    for (size_t i = 0; i < j->o->ratio_count; i++) {
        const struct order_ratio *r = &j->o->ratios[i];
        bool right = (size_t)r->rounding == j->rule->round &&
                     (isnan(j->rule->at_most) || r->places <= j->rule->at_most);
        if (right && i + 1 < j->o->ratio_count)
            continue;
        judge_says(
            j, right ? RULE_PASSED : RULE_FAILED, r->at,
            arena_printf(j->a, "%s is printed as %s, rounded %s",
                         format_number(j->a, judge_value(j, r->exact), 8),
                         format_places(j->a, judge_value(j, r->printed), r->places),
                         ratio_rounding_names[r->rounding]));
        return;
    }
}

static void judge_performance_round(struct judging *j)
{
    if (no_ratio(j))
        return;
    const struct order_ratio *r = &j->o->ratios[0];
    if (!r->performance_rounded) {
        judge_says(j, RULE_UNKNOWN, r->at,
                   "the study does not say how the performance is rounded");
        return;
    }
    bool right = (size_t)r->performance_rounding == j->rule->round &&
                 (isnan(j->rule->at_most) || r->performance_places <= j->rule->at_most);
    judge_says(
        j, right ? RULE_PASSED : RULE_FAILED, r->at,
        arena_printf(j->a, "%s %s, rounded %s to %d decimal%s",
                     format_number(j->a, judge_value(j, r->performance_printed), 12),
                     r->unit, ratio_rounding_names[r->performance_rounding],
                     r->performance_places, r->performance_places == 1 ? "" : "s"));
}

/* Performance, price/performance and the day of availability stand together. */
static void judge_together(struct judging *j)
{
    if (no_ratio(j))
        return;
    if (j->o->available == NO_NODE) {
        judge_says(j, RULE_UNKNOWN, j->alt->at, "no day of availability is given");
        return;
    }
    judge_says(j, RULE_PASSED, j->o->ratios[0].at, "all three are on the sheet");
}

static void judge_per(struct judging *j)
{
    if (no_ratio(j))
        return;
    const struct order_ratio *r = &j->o->ratios[0];
    double per = exact_double(r->per);
    judge_says(j, per == j->rule->at_least ? RULE_PASSED : RULE_FAILED, r->at,
               arena_printf(j->a, "per %s %s", format_places(j->a, per, 0), r->unit));
}

static void judge_ratios(struct judging *j)
{
    double n = (double)j->o->ratio_count;
    judge_says(j, n >= j->rule->at_least ? RULE_PASSED : RULE_UNKNOWN, j->alt->at,
               arena_printf(j->a, "%zu ratio%s on the sheet", j->o->ratio_count,
                            n == 1 ? "" : "s"));
}

static void judge_quoted(struct judging *j)
{
    double quoted = judge_value(j, j->o->quoted);
    double total = judge_value(j, j->o->sheet.exact_whole);
    if (isnan(quoted)) {
        judge_says(j, RULE_UNKNOWN, j->alt->at,
                   "the study does not say what a customer is asked (quoted:)");
        return;
    }
    double off = fabs(total - quoted) / fabs(quoted);
    judge_says(j, off <= j->rule->within ? RULE_PASSED : RULE_FAILED, j->alt->at,
               arena_printf(j->a, "the sheet's total is %s from the %s quoted",
                            percent(j, off),
                            format_money(j->a, quoted, j->s->currency)));
}

/* A ratio that has become worse than its published one by so much is due again. */
static void judge_published(struct judging *j)
{
    bool any = false;
    for (size_t i = 0; i < j->o->ratio_count; i++) {
        const struct order_ratio *r = &j->o->ratios[i];
        double old = judge_value(j, r->published);
        if (isnan(old))
            continue;
        any = true;
        double worse = judge_value(j, r->printed) / old - 1;
        const char *change =
            worse == 0 ? "the same as"
                       : arena_printf(j->a, "%s %s than", percent(j, fabs(worse)),
                                      worse > 0 ? "more" : "less");
        judge_says(j, worse < j->rule->within ? RULE_PASSED : RULE_FAILED, r->at,
                   arena_printf(j->a, "%s the published %s", change,
                                format_places(j->a, old, r->places)));
        if (j->out->status == RULE_FAILED)
            return;
    }
    if (!any)
        judge_says(j, RULE_UNKNOWN, j->alt->at,
                   "the study names no ratio that was published (published:)");
}

static const struct rule_check checks[] = {
    { "part_numbers", "every line has a part number", NULL, judge_parts },
    { "suppliers", "every line names its supplier", NULL, judge_suppliers },
    { "quotes", "suppliers but the first have a quote", NULL, judge_quotes },
    { "maintenance", "every line's maintenance is priced or included, or it has spares",
      NULL, judge_maintenance },
    { "term", "the term of maintenance, at_least", "at_least", judge_term },
    { "response", "response of maintenance, at_most, in its hours", "at_most",
      judge_response },
    { "currency", "one currency by its ISO code", NULL, judge_currency },
    { "discounts_stated", "each discount has words and who gives it", NULL,
      judge_discounts_stated },
    { "discounts_below", "no line has more off than at_most; else unknown", "at_most",
      judge_discounts_below },
    { "available", "every line has a day of availability", NULL, judge_available },
    { "available_within", "the last day is at_most so long after the report", "at_most",
      judge_available_within },
    { "ratio_round", "how price/performance is rounded, to at_most decimals", "round",
      judge_ratio_round },
    { "performance_round", "how performance is rounded, to at_most decimals", "round",
      judge_performance_round },
    { "together", "performance, price/performance and availability are given", NULL,
      judge_together },
    { "ratio_per", "the first price/performance is per at_least units", "at_least",
      judge_per },
    { "ratios", "there are at_least so many ratios", "at_least", judge_ratios },
    { "decimals", "money is printed to at_most decimals", "at_most", judge_decimals },
    { "quoted", "the total is within a share of what a customer is asked", "within",
      judge_quoted },
    { "published", "no ratio is worse than published by the share within", "within",
      judge_published },
    { "stated", "the study makes a statement, and not with no", "statement",
      judge_stated },
};

size_t rule_check_count(void)
{
    return sizeof checks / sizeof *checks;
}

const struct rule_check *rule_check_at(size_t i)
{
    return &checks[i];
}
