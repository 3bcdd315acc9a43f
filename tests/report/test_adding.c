/* Random columns of amounts: what is printed adds up, and nothing moves by a unit. */
#include "check.h"

#include <math.h>
#include <stdint.h>

#include "report/adding.h"

static uint64_t state = 20260131;

static double uniform(void)
{
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (double)(state >> 11) * 0x1p-53;
}

static void test_parts_make_the_total(void **unused)
{
    (void)unused;
    for (int trial = 0; trial < 100000; trial++) {
        double part[12], exact[12], total = 0, sum = 0;
        size_t n = 1 + (size_t)(uniform() * 12);
        for (size_t i = 0; i < n; i++) {
            exact[i] = uniform() < 0.2 ? 0 : (uniform() - 0.4) * 1e5;
            part[i] = exact[i];
            total += exact[i];
        }
        double step = adding_step(part, n);
        double printed = adding_round(part, n, total, step);
        for (size_t i = 0; i < n; i++) {
            sum += part[i];
            assert_true(fabs(part[i] - exact[i]) < step * (1 + 1e-9));
            assert_true(exact[i] != 0 || part[i] == 0);
        }
        assert_true(fabs(printed - total) <= step / 2 + 1e-9);
        assert_true(fabs(sum - printed) < step * 1e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts_make_the_total),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
