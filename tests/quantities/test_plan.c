/* Plans: cones, overrides, circles, and which failures reach a target. */
#include "quantities/model.h"

static struct value worth(struct model *m, const char *text)
{
    return plan_value(m->g, &base_case, model_formula(m, text), &m->dg);
}

static void test_branch_not_taken_may_fail(void **state)
{
    (void)state;
    struct model m = model_new();
    model_input(&m, "users", "0");
    struct value v = worth(&m, "if(users > 0, 100 / users, 7)");
    assert_int_equal(m.dg.errors, 0);
    assert_true(v.x == 7);
    arena_free(m.arena);
}

static void test_failure_that_reaches_is_said_where_it_arose(void **state)
{
    (void)state;
    struct model m = model_new();
    model_input(&m, "users", "0");
    struct value v = worth(&m, "if(users < 1, 1 + max(2, 100 / users), 1 / users)");
    assert_true(isnan(v.x));
    assert_int_equal(m.dg.errors, 1); /* the other branch's is not told */
    const struct diag_message *said = &m.dg.messages[0];
    assert_int_equal(said->at.line, 7);
    assert_non_null(strstr(said->text, "division by zero"));
    assert_non_null(strstr(said->text, "'base'"));
    arena_free(m.arena);
}

static void test_failing_condition_is_said(void **state)
{
    (void)state;
    struct model m = model_new();
    model_input(&m, "users", "0");
    worth(&m, "if(ln(users) > 1, 1 / users, 2)");
    assert_int_equal(m.dg.errors, 1);
    assert_non_null(strstr(m.dg.messages[0].text, "logarithm"));
    arena_free(m.arena);
}

static void test_failure_outside_the_targets_is_not_met(void **state)
{
    (void)state;
    struct model m = model_new();
    model_input(&m, "users", "0");
    model_formula(&m, "1 / users");
    assert_true(worth(&m, "users + 1").x == 1);
    assert_int_equal(m.dg.errors, 0);
    arena_free(m.arena);
}

static void test_overrides_by_value_and_by_node(void **state)
{
    (void)state;
    struct model m = model_new();
    node_id users = model_input(&m, "users", "40");
    node_id cpus = model_input(&m, "cpus", "4");
    node_id by = model_formula(&m, "25 * cpus");
    node_id total = model_formula(&m, "users + cpus");
    const struct override overrides[] = {
        { .input = users, .by = by },
        { .input = cpus, .value = model_number("8") },
    };
    const struct scenario_case more = { .id = "more",
                                        .overrides = overrides,
                                        .count = 2 };
    assert_true(plan_value(m.g, &more, total, &m.dg).x == 208);
    assert_true(plan_value(m.g, &base_case, total, &m.dg).x == 44);
    arena_free(m.arena);
}

static void test_circle_is_an_error_at_the_override(void **state)
{
    (void)state;
    struct model m = model_new();
    node_id users = model_input(&m, "users", "40");
    node_id total = model_formula(&m, "users + 1");
    graph_name(m.g, total, "total");
    const struct override o = { .input = users,
                                .by = total,
                                .at = { "s.yaml", 30, 5 } };
    const struct scenario_case round = { .id = "round", .overrides = &o, .count = 1 };
    assert_true(isnan(plan_value(m.g, &round, total, &m.dg).x));
    assert_int_equal(m.dg.errors, 1);
    assert_int_equal(m.dg.messages[0].at.line, 30);
    assert_non_null(strstr(m.dg.messages[0].text, "circle"));
    arena_free(m.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_branch_not_taken_may_fail),
        cmocka_unit_test(test_failure_that_reaches_is_said_where_it_arose),
        cmocka_unit_test(test_failing_condition_is_said),
        cmocka_unit_test(test_failure_outside_the_targets_is_not_met),
        cmocka_unit_test(test_overrides_by_value_and_by_node),
        cmocka_unit_test(test_circle_is_an_error_at_the_override),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
