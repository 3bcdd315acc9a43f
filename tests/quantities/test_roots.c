/* Break-evens by hand: every kind of crossing, with the working in a comment. */
#include "quantities/roots_text.h"

static const struct {
    const char *a, *b, *lo, *hi, *want;
} by_hand[] = {
    /* 96 x / 2 saved at 1 a unit against a licence of 48. */
    { "x", "x / 2 + 48", "1", "1000", "1 a 96 b 1000 | cross 96" },
    /* The same, asked below and above its root. */
    { "x", "x / 2 + 48", "1", "90", "1 a 90 | | beyond 96" },
    { "x", "x / 2 + 48", "100", "1000", "100 b 1000 | | beyond 96" },
    /* -4 would be the root; a size is not negative. */
    { "x + 4", "2 * x + 8", "1", "10", "1 a 10 |" },
    /* At the end of the range, from either side, and a range of one point. */
    { "x", "5", "5", "10", "5 b 10 | cross 5" },
    { "x", "5", "1", "5", "1 a 5 | cross 5" },
    { "x", "5", "5", "5", "5 = 5 | cross 5" },
    { "x", "5", "4", "4", "4 a 4 | | beyond 5" },
    /* No influence of x: always one, or always equal; equal but for rounding. */
    { "3", "4", "1", "9", "1 a 9 |" },
    { "4", "3", "1", "9", "1 b 9 |" },
    { "3", "3", "1", "9", "1 = 9 | equal 1..9" },
    { "0.1 * x + 0.2 * x", "0.3 * x", "1", "9", "1 = 9 | equal 1..9" },
    /* x/3 + x/7 = 1: x = 21/10. */
    { "x / 3 + x / 7", "1", "0", "9", "0 a 2.1 b 9 | cross 2.1" },
    /* Staircase: 10 a pack of 8 against 35: three packs until 24, four beyond. */
    { "10 * ceil(x / 8)", "35", "1", "100", "1 a 24 b 100 | jump 24" },
    /* 20 for 8 < x <= 16: equal there, exactly. */
    { "10 * ceil(x / 8)", "20", "1", "100", "1 a 8 = 16 b 100 | equal 8..16" },
    /* Rounded down, 30 begins at 24. */
    { "10 * floor(x / 8)", "25", "1", "100", "1 a 24 b 100 | jump 24" },
    /* A staircase over its chord: above it after each jump, below before.  It
     * jumps off 0, where a is cheaper at that point only; at 2 it has not yet. */
    { "ceil(min(x, 2))", "x + 0.5", "0", "2",
      "0 b 0.5 a 1 b 1.5 a 2 | jump 0 cross 0.5 jump 1 cross 1.5" },
    /* A jump over zero: 10 against 7 below 5, then 3 against 7. */
    { "if(x < 5, 10, 3)", "7", "1", "10", "1 b 5 a 10 | jump 5" },
    /* A jump onto zero, held until 7, then another jump off it. */
    { "if(x <= 5, 10, 7)", "if(x <= 7, 7, 8)", "1", "10",
      "1 b 5 = 7 a 10 | equal 5..7" },
    /* A jump onto zero that leaves it at once, to the other side and back. */
    { "if(x <= 5, 10, 12 - x)", "7", "1", "9", "1 b 5 a 9 | jump 5" },
    { "if(x <= 5, 10, 2 + x)", "7", "1", "9", "1 b 9 | touch 5" },
    /* A jump that changes nothing. */
    { "if(x <= 5, 10, 20)", "7", "1", "9", "1 b 9 |" },
    /* Two jumps at one place that cancel: a and b both rise by 10. */
    { "12 + 10 * ceil(x / 4)", "10 + 10 * ceil(x / 4)", "1", "9", "1 b 9 |" },
    /* Touching: a square, and a kink. */
    { "(x - 1)^2 + 5", "5", "0", "3", "0 b 3 | touch 1" },
    { "max(x - 5, 5 - x) + 3", "3", "0", "20", "0 b 20 | touch 5" },
    /* Kinks: 10 against 3 from below, x/2 = 10 at 20. */
    { "min(x, 10)", "max(3, x / 2)", "0", "30", "0 a 3 b 20 a 30 | cross 3 cross 20" },
    /* Equal in part: until 5, or from 5 on. */
    { "max(0, x - 5) + 3", "3", "0", "20", "0 = 5 b 20 | equal 0..5" },
    { "max(x, 5)", "x", "0", "20", "0 b 5 = 20 | equal 5..20" },
    /* Equal between different sides: its start counts as the root. */
    { "min(x, 5)", "min(5, max(2 * x - 10, 5))", "0", "20",
      "0 a 5 = 20 | equal 5..20" },
    /* 10 sqrt(x) = x at 100, and at 0 nothing is dearer than nothing. */
    { "10 * x^0.5", "x", "1", "1000", "1 b 100 a 1000 | cross 100" },
    /* A pole: 1/(x-3) goes over zero without ever being it. */
    { "1 / (x - 3)", "0", "1", "10", "1 a 3 b 10 | jump 3" },
    /* Coincident curves that are no lines, and from 3 on. */
    { "exp(x) * exp(1)", "exp(x + 1)", "0", "1", "0 = 1 | equal 0..1" },
    { "if(x < 3, exp(x + 1) - 3 + x, exp(x) * exp(1))", "exp(x + 1)", "2", "4",
      "2 a 3 = 4 | equal 3..4" },
    /* Alone, a difference: x^2 = 4; of a sum, too. */
    { "x * x - 4", NULL, "0", "10", "0 a 2 b 10 | cross 2" },
    { "x - 3 + 0", NULL, "0", "10", "0 a 3 b 10 | cross 3" },
};

