/* what differs between two results.json: exact thresholds, units, hostile files. */
#include "check.h"

#include "base/arena.h"
#include "doc/json.h"
#include "doc/source.h"
#include "report/changes.h"
#include "writers/text.h"

static bool read_text(struct arena *a, struct diag *dg, const char *json, size_t length,
                      struct edition *e)
{
    *e = (struct edition){ .arena = a, .dg = dg, .path = "results.json" };
    const struct doc_node *root = json_parse(a, source_of(e->path, json, length), dg);
    return root != NULL && edition_of_results(e, root);
}

static struct edition edition_with(struct arena *a, struct diag *dg, const char *inputs)
{
    struct edition e;
    const char *json = arena_printf(
        a, "{\"generator\": \"priceperf 1\", \"currency\": \"USD\", %s}", inputs);
    assert_true(read_text(a, dg, json, strlen(json), &e));
    return e;
}

static const char *input(struct arena *a, const char *value, const char *unit)
{
    return arena_printf(a,
                        "\"inputs\": [{\"name\": \"x\", \"value\": %s, \"unit\": "
                        "\"%s\"}]",
                        value, unit);
}

static const char *cost(struct arena *a, const char *total)
{
    return arena_printf(a, "\"alternatives\": [{\"id\": \"a\", \"cost_total\": %s}]",
                        total);
}

static void test_one_number_against_another(void **state)
{
    (void)state;
    static const struct {
        const char *was, *was_unit, *is, *is_unit;
        size_t count;
        double difference, share; /* NaN: none */
        bool marked;
    } rows[] = {
        { "100", "USD", "102", "USD", 1, 2, 0.02, true },
        { "100", "USD", "98", "USD", 1, -2, -0.02, true },
        { "100", "USD", "101.99999999", "USD", 1, 1.99999999, 0.0199999999, false },
        { "0.1", "USD/GB", "0.102", "USD/GB", 1, 0.002, 0.02, true },
        { "1.1", "USD/GB", "1122", "USD/TB", 1, 22, 0.02, true },
        { "1", "USD/GB", "1000", "USD/TB", 0, NAN, NAN, false },
        { "0", "USD", "5", "USD", 1, 5, NAN, true },
        { "5", "USD", "0", "USD", 1, -5, -1, true },
        { "-10", "USD", "-9", "USD", 1, 1, 0.1, true },
        { "1", "TB", "2", "TB", 1, 1, 1, false },       /* no money */
        { "1", "USD", "1", "EUR", 1, NAN, NAN, false }, /* two currencies */
        { "1", "CPU", "1", "user", 1, NAN, NAN, false },
        { "1", "TB", "1", "s", 1, NAN, NAN, false },
        { "0", "USD", "-0.0", "USD", 0, NAN, NAN, false },
        { "1e3", "GB", "1", "TB", 0, NAN, NAN, false },
        { "1", "USD", "1.0000000000000000001", "USD", 1, 1e-19, 1e-19, false },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena *a = arena_new();
        struct diag dg = diag_on(a);
        struct edition old =
            edition_with(a, &dg, input(a, rows[i].was, rows[i].was_unit));
        struct edition new =
            edition_with(a, &dg, input(a, rows[i].is, rows[i].is_unit));
        struct changes c;
        assert_true(changes_between(&old, &new, &c));
        if (c.count != rows[i].count)
            print_error("row %zu: %zu changes\n", i, c.count);
        assert_int_equal(c.count, rows[i].count);
        if (c.count > 0) {
            assert_int_equal(isnan(c.items[0].difference), isnan(rows[i].difference));
            assert_int_equal(isnan(c.items[0].share), isnan(rows[i].share));
            if (!isnan(rows[i].difference))
                check_close(c.items[0].difference, rows[i].difference, 1e-15);
            if (!isnan(rows[i].share))
                check_close(c.items[0].share, rows[i].share, 1e-15);
            assert_int_equal(c.items[0].marked, rows[i].marked);
        }
        arena_free(a);
    }
}

