/* schema: keys of a mapping, and typed values; every refusal with its place. */
#include "doc/doc_test.h"

#include "doc/schema.h"
#include "doc/source.h"
#include "doc/yaml.h"

static struct arena *arena;
static struct diag dg;

static const struct doc_node *parse(const char *text)
{
    arena_empty(arena);
    dg = diag_on(arena);
    const struct doc_node *root =
        yaml_parse(arena, source_of("t.yaml", text, strlen(text)), &dg);
    if (root == NULL)
        fail_msg("%s: %s", text, message(&dg, 0));
    return root;
}

/* The value of the key `v` in a file of that one line, which begins in column 4. */
static const struct doc_node *value(const char *text)
{
    return doc_get(parse(text), "v");
}

enum { ITEM, QUANTITY, LINES };
static const struct doc_field fields[] = {
    [ITEM] = { "item", DOC_WANT_TEXT, DOC_REQUIRED },
    [QUANTITY] = { "quantity", DOC_WANT_SCALAR, DOC_OPTIONAL },
    [LINES] = { "lines", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a line", fields);

static void test_bind(void **state)
{
    (void)state;
    const struct doc_node *v[3];
    assert_true(doc_bind(&schema, parse("item: disk\nlines: [1]\n"), v, &dg));
    assert_string_equal(doc_text(v[ITEM]), "disk");
    assert_null(v[QUANTITY]);
    assert_int_equal(v[LINES]->count, 1);
}

static void test_bind_reports_all(void **state)
{
    (void)state;
    const struct doc_node *v[3];
    const char *text = "quantiy: 1\nzzz: 2\nlines: x\n";
    assert_false(doc_bind(&schema, parse(text), v, &dg));
    check_message(&dg, 0, "1:1: unknown key 'quantiy'; did you mean 'quantity'?", text);
    check_message(&dg, 1,
                  "2:1: unknown key 'zzz'; a line has the keys item, quantity, lines",
                  text);
    check_message(&dg, 2, "3:8: 'lines' is a single value here; write a list", text);
    check_message(&dg, 3, "1:1: a line lacks the key 'item'", text);
    assert_int_equal(dg.errors, 4);
    assert_false(doc_bind(&schema, parse("- item: 1\n"), v, &dg));
    check_message(&dg, 0, "1:1: a line is a list here; write a mapping (key: value)",
                  "list");
    assert_false(doc_bind(&schema, parse("item:\n"), v, &dg));
    check_message(&dg, 0, "1:6: 'item' is empty; write a single value", "empty");
}

static void test_truth(void **state)
{
    (void)state;
    bool b;
    assert_true(doc_get_bool(value("v: yes\n"), &b, &dg) && b);
    assert_true(doc_get_bool(value("v: true\n"), &b, &dg) && b);
    assert_true(doc_get_bool(value("v: no\n"), &b, &dg) && !b);
    assert_true(doc_get_bool(value("v: false\n"), &b, &dg) && !b);
    assert_false(doc_get_bool(value("v: 'yes'\n"), &b, &dg));
    assert_false(doc_get_bool(value("v: on\n"), &b, &dg));
    check_message(&dg, 0, "1:4: 'on' is not a truth value; write yes or no", "on");
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double x;
        bool is_exact;
    } rows[] = {
        { "v: 0.1\n", 0.1, true },
        { "v: -2.5e3\n", -2500, true },
        { "v: '16.56'\n", 16.56, true },
        { "v: 1e-300\n", 1e-300, false },
        { "v: 123456789012345678901234567890123456789012\n", 1.2345678901234568e41,
          false },
        { "v: 007\n", 7, true },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct doc_number n;
        assert_true(doc_get_number(value(rows[i].text), &n, &dg));
        assert_true(n.x == rows[i].x);
        assert_int_equal(n.is_exact, rows[i].is_exact);
    }
}

static const struct {
    const char *text, *message;
} bad_numbers[] = {
    { "v: 1,5\n", "1:5: decimal comma in '1,5'; write 1.5" },
    { "v: '1,5'\n", "1:6: decimal comma in '1,5'; write 1.5" },
    { "v: -0,25\n", "1:6: decimal comma in '-0,25'; write -0.25" },
    { "v: 1,234\n", "1:5: '1,234' may be grouped digits or a decimal comma; write 1234 "
                    "or 1.234" },
    { "v: 1,234.5\n",
      "1:5: grouped digits in '1,234.5'; write the number without commas" },
    { "v: 1,234,567\n",
      "1:5: grouped digits in '1,234,567'; write the number without commas" },
    { "v: 1.234.567\n", "1:9: '1.234.567' is not a number; '.' must not stand here" },
    { "v: 1_000\n", "1:5: '1_000' is not a number; '_' must not stand here" },
    { "v: 1.\n", "1:5: '1.' is not a number; '.' must not stand here" },
    { "v: .5\n", "1:4: '.5' begins with its point; write 0.5" },
    { "v: -.5\n", "1:4: '-.5' begins with its point; write -0.5" },
    { "v: nan\n", "1:4: 'nan' is not a finite number" },
    { "v: -inf\n", "1:4: '-inf' is not a finite number" },
    { "v: .inf\n", "1:4: '.inf' is not a finite number" },
    { "v: 1e999\n", "1:4: '1e999' is too large a number" },
    { "v: 0x10\n", "1:5: 'x10' stands behind the number; write the number alone" },
    { "v: 8 KiB\n", "1:6: 'KiB' stands behind the number; write the number alone" },
    { "v: many\n", "1:4: 'many' is not a number" },
    { "v: ''\n", "1:5: a number is missing here" },
    { "v:\n", "1:3: a number is missing here" },
    { "v: [1]\n", "1:4: this number is a list here; write a single value" },
};

static void test_bad_numbers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_numbers / sizeof *bad_numbers; i++) {
        struct doc_number n;
        assert_false(doc_get_number(value(bad_numbers[i].text), &n, &dg));
        check_message(&dg, 0, bad_numbers[i].message, bad_numbers[i].text);
    }
}

