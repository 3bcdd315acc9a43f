/* one law on points: published USL sets, known laws with noise, bounds and kinks. */
#include "check.h"

#include "base/arena.h"
#include "curves/law.h"
#include "curves/points.h"

enum { MOST = 400 };

static FILE *open_sets(const char *path)
{
    FILE *f = fopen(path, "r");
    if (f == NULL)
        fail_msg("%s: run the tests from the project's root", path);
    char line[256];
    long at = 0;
    while (fgets(line, sizeof line, f) != NULL && line[0] == '#')
        at = ftell(f);
    fseek(f, at, SEEK_SET);
    return f;
}

static void read_numbers(FILE *f, double *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (fscanf(f, "%lf", &out[i]) != 1)
            fail_msg("a number is missing");
}

/* Equal weights; the arena owns the points. */
static struct points read_points(FILE *f, struct arena *a, size_t n)
{
    struct fit_point given[MOST] = { { 0 } };
    assert_true(n <= MOST);
    for (size_t i = 0; i < n; i++) {
        double xy[2];
        read_numbers(f, xy, 2);
        given[i].x = xy[0];
        given[i].y = xy[1];
    }
    struct points p;
    struct diag dg = diag_on(a);
    assert_true(points_make(a, given, n, WEIGHTS_EQUAL, &p, &dg));
    return p;
}

struct want {
    double p[3], se[3], rss, aicc, bic, peak_x, peak_y;
};

static void read_want(FILE *f, struct want *w)
{
    read_numbers(f, w->p, 3);
    read_numbers(f, w->se, 3);
    read_numbers(f, &w->rss, 5);
}

static void same_or_none(double got, double want, double relative)
{
    if (isnan(want))
        assert_true(isnan(got));
    else
        check_close(got, want, relative);
}

static void check_usl(const struct law_fit *f, const struct want *w, bool peak)
{
    assert_int_equal(f->status, NLS_CONVERGED);
    for (unsigned j = 0; j < f->curve->param_count; j++) {
        check_close(f->p[j], w->p[j], 1e-6);
        same_or_none(law_stderr(f, j), w->se[j], 1e-6);
    }
    check_close(f->rss, w->rss, 1e-7);
    same_or_none(law_aicc(f, 0), w->aicc, 1e-8);
    check_close(law_bic(f, 0), w->bic, 1e-8);
    double x;
    bool has = f->curve->peak.at != NULL && f->curve->peak.at(f->p, &x);
    assert_true(!peak || has == !isnan(w->peak_x));
    if (has && peak) {
        check_close(x, w->peak_x, 1e-6);
        check_close(f->curve->value(f->p, x), w->peak_y, 1e-6);
    }
}

static void test_published_usl_sets(void **state)
{
    (void)state;
    FILE *f = open_sets("tests/curves/usl.txt");
    struct arena *a = arena_new();
    char name[32], bound[16];
    size_t n, sets = 0, bounds = 0;
    while (fscanf(f, " set %31s %zu %15s", name, &n, bound) == 3) {
        struct want free_, bounded, amdahl;
        read_want(f, &free_);
        read_want(f, &bounded);
        read_want(f, &amdahl);
        struct points p = read_points(f, a, n);
        struct law_work *w = law_work_new(a, n);
        struct law_fit got;
        struct law_options o = { .unbounded = true, .shaken = 8 };
        print_message("%s\n", name);
        assert_true(law_fit(w, curve_find("usl"), &p.data, &o, &got, NULL));
        check_usl(&got, &free_, true);
        o.unbounded = false;
        assert_true(law_fit(w, curve_find("usl"), &p.data, &o, &got, NULL));
        check_usl(&got, &bounded, true);
        for (unsigned j = 0; j < 3; j++) {
            bool held = strcmp(got.curve->params[j].name, bound) == 0;
            assert_int_equal(got.hold[j], held ? LAW_LOWER : LAW_FREE);
            bounds += held;
        }
        assert_true(law_fit(w, curve_find("amdahl"), &p.data, &o, &got, NULL));
        check_usl(&got, &amdahl, false);
        sets++;
    }
    fclose(f);
    arena_free(a);
    assert_int_equal(sets, 17);
    assert_int_equal(bounds, 4);
}

