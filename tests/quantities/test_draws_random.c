/* The generator's and the distributions' own tests: moments, Kolmogorov-Smirnov,
 * quantiles, pair correlations.  Every statistic is held to a bound that a true sample
 * misses with probability below 1e-6; the draws are fixed, so a pass stays a pass. */
#include "check.h"

#include "base/arena.h"
#include "quantities/distribution.h"
#include "quantities/random.h"

enum { MANY = 200000 };
static const uint64_t seeds[] = { 1, 42, 0xfeedfacecafef00d };
enum { SEEDS = 3 };
static const double FAR = 5; /* standard errors */
static double x[MANY], y[MANY], sorted[MANY];

static void draw(uint64_t seed, const char *name, double *out)
{
    random_uniforms(random_key(seed, name), 0, out, MANY);
}

static void near(double got, double want, double error)
{
    if (fabs(got - want) <= FAR * error)
        return;
    print_error("got %.9g, want %.9g, %.1f standard errors off\n", got, want,
                fabs(got - want) / error);
    fail();
}

static double mean_power(const double *v, double centre, int power)
{
    double sum = 0;
    for (size_t i = 0; i < MANY; i++)
        sum += pow(v[i] - centre, power);
    return sum / MANY;
}

static int ascending(const void *a, const void *b)
{
    const double *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

/* Kolmogorov's D, given probabilities; sqrt(n) D > 2.7 has probability 9e-7. */
static void uniformly_spread(const double *p)
{
    double worst = 0;
    memcpy(sorted, p, sizeof sorted);
    qsort(sorted, MANY, sizeof *sorted, ascending);
    for (size_t i = 0; i < MANY; i++) {
        worst = fmax(worst, (double)(i + 1) / MANY - sorted[i]);
        worst = fmax(worst, sorted[i] - (double)i / MANY);
    }
    if (sqrt(MANY) * worst > 2.7)
        print_error("sqrt(n) D = %.3f\n", sqrt(MANY) * worst);
    assert_true(sqrt(MANY) * worst <= 2.7);
}

static void uniforms_are_uniform(void **state)
{
    (void)state;
    static const char *const names[] = { "reduction", "disk_price", "a", "" };
    for (size_t s = 0; s < SEEDS; s++) {
        for (size_t k = 0; k < 4; k++) {
            draw(seeds[s], names[k], x);
            near(mean_power(x, 0, 1), 0.5, sqrt(1.0 / 12 / MANY));
            near(mean_power(x, 0.5, 2), 1.0 / 12, sqrt(1.0 / 180 / MANY));
            near(mean_power(x, 0.5, 3), 0, sqrt(1.0 / 448 / MANY));
            uniformly_spread(x);
        }
    }
}

/* Correlation of u and v, both uniform; its standard error is 1 / sqrt(n). */
static void uncorrelated(const double *u, const double *v, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (u[i] - 0.5) * (v[i] - 0.5);
    near(12 * sum / (double)n, 0, 1 / sqrt((double)n));
}

/* Names that differ by a letter, seeds by one, draws by a few. */
static void neighbours_are_uncorrelated(void **state)
{
    (void)state;
    static const char *const names[] = { "price", "pricf", "price1", "p", "q", "" };
    for (uint64_t seed = 0; seed < 12; seed++) {
        draw(seed, "price", x);
        for (size_t k = 1; k < 6; k++) {
            draw(seed, names[k], y);
            uncorrelated(x, y, MANY);
        }
        draw(seed + 1, "price", y);
        uncorrelated(x, y, MANY);
        for (size_t lag = 1; lag <= 8; lag++)
            uncorrelated(x, x + lag, MANY - lag);
        uncorrelated(x, x + 512, MANY - 512);
    }
}

/* Each of the 52 bits of adjacent pairs: 16 x 16 cells, chi-square with 255 degrees of
 * freedom has mean 255 and variance 510. */
static void pairs_fill_the_square(void **state)
{
    (void)state;
    for (size_t s = 0; s < SEEDS; s++) {
        static double cells[256];
        double scale = 1;
        draw(seeds[s], "pairs", x);
        for (int digit = 0; digit < 12; digit++, scale *= 16) {
            double expected = MANY / 2.0 / 256, chi2 = 0;
            memset(cells, 0, sizeof cells);
            for (size_t i = 0; i < MANY; i += 2) {
                size_t a = (size_t)(fmod(x[i] * scale, 1) * 16);
                size_t b = (size_t)(fmod(x[i + 1] * scale, 1) * 16);
                cells[a * 16 + b]++;
            }
            for (size_t c = 0; c < 256; c++)
                chi2 += (cells[c] - expected) * (cells[c] - expected) / expected;
            near(chi2, 255, sqrt(510));
        }
    }
}

static void a_draw_stands_alone(void **state)
{
    (void)state;
    double one;
    uint64_t key = random_key(7, "price");
    random_uniforms(key, 1000, x, 100);
    for (uint64_t i = 0; i < 100; i++) {
        random_uniforms(key, 1000 + i, &one, 1);
        assert_true(one == x[i]);
        assert_true(one > 0 && one < 1);
    }
    assert_true(random_key(7, "price") == key);
    assert_true(random_key(8, "price") != key);
}

/* Mean, variance, and the fourth central moment for the error of the variance. */
struct sampled {
    struct distribution d;
    double mean, variance, fourth;
};

static double cdf(const struct distribution *d, double v)
{
    const double *p = d->p;
    switch (d->shape) {
    case SHAPE_UNIFORM:
        return (v - p[0]) / (p[1] - p[0]);
    case SHAPE_TRIANGULAR:
        if (v < p[1])
            return (v - p[0]) * (v - p[0]) / ((p[2] - p[0]) * (p[1] - p[0]));
        return 1 - (p[2] - v) * (p[2] - v) / ((p[2] - p[0]) * (p[2] - p[1]));
    case SHAPE_NORMAL:
        return erfc(-(v - p[0]) / p[1] / sqrt(2)) / 2;
    case SHAPE_LOGNORMAL:
        return erfc(-log(v / p[0]) / log(p[1]) / sqrt(2)) / 2;
    case SHAPE_NONE:
        break;
    }
    return NAN;
}

/* Fourth central moments: uniform w^4/80; normal 3 s^4; triangular 12/5 of the squared
 * variance; lognormal from its kurtosis with w = exp(s^2). */
static const struct sampled *samples(size_t *count)
{
    static struct sampled all[] = {
        { { SHAPE_UNIFORM, { -2, 6 }, NULL }, 2, 64.0 / 12, 4096.0 / 80 },
        { { SHAPE_TRIANGULAR, { 0.15, 0.30, 0.75 }, NULL }, 0.4, 0.01625, 0 },
        { { SHAPE_TRIANGULAR, { 0, 0, 3 }, NULL }, 1, 0.5, 0 },
        { { SHAPE_TRIANGULAR, { 0, 3, 3 }, NULL }, 2, 0.5, 0 },
        { { SHAPE_NORMAL, { 10, 2 }, NULL }, 10, 4, 48 },
        { { SHAPE_LOGNORMAL, { 1e-9, 1.5 }, NULL }, 0, 0, 0 },
    };
    for (size_t i = 1; i < 4; i++)
        all[i].fourth = 2.4 * all[i].variance * all[i].variance;
    double s2 = log(1.5) * log(1.5), w = exp(s2);
    all[5].mean = 1e-9 * exp(s2 / 2);
    all[5].variance = all[5].mean * all[5].mean * (w - 1);
    all[5].fourth = all[5].variance * all[5].variance *
                    (w * w * w * w + 2 * w * w * w + 3 * w * w - 3);
    *count = sizeof all / sizeof *all;
    return all;
}

static void distributions_have_their_moments(void **state)
{
    (void)state;
    size_t count;
    const struct sampled *all = samples(&count);
    for (size_t k = 0; k < count; k++) {
        for (size_t s = 0; s < SEEDS; s++) {
            const struct sampled *want = &all[k];
            draw(seeds[s], "moments", x);
            distribution_quantiles(&want->d, x, MANY);
            near(mean_power(x, 0, 1), want->mean, sqrt(want->variance / MANY));
            double error = (want->fourth - want->variance * want->variance) / MANY;
            near(mean_power(x, want->mean, 2), want->variance, sqrt(error));
        }
    }
}

static void distributions_pass_kolmogorov_smirnov(void **state)
{
    (void)state;
    size_t count;
    const struct sampled *all = samples(&count);
    for (size_t k = 0; k < count; k++) {
        for (size_t s = 0; s < SEEDS; s++) {
            draw(seeds[s], "smirnov", x);
            distribution_quantiles(&all[k].d, x, MANY);
            for (size_t i = 0; i < MANY; i++)
                y[i] = cdf(&all[k].d, x[i]);
            uniformly_spread(y);
        }
    }
}

static void quantiles_invert_the_distribution(void **state)
{
    (void)state;
    static const double p[] = { 1e-9, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.999 };
    size_t count;
    const struct sampled *all = samples(&count);
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < sizeof p / sizeof *p; i++)
            check_close(cdf(&all[k].d, distribution_quantile(&all[k].d, p[i])), p[i],
                        p[i] < 1e-6 ? 1e-6 : 1e-12);
}

