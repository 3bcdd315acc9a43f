/* price sheets add up, whatever the order of discounts and taxes, and their nodes give
 * what an account on paper gives. */
#include "check.h"

#include "base/arena.h"
#include "prices/paper.h"
#include "prices/price_performance.h"
#include "quantities/plan.h"

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
    struct paper_line lines[8];
    (void)state;
    for (size_t i = 0; i < 8; i++)
        lines[i] = (struct paper_line){ .amount = decimal(rows[i].amount),
                                        .currency = "USD",
                                        .group = rows[i].group,
                                        .key = rows[i].source };
    struct paper_share discount = { .share = decimal("0.14"),
                                    .group = PAPER_ALL,
                                    .key = 1 };
    struct paper s = { "USD", lines, 8, 3, &discount, NULL, 1, 0, NULL, 0 };
    struct paper_sums p;
    assert_true(paper_add_up(a, &s, &p, &dg));
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
    struct paper s;
    struct paper_line lines[8];
    struct paper_share discounts[4], taxes[2];
    struct exchange rate;
};

static void random_share(uint64_t *r, int groups, struct paper_share *out)
{
    *out = (struct paper_share){ .group = PAPER_ALL, .key = PAPER_ALL };
    exact_ratio(below(r, 334), 1000, &out->share);
    out->running = below(r, 2) == 1;
    if (below(r, 2) == 1)
        out->group = (int)below(r, groups);
    if (below(r, 2) == 1)
        out->key = (int)below(r, 3);
}

/* At most what the first discount leaves of it, at any place in the order. */
static void add_money_off(uint64_t *r, struct paper *s, struct paper_share *discounts)
{
    size_t at = (size_t)below(r, (long long)s->discount_count + 1);
    for (size_t i = s->discount_count++; i > at; i--)
        discounts[i] = discounts[i - 1];
    random_share(r, s->group_count, &discounts[at]);
    discounts[at].share = exact_int(0);
    discounts[at].money = (struct exact){ 1 + below(r, 100000), 1000 };
    /* it must come off something */
    discounts[at].group = PAPER_ALL;
    discounts[at].key = PAPER_ALL;
}

static void make_sheet(uint64_t *r, struct random_sheet *out)
{
    static const char *const currencies[] = { "JPY", "USD", "KWD" };
    struct paper *s = &out->s;
    *s = (struct paper){ .currency = currencies[below(r, 3)] };
    s->group_count = 1 + (int)below(r, 3);
    s->line_count = 1 + (size_t)below(r, 8);
    out->rate = (struct exchange){
        "EUR", s->currency, { 1 + below(r, 20000), 10000 }, { 2026, 11, 30 }, { 0 }
    };
    for (size_t i = 0; i < s->line_count; i++) {
        out->lines[i] = (struct paper_line){ .group = (int)below(r, s->group_count),
                                             .key = (int)below(r, 3) };
        out->lines[i].currency = below(r, 4) == 0 ? "EUR" : s->currency;
        exact_ratio(1 + below(r, 1000000000), 10000, &out->lines[i].amount);
    }
    s->discount_count = (size_t)below(r, 4);
    s->tax_count = (size_t)below(r, 3);
    for (size_t i = 0; i < s->discount_count; i++)
        random_share(r, s->group_count, &out->discounts[i]);
    if (below(r, 3) == 0)
        add_money_off(r, s, out->discounts);
    for (size_t i = 0; i < s->tax_count; i++)
        random_share(r, s->group_count, &out->taxes[i]);
    s->lines = out->lines;
    s->discounts = out->discounts;
    s->taxes = out->taxes;
    s->rates = &out->rate;
    s->rate_count = 1;
}

/* Whole minor units, and what stands on the paper adds up. */
static void check_sheet(const struct paper *s, const struct paper_sums *p)
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

/* ---- the same sheet as nodes ---- */

struct made {
    struct graph *g;
    struct price_sheet s;
    struct value *values;
    struct diag dg;
    struct plan plan;
};

static struct unit unit_of(struct arena *a, const char *text)
{
    struct unit u = UNIT_ONE;
    const char *why;
    size_t at;
    assert_true(unit_parse(a, text, strlen(text), &u, &why, &at));
    return u;
}

static const struct where here;

static node_id constant(struct arena *a, struct made *m, struct exact e,
                        const char *unit)
{
    struct unit u = *unit != '\0' ? unit_of(a, unit) : UNIT_ONE;
    return graph_const(m->g, value_of_exact(e), u, here);
}

static void add_row(struct arena *a, struct made *m, const struct paper *p, size_t i)
{
    const struct paper_line *l = &p->lines[i];
    node_id amount = constant(a, m, l->amount, l->currency);
    if (strcmp(l->currency, p->currency) != 0) {
        const char *rate = arena_printf(a, "%s/%s", p->currency, l->currency);
        amount = graph_op2(m->g, "mul", amount, constant(a, m, p->rates[0].rate, rate),
                           here, &m->dg);
    }
    m->s.rows[i].group = (size_t)l->group;
    m->s.rows[i].list[AMOUNT_PRICE] = amount;
}

