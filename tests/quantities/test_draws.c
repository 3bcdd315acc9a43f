/* The walk over draws: the published case, what is drawn and what is not, answers of
 * "none", and the same bytes for any number of threads. */
#include "model.h"

#include "base/buf.h"
#include "quantities/distribution.h"
#include "quantities/draws.h"
#include "quantities/random.h"
#include "quantities/roots.h"

struct study {
    struct model m;
    struct draws_query q;
    struct draws_result r;
};

static node_id drawn_input(struct model *m, const char *name, const char *number,
                           struct distribution d)
{
    struct input in = { .value = model_number(number), .distribution = d };
    struct where at = { "s.yaml", 3, 5 };
    node_id id = graph_input(m->g, name, &in, UNIT_ONE, at);
    assert_int_not_equal(id, NO_NODE);
    return id;
}

static const struct distribution reduction_spread = { SHAPE_TRIANGULAR,
                                                      { 0.15, 0.30, 0.75 },
                                                      NULL };
static const struct distribution price_spread = { SHAPE_LOGNORMAL,
                                                  { 1e-9, 1.5 },
                                                  NULL };

/* Disk saved by compression against 48000 USD: the break-even is
 * 48000 / (reduction * copies * disk_price) bytes. */
static void open_study(struct study *s)
{
    *s = (struct study){ .m = model_new() };
    struct model *m = &s->m;
    s->q = (struct draws_query){ .graph = m->g, .scenario = &base_case, .seed = 1 };
    s->q.variable = model_input(m, "size", "96e12");
    s->q.lo = 1e12;
    s->q.hi = 1e15;
    model_input(m, "copies", "1");
    drawn_input(m, "reduction", "0.5", reduction_spread);
    drawn_input(m, "disk_price", "1e-9", price_spread);
    s->q.costs[0] = model_formula(m, "size * copies * disk_price");
    s->q.costs[1] =
        model_formula(m, "(size * copies - size * copies * reduction) * disk_price + "
                         "48000");
    s->q.difference = graph_op2(m->g, "sub", s->q.costs[0], s->q.costs[1],
                                (struct where){ 0 }, &m->dg);
    s->q.draws = 20000;
    s->q.at = (struct where){ "s.yaml", 9, 1 };
}

static void run(struct study *s)
{
    bool ok = draws_run(s->m.arena, &s->q, &s->r, &s->m.dg);
    if (!ok)
        print_error("%s\n", s->m.dg.messages[0].text);
    assert_true(ok);
}

static void close_study(struct study *s)
{
    arena_free(s->m.arena);
}

/* 54.1, 125.9 and 299.9 TB: from the closed form, integrated numerically. */
static void the_published_case(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct study s;
        open_study(&s);
        s.q.seed = seed;
        s.q.draws = 1000000;
        run(&s);
        check_close(s.r.break_even.p5, 54.1e12, 0.01);
        check_close(s.r.break_even.p50, 125.9e12, 0.01);
        check_close(s.r.break_even.p95, 299.9e12, 0.01);
        assert_true(s.r.share_none < 1e-4);
        assert_int_equal(s.r.break_even.failed, 0);
        assert_int_equal(s.r.input_count, 2);
        close_study(&s);
    }
}

