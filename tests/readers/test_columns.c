/* The reader of CSV whose columns a study names: the published files of the
 * compression study, and every way in which a study or a cell can be wrong. */
#include "doc/doc_test.h"

#include <unistd.h>

#include "doc/source.h"
#include "doc/yaml.h"
#include "measure/select.h"
#include "measure/store.h"
#include "readers/reader.h"

static struct arena *arena;
static struct diag dg;
static struct runs *runs;

static const struct doc_node *parse(const char *yaml)
{
    const struct doc_node *node =
        yaml_parse(arena, source_of("s.yaml", yaml, strlen(yaml)), &dg);
    if (node == NULL)
        fail_msg("%s: %s", yaml, message(&dg, 0));
    return node;
}

static void start(void)
{
    arena_empty(arena);
    dg = diag_on(arena);
    runs = runs_new(arena);
}

static void check_take(const char *yaml, double want)
{
    struct taken t;
    if (!runs_take_node(runs, parse(yaml), &t, &dg))
        fail_msg("%s: %s", yaml, message(&dg, 0));
    if (t.value != want || !t.is_exact)
        fail_msg("%s: got %.17g, want %.17g", yaml, t.value, want);
}

static const char compression[] =
    "- file: tables.csv\n"
    "  system: \"{table}\"\n"
    "  parameters: {suite: \"{suite}\", block_size: \"{block_kb} KiB\"}\n"
    "  measurements:\n"
    "    - {metric: size, parameters: {compressed: no}, value: original_mb, unit: MB}\n"
    "    - {metric: size, parameters: {compressed: yes}, value: compressed_mb, unit: "
    "MB}\n"
    "- file: throughput.csv\n"
    "  system: Oracle Database 11g\n"
    "  parameters: {load: \"{load}\", compressed: \"{compressed}\"}\n"
    "  measurements:\n"
    "    - {metric: executions, value: executions, unit: executions, direction: none}\n"
    "    - {metric: rows, value: rows, unit: rows, direction: none}\n"
    "    - {metric: cpu, value: cpu_pct, unit: '%'}\n"
    "    - {metric: queue, value: disk_queue, unit: requests}\n"
    "    - {metric: free_memory, value: free_memory_mb, unit: MB, direction: higher}\n"
    "    - {metric: throughput, value: stated_tps, unit: TPS, parameters: {basis: "
    "stated}}\n"
    "    - {metric: elapsed, value: duration_s, unit: s}\n"
    "- file: elapsed.csv\n"
    "  system: \"{table}\"\n"
    "  parameters: {work: \"{work}\", block_size: \"{block_kb} KiB\", compressed: "
    "\"{compressed}\"}\n"
    "  measurements:\n"
    "    - {metric: elapsed, value: seconds, unit: s}\n";

static void test_published_figures(void **state)
{
    (void)state;
    start();
    if (!reader_load(runs, parse(compression), "data/oracle-compression/study.yaml",
                     &dg))
        fail_msg("%s", message(&dg, 0));
    assert_int_equal(runs->count, 11 * 2 + 6 * 7 + 12);
    assert_int_equal(runs->file_count, 3);
    assert_string_equal(runs->files[1]->path, "throughput.csv");
    assert_int_equal(runs->files[0]->measurements, 22);
    check_take("{metric: size, where: {suite: TPC-C, compressed: no}, take: sum}",
               273034e6);
    check_take("{metric: size, where: {suite: TPC-C, compressed: yes}, take: sum}",
               210808e6);
    check_take("{metric: size, where: {system: C_Customer, compressed: yes}}", 78249e6);
    check_take("{metric: size, where: {system: Locations, block_size: 16 KiB, "
               "compressed: yes}}",
               136e6);
    check_take("{metric: throughput, where: {load: mixed, compressed: no}}", 28);
    check_take("{metric: throughput, where: {load: mixed, compressed: yes}}", 13);
    check_take("{metric: executions, where: {load: mixed, compressed: no}}", 46898);
    check_take("{metric: rows, where: {load: read, compressed: yes}}", 21991413);
    check_take("{metric: cpu, where: {load: mixed, compressed: yes}}", 0.58);
    check_take("{metric: queue, where: {load: write, compressed: yes}}", 3);
    check_take("{metric: free_memory, where: {load: write, compressed: yes}}", 2314e6);
    check_take("{metric: elapsed, where: {work: scan, block_size: 16 KiB, system: "
               "Locations}}",
               9.83);
    check_take("{metric: elapsed, where: {work: dml}, take: count}", 6);
    const struct measurement *m = &runs->items[0];
    assert_int_equal(m->at.line, 6);
    assert_int_equal(m->at.column, 20);
    assert_true(m->resolution == 1e6);
    assert_string_equal(m->written->text, "MB");
}

