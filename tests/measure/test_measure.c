/* metrics, parameters, sets of runs, selection and taking one figure out of many. */
#include "doc/doc_test.h"

#include "doc/source.h"
#include "doc/yaml.h"
#include "measure/select.h"

static struct arena *arena;
static struct diag dg;
static struct runs *runs;

static void test_metrics(void **state)
{
    (void)state;
    static const struct {
        const char *name, *unit;
        enum direction direction;
    } rows[] = {
        { "iops", "1/s", DIRECTION_HIGHER }, { "bandwidth", "B/s", DIRECTION_HIGHER },
        { "latency", "s", DIRECTION_LOWER }, { "throughput", "1/s", DIRECTION_HIGHER },
        { "elapsed", "s", DIRECTION_LOWER }, { "cpu", "1", DIRECTION_NONE },
        { "size", "B", DIRECTION_LOWER },    { "ratio", "1", DIRECTION_HIGHER },
        { "power", "W", DIRECTION_LOWER },   { "energy", "J", DIRECTION_LOWER },
        { "score", "1", DIRECTION_HIGHER },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct metric *m = metric_find(rows[i].name);
        assert_non_null(m);
        assert_string_equal(metric_unit(arena, m), rows[i].unit);
        assert_int_equal(m->direction, rows[i].direction);
    }
    assert_null(metric_find("iop"));
}

static void test_statistics(void **state)
{
    (void)state;
    static const char *const good[] = { "mean", "count", "p99",  "p99.9",
                                        "p5",   "p100",  "p0.1", "p99.999" };
    static const char *const bad[] = { "",    "p",   "p0",  "p0.0",  "p99.",
                                       "p.5", "avg", "p05", "p99.9x" };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!statistic_known(good[i]))
            fail_msg("%s is not known", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (statistic_known(bad[i]))
            fail_msg("%s is known", bad[i]);
}

static struct parameter parameter(const char *text)
{
    return parameter_of(arena, "k", text);
}

static bool equal(const char *a, const char *b)
{
    struct parameter x = parameter(a), y = parameter(b);
    return parameter_equal(&x, &y);
}

static void test_parameters(void **state)
{
    (void)state;
    assert_true(equal("8 KiB", "8192 B"));
    assert_true(equal("0.1", "0.10"));
    assert_true(equal("yes", "true"));
    assert_true(equal("TPC-C", "TPC-C"));
    assert_false(equal("8 KiB", "8192")); /* bytes are not a bare number */
    assert_false(equal("8 KiB", "8 kB"));
    assert_false(equal("no", "yes"));
    assert_false(equal("1", "yes"));
    assert_false(equal("15K", "15000")); /* no unit: text */
    assert_int_equal(parameter("3par").kind, PARAMETER_TEXT);
    assert_int_equal(parameter("1,5").kind, PARAMETER_TEXT);
    assert_true(parameter("70 %").number == 0.7);
}

/* system, metric, statistic, value, parameters as `key=text` */
struct row {
    const char *system, *metric, *statistic, *value, *parameters[3];
};

static size_t add(const struct row *row)
{
    struct parameter items[3];
    size_t n = 0;
    for (; n < 3 && row->parameters[n] != NULL; n++) {
        const char *equals = strchr(row->parameters[n], '=');
        const char *key = arena_strndup(arena, row->parameters[n],
                                        (size_t)(equals - row->parameters[n]));
        items[n] = parameter_of(arena, key, equals + 1);
    }
    struct measurement m = { .file = runs_file(runs, "f.csv", "columns", "x", 1),
                             .at = { "f.csv", (unsigned)runs->count + 2, 1 },
                             .system = row->system,
                             .metric = metric_find(row->metric),
                             .statistic = row->statistic,
                             .resolution = 1,
                             .setting = runs_setting(runs, items, n) };
    m.is_exact = exact_parse(row->value, strlen(row->value), &m.exact, NULL);
    m.value = exact_double(m.exact);
    return runs_add(runs, m);
}