/* The same draws through the closed form, one by one. */
static void each_root_is_the_closed_form(void **state)
{
    (void)state;
    enum { N = 4001 };
    static double reduction[N], price[N], root[N], difference[N];
    struct study s;
    open_study(&s);
    s.q.draws = N;
    run(&s);
    random_uniforms(random_key(1, "reduction"), 0, reduction, N);
    random_uniforms(random_key(1, "disk_price"), 0, price, N);
    distribution_quantiles(&reduction_spread, reduction, N);
    distribution_quantiles(&price_spread, price, N);
    double cheaper = 0, regret[2] = { 0 }, mean = 0;
    for (size_t i = 0; i < N; i++) {
        root[i] = 48000 / (reduction[i] * price[i]);
        root[i] = root[i] < 1e12 ? -HUGE_VAL : root[i] > 1e15 ? HUGE_VAL : root[i];
        difference[i] = 96e12 * reduction[i] * price[i] - 48000;
        cheaper += difference[i] > 0 ? 1 : 0;
        regret[0] += fmax(0, difference[i]);
        regret[1] += fmax(0, -difference[i]);
        mean += 96e12 * price[i];
    }
    const double p[] = { 0.05, 0.5, 0.95 };
    double want[3];
    struct sample sample = { root, N, 1, s.m.arena };
    sample_quantiles(&sample, p, 3, want);
    check_close(s.r.break_even.p5, want[0], 1e-12);
    check_close(s.r.break_even.p50, want[1], 1e-12);
    check_close(s.r.break_even.p95, want[2], 1e-12);
    sample = (struct sample){ difference, N, 1, s.m.arena };
    sample_quantiles(&sample, p, 3, want);
    check_close(s.r.difference.p5, want[0], 1e-9);
    check_close(s.r.difference.p50, want[1], 1e-9);
    check_close(s.r.difference.p95, want[2], 1e-9);
    check_close(s.r.probability_cheaper, cheaper / N, 0);
    check_close(s.r.regret[0], regret[0] / N, 1e-9);
    check_close(s.r.regret[1], regret[1] / N, 1e-9);
    check_close(s.r.costs[0].mean, mean / N, 1e-12);
    close_study(&s);
}

static void put(struct buf *b, const struct spread *s)
{
    buf_printf(b, "%a %a %a %a %zu\n", s->p5, s->p50, s->p95, s->mean, s->failed);
    buf_printf(b, "%a %a %u %u", s->histogram.lo, s->histogram.hi, s->histogram.below,
               s->histogram.above);
    for (size_t i = 0; i < BINS; i++)
        buf_printf(b, " %u", s->histogram.bins[i]);
}

static const char *said(const struct study *s)
{
    const struct draws_result *r = &s->r;
    struct buf b = buf_on(s->m.arena);
    buf_printf(&b, "%a %a %a %a %a\n", r->probability_cheaper, r->regret[0],
               r->regret[1], r->share_none, r->share_first_everywhere);
    put(&b, &r->difference);
    put(&b, &r->costs[0]);
    put(&b, &r->costs[1]);
    put(&b, &r->break_even);
    for (size_t i = 0; i < s->q.target_count; i++)
        put(&b, &r->targets[i]);
    return buf_text(&b);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    static const size_t draws[] = { 1, 511, 513, 8192, 100003 };
    for (size_t k = 0; k < sizeof draws / sizeof *draws; k++) {
        struct study s;
        open_study(&s);
        s.q.targets = (node_id[]){ model_formula(&s.m, "1 / (reduction - 0.4)") };
        s.q.target_count = 1;
        s.q.draws = draws[k];
        const char *want = NULL;
        for (unsigned threads = 0; threads <= 7; threads++) {
            s.q.threads = threads;
            run(&s);
            if (want == NULL)
                want = said(&s);
            assert_string_equal(said(&s), want);
        }
        close_study(&s);
    }
}

/* A longer run begins with the draws of a shorter one; another seed has others. */
static void seeds_and_names_make_the_draws(void **state)
{
    (void)state;
    struct study s;
    open_study(&s);
    run(&s);
    double p50 = s.r.break_even.p50;
    drawn_input(&s.m, "unrelated", "1", price_spread);
    run(&s);
    assert_true(s.r.break_even.p50 == p50);
    s.q.break_even_only = true;
    run(&s);
    assert_true(s.r.break_even.p50 == p50);
    s.q.seed = 2;
    run(&s);
    assert_true(s.r.break_even.p50 != p50);
    close_study(&s);
}

