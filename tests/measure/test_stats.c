/* Statistics of repeats against figures computed with R 4.2.2 (quantile, mean, sd, mad,
 * t.test, wilcox.test, boot.ci, median of slopes), at a relative 1e-10. */
#include "check.h"

#include "base/arena.h"
#include "measure/bca.h"
#include "measure/compare.h"

static struct arena *arena;

enum { MOST = 64 };

static const double shares[] = { 0, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1 };

static const struct quantile_case {
    const char *name;
    size_t n;
    double x[12];
    double want[9][9]; /* type 1 to 9, shares */
} quantile_cases[] = {
    { "ten",
      10,
      { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 },
      {
          { 1, 1, 3, 5, 8, 9, 10, 10, 10 },
          { 1, 1, 3, 5.5, 8, 9.5, 10, 10, 10 },
          { 1, 1, 2, 5, 8, 9, 10, 10, 10 },
          { 1, 1, 2.5, 5, 7.5, 9, 9.5, 9.9, 10 },
          { 1, 1, 3, 5.5, 8, 9.5, 10, 10, 10 },
          { 1, 1, 2.75, 5.5, 8.25, 9.9, 10, 10, 10 },
          { 1, 1.45, 3.25, 5.5, 7.75, 9.1, 9.549999999999999, 9.91, 10 },
          { 1, 1, 2.9166666666666665, 5.499999999999999, 8.083333333333332,
            9.633333333333333, 10, 10, 10 },
          { 1, 1, 2.9375, 5.5, 8.0625, 9.6, 10, 10, 10 },
      } },
    { "five",
      5,
      { 15, 20, 35, 40, 50 },
      {
          { 15, 15, 20, 35, 40, 50, 50, 50, 50 },
          { 15, 15, 20, 35, 40, 50, 50, 50, 50 },
          { 15, 15, 15, 20, 40, 40, 50, 50, 50 },
          { 15, 15, 16.25, 27.5, 38.75, 45, 47.5, 49.5, 50 },
          { 15, 15, 18.75, 35, 42.5, 50, 50, 50, 50 },
          { 15, 15, 17.5, 35, 45, 50, 50, 50, 50 },
          { 15, 16, 20, 35, 40, 46, 48, 49.6, 50 },
          { 15, 15, 18.333333333333336, 35, 43.33333333333333, 50, 50, 50, 50 },
          { 15, 15, 18.4375, 35, 43.125, 50, 50, 50, 50 },
      } },
    { "two",
      2,
      { 3, 9 },
      {
          { 3, 3, 3, 3, 9, 9, 9, 9, 9 },
          { 3, 3, 3, 6, 9, 9, 9, 9, 9 },
          { 3, 3, 3, 3, 9, 9, 9, 9, 9 },
          { 3, 3, 3, 3, 6, 7.8, 8.4, 8.88, 9 },
          { 3, 3, 3, 6, 9, 9, 9, 9, 9 },
          { 3, 3, 3, 6, 9, 9, 9, 9, 9 },
          { 3, 3.3, 4.5, 6, 7.5, 8.4, 8.7, 8.94, 9 },
          { 3, 3, 3, 5.999999999999999, 9, 9, 9, 9, 9 },
          { 3, 3, 3, 6, 9, 9, 9, 9, 9 },
      } },
    { "one",
      1,
      { 42 },
      {
          { 42, 42, 42, 42, 42, 42, 42, 42, 42 },
          { 42, 42, 42, 42, 42, 42, 42, 42, 42 },
          { 42, 42, 42, 42, 42, 42, 42, 42, 42 },
          { 42, 42, 42, 42, 42, 42, 42, 42, 42 },
          { 42, 42, 42, 42, 42, 42, 42, 42, 42 },
          { 42, 42, 42, 42, 42, 42, 42, 42, 42 },
          { 42, 42, 42, 42, 42, 42, 42, 42, 42 },
          { 42, 42, 42, 42, 42, 42, 42, 42, 42 },
          { 42, 42, 42, 42, 42, 42, 42, 42, 42 },
      } },
    { "ties",
      11,
      { 1, 1, 1, 2, 2, 3, 5, 8, 8, 8, 13 },
      {
          { 1, 1, 1, 3, 8, 8, 13, 13, 13 },
          { 1, 1, 1, 3, 8, 8, 13, 13, 13 },
          { 1, 1, 1, 3, 8, 8, 8, 13, 13 },
          { 1, 1, 1, 2.5, 8, 8, 10.249999999999996, 12.450000000000003, 13 },
          { 1, 1, 1.25, 3, 8, 10.000000000000002, 12.749999999999996, 13, 13 },
          { 1, 1, 1, 3, 8, 12.000000000000004, 13, 13, 13 },
          { 1, 1, 1.5, 3, 8, 8, 10.5, 12.500000000000002, 13 },
          { 1, 1, 1.1666666666666665, 3, 8, 10.666666666666666, 13, 13, 13 },
          { 1, 1, 1.1875, 3, 8, 10.5, 13, 13, 13 },
      } },
    { "lat",
      12,
      { 0.9, 1.1, 1.2, 1.25, 1.3, 1.32, 1.4, 1.8, 2.4, 2.5, 9.7, 31.5 },
      {
          { 0.9, 0.9, 1.2, 1.32, 2.4, 9.7, 31.5, 31.5, 31.5 },
          { 0.9, 0.9, 1.225, 1.3599999999999999, 2.45, 9.7, 31.5, 31.5, 31.5 },
          { 0.9, 0.9, 1.2, 1.32, 2.4, 9.7, 9.7, 31.5, 31.5 },
          { 0.9, 0.9, 1.2, 1.32, 2.4, 8.260000000000005, 18.41999999999997,
            28.88399999999998, 31.5 },
          { 0.9, 0.92, 1.225, 1.3599999999999999, 2.45, 16.240000000000016,
            29.31999999999997, 31.5, 31.5 },
          { 0.9, 0.9, 1.2125, 1.3599999999999999, 2.475, 24.960000000000022, 31.5, 31.5,
            31.5 },
          { 0.9, 1.01, 1.2375, 1.3599999999999999, 2.425, 8.98, 19.509999999999984,
            29.10200000000001, 31.5 },
          { 0.9, 0.9, 1.2208333333333332, 1.3599999999999999, 2.4583333333333335,
            19.146666666666672, 31.5, 31.5, 31.5 },
          { 0.9, 0.9, 1.2218749999999998, 1.3599999999999999, 2.45625,
            18.42000000000001, 31.5, 31.5, 31.5 },
      } },
};