static void test_by_hand(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++) {
        struct model m = model_new();
        struct roots r;
        struct roots_query q = roots_query_of(&m, by_hand[i].a, by_hand[i].b,
                                              by_hand[i].lo, by_hand[i].hi);
        assert_true(roots_find(&q, m.arena, &r, &m.dg));
        const char *got = roots_text(m.arena, &r);
        if (strcmp(got, by_hand[i].want) != 0)
            print_error("%s against %s:\n got %s\nwant %s\n", by_hand[i].a,
                        by_hand[i].b != NULL ? by_hand[i].b : "0", got,
                        by_hand[i].want);
        wrong += strcmp(got, by_hand[i].want) != 0;
        arena_free(m.arena);
    }
    assert_int_equal(wrong, 0);
}

static struct roots found(struct model *m, const char *a, const char *b, const char *lo,
                          const char *hi)
{
    struct roots r;
    const struct roots_query q = roots_query_of(m, a, b, lo, hi);
    assert_true(roots_find(&q, m->arena, &r, &m->dg));
    return r;
}

static void test_curved_roots_are_accurate(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        double want[3]; /* in 40 digits by Newton's method, rounded; 0 ends */
    } rows[] = {
        { "2^x", "4 * x", { 0.30990693238069053546, 4 } },
        { "exp(x)", "20 * x", { 0.05270598355154634796, 4.4997552885234875360 } },
        { "x * x", "2", { 1.4142135623730950488 } },
        { "x * ln(x) + 1", "2 * x", { 0.31784443289937268383, 6.3053952792716911783 } },
        { "1000 / x + 7 * x", "9 * x^1.3", { 9.6399667546137935234 } },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct model m = model_new();
        const struct roots r = found(&m, rows[i].a, rows[i].b, "0.01", "50");
        size_t n = 0;
        for (; rows[i].want[n] != 0; n++)
            if (n < r.root_count)
                check_close(r.roots[n], rows[i].want[n], 1e-14);
        assert_int_equal(r.root_count, n);
        assert_true(r.complete);
        arena_free(m.arena);
    }
}

/* The published case: disk against disk and licence, in bytes and USD. */
static void test_published_case(void **state)
{
    (void)state;
    static const struct {
        const char *plain, *compressed;
        double want;
        bool beyond;
    } rows[] = {
        { "x / 10^9", "x * (1 - 1 / 2) / 10^9 + 48000", 96e12, false },
        /* 48000 / (1 - 210808/273034) GB, the quotient by hand: 48000 * 273034 / 62226
         */
        { "x / 10^9", "x * (210808 / 273034) / 10^9 + 48000", 210613441326776.5885643,
          false },
        { "3 * x / 10^9", "3 * x * (210808 / 273034) / 10^9 + 48000",
          70204480442258.8628548, false },
        { "x / 10^9 + 4 * 40000", "x / 2 / 10^9 + 5 * 40000 + 5 * 10000 + 8000", 196e12,
          false },
        { "x / 10^9", "x * (210808 / 273034) / 10^9 + 298000", 0, true },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct model m = model_new();
        const struct roots r =
            found(&m, rows[i].plain, rows[i].compressed, "1e12", "1e15");
        assert_true(r.affine && r.complete && r.beyond_complete);
        assert_int_equal(r.root_count, rows[i].beyond ? 0 : 1);
        assert_int_equal(r.beyond_count, rows[i].beyond ? 1 : 0);
        if (rows[i].beyond)
            check_close(r.beyond[0], 1307558448237071.3206698, 2.3e-16);
        else
            check_close(r.roots[0], rows[i].want, 2.3e-16);
        assert_true(r.roots == NULL || i % 3 != 0 || r.roots[0] == rows[i].want);
        assert_int_equal(r.below, CHEAPER_A);
        arena_free(m.arena);
    }
}

/* One node twice: its sum with itself is not its difference, which is 0. */
static void test_one_node_twice(void **state)
{
    (void)state;
    struct model m = model_new();
    model_input(&m, "x", "1");
    node_id packs = model_formula(&m, "ceil(x / 8) - 1");
    assert_true(graph_name(m.g, packs, "packs"));
    struct roots r = found(&m, "packs + packs", "1", "4", "20");
    assert_string_equal(roots_text(m.arena, &r), "4 a 8 b 20 | jump 8");
    r = found(&m, "packs - packs + 1", "1", "4", "20");
    assert_string_equal(roots_text(m.arena, &r), "4 = 20 | equal 4..20");
    arena_free(m.arena);
}

