/* the workbook writer: what it refuses, what it leaves on a full disk, and the same
 * bytes each time.  `test_xlsx PATH [MEASUREMENTS]` writes the demonstration workbook
 * for the scripts that look into it. */
#include "check.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "writers/demo_book.h"
#include "writers/xlsx.h"

struct world {
    struct arena *arena;
    struct diag dg;
    const char *folder, *path;
};

static int setup(void **state)
{
    struct arena *a = arena_new();
    struct world *w = ARENA_NEW(a, struct world);
    *w = (struct world){ .arena = a, .dg = diag_on(a) };
    w->folder = mkdtemp(arena_strdup(a, "/tmp/priceperf-test-XXXXXX"));
    w->path = arena_printf(a, "%s/book.xlsx", w->folder);
    *state = w;
    return w->folder == NULL;
}

static int teardown(void **state)
{
    struct world *w = *state;
    unlink(w->path);
    int left = rmdir(w->folder); /* nothing else may lie there */
    arena_free(w->arena);
    return left;
}

static const char *bytes_of(struct world *w, size_t *size)
{
    FILE *f = fopen(w->path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    rewind(f);
    char *bytes = arena_alloc(w->arena, *size);
    assert_int_equal(fread(bytes, 1, *size, f), *size);
    fclose(f);
    return bytes;
}

static void test_same_book_same_bytes(void **state)
{
    struct world *w = *state;
    size_t first_size, second_size;
    assert_true(xlsx_write(&demo_make(w->arena, 60)->book, w->path, &w->dg));
    const char *first = bytes_of(w, &first_size);
    setenv("TZ", "Pacific/Auckland", 1);
    assert_true(xlsx_write(&demo_make(w->arena, 60)->book, w->path, &w->dg));
    unsetenv("TZ");
    const char *second = bytes_of(w, &second_size);
    assert_int_equal(first_size, second_size);
    assert_memory_equal(first, second, first_size);
}

/* A workbook of one sheet and one cell that each row of the table spoils. */
struct spoilt {
    struct workbook book;
    struct sheet sheet;
    struct cell cells[2];
    struct defined_name names[2];
    struct validation validation;
    struct condition condition;
    struct area merges[2];
};

static void bad_utf8(struct spoilt *s)
{
    s->cells[0].text = "gr\xFC\x6E";
}
static void no_xml_character(struct spoilt *s)
{
    s->cells[0].text = "\xEF\xBF\xBE";
}
static void bad_utf8_in_note(struct spoilt *s)
{
    s->cells[0].note = "\xC3";
}
static void twice(struct spoilt *s)
{
    s->cells[1] = s->cells[0];
    s->sheet.cell_count = 2;
}
static void off_the_sheet(struct spoilt *s)
{
    s->cells[0].row = SHEET_ROWS;
}
static void make_formula(struct spoilt *s, const char *formula)
{
    s->cells[0].kind = CELL_FORMULA;
    s->cells[0].target = formula;
    s->cells[0].text = NULL;
}
static void future_function(struct spoilt *s)
{
    make_formula(s, "XLOOKUP(1,A1:A2,B1:B2)");
}
static void lower_function(struct spoilt *s)
{
    make_formula(s, "sum(1,2)");
}
static void semicolon(struct spoilt *s)
{
    make_formula(s, "SUM(1;2)");
}
static void open_bracket(struct spoilt *s)
{
    make_formula(s, "SUM(1,2");
}
static void open_text(struct spoilt *s)
{
    make_formula(s, "IF(1=1,\"a)");
}
static void equals_sign(struct spoilt *s)
{
    make_formula(s, "=1");
}
static void structured(struct spoilt *s)
{
    make_formula(s, "SUM(t[c])");
}
static void deep(struct spoilt *s)
{
    static char text[200];
    memset(text, '(', 65);
    text[65] = '1';
    memset(text + 66, ')', 65);
    make_formula(s, text);
}
static void script_link(struct spoilt *s)
{
    s->cells[0].kind = CELL_LINK;
    s->cells[0].target = "javascript:alert(1)";
}
static void sheet_name(struct spoilt *s)
{
    s->sheet.name = "a/b";
}
static void long_sheet_name(struct spoilt *s)
{
    s->sheet.name = "12345678901234567890123456789012";
}
static void cell_name(struct spoilt *s)
{
    s->names[0].name = "TB1";
    s->book.name_count = 1;
}
static void name_of_no_sheet(struct spoilt *s)
{
    s->names[0].sheet = "Modell";
    s->book.name_count = 1;
}
static void same_names(struct spoilt *s)
{
    s->names[1].name = "SIZE";
    s->book.name_count = 2;
}
static void no_date(struct spoilt *s)
{
    s->book.created.year = 0;
}
static void turned_validation(struct spoilt *s)
{
    s->validation.minimum = 2;
    s->sheet.validation_count = 1;
}
static void long_prompt(struct spoilt *s)
{
    s->validation.title = "123456789012345678901234567890123";
    s->sheet.validation_count = 1;
}
static void meeting_merges(struct spoilt *s)
{
    s->merges[0] = s->merges[1] = (struct area){ 1, 1, 0, 3 };
    s->sheet.merge_count = 2;
}
static void bad_condition(struct spoilt *s)
{
    s->condition.formula = "LET(a,1,a)";
    s->sheet.condition_count = 1;
}

static const struct {
    void (*spoil)(struct spoilt *s);
    const char *words;
} refusals[] = {
    { bad_utf8, "Model!$A$1: byte 3 of a text is not UTF-8" },
    { no_xml_character, "byte 1 of a text is not UTF-8" },
    { bad_utf8_in_note, "byte 1 of a text is not UTF-8" },
    { twice, "the cell is given twice" },
    { off_the_sheet, "a sheet has 1048576 rows" },
    { future_function, "calls XLOOKUP" },
    { lower_function, "calls sum" },
    { semicolon, "holds ';'" },
    { open_bracket, "leaves a bracket open" },
    { open_text, "has a text without an end" },
    { equals_sign, "begins with '='" },
    { structured, "holds '['" },
    { deep, "nests deeper" },
    { script_link, "a link leads to 'javascript:alert(1)'" },
    { sheet_name, "a sheet's name has" },
    { long_sheet_name, "32 characters where 31 fit" },
    { cell_name, "workbook, TB1: is no name for a cell" },
    { name_of_no_sheet, "names cells that are not there" },
    { same_names, "differ in capitals at most" },
    { no_date, "no date of creation" },
    { turned_validation, "a validation allows nothing: 2 to 1" },
    { long_prompt, "33 characters where 32 fit" },
    { meeting_merges, "two merges overlap" },
    { bad_condition, "calls LET" },
};

static struct spoilt *unspoilt(struct arena *a)
{
    struct spoilt *s = ARENA_NEW(a, struct spoilt);
    s->cells[0] = (struct cell){ .kind = CELL_TEXT, .text = "good" };
    s->names[0] = (struct defined_name){ .name = "size", .sheet = "Model" };
    s->names[1] = (struct defined_name){ .name = "other", .sheet = "Model" };
    s->validation = (struct validation){ .minimum = 0, .maximum = 1 };
    s->sheet = (struct sheet){ .name = "Model",
                               .cells = s->cells,
                               .cell_count = 1,
                               .validations = &s->validation,
                               .conditions = &s->condition,
                               .merges = s->merges };
    s->book = (struct workbook){ .created = { 2008, 6, 20, 0, 0, 0 },
                                 .sheets = &s->sheet,
                                 .sheet_count = 1,
                                 .names = s->names };
    return s;
}

static void test_what_a_spreadsheet_could_not_read_is_refused(void **state)
{
    struct world *w = *state;
    assert_true(xlsx_write(&unspoilt(w->arena)->book, w->path, &w->dg));
    unlink(w->path);
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        struct spoilt *s = unspoilt(w->arena);
        struct diag dg = diag_on(w->arena);
        refusals[i].spoil(s);
        assert_false(xlsx_write(&s->book, w->path, &dg));
        assert_true(dg.errors > 0);
        if (strstr(dg.messages[0].text, refusals[i].words) == NULL)
            fail_msg("'%s' does not say '%s'", dg.messages[0].text, refusals[i].words);
        assert_int_equal(access(w->path, F_OK), -1);
    }
}

