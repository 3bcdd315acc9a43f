/* printed price sheets add up, whatever the order of discounts and taxes. */
#include "check.h"

#include "base/arena.h"
#include "prices/price_performance.h"
#include "prices/printed.h"

static struct exact decimal(const char *text)
{
    struct exact e;
    if (!exact_parse(text, strlen(text), &e, NULL))
        fail_msg("'%s' is no number", text);
    return e;
}

static void check_exact(struct exact got, const char *want)
{
    int difference = 1;
    exact_cmp(got, decimal(want), &difference);
    if (difference != 0)
        fail_msg("got %.15g, want %s", exact_double(got), want);
}

/* The sample price sheet of TPC-DS 2.10.0, appendix E: 14 % on what the first of three
 * suppliers sells; the ratio of the sheet is rounded up. */
static void test_tpc_ds_sample(void **state)
{
    static const struct {
        const char *amount;
        int group, source;
    } rows[] = {
        { "547620", 0, 1 },
        /* storage and software: what the other suppliers sell, and the rest */
        { "8318", 1, 2 },
        { "8580", 1, 2 },
        { "109", 1, 2 },
        { "109", 1, 2 },
        { "676041", 1, 1 },
        { "4176", 2, 3 },
        { "54398", 2, 1 },
    };
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    struct sheet_line lines[8];
    (void)state;
    for (size_t i = 0; i < 8; i++)
        lines[i] = (struct sheet_line){ .amount = decimal(rows[i].amount),
                                        .currency = "USD",
                                        .group = rows[i].group,
                                        .key = rows[i].source };
    struct sheet_share discount = { .share = decimal("0.14"),
                                    .group = SHEET_ALL,
                                    .key = 1 };
    struct sheet s = { "USD", lines, 8, 3, &discount, NULL, 1, 0, NULL, 0 };
    struct printed p;
    assert_true(printed_sheet(a, &s, &p, &dg));
    check_exact(p.subtotals[0], "547620");
    check_exact(p.subtotals[1], "693157");
    check_exact(p.subtotals[2], "58574");
    check_exact(p.discounts[0], "-178928.26");
    check_exact(p.rounding, "0");
    check_exact(p.total, "1120422.74");
    /* The sheet prints whole dollars, to which each of its figures rounds. */
    struct exact net, total, ratio, maintenance, sum;
    assert_true(exact_round(p.total, 0, ROUND_HALF_UP, &net));
    check_exact(net, "1120423");
    assert_true(exact_add(decimal("14400"), decimal("45426"), &sum));
    assert_true(exact_add(sum, decimal("17669"), &maintenance));
    assert_true(exact_add(net, maintenance, &total));
    check_exact(maintenance, "77495");
    check_exact(total, "1197918");
    struct price_performance pp = { total, decimal("30013.4"), exact_int(1) };
    bool fits[RATIO_ROUNDINGS];
    assert_true(price_performance(&pp, &ratio));
    check_close(exact_double(ratio), 39.9128, 1e-6);
    assert_true(ratio_agrees(ratio, decimal("39.92"), 2, fits));
    assert_true(fits[RATIO_UP] && !fits[RATIO_HALF_UP] && !fits[RATIO_DOWN]);
    arena_free(a);
}

