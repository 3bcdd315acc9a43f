/* Arenas: arrays that grow in place or move, and what is given back. */
#include "check.h"

#include "base/arena.h"

static void test_extend(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    size_t *first = NULL, *second = NULL, n = 0, m = 0, room = 0, other = 0;
    char *small = arena_strdup(a, "stays");
    for (size_t i = 0; i < 300000; i++) {
        ARENA_EXTEND(a, first, n, room) = i;
        ARENA_EXTEND(a, second, m, other) = 2 * i;
    }
    for (size_t i = 0; i < n; i++)
        if (first[i] != i || second[i] != 2 * i)
            fail_msg("%zu: %zu and %zu", i, first[i], second[i]);
    assert_string_equal(small, "stays");
    /* The arrays at their last size and little else: no old ones. */
    assert_true(arena_used(a) < (room + other) * sizeof *first + (2 << 20));
    size_t before = arena_used(a);
    arena_drop(a, first);
    assert_true(arena_used(a) + room * sizeof *first <= before);
    arena_drop(a, small); /* shares its block, and stays */
    assert_string_equal(small, "stays");
    arena_free(a);
}

static void test_empty(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    for (int i = 0; i < 100; i++) {
        unsigned char *p = arena_alloc(a, 1000);
        for (size_t k = 0; k < 1000; k++)
            assert_int_equal(p[k], 0);
        memset(p, 1, 1000);
        memset(arena_bytes(a, 40000), 2, 40000);
        arena_empty(a);
        assert_true(arena_used(a) < 100000);
    }
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_extend),
        cmocka_unit_test(test_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
