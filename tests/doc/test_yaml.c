/* YAML: the tree with its places, and every bad input with its place and words. */
#include "doc/doc_test.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "doc/source.h"
#include "doc/yaml.h"

static struct arena *arena;
static struct diag dg;

static const struct doc_node *parse(const char *text)
{
    arena_empty(arena);
    dg = diag_on(arena);
    return yaml_parse(arena, source_of("t.yaml", text, strlen(text)), &dg);
}

static const struct doc_node *good(const char *text)
{
    const struct doc_node *root = parse(text);
    if (root == NULL)
        fail_msg("%s: %s", text, message(&dg, 0));
    return root;
}

static void check_place(struct where at, unsigned line, unsigned column)
{
    if (at.line != line || at.column != column)
        fail_msg("got %u:%u, want %u:%u", at.line, at.column, line, column);
}

static void test_tree_keeps_places(void **state)
{
    (void)state;
    const struct doc_node *root = good("# a study\n"
                                       "study: one\n"
                                       "inputs:\n"
                                       "  size: {value: 96 TB, range: [1 TB, 1 PB]}\n"
                                       "  text: \"a, b\"\n");
    assert_int_equal(root->kind, DOC_MAPPING);
    assert_int_equal(root->count, 2);
    const struct doc_node *inputs = doc_get(root, "inputs");
    const struct doc_node *size = doc_get(inputs, "size");
    check_place(doc_entry(inputs, "size")->key_at, 4, 3);
    check_place(size->at, 4, 9);
    const struct doc_node *value = doc_get(size, "value");
    assert_string_equal(doc_text(value), "96 TB");
    check_place(value->at, 4, 17);
    check_place(doc_inside(value, 3), 4, 20);
    assert_false(value->quoted);
    const struct doc_node *range = doc_get(size, "range");
    assert_int_equal(range->kind, DOC_SEQUENCE);
    assert_string_equal(doc_text(doc_at(range, 1)), "1 PB");
    check_place(doc_at(range, 1)->at, 4, 38);
    assert_null(doc_at(range, 2));
    const struct doc_node *text = doc_get(inputs, "text");
    assert_true(text->quoted);
    check_place(text->at, 5, 9);
    check_place(doc_inside(text, 3), 5, 13); /* behind the quote */
    assert_null(doc_get(inputs, "none"));
}

static void test_bom_crlf_and_umlaut(void **state)
{
    (void)state;
    const struct doc_node *root =
        good("\xef\xbb\xbfx: {\xc3\xa4: 1, b: 2}\r\ny: 3\r\n");
    check_place(doc_get(doc_get(root, "x"), "b")->at, 1, 15);
    check_place(doc_get(root, "y")->at, 2, 4);
    root =
        good("x: \"a\xe2\x80\xa8"
             "b\"\ny: 3\n"); /* LINE SEPARATOR: a line to libyaml, none to an editor */
    check_place(doc_get(root, "y")->at, 2, 4);
}

static void test_null_and_quotes(void **state)
{
    (void)state;
    const struct doc_node *root = good("a:\nb: ~\nc: ''\nd: null\ne: 'null'\n"
                                       "f: |\n  two\n  lines\n");
    assert_true(doc_is_null(doc_get(root, "a")));
    assert_true(doc_is_null(doc_get(root, "b")));
    assert_false(doc_is_null(doc_get(root, "c")));
    assert_true(doc_is_null(doc_get(root, "d")));
    assert_false(doc_is_null(doc_get(root, "e")));
    const struct doc_node *f = doc_get(root, "f");
    assert_string_equal(doc_text(f), "two\nlines\n");
    assert_true(f->quoted);
}

/* The place of every '!' in the text is that of one in the file. */
static void test_places_inside(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "v: a !b! c\n",
        "v: 'it''s! two''''!'\n",
        "v: \"a\\\"! \\\\ \\u00e4! \\x41! \\n!\"\n",
        "v: a !\n  b !c\n\n\n  d!\nw: x\n",
        "v: \"a !\n    b!\\\n    !c\"\n",
        "v: |\n   a!\n     b !\n\n   c!\n",
        "v: >-\r\n   a!\r\n   b !\r\n",
        "v: {w: [x, a !b\n  !c, y], \xc3\xa4: 1}\n",
        "v: \xc3\xa4!\xe2\x82\xac!\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct doc_node *v = doc_get(good(texts[i]), "v");
        if (v->kind == DOC_MAPPING)
            v = doc_at(doc_get(v, "w"), 1);
        const char *file = texts[i];
        struct source src = source_of("t", texts[i], strlen(texts[i]));
        for (size_t k = 0; k < v->length; k++) {
            if (v->text[k] != '!')
                continue;
            file = strchr(file, '!');
            struct where want = source_at(&src, (size_t)(file++ - texts[i]));
            check_place(doc_inside(v, k), want.line, want.column);
        }
        assert_ptr_not_equal(file, texts[i]);
    }
}

