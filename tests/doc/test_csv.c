/* CSV: cells with their places, and every bad row with its place and words. */
#include "doc/doc_test.h"

#include "doc/csv.h"
#include "doc/source.h"

static struct arena *arena;
static struct diag dg;
static struct csv csv;

static bool parse(const char *text)
{
    char separator = csv.separator;
    arena_empty(arena);
    dg = diag_on(arena);
    csv = (struct csv){ .separator = separator };
    return csv_parse(arena, source_of("t.csv", text, strlen(text)), &csv, &dg);
}

static void check_cell(size_t row, const char *column, const char *text,
                       const char *place)
{
    const struct doc_node *cell = doc_get(doc_at(csv.rows, row), column);
    assert_non_null(cell);
    assert_string_equal(doc_text(cell), text);
    const char *at = arena_printf(arena, "%u:%u", cell->at.line, cell->at.column);
    assert_string_equal(at, place);
}

static void test_cells_and_places(void **state)
{
    (void)state;
    assert_true(parse("\xef\xbb\xbf# source: somebody, 2008\r\n"
                      "suite,table, size\r\n"
                      "\r\n"
                      "TPC-C,\"a, \"\"b\"\"\", 5 \r\n"
                      "# not a row\r\n"
                      "x,\"two\r\nlines\",7\r\n"
                      "\xc3\xa4,,8"));
    assert_int_equal(csv.rows->count, 3);
    check_cell(0, "suite", "TPC-C", "4:1");
    check_cell(0, "table", "a, \"b\"", "4:7");
    check_cell(0, "size", "5", "4:19");
    check_cell(1, "table", "two\nlines", "6:3");
    check_cell(1, "size", "7", "7:8");
    check_cell(2, "suite", "\xc3\xa4", "8:1");
    check_cell(2, "table", "", "8:4");
    check_cell(2, "size", "8", "8:5");
    assert_true(doc_get(doc_at(csv.rows, 0), "table")->quoted);
    struct where b = doc_inside(doc_get(doc_at(csv.rows, 0), "table"), 4);
    assert_int_equal(b.column, 13); /* behind a comma and two quotes */
    b = doc_inside(doc_get(doc_at(csv.rows, 1), "table"), 4);
    assert_int_equal(b.line, 7);
    assert_int_equal(b.column, 1);
}

static void test_separators(void **state)
{
    (void)state;
    csv.separator = ';';
    assert_true(parse("a;b\n1,5;2\n"));
    check_cell(0, "a", "1,5", "2:1");
    csv.separator = '\t';
    assert_true(parse("a\tb\n\tx y\n"));
    check_cell(0, "a", "", "2:1");
    check_cell(0, "b", "x y", "2:2");
    csv.separator = 0;
}

static void test_header_only(void **state)
{
    (void)state;
    assert_true(parse("a,b\n"));
    assert_int_equal(csv.rows->count, 0);
    assert_int_equal(csv.names->count, 2);
}

static const struct {
    const char *text, *message;
} bad[] = {
    { "",
      "1:1: no header row; the first line that is not a comment names the columns" },
    { "# only\n\n",
      "3:1: no header row; the first line that is not a comment names the "
      "columns" },
    { "a,b,c\n1,2\n", "2:3: this row has 2 cells, the header has 3 columns" },
    { "a\n1,2\n", "2:3: this row has 2 cells, the header has 1 column" },
    { "a,b\n1,2,3,4\n", "2:5: this row has 4 cells, the header has 2 columns" },
    { "a,b\n1,2,\n", "2:5: this row has 3 cells, the header has 2 columns" },
    { "a,b,a\n1,2,3\n", "1:5: column 'a' is named twice" },
    { "a,,c\n1,2,3\n", "1:3: column 2 has no name" },
    { "a,b\n1,\"open\n2,3\n", "2:3: the quote that opens here is never closed" },
    { "a,b\n1,\"x\" y\n", "2:7: text behind a closing quote; write \"\" for a quote "
                          "inside a cell" },
    { "a,b\n1,5\" disk\n", "2:4: a quote inside a plain cell; put the whole cell in "
                           "quotes and write \"\"" },
    { "a,b\n1,\xe9\n", "2:3: byte 0xe9 is not UTF-8; save the file as UTF-8" },
};

