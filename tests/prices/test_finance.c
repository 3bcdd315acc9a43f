/* finance: a test a line of finance.txt, to a relative 1e-10, and what has no line. */
#include "check.h"

#include "base/arena.h"
#include "prices/finance_days.h"
#include "prices/finance_depreciation.h"

enum { MOST_CASES = 256, MOST_VALUES = 64 };
static const double TOLERANCE = 1e-10;

static struct arena *arena;

/* The text of KEY=... in a case; NULL where it has none. */
static const char *text_of(const char *line, const char *key)
{
    size_t n = strlen(key);
    for (const char *at = strchr(line, ' '); at != NULL; at = strchr(at + 1, ' '))
        if (strncmp(at + 1, key, n) == 0 && at[n + 1] == '=')
            return at + n + 2;
    return NULL;
}

static size_t list_of(const char *line, const char *key, double *out)
{
    const char *text = text_of(line, key);
    size_t n = 0;
    while (text != NULL && *text != '\0' && *text != ' ' && n < MOST_VALUES) {
        char *end;
        out[n] = strtod(text, &end);
        if (*end == '/')
            out[n] /= strtod(end + 1, &end);
        n++;
        text = *end == ',' ? end + 1 : end;
    }
    return n;
}

static double number_of(const char *line, const char *key, double otherwise)
{
    double v[MOST_VALUES];
    return list_of(line, key, v) > 0 ? v[0] : otherwise;
}

static unsigned whole_of(const char *line, const char *key, unsigned otherwise)
{
    return (unsigned)number_of(line, key, otherwise);
}

/* The times of xnpv and xirr; false where a date does not exist. */
static bool years_of(const char *line, enum day_count convention, double *out)
{
    const char *text = text_of(line, "dates");
    struct date first = { 0 };
    for (size_t i = 0; *text != '\0' && *text != ' '; i++) {
        struct date d;
        size_t n = strcspn(text, ", ");
        if (!days_parse(arena_strndup(arena, text, n), &d))
            return false;
        first = i == 0 ? d : first;
        out[i] = days_years(convention, first, d);
        text += text[n] == ',' ? n + 1 : n;
    }
    return true;
}

static const char *word_of(enum finance_status status)
{
    static const char *const words[] = {
        [FINANCE_RATE] = "error",
        [FINANCE_ARGUMENT] = "error",
        [FINANCE_NO_SIGN_CHANGE] = "no_sign_change",
        [FINANCE_NO_ROOT] = "no_root",
        [FINANCE_NEVER] = "never",
        [FINANCE_LOST_AGAIN] = "crosses_then_lost",
    };
    return words[status];
}

static void check_refused(const char *line, const char *word)
{
    const char *expect = text_of(line, "expect");
    if (expect == NULL || strncmp(expect, word, strlen(word)) != 0)
        fail_msg("refused with %s: %s", word, line);
}

static void check_status(const char *line, enum finance_status status)
{
    if (status != FINANCE_OK)
        check_refused(line, word_of(status));
    else if (text_of(line, "expect") != NULL)
        fail_msg("not refused: %s", line);
}

static void check_roots(const char *line, const struct finance_roots *got)
{
    double want[MOST_VALUES];
    size_t n = list_of(line, "roots", want);
    assert_int_equal(got->count, n);
    for (size_t i = 0; i < n; i++)
        check_close(got->rate[i], want[i], TOLERANCE);
    assert_int_equal(got->sign_changes, whole_of(line, "sign_changes", 99));
}

static enum finance_status call_depreciation(const char *fn, const char *line,
                                             double *out)
{
    unsigned period = whole_of(line, "period", 1);
    struct depreciation d = { number_of(line, "cost", NAN),
                              number_of(line, "salvage", NAN),
                              number_of(line, "life", NAN),
                              number_of(line, "factor", 2),
                              whole_of(line, "month", 12) };
    if (strcmp(fn, "sln") == 0)
        return finance_sln(&d, out);
    if (strcmp(fn, "syd") == 0)
        return finance_syd(&d, period, out);
    if (strcmp(fn, "db") == 0)
        return finance_db(&d, period, out);
    return finance_ddb(&d, period, out);
}