static void test_known_laws_come_back(void **state)
{
    (void)state;
    FILE *f = open_sets("tests/curves/recovery.txt");
    struct arena *a = arena_new();
    char name[32];
    unsigned p;
    size_t n, sets = 0;
    double rss;
    while (fscanf(f, " set %31s %u %zu %lf", name, &p, &n, &rss) == 4) {
        double want[4];
        read_numbers(f, want, p);
        struct points d = read_points(f, a, n);
        const struct curve *c = curve_find(name);
        assert_non_null(c);
        double given[CURVE_MOST_PARAMS] = { NAN, NAN, NAN, NAN };
        if (strcmp(name, "mmc") == 0)
            given[1] = 4;
        struct law_options o = { .shaken = 8, .given = given };
        struct law_fit got;
        const char *why;
        print_message("%s\n", name);
        if (!law_fit(law_work_new(a, n), c, &d.data, &o, &got, &why))
            fail_msg("%s: %s", name, why);
        assert_int_equal(curve_free_count(c), p);
        for (unsigned j = 0; j < p; j++)
            check_close(got.p[j], want[j], 1e-6);
        check_close(got.rss, rss, 1e-7);
        sets++;
    }
    fclose(f);
    arena_free(a);
    assert_int_equal(sets, 18);
}

/* Six points of one peak: 16.68 with equal weights, 16.44 with relative ones. */
static void test_weights_move_the_peak(void **state)
{
    (void)state;
    FILE *f = open_sets("tests/curves/usl.txt");
    struct arena *a = arena_new();
    char name[32], bound[16];
    size_t n;
    bool seen = false;
    while (fscanf(f, " set %31s %zu %15s", name, &n, bound) == 3) {
        struct want w[3];
        for (int i = 0; i < 3; i++)
            read_want(f, &w[i]);
        struct points p = read_points(f, a, n);
        if (strcmp(name, "pods-issue7") != 0)
            continue;
        seen = true;
        struct fit_point given[6] = { { 0 } };
        for (size_t i = 0; i < n; i++) {
            given[i].x = p.data.x[i];
            given[i].y = p.data.y[i];
        }
        struct diag dg = diag_on(a);
        assert_true(points_make(a, given, n, WEIGHTS_AUTO, &p, &dg));
        assert_int_equal(p.weights, WEIGHTS_RELATIVE);
        struct law_fit got;
        struct law_options o = { .shaken = 8 };
        assert_true(
            law_fit(law_work_new(a, n), curve_find("usl"), &p.data, &o, &got, NULL));
        double x;
        assert_true(got.curve->peak.at(got.p, &x));
        assert_true(fabs(x - 16.44) < 0.005);
    }
    assert_true(seen);
    fclose(f);
    arena_free(a);
}

/* Five series that no USL fits well, so that the minimum is far from the points. */
static void test_mariadb_with_both_weights(void **state)
{
    (void)state;
    FILE *f = open_sets("tests/curves/mariadb.txt");
    struct arena *a = arena_new();
    char name[32];
    size_t n, sets = 0;
    while (fscanf(f, " set %31s %zu", name, &n) == 2) {
        double want[2][5], x;
        read_numbers(f, want[0], 10);
        struct points p = read_points(f, a, n);
        double *weight = ARENA_ARRAY(a, n, double);
        for (int relative = 0; relative < 2; relative++) {
            struct curve_data d = p.data;
            for (size_t i = 0; i < n; i++)
                weight[i] = relative ? 1 / d.y[i] : 1;
            d.weight = weight;
            struct law_fit got;
            struct law_options o = { .unbounded = true, .shaken = 8 };
            print_message("%s %d\n", name, relative);
            assert_true(
                law_fit(law_work_new(a, n), curve_find("usl"), &d, &o, &got, NULL));
            for (int j = 0; j < 3; j++)
                check_close(got.p[j], want[relative][j], 1e-6);
            check_close(got.rss, want[relative][3], 1e-7);
            assert_true(got.curve->peak.at(got.p, &x));
            check_close(x, want[relative][4], 1e-6);
        }
        sets++;
    }
    fclose(f);
    arena_free(a);
    assert_int_equal(sets, 5);
}

/* Peaks and limits that follow from coefficients alone (tests of R's usl). */
static void test_marks_of_given_coefficients(void **state)
{
    (void)state;
    double v;
    assert_true(curve_find("usl")->peak.at((double[]){ 1, 0.001, 1e-5 }, &v));
    check_close(v, 316.0696, 1e-6);
    assert_true(curve_find("amdahl")->limit.at((double[]){ 89.99523, 0.001 }, &v));
    check_close(v, 89995.23, 1e-9);
    assert_false(curve_find("usl")->peak.at((double[]){ 1, 0.001, 0 }, &v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_usl_sets),
        cmocka_unit_test(test_known_laws_come_back),
        cmocka_unit_test(test_weights_move_the_peak),
        cmocka_unit_test(test_mariadb_with_both_weights),
        cmocka_unit_test(test_marks_of_given_coefficients),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
