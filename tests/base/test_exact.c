/* exact numbers: parsing, arithmetic, the four roundings, and the nearest double. */
#include "check.h"

#include "base/exact.h"

static struct exact parse(const char *text)
{
    struct exact e;
    if (!exact_parse(text, strlen(text), &e, NULL))
        fail_msg("'%s' is not read", text);
    return e;
}

static void test_parse_keeps_every_digit(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        long long num, den;
    } rows[] = {
        { "0.1", 1, 10 },   { "1e-9", 1, 1000000000 }, { "-2.50", -5, 2 },
        { "48", 48, 1 },    { "1.5E3", 1500, 1 },      { "0.000", 0, 1 },
        { "+7.25", 29, 4 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct exact e = parse(rows[i].text);
        assert_true(e.num == rows[i].num && e.den == rows[i].den);
    }
}

static void test_parse_refuses(void **state)
{
    (void)state;
    static const char *const bad[] = { "",
                                       ".5",
                                       "1.",
                                       "1_000",
                                       "1,5",
                                       "0x10",
                                       "inf",
                                       "nan",
                                       "1e",
                                       "--1",
                                       "1 ",
                                       "1e999",
                                       "99999999999999999999999999999999999999999" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct exact e;
        if (exact_parse(bad[i], strlen(bad[i]), &e, NULL))
            fail_msg("'%s' was read", bad[i]);
    }
}

static void test_support_of_five_years_is_exact(void **state)
{
    (void)state;
    /* 22 %/year over 5 years on 48000 USD: 52800 USD and no binary dust. */
    struct exact rate, total;
    assert_true(exact_div(parse("0.22"), parse("31536000"), &rate));
    assert_true(exact_mul(rate, parse("157680000"), &total));
    assert_true(exact_mul(total, parse("48000"), &total));
    assert_true(total.num == 52800 && total.den == 1);
}

static void test_rounding_rules(void **state)
{
    (void)state;
    static const struct {
        const char *value;
        enum rounding rule;
        const char *want;
    } rows[] = {
        { "2.345", ROUND_HALF_UP, "2.35" },   { "-2.345", ROUND_HALF_UP, "-2.35" },
        { "2.345", ROUND_HALF_EVEN, "2.34" }, { "2.355", ROUND_HALF_EVEN, "2.36" },
        { "2.341", ROUND_UP, "2.35" },        { "-2.341", ROUND_UP, "-2.34" },
        { "2.349", ROUND_DOWN, "2.34" },      { "-2.341", ROUND_DOWN, "-2.35" },
        { "0.005", ROUND_HALF_UP, "0.01" },   { "7", ROUND_UP, "7" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct exact got, want = parse(rows[i].want);
        assert_true(exact_round(parse(rows[i].value), 2, rows[i].rule, &got));
        if (got.num != want.num || got.den != want.den)
            fail_msg("row %zu: %s rounds to %g", i, rows[i].value, exact_double(got));
    }
}

static void test_nearest_double_is_what_strtod_reads(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 20000; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        char text[64];
        snprintf(text, sizeof text, "%llu.%llue%d", (unsigned long long)(seed >> 44),
                 (unsigned long long)(seed >> 20) % 1000000000,
                 (int)(seed >> 33) % 10 - 5);
        assert_true(exact_double(parse(text)) == strtod(text, NULL));
    }
    assert_true(exact_double(parse("9007199254740993")) == 9007199254740992.0);
    assert_true(exact_double(parse("9007199254740995")) == 9007199254740996.0);
}

static void test_doubles_come_back(void **state)
{
    (void)state;
    static const double xs[] = { 0, 1, -0.1, 1e18, 3.0e-9, 0.22789147, 1307.558 };
    for (size_t i = 0; i < sizeof xs / sizeof *xs; i++) {
        struct exact e;
        assert_true(exact_from_double(xs[i], &e));
        assert_true(exact_double(e) == xs[i]);
    }
    struct exact e;
    assert_false(exact_from_double(INFINITY, &e));
    assert_false(exact_from_double(1e300, &e));
}

static void test_overflow_says_so(void **state)
{
    (void)state;
    struct exact big = parse("1e37"), out;
    assert_false(exact_mul(big, big, &out));
    assert_false(exact_div(big, exact_int(0), &out));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse_keeps_every_digit),
        cmocka_unit_test(test_parse_refuses),
        cmocka_unit_test(test_support_of_five_years_is_exact),
        cmocka_unit_test(test_rounding_rules),
        cmocka_unit_test(test_nearest_double_is_what_strtod_reads),
        cmocka_unit_test(test_doubles_come_back),
        cmocka_unit_test(test_overflow_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