static void test_no_value_is_said(void **state)
{
    (void)state;
    struct model m = model_new();
    struct roots r = found(&m, "ln(x - 3) + 1", "1", "1", "10");
    assert_false(r.complete);
    assert_non_null(strstr(r.words, "no value at 1: the logarithm"));
    assert_int_equal(r.stretches[0].cheaper, CHEAPER_UNKNOWN);
    check_close(r.stretches[0].to, 3, 1e-14);
    assert_int_equal(r.root_count, 1);
    check_close(r.roots[0], 4, 1e-15);

    r = found(&m, "1 / (x - x)", "1", "1", "10");
    assert_false(r.complete);
    assert_non_null(strstr(r.words, "division by zero"));
    assert_int_equal(r.below, CHEAPER_NEITHER);

    /* Guarded, it is not met. */
    r = found(&m, "if(x > 3, ln(x - 3), 9)", "1", "1", "10");
    assert_true(r.complete);
    assert_null(r.words);
    arena_free(m.arena);
}

static void test_many_steps_are_quick(void **state)
{
    (void)state;
    struct model m = model_new();
    /* 10^4 packs: each begins above the chord and ends below it. */
    const struct roots r =
        found(&m, "if(x < 10000, ceil(x), x + 9)", "x + 0.5", "0.25", "10000.25");
    assert_true(r.complete);
    /* Half of them cross at n + 1/2; at each whole number but the last a jump back. */
    assert_int_equal(r.crossing_count, 20000);
    for (size_t i = 0; i < r.root_count; i++)
        assert_true(r.roots[i] == 0.5 + (double)i / 2);
    arena_free(m.arena);
}

static void test_too_much_says_so(void **state)
{
    (void)state;
    struct model m = model_new();
    const struct roots r = found(&m, "ceil(1000 * x)", "1000 * x + 0.5", "0", "100000");
    assert_false(r.complete);
    assert_non_null(strstr(r.words, "too many crossings; narrow the range"));
    arena_free(m.arena);
}

static void test_beyond_on_both_sides(void **state)
{
    (void)state;
    struct model m = model_new();
    /* min(x, 10) = max(3, x/2) at 3 and 20; asked between. */
    struct roots r = found(&m, "min(x, 10)", "max(3, x / 2)", "5", "15");
    assert_string_equal(roots_text(m.arena, &r), "5 b 15 | | beyond 3 20");
    assert_true(r.beyond_complete);
    /* A jump at every whole number and a cross at every half: the nearest of many, and
     * not the one at the end of the range, 9.5, again. */
    r = found(&m, "ceil(x)", "x + 0.5", "9.25", "9.5");
    assert_string_equal(
        roots_text(m.arena, &r),
        "9.25 b 9.5 | cross 9.5 | beyond 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5 "
        "5.5 6 6.5 7 7.5 8 8.5 9 10 10.5 11 11.5 12 12.5 13 13.5 14 14.5 "
        "15 15.5 16 16.5 17 17.5 18 18.5 19 19.5");
    assert_false(r.beyond_complete);
    arena_free(m.arena);
}

static void test_case_frees_the_variable_only(void **state)
{
    (void)state;
    struct model m = model_new();
    node_id licence = model_input(&m, "licence", "48");
    struct roots_query q = roots_query_of(&m, "x", "x / 2 + licence", "1", "1000");
    const struct override overrides[] = {
        { .input = q.variable, .value = model_number("7") },
        { .input = licence, .value = model_number("24") },
    };
    const struct scenario_case half = { .id = "half",
                                        .overrides = overrides,
                                        .count = 2 };
    q.scenario = &half;
    struct roots r;
    assert_true(roots_find(&q, m.arena, &r, &m.dg));
    assert_int_equal(r.root_count, 1);
    assert_true(r.roots[0] == 48);
    arena_free(m.arena);
}

static void test_cents_are_left_out(void **state)
{
    (void)state;
    struct model m = model_new();
    const struct roots r =
        found(&m, "cent(x / 3 * 1 USD)", "cent((x / 7 + 1) * 1 USD)", "1", "100");
    assert_true(r.affine);
    assert_int_equal(r.root_count, 1);
    assert_true(r.roots[0] == 5.25); /* x (1/3 - 1/7) = 1 */
    arena_free(m.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_curved_roots_are_accurate),
        cmocka_unit_test(test_published_case),
        cmocka_unit_test(test_one_node_twice),
        cmocka_unit_test(test_no_value_is_said),
        cmocka_unit_test(test_many_steps_are_quick),
        cmocka_unit_test(test_too_much_says_so),
        cmocka_unit_test(test_beyond_on_both_sides),
        cmocka_unit_test(test_case_frees_the_variable_only),
        cmocka_unit_test(test_cents_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