static void test_bad_input(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (parse(bad[i].text))
            fail_msg("'%s' was taken", bad[i].text);
        check_message(&dg, 0, bad[i].message, bad[i].text);
    }
}

static void test_reads_on_after_a_bad_row(void **state)
{
    (void)state;
    assert_false(parse("a,b\n1\n2,3\n4,5,6\n7,8\n"));
    assert_int_equal(dg.errors, 2);
    check_message(&dg, 1, "4:5: this row has 3 cells, the header has 2 columns", "3rd");
    assert_int_equal(csv.rows->count, 2);
    check_cell(1, "b", "8", "5:3");
}

static void test_wrong_separator_is_named(void **state)
{
    (void)state;
    assert_false(parse("a;b\n1,5;2\n"));
    check_message(&dg, 1,
                  "1:1: the cells seem to be separated by ';', and ',' was "
                  "expected",
                  "semicolons");
}

static void test_column_by_name(void **state)
{
    (void)state;
    size_t column = 9;
    assert_true(parse("suite,original_mb\nx,1\n"));
    struct where at = { "s.yaml", 7, 9 };
    assert_true(csv_column(&csv, "original_mb", at, &column, &dg));
    assert_int_equal(column, 1);
    assert_false(csv_column(&csv, "orginal_mb", at, &column, &dg));
    check_message(&dg, 0,
                  "7:9: there is no column 'orginal_mb'; did you mean "
                  "'original_mb'?",
                  "near");
    check_message(&dg, 1, "1:1: the header is here", "near");
    assert_false(csv_column(&csv, "zzz", at, &column, &dg));
    check_message(&dg, 2,
                  "7:9: there is no column 'zzz'; the header has: suite, "
                  "original_mb",
                  "far");
}

static void test_line_bound(void **state)
{
    (void)state;
    size_t n = CSV_LINE + 20;
    char *text = test_malloc(n);
    memset(text, 'x', n);
    memcpy(text, "a\n\"", 3);
    text[n - 1] = '\0';
    assert_false(parse(text));
    check_message(&dg, 0,
                  "2:1: a cell of more than 1048576 bytes; is a closing quote "
                  "missing?",
                  "quoted");
    text[2] = 'x';
    assert_false(parse(text));
    check_message(&dg, 0, "2:1: a row of more than 1048576 bytes", "plain");
    test_free(text);
}

/* Any byte changed or the file cut: rows or a message, places never run off. */
static void test_broken_bytes(void **state)
{
    (void)state;
    static const char text[] = "# c\na,b\n1,\"x\"\"y\"\n\"2\r\n3\",4\r5,6\n";
    static const char swaps[] = "\",\n\r#\\ \t;\xc3\x01x";
    char copy[sizeof text];
    for (size_t i = 0; i < sizeof text - 1; i++)
        for (size_t k = 0; k < sizeof swaps; k++) {
            memcpy(copy, text, sizeof text);
            copy[i] = swaps[k];
            bool ok = parse(copy);
            assert_int_equal(ok, dg.errors == 0);
            for (size_t r = 0; r < csv.rows->count; r++)
                assert_int_equal(doc_at(csv.rows, r)->count, csv.names->count);
        }
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cells_and_places),
        cmocka_unit_test(test_separators),
        cmocka_unit_test(test_header_only),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_reads_on_after_a_bad_row),
        cmocka_unit_test(test_wrong_separator_is_named),
        cmocka_unit_test(test_column_by_name),
        cmocka_unit_test(test_line_bound),
        cmocka_unit_test(test_broken_bytes),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
