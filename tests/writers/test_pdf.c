/* Documents as PDF: what must not break it.  With a path the program writes the
 * demonstration report there, with --text PATH as text; run_pdf.sh looks into both. */
#include "check.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "writers/demo_document.h"
#include "writers/font.h"
#include "writers/ink.h"
#include "writers/pdf.h"
#include "writers/pdf_pages.h"
#include "writers/text.h"

static char folder[] = "/tmp/priceperf-pdf-XXXXXX";

struct bench {
    struct arena *arena;
    struct diag dg;
    const char *path;
};

static int set_up(void **state)
{
    struct bench *b = calloc(1, sizeof *b);
    b->arena = arena_new();
    b->dg = diag_on(b->arena);
    b->path = arena_printf(b->arena, "%s/report.pdf", folder);
    *state = b;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *b = *state;
    unlink(b->path);
    arena_free(b->arena);
    free(b);
    return 0;
}

/* Written, begins and ends as a PDF. */
static void check_written(struct bench *b, const struct document *doc)
{
    bool written = pdf_write(doc, b->path, &b->dg);
    diag_print(&b->dg, stderr);
    assert_true(written);
    FILE *f = fopen(b->path, "rb");
    assert_non_null(f);
    char head[9] = "", tail[7] = "";
    assert_int_equal(fread(head, 1, 8, f), 8);
    fseek(f, -6, SEEK_END);
    assert_int_equal(fread(tail, 1, 6, f), 6);
    fclose(f);
    assert_string_equal(head, "%PDF-1.5");
    assert_string_equal(tail, "%%EOF\n");
}

static void test_everything(void **state)
{
    struct bench *b = *state;
    check_written(b, demo_document(b->arena));
    assert_int_equal(b->dg.count, 0); /* no glyph was missing, no label left out */
}

static void test_nothing(void **state)
{
    struct bench *b = *state;
    const struct document doc = { 0 };
    check_written(b, &doc);
}

static void test_letter(void **state)
{
    struct bench *b = *state;
    struct document doc = *demo_document(b->arena);
    doc.paper = DOC_LETTER;
    check_written(b, &doc);
}

static const char *repeated(struct arena *a, const char *word, size_t times)
{
    size_t length = strlen(word);
    char *text = arena_alloc(a, length * times + 1);
    for (size_t i = 0; i < times; i++)
        memcpy(text + i * length, word, length);
    return text;
}

/* Blocks far higher than a page go on over pages: no piece is higher than one. */
static void test_too_much(void **state)
{
    struct bench *b = *state;
    struct document doc = { .title = repeated(b->arena, "A very long title ", 30) };
    struct doc_blocks *blocks = demo_section(b->arena, &doc, "Too much", NULL);
    const char *words = repeated(b->arena, "word ", 3000);
    const char *token = repeated(b->arena, "0123456789abcdef", 200);
    static const struct doc_column columns[] = { { .title = "Text" },
                                                 { .title = "More" },
                                                 { .title = "Number",
                                                   .align = DOC_DECIMAL } };
    struct doc_table *t = demo_table(b->arena, blocks, columns, COUNT(columns));
    demo_row(b->arena, t, DOC_ROW, (const char *[]){ words, token, "1.5" });
    demo_row(b->arena, t, DOC_ROW, (const char *[]){ "", "", token });
    demo_text(b->arena, blocks, token);
    demo_block(b->arena, blocks, DOC_NOTICE)->text = words;
    struct doc_block *both = demo_block(b->arena, blocks, DOC_COLUMNS);
    demo_text(b->arena, &both->left, words);
    demo_text(b->arena, &both->right, words);
    check_written(b, &doc);

    struct font_set fonts;
    assert_true(font_open(&fonts, &b->dg));
    struct ink ink = { .arena = b->arena, .fonts = &fonts };
    struct piece_names names = { 0 };
    struct paper paper = paper_of(&doc);
    struct pieces ps = { .arena = b->arena, .ink = &ink, .names = &names };
    ps.width = paper.width - 2 * paper.left;
    ps.page_height = paper_room(&paper, 1);
    pieces_add_blocks(&ps, blocks);
    struct pages pages = pages_make(b->arena, &paper, ps.items, ps.count);
    assert_true(pages.page_count > 5);
    for (size_t i = 0; i < pages.count; i++) {
        const struct placed *at = &pages.items[i];
        assert_true(at->y + at->piece->height <= paper.height - paper.bottom + 0.01);
    }
    ink_close(&ink);
    font_close(&fonts);
}

