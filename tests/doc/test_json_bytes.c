/* JSON's bytes, sixteen or eight at a time, against one at a time. */
#include "check.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "doc/json_bytes.h"
#include "doc/json_stream.h"

static uint64_t seed = 88172645463325252u;

static unsigned chance(unsigned n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)(seed >> 20) % n;
}

/* Wherever in the bytes the end is, and whatever stops. */
static void test_runs_of_bytes(void **state)
{
    (void)state;
    char bytes[80];
    for (int i = 0; i < 20000; i++) {
        size_t length = chance(70), stop = chance(70);
        for (size_t k = 0; k < sizeof bytes; k++)
            bytes[k] = (char)(0x23 + chance(0x5c - 0x23));
        if (chance(2))
            memset(bytes, ' ', sizeof bytes);
        if (chance(3) > 0)
            bytes[stop] = (char)chance(256);
        bytes[length] = '\0';
        size_t blank = 0, plain = 0;
        while (bytes[blank] == ' ')
            blank++;
        while (!json_stops[(unsigned char)bytes[plain]])
            plain++;
        assert_ptr_equal(json_blanks(bytes, bytes + length), bytes + blank);
        assert_ptr_equal(json_plain(bytes, bytes + length), bytes + plain);
    }
}

/* Digits, points and what else, so that every second one or so is a number. */
static void random_number(char *text, size_t size)
{
    static const char bytes[] = "0123456789012345678901234567890123456789..,e- }x";
    size_t n = 0, whole = chance(20), part = chance(3) ? chance(20) : 0;
    while (n < whole)
        text[n++] = (char)('0' + chance(10));
    if (part > 0)
        text[n++] = '.';
    while (n < whole + part)
        text[n++] = (char)('0' + chance(10));
    if (chance(4) == 0)
        text[chance((unsigned)n + 1)] = bytes[chance(sizeof bytes - 1)];
    for (n++; n + 1 < size; n++)
        text[n] = bytes[chance(sizeof bytes - 1)];
    text[n] = '\0';
}

static void test_decimals(void **state)
{
    (void)state;
    char text[100];
    size_t taken = 0;
    for (int i = 0; i < 200000; i++) {
        uint64_t mantissa = 0;
        int places = 0;
        memset(text, ',', sizeof text);
        random_number(text, sizeof text);
        unsigned n = json_decimal(text, text + sizeof text, &mantissa, &places);
        size_t all = json_number_at(text);
        if (n == 0 || json_word_byte(text[n]))
            continue;
        taken++;
        assert_int_equal(n, all);
        char digits[24];
        size_t count = 0;
        for (unsigned k = 0; k < n; k++)
            if (text[k] != '.')
                digits[count++] = text[k];
        digits[count] = '\0';
        assert_int_equal(mantissa, strtoull(digits, NULL, 10));
        assert_int_equal(places, count == n ? 0 : n - 1 - strcspn(text, "."));
    }
    assert_true(taken > 40000);
    uint64_t mantissa;
    int places;
    assert_int_equal(json_decimal(text, text + 20, &mantissa, &places), 0);
}

static void add_blanks(struct buf *b)
{
    static const char *const blanks[] = {
        "", "", " ", "\n  ", "\r\n\t ", "\n                       "
    };
    buf_add(b, blanks[chance(6)]);
}

static void add_value(struct buf *b, int depth)
{
    static const char *const words[] = {
        "true", "null",   "\"\"",          "\"text\"",      "\"a \\\" b\"",
        "0",    "-1.5e3", "1234567890123", "132637.734375", "99.99999999999999999",
        "nan",  "01",     "\"\\q\"",       "tru",           "12,5"
    };
    if (depth == 0 || chance(3) > 0) {
        buf_add(b, words[chance(chance(20) > 0 ? 10 : 15)]);
        return;
    }
    bool array = chance(3) == 0;
    buf_char(b, array ? '[' : '{');
    for (unsigned i = 0, n = chance(5); i < n; i++) {
        buf_add(b, i > 0 ? "," : "");
        add_blanks(b);
        if (!array) {
            buf_printf(b, "\"%.*s\"", (int)chance(20), "a key with many bytes");
            add_blanks(b);
            buf_add(b, chance(200) > 0 ? ":" : "");
            add_blanks(b);
        }
        add_value(b, depth - 1);
        add_blanks(b);
    }
    buf_char(b, array ? ']' : '}');
}

static const char *events_of(struct arena *a, const char *text, size_t length)
{
    struct diag dg = diag_on(a);
    struct feed feed = feed_of("t", text, length);
    struct json_stream s = json_stream_on(&feed, a, &dg);
    struct buf out = buf_on(a);
    while (json_seek(&s, NULL, NULL)) {
        enum json_event e;
        do {
            e = json_next(&s);
            double x = 0;
            if (e == JSON_NUMBER)
                json_double(&s, &x);
            if (e == JSON_NUMBER && s.places >= 0)
                assert_true((double)s.mantissa / pow(10, s.places) == x);
            bool token = e >= JSON_KEY;
            buf_printf(&out, "%d %u:%u %.*s %a\n", e, json_at(&s).line,
                       json_at(&s).column, token ? (int)s.length : 0,
                       token ? s.text : "", x);
        } while (e > JSON_ERROR);
    }
    for (size_t i = 0; i < dg.count; i++)
        buf_printf(&out, "%u:%u %s\n", dg.messages[i].at.line, dg.messages[i].at.column,
                   dg.messages[i].text);
    return buf_text(&out);
}

/* The same document with room behind it, where all tokens are taken the quick way, and
 * without, where those near its end are not. */
static void test_documents(void **state)
{
    (void)state;
    size_t whole = 0;
    for (int i = 0; i < 3000; i++) {
        struct arena *a = arena_new();
        struct buf b = buf_on(a);
        buf_add(&b, "{\"a\":");
        add_value(&b, 5);
        buf_add(&b, "}");
        size_t length = b.length;
        for (int k = 0; k < 64; k++)
            buf_char(&b, ' ');
        const char *roomy = events_of(a, buf_text(&b), b.length);
        char *tight = arena_strndup(a, b.text, length);
        const char *other = events_of(a, tight, length);
        if (strcmp(roomy, other) != 0)
            fail_msg("%s\n%s\n%s", tight, roomy, other);
        whole += strstr(roomy, "0 1:") != NULL;
        arena_free(a);
    }
    assert_true(whole > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runs_of_bytes),
        cmocka_unit_test(test_decimals),
        cmocka_unit_test(test_documents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
