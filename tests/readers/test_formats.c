/* Every file in tests/readers/<format>/ is recognised and gives exactly the
 * measurements in <file>.expected, a line of JSON each and the diagnostics behind them;
 * RECORD=1 writes those files anew.  Files of other people in ../shared/samples, where
 * that folder is, give the figures of expect-other.csv, each of which stands on its
 * line.  Files that were cut short give nothing that the whole file does not hold,
 * unless it is flagged. */
#include "check.h"

#include <dirent.h>

#include "base/arena.h"
#include "base/buf.h"
#include "doc/csv.h"
#include "readers/reader.h"

#define SAMPLES "../shared/samples/"
enum { MOST_FILES = 256 };

struct reading {
    struct runs *runs;
    struct diag dg;
    const struct reader *reader;
    bool ok;
};

static struct reading read_bytes(struct arena *a, const char *path, const char *bytes,
                                 size_t length, const struct reader *reader)
{
    struct reading r = { runs_new(a), diag_on(a), reader, false };
    struct raw raw = { .path = path, .source = source_of(path, bytes, length) };
    if (reader == NULL)
        r.reader = reader_probe(&raw.source, (struct where){ .file = path }, &r.dg);
    r.ok = r.reader != NULL && r.reader->read(&raw, r.runs, &r.dg);
    return r;
}

static struct source load(struct arena *a, const char *path)
{
    struct diag dg = diag_on(a);
    struct source src = { .path = path, .limit = 32 << 20 };
    if (!source_read(a, &src, (struct where){ 0 }, &dg))
        fail_msg("cannot read %s", path);
    return src;
}

static const char *report(struct arena *a, const struct reading *r)
{
    static const char *const levels[] = { "error", "error", "warning", "note" };
    struct buf out = buf_on(a);
    for (size_t i = 0; i < r->runs->count; i++)
        buf_printf(&out, "%s\n", measurement_json(a, &r->runs->items[i]));
    for (size_t i = 0; i < r->dg.count; i++)
        buf_printf(&out, "%u:%u: %s: %s\n", r->dg.messages[i].at.line,
                   r->dg.messages[i].at.column, levels[r->dg.messages[i].level],
                   r->dg.messages[i].text);
    return buf_text(&out);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The files of a folder, sorted; 0 where there is none. */
static size_t files_in(struct arena *a, const char *folder, const char **out)
{
    DIR *d = opendir(folder);
    size_t n = 0;
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL && n < MOST_FILES;) {
        size_t length = strlen(e->d_name);
        bool expected = length > 9 && !strcmp(e->d_name + length - 9, ".expected");
        if (e->d_name[0] != '.' && !expected)
            out[n++] = arena_printf(a, "%s/%s", folder, e->d_name);
    }
    if (d != NULL)
        closedir(d);
    qsort(out, n, sizeof *out, by_name);
    return n;
}

static bool same_op(const struct measurement *a, const struct measurement *b)
{
    const struct parameter *x = setting_find(a->setting, "op");
    const struct parameter *y = setting_find(b->setting, "op");
    return x == NULL || y == NULL ? x == y : parameter_equal(x, y);
}

static bool holds(const struct runs *whole, const struct measurement *m)
{
    for (size_t i = 0; i < whole->count; i++)
        if (whole->items[i].metric == m->metric && whole->items[i].value == m->value &&
            strcmp(whole->items[i].statistic, m->statistic) == 0 &&
            same_op(&whole->items[i], m))
            return true;
    return false;
}

/* Reads text that is given whole: neither a stream nor a run store.  fio's formats have
 * tests of their own. */
static bool whole(const struct reader *r)
{
    return !r->streams && strcmp(r->name, "store") != 0 &&
           strncmp(r->name, "fio", 3) != 0;
}

