/* intervals: bands against R's, profiles against their definition, the bootstrap's
 * arithmetic on given replicates. */
#include "check.h"

#include "base/arena.h"
#include "curves/bootstrap.h"
#include "curves/points.h"
#include "curves/profile.h"

static struct points points_of(struct arena *a, const double *x, const double *y,
                               size_t n, enum fit_weights weights)
{
    struct fit_point *given = ARENA_ARRAY(a, n, struct fit_point);
    for (size_t i = 0; i < n; i++) {
        given[i].x = x[i];
        given[i].y = y[i];
    }
    struct points p;
    struct diag dg = diag_on(a);
    assert_true(points_make(a, given, n, weights, &p, &dg));
    return p;
}

/* R's Puromycin, treated: rate over concentration. */
static const double conc[] = { 0.02, 0.02, 0.06, 0.06, 0.11, 0.11,
                               0.22, 0.22, 0.56, 0.56, 1.1,  1.1 };
static const double rate[] = {
    76, 47, 97, 107, 123, 139, 159, 152, 191, 201, 207, 200
};

static struct law_fit fit_puromycin(struct arena *a, struct points *p,
                                    struct law_work **w)
{
    *p = points_of(a, conc, rate, 12, WEIGHTS_EQUAL);
    *w = law_work_new(a, 12);
    struct law_fit f;
    struct law_options o = { .shaken = 8 };
    assert_true(law_fit(*w, curve_find("saturation"), &p->data, &o, &f, NULL));
    return f;
}

static void test_bands_are_those_of_r(void **state)
{
    (void)state;
    static const double at[] = { 0.02, 0.5, 1.1 };
    static const double fit[] = { 50.565977887597519, 188.5088809827289,
                                  200.96885182905305 };
    static const double half[] = { 8.6080649202712411, 9.8391104318338769,
                                   12.360940903718921 };
    struct arena *a = arena_new();
    struct points p;
    struct law_work *w;
    struct law_fit f = fit_puromycin(a, &p, &w);
    check_close(f.p[0], 212.68374303136136, 1e-8);
    check_close(f.p[1], 0.064121281508342787, 1e-8);
    check_close(law_stderr(&f, 0), 6.9471551539377909, 1e-6);
    check_close(law_stderr(&f, 1), 0.0082809494799472479, 1e-6);
    for (int i = 0; i < 3; i++) {
        struct target t = { .kind = TARGET_VALUE, .at = at[i] };
        struct interval v = target_delta(&f, &t, 0.95);
        check_close(target_value(&f, &t), fit[i], 1e-8);
        check_close((v.high - v.low) / 2, half[i], 1e-6);
    }
    arena_free(a);
}

static void test_students_t(void **state)
{
    (void)state;
    check_close(interval_t(0.95, 1), 12.706204736174694, 1e-10);
    check_close(interval_t(0.95, 4), 2.7764451051977934, 1e-10);
    check_close(interval_t(0.95, 1000), 1.9623390808264076, 1e-10);
    assert_true(isnan(interval_t(0.95, 0)));
}

/* At a limit the squares, everything else refitted, are (1 + t^2/df) of the least. */
static double squares_with(struct law_work *w, const struct points *p, struct law_fit f,
                           unsigned j, double value)
{
    f.p[j] = value;
    f.hold[j] = LAW_GIVEN;
    assert_true(law_refit(w, &p->data, false, &f));
    return f.rss;
}

static void test_profile_limits_are_where_the_squares_rise(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    struct points p;
    struct law_work *w;
    struct law_fit f = fit_puromycin(a, &p, &w);
    double t = interval_t(0.95, f.df), want = f.rss * (1 + t * t / f.df);
    for (unsigned j = 0; j < 2; j++) {
        struct target target = { .kind = TARGET_PARAM, .param = j };
        struct interval i;
        assert_true(profile_interval(w, &p.data, &f, &target, 0.95, &i));
        assert_true(i.low < f.p[j] && f.p[j] < i.high);
        check_close(squares_with(w, &p, f, j, i.low), want, 1e-5);
        check_close(squares_with(w, &p, f, j, i.high), want, 1e-5);
    }
    arena_free(a);
}

static void test_profile_of_a_line_is_the_delta_interval(void **state)
{
    (void)state;
    static const double x[] = { 1, 2, 3, 5, 8, 13 };
    static const double y[] = { 3.1, 4.8, 7.3, 10.9, 17.2, 26.8 };
    struct arena *a = arena_new();
    struct points p = points_of(a, x, y, 6, WEIGHTS_EQUAL);
    struct law_work *w = law_work_new(a, 6);
    struct law_fit f;
    struct law_options o = { .shaken = 0 };
    assert_true(law_fit(w, curve_find("affine"), &p.data, &o, &f, NULL));
    const struct target targets[] = { { .kind = TARGET_PARAM, .param = 1 },
                                      { .kind = TARGET_VALUE, .at = 10 } };
    for (int i = 0; i < 2; i++) {
        struct interval delta = target_delta(&f, &targets[i], 0.9), profile;
        assert_true(profile_interval(w, &p.data, &f, &targets[i], 0.9, &profile));
        check_close(profile.low, delta.low, 1e-6);
        check_close(profile.high, delta.high, 1e-6);
    }
    /* x at y = 20: Fieller's limits, where the line's own band meets 20. */
    struct target t = { .kind = TARGET_X, .at = 20, .low = 0, .high = 100 };
    struct interval i;
    assert_true(profile_interval(w, &p.data, &f, &t, 0.9, &i));
    struct target low = { .kind = TARGET_VALUE, .at = i.low };
    struct target high = { .kind = TARGET_VALUE, .at = i.high };
    check_close(target_delta(&f, &low, 0.9).high, 20, 1e-6);
    check_close(target_delta(&f, &high, 0.9).low, 20, 1e-6);
    arena_free(a);
}