static void test_whole_numbers(void **state)
{
    (void)state;
    long long n;
    assert_true(doc_get_int(value("v: 12\n"), 1, 12, &n, &dg));
    assert_int_equal(n, 12);
    assert_true(doc_get_int(value("v: 1e3\n"), 1, 5000, &n, &dg));
    assert_int_equal(n, 1000);
    static const char *const bad[] = { "v: 13\n", "v: 0\n", "v: 1.5\n",
                                       "v: 9223372036854775808\n", "v: 1e30\n" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(doc_get_int(value(bad[i]), 1, 12, &n, &dg));
    doc_get_int(value("v: 13\n"), 1, 12, &n, &dg);
    check_message(&dg, 0,
                  "1:4: '13' is out of range; write a whole number from 1 to 12", "13");
}

static void test_quantities(void **state)
{
    (void)state;
    struct doc_quantity q;
    assert_true(doc_get_quantity(arena, value("v: 8 KiB\n"), "8 KiB", &q, &dg));
    check_close(q.number.x * q.unit.factor, 8192, 0);
    assert_true(doc_get_quantity(arena, value("v: 22 %/year\n"), "1 %", &q, &dg));
    assert_string_equal(q.unit.text, "%/year");
    assert_true(doc_get_quantity(arena, value("v: 50%\n"), "1 %", &q, &dg));
    assert_true(doc_get_quantity(arena, value("v: 1 USD/GB\n"), "1 USD", &q, &dg));
    assert_true(q.unit.dim.bytes == -1 && q.unit.dim.money[0] == 1);
}

static const struct {
    const char *text, *message;
} bad_quantities[] = {
    { "v: 8\n", "1:5: '8' has no unit; write for example 8 KiB" },
    { "v: '8 '\n", "1:6: '8 ' has no unit; write for example 8 KiB" },
    { "v: 8 KiX\n", "1:6: unknown unit 'KiX'; did you mean 'KiB'?" },
    { "v: \"8 KiX\"\n", "1:7: unknown unit 'KiX'; did you mean 'KiB'?" },
    { "v: 8 USD/Tb\n", "1:10: unknown unit 'Tb'; did you mean 'TB'?" },
    { "v: 8 K\n",
      "1:6: unknown unit 'K'; write KB for 10^n bytes or KiB for 2^n bytes" },
    { "v: 8 USD / GB\n", "1:9: a blank in the unit 'USD / GB'; a unit holds none" },
    { "v: 1,5 TB\n", "1:5: decimal comma in '1,5'; write 1.5" },
};

static void test_bad_quantities(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_quantities / sizeof *bad_quantities; i++) {
        struct doc_quantity q;
        assert_false(
            doc_get_quantity(arena, value(bad_quantities[i].text), "8 KiB", &q, &dg));
        check_message(&dg, 0, bad_quantities[i].message, bad_quantities[i].text);
    }
}

static void test_dates_names_lists(void **state)
{
    (void)state;
    struct date d;
    const char *text;
    const char *const *texts;
    size_t n;
    assert_true(doc_get_date(value("v: 2008-06\n"), &d, &dg));
    assert_int_equal(d.month, 6);
    assert_false(doc_get_date(value("v: 2008-06-31\n"), &d, &dg));
    check_message(&dg, 0,
                  "1:4: '2008-06-31' is not a date; write YYYY-MM-DD, YYYY-MM "
                  "or YYYY",
                  "date");
    assert_true(doc_get_id(value("v: copies-3_b\n"), &text, &dg));
    assert_false(doc_get_id(value("v: copies 3\n"), &text, &dg));
    check_message(&dg, 0,
                  "1:10: 'copies 3' is not a name; write a letter, then letters, "
                  "digits, '-' and '_', 64 at most",
                  "name");
    assert_false(doc_get_id(value("v: 3copies\n"), &text, &dg));
    assert_true(doc_get_texts(arena, value("v: [a, b]\n"), &texts, &n, &dg));
    assert_int_equal(n, 2);
    assert_string_equal(texts[1], "b");
    assert_true(doc_get_texts(arena, value("v: a\n"), &texts, &n, &dg));
    assert_int_equal(n, 1);
    assert_false(doc_get_texts(arena, value("v: [a, {b: c}]\n"), &texts, &n, &dg));
}

static void test_choice(void **state)
{
    (void)state;
    static const char *const names[] = { "only", "sum", "mean" };
    size_t i;
    assert_true(doc_get_choice(value("v: sum\n"), names, 3, &i, &dg));
    assert_int_equal(i, 1);
    assert_false(doc_get_choice(value("v: maen\n"), names, 3, &i, &dg));
    check_message(&dg, 0, "1:4: unknown value 'maen'; did you mean 'mean'?", "near");
    assert_false(doc_get_choice(value("v: product\n"), names, 3, &i, &dg));
    check_message(&dg, 0, "1:4: unknown value 'product'; write one of: only, sum, mean",
                  "far");
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
        cmocka_unit_test(test_bind),
        cmocka_unit_test(test_bind_reports_all),
        cmocka_unit_test(test_truth),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_bad_numbers),
        cmocka_unit_test(test_whole_numbers),
        cmocka_unit_test(test_quantities),
        cmocka_unit_test(test_bad_quantities),
        cmocka_unit_test(test_dates_names_lists),
        cmocka_unit_test(test_choice),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