/* Cut behind every `step` bytes. */
static void check_cuts(const char *path, size_t step)
{
    struct arena *a = arena_new(), *b = arena_new();
    struct source src = load(a, path);
    struct reading all = read_bytes(a, path, src.bytes, src.length, NULL);
    for (size_t n = 0; n < src.length; n += step) {
        char *cut = arena_alloc(b, n + 1);
        memcpy(cut, src.bytes, n);
        struct reading r = read_bytes(b, path, cut, n, all.reader);
        for (size_t i = 0; i < r.runs->count; i++) {
            const struct measurement *m = &r.runs->items[i];
            if ((m->flags >> FLAG_PARTIAL & 1) == 0 && !holds(all.runs, m))
                fail_msg("%s cut at %zu: %s", path, n, measurement_json(b, m));
        }
        arena_empty(b);
    }
    arena_free(a);
    arena_free(b);
}

static void check_file(struct arena *a, const char *path, const char *name)
{
    struct source src = load(a, path);
    struct reading r = read_bytes(a, path, src.bytes, src.length, NULL);
    const char *expected = arena_printf(a, "%s.expected", path);
    const char *got = report(a, &r);
    if (r.reader == NULL || strcmp(r.reader->name, name) != 0)
        fail_msg("%s is taken for %s", path,
                 r.reader != NULL ? r.reader->name : "none");
    if (getenv("RECORD") != NULL) {
        FILE *f = fopen(expected, "wb");
        assert_non_null(f);
        fputs(got, f);
        fclose(f);
    }
    if (strcmp(got, load(a, expected).bytes) != 0)
        fail_msg("%s: got\n%s", path, got);
}

static void test_own_files(void **state)
{
    (void)state;
    for (size_t i = 0; reader_at(i) != NULL; i++) {
        struct arena *a = arena_new();
        const char *name = reader_at(i)->name, *files[MOST_FILES];
        size_t n = files_in(a, arena_printf(a, "tests/readers/%s", name), files);
        if (!whole(reader_at(i)))
            n = 0;
        else if (n == 0 && reader_at(i)->probe != NULL)
            print_message("no files of the format %s\n", name);
        for (size_t k = 0; k < n; k++) {
            check_file(a, files[k], name);
            check_cuts(files[k], 7);
        }
        arena_free(a);
    }
}

/* What a value is, for a message. */
static const char *cell(const struct doc_node *row, const char *name)
{
    const struct doc_node *node = doc_get(row, name);
    return node != NULL ? node->text : "";
}

/* Every "key=value" of `where` is among the parameters. */
static bool fits(struct arena *a, const struct measurement *m, const char *where)
{
    while (*where != '\0') {
        size_t n = strcspn(where, ";"), key = strcspn(where, "=");
        const char *name = arena_strndup(a, where, key);
        const char *text = arena_strndup(a, where + key + 1, n - key - 1);
        const struct parameter *p = setting_find(m->setting, name);
        struct parameter want = parameter_of(a, name, text);
        bool same =
            p != NULL && (p->kind == PARAMETER_TEXT ? strcmp(p->text, text) == 0
                                                    : parameter_equal(p, &want));
        if (strcmp(text, "-") == 0 ? p != NULL : !same)
            return false;
        where += n + (where[n] == ';');
    }
    return true;
}

static uint32_t flags_of(const char *text)
{
    uint32_t flags = 0;
    for (unsigned i = 0; i < FLAG_COUNT; i++)
        if (strstr(text, flag_names[i]) != NULL)
            flags |= UINT32_C(1) << i;
    return flags;
}

static const char *line_of(struct arena *a, const struct source *src, unsigned line)
{
    const char *p = src->bytes;
    for (unsigned i = 1; i < line && p != NULL; i++) {
        p = strchr(p, '\n');
        p = p != NULL ? p + 1 : NULL;
    }
    return p != NULL ? arena_strndup(a, p, strcspn(p, "\n")) : "";
}

