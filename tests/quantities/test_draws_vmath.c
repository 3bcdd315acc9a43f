/* Accuracy against the 80-bit functions of the C library, and one checksum that every
 * machine, compiler and clone must give. */
#include "check.h"

#include "quantities/random.h"
#include "quantities/vmath.h"

#define CHECKSUM 0xa9fda07aa21d695fu
enum { MANY = 200000 };
static double x[MANY], y[MANY];

/* MANY points spread evenly over [lo, hi]. */
static void spread(double lo, double hi)
{
    random_uniforms(random_key(1, "vmath"), 0, x, MANY);
    for (size_t i = 0; i < MANY; i++)
        x[i] = lo + (hi - lo) * x[i];
    memcpy(y, x, sizeof y);
}

/* In units of the last place of the double nearest to `want`. */
static double ulps(double got, long double want)
{
    double near = (double)want;
    double unit = nextafter(fabs(near), HUGE_VAL) - fabs(near);
    return (double)(fabsl((long double)got - want) / (long double)unit);
}

static void exp_is_within_its_bound(void **state)
{
    (void)state;
    static const double ranges[][2] = {
        { -1e-3, 1e-3 }, { -0.4, 0.4 }, { -5, 5 }, { -700, 709.7 }, { -745, -708 }
    };
    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++) {
        double worst = 0;
        spread(ranges[k][0], ranges[k][1]);
        vmath_exp(y, MANY);
        for (size_t i = 0; i < MANY; i++)
            worst = fmax(worst, ulps(y[i], expl(x[i])));
        print_message("exp [%g, %g]: %.3f ulp\n", ranges[k][0], ranges[k][1], worst);
        assert_true(worst <= 0.8);
    }
}

static void log_is_within_its_bound(void **state)
{
    (void)state;
    static const double ranges[][2] = { { 0.5, 2 }, { 0.999, 1.001 },
                                        { 0, 1 },   { 0, 1e-308 },
                                        { 1, 1e6 }, { 1e300, 1.7e308 } };
    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++) {
        double worst = 0;
        spread(ranges[k][0], ranges[k][1]);
        vmath_log(y, MANY);
        for (size_t i = 0; i < MANY; i++)
            worst = fmax(worst, ulps(y[i], logl(x[i])));
        print_message("log [%g, %g]: %.3f ulp\n", ranges[k][0], ranges[k][1], worst);
        assert_true(worst <= 0.9);
    }
}

static void powers_are_within_their_bound(void **state)
{
    (void)state;
    static const double ranges[][4] = { { 0.5, 2, -40, 40 },
                                        { 1, 1.2, -360, 360 },
                                        { 0.001, 1e4, -3, 3 },
                                        { 1e-300, 1e300, -1, 1 },
                                        { 0.999, 1.001, -1e5, 1e5 } };
    static double power[MANY];
    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++) {
        double worst = 0;
        random_uniforms(random_key(2, "power"), 0, power, MANY);
        for (size_t i = 0; i < MANY; i++)
            power[i] = ranges[k][2] + (ranges[k][3] - ranges[k][2]) * power[i];
        spread(ranges[k][0], ranges[k][1]);
        vmath_pow(y, power, MANY);
        for (size_t i = 0; i < MANY; i++)
            worst = fmax(worst, ulps(y[i], powl(x[i], power[i])));
        print_message("pow [%g, %g]: %.3f ulp\n", ranges[k][0], ranges[k][1], worst);
        assert_true(worst <= 2);
    }
}

static void whole_powers_are_exact(void **state)
{
    (void)state;
    for (int a = 2; a <= 2000; a++) {
        double want = 1;
        for (int n = 1; want * a <= 0x1p53; n++) {
            want *= a;
            assert_true(vmath_pow_of(a, n) == want);
            assert_true(vmath_pow_of(-a, n) == (n % 2 == 1 ? -want : want));
        }
    }
}

static void powers_have_the_c_librarys_special_cases(void **state)
{
    (void)state;
    static const double at[] = { 0,         -0.0, 1,     -1,     2,       -2,
                                 0.5,       -0.5, NAN,   3,      1e9,     HUGE_VAL,
                                 -HUGE_VAL, -7,   1e300, 5e-324, -1e-300, 1e-5 };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
            double got = vmath_pow_of(at[i], at[k]), want = pow(at[i], at[k]);
            double block = at[i];
            vmath_pow(&block, &at[k], 1);
            assert_true(got == block || (isnan(got) && isnan(block)));
            if (!isnan(want) || !isnan(got))
                check_close(got, want, 1e-13);
            assert_true(signbit(got) == signbit(want) || isnan(want));
        }
    }
}