static const struct {
    const char *name;
    size_t n;
    double x[12];
    double mean, stddev, mad;
} summary_cases[] = {
    { "ten", 10, { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }, 5.5, 3.0276503540974917, 2.5 },
    { "five", 5, { 15, 20, 35, 40, 50 }, 32.0, 14.404860290887934, 15.0 },
    { "ties",
      11,
      { 1, 1, 1, 2, 2, 3, 5, 8, 8, 8, 13 },
      4.7272727272727275,
      4.002272081978163,
      2.0 },
    { "lat",
      12,
      { 0.9, 1.1, 1.2, 1.25, 1.3, 1.32, 1.4, 1.8, 2.4, 2.5, 9.7, 31.5 },
      4.6975,
      8.77603568091694,
      0.35 },
    { "cancellation",
      5,
      { 10000000.2, 10000000.1, 10000000.3, 10000000.1, 10000000.3 },
      10000000.2,
      0.09999999999999999,
      0.1 },
};

static const struct {
    const char *name;
    size_t n_a, n_b;
    double a[20], b[20];
    double t, df, p, low, high;
} welch_cases[] = {
    { "ex1",
      15,
      15,
      { 27.5, 21, 19, 23.6, 17, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19, 21.7,
        21.4 },
      { 27.1, 22, 20.8, 23.4, 23.4, 23.5, 25.8, 22, 24.8, 20.2, 21.9, 22.1, 22.9, 30,
        23.9 },
      -2.8352638006644817,
      27.713625968118766,
      0.008452732437443444,
      -4.766445039218352,
      -0.7668882941149797 },
    { "ex2",
      10,
      20,
      { 17.2, 20.9, 22.6, 18.1, 21.7, 21.4, 23.5, 24.2, 14.7, 21.8 },
      { 21.5, 22.8, 21,   23,   21.6, 23.6, 22.5, 20.7, 23.4, 21.8,
        20.7, 21.7, 21.5, 22.5, 23.6, 21.5, 22.5, 23.5, 21.5, 21.8 },
      -1.5654335235985073,
      9.904741248650831,
      0.14884169660532745,
      -3.698421325375166,
      0.648421325375162 },
    { "ex3",
      10,
      20,
      { 19.8, 20.4, 19.6, 17.8, 18.5, 18.9, 18.3, 18.9, 19.5, 22 },
      { 28.2, 26.6, 20.1, 23.3, 25.2, 22.1, 17.7, 27.6, 20.6, 13.7,
        23.2, 17.5, 20.6, 18,   23.9, 21.6, 24.3, 20.4, 24,   13.2 },
      -2.2192409158236237,
      24.49622312420124,
      0.0359722710297968,
      -4.282393535504644,
      -0.1576064644953533 },
    { "sleep",
      10,
      10,
      { 0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2 },
      { 1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4 },
      -1.860813467486853,
      17.7764735161785,
      0.07939414018735817,
      -3.3654832307117104,
      0.20548323071171018 },
};

