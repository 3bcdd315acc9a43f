/* Formulas: what they are worth, how they are shown, and what is said of wrong ones. */
#include "check.h"

#include "base/arena.h"
#include "base/format.h"
#include "quantities/expr.h"
#include "quantities/plan.h"

static const struct scenario_case base_case = { .id = "base" };

struct lab {
    struct arena *arena;
    struct graph *g;
    struct diag dg;
};

static void input(struct lab *l, const char *name, const char *number, const char *unit)
{
    struct unit u = UNIT_ONE;
    struct exact e;
    const char *why;
    size_t at;
    assert_true(exact_parse(number, strlen(number), &e, NULL));
    if (*unit != '\0')
        assert_true(unit_parse(l->arena, unit, strlen(unit), &u, &why, &at));
    assert_true(exact_mul(e, u.scale, &e));
    struct input in = { .value = value_of_exact(e) };
    assert_int_not_equal(graph_input(l->g, name, &in, u, (struct where){ 0 }), NO_NODE);
}

static int set_up(void **state)
{
    static struct lab lab;
    lab.arena = arena_new();
    lab.g = graph_new(lab.arena);
    lab.dg = diag_on(lab.arena);
    input(&lab, "size", "96", "TB");
    input(&lab, "price", "1", "USD/GB");
    input(&lab, "reduction", "50", "%");
    input(&lab, "users", "40", "user");
    input(&lab, "rate", "22", "%/year");
    *state = &lab;
    return 0;
}

static int tear_down(void **state)
{
    arena_free(((struct lab *)*state)->arena);
    return 0;
}

static node_id build(struct lab *l, const char *text)
{
    struct scope scope = graph_scope(l->g);
    return expr_build(l->g, text, (struct where){ "study.yaml", 7, 10 }, &scope,
                      &l->dg);
}