static bool check_row(struct arena *a, const struct doc_node *row,
                      const struct source *src, const struct reading *r)
{
    unsigned line = (unsigned)strtoul(cell(row, "line"), NULL, 10);
    double value = strtod(cell(row, "value"), NULL);
    if (strstr(line_of(a, src, line), cell(row, "text")) == NULL)
        fail_msg("expect-other.csv:%u: '%s' is not on line %u of %s", row->at.line,
                 cell(row, "text"), line, src->path);
    for (size_t i = 0; i < r->runs->count; i++) {
        const struct measurement *m = &r->runs->items[i];
        if (m->at.line == line && strcmp(m->metric->name, cell(row, "metric")) == 0 &&
            strcmp(m->statistic, cell(row, "statistic")) == 0 &&
            fabs(m->value - value) <= 1e-12 * fabs(value) &&
            fits(a, m, cell(row, "where")) && m->flags == flags_of(cell(row, "flags")))
            return true;
    }
    print_error("expect-other.csv:%u: %s does not give this\n", row->at.line,
                src->path);
    return false;
}

static void test_samples(void **state)
{
    (void)state;
    DIR *d = opendir(SAMPLES);
    if (d == NULL)
        skip();
    closedir(d);
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    struct csv csv = { 0 };
    if (!csv_read(a, "tests/readers/expect-other.csv", (struct where){ 0 }, &csv, &dg))
        fail_msg("expect-other.csv: %s", dg.messages[0].text);
    const char *last = "";
    size_t failed = 0;
    struct source src = { 0 };
    struct reading r = { 0 };
    for (size_t i = 0; i < csv.rows->count; i++) {
        const struct doc_node *row = doc_at(csv.rows, i);
        if (strcmp(cell(row, "file"), last) != 0) {
            last = cell(row, "file");
            src = load(a, arena_printf(a, SAMPLES "%s", last));
            r = read_bytes(a, src.path, src.bytes, src.length, NULL);
            if (r.reader == NULL || strcmp(r.reader->name, cell(row, "format")) != 0)
                fail_msg("%s is taken for %s", src.path,
                         r.reader != NULL ? r.reader->name : "none");
            size_t count = (size_t)strtoul(cell(row, "measurements"), NULL, 10);
            if (r.runs->count != count)
                fail_msg("%s gives %zu measurements, not %zu", src.path, r.runs->count,
                         count);
        }
        if (*cell(row, "metric") != '\0')
            failed += !check_row(a, row, &src, &r);
    }
    assert_int_equal(failed, 0);
    arena_free(a);
}

static void test_samples_cut(void **state)
{
    (void)state;
    DIR *d = opendir(SAMPLES);
    if (d == NULL)
        skip();
    closedir(d);
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    struct csv csv = { 0 };
    assert_true(
        csv_read(a, "tests/readers/expect-other.csv", (struct where){ 0 }, &csv, &dg));
    const char *last = "";
    for (size_t i = 0; i < csv.rows->count; i++) {
        const char *file = cell(doc_at(csv.rows, i), "file");
        if (strcmp(file, last) != 0)
            check_cuts(arena_printf(a, SAMPLES "%s", file), 100);
        last = file;
    }
    arena_free(a);
}

/* Nothing that is none of ours crashes a reader that was named for it. */
static void test_bad_input(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
    } bad[] = { { "", 0 },
                { "\0\0\0\0", 4 },
                { "\n\n\n", 3 },
                { "\xff\xfe", 2 },
                { "{", 1 },
                { "[[[[[[", 6 },
                { "<a><b>", 6 },
                { "\xef\xbb\xbf", 3 },
                { "=:=|,;\t#", 8 },
                { "{}", 2 },
                { "1;2;3\n,,,\n|||", 13 } };
    for (size_t i = 0; reader_at(i) != NULL; i++)
        for (size_t k = 0; whole(reader_at(i)) && k < sizeof bad / sizeof *bad; k++) {
            struct arena *a = arena_new();
            struct reading r =
                read_bytes(a, "bad", bad[k].bytes, bad[k].length, reader_at(i));
            if (r.runs->count > 0 || (r.ok && r.dg.count == 0))
                fail_msg("%s takes bad input %zu", reader_at(i)->name, k);
            arena_free(a);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_files),
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_samples_cut),
        cmocka_unit_test(test_bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