static const struct {
    const char *name;
    size_t n_a, n_b;
    double a[12], b[12];
    bool exact, continuity;
    double u, p, shift; /* NAN: not compared, a root of R's with its own tolerance */
} rank_cases[] = {
    { "exact_notie",
      10,
      5,
      { 0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46 },
      { 1.15, 0.88, 0.9, 0.74, 1.21 },
      true,
      false,
      35.0,
      0.2544122544122544,
      0.30500000000000005 },
    { "normal_cc",
      10,
      5,
      { 0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46 },
      { 1.15, 0.88, 0.9, 0.74, 1.21 },
      false,
      true,
      35.0,
      0.24462360512698336,
      NAN },
    { "normal_nocc",
      10,
      5,
      { 0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46 },
      { 1.15, 0.88, 0.9, 0.74, 1.21 },
      false,
      false,
      35.0,
      0.2206713619198468,
      NAN },
    { "ties_cc",
      11,
      7,
      { 1, 1, 1, 2, 2, 3, 5, 8, 8, 8, 13 },
      { 2, 3, 3, 8, 9, 13, 21 },
      false,
      true,
      22.0,
      0.14249125875411606,
      NAN },
    { "disjoint_3v3", 3, 3, { 1, 2, 3 }, { 4, 5, 6 }, true, false, 0.0, 0.1, -3.0 },
    { "disjoint_2v2",
      2,
      2,
      { 1, 2 },
      { 3, 4 },
      true,
      false,
      0.0,
      0.3333333333333333,
      -2.0 },
};

