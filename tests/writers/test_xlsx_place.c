/* what neighbours say about a cell's style, and on how many pages a sheet is printed */
#include "check.h"

#include "base/arena.h"
#include "writers/xlsx_part.h"

static struct style style_at(const struct sheet *s, size_t i)
{
    return xlsx_style_in_place(s, &s->cells[i]);
}

static void test_headers_stand_as_the_values_below(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    struct sheet s = { .name = "Model" };
    static const char *const titles[] = { "name", "value", "unit", "words" };
    for (uint16_t i = 0; i < 4; i++)
        cell_text(a, &s, 0, i, titles[i])->style.look = LOOK_HEADER;
    cell_text(a, &s, 2, 0, "size");
    cell_number(a, &s, 2, 1, 96);
    cell_text(a, &s, 2, 2, "TB");
    cell_text(a, &s, 2, 3, "help");
    static const unsigned want[] = { 0, STYLE_RIGHT, STYLE_INDENT, 0,
                                     0, 0,           STYLE_INDENT, 0 };
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(style_at(&s, i).flags, want[i]);
    s.cells[1].style.flags = STYLE_CENTRE; /* what was chosen stays */
    assert_int_equal(style_at(&s, 1).flags, STYLE_CENTRE);
    arena_free(a);
}

static void test_a_number_without_a_format_gets_one_by_its_size(void **state)
{
    (void)state;
    static const struct {
        double x;
        const char *format;
    } rows[] = {
        { 0, NULL },           { 96, NULL },
        { -48000, "#,##0" },   { 58.000000000000007, NULL },
        { 0.5, "0.0#######" }, { 22.790568, "0.0###" },
        { 210.6134, "0.0##" }, { -26121.0543, "#,##0.00" },
        { 1e300, NULL },       { 2.5e-7, "0.0####E+00" },
        { NAN, NULL },
    };
    struct arena *a = arena_new();
    struct sheet s = { .name = "Model" };
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cell_number(a, &s, i, 0, rows[i].x);
    for (size_t i = 0; i < s.cell_count; i++) {
        const char *got = style_at(&s, i).number_format;
        if (rows[i].format == NULL)
            assert_null(got);
        else
            assert_string_equal(got, rows[i].format);
    }
    s.cells[2].style.number_format = FORMAT_MONEY;
    assert_string_equal(style_at(&s, 2).number_format, FORMAT_MONEY);
    s.cells[4].style.look = LOOK_INPUT; /* as it was typed */
    assert_null(style_at(&s, 4).number_format);
    arena_free(a);
}

static void test_text_of_several_lines_wraps(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    struct sheet s = { .name = "Model" };
    cell_text(a, &s, 0, 0, "one\ntwo");
    assert_int_equal(style_at(&s, 0).flags, STYLE_WRAP);
    arena_free(a);
}

static void test_wide_sheets_go_on_several_pages(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    struct column_width widths[] = { { .first = 0, .last = 0, .width = 30 },
                                     { .first = 1, .last = 99, .width = 20 } };
    struct sheet s = { .name = "Model", .widths = widths, .width_count = 2 };
    cell_number(a, &s, 0, 10, 1);
    assert_int_equal(xlsx_pages_wide(&s), 1); /* 230 characters */
    cell_number(a, &s, 0, 11, 1);
    assert_int_equal(xlsx_pages_wide(&s), 2);
    cell_number(a, &s, 0, 21, 1);
    assert_int_equal(xlsx_pages_wide(&s), 3); /* 420 beside the 30 repeated */
    assert_int_equal(xlsx_columns_repeated(&s), 1);
    s.freeze_column = 3;
    assert_int_equal(xlsx_columns_repeated(&s), 3);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_headers_stand_as_the_values_below),
        cmocka_unit_test(test_a_number_without_a_format_gets_one_by_its_size),
        cmocka_unit_test(test_text_of_several_lines_wraps),
        cmocka_unit_test(test_wide_sheets_go_on_several_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
