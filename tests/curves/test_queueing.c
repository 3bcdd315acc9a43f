/* Erlang's formulas against exact rational arithmetic; Little's law. */
#include "check.h"

#include "base/arena.h"
#include "base/erlang.h"
#include "curves/queueing.h"
#include "quantities/expr.h"
#include "quantities/plan.h"

/* Exact rationals rounded to 17 digits; service time 1, a the offered load. */
static const struct {
    double c, a, b, wait, wq, r;
} erlang[] = {
    { 1, 0.5, 0.33333333333333333, 0.5, 1.0, 2.0 },
    { 1, 0.9, 0.47368421052631579, 0.9, 9.0, 10.0 },
    { 2, 1.0, 0.2, 0.33333333333333333, 0.33333333333333333, 1.3333333333333333 },
    { 2, 1.8, 0.3665158371040724, 0.85263157894736842, 4.2631578947368421,
      5.2631578947368421 },
    { 3, 2.0, 0.21052631578947368, 0.44444444444444444, 0.44444444444444444,
      1.4444444444444444 },
    { 4, 3.0, 0.20610687022900763, 0.50943396226415094, 0.50943396226415094,
      1.5094339622641509 },
    { 4, 3.9, 0.30093929014500479, 0.94511416420526271, 9.4511416420526271,
      10.451141642052627 },
    { 8, 6.0, 0.12187578366630444, 0.3569810858786803, 0.17849054293934015,
      1.1784905429393401 },
    { 14, 10.0, 0.056819143386520859, 0.17413193359504984, 0.043532983398762461,
      1.0435329833987625 },
    { 32, 30.0, 0.09626630963637667, 0.63022272066736398, 0.31511136033368199,
      1.315111360333682 },
    { 100, 90.0, 0.026957380464359215, 0.21694048090636638, 0.021694048090636638,
      1.0216940480906366 },
    { 1000, 950.0, 0.0036492936889424099, 0.068253415377141424, 0.0013650683075428285,
      1.0013650683075428 },
};

static void test_erlang_is_exact(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof erlang / sizeof *erlang; i++) {
        double c = erlang[i].c, a = erlang[i].a;
        check_close(erlang_b(c, a), erlang[i].b, 1e-12);
        check_close(queue_waits(c, a), erlang[i].wait, 1e-12);
        check_close(queue_wait(c, 1, a), erlang[i].wq, 1e-12);
        check_close(queue_response(c, 1, a), erlang[i].r, 1e-12);
    }
}

static void test_no_steady_state_is_no_number(void **state)
{
    (void)state;
    assert_true(isnan(queue_waits(1, 1)));
    assert_true(isnan(queue_response(4, 1, 4.2)));
    assert_true(isnan(erlang_b(2.5, 1)));
    assert_true(isnan(queue_waits(0, 1)));
    assert_true(isnan(queue_quantile(0.001, 500, 1)));
}

/* Service 1 ms at 500/s: mean 2 ms; percentiles of an exponential. */
static void test_single_server_percentiles(void **state)
{
    (void)state;
    check_close(queue_response(1, 0.001, 500), 0.002, 1e-12);
    check_close(queue_quantile(0.001, 500, 0.95), 0.0059914645471079817, 1e-12);
    check_close(queue_quantile(0.001, 500, 0.99), 0.0092103403719761827, 1e-12);
}

static void test_littles_law_and_utilisation(void **state)
{
    (void)state;
    /* 500/s of 2 ms each: one in the system on average, the server half busy. */
    check_close(queue_number(500, queue_response(1, 0.001, 500)), 1, 1e-12);
    check_close(queue_utilisation(4, 0.004, 500), 0.5, 1e-12);
}

static void test_slope_of_queue_waits(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof erlang / sizeof *erlang; i++) {
        double c = erlang[i].c, a = erlang[i].a, h = 1e-5 * (c - a);
        double want = (queue_waits(c, a + h) - queue_waits(c, a - h)) / (2 * h);
        check_close(queue_waits_slope(c, a), want, 1e-7);
    }
    check_close(queue_waits_slope(1, 0), 1, 1e-12);
    assert_true(queue_waits_slope(3, 0) == 0);
}

static void bind(struct graph *g, const char *name, double x, const char *unit)
{
    struct unit u = UNIT_ONE;
    const char *why;
    size_t at;
    if (*unit)
        assert_true(unit_parse(graph_arena(g), unit, strlen(unit), &u, &why, &at));
    struct input in = { .value = value_of_double(x) };
    assert_int_not_equal(graph_input(g, name, &in, u, (struct where){ 0 }), NO_NODE);
}

/* Every relation as text, in a graph with units. */
static void test_relations_are_their_texts(void **state)
{
    (void)state;
    static const double at[][3] = { { 1, 0.001, 500 },
                                    { 4, 0.004, 900 },
                                    { 32, 0.01, 3000 } };
    static const struct scenario_case base = { .id = "base" };
    size_t n = 0;
    for (const struct queue_relation *q; (q = queue_relation_at(n)) != NULL; n++)
        for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
            struct arena *a = arena_new();
            struct graph *g = graph_new(a);
            struct diag dg = diag_on(a);
            bind(g, "servers", at[i][0], "");
            bind(g, "service", at[i][1], "s");
            bind(g, "rate", at[i][2], "1/s");
            struct scope scope = graph_scope(g);
            node_id id = expr_build(g, q->formula, (struct where){ 0 }, &scope, &dg);
            if (id == NO_NODE)
                fail_msg("%s: %s", q->name, dg.messages[0].text);
            check_close(plan_value(g, &base, id, &dg).x,
                        q->value(at[i][0], at[i][1], at[i][2]), 1e-12);
            arena_free(a);
        }
    assert_int_equal(n, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_erlang_is_exact),
        cmocka_unit_test(test_no_steady_state_is_no_number),
        cmocka_unit_test(test_single_server_percentiles),
        cmocka_unit_test(test_littles_law_and_utilisation),
        cmocka_unit_test(test_slope_of_queue_waits),
        cmocka_unit_test(test_relations_are_their_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