static const struct {
    const char *name;
    size_t n;
    double x[MOST], y[MOST];
    double slope, intercept, tau;
} drift_cases
    [] = {
        { "cars",
          50,
          { 4,  4,  7,  7,  8,  9,  10, 10, 10, 11, 11, 12, 12, 12, 12, 13, 13,
            13, 13, 14, 14, 14, 14, 15, 15, 15, 16, 16, 17, 17, 17, 18, 18, 18,
            18, 19, 19, 19, 20, 20, 20, 20, 20, 22, 23, 24, 24, 24, 24, 25 },
          { 2,  10, 4,  22, 16, 10, 18, 26, 34, 17, 28, 14, 20, 24, 28,  26, 34,
            34, 46, 26, 36, 60, 80, 20, 26, 54, 32, 40, 32, 40, 50, 42,  56, 76,
            84, 36, 46, 68, 32, 48, 52, 56, 64, 66, 54, 70, 92, 93, 120, 85 },
          3.6666666666666665,
          -19.0,
          0.6689901499858751 },
        { "outlier",
          10,
          { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 },
          { 2, 4, 6, 8, 10, 12, 14, 16, 18, 200 },
          2.0,
          0.0,
          1.0 },
        { "faithful20",
          20,
          { 3.6,   1.8,   3.333, 2.283, 4.533, 2.883, 4.7,  3.6, 1.95, 4.35,
            1.833, 3.917, 4.2,   1.75,  4.7,   2.167, 1.75, 4.8, 1.6,  4.25 },
          { 79, 54, 74, 62, 85, 55, 88, 85, 51, 85,
            54, 84, 78, 47, 83, 52, 62, 84, 52, 79 },
          11.127237542331883,
          37.427431059506524,
          0.6884100845402251 },
    };

static const struct {
    double df, t;
} t_cases[] = {
    { 1, 12.706204736174694 }, { 2, 4.302652729749462 },   { 4, 2.7764451051977934 },
    { 10, 2.228138851986274 }, { 29, 2.0452296421327034 }, { 1000, 1.9623390808264076 },
};

static void check_case(const char *name, const char *what, double got, double want,
                       double relative)
{
    double bound = relative * fmax(fabs(want), 1e-300);
    if (got != want && !(fabs(got - want) <= bound))
        fail_msg("%s, %s: got %.17g, want %.17g", name, what, got, want);
}

static void test_quantiles(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof quantile_cases / sizeof *quantile_cases; i++) {
        const struct quantile_case *c = &quantile_cases[i];
        for (int type = 1; type <= 9; type++)
            for (size_t k = 0; k < 9; k++)
                check_case(c->name,
                           arena_printf(arena, "type %d at %g", type, shares[k]),
                           stats_quantile(c->x, c->n, shares[k], type),
                           c->want[type - 1][k], 1e-10);
    }
    assert_true(stats_reaches(100, 0.99));
    assert_false(stats_reaches(99, 0.99));
    assert_true(stats_reaches(1000, 0.999));
    assert_false(stats_reaches(12, 0.99));
}

static void test_summary(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof summary_cases / sizeof *summary_cases; i++) {
        const char *name = summary_cases[i].name;
        struct stats s = stats_of(arena, summary_cases[i].x, summary_cases[i].n, 0.95);
        check_case(name, "mean", s.mean, summary_cases[i].mean, 1e-10);
        check_case(name, "stddev", s.stddev, summary_cases[i].stddev, 1e-10);
        check_case(name, "mad", s.mad, summary_cases[i].mad, 1e-10);
        double t = stats_t_quantile(0.975, (double)s.n - 1);
        check_case(name, "student", s.student.high - s.student.low,
                   2 * t * s.stddev / sqrt((double)s.n), s.mean > 1e6 ? 1e-8 : 1e-9);
        struct stats_interval bca =
            stats_bca(arena, summary_cases[i].x, summary_cases[i].n, 0.95);
        assert_true(bca.low <= s.mean && s.mean <= bca.high);
    }
    double one = 42;
    struct stats s = stats_of(arena, &one, 1, 0.95);
    check_close(s.mean, 42, 0);
    assert_true(isnan(s.stddev) && isnan(s.student.low));
    assert_true(isnan(stats_bca(arena, &one, 1, 0.95).high));
    double same[] = { 7, 7, 7 };
    s = stats_of(arena, same, 3, 0.95);
    check_close(s.student.low, 7, 0);
    struct stats_interval flat = stats_bca(arena, same, 3, 0.95);
    check_close(flat.low, 7, 0);
    check_close(flat.high, 7, 0);
}