static void test_the_longest_text_fits_and_one_more_does_not(void **state)
{
    struct world *w = *state;
    enum { MOST = SHEET_TEXT_MOST };
    struct spoilt *s = unspoilt(w->arena);
    char *text = arena_alloc(w->arena, 2 * MOST + 3);
    for (size_t i = 0; i < MOST; i++)
        memcpy(text + 2 * i, "\xC3\xA9", 2);
    s->cells[0].text = text;
    assert_true(xlsx_write(&s->book, w->path, &w->dg));
    text[2 * MOST] = 'x';
    assert_false(xlsx_write(&s->book, w->path, &w->dg));
    assert_non_null(strstr(w->dg.messages[0].text, "32768 characters"));
}

static void fill_one(const void *of, size_t index, struct cell *cells)
{
    size_t *seen = *(size_t *const *)of;
    assert_int_equal(index, *seen);
    ++*seen;
    cells[0] = (struct cell){ .kind = CELL_NUMBER, .number = (double)index };
}

static void test_rows_beyond_the_sheet_go_on_another(void **state)
{
    struct world *w = *state;
    struct spoilt *s = unspoilt(w->arena);
    size_t seen = 0, *at = &seen;
    s->sheet.rows = (struct row_source){ .of = &at,
                                         .fill = fill_one,
                                         .count = 25,
                                         .first_row = SHEET_ROWS - 10,
                                         .columns = 1 };
    assert_true(xlsx_write(&s->book, w->path, &w->dg));
    assert_int_equal(seen, 25);
    s->sheet.rows.count = 0;
    struct sheet sheets[] = { s->sheet, s->sheet };
    sheets[0].name = "M";
    sheets[0].rows.count = 11;
    sheets[1].name = "m 2";
    s->book.sheets = sheets;
    s->book.sheet_count = 2;
    assert_false(xlsx_write(&s->book, w->path, &w->dg));
    assert_non_null(strstr(w->dg.messages[0].text, "two sheets have this name"));
}

