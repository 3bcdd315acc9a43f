/* Every file here and every sample beside the project, cut behind each 100th byte:
 * nothing comes of it that the whole file does not hold, unless it is flagged.  The
 * tests of every day cut long files at fewer places. */
#include "fio_test.h"

#include <dirent.h>

enum { STEP = 100, SHOWN = 20 };

static bool in_whole(const struct reading *whole, const struct measurement *m)
{
    for (size_t i = 0; i < whole->runs->count; i++) {
        const struct measurement *w = &whole->runs->items[i];
        if (w->metric == m->metric && w->value == m->value &&
            strcmp(w->statistic, m->statistic) == 0)
            return true;
    }
    return false;
}

/* What a file has that was cut behind `n` bytes. */
static size_t check_cut(const struct reading *whole, const struct source *src, size_t n)
{
    struct arena *a = arena_new();
    char *head = arena_alloc(a, n + 1);
    memcpy(head, src->bytes, n);
    head[n] = '\0';
    struct reading r = read_bytes_of(src->path, whole->format, head, n);
    size_t wrong = 0;
    for (size_t i = 0; i < r.runs->count; i++) {
        const struct measurement *m = &r.runs->items[i];
        if (m->flags != 0 || in_whole(whole, m))
            continue;
        if (wrong++ < SHOWN)
            print_error("%s cut at %zu: %s %s %.17g, line %u\n", src->path, n,
                        m->metric->name, m->statistic, m->value, m->at.line);
    }
    end_reading(&r);
    arena_free(a);
    return wrong;
}

static size_t check_file(const char *path)
{
    struct reading whole = read_file(path);
    struct source src = { .path = path, .limit = RAW_BYTES };
    size_t wrong = 0;
    if (whole.format == NULL || strcmp(whole.format, "store") == 0 ||
        !source_read(whole.arena, &src, (struct where){ 0 }, &whole.dg)) {
        end_reading(&whole);
        return 0;
    }
    bool log =
        strcmp(whole.format, "fio-log") == 0 || strcmp(whole.format, "fio-hist") == 0;
    for (size_t n = STEP; n < src.length; n += STEP) {
        /* Nothing tells that whole rows of a log are missing. */
        if (!log || src.bytes[n - 1] != '\n')
            wrong += check_cut(&whole, &src, n);
    }
    end_reading(&whole);
    return wrong;
}

static size_t check_folder(const char *folder, size_t *files)
{
    DIR *d = opendir(folder);
    size_t wrong = 0;
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
        char path[600];
        size_t n = strlen(e->d_name);
        if (e->d_name[0] == '.' ||
            (n > 9 && strcmp(e->d_name + n - 9, ".expected") == 0))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        wrong += check_file(path);
        ++*files;
    }
    if (d != NULL)
        closedir(d);
    return wrong;
}

/* The folders of formats inside `root`; false where it is not there. */
static bool check_root(const char *root)
{
    DIR *d = opendir(root);
    size_t wrong = 0, files = 0;
    if (d == NULL)
        return false;
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        char folder[300];
        if (e->d_name[0] == '.' || strchr(e->d_name, '.') != NULL)
            continue;
        snprintf(folder, sizeof folder, "%s/%.200s", root, e->d_name);
        wrong += check_folder(folder, &files);
    }
    closedir(d);
    assert_true(files > 0);
    assert_int_equal(wrong, 0);
    return true;
}

static void test_own(void **state)
{
    (void)state;
    assert_true(check_root("tests/readers"));
}

static void test_samples(void **state)
{
    (void)state;
    if (!check_root("../shared/samples"))
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_own),
                                        cmocka_unit_test(test_samples) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