static void test_unknown_glyph(void **state)
{
    struct bench *b = *state;
    struct document doc = { .title = "\xe4\xb8\xad\xe6\x96\x87" };
    check_written(b, &doc);
    assert_int_equal(b->dg.warnings, 1);
    assert_non_null(strstr(b->dg.messages[0].text, "2 characters"));
    assert_non_null(strstr(b->dg.messages[0].text, doc.title));
}

static void test_bad_text(void **state)
{
    struct bench *b = *state;
    struct document doc = { .title = "broken \xff\xfe utf-8",
                            .keywords = "\x01open",
                            .author = "\x05no target" };
    struct doc_blocks *blocks =
        demo_section(b->arena, &doc, "\x1b[31m", "name with 'quotes'");
    demo_text(b->arena, blocks,
              TEXT_GOTO "not there" TEXT_TO "leads nowhere" TEXT_END TEXT_END);
    demo_text(b->arena, blocks, TEXT_GOTO "name with 'quotes'" TEXT_TO "here" TEXT_END);
    struct doc_block *link = demo_block(b->arena, blocks, DOC_PARAGRAPH);
    link->text = "a script";
    link->link = "javascript:alert('x')";
    demo_section(b->arena, &doc, "twice the same name", "name with 'quotes'");
    check_written(b, &doc);
}

static void test_no_fonts(void **state)
{
    struct bench *b = *state;
    static const char *const nowhere[] = { "/nowhere", NULL };
    struct font_set fonts;
    assert_false(font_open_in(&fonts, nowhere, &b->dg));
    assert_int_equal(b->dg.world_errors, 1);
    assert_non_null(
        strstr(b->dg.messages[0].text, "install the package fonts-dejavu-core"));
}

static void test_unwritable(void **state)
{
    struct bench *b = *state;
    static const struct {
        const char *path, *says;
    } cases[] = { { "/nowhere/at/all.pdf", "No such file" },
                  { "/tmp", "is a folder" },
                  { "/dev/full", "No space left" } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_false(pdf_write(demo_document(b->arena), cases[i].path, &b->dg));
        assert_int_equal(b->dg.world_errors, i + 1);
        assert_non_null(strstr(b->dg.messages[i].text, cases[i].says));
        assert_non_null(strstr(b->dg.messages[i].text, cases[i].path));
    }
    struct stat st;
    assert_int_equal(stat("/dev/full", &st), 0);
    assert_true(S_ISCHR(st.st_mode)); /* and it is still a device */
}

static int write_demo(int argc, char **argv)
{
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    bool text = argc > 2 && strcmp(argv[1], "--text") == 0;
    bool good = true;
    if (text) {
        FILE *f = fopen(argv[2], "w");
        if (f != NULL)
            text_write(demo_document(a), f);
        good = f != NULL && fclose(f) == 0;
    } else {
        good = pdf_write(demo_document(a), argv[1], &dg);
    }
    diag_print(&dg, stderr);
    arena_free(a);
    return good ? 0 : 3;
}

#define ON_A_BENCH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        ON_A_BENCH(test_everything),    ON_A_BENCH(test_nothing),
        ON_A_BENCH(test_letter),        ON_A_BENCH(test_too_much),
        ON_A_BENCH(test_unknown_glyph), ON_A_BENCH(test_bad_text),
        ON_A_BENCH(test_no_fonts),      ON_A_BENCH(test_unwritable),
    };
    if (argc > 1)
        return write_demo(argc, argv);
    if (mkdtemp(folder) == NULL)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    /* Nothing half-written stayed. */
    return rmdir(folder) == 0 ? failed : failed + 1;
}
