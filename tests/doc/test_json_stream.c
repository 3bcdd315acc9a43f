#include "check.h"

#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "doc/json_stream.h"

struct seen {
    char text[2000]; /* "{ key:3 } ." */
    size_t lines;
    struct diag dg;
};

static void note(struct seen *seen, const char *before, const struct json_stream *s,
                 const char *behind)
{
    size_t n = strlen(seen->text);
    int length = s != NULL ? (int)s->length : 0;
    snprintf(seen->text + n, sizeof seen->text - n, "%s%.*s%s", before, length,
             s != NULL ? s->text : "", behind);
}

static void note_event(struct seen *seen, enum json_event e,
                       const struct json_stream *s)
{
    static const char *const words[] = { ".",  "!", "{ ",    "[ ",     "} ",   ":",
                                         "' ", " ", "true ", "false ", "null " };
    bool token = e == JSON_KEY || e == JSON_STRING || e == JSON_NUMBER;
    note(seen, e == JSON_STRING ? "'" : "", token ? s : NULL, words[e]);
}

static void count_line(void *context, const char *line, size_t length, struct where at)
{
    struct seen *seen = context;
    (void)line;
    (void)length;
    (void)at;
    seen->lines++;
}

static void walk(struct arena *a, struct feed *feed, struct seen *seen)
{
    memset(seen, 0, sizeof *seen);
    seen->dg = diag_on(a);
    struct json_stream s = json_stream_on(feed, a, &seen->dg);
    while (json_seek(&s, count_line, seen)) {
        enum json_event e;
        do
            note_event(seen, e = json_next(&s), &s);
        while (e > JSON_ERROR);
    }
}

static const struct {
    const char *text, *events, *message;
    unsigned line, column;
} cases[] = {
    { "", "", NULL, 0, 0 },
    { "{}", "{ } .", NULL, 0, 0 },
    { "{\"a\" : 1, \"b\":[true,false,null,\"x\"]}",
      "{ a:1 b:[ true false null 'x' } } .", NULL, 0, 0 },
    { "{\"a\":1,\"a\":2}", "{ a:1 a:2 } .", NULL, 0, 0 },
    { "text\n{\"a\":1}\nmore {\n{\"b\":-2.5e3}", "{ a:1 } .{ b:-2.5e3 } .", NULL, 0,
      0 },
    { "{\"a\":1} {\"b\":2}", "{ a:1 } .{ b:2 } .", NULL, 0, 0 },
    { "progress\r{\"a\":1}", "{ a:1 } .", NULL, 0, 0 },
    { "\xef\xbb\xbf{\r\n\"a\":1\r\n}\r\n", "{ a:1 } .", NULL, 0, 0 },
    { "{\"\\u00e9\\ud83d\\ude00\\n\":\"\\\"\"}",
      "{ \xc3\xa9\xf0\x9f\x98\x80\n:'\"' } .", NULL, 0, 0 },
    { "{\n \"a\" : nan, \"b\":1}", "{ a:null b:1 } .", "'nan' is not a finite number",
      2, 8 },
    { "{\"a\":-inf}", "{ a:null } .", "not a finite", 1, 6 },
    { "{\"a\":Infinity}", "{ a:null } .", "not a finite", 1, 6 },
    { "{\"a\":4,97}", "{ a:4 !", "decimal comma", 1, 8 },
    { "{\"a\":01}\n{\"b\":1}", "{ a:!{ b:1 } .", "'01' stands where", 1, 6 },
    { "{\"a\":.5}", "{ a:!", "'.5' stands where", 1, 6 },
    { "{\"a\":1", "{ a:1 !", "cut short", 1, 7 },
    { "{\"a", "{ !", "cut short", 1, 2 },
    { "{\"a\":tru", "{ a:!", "'tru' stands", 1, 6 },
    { "{\"a\" 1}", "{ a:!", "':' is missing", 1, 6 },
    { "{\"a\":1 \"b\":2}", "{ a:1 !", "',' or '}'", 1, 8 },
    { "{\"a\":[1 2]}", "{ a:[ 1 !", "',' or ']'", 1, 9 },
    { "{\"a\":\"x\ny\"}", "{ a:!", "a quote is missing", 1, 8 },
    { "{\"a\":\"\\q\"}", "{ a:!", "no escape", 1, 6 },
    { "{\"a\":1,}", "{ a:1 !", "a key in double quotes", 1, 8 },
};