static void test_values(void **state)
{
    struct lab *l = *state;
    static const struct {
        const char *text;
        double want;
    } rows[] = {
        { "1 USD/GB * 48 TB", 48000 },
        { "1 USD/GB * 48 TiB", 52776.558133248 },
        { "size * reduction * price", 48000 },
        { "2 + 3 * 4", 14 },
        { "(2 + 3) * 4", 20 },
        { "2 ^ 3 ^ 2", 512 },
        { "-2 ^ 2", -4 },
        { "10 - 4 - 3", 3 },
        { "8 / 4 / 2", 1 },
        { "ceil(4 * 28 / 13)", 9 },
        { "if(size > 1 PB, 1, 2)", 2 },
        { "if(size >= 96 TB and not users = 41, 1, 2)", 1 },
        { "max(users, 25 user * 4)", 100 },
        { "rate * 5 years", 1.1 },
        { "min(1, 2, 3) + sum(1, 2, 3)", 7 },
        { "size + 0 - 96 TB", 0 },
        { "100/4", 25 },
        { "8 KiB / 1 B", 8192 },
        { "480 us / 1 s", 0.00048 },
        { "erlang_b(2, 1)", 0.2 },
        { "round(2.345, 2)", 2.35 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        node_id id = build(l, rows[i].text);
        if (id == NO_NODE) {
            diag_print(&l->dg, stderr);
            fail_msg("'%s' is not read", rows[i].text);
        }
        check_close(plan_value(l->g, &base_case, id, &l->dg).x, rows[i].want, 1e-15);
    }
}

static void test_exact_where_it_matters(void **state)
{
    struct lab *l = *state;
    struct value v =
        plan_value(l->g, &base_case, build(l, "48000 USD * rate * 5 years"), &l->dg);
    assert_true(v.is_exact && v.exact.num == 52800 && v.exact.den == 1);
}

static void test_wrong_formulas(void **state)
{
    struct lab *l = *state;
    static const struct {
        const char *text;
        unsigned column;
        const char *says;
    } rows[] = {
        { "1 USD/GB + 1 TB", 19, "'+' needs two of a kind and has USD/GB and TB" },
        { "price * sizes", 18, "unknown name 'sizes'; did you mean 'size'?" },
        { "100 USD/users", 18, "'users' is a name of this study" },
        { "48 Tb", 13, "unknown unit 'Tb'; did you mean 'TB'?" },
        { "48 T", 13, "unknown unit 'T'; write TB" },
        { "maximum(1, 2)", 10, "unknown function 'maximum'" },
        { "max(1, 2", 18, "',' or ')' must follow" },
        { "1 +", 13, "the formula ends" },
        { "ceil(size)", 10, "'ceil' needs a bare number and has TB" },
        { "size price", 15, "an operator is missing" },
        { "if(size, 1, 2)", 10, "'if' needs a comparison first" },
        { "size > 40 user", 15,
          "'>' needs two of a kind and has TB and a bare number" },
        { "1,5 * 2", 11, "a comma inside a number" },
        { "1 USD + 1 EUR", 16, "'+' needs two of a kind and has USD and EUR" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        l->dg = diag_on(l->arena);
        if (build(l, rows[i].text) != NO_NODE)
            fail_msg("'%s' was read", rows[i].text);
        const struct diag_message *m = &l->dg.messages[0];
        if (m->at.column != rows[i].column || strstr(m->text, rows[i].says) == NULL)
            fail_msg("'%s': column %u: %s", rows[i].text, m->at.column, m->text);
    }
}

static void test_nesting_is_bounded(void **state)
{
    struct lab *l = *state;
    char text[4000];
    memset(text, '(', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_int_equal(build(l, text), NO_NODE);
    memset(text, '-', sizeof text - 1);
    assert_int_equal(build(l, text), NO_NODE);
}

static void test_overrides_and_circles(void **state)
{
    struct lab *l = *state;
    node_id saved = build(l, "size * reduction");
    node_id half = build(l, "size / 192 TB");
    struct override by_node = { .input = graph_find(l->g, "reduction"), .by = half };
    struct scenario_case c = { "half", NULL, &by_node, 1 };
    check_close(plan_value(l->g, &c, saved, &l->dg).x, 48e12, 1e-15);
    by_node.by = build(l, "reduction / 2");
    l->dg = diag_on(l->arena);
    plan_value(l->g, &c, saved, &l->dg);
    assert_int_equal(l->dg.errors, 1);
    assert_non_null(strstr(l->dg.messages[0].text, "closes a circle"));
}

static void test_shown_units(void **state)
{
    struct lab *l = *state;
    static const char *const rows[][2] = {
        { "size * reduction", "TB" }, { "price * size", "USD" },
        { "1 - reduction", "" },      { "size / 2", "TB" },
        { "price / 2", "USD/GB" },    { "max(size, 1 GB)", "TB" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(graph_node(l->g, build(l, rows[i][0]))->unit.text,
                            rows[i][1]);
}

static void test_text_has_few_digits(void **state)
{
    struct lab *l = *state;
    struct arena *a = l->arena;
    assert_string_equal(format_number(a, 210.6134, 3), "211");
    assert_string_equal(format_number(a, 96, 3), "96");
    assert_string_equal(format_number(a, 0.22789, 3), "0.228");
    assert_string_equal(format_number(a, 48000, 3), "48,000");
    assert_string_equal(format_number(a, 1307558, 3), "1,310,000");
    assert_string_equal(format_number(a, 2.345, 3), "2.35");
    assert_string_equal(format_money(a, 47937.77, "USD"), "47,938 USD");
    assert_string_equal(format_money(a, 62.227, "USD"), "62.23 USD");
    assert_string_equal(format_money(a, 298000, "USD"), "298,000 USD");
    assert_string_equal(format_cents(a, -1234.5), "-1,234.50");
    assert_string_equal(format_exact(a, 0.1), "0.1");
    assert_string_equal(format_exact(a, 96e12), "96000000000000");
    struct unit tb = graph_node(l->g, graph_find(l->g, "size"))->unit;
    assert_string_equal(format_quantity(a, 210.6134e12, tb, 3), "211 TB");
    assert_string_equal(format_scaled(a, 0.273034e12, tb, 3), "273 GB");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_values, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_exact_where_it_matters, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wrong_formulas, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_nesting_is_bounded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_overrides_and_circles, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_shown_units, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_text_has_few_digits, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