static void test_costs_that_rise_by_2_percent_are_worse(void **state)
{
    (void)state;
    static const struct {
        const char *was, *is;
        bool worse;
    } rows[] = { { "100", "102", true },
                 { "100", "101.9", false },
                 { "100", "98", false },
                 { "0", "1", true } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena *a = arena_new();
        struct diag dg = diag_on(a);
        struct edition old = edition_with(a, &dg, cost(a, rows[i].was));
        struct edition new = edition_with(a, &dg, cost(a, rows[i].is));
        struct changes c;
        assert_true(changes_between(&old, &new, &c));
        assert_int_equal(c.count, 1);
        assert_int_equal(c.items[0].worse, rows[i].worse);
        arena_free(a);
    }
}

/* Figures that differ in their last bits were computed by another version. */
static void test_rounding_noise_is_no_change(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    struct edition old = edition_with(a, &dg, cost(a, "0.3"));
    struct edition new = edition_with(a, &dg, cost(a, "0.30000000000000004"));
    struct changes c;
    assert_true(changes_between(&old, &new, &c));
    assert_int_equal(c.count, 0);
    arena_free(a);
}

/* ---- files that are not ours, or not whole ---- */

static const char seed_text[] =
    "{\"generator\": \"priceperf 0.1.0\", \"study\": \"x\", \"currency\": \"USD\","
    "\"document\": {\"version\": \"1\", \"recommended_in\": \"base\"},"
    "\"alternatives\": [{\"scenario\": \"base\", \"id\": \"a\", \"cost_total\": 12.5,"
    "\"cost_by_year\": [1, 2, 3], \"must_haves\": [{\"id\": \"m\", \"status\": "
    "\"met\"}]}],"
    "\"rankings\": [{\"scenario\": \"base\", \"order\": [\"a\"], \"tie\": false}],"
    "\"break_even\": [{\"id\": \"b\", \"unit\": \"TB\", \"roots\": [1, 2.5e3],"
    "\"crossings\": [{\"kind\": \"cross\", \"x\": 1}], \"at\": {\"value\": 7}}],"
    "\"inputs\": [{\"name\": \"i\", \"value\": 0.1, \"unit\": \"USD/GB\"}],"
    "\"bill\": [{\"alternative\": \"a\", \"line\": null, \"quantity\": 3}],"
    "\"warnings\": [\"w\"]}";

/* A generator of its own, so that a failure can be repeated. */
static uint32_t next(uint32_t *x)
{
    *x = *x * 1664525u + 1013904223u;
    return *x >> 8;
}

static void mutate(char *text, size_t *length, uint32_t *x)
{
    static const char marks[] = "{}[]\",:0123456789.eE+-nulltrue \\";
    size_t times = 1 + next(x) % 4;
    for (size_t i = 0; i<times && * length> 1; i++) {
        size_t at = next(x) % *length;
        switch (next(x) % 3) {
        case 0:
            text[at] = marks[next(x) % (sizeof marks - 1)];
            break;
        case 1:
            memmove(text + at, text + at + 1, *length - at - 1);
            (*length)--;
            break;
        default:
            *length -= next(x) % 8 == 0 ? *length - at : 0;
            break;
        }
    }
}

static void test_broken_files_are_refused_or_compared(void **state)
{
    (void)state;
    FILE *nowhere = fopen("/dev/null", "w");
    uint32_t x = 20240531;
    size_t read = 0;
    assert_non_null(nowhere);
    for (int i = 0; i < 20000; i++) {
        struct arena *a = arena_new();
        struct diag dg = diag_on(a);
        char text[sizeof seed_text];
        size_t length = sizeof seed_text - 1;
        struct edition whole, broken;
        struct changes c;
        memcpy(text, seed_text, sizeof seed_text);
        mutate(text, &length, &x);
        text[length] = '\0';
        assert_true(read_text(a, &dg, seed_text, sizeof seed_text - 1, &whole));
        bool ok = read_text(a, &dg, text, length, &broken);
        assert_int_equal(ok, dg.errors == 0);
        if (ok && changes_between(&whole, &broken, &c)) {
            text_write(changes_document(&c), nowhere);
            read++;
        }
        arena_free(a);
    }
    fclose(nowhere);
    assert_true(read > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_number_against_another),
        cmocka_unit_test(test_costs_that_rise_by_2_percent_are_worse),
        cmocka_unit_test(test_rounding_noise_is_no_change),
        cmocka_unit_test(test_broken_files_are_refused_or_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