/* The rows of our data files are those that were published. */
static void test_same_figures_as_published(void **state)
{
    (void)state;
    static const char *const names[] = { "tables", "throughput", "elapsed" };
    for (size_t i = 0; i < 3; i++) {
        start();
        const char *ours =
            arena_printf(arena, "data/oracle-compression/%s.csv", names[i]);
        const char *theirs = arena_printf(
            arena, "../shared/reference/evaluations/oracle-compression-%s.csv",
            names[i]);
        if (access(theirs, R_OK) != 0)
            skip();
        struct source a = { .path = ours }, b = { .path = theirs };
        assert_true(source_read(arena, &a, (struct where){ 0 }, &dg));
        assert_true(source_read(arena, &b, (struct where){ 0 }, &dg));
        const char *row = strrchr(a.bytes, '#');
        row = strchr(strchr(row, '\n') + 1, '\n'); /* behind the header */
        assert_non_null(strstr(b.bytes, row));
        assert_string_equal(strstr(b.bytes, row), row);
    }
}

/* A CSV on disk and a block that reads it. */
static bool load(const char *csv, const char *block)
{
    start();
    char path[] = "/tmp/priceperf-columns-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, csv, strlen(csv)), strlen(csv));
    close(fd);
    const char *yaml = arena_printf(arena, "- file: %s\n%s", path, block);
    bool ok = reader_load(runs, parse(yaml), "s.yaml", &dg);
    unlink(path);
    return ok;
}

#define CSV "name,kb,mb\na,8,100\nb,16,200\n"