static node_id named(const struct study *s, const char *name)
{
    node_id id = graph_find(s->m.g, name);
    assert_int_not_equal(id, NO_NODE);
    return id;
}

/* An override takes an input out of the draws: by value, and by another node. */
static void overridden_inputs_are_not_drawn(void **state)
{
    (void)state;
    struct study s;
    open_study(&s);
    node_id half = model_formula(&s.m, "copies / 2");
    struct override overrides[] = {
        { named(&s, "reduction"), NO_NODE, model_number("0.25"), { 0 } },
        { named(&s, "disk_price"), NO_NODE, model_number("2e-9"), { 0 } },
    };
    struct scenario_case c = { "fixed", NULL, overrides, 1 };
    s.q.scenario = &c;
    run(&s);
    assert_int_equal(s.r.input_count, 1);
    assert_int_equal(s.r.inputs[0], named(&s, "disk_price"));
    check_close(s.r.break_even.p50, 48000 / (0.25 * 1e-9), 0.02);

    c.count = 2;
    overrides[0].by = half;
    run(&s);
    assert_int_equal(s.r.input_count, 0);
    check_close(s.r.break_even.p5, 48000 / (0.5 * 2e-9), 1e-12);
    assert_true(s.r.break_even.p5 == s.r.break_even.p95);
    assert_true(s.r.probability_cheaper == 1);
    check_close(s.r.difference.mean, 96e12 * 0.5 * 2e-9 - 48000, 1e-12);
    close_study(&s);
}

/* The variable keeps its case's value outside the search, even one by a node. */
static void the_variable_is_free_only_in_the_search(void **state)
{
    (void)state;
    struct study s;
    open_study(&s);
    struct override o = {
        s.q.variable, model_formula(&s.m, "copies * 1000e12"), model_number("0"), { 0 }
    };
    struct scenario_case c = { "large", NULL, &o, 1 };
    run(&s);
    double p50 = s.r.break_even.p50;
    s.q.scenario = &c;
    run(&s);
    assert_true(s.r.variable_at == 1000e12);
    assert_true(s.r.break_even.p50 == p50);
    assert_true(s.r.probability_cheaper > 0.999);
    close_study(&s);
}

static void no_root_is_told_by_its_side(void **state)
{
    (void)state;
    struct study s;
    open_study(&s);
    s.q.hi = 2e12; /* compression never pays within the range */
    run(&s);
    assert_true(s.r.share_none > 0.999 && s.r.share_first_everywhere == s.r.share_none);
    assert_true(s.r.break_even.p50 == HUGE_VAL);
    s.q.lo = 900e12; /* it has paid before the range begins */
    s.q.hi = 1e15;
    run(&s);
    assert_true(s.r.share_none > 0.99 && s.r.share_first_everywhere < 0.01);
    assert_true(s.r.break_even.p50 == -HUGE_VAL);
    s.q.lo = 125e12; /* half of them */
    run(&s);
    assert_true(s.r.share_none > 0.4 && s.r.share_none < 0.6);
    assert_true(s.r.break_even.p5 == -HUGE_VAL && isfinite(s.r.break_even.p95));
    close_study(&s);
}

/* Equal costs written in two ways differ by rounding: a tie, not a coin. */
static void ties_are_no_victories(void **state)
{
    (void)state;
    struct study s;
    open_study(&s);
    s.q.costs[0] = model_formula(&s.m, "size * reduction * disk_price + 7");
    s.q.costs[1] =
        model_formula(&s.m, "disk_price * (7 / disk_price + size * reduction)");
    s.q.difference =
        model_formula(&s.m, "size * reduction * disk_price + 7 - "
                            "disk_price * (7 / disk_price + size * reduction)");
    run(&s);
    assert_true(s.r.probability_cheaper == 0);
    assert_true(s.r.share_none == 1 && s.r.share_first_everywhere == 1);
    close_study(&s);
}