static void parameters_are_checked(void **state)
{
    (void)state;
    static const struct {
        struct distribution d;
        const char *words; /* NULL: in order */
    } cases[] = {
        { { SHAPE_NONE, { NAN }, NULL }, NULL },
        { { SHAPE_UNIFORM, { 1, 2 }, NULL }, NULL },
        { { SHAPE_UNIFORM, { 2, 2 }, NULL }, "lower end below" },
        { { SHAPE_TRIANGULAR, { 1, 1, 2 }, NULL }, NULL },
        { { SHAPE_TRIANGULAR, { 1, 3, 2 }, NULL }, "in this order" },
        { { SHAPE_TRIANGULAR, { 1, 1, 1 }, NULL }, "in this order" },
        { { SHAPE_TRIANGULAR, { 1, 2, HUGE_VAL }, NULL }, "parameter 3" },
        { { SHAPE_NORMAL, { 1, 2, NAN }, NULL }, NULL },
        { { SHAPE_NORMAL, { 1, 0 }, NULL }, "above 0" },
        { { SHAPE_LOGNORMAL, { 1, 1.5 }, NULL }, NULL },
        { { SHAPE_LOGNORMAL, { 0, 1.5 }, NULL }, "median above 0" },
        { { SHAPE_LOGNORMAL, { 1, 1 }, NULL }, "above 1" },
        { { SHAPE_LOGNORMAL, { 1, NAN }, NULL }, "parameter 2" },
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct diag dg = diag_on(arena);
        bool ok = distribution_check(&cases[i].d, (struct where){ 0 }, &dg);
        assert_true(ok == (cases[i].words == NULL));
        assert_int_equal(dg.errors, ok ? 0 : 1);
        if (!ok)
            assert_non_null(strstr(dg.messages[0].text, cases[i].words));
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uniforms_are_uniform),
        cmocka_unit_test(neighbours_are_uncorrelated),
        cmocka_unit_test(pairs_fill_the_square),
        cmocka_unit_test(a_draw_stands_alone),
        cmocka_unit_test(distributions_have_their_moments),
        cmocka_unit_test(distributions_pass_kolmogorov_smirnov),
        cmocka_unit_test(quantiles_invert_the_distribution),
        cmocka_unit_test(parameters_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
