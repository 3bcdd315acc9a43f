/* the shipped price models: all are read, and every row says where it comes from. */
#include "check.h"

#include <glob.h>

#include "base/arena.h"
#include "base/diag.h"
#include "prices/model.h"

static size_t rows_of(const char *pattern)
{
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    glob_t found;
    size_t rows = 0;
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct model m;
        if (!model_read(a, found.gl_pathv[i], (struct where){ 0 }, &m, &dg) ||
            !model_try(a, &m, &dg))
            fail_msg("%s is not read", found.gl_pathv[i]);
        for (size_t k = 0; k < m.item_count; k++) {
            const struct pedigree *p = &m.items[k].pedigree;
            if (p->source == NULL || p->as_of == NULL || p->confidence == NULL)
                fail_msg("%s: %s lacks source, date or confidence", found.gl_pathv[i],
                         m.items[k].id);
        }
        rows += m.item_count;
    }
    globfree(&found);
    arena_free(a);
    return rows;
}

static void test_hardware(void **state)
{
    (void)state;
    assert_true(rows_of("models/hardware/*.yaml") >= 60);
}

static void test_cloud(void **state)
{
    (void)state;
    assert_true(rows_of("models/cloud/*.yaml") >= 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hardware),
        cmocka_unit_test(test_cloud),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