static struct sheet_share *add_shares(struct arena *a, struct made *m,
                                      const struct paper *p, bool discounts)
{
    const struct paper_share *from = discounts ? p->discounts : p->taxes;
    size_t n = discounts ? p->discount_count : p->tax_count;
    struct sheet_share *out = ARENA_ARRAY(a, n, struct sheet_share);
    for (size_t i = 0; i < n; i++) {
        bool *covered = ARENA_ARRAY(a, p->line_count, bool);
        for (size_t k = 0; k < p->line_count; k++)
            covered[k] = covers(&from[i], &p->lines[k]);
        out[i].covers = covered;
        out[i].words = discounts ? "a discount" : "a tax";
        out[i].columns[AMOUNT_PRICE] = true;
        out[i].on_list = !from[i].running;
        if (exact_sign(from[i].money) != 0)
            out[i].amount = constant(a, m, from[i].money, p->currency);
        else
            out[i].share = constant(a, m, from[i].share, "");
    }
    return out;
}

/* Everything built is a target. */
static void walk(struct arena *a, struct made *m)
{
    static const struct scenario_case base = { .id = "base" };
    size_t n = graph_count(m->g);
    node_id *targets = ARENA_ARRAY(a, n, node_id);
    for (size_t i = 0; i < n; i++)
        targets[i] = (node_id)(i + 1);
    m->values = ARENA_ARRAY(a, n + 1, struct value);
    assert_true(plan_make(m->g, &base, targets, n, &m->plan, &m->dg));
    plan_point(&m->plan, m->values, NULL, NULL);
}

static struct made make_nodes(struct arena *a, const struct paper *p)
{
    struct made m = { .g = graph_new(a), .dg = diag_on(a) };
    m.s.money = unit_of(a, p->currency);
    m.s.places = currency_places(p->currency);
    m.s.row_count = p->line_count;
    m.s.group_count = (size_t)p->group_count;
    m.s.rows = ARENA_ARRAY(a, p->line_count, struct sheet_row);
    for (size_t i = 0; i < p->line_count; i++)
        add_row(a, &m, p, i);
    m.s.discounts = add_shares(a, &m, p, true);
    m.s.taxes = add_shares(a, &m, p, false);
    m.s.discount_count = p->discount_count;
    m.s.tax_count = p->tax_count;
    if (!price_sheet_build(m.g, &m.s, &m.dg))
        fail_msg("%s", m.dg.messages[0].text);
    walk(a, &m);
    return m;
}

static void check_node(const struct made *m, node_id id, struct exact want)
{
    double got = id == NO_NODE ? 0 : m->values[id].x;
    if (fabs(got - exact_double(want)) > 1e-9 * fmax(1, fabs(got)))
        fail_msg("got %.12g, on paper %.12g", got, exact_double(want));
}

/* What each row pays, taxes included, is the total again. */
static void check_paid(const struct made *m, struct exact total)
{
    double sum = 0;
    for (size_t i = 0; i < m->s.row_count; i++) {
        const struct sheet_row *r = &m->s.rows[i];
        double kept = r->paid[0] == NO_NODE ? 1 : m->values[r->paid[0]].x;
        sum += m->values[r->list[0]].x * kept;
    }
    check_close(sum, exact_double(total), 1e-9);
}

static void check_nodes(const struct made *m, const struct paper *p,
                        const struct paper_sums *want)
{
    for (size_t i = 0; i < p->line_count; i++)
        check_node(m, m->s.rows[i].printed[AMOUNT_PRICE], want->lines[i]);
    for (size_t i = 0; i < (size_t)p->group_count; i++)
        check_node(m, m->s.subtotals[AMOUNT_PRICE][i], want->subtotals[i]);
    for (size_t i = 0; i < p->discount_count; i++)
        check_node(m, m->s.discounts[i].printed[AMOUNT_PRICE], want->discounts[i]);
    for (size_t i = 0; i < p->tax_count; i++)
        check_node(m, m->s.taxes[i].printed[AMOUNT_PRICE], want->taxes[i]);
    check_node(m, m->s.rounding[AMOUNT_PRICE], want->rounding);
    check_node(m, m->s.whole, want->total);
    check_node(m, m->s.exact_whole, want->exact_total);
    check_paid(m, want->exact_total);
}

static void test_random_bills(void **state)
{
    struct arena *a = arena_new();
    uint64_t r = 20261130;
    size_t rounded = 0, too_long = 0;
    (void)state;
    for (int i = 0; i < 100000; i++) {
        struct diag dg = diag_on(a);
        struct random_sheet sheet;
        struct paper_sums p;
        make_sheet(&r, &sheet);
        if (!paper_add_up(a, &sheet.s, &p,
                          &dg)) { /* a third of a third of a cent ... */
            too_long++;
            arena_empty(a);
            continue;
        }
        check_sheet(&sheet.s, &p);
        struct made m = make_nodes(a, &sheet.s);
        check_nodes(&m, &sheet.s, &p);
        rounded += exact_sign(p.rounding) != 0;
        arena_empty(a);
    }
    assert_in_range(too_long, 0, 2000);
    assert_in_range(rounded, 10000, 100000); /* the bills do put it to the test */
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
        cmocka_unit_test(test_minor_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
