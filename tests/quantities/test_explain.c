/* The explain walk: rows in build order, words, values and what was binding. */
#include "quantities/model.h"

#include "base/buf.h"
#include "quantities/explain.h"

static node_id named(struct model *m, const char *name, const char *formula)
{
    node_id id = model_formula(m, formula);
    assert_true(graph_name(m->g, id, name));
    return id;
}

/* A row a line: depth name = text = value [binding] line */
static const char *lines(struct model *m, const struct explanation *e)
{
    struct buf b = buf_on(m->arena);
    for (size_t i = 0; i < e->count; i++) {
        const struct explain_row *r = &e->rows[i];
        buf_printf(&b, "%u %s = %s = %s%s%s%s @%u\n", r->depth, r->name, r->text,
                   r->value, *r->binding != '\0' ? " [" : "", r->binding,
                   *r->binding != '\0' ? "]" : "", r->at.line);
    }
    return buf_text(&b);
}

static void check_lines(struct model *m, const struct scenario_case *scenario,
                        node_id target, const char *want)
{
    const struct explain_query q = { m->g, scenario, target, 4 };
    struct explanation e;
    assert_true(explain(&q, m->arena, &e, &m->dg));
    assert_string_equal(lines(m, &e), want);
}

static void test_named_rows_in_build_order(void **state)
{
    (void)state;
    struct model m = model_new();
    model_input(&m, "cpus", "4");
    model_input(&m, "users", "40");
    named(&m, "required", "max(users, 25 * cpus)");
    node_id licence = named(&m, "licence", "required * 200 * (1 - 10 %)");
    check_lines(&m, &base_case, licence,
                "2 users = input = 40 @1\n"
                "2 cpus = input = 4 @1\n"
                "1 required = the greatest of users and 25 * cpus = 100 "
                "[the greatest is 25 * cpus] @7\n"
                "0 licence = required * 200 * (1 - 10 %) = 18,000 @7\n");
    arena_free(m.arena);
}

static void test_branches_and_brackets(void **state)
{
    (void)state;
    struct model m = model_new();
    model_input(&m, "size", "96");
    node_id id =
        model_formula(&m, "if(size > 50, 7 - (size - 90), 3) / ceil(size / 8)");
    check_lines(&m, &base_case, id,
                "1 size = input = 96 @1\n"
                "0  = (7 - (size - 90) if size > 50, else 3) / ((size / 8) rounded up) "
                "= 0.08333 [holds: size > 50] @7\n");
    id = named(&m, "big", "size > 100 or not size > 3");
    check_lines(&m, &base_case, id,
                "1 size = input = 96 @1\n"
                "0 big = size > 100 or not (size > 3) = no @7\n");
    arena_free(m.arena);
}

static void test_overrides_are_told(void **state)
{
    (void)state;
    struct model m = model_new();
    node_id reduction = model_input(&m, "reduction", "0.5");
    node_id size = model_input(&m, "size", "96");
    node_id measured = named(&m, "measured_reduction", "1 - 210808 / 273034");
    node_id saved = named(&m, "saved", "size * reduction");
    const struct override overrides[] = {
        { .input = reduction, .by = measured, .at = { "s.yaml", 30, 1 } },
        { .input = size, .value = model_number("10"), .at = { "s.yaml", 31, 1 } },
    };
    const struct scenario_case s = { .id = "measured",
                                     .overrides = overrides,
                                     .count = 2 };
    check_lines(
        &m, &s, saved,
        "1 size = set in scenario 'measured' = 10 @31\n"
        "2 measured_reduction = 1 - 210,808 / 273,034 = 0.2279 @7\n"
        "1 reduction = measured_reduction, in scenario 'measured' = 0.2279 @30\n"
        "0 saved = size * reduction = 2.279 @7\n");
    arena_free(m.arena);
}

static void test_tables_say_their_row(void **state)
{
    (void)state;
    struct model m = model_new();
    node_id x = model_input(&m, "users", "120");
    const struct value at[] = { model_number("1"), model_number("100"),
                                model_number("500") };
    const struct value price[] = { model_number("50"), model_number("40"),
                                   model_number("30") };
    const struct table t = { at, price, 3, UNIT_ONE };
    const struct where here = { "s.yaml", 12, 3 };
    node_id table = graph_table(m.g, &t, UNIT_ONE, here);
    node_id id = graph_op2(m.g, "step", table, x, here, &m.dg);
    graph_label(m.g, id, "price of a user");
    check_lines(&m, &base_case, id,
                "1 users = input = 120 @1\n"
                "0 price of a user = the row of the table at users = 40 "
                "[in the row of 100: 40] @12\n");
    arena_free(m.arena);
}

static void test_search_is_said(void **state)
{
    (void)state;
    struct model m = model_new();
    node_id x = model_input(&m, "size", "1");
    node_id gap = named(&m, "gap", "size / 2 - 48");
    const struct solve s = { .variable = x,
                             .target = gap,
                             .lo = model_number("1"),
                             .hi = model_number("1000") };
    node_id id = graph_solve(m.g, &s, (struct where){ "s.yaml", 9, 1 });
    check_lines(&m, &base_case, id,
                "0  = the size from 1 to 1000 at which gap is zero = 96 @9\n");
    arena_free(m.arena);
}

static void test_failure_still_has_rows(void **state)
{
    (void)state;
    struct model m = model_new();
    model_input(&m, "users", "0");
    node_id id = named(&m, "each", "100 / users");
    const struct explain_query q = { m.g, &base_case, id, 3 };
    struct explanation e;
    assert_false(explain(&q, m.arena, &e, &m.dg));
    assert_int_equal(e.count, 2);
    assert_string_equal(e.rows[1].value, "none");
    arena_free(m.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_named_rows_in_build_order),
        cmocka_unit_test(test_branches_and_brackets),
        cmocka_unit_test(test_overrides_are_told),
        cmocka_unit_test(test_tables_say_their_row),
        cmocka_unit_test(test_search_is_said),
        cmocka_unit_test(test_failure_still_has_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