static void test_a_large_book_is_streamed(void **state)
{
    struct world *w = *state;
    struct demo *d = demo_make(w->arena, 150000);
    if (!xlsx_write(&d->book, w->path, &w->dg))
        fail_msg("%s", w->dg.messages[0].text);
    struct stat st;
    assert_int_equal(stat(w->path, &st), 0);
    assert_true(st.st_size > 1000000);
}

static size_t files_in(const char *folder)
{
    size_t n = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;)
        n += e->d_name[0] != '.' || strlen(e->d_name) > 2;
    closedir(d);
    return n;
}

/* Disks that are full at each of many sizes: either the file is whole or it is not
 * there, and then the words say why. */
static void test_a_full_disk_leaves_nothing(void **state)
{
    struct world *w = *state;
    size_t whole = 0, refused = 0;
    for (int kib = 4; kib <= 40; kib += 4) {
        struct diag dg = diag_on(w->arena);
        if (mount("none", w->folder, "tmpfs", 0,
                  arena_printf(w->arena, "size=%dk", kib)) != 0) {
            print_message("no file system can be mounted here\n");
            skip();
        }
        bool ok = xlsx_write(&demo_make(w->arena, 60)->book, w->path, &dg);
        size_t files = files_in(w->folder);
        umount(w->folder);
        assert_int_equal(files, ok ? 1 : 0);
        assert_int_equal(dg.world_errors, ok ? 0 : 1);
        if (!ok)
            assert_non_null(strstr(dg.messages[0].text, "No space left"));
        whole += ok;
        refused += !ok;
    }
    assert_true(whole > 0 && refused > 3);
}

static void test_a_path_that_cannot_be_written(void **state)
{
    struct world *w = *state;
    struct demo *d = demo_make(w->arena, 3);
    const char *path = arena_printf(w->arena, "%s/no/where.xlsx", w->folder);
    assert_false(xlsx_write(&d->book, path, &w->dg));
    assert_int_equal(w->dg.messages[0].level, DIAG_WORLD);
    assert_false(xlsx_write(&d->book, "/dev/full", &w->dg));
    assert_int_equal(w->dg.world_errors, 2);
}

static int write_demo(const char *path, const char *rows)
{
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    struct demo *d = demo_make(a, rows == NULL ? 60 : strtoul(rows, NULL, 10));
    bool ok = xlsx_write(&d->book, path, &dg);
    diag_print(&dg, stderr);
    arena_free(a);
    return ok ? 0 : 1;
}

#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(test_same_book_same_bytes),
        IN_A_FOLDER(test_what_a_spreadsheet_could_not_read_is_refused),
        IN_A_FOLDER(test_the_longest_text_fits_and_one_more_does_not),
        IN_A_FOLDER(test_rows_beyond_the_sheet_go_on_another),
        IN_A_FOLDER(test_a_large_book_is_streamed),
        IN_A_FOLDER(test_a_full_disk_leaves_nothing),
        IN_A_FOLDER(test_a_path_that_cannot_be_written),
    };
    if (argc > 1)
        return write_demo(argv[1], argc > 2 ? argv[2] : NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