static const struct row sample[] = {
    { "C_Item", "size", "mean", "11", { "suite=TPC-C", "compressed=no" } },
    { "C_Item", "size", "mean", "11", { "suite=TPC-C", "compressed=yes" } },
    { "C_Stock", "size", "mean", "66304", { "compressed=no", "suite=TPC-C" } },
    { "C_Stock", "size", "mean", "56065", { "suite=TPC-C", "compressed=yes" } },
    { "Kit", "size", "mean", "1357.5", { "suite=Kit", "compressed=no" } },
    { "disk", "latency", "mean", "0.001", { "block=8 KiB" } },
    { "disk", "latency", "p99", "0.004", { "block=8 KiB" } },
    { "disk", "latency", "p99", "0.006", { "block=8 KiB" } },
    { "disk", "iops", "mean", "1000", { "block=8 KiB" } },
};

static void fill(void)
{
    arena_empty(arena);
    dg = diag_on(arena);
    runs = runs_new(arena);
    for (size_t i = 0; i < sizeof sample / sizeof *sample; i++)
        assert_int_equal(add(&sample[i]), i);
}

static void test_settings_and_repeats(void **state)
{
    (void)state;
    fill();
    /* The order of parameters does not matter. */
    assert_ptr_equal(runs->items[0].setting, runs->items[2].setting);
    assert_string_equal(runs->items[0].setting->canonical,
                        "{\"compressed\": false, \"suite\": \"TPC-C\"}");
    assert_string_equal(runs->items[5].setting->canonical, "{\"block\": 8192}");
    assert_int_equal(runs->items[6].repeat, 0);
    assert_int_equal(runs->items[7].repeat, 1);
    assert_int_equal(runs->items[5].repeat, 0);
    assert_int_equal(runs->file_count, 1);
    assert_int_equal(runs->files[0]->measurements, 9);
    for (size_t i = 0; i < 5000; i++) {
        char number[20];
        snprintf(number, sizeof number, "n=%zu", i % 2500);
        struct row row = { "s", "iops", "mean", "1", { number } };
        size_t id = add(&row);
        assert_int_equal(runs->items[id].repeat, i / 2500);
    }
}

static void test_as_json(void **state)
{
    (void)state;
    fill();
    runs->items[6].flags = 1u << FLAG_SATURATED | 1u << FLAG_PARTIAL;
    assert_string_equal(
        measurement_json(arena, &runs->items[6]),
        "{\"file\": \"f.csv\", \"line\": 8, \"format\": \"columns\", \"system\": "
        "\"disk\", \"metric\": \"latency\", \"statistic\": \"p99\", \"value\": 0.004, "
        "\"unit\": \"s\", \"direction\": \"lower\", \"parameters\": {\"block\": 8192}, "
        "\"flags\": [\"partial\", \"saturated\"]}");
}

static bool take(const char *yaml, struct taken *out)
{
    fill();
    const struct doc_node *node =
        yaml_parse(arena, source_of("s.yaml", yaml, strlen(yaml)), &dg);
    assert_non_null(node);
    return runs_take_node(runs, node, out, &dg);
}

