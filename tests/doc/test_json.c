/* JSON: the tree with its places, every bad input, and what is written. */
#include "doc/doc_test.h"

#include "doc/json.h"
#include "doc/source.h"

static struct arena *arena;
static struct diag dg;

static const struct doc_node *parse(const char *text)
{
    arena_empty(arena);
    dg = diag_on(arena);
    return json_parse(arena, source_of("t.json", text, strlen(text)), &dg);
}

static void test_tree(void **state)
{
    (void)state;
    const struct doc_node *root =
        parse("\xef\xbb\xbf{\r\n  \"a\": [1, -2.5e3, true, null, \"null\"],\n"
              "  \"b\": {\"c\": \"x\\u00e4\\ud83d\\ude00\\n\"}, \"d\": {}\n}\n");
    assert_non_null(root);
    const struct doc_node *a = doc_get(root, "a");
    assert_int_equal(a->count, 5);
    assert_string_equal(doc_text(doc_at(a, 1)), "-2.5e3");
    assert_int_equal(doc_at(a, 1)->at.line, 2);
    assert_int_equal(doc_at(a, 1)->at.column, 12);
    assert_false(doc_at(a, 1)->quoted);
    assert_true(doc_is_null(doc_at(a, 3)));
    assert_false(doc_is_null(doc_at(a, 4)));
    const struct doc_node *c = doc_get(doc_get(root, "b"), "c");
    assert_string_equal(doc_text(c), "x\xc3\xa4\xf0\x9f\x98\x80\n");
    assert_int_equal(c->at.line, 3);
    assert_int_equal(c->at.column, 14);
    assert_int_equal(doc_get(root, "d")->count, 0);
    assert_string_equal(doc_text(parse("0")), "0");
}

static const struct {
    const char *text, *message;
} bad[] = {
    { " \n", "2:1: the file is empty" },
    { "{\"a\": 1,}", "1:9: '}' stands where a key in double quotes should follow" },
    { "[1, ]", "1:5: ']' stands where a value should follow" },
    { "[1 2]", "1:4: '2' stands where ',' or ']' should follow" },
    { "{\"a\" 1}", "1:6: '1' stands where ':' should follow" },
    { "{\"a\": 1", "1:8: the file ends where ',' or '}' should follow" },
    { "{\"a\": ", "1:7: the file ends where a value should follow" },
    { "{\"a\": \"x", "1:7: the quote that opens here is never closed" },
    { "[\"a\nb\"]", "1:4: a line end or tab inside quotes; write \\n or \\t" },
    { "[\"\\x\"]", "1:4: '\\x' is no escape that is taken here" },
    { "[\"\\u12g4\"]", "1:4: \\u needs four hexadecimal digits" },
    { "[\"\\ud800\"]",
      "1:9: half of a surrogate pair; write both or the character itself" },
    { "[\"\\u0000\"]", "1:9: \\u0000 is a control character; leave it out" },
    { "{\"a\": nan}",
      "1:7: 'nan' is no JSON value; write a number, true, false, null or "
      "text in double quotes" },
    { "[1.]",
      "1:2: '1.' is no JSON value; write a number, true, false, null or text in "
      "double quotes" },
    { "[01]",
      "1:2: '01' is no JSON value; write a number, true, false, null or text in "
      "double quotes" },
    { "{} {}", "1:4: '{' stands where the end of the file should follow" },
    { "{\"a\": 1,\n \"a\": 2}", "2:2: key 'a' is given twice" },
    { "[\xff]", "1:2: byte 0xff is not UTF-8; save the file as UTF-8" },
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

static void test_depth(void **state)
{
    (void)state;
    char text[1001];
    memset(text, '[', 1000);
    text[1000] = '\0';
    assert_null(parse(text));
    check_message(&dg, 0, "1:65: nested more than 64 deep", "brackets");
}

static void test_broken_bytes(void **state)
{
    (void)state;
    static const char text[] =
        "{\"a\": [1, -2.5e+3, \"\\u00e4\\\\\"],\n \"b\": {\"c\": null}}";
    static const char swaps[] = "{}[]:,\"\\eEu-+.0\n\t \xc3\x01n";
    char copy[sizeof text];
    for (size_t i = 0; i < sizeof text - 1; i++)
        for (size_t k = 0; k < sizeof swaps; k++) {
            memcpy(copy, text, sizeof text);
            copy[i] = swaps[k];
            const struct doc_node *root = parse(copy);
            assert_int_equal(root == NULL, dg.errors > 0);
        }
}

static void test_written(void **state)
{
    (void)state;
    struct json_out out = json_on(arena);
    json_object(&out);
    json_key(&out, "text");
    json_string(&out, "a \"b\"\n\x01\xff\xc3\xa4");
    json_key(&out, "none");
    json_string(&out, NULL);
    json_key(&out, "numbers");
    json_line(&out);
    json_array(&out);
    json_number(&out, 0.1);
    json_number(&out, 96);
    json_number(&out, NAN);
    json_number(&out, -0.0);
    json_int(&out, -3);
    json_line(&out); /* within a line nothing changes */
    json_object(&out);
    json_key(&out, "x");
    json_bool(&out, true);
    json_end(&out);
    json_end(&out);
    json_key(&out, "empty");
    json_array(&out);
    json_end(&out);
    json_key(&out, "rows");
    json_array(&out);
    json_null(&out);
    json_object(&out);
    json_end(&out);
    json_end(&out);
    json_end(&out);
    assert_string_equal(json_text(&out),
                        "{\n"
                        "  \"text\": \"a \\\"b\\\"\\n\\u0001\xef\xbf\xbd\xc3\xa4\",\n"
                        "  \"none\": null,\n"
                        "  \"numbers\": [0.1, 96, null, 0, -3, {\"x\": true}],\n"
                        "  \"empty\": [],\n"
                        "  \"rows\": [\n"
                        "    null,\n"
                        "    {}\n"
                        "  ]\n"
                        "}\n");
}

static void test_numbers_read_back(void **state)
{
    (void)state;
    char text[JSON_NUMBER_SIZE];
    assert_string_equal(json_number_text(201.6, text), "201.6");
    assert_string_equal(json_number_text(1e300, text), "1e+300");
    assert_string_equal(json_number_text(48000, text), "48000");
    assert_string_equal(json_number_text(INFINITY, text), "null");
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        double x;
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        memcpy(&x, &seed, sizeof x);
        if (!isfinite(x))
            continue;
        const char *shown = json_number_text(x, text);
        assert_true(strtod(shown, NULL) == x);
        assert_int_equal(json_number_length(shown), strlen(shown));
    }
}

