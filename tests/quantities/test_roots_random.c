/* Random costs with steps: every crossing that a scan of 10^4 points brackets is found,
 * and no other. */
#include "quantities/random_roots.h"

static void test_against_scans(void **state)
{
    (void)state;
    try_random_models(1, 10000, false);
}

static void test_curves_against_scans(void **state)
{
    (void)state;
    try_random_models(500000, 1000, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_scans),
        cmocka_unit_test(test_curves_against_scans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
