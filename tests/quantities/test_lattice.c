/* The lattice against a plan and a point walk for each point. */
#include "quantities/lattice.h"
#include "quantities/model.h"

static const char *const formulas[] = {
    "ceil(a * 0.3) * 47500",
    "max(b, 25 * ceil(a / 2)) * c",
    "if(b > 3, a / (b - 5), c)", /* divides by zero at b = 5 */
    "7 * 6",
    "round(a * b * c / 7, 2)",
    "a",
};
enum { COUNT = sizeof formulas / sizeof *formulas };

static struct value value_at(struct model *m, node_id target, const node_id *inputs,
                             const struct value *values)
{
    struct override o[3];
    for (size_t i = 0; i < 3; i++)
        o[i] = (struct override){ .input = inputs[i], .value = values[i] };
    struct scenario_case c = { .id = "point", .overrides = o, .count = 3 };
    return plan_value(m->g, &c, target, NULL);
}

static void compare(unsigned threads, size_t first, size_t count)
{
    struct model m = model_new();
    struct value axis[3][40];
    const size_t sizes[] = { 7, 40, 9 };
    struct lattice_axis axes[3];
    node_id inputs[3], targets[COUNT];
    for (size_t k = 0; k < 3; k++) {
        inputs[k] = model_input(&m, (const char *[]){ "a", "b", "c" }[k], "1");
        for (size_t i = 0; i < sizes[k]; i++)
            axis[k][i] = value_of_exact(exact_int((long long)(i * (k + 1))));
        axes[k] = (struct lattice_axis){ inputs[k], axis[k], sizes[k] };
    }
    for (size_t t = 0; t < COUNT; t++)
        targets[t] = model_formula(&m, formulas[t]);
    struct lattice_query q = { m.g, &base_case, axes, 3, targets, COUNT, threads };
    struct lattice *l = lattice_make(m.arena, &q, &m.dg);
    assert_non_null(l);
    assert_int_equal(lattice_points(l), 7 * 40 * 9);
    double *x = ARENA_ARRAY(m.arena, count * COUNT, double);
    lattice_walk(l, first, count, x);
    for (size_t i = 0; i < count; i++) {
        size_t p = first + i;
        const struct value at[] = { axis[0][p / 360], axis[1][p / 9 % 40],
                                    axis[2][p % 9] };
        for (size_t t = 0; t < COUNT; t++) {
            double want = value_at(&m, targets[t], inputs, at).x;
            double got = x[i * COUNT + t];
            assert_true(got == want || (isnan(got) && isnan(want)));
        }
    }
    arena_free(m.arena);
}

static void test_every_point_is_that_of_the_point_walk(void **state)
{
    (void)state;
    compare(1, 0, 7 * 40 * 9);
    compare(2, 0, 7 * 40 * 9);
}

static void test_a_stretch_may_begin_anywhere(void **state)
{
    (void)state;
    compare(2, 517, 600);
}

static void test_no_axis_is_one_point(void **state)
{
    (void)state;
    struct model m = model_new();
    model_input(&m, "a", "4");
    node_id target = model_formula(&m, "a * 2");
    struct lattice_query q = { .graph = m.g, .scenario = &base_case };
    double x;
    q.targets = &target;
    q.target_count = 1;
    struct lattice *l = lattice_make(m.arena, &q, &m.dg);
    assert_int_equal(lattice_points(l), 1);
    lattice_walk(l, 0, 1, &x);
    assert_true(x == 8);
    arena_free(m.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_point_is_that_of_the_point_walk),
        cmocka_unit_test(test_a_stretch_may_begin_anywhere),
        cmocka_unit_test(test_no_axis_is_one_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