static void test_events(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena *a = arena_new();
        struct seen seen;
        struct feed feed = feed_of("t", cases[i].text, strlen(cases[i].text));
        walk(a, &feed, &seen);
        if (strcmp(seen.text, cases[i].events) != 0)
            fail_msg("%s: got %s, want %s", cases[i].text, seen.text, cases[i].events);
        assert_int_equal(seen.dg.errors, cases[i].message != NULL);
        if (cases[i].message != NULL) {
            const struct diag_message *m = &seen.dg.messages[0];
            if (strstr(m->text, cases[i].message) == NULL ||
                m->at.line != cases[i].line || m->at.column != cases[i].column)
                fail_msg("%s: %u:%u %s", cases[i].text, m->at.line, m->at.column,
                         m->text);
        }
        arena_free(a);
    }
}

/* Tokens that lie across the windows' borders, wherever these are. */
static void test_windows(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    struct buf b = buf_on(a);
    buf_add(&b, "{\"list\":[\n");
    for (int i = 0; i < 60000; i++)
        buf_printf(&b, "%s  {\"k%d\" : \"t\\t%d\", \"n\":%d.%d}", i > 0 ? ",\n" : "", i,
                   i, i, i % 7);
    buf_add(&b, "]}\n");
    FILE *f = tmpfile();
    assert_non_null(f);
    fputs(buf_text(&b), f);
    fflush(f);
    lseek(fileno(f), 0, SEEK_SET);
    struct feed feed = feed_open(a, "t", fileno(f));
    struct diag dg = diag_on(a);
    struct json_stream s = json_stream_on(&feed, a, &dg);
    size_t keys = 0, numbers = 0;
    double sum = 0, x;
    assert_true(json_seek(&s, NULL, NULL));
    enum json_event e;
    while ((e = json_next(&s)) > JSON_ERROR) {
        keys += e == JSON_KEY;
        if (e != JSON_NUMBER)
            continue;
        assert_true(json_double(&s, &x));
        numbers++;
        sum += x;
        assert_int_equal(json_at(&s).line, numbers + 1);
    }
    assert_int_equal(e, JSON_END);
    assert_int_equal(keys, 120001);
    assert_int_equal(numbers, 60000);
    check_close(sum, 60000.0 * 59999 / 2 + 0.1 * (8571.0 * 21 + 0 + 1 + 2), 1e-12);
    fclose(f);
    arena_free(a);
}

static void test_bounds(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    struct seen seen;
    struct buf b = buf_on(a);
    for (int i = 0; i < 100; i++)
        buf_add(&b, "{\"a\":");
    struct feed feed = feed_of("t", b.text, b.length);
    walk(a, &feed, &seen);
    assert_non_null(strstr(seen.dg.messages[0].text, "63 deep"));

    FILE *f = tmpfile();
    assert_non_null(f);
    fputs("{\"a\":\"", f);
    for (int i = 0; i < FEED_WINDOW; i++)
        fputs("xy", f);
    fputs("\"}\n{\"b\":1}\n", f);
    fflush(f);
    lseek(fileno(f), 0, SEEK_SET);
    feed = feed_open(a, "t", fileno(f));
    walk(a, &feed, &seen);
    assert_string_equal(seen.text, "{ a:!{ b:1 } .");
    assert_non_null(strstr(seen.dg.messages[0].text, "longer than 256 KiB"));
    fclose(f);
    arena_free(a);
}

static void test_skip(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    static const char text[] = "{\"a\":{\"b\":[1,{\"c\":2}]},\"d\":3,\"e\":[4,5]}";
    struct feed feed = feed_of("t", text, sizeof text - 1);
    struct json_stream s = json_stream_on(&feed, a, &dg);
    uint64_t n;
    assert_true(json_seek(&s, NULL, NULL));
    assert_int_equal(json_next(&s), JSON_OBJECT);
    assert_int_equal(json_next(&s), JSON_KEY);
    assert_true(json_skip(&s, JSON_KEY));
    assert_int_equal(json_next(&s), JSON_KEY);
    assert_true(json_is(&s, "d"));
    assert_int_equal(json_next(&s), JSON_NUMBER);
    assert_true(json_u64(&s, &n) && n == 3);
    assert_int_equal(json_next(&s), JSON_KEY);
    assert_int_equal(json_next(&s), JSON_ARRAY);
    assert_true(json_skip(&s, JSON_ARRAY));
    assert_int_equal(json_next(&s), JSON_CLOSE);
    assert_int_equal(json_next(&s), JSON_END);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_windows),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_skip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