static void run_macrs(const char *line)
{
    double want[MOST_VALUES], got[MACRS_MOST], sum = 0;
    unsigned life = whole_of(line, "life", 0);
    size_t n = list_of(line, "table_percent", want);
    assert_int_equal(n, life + 1);
    assert_int_equal(finance_macrs_table(life, got), FINANCE_OK);
    for (size_t i = 0; i < n; i++, sum += got[i - 1])
        check_close(got[i], want[i] / 100, TOLERANCE);
    check_close(sum, 1, 1e-12);
    assert_int_equal(list_of(line, "formula_percent", want), n);
    assert_int_equal(finance_macrs(life, got), FINANCE_OK);
    for (size_t i = 0; i < n; i++) /* printed with 12 digits */
        check_close(got[i], want[i] / 100, 1e-11);
}

static void run_payback(const char *line, const struct flows *f)
{
    struct payback p;
    enum finance_status status = finance_payback(f, number_of(line, "rate", 0), &p);
    check_status(line, status);
    if (status == FINANCE_LOST_AGAIN) {
        check_close(p.interpolated, 5 / 3.0, TOLERANCE);
        check_close(p.total, -200, TOLERANCE);
    }
    if (status != FINANCE_OK)
        return;
    /* printed with 6 digits */
    check_close(p.interpolated, number_of(line, "interpolated", NAN), 2e-6);
    assert_int_equal(p.whole, whole_of(line, "whole_periods", (unsigned)p.whole));
}

static enum finance_status call(const char *fn, const char *line, const struct flows *f,
                                double *out)
{
    double rate = number_of(line, "rate", NAN);
    struct annuity a = { .rate = rate,
                         .periods = number_of(line, "nper", NAN),
                         .present = number_of(line, "pv", NAN),
                         .future = number_of(line, "fv", NAN),
                         .at_start = number_of(line, "type", 0) == 1 };
    if (strcmp(fn, "npv") == 0)
        return finance_npv(f, rate, whole_of(line, "first_at", 9), out);
    if (strcmp(fn, "xnpv") == 0)
        return finance_xnpv(f, rate, out);
    if (strcmp(fn, "mirr") == 0)
        return finance_mirr(f, number_of(line, "finance", NAN),
                            number_of(line, "reinvest", NAN), out);
    if (strcmp(fn, "pmt") == 0)
        return finance_pmt(&a, out);
    return call_depreciation(fn, line, out);
}

static void run_case(void **state)
{
    const char *line = *state, *fn = strchr(line, ' ') + 1;
    double amounts[MOST_VALUES], years[MOST_VALUES], got;
    struct flows f = { .amount = amounts };
    fn = arena_strndup(arena, fn, strcspn(fn, " "));
    f.count = list_of(line, "flows", amounts);
    if (text_of(line, "dates") != NULL) {
        f.years = years;
        if (!years_of(line, DAYS_ACT_365, years)) {
            check_refused(line, "invalid_date");
            return;
        }
    }
    if (strcmp(fn, "macrs") == 0) {
        run_macrs(line);
    } else if (strcmp(fn, "payback") == 0) {
        run_payback(line, &f);
    } else if (strcmp(fn, "irr") == 0 || strcmp(fn, "xirr") == 0) {
        struct finance_roots roots;
        enum finance_status status = finance_irr(arena, &f, &roots);
        check_status(line, status);
        check_roots(line, &roots);
    } else {
        enum finance_status status = call(fn, line, &f, &got);
        check_status(line, status);
        if (status == FINANCE_OK)
            check_close(got, number_of(line, "value", NAN), TOLERANCE);
    }
}

/* The same flows by other day counts, as the documentation of MathWorks' xirr has it.
 */
