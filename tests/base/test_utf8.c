/* UTF-8: the good, the overlong, and what spreadsheets count. */
#include "check.h"

#include "base/utf8.h"

static void test_valid_and_not(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        long bad; /* first bad byte, -1: none */
    } rows[] = {
        { "", -1 },
        { "plain", -1 },
        { "\xC3\xA9", -1 },
        { "\xE2\x82\xAC", -1 },
        { "\xF0\x9F\x98\x80", -1 },
        { "\xF4\x8F\xBF\xBF", -1 }, /* U+10FFFF */
        { "a\xFF", 1 },
        { "\x80", 0 },
        { "\xC3", 0 },             /* cut */
        { "\xC0\xAF", 0 },         /* overlong */
        { "\xC1\xBF", 0 },         /* overlong */
        { "\xE0\x80\xAF", 0 },     /* overlong */
        { "ab\xED\xA0\x80", 2 },   /* a surrogate */
        { "\xF4\x90\x80\x80", 0 }, /* beyond */
        { "\xF8\x88\x80\x80\x80", 0 },
        { "gr\xFC\x6E", 2 }, /* Latin-1 */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t at = 99;
        bool ok = utf8_valid(rows[i].text, strlen(rows[i].text), &at);
        if (ok != (rows[i].bad < 0) || (!ok && at != (size_t)rows[i].bad))
            fail_msg("row %zu: valid %d, at %zu", i, ok, at);
    }
}

static void test_units_of_spreadsheets(void **state)
{
    (void)state;
    assert_int_equal(utf8_units16("abc"), 3);
    assert_int_equal(utf8_units16("\xC3\xA9\xE2\x82\xAC"), 2);
    assert_int_equal(utf8_units16("\xF0\x9F\x98\x80"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid_and_not),
        cmocka_unit_test(test_units_of_spreadsheets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
