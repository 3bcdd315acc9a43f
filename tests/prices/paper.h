/* paper.h - a price sheet added up with exact decimals and without the graph: what the
 * nodes of prices/price_sheet.h must give.
 *
 * Every amount is computed exactly first and rounded once, half up; a subtotal is the
 * sum of its printed lines, and what the rounded total differs from the printed lines,
 * discounts and taxes by is a line of its own.
 */
#ifndef TESTS_PRICES_PAPER_H
#define TESTS_PRICES_PAPER_H

#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/diag.h"
#include "base/exact.h"
#include "prices/price_sheet.h"

enum { PAPER_ALL = -1 };
struct paper_line {
    const char *description;
    struct exact amount; /* in `currency` */
    const char *currency;
    int group; /* 0, 1, ...: lines of a group stand together and have a subtotal */
    int key;   /* what a discount may cover, as a price source; any number */
    struct where at;
};

struct paper_share { /* a discount or a tax */
    const char *description;
    struct exact share; /* 0.14; 0 of a sum of money */
    struct exact money; /* off its lines, in proportion */
    int group, key;     /* PAPER_ALL, or only these lines */
    bool running;       /* on what is left, not on the list price */
    struct where at;
};

struct exchange {
    const char *from, *to;
    struct exact rate; /* `to` for one `from` */
    struct date date;  /* year 0: none, which is an error where the rate is needed */
    struct where at;
};

struct paper {
    const char *currency;
    const struct paper_line *lines;
    size_t line_count;
    int group_count;
    const struct paper_share *discounts, *taxes;
    size_t discount_count, tax_count;
    const struct exchange *rates;
    size_t rate_count;
};

/* All in whole minor units of the sheet's currency; discounts are negative. */
struct paper_sums {
    const struct exact *lines, *subtotals, *discounts, *taxes;
    struct exact rounding, total;
    struct exact exact_total; /* before rounding */
};

struct paper_job {
    const struct paper *s;
    struct diag *dg;
    struct exact *list, *net,
        *before; /* of each line, in the sheet's currency, not rounded */
    int places;
};

static bool too_long(const struct paper_job *j, struct where at)
{
    return diag_error(j->dg, at,
                      "this amount has more digits than can be kept exactly; "
                      "write prices and shares with fewer");
}

static bool to_paper(const struct paper_job *j, struct exact amount, struct where at,
                     struct exact *out)
{
    return exact_round(amount, j->places, ROUND_HALF_UP, out) || too_long(j, at);
}

static bool convert(const struct paper_job *j, const struct paper_line *l,
                    struct exact *out)
{
    const struct paper *s = j->s;
    *out = l->amount;
    if (strcmp(l->currency, s->currency) == 0)
        return true;
    for (size_t i = 0; i < s->rate_count; i++) {
        const struct exchange *r = &s->rates[i];
        if (strcmp(r->from, l->currency) != 0 || strcmp(r->to, s->currency) != 0)
            continue;
        if (r->date.year == 0)
            return diag_error(j->dg, r->at,
                              "the rate of %s in %s has no date; add the day it is of",
                              r->from, r->to);
        return exact_mul(l->amount, r->rate, out) || too_long(j, l->at);
    }
    return diag_error(
        j->dg, l->at,
        "this line is in %s and the sheet in %s; add a rate with its date", l->currency,
        s->currency);
}

static bool check_share(const struct paper_job *j, const struct paper_share *share,
                        const char *what)
{
    int over;
    if (exact_sign(share->share) < 0 || !exact_cmp(share->share, exact_int(1), &over) ||
        over > 0)
        return diag_error(j->dg, share->at, "a %s outside 0 %% to 100 %%", what);
    if (share->group >= j->s->group_count)
        return diag_error(j->dg, share->at, "a %s on group %d, and there are %d", what,
                          share->group, j->s->group_count);
    return true;
}

static bool covers(const struct paper_share *share, const struct paper_line *l)
{
    return (share->group == PAPER_ALL || share->group == l->group) &&
           (share->key == PAPER_ALL || share->key == l->key);
}