static void test_day_counts(void **state)
{
    static const char line[] =
        "x xirr dates=2007-01-12,2008-02-14,2008-03-03,2008-06-14,2008-12-01";
    static const double flows[] = { -10000, 2500, 2000, 3000, 4000 };
    static const struct {
        enum day_count convention;
        double rate;
    } rows[] = { { DAYS_ACT_365, 0.10064378342638 },
                 { DAYS_ACT_360, 0.0991988898057063 },
                 { DAYS_ACT_ACT_ISDA, 0.100739648987346 },
                 { DAYS_30_360, 0.100675477282743 } };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double years[MOST_VALUES];
        struct flows f = { flows, years, 5 };
        struct finance_roots r;
        assert_true(years_of(line, rows[i].convention, years));
        assert_int_equal(finance_irr(arena, &f, &r), FINANCE_OK);
        assert_int_equal(r.count, 1);
        check_close(r.rate[0], rows[i].rate, 1e-10);
    }
}

static void test_thirty_days(void **state)
{
    static const struct {
        const char *from, *to;
        double us, european; /* days, worked by the conventions' texts */
    } rows[] = {
        { "2007-01-31", "2007-03-31", 60, 60 },
        { "2008-02-29", "2009-02-28", 360, 359 },
        { "2008-02-28", "2008-03-31", 33, 32 },
        { "2007-01-15", "2007-01-31", 16, 15 },
        { "2007-02-28", "2007-03-31", 30, 32 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct date a, b;
        assert_true(days_parse(rows[i].from, &a));
        assert_true(days_parse(rows[i].to, &b));
        check_close(days_years(DAYS_30_360, a, b) * 360, rows[i].us, 1e-12);
        check_close(days_years(DAYS_30E_360, a, b) * 360, rows[i].european, 1e-12);
    }
}

/* Roots that are chosen, multiplied out, and found again, double ones once. */
static void test_chosen_roots(void **state)
{
    static const double roots[][5] = {
        { 0.1, 0.1, NAN },       { 0, NAN },
        { -0.5, 0, 0.5, NAN },   { 0.08, 0.081, 0.082, NAN },
        { -0.9, 3, 3, 20, NAN }, { 0.25, 0.25, 0.75, NAN },
    };
    /* three roots 0.001 apart: rounding of 1e-16 moves them by 1e-16 / 1e-6 */
    static const double closest[] = { 0, 1e-12, 1e-12, 1e-9, 0, 0 };
    (void)state;
    for (size_t k = 0; k < sizeof roots / sizeof *roots; k++) {
        double flows[8] = { -1 }, want[5];
        size_t n = 0, distinct = 0;
        for (; !isnan(roots[k][n]); n++) {
            /* flows of x = 1/(1+r), times x (1 + root) - 1 */
            for (size_t i = n + 1; i > 0; i--)
                flows[i] = flows[i - 1] * (1 + roots[k][n]) - flows[i];
            flows[0] = -flows[0];
            if (n == 0 || roots[k][n] != roots[k][n - 1])
                want[distinct++] = roots[k][n];
        }
        struct flows f = { .amount = flows, .count = n + 1 };
        struct finance_roots r;
        assert_int_equal(finance_irr(arena, &f, &r), FINANCE_OK);
        assert_int_equal(r.count, distinct);
        for (size_t i = 0; i < distinct; i++)
            if (fabs(r.rate[i] - want[i]) > (distinct < n ? 1e-7 : closest[k]))
                fail_msg("row %zu: got %.17g, want %.17g", k, r.rate[i], want[i]);
    }
}

/* What belongs together: payment, interest and principal; rate, periods and value. */
static void test_annuity(void **state)
{
    (void)state;
    for (int start = 0; start < 2; start++) {
        struct annuity a = { .rate = 0.0075,
                             .periods = 48,
                             .present = 20000,
                             .future = -1500,
                             .at_start = start == 1 };
        double interest = 0, principal = 0, x, y;
        assert_int_equal(finance_pmt(&a, &a.payment), FINANCE_OK);
        for (unsigned p = 1; p <= 48; p++, interest += x, principal += y) {
            assert_int_equal(finance_ipmt(&a, p, &x), FINANCE_OK);
            assert_int_equal(finance_ppmt(&a, p, &y), FINANCE_OK);
            check_close(x + y, a.payment, 1e-12);
        }
        /* paid at the start, the last payment earns a period's interest more */
        check_close(principal, -(a.present + a.future / (start == 1 ? 1.0075 : 1)),
                    1e-11);
        assert_int_equal(finance_nper(&a, &x), FINANCE_OK);
        check_close(x, 48, 1e-10);
        assert_int_equal(finance_fv(&a, &x), FINANCE_OK);
        check_close(x, -1500, 1e-9);
        assert_int_equal(finance_pv(&a, &x), FINANCE_OK);
        check_close(x, 20000, 1e-10);
        struct finance_roots r;
        assert_int_equal(finance_rate(arena, &a, &r), FINANCE_OK);
        assert_int_equal(r.count, 1);
        check_close(r.rate[0], 0.0075, 1e-10);
        assert_int_equal(finance_ipmt(&a, 49, &x), FINANCE_ARGUMENT);
    }
    /* by hand, 40 digits: (10000 * 1.005 - payment) * 0.005 */
    struct annuity a = { .rate = 0.005, .periods = 24, .present = 10000 };
    double x;
    finance_ipmt(&a, 2, &x);
    check_close(x, -48.03396948736215, 1e-12);
}

static void test_rates(void **state)
{
    double x;
    (void)state;
    /* 1.03 * 1.02 = 1.0506; 1.01^12 - 1 */
    check_close(finance_nominal(0.03, 0.02), 0.0506, 1e-14);
    check_close(finance_real(0.0506, 0.02), 0.03, 1e-14);
    check_close(finance_effective(0.12, 12), 0.12682503013196972, 1e-13);
    /* 10000 at 10 % over 2 years: 10000 * 0.1 / (1 - 1/1.21) = 12100/2.1 */
    assert_int_equal(finance_equivalent_annual(10000, 0.1, 2, &x), FINANCE_OK);
    check_close(x, 12100 / 2.1, 1e-13);
    assert_int_equal(finance_equivalent_annual(900, 0, 3, &x), FINANCE_OK);
    check_close(x, 300, 1e-15);
    /* disks, 0.114 to 0.014 USD/GB from 2009 to 2022: 1 - (14/114)^(1/13) */
    assert_int_equal(finance_decline(0.114, 0.014, 13, &x), FINANCE_OK);
    check_close(x, 0.14897906275082706, 1e-12);
    assert_int_equal(finance_decline(0, 1, 1, &x), FINANCE_ARGUMENT);
}

static char *read_all(const char *path)
{
    FILE *in = fopen(path, "rb");
    static char text[65536];
    if (in == NULL)
        return NULL;
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    return text;
}

int main(void)
{
    static struct CMUnitTest tests[MOST_CASES + 8] = {
        cmocka_unit_test(test_day_counts),   cmocka_unit_test(test_thirty_days),
        cmocka_unit_test(test_chosen_roots), cmocka_unit_test(test_annuity),
        cmocka_unit_test(test_rates),
    };
    size_t n = 5, first = n;
    char *line = read_all("tests/prices/finance.txt");
    arena = arena_new();
    while (line != NULL && *line != '\0' && n < first + MOST_CASES) {
        char *end = strchr(line, '\n');
        *end = '\0';
        if (*line != '#') {
            tests[n].name = arena_strndup(arena, line, strcspn(line, " "));
            tests[n].test_func = run_case;
            tests[n++].initial_state = line;
        }
        line = end + 1;
    }
    if (n == first)
        return 1;
    int failed = _cmocka_run_group_tests("finance", tests, n, NULL, NULL);
    arena_free(arena);
    return failed;
}
