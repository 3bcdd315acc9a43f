/* the answer: chosen laws, refusals, flags, and what bad input is told. */
#include "check.h"

#include <time.h>

#include "base/arena.h"
#include "curves/fit.h"

static struct arena *arena;
static struct diag dg;

static int begin(void **state)
{
    (void)state;
    arena = arena_new();
    dg = diag_on(arena);
    return 0;
}

static int end(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

static struct fit_request request(const double *x, const double *y, size_t n)
{
    struct fit_point *p = ARENA_ARRAY(arena, n, struct fit_point);
    for (size_t i = 0; i < n; i++)
        p[i] = (struct fit_point){ .x = x[i], .y = y[i] };
    return (struct fit_request){ .x_name = "users",
                                 .y_name = "throughput",
                                 .x_unit = UNIT_ONE,
                                 .y_unit = UNIT_ONE,
                                 .points = p,
                                 .point_count = n };
}

static struct fit_result run(const struct fit_request *r)
{
    struct fit_result out;
    bool ok = fit_run(r, arena, &out, &dg);
    if (!ok)
        fail_msg("%s", dg.messages[0].text);
    for (size_t i = 0; i < out.sentence_count; i++)
        print_message("  %s\n", out.sentences[i]);
    return out;
}

static const struct fit_flag *flagged(const struct fit_result *f, const char *id)
{
    for (size_t i = 0; i < f->flags.count; i++)
        if (strcmp(f->flags.items[i].id, id) == 0)
            return &f->flags.items[i];
    return NULL;
}

static bool said(const struct fit_result *f, const char *words)
{
    for (size_t i = 0; i < f->sentence_count; i++)
        if (strstr(f->sentences[i], words))
            return true;
    return false;
}

/* OpenLDAP on three servers: authentications/s over directory entries. */
static const double ldap_x[3][3] = { { 250e3, 1e6, 5e6 },
                                     { 250e3, 1e6, 5e6 },
                                     { 250e3, 1e6, 2.5e6 } };
static const double ldap_y[3][3] = { { 8770, 8800, 7408.885 },
                                     { 11402, 11089, 3924 },
                                     { 13843, 12987, 10948 } };

static void test_three_points_name_no_law(void **state)
{
    (void)state;
    static const double at[] = { 500e3, 5e6, 10e6 };
    for (int host = 0; host < 3; host++) {
        struct fit_request r = request(ldap_x[host], ldap_y[host], 3);
        r.at = at;
        r.at_count = 3;
        r.extrapolate =
            1; /* where no law is named there is nothing to extrapolate by */
        struct fit_result f = run(&r);
        assert_null(f.model);
        assert_non_null(strstr(flagged(&f, "no_law")->words,
                               host == 2 ? "between 1,000,000 users and 2,500,000"
                                         : "between 1,000,000 users and 5,000,000"));
        assert_non_null(strstr(flagged(&f, "hypothesis")->words, "cache_cliff"));
        double want = ldap_y[host][0] + (ldap_y[host][1] - ldap_y[host][0]) / 3;
        check_close(f.values[0].y, want, 1e-12);
        assert_null(f.values[0].refused);
        assert_true((f.values[1].refused != NULL) == (host == 2));
        assert_non_null(f.values[2].refused);
        for (size_t i = 0; i < f.choice.count; i++)
            assert_non_null(f.choice.all[i].why);
    }
}

static void test_three_points_refuse_three_parameters(void **state)
{
    (void)state;
    struct fit_request r = request(ldap_x[0], ldap_y[0], 3);
    r.model = curve_find("cache_cliff");
    struct fit_result f = run(&r);
    assert_null(f.model);
    assert_non_null(strstr(flagged(&f, "refused")->words, "3 points at 3 sizes"));
    assert_true(isnan(f.aicc));
    /* Two parameters have one degree of freedom: a fit, with a warning, no AICc. */
    r.model = curve_find("affine");
    f = run(&r);
    assert_ptr_equal(f.model, r.model);
    assert_non_null(flagged(&f, "too_few"));
    assert_true(isnan(f.aicc) && f.fit.df == 1);
}

static const double pods_x[] = { 1, 2, 4, 8, 12, 16 };
static const double pods_y[] = { 60, 120, 220, 400, 440, 490 };

static void test_the_optimum_of_81_appears_nowhere(void **state)
{
    (void)state;
    static const double want[] = { 16.68, 16.44 };
    for (int relative = 0; relative < 2; relative++) {
        struct fit_request r = request(pods_x, pods_y, 6);
        r.model = curve_find("usl");
        r.weights = relative ? WEIGHTS_RELATIVE : WEIGHTS_EQUAL;
        struct fit_result f = run(&r);
        assert_true(f.can_peak && fabs(f.peak.x - want[relative]) < 0.005);
        assert_true(f.peak.low < f.peak.x && f.peak.x < f.peak.high);
        assert_false(said(&f, " 81"));
        assert_true(f.peak.reported && f.peak.proved == (bool)relative);
    }
}

static const double truth[] = { 1000, 0.03, 0.0008 };

/* Noise of a fixed pattern, so that nothing depends on a generator. */
static double wobble(size_t i)
{
    static const double e[] = { 0.9,  -0.6, 0.2,  -1.3, 1.1, 0.4,
                                -0.8, 1.4,  -0.3, -1.0, 0.7, -0.5 };
    return e[i % 12];
}

static struct fit_request usl_request(const double *x, size_t n, double noise)
{
    double *y = ARENA_ARRAY(arena, n, double);
    for (size_t i = 0; i < n; i++)
        y[i] = curve_find("usl")->value(truth, x[i]) * (1 + noise * wobble(i));
    return request(x, y, n);
}

static void test_a_peak_a_value_and_a_size_are_answered(void **state)
{
    (void)state;
    static const double x[] = { 1, 2, 4, 8, 12, 16, 24, 32, 48, 64 };
    static const double at[] = { 20, 200 }, solve[] = { 9000, 90000, 5000 };
    struct fit_request r = usl_request(x, 10, 0.02);
    r.at = at;
    r.at_count = 2;
    r.solve = solve;
    r.solve_count = 3;
    struct fit_result f = run(&r);
    assert_string_equal(f.model->name, "usl");
    assert_true(f.peak.proved && f.peak.low < 34.8 && f.peak.high > 34.8);
    assert_null(f.values[0].refused);
    double y = curve_find("usl")->value(truth, 20);
    assert_true(f.values[0].low < y && y < f.values[0].high);
    assert_true(f.values[0].predict_low < f.values[0].low);
    assert_true(f.values[0].predict_high > f.values[0].high);
    assert_non_null(f.values[1].refused);
    assert_true(f.solutions[0].count >= 1 && f.solutions[0].low < f.solutions[0].x[0] &&
                f.solutions[0].x[0] < f.solutions[0].high);
    assert_non_null(strstr(f.solutions[1].refused, "never reached"));
    assert_int_equal(f.solutions[2].count, 1);
    assert_true(said(&f, "peaks at"));
    /* Every band and the chart agree with the answer. */
    struct fit_value v = fit_value_at(&f, 20);
    check_close(v.y, f.values[0].y, 1e-12);
}

static void test_extrapolation_only_as_far_as_allowed(void **state)
{
    (void)state;
    static const double x[] = { 1, 2, 4, 8, 12, 16, 24, 32, 48, 64 };
    static const double at[] = { 70, 80 };
    struct fit_request r = usl_request(x, 10, 0.02);
    r.at = at;
    r.at_count = 2;
    struct fit_result f = run(&r);
    assert_true(f.values[0].refused && f.values[1].refused);
    r.extrapolate = 0.15; /* of 63 sizes: to 73.45 */
    f = run(&r);
    assert_true(!f.values[0].refused && f.values[1].refused);
}

static void test_bootstrap_answers_too(void **state)
{
    (void)state;
    static const double x[] = { 1, 2, 4, 8, 12, 16, 24, 32, 48, 64 };
    struct fit_request r = usl_request(x, 10, 0.02);
    r.bootstrap = BOOT_RESIDUAL;
    r.draws = 500;
    r.seed = 3;
    struct fit_result f = run(&r);
    assert_non_null(strstr(f.interval_method, "residual, 500"));
    assert_true(f.peak.low < f.peak.x && f.peak.x < f.peak.high && f.peak.high < 50);
    r.robust = true;
    assert_false(fit_run(&r, arena, &f, &dg));
    assert_non_null(strstr(dg.messages[0].text, "pairs"));
}

static void test_an_unproved_peak_is_a_lower_limit(void **state)
{
    (void)state;
    static const double x[] = { 1, 2, 3, 4, 6, 8, 10, 12 };
    struct fit_request r = usl_request(x, 8, 0.03);
    r.model = curve_find("usl");
    struct fit_result f = run(&r);
    assert_true(f.can_peak && !f.peak.proved && isinf(f.peak.high));
    assert_non_null(flagged(&f, "peak_not_proved"));
}

static void test_raid_ceiling_has_its_knee_between_the_drives(void **state)
{
    (void)state;
    /* Reads behind the C226's link: 490 a drive, then 1600. */
    static const double x[] = { 1, 2, 3, 4, 5, 6 };
    static const double y[] = { 490, 980, 1470, 1600, 1600, 1600 };
    struct fit_request r = request(x, y, 6);
    struct fit_result f = run(&r);
    assert_string_equal(f.model->name, "ceiling");
    check_close(f.fit.p[0], 490, 1e-9);
    check_close(f.fit.p[1], 1600, 1e-9);
    double knee;
    assert_true(f.model->knee.at(f.fit.p, &knee) && fabs(knee - 3.265) < 0.001);
    assert_non_null(flagged(&f, "exact"));
}

static void test_a_ceiling_with_one_point_above_is_bracketed(void **state)
{
    (void)state;
    static const double x[] = { 1, 2, 3, 4, 5, 6, 7 };
    static const double y[] = { 492, 975, 1478, 1952, 2460, 2931, 3020 };
    struct fit_request r = request(x, y, 7);
    struct fit_result f = run(&r);
    for (size_t i = 0; i < f.choice.count; i++)
        if (strcmp(f.choice.all[i].curve->name, "ceiling") == 0)
            assert_non_null(strstr(f.choice.all[i].why, "bracketed"));
}

static void test_data_that_turn_down_are_not_amdahls(void **state)
{
    (void)state;
    static const double x[] = { 1, 2, 4, 8, 16, 32, 48, 64 };
    double y[8];
    for (size_t i = 0; i < 8; i++)
        y[i] = curve_find("usl")->value((double[]){ 1000, 0.02, 0.004 }, x[i]);
    struct fit_request r = request(x, y, 8);
    r.model = curve_find("amdahl");
    struct fit_result f = run(&r);
    assert_non_null(flagged(&f, "retrograde"));
}

static void test_bounds_are_named(void **state)
{
    (void)state;
    /* Faster than proportional: contention would have to be negative. */
    static const double x[] = { 1, 2, 4, 8, 16, 24 };
    static const double y[] = { 1000, 2050, 4210, 8650, 17600, 26900 };
    struct fit_request r = request(x, y, 6);
    r.model = curve_find("usl");
    struct fit_result f = run(&r);
    assert_int_equal(f.parameters[1].hold, LAW_LOWER);
    assert_true(isnan(f.parameters[1].stderr_) && f.parameters[1].value == 0);
    assert_non_null(strstr(flagged(&f, "bound")->words, "sigma"));
}

static void test_an_outlier_is_named(void **state)
{
    (void)state;
    static const double x[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
    double y[10];
    for (size_t i = 0; i < 10; i++)
        y[i] = (100 + 50 * x[i]) * (1 + 0.01 * wobble(i));
    y[5] *= 1.3;
    struct fit_request r = request(x, y, 10);
    r.model = curve_find("affine");
    struct fit_result f = run(&r);
    const struct fit_flag *o = flagged(&f, "outlier");
    assert_non_null(o);
    assert_int_equal(o->point, 5);
    double pulled = f.fit.p[1];
    r.robust = true;
    f = run(&r);
    assert_non_null(flagged(&f, "robust"));
    assert_true(fabs(f.fit.p[1] - 50) < fabs(pulled - 50));
}

static void test_a_wrong_shape_shows_in_the_residuals(void **state)
{
    (void)state;
    double x[14], y[14];
    for (size_t i = 0; i < 14; i++) {
        x[i] = (double)(i + 1);
        y[i] = 100 * sqrt(x[i]) * (1 + 0.001 * wobble(i));
    }
    struct fit_request r = request(x, y, 14);
    r.model = curve_find("affine");
    struct fit_result f = run(&r);
    assert_non_null(flagged(&f, "pattern"));
}

static void test_repeats_disprove_a_law(void **state)
{
    (void)state;
    /* MariaDB, sysbench read-only, two repeats a size within 0.5 %: 1 to 128 threads.
     */
    static const double n[] = { 1, 2, 4, 8, 16, 32, 64, 128 };
    static const double tps[] = { 620.75,  1323.09,  2536.86,  4952.49,
                                  9173.94, 14571.25, 10403.27, 10947.00 };
    double x[16], y[16];
    for (size_t i = 0; i < 16; i++) {
        x[i] = n[i / 2];
        y[i] = tps[i / 2] * (i % 2 ? 1.0025 : 0.9975);
    }
    struct fit_request r = request(x, y, 16);
    r.model = curve_find("usl");
    struct fit_result f = run(&r);
    assert_true(f.misfit < 1e-6);
    assert_non_null(flagged(&f, "lack_of_fit"));
}

static void test_weights_follow_the_repeats(void **state)
{
    (void)state;
    double x[40], y[40];
    for (size_t i = 0; i < 40; i++) {
        x[i] = (double)(i / 10 + 1);
        y[i] = 100 * x[i] * (1 + 0.02 * wobble(i));
    }
    struct fit_request r = request(x, y, 40);
    r.model = curve_find("proportional");
    struct fit_result f = run(&r);
    assert_int_equal(f.points.weights, WEIGHTS_REPEATS);
    assert_null(flagged(&f, "lack_of_fit"));
    r.point_count = 39; /* one size has nine: not enough to trust */
    assert_int_equal(run(&r).points.weights, WEIGHTS_RELATIVE);
    r.weights = WEIGHTS_EQUAL;
    assert_int_equal(run(&r).points.weights, WEIGHTS_EQUAL);
}

static void test_prices_are_fitted_in_logarithms(void **state)
{
    (void)state;
    double x[12], y[12], su = 0, sv = 0, suu = 0, suv = 0;
    for (size_t i = 0; i < 12; i++) {
        x[i] = 2003 + (double)i;
        y[i] = 50 * exp(-0.223 * (double)i + 0.3 * wobble(i));
        double u = (double)i, v = log(y[i]);
        su += u, sv += v, suu += u * u, suv += u * v;
    }
    double slope = (suv - su * sv / 12) / (suu - su * su / 12);
    struct fit_request r = request(x, y, 12);
    r.families = CURVE_PRICE;
    struct fit_result f = run(&r);
    assert_int_equal(f.points.weights, WEIGHTS_LOG);
    assert_string_equal(f.model->name, "exp_decline");
    check_close(f.fit.p[1], -slope, 1e-9);
    check_close(log(f.fit.p[0]), sv / 12 - slope * su / 12, 1e-9);
    assert_true(f.fit.p[2] == 2003);
    y[3] = -1;
    r = request(x, y, 12);
    r.weights = WEIGHTS_LOG;
    assert_false(fit_run(&r, arena, &f, &dg));
    assert_non_null(strstr(dg.messages[0].text, "no logarithm"));
}

static void test_bad_points_are_told_so(void **state)
{
    (void)state;
    static const double x[] = { 1, 2, 3, 4, 5, 6 };
    struct fit_result f;
    struct fit_request r = request(x, (double[]){ 1, 2, NAN, 4, 5, 6 }, 6);
    assert_false(fit_run(&r, arena, &f, &dg));
    assert_non_null(strstr(dg.messages[0].text, "not a number"));
    r = request(x, (double[]){ 0, 2, 3, 4, 5, 6 }, 6);
    r.weights = WEIGHTS_RELATIVE;
    assert_false(fit_run(&r, arena, &f, &dg));
    assert_non_null(strstr(dg.messages[1].text, "use equal weights"));
    r.weights = WEIGHTS_REPEATS;
    assert_false(fit_run(&r, arena, &f, &dg));
    r = request(x, x, 0);
    assert_false(fit_run(&r, arena, &f, &dg));
    r = request(x, (double[]){ 1, 2, 3, 4, 5, 1e300 }, 6);
    assert_false(fit_run(&r, arena, &f, &dg));
}

static void test_odd_points_end_in_words(void **state)
{
    (void)state;
    static const double same[] = { 4, 4, 4, 4, 4, 4 };
    static const double x[] = { -2, 0, 1, 2, 4, 8 };
    static const double y[] = { -3, 0, 2, 4, -1, 9 };
    struct fit_request r = request(same, (double[]){ 5, 6, 5, 6, 5, 6 }, 6);
    assert_non_null((flagged(&(struct fit_result[]){ run(&r) }[0], "one_size")));
    r = request(same, same, 1);
    assert_null(run(&r).model);
    r = request(x, y, 6);
    struct fit_result f = run(&r);
    for (size_t i = 0; i < f.choice.count; i++)
        if (f.choice.all[i].curve->x_above == 0)
            assert_non_null(strstr(f.choice.all[i].why, "x above 0"));
    for (size_t i = 0; curve_at(i); i++) { /* none of them crashes on anything */
        r.model = curve_at(i);
        run(&r);
        r.points = request(same, y, 6).points;
        run(&r);
        r.points = request(y, x, 6).points;
        run(&r);
        r.points = request(x, y, 6).points;
    }
}

static void test_parameters_that_cannot_be_told_apart_are_named(void **state)
{
    (void)state;
    /* Far below its half, a saturation is a straight line: only top/half is known. */
    static const double x[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    double y[8];
    for (size_t i = 0; i < 8; i++)
        y[i] = 50 * x[i] * 150 / (150 + x[i]) * (1 + 0.03 * wobble(i + 1));
    struct fit_request r = request(x, y, 8);
    r.model = curve_find("saturation");
    struct fit_result f = run(&r);
    assert_non_null(strstr(flagged(&f, "not_separable")->words, "top and half"));
    r.model = NULL;
    assert_string_equal(run(&r).model->name, "proportional");
}

static void test_constant_points_are_a_constant(void **state)
{
    (void)state;
    static const double x[] = { 1, 2, 4, 8, 16, 32 };
    static const double y[] = { 500, 504, 498, 501, 497, 502 };
    struct fit_request r = request(x, y, 6);
    assert_string_equal(run(&r).model->name, "constant");
}

static void test_a_million_points_take_a_second(void **state)
{
    (void)state;
    enum { N = 1000000 };
    struct fit_point *p = ARENA_ARRAY(arena, N, struct fit_point);
    uint64_t s = 1;
    for (size_t i = 0; i < N; i++) {
        s = s * 6364136223846793005ULL + 1442695040888963407ULL;
        double u = (double)(s >> 11) * 0x1p-53;
        p[i].x = 1 + 63 * u;
        s = s * 6364136223846793005ULL + 1442695040888963407ULL;
        p[i].y = curve_find("usl")->value(truth, p[i].x) *
                 (1 + 0.1 * ((double)(s >> 11) * 0x1p-53 - 0.5));
    }
    struct fit_request r = { .points = p,
                             .point_count = N,
                             .x_unit = UNIT_ONE,
                             .y_unit = UNIT_ONE,
                             .model = curve_find("usl") };
    clock_t before = clock();
    struct fit_result f = run(&r);
    double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    print_message("  %.2f s\n", seconds);
    assert_true(seconds < 10); /* a guard against going quadratic, not a benchmark */
    for (unsigned j = 0; j < 3; j++)
        assert_true(fabs(f.fit.p[j] - truth[j]) < 0.02 * truth[j]);
    assert_true(fabs(f.peak.x - 34.82) < 0.2);
}

static void test_rate_at_a_latency_bound(void **state)
{
    (void)state;
    /* IOPS and p99 latency at queue depths 1 to 32. */
    static const double iops[] = { 9000, 17500, 33000, 60000, 85000, 90000 };
    static const double p99[] = { 2e-4, 2.2e-4, 3e-4, 6e-4, 1.4e-3, 3e-3 };
    check_close(fit_rate_at_latency(iops, p99, 6, 1e-3), 72500, 1e-12);
    check_close(fit_rate_at_latency(iops, p99, 6, 1), 90000, 1e-12);
    assert_true(isnan(fit_rate_at_latency(iops, p99, 6, 1e-4)));
}

/* R's cars: lm(dist ~ speed), its intervals at 10 and 25, and leave-one-out. */
static void test_bands_and_leave_one_out_are_those_of_r(void **state)
{
    (void)state;
    static const double speed[] = { 4,  4,  7,  7,  8,  9,  10, 10, 10, 11, 11, 12, 12,
                                    12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 15, 15, 15,
                                    16, 16, 17, 17, 17, 18, 18, 18, 18, 19, 19, 19, 20,
                                    20, 20, 20, 20, 22, 23, 24, 24, 24, 24, 25 };
    static const double dist[] = { 2,  10, 4,  22, 16, 10, 18, 26, 34, 17,  28, 14, 20,
                                   24, 28, 26, 34, 34, 46, 26, 36, 60, 80,  20, 26, 54,
                                   32, 40, 32, 40, 50, 42, 56, 76, 84, 36,  46, 68, 32,
                                   48, 52, 56, 64, 66, 54, 70, 92, 93, 120, 85 };
    static const double at[] = { 10, 25 };
    struct fit_request r = request(speed, dist, 50);
    r.model = curve_find("affine");
    r.weights = WEIGHTS_EQUAL;
    r.at = at;
    r.at_count = 2;
    struct fit_result f = run(&r);
    check_close(f.fit.p[0], -17.579094890510895, 1e-10);
    check_close(f.fit.p[1], 3.932408759124088, 1e-10);
    check_close(f.parameters[0].stderr_, 6.7584401693792335, 1e-10);
    check_close(f.loo * f.loo, 246.40541595271716, 1e-10);
    check_close(f.values[0].low, 15.46191733995904, 1e-6);
    check_close(f.values[0].high, 28.028068061500878, 1e-6);
    check_close(f.values[1].predict_low, 48.487298069805043, 1e-10);
    check_close(f.values[1].predict_high, 112.97495010537745, 1e-10);
    /* For a line leverage gives the same as refitting. */
    double press = 0;
    for (size_t i = 0; i < 50; i++) {
        double e = f.points.data.y[i] - f.fit.p[0] - f.fit.p[1] * f.points.data.x[i];
        e /= 1 - law_leverage(&f.fit, &f.points.data, i);
        press += e * e;
    }
    check_close(press, 12320.270797635858, 1e-10);
}

static void test_runs_of_signs(void **state)
{
    (void)state;
    /* 5 and 5 in 2 runs: 2 of 252 orders. */
    check_close(runs_probability(5, 5, 2), 2.0 / 252, 1e-12);
    check_close(runs_probability(3, 2, 3), 5.0 / 10, 1e-12);
    check_close(runs_probability(4, 6, 10), 1, 1e-12);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(test_three_points_name_no_law),
        TEST(test_three_points_refuse_three_parameters),
        TEST(test_the_optimum_of_81_appears_nowhere),
        TEST(test_a_peak_a_value_and_a_size_are_answered),
        TEST(test_extrapolation_only_as_far_as_allowed),
        TEST(test_bootstrap_answers_too),
        TEST(test_an_unproved_peak_is_a_lower_limit),
        TEST(test_raid_ceiling_has_its_knee_between_the_drives),
        TEST(test_a_ceiling_with_one_point_above_is_bracketed),
        TEST(test_data_that_turn_down_are_not_amdahls),
        TEST(test_bounds_are_named),
        TEST(test_an_outlier_is_named),
        TEST(test_a_wrong_shape_shows_in_the_residuals),
        TEST(test_repeats_disprove_a_law),
        TEST(test_weights_follow_the_repeats),
        TEST(test_prices_are_fitted_in_logarithms),
        TEST(test_bad_points_are_told_so),
        TEST(test_odd_points_end_in_words),
        TEST(test_parameters_that_cannot_be_told_apart_are_named),
        TEST(test_constant_points_are_a_constant),
        TEST(test_a_million_points_take_a_second),
        TEST(test_rate_at_a_latency_bound),
        TEST(test_bands_and_leave_one_out_are_those_of_r),
        TEST(test_runs_of_signs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
