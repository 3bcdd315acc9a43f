/* What fuzzing found once: every file of the corpus through every reader. */
#include "check.h"

#include <dirent.h>

#include "fuzz/fuzz_readers.h"

static void read_all(const char *path)
{
    struct arena *a = arena_new();
    struct source src = { .path = path, .limit = RAW_BYTES };
    struct diag dg = diag_on(a);
    assert_true(source_read(a, &src, (struct where){ 0 }, &dg));
    for (size_t i = 0; src.length > 0 && reader_at(i) != NULL; i++)
        fuzz_read(fuzz_reader(i), src.bytes + 1, src.length - 1);
    arena_free(a);
}

static void test_corpus(void **state)
{
    (void)state;
    DIR *dir = opendir("tests/fuzz/corpus");
    size_t files = 0;
    assert_non_null(dir);
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
        char path[400];
        if (e->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "tests/fuzz/corpus/%s", e->d_name);
        read_all(path);
        files++;
    }
    closedir(dir);
    assert_true(files > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_corpus) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
