/* 10^5 random costs with steps held against scans: some minutes (make check-long). */
#include "quantities/random_roots.h"

static void test_against_scans(void **state)
{
    (void)state;
    try_random_models(1000000, 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_scans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