/* As printf() has it, whatever way the digits were found. */
static void check_shortest(double x)
{
    char text[JSON_NUMBER_SIZE], want[JSON_NUMBER_SIZE];
    if (x == 0)
        return;
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(want, sizeof want, "%.*g", digits, x);
        if (strtod(want, NULL) == x)
            break;
    }
    const char *got = json_number_text(x, text);
    if (strcmp(got, want) != 0)
        fail_msg("%a: got %s, want %s", x, got, want);
}

static void test_shortest_numbers(void **state)
{
    (void)state;
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        /* All sizes that the quick way takes and some beyond, of up to 20 digits. */
        double whole = (double)(seed >> (seed & 63)), power = pow(10, i % 50 - 30);
        check_shortest(whole * power);
        check_shortest(-whole / power);
        check_shortest(whole);
        check_shortest(ldexp(1, i % 200 - 100) * (1 + (i % 3) * 0x1p-52));
        check_shortest(nextafter(power, i & 1 ? INFINITY : 0));
        /* Halves of the last digit: the even one is taken. */
        check_shortest((double)(seed >> 12) + 0.5);
        check_shortest((double)(seed >> 14) / 8);
    }
}

static void test_tree_there_and_back(void **state)
{
    (void)state;
    static const char text[] = "{\n  \"a\": [\n    1.50,\n    true,\n    \"1\"\n  ],\n"
                               "  \"b\": {}\n}\n";
    const struct doc_node *root = parse(text);
    struct json_out out = json_on(arena);
    json_tree(&out, root);
    assert_string_equal(json_text(&out), text);
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
        cmocka_unit_test(test_tree),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_broken_bytes),
        cmocka_unit_test(test_written),
        cmocka_unit_test(test_numbers_read_back),
        cmocka_unit_test(test_shortest_numbers),
        cmocka_unit_test(test_tree_there_and_back),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