static void failed_draws_are_counted_and_left_out(void **state)
{
    (void)state;
    struct study s;
    open_study(&s);
    /* sqrt() has no value for reductions under 0.30: a quarter of the draws. */
    s.q.targets = (node_id[]){ model_formula(&s.m, "sqrt(reduction - 0.3)") };
    s.q.target_count = 1;
    run(&s);
    assert_true(s.r.targets[0].failed > 4500 && s.r.targets[0].failed < 5500);
    assert_true(s.r.targets[0].p5 > 0 && s.r.targets[0].p95 < sqrt(0.45));
    s.q.costs[1] = model_formula(&s.m, "48000 + size * 1e-10 + sqrt(reduction - 0.3)");
    s.q.difference = graph_op2(s.m.g, "sub", s.q.costs[0], s.q.costs[1],
                               (struct where){ 0 }, &s.m.dg);
    run(&s);
    assert_int_equal(s.r.difference.failed, s.r.targets[0].failed);
    assert_int_equal(s.r.break_even.failed, s.r.targets[0].failed);
    assert_true(isfinite(s.r.break_even.p50) && isfinite(s.r.difference.mean));
    close_study(&s);
}

/* A choice that does not hang on the variable leaves each draw a straight line. */
static void a_choice_by_draw_is_still_affine(void **state)
{
    (void)state;
    struct study s;
    open_study(&s);
    s.q.costs[1] = model_formula(&s.m, "if(reduction > 0.4, 20000 + size * 1e-10, "
                                       "30000 + max(reduction, 0.2) * 1e-10 * size)");
    s.q.difference = graph_op2(s.m.g, "sub", s.q.costs[0], s.q.costs[1],
                               (struct where){ 0 }, &s.m.dg);
    run(&s);
    assert_true(isfinite(s.r.break_even.p50));
    close_study(&s);
}

static void cost_is(struct study *s, const char *second)
{
    s->q.costs[1] = model_formula(&s->m, second);
    s->q.difference = graph_op2(s->m.g, "sub", s->q.costs[0], s->q.costs[1],
                                (struct where){ 0 }, &s->m.dg);
}

/* A maximum that never binds leaves the line, and asks for the search. */
static void searched_draws_give_what_two_probes_give(void **state)
{
    (void)state;
    struct study s;
    open_study(&s);
    run(&s);
    struct draws_result probed = s.r;
    cost_is(&s,
            "(size * copies - max(size * copies * reduction, 7)) * disk_price + 48000");
    run(&s);
    check_close(s.r.break_even.p5, probed.break_even.p5, 1e-12);
    check_close(s.r.break_even.p50, probed.break_even.p50, 1e-12);
    check_close(s.r.break_even.p95, probed.break_even.p95, 1e-12);
    assert_true(s.r.share_none == probed.share_none && s.r.share_returns == 0);
    close_study(&s);
}

/* The first root of one draw, by a case that gives each drawn input its value. */
static double root_of_draw(struct study *s, size_t draw, bool *returns)
{
    struct override overrides[2];
    struct scenario_case c = { "draw", NULL, overrides, s->r.input_count };
    struct roots_query q = { .graph = s->m.g,
                             .scenario = &c,
                             .variable = s->q.variable };
    struct roots found;
    for (size_t i = 0; i < c.count; i++) {
        const struct node *n = graph_node(s->m.g, s->r.inputs[i]);
        double x;
        random_uniforms(random_key(s->q.seed, n->name), draw, &x, 1);
        x = distribution_quantile(&n->as.input->distribution, x);
        overrides[i] =
            (struct override){ s->r.inputs[i], NO_NODE, value_of_double(x), { 0 } };
    }
    q.a = s->q.difference;
    q.lo = value_of_double(s->q.lo);
    q.hi = value_of_double(s->q.hi);
    assert_true(roots_find(&q, s->m.arena, &found, &s->m.dg));
    *returns = found.root_count > 0 && found.below == found.above;
    if (found.root_count > 0)
        return found.roots[0];
    return found.below == CHEAPER_B ? -HUGE_VAL : HUGE_VAL;
}