/* The part of one line: a share of it, or its part of a sum of money. */
static bool part_of(const struct paper_job *j, const struct paper_share *share,
                    size_t i, struct exact *part)
{
    struct exact base = exact_int(0), of;
    if (exact_sign(share->money) == 0)
        return exact_mul(share->running ? j->net[i] : j->list[i], share->share, part);
    for (size_t k = 0; k < j->s->line_count; k++)
        if (covers(share, &j->s->lines[k]) &&
            !exact_add(base, share->running ? j->before[k] : j->list[k], &base))
            return false;
    return exact_div(share->running ? j->before[i] : j->list[i], base, &of) &&
           exact_mul(of, share->money, part);
}

/* The exact amount of one discount or tax; a discount lowers the nets it covers. */
static bool apply(const struct paper_job *j, const struct paper_share *share,
                  bool discount, struct exact *sum)
{
    *sum = exact_int(0);
    memcpy(j->before, j->net, j->s->line_count * sizeof *j->net);
    for (size_t i = 0; i < j->s->line_count; i++) {
        struct exact part;
        if (!covers(share, &j->s->lines[i]))
            continue;
        if (!part_of(j, share, i, &part) || !exact_add(*sum, part, sum) ||
            (discount && !exact_sub(j->net[i], part, &j->net[i])))
            return too_long(j, share->at);
    }
    if (discount)
        *sum = exact_neg(*sum);
    return true;
}

static bool print_shares(const struct paper_job *j, bool discounts, struct exact *out,
                         struct paper_sums *p)
{
    size_t n = discounts ? j->s->discount_count : j->s->tax_count;
    const struct paper_share *shares = discounts ? j->s->discounts : j->s->taxes;
    for (size_t i = 0; i < n; i++) {
        struct exact sum;
        if (!check_share(j, &shares[i], discounts ? "discount" : "tax") ||
            !apply(j, &shares[i], discounts, &sum) ||
            !to_paper(j, sum, shares[i].at, &out[i]))
            return false;
        if (!exact_add(p->exact_total, sum, &p->exact_total))
            return too_long(j, shares[i].at);
    }
    return true;
}

static bool print_lines(const struct paper_job *j, struct exact *lines,
                        struct exact *subtotals, struct paper_sums *p)
{
    for (size_t i = 0; i < j->s->line_count; i++) {
        const struct paper_line *l = &j->s->lines[i];
        if (l->group < 0 || l->group >= j->s->group_count)
            return diag_error(j->dg, l->at, "a line of group %d, and there are %d",
                              l->group, j->s->group_count);
        if (!convert(j, l, &j->list[i]) || !to_paper(j, j->list[i], l->at, &lines[i]))
            return false;
        j->net[i] = j->list[i];
        if (!exact_add(subtotals[l->group], lines[i], &subtotals[l->group]) ||
            !exact_add(p->exact_total, j->list[i], &p->exact_total))
            return too_long(j, l->at);
    }
    return true;
}

static bool paper_rounding(const struct exact *lines, size_t count, struct exact total,
                           struct exact *out)
{
    *out = total;
    for (size_t i = 0; i < count; i++)
        if (!exact_sub(*out, lines[i], out))
            return false;
    return true;
}

static bool paper_add_up(struct arena *a, const struct paper *s, struct paper_sums *out,
                         struct diag *dg)
{
    size_t n = s->line_count, groups = (size_t)s->group_count;
    struct paper_job j = { s,
                           dg,
                           ARENA_ARRAY(a, n, struct exact),
                           ARENA_ARRAY(a, n, struct exact),
                           ARENA_ARRAY(a, n, struct exact),
                           currency_places(s->currency) };
    /* lines, then discounts, then taxes: what adds up to the total */
    size_t all = n + s->discount_count + s->tax_count;
    struct exact *amounts = ARENA_ARRAY(a, all, struct exact);
    struct exact *subtotals = ARENA_ARRAY(a, groups, struct exact);
    for (size_t i = 0; i < groups; i++)
        subtotals[i] = exact_int(0);
    *out = (struct paper_sums){ .lines = amounts,
                                .subtotals = subtotals,
                                .discounts = amounts + n,
                                .taxes = amounts + n + s->discount_count,
                                .exact_total = exact_int(0) };
    if (!print_lines(&j, amounts, subtotals, out) ||
        !print_shares(&j, true, amounts + n, out) ||
        !print_shares(&j, false, amounts + n + s->discount_count, out) ||
        !to_paper(&j, out->exact_total, (struct where){ 0 }, &out->total))
        return false;
    return paper_rounding(amounts, all, out->total, &out->rounding) ||
           too_long(&j, (struct where){ 0 });
}

#endif
