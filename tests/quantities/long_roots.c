/* 10^5 random costs with steps held against scans: some minutes (make check-long). */
#include "quantities/random_roots.h"

static void test_against_scans(void **state)
{
    (void)state;
    try_random_models(1000000, 100000, false);
}

static void test_curves_against_scans(void **state)
{
    (void)state;
    try_random_models(2000000, 20000, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_scans),
        cmocka_unit_test(test_curves_against_scans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