static void test_t(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof t_cases / sizeof *t_cases; i++) {
        check_close(stats_t_quantile(0.975, t_cases[i].df), t_cases[i].t, 1e-10);
        check_close(stats_t_quantile(0.025, t_cases[i].df), -t_cases[i].t, 1e-10);
    }
}

static void test_welch(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof welch_cases / sizeof *welch_cases; i++) {
        struct welch w = compare_welch(welch_cases[i].a, welch_cases[i].n_a,
                                       welch_cases[i].b, welch_cases[i].n_b, 0.95);
        const char *name = welch_cases[i].name;
        check_case(name, "t", w.t, welch_cases[i].t, 1e-10);
        check_case(name, "df", w.df, welch_cases[i].df, 1e-10);
        check_case(name, "p", w.p, welch_cases[i].p, 1e-10);
        check_case(name, "low", w.difference.low, welch_cases[i].low, 1e-10);
        check_case(name, "high", w.difference.high, welch_cases[i].high, 1e-10);
    }
}

static void test_ranks(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rank_cases / sizeof *rank_cases; i++) {
        struct mann_whitney r = compare_ranks(
            arena, rank_cases[i].a, rank_cases[i].n_a, rank_cases[i].b,
            rank_cases[i].n_b, rank_cases[i].exact, rank_cases[i].continuity);
        const char *name = rank_cases[i].name;
        check_case(name, "u", r.u, rank_cases[i].u, 0);
        check_case(name, "p", r.p, rank_cases[i].p, 1e-10);
        if (!isnan(rank_cases[i].shift))
            check_case(name, "shift", r.shift, rank_cases[i].shift, 1e-10);
        assert_true(r.exact == rank_cases[i].exact);
    }
}

/* Exact and normal p draw together as runs grow. */
static void test_ranks_exact(void **state)
{
    (void)state;
    double x[49], y[49];
    for (size_t i = 0; i < 49; i++) {
        x[i] = (double)i * 1.01;
        y[i] = (double)i * 1.01 + 7.3;
    }
    struct mann_whitney exact = compare_ranks(arena, x, 49, y, 49, true, true);
    struct mann_whitney normal = compare_ranks(arena, x, 49, y, 49, false, true);
    assert_true(exact.exact && !normal.exact);
    check_close(exact.p, 0.015546031479292479, 1e-10); /* counted in whole numbers */
    check_close(normal.p, exact.p, 0.05);
    check_close(compare_ranks(arena, x, 4, y + 4, 4, true, true).least, 2.0 / 70,
                1e-12);
}

static void test_drift(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof drift_cases / sizeof *drift_cases; i++) {
        struct drift d =
            stats_drift(arena, drift_cases[i].x, drift_cases[i].y, drift_cases[i].n);
        const char *name = drift_cases[i].name;
        check_case(name, "slope", d.slope, drift_cases[i].slope, 1e-10);
        if (drift_cases[i].intercept == 0)
            assert_true(fabs(d.intercept) < 1e-12);
        else
            check_case(name, "intercept", d.intercept, drift_cases[i].intercept, 1e-10);
        check_case(name, "tau", d.tau, drift_cases[i].tau, 1e-10);
        assert_true(d.p < 0.001);
    }
}

static void test_steady(void **state)
{
    (void)state;
    /* Falls from preconditioning, then stands. */
    double y[] = { 900, 700, 500, 400, 330, 300, 303, 298, 301, 299 };
    struct steady s = stats_steady(y, 10, 5);
    assert_true(s.known && s.reached);
    check_close(s.average, 300.2, 1e-12);
    check_close(s.range, 5 / 300.2, 1e-12);
    assert_false(stats_steady(y, 6, 5).reached);
    assert_false(stats_steady(y, 4, 5).known);
    /* Within 20 % of the average, but rising by more than 10 % of it. */
    double rising[] = { 94, 97, 100, 103, 106 };
    s = stats_steady(rising, 5, 5);
    check_close(s.range, 0.12, 1e-12);
    check_close(s.rise, 0.12, 1e-12);
    assert_false(s.reached);
    double zero[5] = { 0 };
    assert_true(stats_steady(zero, 5, 5).reached);
}

