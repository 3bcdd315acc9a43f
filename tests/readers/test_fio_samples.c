/* The fio files here against expect-own.csv, and every fio sample beside the project
 * against expect-fio.csv; both lists were worked out from the raw bytes by other means.
 * And every file cut short at each 100th byte. */
#include "fio_test.h"

#include <unistd.h>

struct list {
    const char *folder, *expected;
    size_t least;
};
static const struct list own = { "tests/readers/", "tests/readers/expect-own.csv", 50 };
static const struct list shared = { "../shared/samples/",
                                    "tests/readers/expect-fio.csv", 400 };

struct row {
    char line[512];
    const char *file, *metric, *statistic, *where, *value, *flags;
};

static bool next_row(FILE *f, struct row *row)
{
    if (fgets(row->line, sizeof row->line, f) == NULL)
        return false;
    row->line[strcspn(row->line, "\n")] = '\0';
    const char **cells[] = { &row->file,  &row->metric, &row->statistic,
                             &row->where, &row->value,  &row->flags };
    char *p = row->line;
    for (size_t i = 0; i < 6; i++) {
        *cells[i] = p;
        p += strcspn(p, ",");
        if (*p == ',')
            *p++ = '\0';
    }
    return true;
}

static bool check_row(const struct reading *r, const struct row *row)
{
    if (strcmp(row->metric, "none") == 0)
        return r->runs->count == 0;
    const struct measurement *m = find(r, row->metric, row->statistic, row->where);
    if (strcmp(row->value, "absent") == 0)
        return m == NULL;
    if (m == NULL)
        return false;
    char *rest;
    double want = strtod(row->value, &rest);
    double allowed = *rest == '~' ? strtod(rest + 1, NULL) : 1e-12;
    if (fabs(m->value - want) <= allowed * fabs(want) &&
        strcmp(flags_text(m->flags), row->flags) == 0)
        return true;
    print_error("got %.17g [%s]\n", m->value, flags_text(m->flags));
    return false;
}

static void check_list(const struct list *list)
{
    FILE *f = fopen(list->expected, "r");
    assert_non_null(f);
    struct row row;
    struct reading r = { 0 };
    char path[300] = "";
    size_t rows = 0, wrong = 0;
    assert_true(next_row(f, &row));
    while (next_row(f, &row)) {
        char wanted[300];
        snprintf(wanted, sizeof wanted, "%s%s", list->folder, row.file);
        if (strcmp(wanted, path) != 0) {
            if (r.arena != NULL)
                end_reading(&r);
            memcpy(path, wanted, sizeof path);
            r = read_file(path);
        }
        rows++;
        if (!check_row(&r, &row)) {
            print_error("%s %s %s %s: want %s [%s]\n", row.file, row.metric,
                        row.statistic, row.where, row.value, row.flags);
            wrong++;
        }
    }
    end_reading(&r);
    fclose(f);
    assert_true(rows >= list->least);
    assert_int_equal(wrong, 0);
}

static bool is_there(const struct list *list)
{
    return access(list->folder, R_OK) == 0;
}

static void test_own_files(void **state)
{
    (void)state;
    check_list(&own);
}

static void test_samples(void **state)
{
    (void)state;
    if (!is_there(&shared))
        skip();
    check_list(&shared);
}

static bool in_whole(const struct reading *whole, const struct measurement *m)
{
    for (size_t i = 0; i < whole->runs->count; i++) {
        const struct measurement *w = &whole->runs->items[i];
        if (w->metric == m->metric && strcmp(w->statistic, m->statistic) == 0 &&
            w->value == m->value)
            return true;
    }
    return false;
}

static size_t cut_sample(const char *path)
{
    struct reading whole = read_file(path);
    struct source src = { .path = path, .limit = RAW_BYTES };
    struct where at = { 0 };
    size_t wrong = 0;
    assert_true(source_read(whole.arena, &src, at, &whole.dg));
    /* Long files are cut at so many places that they are no test of seconds. */
    size_t step = src.length / 150 / 100 * 100 + 100;
    bool log = whole.format != NULL && (strcmp(whole.format, "fio-log") == 0 ||
                                        strcmp(whole.format, "fio-hist") == 0);
    for (size_t n = 0; whole.format != NULL && n < src.length; n += step) {
        /* Nothing tells that whole rows of a log are missing. */
        if (log && (n == 0 || src.bytes[n - 1] == '\n'))
            continue;
        char *head = arena_strndup(whole.arena, src.bytes, n);
        struct reading r = read_bytes_of(path, whole.format, head, n);
        for (size_t i = 0; i < r.runs->count; i++) {
            const struct measurement *m = &r.runs->items[i];
            if (m->flags != 0 || in_whole(&whole, m))
                continue;
            print_error("%s cut at %zu: %s %s %.17g, line %u\n", path, n,
                        m->metric->name, m->statistic, m->value, m->at.line);
            wrong++;
        }
        end_reading(&r);
    }
    end_reading(&whole);
    return wrong;
}

static void cut_list(const struct list *list)
{
    FILE *f = fopen(list->expected, "r");
    assert_non_null(f);
    struct row row;
    char path[300] = "";
    size_t wrong = 0;
    next_row(f, &row);
    while (next_row(f, &row)) {
        char wanted[300];
        snprintf(wanted, sizeof wanted, "%s%s", list->folder, row.file);
        if (strcmp(wanted, path) == 0)
            continue;
        memcpy(path, wanted, sizeof path);
        wrong += cut_sample(path);
    }
    fclose(f);
    assert_int_equal(wrong, 0);
}

static void test_cut_files(void **state)
{
    (void)state;
    cut_list(&own);
}

static void test_cut_samples(void **state)
{
    (void)state;
    if (!is_there(&shared))
        skip();
    cut_list(&shared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_files),
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_cut_files),
        cmocka_unit_test(test_cut_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
