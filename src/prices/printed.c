#include "prices/printed.h"

#include <string.h>

#include "base/arena.h"

/* ISO 4217:2015, table A.1, where the minor unit is not the hundredth. */
int currency_places(const char *code)
{
    static const char none[] =
        "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV "
        "XAF XOF XPF";
    static const char three[] = "BHD IQD JOD KWD LYD OMR TND";
    if (strlen(code) != 3 || strchr(code, ' ') != NULL)
        return 2;
    if (strstr(none, code) != NULL)
        return 0;
    return strstr(three, code) != NULL ? 3 : 2;
}

struct sheet_job {
    const struct sheet *s;
    struct diag *dg;
    struct exact *list, *net; /* of each line, in the sheet's currency, not rounded */
    int places;
};

static bool too_long(const struct sheet_job *j, struct where at)
{
    return diag_error(j->dg, at,
                      "this amount has more digits than can be kept exactly; "
                      "write prices and shares with fewer");
}

static bool print(const struct sheet_job *j, struct exact amount, struct where at,
                  struct exact *out)
{
    return exact_round(amount, j->places, ROUND_HALF_UP, out) || too_long(j, at);
}

static bool convert(const struct sheet_job *j, const struct sheet_line *l,
                    struct exact *out)
{
    const struct sheet *s = j->s;
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

static bool check_share(const struct sheet_job *j, const struct sheet_share *share,
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

static bool covers(const struct sheet_share *share, const struct sheet_line *l)
{
    return (share->group == SHEET_ALL || share->group == l->group) &&
           (share->key == SHEET_ALL || share->key == l->key);
}

/* The exact amount of one discount or tax; a discount lowers the nets it covers. */
static bool apply(const struct sheet_job *j, const struct sheet_share *share,
                  bool discount, struct exact *sum)
{
    *sum = exact_int(0);
    for (size_t i = 0; i < j->s->line_count; i++) {
        struct exact part;
        if (!covers(share, &j->s->lines[i]))
            continue;
        if (!exact_mul(share->running ? j->net[i] : j->list[i], share->share, &part) ||
            !exact_add(*sum, part, sum) ||
            (discount && !exact_sub(j->net[i], part, &j->net[i])))
            return too_long(j, share->at);
    }
    if (discount)
        *sum = exact_neg(*sum);
    return true;
}

static bool print_shares(const struct sheet_job *j, bool discounts, struct exact *out,
                         struct printed *p)
{
    size_t n = discounts ? j->s->discount_count : j->s->tax_count;
    const struct sheet_share *shares = discounts ? j->s->discounts : j->s->taxes;
    for (size_t i = 0; i < n; i++) {
        struct exact sum;
        if (!check_share(j, &shares[i], discounts ? "discount" : "tax") ||
            !apply(j, &shares[i], discounts, &sum) ||
            !print(j, sum, shares[i].at, &out[i]))
            return false;
        if (!exact_add(p->exact_total, sum, &p->exact_total))
            return too_long(j, shares[i].at);
    }
    return true;
}

static bool print_lines(const struct sheet_job *j, struct exact *lines,
                        struct exact *subtotals, struct printed *p)
{
    for (size_t i = 0; i < j->s->line_count; i++) {
        const struct sheet_line *l = &j->s->lines[i];
        if (l->group < 0 || l->group >= j->s->group_count)
            return diag_error(j->dg, l->at, "a line of group %d, and there are %d",
                              l->group, j->s->group_count);
        if (!convert(j, l, &j->list[i]) || !print(j, j->list[i], l->at, &lines[i]))
            return false;
        j->net[i] = j->list[i];
        if (!exact_add(subtotals[l->group], lines[i], &subtotals[l->group]) ||
            !exact_add(p->exact_total, j->list[i], &p->exact_total))
            return too_long(j, l->at);
    }
    return true;
}

bool printed_rounding(const struct exact *lines, size_t count, struct exact total,
                      struct exact *out)
{
    *out = total;
    for (size_t i = 0; i < count; i++)
        if (!exact_sub(*out, lines[i], out))
            return false;
    return true;
}

bool printed_sheet(struct arena *a, const struct sheet *s, struct printed *out,
                   struct diag *dg)
{
    size_t n = s->line_count, groups = (size_t)s->group_count;
    struct sheet_job j = { s, dg, ARENA_ARRAY(a, n, struct exact),
                           ARENA_ARRAY(a, n, struct exact),
                           currency_places(s->currency) };
    /* lines, then discounts, then taxes: what adds up to the total */
    size_t all = n + s->discount_count + s->tax_count;
    struct exact *amounts = ARENA_ARRAY(a, all, struct exact);
    struct exact *subtotals = ARENA_ARRAY(a, groups, struct exact);
    for (size_t i = 0; i < groups; i++)
        subtotals[i] = exact_int(0);
    *out = (struct printed){ .lines = amounts,
                             .subtotals = subtotals,
                             .discounts = amounts + n,
                             .taxes = amounts + n + s->discount_count,
                             .exact_total = exact_int(0) };
    if (!print_lines(&j, amounts, subtotals, out) ||
        !print_shares(&j, true, amounts + n, out) ||
        !print_shares(&j, false, amounts + n + s->discount_count, out) ||
        !print(&j, out->exact_total, (struct where){ 0 }, &out->total))
        return false;
    return printed_rounding(amounts, all, out->total, &out->rounding) ||
           too_long(&j, (struct where){ 0 });
}
