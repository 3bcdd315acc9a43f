/* Two sets of runs beside each other: pairs, ratio, and what else differs. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "check.h"
#include "measure/contrast.h"

static struct runs *runs;
static struct run_file *files[2];

static void add(size_t file, const char *disk, const char *block, double value)
{
    struct parameter items[] = { parameter_of(runs->arena, "block_size", block),
                                 parameter_of(runs->arena, "disk", disk) };
    runs_add(runs, (struct measurement){ .file = files[file],
                                         .system = "s",
                                         .metric = metric_find("iops"),
                                         .statistic = "mean",
                                         .value = value,
                                         .setting = runs_setting(runs, items, 2) });
}

static struct id_list all(void)
{
    size_t *ids = ARENA_ARRAY(runs->arena, runs->count, size_t);
    for (size_t i = 0; i < runs->count; i++)
        ids[i] = i;
    return (struct id_list){ ids, runs->count };
}

static int begin(void **state)
{
    runs = runs_new(arena_new());
    files[0] = runs_file(runs, "a", "fio-json", "a", 1);
    files[1] = runs_file(runs, "b", "fio-json", "b", 1);
    files[0]->version = "3.1";
    files[1]->version = "3.28";
    *state = runs;
    return 0;
}

static int end(void **state)
{
    arena_free(((struct runs *)*state)->arena);
    return 0;
}

/* Exactly twice as fast: logs have equal variances, so t and its interval are those of
 * log 2 +- t(0.975, 4 degrees) * sqrt(2 s^2 / 3), with t = 2.776445105. */
static void test_ratio(void **state)
{
    static const double x[] = { 90, 100, 110 };
    struct diag dg = diag_on(runs->arena);
    struct contrast_list c;
    double mean = 0, square = 0;
    for (size_t i = 0; i < 3; i++) {
        add(0, "old", "8 KiB", x[i]);
        add(1, "new", "8 KiB", 2 * x[i]);
        mean += log(x[i]) / 3;
    }
    for (size_t i = 0; i < 3; i++)
        square += pow(log(x[i]) - mean, 2) / 2;
    double half = 2.776445105 * sqrt(2 * square / 3);
    assert_true(contrasts_of(runs, all(), "disk", 0.95, &c, &dg));
    assert_int_equal(c.count, 1);
    assert_int_equal(c.alone, 0);
    check_close(c.items[0].ratio, 2, 1e-12);
    check_close(c.items[0].interval.low, 2 * exp(-half), 1e-8);
    check_close(c.items[0].interval.high, 2 * exp(half), 1e-8);
    assert_int_equal(c.items[0].verdict.verdict, VERDICT_CANNOT_TELL);
    assert_string_equal(c.items[0].differs, "version 3.1 against 3.28");
    (void)state;
}

/* What both sets share pairs; what they do not share is told, and compared all the
 * same. */
static void test_confounded(void **state)
{
    struct diag dg = diag_on(runs->arena);
    struct contrast_list c;
    add(0, "old", "8 KiB", 100);
    add(0, "new", "16 KiB", 300);
    assert_true(contrasts_of(runs, all(), "disk", 0.95, &c, &dg));
    assert_int_equal(c.count, 1);
    assert_string_equal(c.items[0].differs, "block_size 8 KiB against 16 KiB");
    assert_true(isnan(c.items[0].interval.low));
    add(0, "old", "16 KiB", 150);
    assert_true(contrasts_of(runs, all(), "disk", 0.95, &c, &dg));
    assert_int_equal(c.count, 1);
    assert_int_equal(c.alone, 1);
    check_close(c.items[0].ratio, 2, 1e-12);
    (void)state;
}

/* 8 KiB and 8192 B are the same run; metrics are never mixed. */
static void test_groups(void **state)
{
    static const char *const keys[] = { "block_size" };
    add(0, "old", "8 KiB", 100);
    add(0, "new", "8192 B", 300);
    add(0, "new", "4 KiB", 400);
    struct group_list g = groups_of(runs, all(), keys, 1, 0.95);
    assert_int_equal(g.count, 2);
    assert_int_equal(g.items[0].ids.count, 2);
    check_close(g.items[0].stats.mean, 200, 1e-12);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_ratio, begin, end),
        cmocka_unit_test_setup_teardown(test_confounded, begin, end),
        cmocka_unit_test_setup_teardown(test_groups, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
