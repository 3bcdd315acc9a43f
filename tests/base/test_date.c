/* dates: what is taken, and Excel's day numbers. */
#include "check.h"

#include "base/arena.h"
#include "base/date.h"

static struct date parse(const char *text)
{
    struct date d;
    if (!date_parse(text, strlen(text), &d))
        fail_msg("'%s' is not read", text);
    return d;
}

static void test_day_numbers(void **state)
{
    (void)state;
    /* As LibreOffice Calc and Excel show them. */
    static const struct {
        const char *text;
        long first, last;
    } rows[] = {
        { "1901-01-01", 367, 367 },     { "2000-02-29", 36585, 36585 },
        { "2008-06-04", 39603, 39603 }, { "2008-06", 39600, 39629 },
        { "2008", 39448, 39813 },       { "1970-01-01", 25569, 25569 },
        { "2024-02", 45323, 45351 },    { "9999-12-31", 2958465, 2958465 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(date_first_day(parse(rows[i].text)), rows[i].first);
        assert_int_equal(date_last_day(parse(rows[i].text)), rows[i].last);
    }
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const bad[] = { "",           "2008-",      "2008-13",
                                       "2008-00",    "2008-6-4",   "2008-02-30",
                                       "2007-02-29", "1900-01-01", "2008-06-04 ",
                                       "08-06-04",   "2008/06/04", "2008-06-00",
                                       "20080604",   "04.06.2008" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct date d;
        if (date_parse(bad[i], strlen(bad[i]), &d))
            fail_msg("'%s' was read", bad[i]);
    }
}

static void test_every_day_there_and_back(void **state)
{
    (void)state;
    struct date d;
    for (long day = 367; day <= 2958465; day += day < 60000 ? 1 : 97) {
        assert_true(date_of_day(day, &d));
        assert_int_equal(date_first_day(d), day);
    }
    assert_false(date_of_day(366, &d));
    assert_false(date_of_day(2958466, &d));
}

static void test_text_has_the_precision_written(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    static const char *const texts[] = { "2008", "2008-06", "2008-06-04" };
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(date_text(a, parse(texts[i])), texts[i]);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_day_numbers),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_every_day_there_and_back),
        cmocka_unit_test(test_text_has_the_precision_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
