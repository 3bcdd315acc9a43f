/* Searches inside a walk: roots and least places as values of nodes. */
#include "quantities/model.h"

static node_id solve_over(struct model *m, const char *variable, const char *target,
                          enum solve_aim aim, const char *lo, const char *hi)
{
    const struct solve s = { .variable = graph_find(m->g, variable),
                             .target = model_formula(m, target),
                             .lo = model_number(lo),
                             .hi = model_number(hi),
                             .aim = aim };
    node_id id = graph_solve(m->g, &s, (struct where){ "s.yaml", 9, 1 });
    assert_int_not_equal(id, NO_NODE);
    return id;
}

static double solved(struct model *m, node_id id)
{
    return plan_value(m->g, &base_case, id, &m->dg).x;
}

static void test_first_root(void **state)
{
    (void)state;
    struct model m = model_new();
    model_input(&m, "x", "7");
    /* Exact on a line; the first of several; a jump; none. */
    node_id line = solve_over(&m, "x", "x - (x / 2 + 48)", SOLVE_ROOT, "1", "1000");
    node_id kinked =
        solve_over(&m, "x", "min(x, 10) - max(3, x / 2)", SOLVE_ROOT, "0", "30");
    node_id jump = solve_over(&m, "x", "10 * ceil(x / 8) - 35", SOLVE_ROOT, "1", "99");
    node_id none = solve_over(&m, "x", "x - (x + 1)", SOLVE_ROOT, "1", "99");
    struct value v = plan_value(m.g, &base_case, line, &m.dg);
    assert_true(v.is_exact && v.x == 96);
    assert_true(solved(&m, kinked) == 3);
    assert_true(solved(&m, jump) == 24);
    assert_true(isnan(solved(&m, none)));
    assert_int_equal(m.dg.errors, 0); /* "none" is an answer */
    arena_free(m.arena);
}

static void test_least(void **state)
{
    (void)state;
    static const struct {
        const char *target;
        double want, relative;
    } rows[] = {
        { "x + 100 / x", 10, 1e-7 },                /* 1 = 100/x^2 */
        { "max(20 - x, x - 4)", 12, 1e-15 },        /* a kink */
        { "x", 1, 0 },                              /* at an end */
        { "50 - x", 40, 0 },                        /* at the other */
        { "10 * ceil(x / 8) - x", 8, 1e-6 },        /* a sawtooth: 10 n - 8 n, n = 1 */
        { "(x - 5)^2 * (x - 30)^2 - x", 30, 1e-3 }, /* two valleys, the second deeper */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct model m = model_new();
        model_input(&m, "x", "7");
        node_id id = solve_over(&m, "x", rows[i].target, SOLVE_LEAST, "1", "40");
        check_close(solved(&m, id), rows[i].want, rows[i].relative);
        arena_free(m.arena);
    }
}

static void test_other_inputs_hold(void **state)
{
    (void)state;
    struct model m = model_new();
    model_input(&m, "x", "7");
    node_id licence = model_input(&m, "licence", "48");
    node_id id = solve_over(&m, "x", "x - (x / 2 + licence)", SOLVE_ROOT, "1", "1000");
    const struct override overrides[] = {
        { .input = licence, .value = model_number("24") },
        { .input = graph_find(m.g, "x"), .value = model_number("3") },
    };
    const struct scenario_case half = { .id = "half",
                                        .overrides = overrides,
                                        .count = 2 };
    assert_true(solved(&m, id) == 96);
    assert_true(plan_value(m.g, &half, id, &m.dg).x == 48);
    arena_free(m.arena);
}

/* The walk around probes the licence: the search inside must see that value. */
static void test_held_values_reach_the_search(void **state)
{
    (void)state;
    struct model m = model_new();
    model_input(&m, "x", "7");
    node_id licence = model_input(&m, "licence", "48");
    node_id id = solve_over(&m, "x", "x - (x / 2 + licence)", SOLVE_ROOT, "1", "1000");
    struct plan p;
    assert_true(plan_make(m.g, &base_case, &id, 1, &p, &m.dg));
    struct value *values = ARENA_ARRAY(m.arena, graph_count(m.g) + 1, struct value);
    bool *hold = ARENA_ARRAY(m.arena, graph_count(m.g) + 1, bool);
    hold[licence] = true;
    for (int k = 1; k < 5; k++) {
        values[licence] = value_of_exact(exact_int(k));
        assert_true(plan_point(&p, values, hold, &m.dg));
        assert_true(values[id].x == 2 * k);
    }
    arena_free(m.arena);
}

static void test_search_inside_a_search(void **state)
{
    (void)state;
    struct model m = model_new();
    model_input(&m, "x", "7");
    model_input(&m, "licence", "48");
    node_id size =
        solve_over(&m, "x", "x - (x / 2 + licence)", SOLVE_ROOT, "1", "1000");
    assert_true(graph_name(m.g, size, "break_even"));
    /* Which licence makes the break-even 60? */
    node_id price =
        solve_over(&m, "licence", "break_even - 60", SOLVE_ROOT, "1", "100");
    check_close(solved(&m, price), 30, 1e-12);
    arena_free(m.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_root),
        cmocka_unit_test(test_least),
        cmocka_unit_test(test_other_inputs_hold),
        cmocka_unit_test(test_held_values_reach_the_search),
        cmocka_unit_test(test_search_inside_a_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
