#include "check.h"

#include "base/arena.h"
#include "measure/checks.h"
#include "measure/log_stats.h"

/* Every bucket holds what lies between its neighbours, and no value is further than
 * 1/2048 from what a quantile answers. */
static void test_histogram(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    struct histogram h;
    unsigned last = 0;
    for (uint64_t v = 0; v < UINT64_C(1) << HISTOGRAM_TOP;
         v = v < 5000 ? v + 1 : v * 3 / 2) {
        unsigned b = histogram_bucket(v);
        assert_true(b >= last && b < HISTOGRAM_BUCKETS);
        last = b;
        histogram_start(a, &h);
        histogram_add(&h, v);
        check_close(histogram_quantile(&h, 1), (double)v, 1.0 / 2048);
        arena_empty(a);
    }
    arena_free(a);
}

static void test_figures(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    struct log_stats all, half[2];
    log_stats_start(a, &all);
    log_stats_start(a, &half[0]);
    log_stats_start(a, &half[1]);
    for (uint64_t i = 1; i <= 1000; i++) {
        log_stats_add(&all, i, 1, 0);
        log_stats_add(&half[i % 2], i, 1, 0);
    }
    log_stats_merge(&half[0], &half[1]);
    for (int k = 0; k < 2; k++) {
        const struct log_stats *s = k == 0 ? &all : &half[0];
        assert_int_equal(s->count, 1000);
        check_close(log_stats_mean(s), 500.5, 0);
        /* n (n + 1) / 12 is the variance of 1 to n with n - 1. */
        check_close(log_stats_deviation(s), sqrt(1000.0 * 1001 / 12), 1e-15);
        check_close(log_stats_quantile(s, 0.5), 500, 0);
        check_close(log_stats_quantile(s, 0.99), 990, 0);
        check_close(log_stats_quantile(s, 0.999), 999, 0);
        check_close(log_stats_quantile(s, 1), 1000, 0);
    }
    arena_free(a);
}

/* Large values do not cancel: the deviation of 10^12 and 10^12 + 2. */
static void test_large_values(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    struct log_stats s;
    log_stats_start(a, &s);
    log_stats_add(&s, 1000000000000, 0, 0);
    log_stats_add(&s, 1000000000002, 0, 0);
    check_close(log_stats_mean(&s), 1000000000001, 0);
    check_close(log_stats_deviation(&s), sqrt(2), 1e-15);
    arena_free(a);
}

static const struct {
    uint64_t rounds[LOG_ROUNDS];
    bool steady;
} rounds[] = {
    { { 100, 101, 99, 100, 100 }, true },
    { { 100, 103, 100, 97, 100 }, true },
    { { 100, 100, 100, 100, 130 }, false }, /* one mean is too far off */
    { { 94, 97, 100, 103, 106 }, false },   /* the line moves by 12 % */
    { { 97, 98, 100, 101, 103 }, true },
    { { 50, 0, 100, 100, 100 }, true }, /* an empty round: nothing is said */
};

static void test_steady(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        struct arena *a = arena_new();
        struct log_stats s;
        log_stats_start(a, &s);
        for (unsigned k = 0; k < LOG_ROUNDS; k++)
            if (rounds[i].rounds[k] > 0)
                log_stats_add(&s, rounds[i].rounds[k], 0, k);
        if (log_stats_steady(&s) != rounds[i].steady)
            fail_msg("case %zu", i);
        arena_free(a);
    }
}

static void test_checks(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    assert_null(check_bandwidth(a, 1000, 4096000, 4096, 0.001));
    assert_null(check_bandwidth(a, 1000, 0, 4096, 0.001));
    assert_string_equal(
        check_bandwidth(a, 1000, 8192000, 4096, 0.001),
        "bandwidth 8.192e+06 B/s, but IOPS x block size is 1000 x 4096 B "
        "= 4.096e+06 B/s");
    assert_null(check_little(a, 1000, 0.032, 32, 0.01));
    assert_null(check_little(a, 1000, 0.001, 32, 0.01)); /* idle in between */
    assert_non_null(check_little(a, 1000, 0.033, 32, 0.01));
    struct stated_rate rate = { "IOPS", "1/s", 100, 1, 1000, 10 };
    assert_null(check_rate(a, &rate, 0));
    rate.rate = 98;
    assert_string_equal(check_rate(a, &rate, 0),
                        "IOPS 98 1/s, but 1000 in 10 s are 100 1/s");
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_histogram),    cmocka_unit_test(test_figures),
        cmocka_unit_test(test_large_values), cmocka_unit_test(test_steady),
        cmocka_unit_test(test_checks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