/* Six points far below the peak: it may be anywhere from a lower limit on. */
static void test_a_peak_that_is_not_proved_stays_open(void **state)
{
    (void)state;
    static const double x[] = { 1, 2, 4, 8, 12, 16 };
    static const double e[] = { 0.03, -0.04, 0.02, -0.03, 0.01, 0.02 };
    const double truth[] = { 1000, 0.03, 0.0008 };
    double y[6];
    for (int i = 0; i < 6; i++)
        y[i] = curve_find("usl")->value(truth, x[i]) * (1 + e[i]);
    struct arena *a = arena_new();
    struct points p = points_of(a, x, y, 6, WEIGHTS_RELATIVE);
    struct law_work *w = law_work_new(a, 6);
    struct law_fit f;
    struct law_options o = { .shaken = 8 };
    assert_true(law_fit(w, curve_find("usl"), &p.data, &o, &f, NULL));
    struct target t = { .kind = TARGET_PEAK_X };
    struct interval i;
    assert_true(profile_interval(w, &p.data, &f, &t, 0.95, &i));
    assert_true(isinf(i.high) && i.low > 8 && i.low < 34.8);
    arena_free(a);
}

static void test_every_root_is_found(void **state)
{
    (void)state;
    /* Cisco's coefficients: 11048/s is reached before and after the peak. */
    const double p[] = { 995.648785929053, 0.0267159450357254, 0.000769093920610459 };
    double roots[4];
    assert_int_equal(target_roots(curve_find("usl"), p, 11048, 0, 2000, roots, 4), 2);
    check_close(roots[0], 19.92390285, 1e-8);
    check_close(roots[1], 63.51639119, 1e-8);
    assert_int_equal(target_roots(curve_find("usl"), p, 20000, 0, 2000, roots, 4), 0);
    const double service[] = { 0.001 };
    assert_int_equal(target_roots(curve_find("mm1"), service, 0.01, 0, 1e9, roots, 4),
                     1);
    check_close(roots[0], 900, 1e-9);
}

static void test_bca_is_that_of_r(void **state)
{
    (void)state;
    static const double x[] = { 0.9, 1.1, 1.2, 1.25, 1.3, 1.32,
                                1.4, 1.8, 2.4, 2.5,  9.7, 31.5 };
    double sum = 0, jack[12], values[999];
    for (int i = 0; i < 12; i++)
        sum += x[i];
    for (int i = 0; i < 12; i++)
        jack[i] = (sum - x[i]) / 11;
    FILE *f = fopen("tests/curves/boot_lat.txt", "r");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "#%*[^\n]"), 0);
    for (int i = 0; i < 999; i++)
        assert_int_equal(fscanf(f, "%lf", &values[i]), 1);
    fclose(f);
    for (int i = 1; i < 999; i++) /* insertion: the file is as drawn */
        for (int k = i; k > 0 && values[k] < values[k - 1]; k--) {
            double swap = values[k];
            values[k] = values[k - 1];
            values[k - 1] = swap;
        }
    struct interval i = bca_limits(values, 999, 4.6975, jack, 12, 0.95);
    check_close(i.low, 1.6189926613657502, 1e-6);
    check_close(i.high, 13.342124850342586, 1e-6);
    check_close(boot_quantile(values, 999, 0.025), 1.3975, 1e-6);
    check_close(boot_quantile(values, 999, 0.975), 9.8583333333333325, 1e-6);
}

static void test_bootstrap_is_the_same_on_any_number_of_threads(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    struct points p;
    struct law_work *w;
    struct law_fit f = fit_puromycin(a, &p, &w);
    const struct target targets[] = { { .kind = TARGET_PARAM, .param = 0 },
                                      { .kind = TARGET_PARAM, .param = 1 } };
    for (enum boot_kind kind = BOOT_RESIDUAL; kind <= BOOT_PARAMETRIC; kind++) {
        struct boot_request r = { kind, 1000, 7, 1, targets, 2 };
        struct boot one, three;
        assert_true(boot_run(a, &p, &f, &r, &one));
        r.threads = 3;
        assert_true(boot_run(a, &p, &f, &r, &three));
        assert_memory_equal(one.values, three.values, 2000 * sizeof(double));
        assert_int_equal(one.good[0], 1000);
        for (size_t t = 0; t < 2; t++) {
            struct interval bca = boot_bca(&one, t, 0.95),
                            plain = boot_percentile(&one, t, 0.95);
            struct interval delta = target_delta(&f, &targets[t], 0.95);
            double wide = (bca.high - bca.low) / (delta.high - delta.low);
            print_message("kind %d: %g to %g, percentile %g to %g, delta %g to %g\n",
                          kind, bca.low, bca.high, plain.low, plain.high, delta.low,
                          delta.high);
            assert_true(bca.low < f.p[t] && f.p[t] < bca.high);
            assert_true(wide > 0.6 && wide < 1.4);
        }
    }
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bands_are_those_of_r),
        cmocka_unit_test(test_students_t),
        cmocka_unit_test(test_profile_limits_are_where_the_squares_rise),
        cmocka_unit_test(test_profile_of_a_line_is_the_delta_interval),
        cmocka_unit_test(test_a_peak_that_is_not_proved_stays_open),
        cmocka_unit_test(test_every_root_is_found),
        cmocka_unit_test(test_bca_is_that_of_r),
        cmocka_unit_test(test_bootstrap_is_the_same_on_any_number_of_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