static const struct {
    const char *csv, *block, *message;
} bad[] = {
    /* what the study says */
    { CSV,
      "  system: '{name}'\n  measurements:\n    - {metric: size, value: md, unit: "
      "MB}\n",
      "4:29: there is no column 'md'; did you mean 'mb'?" },
    { CSV,
      "  system: '{nam}'\n  measurements:\n    - {metric: size, value: mb, unit: MB}\n",
      "2:13: there is no column 'nam'; did you mean 'name'?" },
    { CSV,
      "  system: 'x{name'\n  measurements:\n    - {metric: size, value: mb, unit: "
      "MB}\n",
      "2:13: this '{' is not closed; write {column}, or {{ for a brace" },
    { CSV,
      "  system: 'x}'\n  measurements:\n    - {metric: size, value: mb, unit: MB}\n",
      "2:13: this '}' closes nothing; write }} for a brace" },
    { CSV, "  sistem: x\n  measurements:\n    - {metric: size, value: mb, unit: MB}\n",
      "2:3: unknown key 'sistem'; did you mean 'system'?" },
    { CSV, "  system: x\n  measurements:\n    - {metric: sice, value: mb, unit: MB}\n",
      "4:16: unknown metric 'sice'; did you mean 'size'?" },
    { CSV, "  system: x\n  measurements:\n    - {metric: size, value: mb}\n",
      "4:7: a measurement lacks the key 'unit'" },
    { CSV, "  system: x\n  measurements:\n    - {metric: size, value: mb, unit: Mb}\n",
      "4:39: unknown unit 'Mb'; did you mean 'MB'?" },
    { CSV,
      "  system: x\n  measurements:\n    - {metric: latency, value: mb, unit: MB}\n",
      "4:42: unit 'MB' does not fit the metric 'latency', whose values are in s" },
    { CSV,
      "  system: x\n  measurements:\n    - {metric: size, value: mb, unit: MB, "
      "direction: "
      "higher}\n",
      "4:54: of the metric 'size', lower is better; leave 'direction' out" },
    { CSV,
      "  system: x\n  measurements:\n    - {metric: size, value: mb, unit: MB, "
      "statistic: "
      "avg}\n",
      "4:54: unknown statistic 'avg'; write mean, stddev, min, max, median, count, or "
      "a "
      "percentile such as p99" },
    { CSV,
      "  system: x\n  parameters: {a: 1}\n  measurements:\n    - {metric: size, value: "
      "mb, "
      "unit: MB, parameters: {a: 2}}\n",
      "5:56: parameter 'a' is given twice; leave one out" },
    { CSV, "  format: colums\n",
      "2:11: unknown format 'colums'; did you mean 'columns'?" },
    { CSV, "  separator: pipe\n  system: x\n  measurements: []\n",
      "2:14: unknown value 'pipe'; write one of: comma, semicolon, tab, ,, ;" },
    /* what the file says */
    { "name,mb\na,-5\n",
      "  system: x\n  measurements:\n    - {metric: size, value: mb, unit: MB}\n",
      "2:3: size '-5' is negative" },
    { "name,mb\na,nan\n",
      "  system: x\n  measurements:\n    - {metric: size, value: mb, unit: MB}\n",
      "2:3: 'nan' is not a finite number" },
    { "name,mb\na,\"1,5\"\n",
      "  system: x\n  measurements:\n    - {metric: size, value: mb, unit: MB}\n",
      "2:5: decimal comma in '1,5'; write 1.5" },
    { "name,mb\na\n",
      "  system: x\n  measurements:\n    - {metric: size, value: mb, unit: MB}\n",
      "2:1: this row has 1 cell, the header has 2 columns" },
    /* JSON lines */
    { "{\"name\": \"a\", \"mb\": 5}\n{\"name\": \"b\" \"mb\": 6}\n",
      "  system: '{name}'\n  measurements:\n    - {metric: size, value: mb, unit: "
      "MB}\n",
      "2:14: '\"' stands where ',' or '}' should follow" },
    { "{\"name\": \"a\", \"mb\": 5}\n[1]\n",
      "  system: '{name}'\n  measurements:\n    - {metric: size, value: mb, unit: "
      "MB}\n",
      "2:1: this line is a list; each line must be an object" },
    { "{\"name\": \"a\", \"t\": {\"mb\": \"x\"}}\n",
      "  system: '{name}'\n  measurements:\n    - {metric: size, value: t.mb, unit: "
      "MB}\n",
      "1:28: 'x' is not a number" },
    { "name,mb\n,5\n",
      "  system: '{name}'\n  measurements:\n    - {metric: size, value: mb, unit: "
      "MB}\n",
      "2:1: the name of the system is missing in this row" },
    { "name,mb\na,\n",
      "  system: x\n  measurements:\n    - {metric: size, value: mb, unit: MB, "
      "required: "
      "yes}\n",
      "2:3: the value of 'mb' is missing here" },
    { "kb,mb\nmany,5\n",
      "  system: x\n  parameters: {block: '{kb} KiB'}\n  measurements:\n    - {metric: "
      "size, value: mb, unit: MB}\n",
      "2:1: 'many' is not a number" },
    { "name,mb\na,1e305\n",
      "  system: x\n  measurements:\n    - {metric: size, value: mb, unit: MB}\n",
      "2:3: '1e305 MB' is too large a value" },
};

static void test_bad_input(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (load(bad[i].csv, bad[i].block))
            fail_msg("%s with %s was taken", bad[i].csv, bad[i].block);
        check_message(&dg, 0, bad[i].message, bad[i].block);
    }
}

static void test_missing_values(void **state)
{
    (void)state;
    assert_true(load("name;kb;mb\na;8;100\nb;;n/a\nc;;\nd;;1.50\n",
                     "  separator: semicolon\n  system: '{name}'\n"
                     "  parameters: {block: '{kb} KiB'}\n  missing: n/a\n"
                     "  measurements:\n    - {metric: size, value: mb, unit: MB}\n"));
    assert_int_equal(runs->count, 2);
    assert_string_equal(runs->items[1].system, "d");
    assert_int_equal(runs->items[1].setting->count, 0); /* an empty cell sets nothing */
    check_close(runs->items[1].resolution, 1e4, 1e-15);
    assert_int_equal(runs->items[0].setting->items[0].number, 8192);
}

