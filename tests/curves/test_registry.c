/* every registered law: texts against functions, gradients, starts, marks. */
#include "check.h"

#include "curves/curve.h"
#include "expression.h"

/* Parameters that a user could meet, and sizes on both sides of the knee or peak. */
static const struct sample {
    const char *name;
    double p[CURVE_MOST_PARAMS];
    double x[4];
    unsigned inverse_to; /* the inverse holds for the first of these sizes */
} samples[] = {
    { "constant", { 410 }, { 1, 2, 8, 300 }, 0 },
    { "proportional", { 120 }, { 0.5, 2, 8, 300 }, 4 },
    { "affine", { 300, 120 }, { 0, 2, 8, 300 }, 4 },
    { "power", { 900, 0.72 }, { 0.5, 1, 8, 300 }, 4 },
    { "logarithmic", { 500, 800 }, { 0.7, 1, 8, 300 }, 4 },
    { "amdahl", { 1000, 0.05 }, { 1, 2, 8, 64 }, 4 },
    { "gustafson", { 1000, 0.3 }, { 1, 2, 8, 64 }, 4 },
    { "usl", { 1000, 0.03, 0.0008 }, { 1, 5, 30, 90 }, 3 },
    { "usl_normalised", { 1000, 0.03, 0.0008 }, { 1, 5, 30, 90 }, 3 },
    { "saturation", { 20000, 12 }, { 0, 3, 12, 300 }, 4 },
    { "exp_saturation", { 9000, 8 }, { 0, 0.001, 8, 30 }, 4 },
    { "ceiling", { 480, 3900 }, { 1, 5, 8, 30 }, 2 },
    { "smooth_ceiling", { 480, 3900, 4 }, { 0.1, 5, 9, 30 }, 4 },
    { "piecewise", { 500, 60, 9 }, { 1, 8.9, 9.1, 30 }, 0 },
    { "cache_cliff", { 90000, 2500, 16 }, { 17, 30, 100, 15 }, 3 },
    { "logistic", { 8000, 0.35, 10 }, { 0, 5, 10, 25 }, 4 },
    { "exp_decline", { 50, 0.223, 3 }, { 3, 4, 8.5, 20 }, 4 },
    { "learning", { 100, 0.85 }, { 1, 2, 100, 5000 }, 4 },
    { "mm1", { 0.001 }, { 0, 100, 700, 900 }, 4 },
    { "mmc", { 0.004, 4 }, { 0, 100, 600, 900 }, 0 },
};
enum { SAMPLES = sizeof samples / sizeof *samples };

static const struct sample *sample_of(const struct curve *c)
{
    for (size_t i = 0; i < SAMPLES; i++)
        if (strcmp(samples[i].name, c->name) == 0)
            return &samples[i];
    fail_msg("no sample for the law %s", c->name);
    return NULL;
}

static void test_every_law_is_found_by_its_name(void **state)
{
    (void)state;
    size_t n = 0;
    for (const struct curve *c; (c = curve_at(n)) != NULL; n++) {
        assert_ptr_equal(curve_find(c->name), c);
        assert_true(c->title && c->use && c->formula && c->value && c->gradient);
        assert_true(c->starts && c->param_count >= 1 && curve_free_count(c) >= 1);
        for (unsigned j = 0; j < c->param_count; j++)
            assert_true(c->params[j].name && c->params[j].meaning &&
                        c->params[j].lower < c->params[j].upper);
    }
    assert_int_equal(n, SAMPLES);
    assert_null(curve_find("usl "));
    assert_null(curve_find(""));
    assert_ptr_equal(curve_find("log"), curve_find("logarithmic"));
    assert_ptr_equal(curve_find("ceiling_hard"), curve_find("ceiling"));
}

static void test_formula_is_the_function(void **state)
{
    (void)state;
    const struct curve *c;
    for (size_t i = 0; (c = curve_at(i)) != NULL; i++) {
        const struct sample *s = sample_of(c);
        for (int k = 0; k < 4; k++) {
            check_close(expression_value(c->formula, c, s->p, s->x[k], NAN, GIVES_Y),
                        c->value(s->p, s->x[k]), 1e-12);
        }
    }
}

static void test_inverse_undoes_the_function(void **state)
{
    (void)state;
    const struct curve *c;
    for (size_t i = 0; (c = curve_at(i)) != NULL; i++) {
        const struct sample *s = sample_of(c);
        assert_true((c->inverse != NULL) == (s->inverse_to > 0));
        for (unsigned k = 0; k < s->inverse_to; k++) {
            double y = c->value(s->p, s->x[k]);
            double x = expression_value(c->inverse, c, s->p, NAN, y, GIVES_X);
            check_close(c->value(s->p, x), y, 1e-12);
            assert_true(fabs(x - s->x[k]) <= 1e-9 * fmax(1, s->x[k]));
        }
    }
}

