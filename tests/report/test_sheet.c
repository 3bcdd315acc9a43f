/* names and addresses of a workbook: what a spreadsheet would read as a cell. */
#include "check.h"

#include "base/arena.h"
#include "report/sheet.h"

static void test_names_that_read_as_cells_get_an_underscore(void **state)
{
    (void)state;
    static const struct {
        const char *name, *want;
    } rows[] = {
        { "A1", "A1_" },
        { "xfd1048576", "xfd1048576_" },
        { "abc99999999", "abc99999999_" },
        { "abcd1", "abcd1" },
        { "tb", "tb" },
        { "R", "R_" },
        { "c", "c_" },
        { "rc", "rc_" },
        { "R1C1", "R1C1_" },
        { "r1c", "r1c_" },
        { "rc12", "rc12_" },
        { "R5", "R5_" },
        { "C7", "C7_" },
        { "cr", "cr" },
        { "R1C1x", "R1C1x" },
        { "true", "true_" },
        { "False", "False_" },
        { "truth", "truth" },
        { "copies-3", "copies_3" },
        { "c-1", "c_1" },
        { "disk_price", "disk_price" },
        { "3par", "_3par" },
        { ".x", "_.x" },
        { "a.b", "a.b" },
        { "a b+c", "a_b_c" },
        { "", "_" },
        { "\xC3\xA9t\xC3\xA9", "\xC3\xA9t\xC3\xA9" },
    };
    struct arena *a = arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(workbook_name(a, rows[i].name), rows[i].want);
    arena_free(a);
}

static void test_long_names_are_cut_between_characters(void **state)
{
    (void)state;
    char text[400];
    memset(text, 'x', sizeof text);
    text[254] = (char)0xC3; /* a character of two bytes, at bytes 254 and 255 */
    text[255] = (char)0xA9;
    text[399] = '\0';
    struct arena *a = arena_new();
    assert_int_equal(strlen(workbook_name(a, text)), 254);
    text[254] = text[255] = 'x';
    assert_int_equal(strlen(workbook_name(a, text)), 255);
    arena_free(a);
}

static void test_names_that_meet_are_refused_with_both_places(void **state)
{
    (void)state;
    static const struct name_place names[] = {
        { "copies", { "study.yaml", 3, 5 } }, { "users", { "study.yaml", 4, 5 } },
        { "Copies", { "study.yaml", 7, 5 } }, { "a-b", { "study.yaml", 8, 5 } },
        { "a_b", { "other.yaml", 2, 1 } },
    };
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    assert_true(workbook_names_differ(names, 2, &dg));
    assert_false(diag_failed(&dg));
    assert_false(workbook_names_differ(names, 5, &dg));
    assert_int_equal(dg.errors, 2);
    assert_int_equal(dg.count, 4); /* each with its note */
    assert_int_equal(dg.messages[0].at.line, 7);
    assert_int_equal(dg.messages[1].at.line, 3);
    assert_string_equal(dg.messages[2].at.file, "other.yaml");
    assert_int_equal(dg.messages[3].at.line, 8);
    arena_free(a);
}

static void test_addresses(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    assert_string_equal(cell_address(a, 0, 0, false), "A1");
    assert_string_equal(cell_address(a, 4, 25, true), "$Z$5");
    assert_string_equal(cell_address(a, 9, 26, false), "AA10");
    assert_string_equal(cell_address(a, 1048575, 16383, false), "XFD1048576");
    assert_string_equal(cell_address(a, 0, 701, false), "ZZ1");
    assert_string_equal(cell_address(a, 0, 702, false), "AAA1");
    assert_string_equal(cell_on_sheet(a, "Model", 2, 3), "Model!$D$3");
    assert_string_equal(cell_on_sheet(a, "Cash flow", 2, 3), "'Cash flow'!$D$3");
    assert_string_equal(cell_on_sheet(a, "it's", 0, 0), "'it''s'!$A$1");
    assert_string_equal(cell_on_sheet(a, "RC", 0, 0), "'RC'!$A$1");
    struct area s = { .first_row = 1, .last_row = 3, .last_column = 1 };
    assert_string_equal(area_on_sheet(a, "Model", s), "Model!$A$2:$B$4");
    assert_string_equal(text_in_formula(a, "say \"so\""), "\"say \"\"so\"\"\"");
    arena_free(a);
}

static void test_cells_are_kept_as_given(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    struct sheet s = { .name = "Model" };
    for (uint32_t i = 0; i < 100; i++)
        cell_number(a, &s, i, 1, i)->style.look = LOOK_RESULT;
    cell_text(a, &s, 0, 0, "=1+1");
    struct cell *f = cell_formula(a, &s, 100, 1, "SUM(B1:B100)");
    f->number = 4950;
    assert_int_equal(s.cell_count, 102);
    assert_true(s.cells[99].number == 99 && s.cells[99].style.look == LOOK_RESULT);
    assert_int_equal(s.cells[100].kind, CELL_TEXT);
    assert_int_equal(s.cells[101].kind, CELL_FORMULA);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_that_read_as_cells_get_an_underscore),
        cmocka_unit_test(test_long_names_are_cut_between_characters),
        cmocka_unit_test(test_names_that_meet_are_refused_with_both_places),
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_cells_are_kept_as_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