static void test_take(void **state)
{
    (void)state;
    static const struct {
        const char *yaml;
        double value;
        size_t from;
    } rows[] = {
        { "{metric: size, where: {suite: TPC-C, compressed: no}, take: sum}", 66315,
          2 },
        { "{metric: size, where: {suite: TPC-C, compressed: yes}, take: sum}", 56076,
          2 },
        { "{metric: size, where: {suite: TPC-C}, take: mean}", 30597.75, 4 },
        { "{metric: size, where: {suite: TPC-C}, take: median}", 28038, 4 },
        { "{metric: size, where: {suite: [TPC-C, Kit], compressed: no}, take: median}",
          1357.5, 3 },
        { "{metric: size, take: max}", 66304, 5 },
        { "{metric: size, take: min}", 11, 5 },
        { "{metric: size, take: count}", 5, 5 },
        { "{metric: latency, statistic: mean}", 0.001, 1 },
        { "{metric: latency, statistic: p99, take: max, where: {block: 8192 B}}", 0.006,
          2 },
        { "{metric: size, where: {system: C_Stock, compressed: yes}}", 56065, 1 },
        { "{metric: iops, where: {file: f.csv}, take: only}", 1000, 1 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct taken t;
        if (!take(rows[i].yaml, &t))
            fail_msg("%s: %s", rows[i].yaml, message(&dg, 0));
        assert_true(t.value == rows[i].value);
        assert_true(t.is_exact && exact_double(t.exact) == t.value);
        assert_int_equal(t.from.count, rows[i].from);
    }
    struct taken t;
    assert_true(
        take("{metric: size, where: {suite: TPC-C, compressed: yes}, take: sum}", &t));
    assert_int_equal(t.from.ids[0], 1);
    assert_int_equal(t.from.ids[1], 3);
    assert_int_equal(t.direction, DIRECTION_LOWER);
    assert_int_equal(t.dim.bytes, 1);
    assert_true(t.resolution == 1);
}

static const struct {
    const char *yaml, *message;
} bad[] = {
    { "{metric: sise, take: sum}",
      "1:10: unknown metric 'sise'; did you mean 'size'?" },
    { "{metric: size, take: summ}", "1:22: unknown value 'summ'; did you mean 'sum'?" },
    { "{metric: latency, statistic: avg}", "1:30: unknown statistic 'avg'; write mean, "
                                           "stddev, min, max, median, count, or a "
                                           "percentile such as p99" },
    { "{metric: size, where: {siute: TPC-C}, take: sum}",
      "1:31: no measurement has a parameter 'siute'; did you mean 'suite'?" },
    { "{metric: size, where: {suite: TPC-D}, take: sum}",
      "1:31: no measurement has suite 'TPC-D'; did you mean 'TPC-C'?" },
    { "{metric: size, where: {suite: other thing}, take: sum}",
      "1:31: no measurement has suite 'other thing'; there are: TPC-C, Kit" },
    { "{metric: size, where: {zzz: 1}, take: sum}",
      "1:29: no measurement has a parameter 'zzz'; there are: compressed, suite" },
    { "{metric: power}", "1:1: there is no measurement of power" },
    { "{metric: size, where: {suite: Kit, compressed: yes}}",
      "1:1: no measurement meets all conditions, though each is met by some" },
    { "{metric: size, where: {suite: Kit, suite: Kit}}", "1:36: key 'suite' is given "
                                                         "twice" },
    { "{metric: size, where: {suite: TPC-C}}",
      "1:1: 4 measurements are meant where one is wanted; add conditions or say which "
      "figure to take (sum, mean, median, min, max)" },
    { "{where: {system: disk, statistic: mean}, take: sum}",
      "1:1: 'sum' over measurements that differ in their unit; name the metric and "
      "statistic that are meant" },
    { "{metric: latency, take: mean}", "1:1: 'mean' over measurements that differ in "
                                       "their statistic; name the metric and "
                                       "statistic that are meant" },
    { "{metric: latency, statistic: p99, take: mean}",
      "1:1: the mean of p99 values means nothing; take only, min, max or median" },
    { "{metric: size, where: [suite]}",
      "1:23: 'where' is a list here; write a mapping (key: value)" },
};

static void test_bad_selections(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct taken t;
        fill();
        const struct doc_node *node = yaml_parse(
            arena, source_of("s.yaml", bad[i].yaml, strlen(bad[i].yaml)), &dg);
        if (node != NULL && runs_take_node(runs, node, &t, &dg))
            fail_msg("%s was taken", bad[i].yaml);
        check_message(&dg, 0, bad[i].message, bad[i].yaml);
    }
}

static void test_only_shows_what_is_meant(void **state)
{
    (void)state;
    struct taken t;
    assert_false(take("{metric: size, where: {suite: TPC-C}}", &t));
    check_message(&dg, 1,
                  "2:1: size (mean) of 'C_Item' with {\"compressed\": false, "
                  "\"suite\": \"TPC-C\"}",
                  "note");
    check_message(&dg, 4, "5:1: and 1 more from here on", "note");
}

static void test_declared_metric(void **state)
{
    (void)state;
    fill();
    struct dim none = { 0 };
    const struct metric *m = runs_declare(runs, "wear", none, DIRECTION_LOWER);
    assert_non_null(m);
    assert_ptr_equal(runs_declare(runs, "wear", none, DIRECTION_LOWER), m);
    assert_null(runs_declare(runs, "wear", none, DIRECTION_HIGHER));
    assert_null(runs_declare(runs, "size", none, DIRECTION_LOWER));
    assert_ptr_equal(runs_metric(runs, "wear"), m);
}

static int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_metrics),
        cmocka_unit_test(test_statistics),
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_settings_and_repeats),
        cmocka_unit_test(test_as_json),
        cmocka_unit_test(test_take),
        cmocka_unit_test(test_bad_selections),
        cmocka_unit_test(test_only_shows_what_is_meant),
        cmocka_unit_test(test_declared_metric),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