/* Central differences of two widths, extrapolated. */
static double difference(const struct curve *c, const double *p, unsigned j, double x)
{
    double d[2];
    for (int k = 0; k < 2; k++) {
        double q[CURVE_MOST_PARAMS], h = fabs(p[j]) * (k ? 2e-4 : 1e-4);
        memcpy(q, p, sizeof q);
        q[j] = p[j] + h;
        double above = c->value(q, x);
        q[j] = p[j] - h;
        d[k] = (above - c->value(q, x)) / (2 * h);
    }
    return d[0] + (d[0] - d[1]) / 3;
}

static void test_gradient_is_the_slope(void **state)
{
    (void)state;
    const struct curve *c;
    for (size_t i = 0; (c = curve_at(i)) != NULL; i++) {
        const struct sample *s = sample_of(c);
        for (int k = 0; k < 4; k++) {
            double g[CURVE_MOST_PARAMS] = { 0 };
            c->gradient(s->p, s->x[k], g);
            for (unsigned j = 0; j < c->param_count; j++) {
                if (strcmp(c->params[j].name, "servers") == 0)
                    continue;
                double want = difference(c, s->p, j, s->x[k]);
                double scale = fabs(c->value(s->p, s->x[k]) / s->p[j]);
                if (fabs(g[j] - want) > 1e-8 * fmax(fabs(want), scale))
                    fail_msg("%s by %s at %g: %.12g, differences say %.12g", c->name,
                             c->params[j].name, s->x[k], g[j], want);
            }
        }
    }
}

static void check_mark(const struct curve *c, const struct curve_mark *m,
                       const double *p, enum expression_result gives)
{
    assert_true((m->text != NULL) == (m->at != NULL));
    if (m->text == NULL)
        return;
    double got;
    assert_true(m->at(p, &got));
    check_close(expression_value(m->text, c, p, NAN, NAN, gives), got, 1e-12);
}

static void test_marks_are_their_texts(void **state)
{
    (void)state;
    const struct curve *c;
    for (size_t i = 0; (c = curve_at(i)) != NULL; i++) {
        const double *p = sample_of(c)->p;
        check_mark(c, &c->peak, p, GIVES_X);
        check_mark(c, &c->knee, p, GIVES_X);
        check_mark(c, &c->limit, p, GIVES_Y);
        check_mark(c, &c->edge, p, GIVES_X);
        double x, far = 1e9;
        if (c->peak.at && c->peak.at(p, &x))
            assert_true(c->value(p, x) > c->value(p, x * 0.99) &&
                        c->value(p, x) > c->value(p, x * 1.01));
        if (c->limit.at && c->limit.at(p, &x))
            check_close(c->value(p, far), x, 1e-5);
        if (c->edge.at && c->edge.at(p, &x))
            assert_true(isnan(c->value(p, x * 1.01)) && c->value(p, x * 0.9999) > 0);
    }
}

static void test_kinked_sides_meet_at_the_knee(void **state)
{
    (void)state;
    const struct curve *c;
    for (size_t i = 0; (c = curve_at(i)) != NULL; i++) {
        const struct sample *s = sample_of(c);
        if (c->kink == NULL)
            continue;
        double knee = c->kink->knee(s->p), dp[CURVE_MOST_PARAMS];
        check_close(c->kink->side(s->p, knee, false), c->kink->side(s->p, knee, true),
                    1e-12);
        check_close(c->kink->hold(s->p, knee, dp), s->p[c->kink->held], 1e-12);
        for (int k = 0; k < 4; k++)
            check_close(c->kink->side(s->p, s->x[k], s->x[k] > knee),
                        c->value(s->p, s->x[k]), 1e-12);
    }
}

static void test_starts_are_within_reach(void **state)
{
    (void)state;
    const struct curve *c;
    for (size_t i = 0; (c = curve_at(i)) != NULL; i++) {
        const struct sample *s = sample_of(c);
        double x[4], y[4], w[4] = { 1, 1, 1, 1 };
        memcpy(x, s->x, sizeof x);
        if (x[3] < x[2]) {
            x[0] = s->x[3];
            memcpy(x + 1, s->x, 3 * sizeof *x);
        }
        for (int k = 0; k < 4; k++)
            y[k] = c->value(s->p, x[k]);
        struct curve_data d = { 4, x, y, w, false };
        double rows[CURVE_MOST_STARTS][CURVE_MOST_PARAMS];
        size_t n = c->starts(&d, s->p, rows);
        assert_true(n >= 1 && n <= CURVE_MOST_STARTS);
        for (size_t r = 0; r < n; r++)
            for (unsigned j = 0; j < c->param_count; j++)
                assert_true(isfinite(rows[r][j]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_law_is_found_by_its_name),
        cmocka_unit_test(test_formula_is_the_function),
        cmocka_unit_test(test_inverse_undoes_the_function),
        cmocka_unit_test(test_gradient_is_the_slope),
        cmocka_unit_test(test_marks_are_their_texts),
        cmocka_unit_test(test_kinked_sides_meet_at_the_knee),
        cmocka_unit_test(test_starts_are_within_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