static void test_a_bad_row_is_not_the_end(void **state)
{
    (void)state;
    assert_false(load("name,mb\na,x\nb\nc,5\n",
                      "  system: '{name}'\n  measurements:\n"
                      "    - {metric: size, value: mb, unit: MB}\n"));
    assert_int_equal(dg.errors, 2);
    assert_int_equal(runs->count, 1);
}

static void test_declared_metric(void **state)
{
    (void)state;
    assert_true(load("mb\n-3.5\n",
                     "  system: x\n  measurements:\n    - {metric: drift, "
                     "value: mb, unit: '%', direction: lower}\n"));
    assert_string_equal(runs->items[0].metric->name, "drift");
    assert_true(runs->items[0].value == -0.035);
    assert_false(load("mb\n1\n", "  system: x\n  measurements:\n    - {metric: drift, "
                                 "value: mb, unit: '%'}\n"));
    check_message(&dg, 1,
                  "4:16: a metric of your own needs its 'direction' beside it: "
                  "higher, lower or none is better",
                  "note");
}

static void test_blocks(void **state)
{
    (void)state;
    start();
    assert_false(reader_load(runs,
                             parse("- {file: no.csv, measurements: []}\n- {x: 1}\n"),
                             "data/s.yaml", &dg));
    check_message(&dg, 0, "1:10: there is no file 'data/no.csv'", "missing");
    check_message(&dg, 1, "2:3: an entry of 'runs' lacks the key 'file'", "no file");
    assert_false(load("hello\n", ""));
    assert_non_null(strstr(dg.messages[0].text, "no format recognises"));
    assert_non_null(
        strstr(dg.messages[1].text, "columns: its columns must be named in a study"));
}

static void test_store_as_input(void **state)
{
    (void)state;
    struct store_added added;
    assert_true(load(CSV, "  system: '{name}'\n  measurements:\n"
                          "    - {metric: size, value: mb, unit: MB}\n"));
    char folder[] = "/tmp/priceperf-columns-XXXXXX";
    assert_non_null(mkdtemp(folder));
    const char *path = arena_printf(arena, "%s/runs.db", folder);
    assert_true(store_add(path, runs, &added, &dg));
    runs = runs_new(arena);
    const char *study = arena_printf(arena, "%s/study.yaml", folder);
    if (!reader_load(runs, parse("- file: runs.db\n"), study, &dg))
        fail_msg("%s", message(&dg, 0));
    assert_int_equal(runs->count, 2);
    check_take("{metric: size, where: {system: b}}", 200e6);
    unlink(path);
    rmdir(folder);
}

static int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

static void test_json_lines(void **state)
{
    (void)state;
    static const char text[] =
        "\xef\xbb\xbf{\"host\": \"a\", \"lat\": {\"p99\": 2.5, \"n\": [1, 2]}}\n\n"
        "{\"lat\": {\"p99\": null}, \"host\": \"b\", \"depth\": 8}\r\n"
        "{\"host\": \"c\", \"lat\": {\"p99\": 3.5}, \"depth\": 16}";
    assert_true(load(text,
                     "  system: '{host}'\n  parameters: {queue_depth: '{depth}'}\n"
                     "  measurements:\n"
                     "    - {metric: latency, value: lat.p99, unit: ms, "
                     "statistic: p99}\n"
                     "    - {metric: queue, value: lat.n.1, unit: requests}\n"));
    assert_int_equal(runs->count, 3);
    assert_string_equal(runs->items[0].system, "a");
    check_close(runs->items[0].value, 0.0025, 0);
    assert_int_equal(runs->items[0].at.line, 1);
    assert_int_equal(runs->items[0].setting->count, 0);
    check_close(runs->items[1].value, 2, 0);
    assert_string_equal(runs->items[2].system, "c");
    assert_int_equal(runs->items[2].at.line, 4);
    assert_string_equal(runs->items[2].setting->canonical, "{\"queue_depth\": 16}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_figures),
        cmocka_unit_test(test_same_figures_as_published),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_json_lines),
        cmocka_unit_test(test_missing_values),
        cmocka_unit_test(test_a_bad_row_is_not_the_end),
        cmocka_unit_test(test_declared_metric),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_store_as_input),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
