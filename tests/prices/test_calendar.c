/* Months as nodes against the dates of base/date.h, every day from 1901 to 2199. */
#include "check.h"

#include "base/arena.h"
#include "base/date.h"
#include "prices/calendar.h"
#include "quantities/lattice.h"

enum { FIRST = 367, LAST = 109574 }; /* 1901-01-01, 2199-12-31 */

static const struct scenario_case base = { .id = "base" };

struct model {
    struct arena *arena;
    struct graph *g;
    struct diag dg;
    struct calendar calendar;
};

static struct model model_new(void)
{
    struct model m = { .arena = arena_new() };
    m.g = graph_new(m.arena);
    m.dg = diag_on(m.arena);
    return m;
}

static node_id day_input(struct model *m, const char *name)
{
    struct input in = { .value = value_of_exact(exact_int(FIRST)) };
    m->calendar = (struct calendar){ m->g, &m->dg, { "s.yaml", 1, 1 } };
    return graph_input(m->g, name, &in, UNIT_ONE, m->calendar.at);
}

static void test_every_day(void **state)
{
    (void)state;
    struct model m = model_new();
    node_id input = day_input(&m, "day");
    struct calendar_day d = calendar_of(&m.calendar, input);
    size_t n = LAST - FIRST + 1;
    struct value *days = ARENA_ARRAY(m.arena, n, struct value);
    double *x = ARENA_ARRAY(m.arena, 2 * n, double);
    for (size_t i = 0; i < n; i++)
        days[i] = value_of_exact(exact_int((long long)(FIRST + i)));
    struct lattice_axis axis = { input, days, n };
    const node_id targets[] = { d.month, d.day };
    struct lattice_query q = { m.g, &base, &axis, 1, targets, 2, 0 };
    struct lattice *l = lattice_make(m.arena, &q, &m.dg);
    assert_non_null(l);
    lattice_walk(l, 0, n, x);
    for (size_t i = 0; i < n; i++) {
        struct date want;
        assert_true(date_of_day(FIRST + (long)i, &want));
        assert_true(x[2 * i] == 12 * want.year + want.month - 3);
        assert_true(x[2 * i + 1] == want.day);
    }
    arena_free(m.arena);
}

static double between(bool months, const char *from, const char *to)
{
    struct model m = model_new();
    struct date a, b;
    assert_true(date_parse(from, strlen(from), &a));
    assert_true(date_parse(to, strlen(to), &b));
    node_id x = day_input(&m, "x"), y = day_input(&m, "y");
    graph_set_input(m.g, x, value_of_exact(exact_int(date_first_day(a))));
    graph_set_input(m.g, y, value_of_exact(exact_int(date_first_day(b))));
    node_id id = months ? calendar_months(&m.calendar, x, y)
                        : calendar_30_360(&m.calendar, x, y);
    double v = plan_value(m.g, &base, id, &m.dg).x;
    arena_free(m.arena);
    return v;
}

static void test_months_and_30_360(void **state)
{
    (void)state;
    assert_true(between(true, "2025-01-15", "2025-02-15") == 1);
    assert_true(between(true, "2025-01-15", "2025-02-16") == 2);
    assert_true(between(true, "2024-01-31", "2024-02-29") == 1);
    assert_true(between(true, "2025-01-01", "2026-01-01") == 12);
    check_close(between(false, "2025-01-31", "2025-02-28"), 28 / 360.0, 1e-15);
    check_close(between(false, "2025-01-01", "2026-01-01"), 1, 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_day),
        cmocka_unit_test(test_months_and_30_360),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