static void test_alias_is_the_same_node(void **state)
{
    (void)state;
    const struct doc_node *root = good("a: &x {k: 1}\nb: *x\nc: &y 7 TB\nd: *y\n");
    assert_ptr_equal(doc_get(root, "a"), doc_get(root, "b"));
    check_place(doc_get(root, "a")->at, 1, 7);
    check_place(doc_get(root, "c")->at, 3, 7);
}

static const struct {
    const char *text, *message;
} bad[] = {
    { "", "1:1: the file is empty" },
    { "# only words\n", "1:1: the file is empty" },
    { "---\n", "2:1: the file is empty" },
    { "a: 1\n---\nb: 2\n", "2:1: a second document begins here; one file holds one" },
    { "a: 1\nb: 2\na: 3\n", "3:1: key 'a' is given twice" },
    { "x:\n  <<: {a: 1}\n",
      "2:3: the merge key '<<' is not taken; write the keys out" },
    { "a: !!str 1\n",
      "1:4: the tag 'tag:yaml.org,2002:str' has no meaning here; leave it out" },
    { "? [a, b]\n: 1\n",
      "1:3: a key is a plain word, not a list, a mapping or an alias" },
    { "a: &x [*x]\n", "1:8: alias '*x' stands inside the value that it names" },
    { "a: &x {b: {c: *x}}\n",
      "1:15: alias '*x' stands inside the value that it names" },
    { "a: *none\n", "1:4: alias '*none' names no anchor; write &none before the value "
                    "that it repeats" },
    { "q: {formula: max(a, b)}\n",
      "1:19: a comma ends the value here; write \"max(a, b)\" in quotes" },
    { "q: {formula: 2 * max(a, min(b, c)) + 1, unit: TB}\n",
      "1:23: a comma ends the value here; write \"2 * max(a, min(b, c)) + 1\" in "
      "quotes" },
    { "q: [sum(a, b), c]\n",
      "1:10: a comma ends the value here; write \"sum(a, b)\" in quotes" },
    { "q: {f: max(a,\n  b)}\n",
      "1:13: a comma ends the value here; write the whole value in quotes" },
    { "q: {f: sum([1, 2])}\n",
      "1:12: '[' ends the value here; write \"sum([1, 2])\" in quotes" },
    { "q: {value: 1,5 TB}\n", "1:13: decimal comma in '1,5'; write 1.5" },
    { "q: {help: disk, backup}\n",
      "1:17: key 'backup' has no value; a value that holds a comma needs quotes inside "
      "{ }" },
    { "q: {help}\n",
      "1:5: key 'help' has no value; a value that holds a comma needs quotes inside "
      "{ }" },
    { "a:\n\tb: 1\n", "2:1: a tab stands where blanks indent; write blanks instead" },
    { "a: b: c\n", "1:5: mapping values are not allowed in this context; a ': ' here "
                   "needs the value in quotes, or its key at the right indent" },
    { "a: 1\n b: 2\n",
      "2:3: mapping values are not allowed in this context; a ': ' here "
      "needs the value in quotes, or its key at the right indent" },
    { "a: \"open\nb: 2\n",
      "3:1: found unexpected end of stream; close the quotes or brackets" },
    { "a: {b: 1\nc: 2\n", "2:2: did not find expected ',' or '}'; close the mapping "
                          "with '}'" },
    { "a: x\nb: caf\xe9\n", "2:7: byte 0xe9 is not UTF-8; save the file as UTF-8" },
    { "a: x\nb: \x07\n", "2:4: control character U+0007; take it out" },
    { "a: \"\\0\"\n",
      "1:4: an escape in this text is a control character; leave it out" },
    { "\xff\xfe"
      "a",
      "1:1: the file is UTF-16; save it as UTF-8" },
    { "{'': 1}\n", "1:2: a key is missing before ':'" },
};

static void test_bad_input(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (parse(bad[i].text) != NULL)
            fail_msg("'%s' was taken", bad[i].text);
        check_message(&dg, 0, bad[i].message, bad[i].text);
    }
}

static void test_duplicate_key_shows_the_first(void **state)
{
    (void)state;
    assert_null(parse("m:\n  z: 1\n  b: 1\n  z: 2\n  c: {d: 1, d: 2}\n"));
    check_message(&dg, 0, "5:13: key 'd' is given twice", "inner");
    check_message(&dg, 1, "5:7: first given here", "inner");
    check_message(&dg, 2, "4:3: key 'z' is given twice", "outer");
    check_message(&dg, 3, "2:3: first given here", "outer");
}