static void each_searched_draw_is_a_roots_walk(void **state)
{
    (void)state;
    static const char *const seconds[] = {
        "size * (1 - reduction) * disk_price + ceil(size / 20e12) * 4000 + 9000",
        "if(size * disk_price > 60000, 0.8, 1) * size * disk_price + 20000",
        "max(size * (1 - reduction) * disk_price + 48000, 3 * size * disk_price - 2e5)",
        "30000 + size / 1e12 * 100 + sqrt(size / 1e12) * 300 * reduction",
    };
    enum { N = 301 };
    for (size_t k = 0; k < sizeof seconds / sizeof *seconds; k++) {
        struct study s;
        double want[3], roots[N], returns = 0;
        open_study(&s);
        cost_is(&s, seconds[k]);
        s.q.draws = N;
        s.q.threads = 1;
        run(&s);
        struct draws_result alone = s.r;
        s.q.threads = 3;
        run(&s);
        assert_true(alone.break_even.p50 == s.r.break_even.p50);
        assert_true(alone.share_returns == s.r.share_returns);
        for (size_t i = 0; i < N; i++) {
            bool back;
            roots[i] = root_of_draw(&s, i, &back);
            returns += back ? 1 : 0;
        }
        struct sample sample = { roots, N, 1, s.m.arena };
        sample_quantiles(&sample, (const double[]){ 0.05, 0.5, 0.95 }, 3, want);
        check_close(s.r.break_even.p5, want[0], 1e-12);
        check_close(s.r.break_even.p50, want[1], 1e-12);
        check_close(s.r.break_even.p95, want[2], 1e-12);
        check_close(s.r.share_returns, returns / N, 1e-12);
        assert_int_equal(s.r.break_even.failed, 0);
        close_study(&s);
    }
}

static void without_a_pair_only_quantities_are_spread(void **state)
{
    (void)state;
    struct study s;
    open_study(&s);
    s.q.difference = s.q.costs[0] = s.q.costs[1] = s.q.variable = NO_NODE;
    s.q.targets = (node_id[]){ named(&s, "reduction"), named(&s, "disk_price") };
    s.q.target_count = 2;
    s.q.draws = 100000;
    run(&s);
    check_close(s.r.targets[0].mean, 0.4, 0.01);
    check_close(s.r.targets[0].p50, distribution_quantile(&reduction_spread, 0.5),
                0.01);
    check_close(s.r.targets[1].p95, 1e-9 * pow(1.5, 1.6448536), 0.01);
    close_study(&s);
}

static void refuses(struct study *s, const char *words)
{
    s->m.dg = diag_on(s->m.arena);
    assert_false(draws_run(s->m.arena, &s->q, &s->r, &s->m.dg));
    assert_int_equal(s->m.dg.errors, 1);
    if (strstr(s->m.dg.messages[0].text, words) == NULL)
        print_error("'%s' lacks '%s'\n", s->m.dg.messages[0].text, words);
    assert_non_null(strstr(s->m.dg.messages[0].text, words));
    assert_true(s->m.dg.messages[0].at.line > 0);
}

static void what_cannot_be_answered_is_said(void **state)
{
    (void)state;
    struct study s;
    open_study(&s);
    s.q.draws = 0;
    refuses(&s, "0 draws");
    s.q.draws = MOST_DRAWS + 1;
    refuses(&s, "20000000");
    s.q.draws = 100;
    s.q.hi = s.q.lo;
    refuses(&s, "range");
    s.q.hi = 1e15;
    s.q.target_count = MOST_SPREADS + 1;
    refuses(&s, "at most 16");
    s.q.target_count = 0;
    node_id wild = drawn_input(&s.m, "wild", "1",
                               (struct distribution){ SHAPE_UNIFORM, { 2, 1 }, NULL });
    s.q.targets = &wild;
    s.q.target_count = 1;
    refuses(&s, "lower end below");
    close_study(&s);
}