static void test_outliers(void **state)
{
    (void)state;
    const size_t *at;
    double lat[] = { 0.9, 1.1, 1.2, 1.25, 1.3, 1.32, 1.4, 1.8, 2.4, 2.5, 9.7, 31.5 };
    /* The median is 1.36, the MAD 0.35: bounds are 1.36 -+ 1.816. */
    assert_int_equal(stats_outliers(arena, lat, 12, &at), 2);
    assert_int_equal(at[0], 10);
    assert_int_equal(at[1], 11);
    double few[] = { 1, 1, 1, 100 };
    assert_int_equal(stats_outliers(arena, few, 4, &at), 0);
    double flat[] = { 5, 5, 5, 5, 5, 9 };
    assert_int_equal(stats_outliers(arena, flat, 6, &at), 0);
}

static const char *words(const double *a, size_t n_a, const double *b, size_t n_b,
                         enum direction direction)
{
    struct comparison c = compare_runs(arena, a, n_a, b, n_b, 0.95);
    return comparison_words(arena, &c, direction);
}

static void test_words(void **state)
{
    (void)state;
    double low[] = { 1, 2, 3, 4, 5, 6, 7, 8 },
           high[] = { 11, 12, 13, 14, 15, 16, 17, 18 };
    double near[] = { 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5 };
    assert_string_equal(
        words(low, 3, high, 3, DIRECTION_HIGHER),
        "cannot tell with 3 runs against 3: ranks of so few never give a "
        "p below 0.1, Welch's t p = 0.00026");
    assert_string_equal(
        words(low, 8, high, 8, DIRECTION_HIGHER),
        "B is better (Mann-Whitney p = 0.00016, Welch's t p = 1.1e-06)");
    assert_string_equal(words(low, 8, high, 8, DIRECTION_LOWER),
                        "B is worse (Mann-Whitney p = 0.00016, Welch's t p = 1.1e-06)");
    assert_string_equal(words(high, 8, low, 8, DIRECTION_NONE),
                        "B is lower (Mann-Whitney p = 0.00016, Welch's t p = 1.1e-06)");
    assert_string_equal(
        words(low, 8, near, 8, DIRECTION_HIGHER),
        "a difference is not shown (Mann-Whitney p = 0.72, Welch's t p = "
        "0.69)");
    assert_string_equal(
        words(low, 1, high, 1, DIRECTION_HIGHER),
        "cannot tell with 1 run against 1: ranks of so few never give a "
        "p below 1");
}

/* All 3125 resamples of five values: quantiles and acceleration from R. */
static void test_bootstrap(void **state)
{
    (void)state;
    double five[] = { 15, 20, 35, 40, 50 };
    struct stats_interval bca = stats_bca(arena, five, 5, 0.95);
    /* boot takes the levels 0.01564 and 0.96146 of the resampled means: 20 and 42. */
    check_close(bca.low, 20, 1e-10);
    check_close(bca.high, 42, 1e-10);
}

static int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quantiles), cmocka_unit_test(test_summary),
        cmocka_unit_test(test_t),         cmocka_unit_test(test_welch),
        cmocka_unit_test(test_ranks),     cmocka_unit_test(test_ranks_exact),
        cmocka_unit_test(test_drift),     cmocka_unit_test(test_steady),
        cmocka_unit_test(test_outliers),  cmocka_unit_test(test_words),
        cmocka_unit_test(test_bootstrap),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