static void test_nul_byte(void **state)
{
    (void)state;
    arena_empty(arena);
    dg = diag_on(arena);
    assert_null(yaml_parse(arena, source_of("t", "a: b\nc: \0d\n", 11), &dg));
    check_message(&dg, 0, "2:4: a NUL byte; this is not a text file", "NUL");
}

static void test_alias_bomb(void **state)
{
    (void)state;
    struct buf b = buf_on(arena);
    buf_add(&b, "a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 9; i++) {
        buf_printf(&b, "a%d: &a%d [", i, i);
        for (int k = 0; k < 9; k++)
            buf_printf(&b, "%s*a%d", k > 0 ? ", " : "", i - 1);
        buf_add(&b, "]\n");
    }
    dg = diag_on(arena);
    assert_null(yaml_parse(arena, source_of("t", buf_text(&b), b.length), &dg));
    check_message(&dg, 0,
                  "6:10: more than 100000 values, aliases counted each time they are "
                  "used; split the file",
                  "bomb");
}

static void test_depth(void **state)
{
    (void)state;
    char text[20001];
    memset(text, '[', 20000);
    text[20000] = '\0';
    assert_null(parse(text));
    check_message(&dg, 0, "1:65: nested more than 64 deep", "brackets");
    /* 40 deep, named, and named again 40 deep: too deep only when walked. */
    struct buf b = buf_on(arena);
    buf_add(&b, "a: &a ");
    for (int i = 0; i < 80; i++)
        buf_add(&b, i < 40 ? "[" : "]");
    buf_add(&b, "\nb: ");
    for (int i = 0; i < 40; i++)
        buf_add(&b, "[");
    buf_add(&b, "*a");
    dg = diag_on(arena);
    assert_null(yaml_parse(arena, source_of("t", buf_text(&b), b.length), &dg));
    check_message(&dg, 0, "2:44: nested more than 64 deep", "alias");
}

static void check_file(const char *path, const char *want)
{
    dg = diag_on(arena);
    assert_null(yaml_read(arena, path, (struct where){ "s.yaml", 3, 4 }, &dg));
    assert_int_equal(dg.errors, 1);
    check_message(&dg, 0, want, path);
}

static void test_not_a_file(void **state)
{
    (void)state;
    arena_empty(arena);
    char dir[] = "/tmp/priceperf-yaml-XXXXXX";
    assert_non_null(mkdtemp(dir));
    const char *fifo = arena_printf(arena, "%s/fifo", dir);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    check_file(dir,
               arena_printf(arena, "3:4: '%s' is a folder; name a regular file", dir));
    check_file(fifo,
               arena_printf(arena, "3:4: '%s' is a pipe; name a regular file", fifo));
    check_file("/dev/null", "3:4: '/dev/null' is a device; name a regular file");
    check_file("/no/such/file", "3:4: there is no file '/no/such/file'");
    dg = diag_on(arena);
    assert_null(yaml_read(arena, "/no/file", (struct where){ 0 }, &dg));
    assert_string_equal(dg.messages[0].at.file, "/no/file");
    unlink(fifo);
    rmdir(dir);
}

static void test_size_limit(void **state)
{
    (void)state;
    arena_empty(arena);
    char path[] = "/tmp/priceperf-yaml-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, (off_t)SOURCE_MOST + 1), 0);
    close(fd);
    check_file(path, arena_printf(arena,
                                  "3:4: '%s' has 4194305 bytes; at most 4194304 "
                                  "are read here",
                                  path));
    unlink(path);
}

/* Cut anywhere and with any byte changed, a file gives a tree or a message, never
 * both, never neither. */
static void test_broken_bytes(void **state)
{
    (void)state;
    static const char text[] = "a: &x {b: [1, \"c\\n\", 'd'], e: |\n  f}\n"
                               "g: *x\nh:\n  - i: max(1, 2)\n  - j\n";
    char copy[sizeof text];
    static const char swaps[] = "{}[]:,&*!|>'\"%@`#-?\t\n\r\\ \xc3\x01(";
    for (size_t i = 0; i < sizeof text - 1; i++)
        for (size_t k = 0; k < sizeof swaps; k++) {
            memcpy(copy, text, sizeof text);
            copy[i] = swaps[k]; /* the last one, NUL, cuts */
            const struct doc_node *root = parse(copy);
            assert_int_equal(root == NULL, dg.errors > 0);
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
        cmocka_unit_test(test_tree_keeps_places),
        cmocka_unit_test(test_bom_crlf_and_umlaut),
        cmocka_unit_test(test_null_and_quotes),
        cmocka_unit_test(test_places_inside),
        cmocka_unit_test(test_alias_is_the_same_node),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_duplicate_key_shows_the_first),
        cmocka_unit_test(test_nul_byte),
        cmocka_unit_test(test_alias_bomb),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_not_a_file),
        cmocka_unit_test(test_size_limit),
        cmocka_unit_test(test_broken_bytes),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