static uint64_t next(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15u; /* SplitMix64 */
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static long long below(uint64_t *state, long long n)
{
    return (long long)(next(state) % (uint64_t)n);
}

static struct exact sum_of(const struct exact *v, size_t n)
{
    struct exact sum = exact_int(0);
    for (size_t i = 0; i < n; i++)
        assert_true(exact_add(sum, v[i], &sum));
    return sum;
}

static void check_same(struct exact a, struct exact b)
{
    int difference = 1;
    assert_true(exact_cmp(a, b, &difference));
    assert_int_equal(difference, 0);
}

struct random_sheet {
    struct sheet s;
    struct sheet_line lines[8];
    struct sheet_share discounts[3], taxes[2];
    struct exchange rate;
};

static void random_share(uint64_t *r, int groups, struct sheet_share *out)
{
    *out = (struct sheet_share){ .group = SHEET_ALL, .key = SHEET_ALL };
    out->share = (struct exact){ below(r, 334), 1000 };
    out->running = below(r, 2) == 1;
    if (below(r, 2) == 1)
        out->group = (int)below(r, groups);
    if (below(r, 2) == 1)
        out->key = (int)below(r, 3);
}

static void make_sheet(uint64_t *r, struct random_sheet *out)
{
    static const char *const currencies[] = { "JPY", "USD", "KWD" };
    struct sheet *s = &out->s;
    *s = (struct sheet){ .currency = currencies[below(r, 3)] };
    s->group_count = 1 + (int)below(r, 3);
    s->line_count = 1 + (size_t)below(r, 8);
    out->rate = (struct exchange){
        "EUR", s->currency, { 1 + below(r, 20000), 10000 }, { 2026, 11, 30 }, { 0 }
    };
    for (size_t i = 0; i < s->line_count; i++) {
        out->lines[i] = (struct sheet_line){ .group = (int)below(r, s->group_count),
                                             .key = (int)below(r, 3) };
        out->lines[i].currency = below(r, 4) == 0 ? "EUR" : s->currency;
        out->lines[i].amount = (struct exact){ below(r, 1000000000), 10000 };
    }
    s->discount_count = (size_t)below(r, 4);
    s->tax_count = (size_t)below(r, 3);
    for (size_t i = 0; i < s->discount_count; i++)
        random_share(r, s->group_count, &out->discounts[i]);
    for (size_t i = 0; i < s->tax_count; i++)
        random_share(r, s->group_count, &out->taxes[i]);
    s->lines = out->lines;
    s->discounts = out->discounts;
    s->taxes = out->taxes;
    s->rates = &out->rate;
    s->rate_count = 1;
}

/* Whole minor units, and what stands on the paper adds up. */
static void check_sheet(const struct sheet *s, const struct printed *p)
{
    int places = currency_places(s->currency), over;
    size_t all = s->line_count + s->discount_count + s->tax_count;
    struct exact sums[3], total = exact_int(0), unit = { 1, 1 }, off;
    for (int i = 0; i < places; i++)
        unit.den *= 10;
    for (size_t i = 0; i < all; i++) /* lines, discounts and taxes stand in a row */
        assert_in_range(exact_places(p->lines[i]), 0, places);
    sums[0] = sum_of(p->subtotals, (size_t)s->group_count);
    check_same(sums[0], sum_of(p->lines, s->line_count));
    sums[1] = sum_of(p->discounts, s->discount_count);
    sums[2] = sum_of(p->taxes, s->tax_count);
    total = sum_of(sums, 3);
    assert_true(exact_add(total, p->rounding, &total));
    check_same(total, p->total);
    /* half a unit for each amount rounded, and for the total */
    struct exact bound = { (long long)all + 1, 2 * unit.den };
    off = exact_sign(p->rounding) < 0 ? exact_neg(p->rounding) : p->rounding;
    assert_true(exact_cmp(off, bound, &over) && over <= 0);
    assert_true(exact_sub(p->total, p->exact_total, &off));
    off = exact_sign(off) < 0 ? exact_neg(off) : off;
    assert_true(exact_cmp(off, (struct exact){ 1, 2 * unit.den }, &over) && over <= 0);
}

static void test_random_bills(void **state)
{
    struct arena *a = arena_new();
    uint64_t r = 20261130;
    size_t rounded = 0;
    (void)state;
    for (int i = 0; i < 100000; i++) {
        struct diag dg = diag_on(a);
        struct random_sheet sheet;
        struct printed p;
        make_sheet(&r, &sheet);
        if (!printed_sheet(a, &sheet.s, &p, &dg))
            fail_msg("bill %d: %s", i, dg.messages[0].text);
        check_sheet(&sheet.s, &p);
        rounded += exact_sign(p.rounding) != 0;
        arena_empty(a);
    }
    assert_in_range(rounded, 10000, 100000); /* the bills do put it to the test */
    arena_free(a);
}

static void check_error(struct sheet *s, const char *words)
{
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    struct printed p;
    assert_false(printed_sheet(a, s, &p, &dg));
    assert_int_equal(dg.errors, 1);
    if (strstr(dg.messages[0].text, words) == NULL)
        fail_msg("'%s' does not say '%s'", dg.messages[0].text, words);
    arena_free(a);
}

static void test_two_currencies(void **state)
{
    struct sheet_line lines[2] = { { .amount = { 10, 1 }, .currency = "USD" },
                                   { .amount = { 10, 1 }, .currency = "EUR" } };
    struct exchange rate = { "EUR", "USD", { 11, 10 }, { 2026, 1, 2 }, { 0 } };
    struct sheet s = { .currency = "USD",
                       .lines = lines,
                       .line_count = 2,
                       .group_count = 1,
                       .rates = &rate,
                       .rate_count = 0 };
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    struct printed p;
    (void)state;
    check_error(&s, "add a rate with its date");
    s.rate_count = 1;
    assert_true(printed_sheet(a, &s, &p, &dg));
    check_exact(p.total, "21");
    rate.date.year = 0;
    check_error(&s, "has no date");
    rate.date.year = 2026;
    rate.to = "GBP";
    check_error(&s, "add a rate with its date");
    struct sheet_share share = { .share = { 101, 100 },
                                 .group = SHEET_ALL,
                                 .key = SHEET_ALL };
    s = (struct sheet){ .currency = "USD",
                        .lines = lines,
                        .line_count = 1,
                        .group_count = 1,
                        .discounts = &share,
                        .discount_count = 1 };
    check_error(&s, "outside 0 % to 100 %");
    arena_free(a);
}

static void test_minor_units(void **state)
{
    (void)state;
    assert_int_equal(currency_places("JPY"), 0);
    assert_int_equal(currency_places("KRW"), 0);
    assert_int_equal(currency_places("USD"), 2);
    assert_int_equal(currency_places("KWD"), 3);
    assert_int_equal(currency_places("XYZ"), 2);
    assert_int_equal(currency_places("F C"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tpc_ds_sample),
        cmocka_unit_test(test_random_bills),
        cmocka_unit_test(test_two_currencies),
        cmocka_unit_test(test_minor_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