static node_id solve_for(struct study *s, const char *variable, node_id target)
{
    struct solve solve = { .variable = named(s, variable), .target = target };
    solve.lo = model_number("1");
    solve.hi = model_number(strcmp(variable, "size") == 0 ? "1e18" : "1e4");
    return graph_solve(s->m.g, &solve, (struct where){ "s.yaml", 12, 3 });
}

/* The break-even as a quantity of its own, found anew in each draw. */
static void a_search_is_made_in_each_draw(void **state)
{
    (void)state;
    struct study s;
    open_study(&s);
    s.q.draws = 3000;
    node_id found = solve_for(&s, "size", s.q.difference);
    s.q.targets = (node_id[]){ found, model_formula(&s.m, "size * 2") };
    s.q.target_count = 2;
    run(&s);
    const char *want = said(&s);
    check_close(s.r.targets[0].p50, s.r.break_even.p50, 1e-9);
    check_close(s.r.targets[0].p5, s.r.break_even.p5, 1e-9);
    assert_true(s.r.targets[1].p50 == 2 * 96e12);
    s.q.threads = 1;
    run(&s);
    assert_string_equal(said(&s), want);

    /* One that holds another search runs by one thread, and gives the same. */
    node_id twice = graph_op2(s.m.g, "sub", found, model_formula(&s.m, "copies * 1e12"),
                              (struct where){ 0 }, &s.m.dg);
    s.q.targets = (node_id[]){ found, solve_for(&s, "copies", twice) };
    s.q.draws = 60;
    s.q.threads = 3;
    run(&s);
    check_close(s.r.targets[1].p50, sqrt(s.r.targets[0].p50 / 1e12), 1e-9);
    close_study(&s);
}

static void a_search_over_the_variable_is_refused(void **state)
{
    (void)state;
    struct study s;
    open_study(&s);
    s.q.costs[1] = solve_for(&s, "copies", model_formula(&s.m, "copies - size / 1e12"));
    s.q.difference = graph_op2(s.m.g, "sub", s.q.costs[0], s.q.costs[1],
                               (struct where){ 0 }, &s.m.dg);
    refuses(&s, "depends on the variable");
    close_study(&s);
}

static void the_chart_counts_every_draw(void **state)
{
    (void)state;
    struct study s;
    open_study(&s);
    run(&s);
    const struct histogram *h = &s.r.break_even.histogram;
    assert_true(h->logarithmic && h->lo > 1e12 && h->hi < 1e15);
    size_t sum = h->below + h->above;
    for (size_t i = 0; i < BINS; i++)
        sum += h->bins[i];
    assert_int_equal(sum, s.q.draws);
    close_study(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_case),
        cmocka_unit_test(each_root_is_the_closed_form),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(seeds_and_names_make_the_draws),
        cmocka_unit_test(overridden_inputs_are_not_drawn),
        cmocka_unit_test(the_variable_is_free_only_in_the_search),
        cmocka_unit_test(no_root_is_told_by_its_side),
        cmocka_unit_test(ties_are_no_victories),
        cmocka_unit_test(failed_draws_are_counted_and_left_out),
        cmocka_unit_test(a_choice_by_draw_is_still_affine),
        cmocka_unit_test(searched_draws_give_what_two_probes_give),
        cmocka_unit_test(each_searched_draw_is_a_roots_walk),
        cmocka_unit_test(without_a_pair_only_quantities_are_spread),
        cmocka_unit_test(what_cannot_be_answered_is_said),
        cmocka_unit_test(a_search_is_made_in_each_draw),
        cmocka_unit_test(a_search_over_the_variable_is_refused),
        cmocka_unit_test(the_chart_counts_every_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