static void edges_are_as_in_the_c_library(void **state)
{
    (void)state;
    static const double at[] = { 0,
                                 -0.0,
                                 1,
                                 -1,
                                 HUGE_VAL,
                                 -HUGE_VAL,
                                 709.78271289338397,
                                 709.7827128933841,
                                 -745.13321910194110,
                                 -746,
                                 5e-324,
                                 710,
                                 1e308,
                                 -1e308,
                                 0x1p-1022 };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        check_close(vmath_exp_of(at[i]), exp(at[i]), 3e-16);
        if (at[i] >= 0)
            check_close(vmath_log_of(at[i]), log(at[i]), 3e-16);
        else
            assert_true(isnan(vmath_log_of(at[i])) || at[i] == 0);
    }
    assert_true(isnan(vmath_exp_of(NAN)));
    assert_true(isnan(vmath_log_of(NAN)));
    for (double p = -1; p <= 2; p += 1)
        assert_true(isnan(vmath_inverse_normal_of(p)));
    assert_true(isnan(vmath_inverse_normal_of(NAN)));
    assert_true(vmath_inverse_normal_of(0.5) == 0);
}

/* One step of Newton's method in 80 bits on Phi(z) - p, from the value under test; on
 * the upper half by symmetry. */
static long double true_inverse(double p, double z)
{
    const long double root2 = 1.41421356237309504880168872420969808L;
    const long double root2pi = 2.50662827463100050241576528481104525L;
    long double q = p > 0.5 ? 1 - (long double)p : (long double)p;
    long double w = p > 0.5 ? -(long double)z : (long double)z;
    for (int i = 0; i < 2; i++) {
        long double excess = erfcl(-w / root2) / 2 - q;
        w -= excess * root2pi * expl(w * w / 2);
    }
    return p > 0.5 ? -w : w;
}

static void inverse_normal_is_within_its_bound(void **state)
{
    (void)state;
    static const double ranges[][2] = { { 0, 1 },
                                        { 0.4, 0.6 },
                                        { 0, 0.08 },
                                        { 0, 1e-10 },
                                        { 0.92, 1 },
                                        { 1e-300, 1e-15 },
                                        { 1 - 1e-9, 1 - 1e-15 } };
    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++) {
        double worst = 0;
        spread(ranges[k][0], ranges[k][1]);
        vmath_inverse_normal(y, MANY);
        for (size_t i = 0; i < MANY; i += 4) {
            long double z = true_inverse(x[i], y[i]);
            worst = fmax(worst, (double)fabsl(((long double)y[i] - z) / z));
        }
        print_message("inverse normal [%g, %g]: relative %.2g\n", ranges[k][0],
                      ranges[k][1], worst);
        assert_true(worst <= 1.5e-15);
    }
}

static uint64_t checksum(uint64_t h, const double *v, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t b;
        memcpy(&b, &v[i], sizeof b);
        h = (h ^ b) * 1099511628211u;
    }
    return h;
}

/* Recorded with gcc 12 at -O2 without clones; the same with AVX2 and AVX-512 clones,
 * with clang 14, and under the sanitizers. */
static void bits_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t h = 14695981039346656037u;
    spread(-750, 710);
    vmath_exp(y, MANY);
    h = checksum(h, y, MANY);
    vmath_log(y, MANY);
    for (size_t i = 0; i < MANY; i++)
        if (!isfinite(y[i]))
            y[i] = 0;
    h = checksum(h, y, MANY);
    spread(0, 1);
    vmath_inverse_normal(y, MANY);
    h = checksum(h, y, MANY);
    vmath_pow(x, y, MANY);
    h = checksum(h, x, MANY);
    if (h != CHECKSUM)
        print_error("checksum %#llx\n", (unsigned long long)h);
    assert_true(h == CHECKSUM);
}

static void one_number_is_as_in_a_block(void **state)
{
    (void)state;
    spread(0, 1);
    vmath_inverse_normal(y, MANY);
    for (size_t i = 0; i < MANY; i += 7)
        assert_true(y[i] == vmath_inverse_normal_of(x[i]));
    spread(-700, 700);
    vmath_exp(y, MANY);
    for (size_t i = 0; i < MANY; i += 7)
        assert_true(y[i] == vmath_exp_of(x[i]));
    memcpy(x, y, sizeof x);
    vmath_log(y, MANY);
    for (size_t i = 0; i < MANY; i += 7)
        assert_true(y[i] == vmath_log_of(x[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exp_is_within_its_bound),
        cmocka_unit_test(log_is_within_its_bound),
        cmocka_unit_test(powers_are_within_their_bound),
        cmocka_unit_test(whole_powers_are_exact),
        cmocka_unit_test(powers_have_the_c_librarys_special_cases),
        cmocka_unit_test(edges_are_as_in_the_c_library),
        cmocka_unit_test(inverse_normal_is_within_its_bound),
        cmocka_unit_test(bits_are_the_same_everywhere),
        cmocka_unit_test(one_number_is_as_in_a_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
