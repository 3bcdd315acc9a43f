/* published price/performance: a test a row of published.txt.  A ratio with an exact
 * total follows from it by a rounding that has a name; one with another total does not,
 * or only where the row says so; without a total the ratio says what it must have been.
 */
#include "check.h"

#include "base/arena.h"
#include "prices/price_performance.h"

enum {
    SYSTEM = 1,
    PERFORMANCE,
    TOTAL,
    STATUS,
    RATIO,
    PER,
    ROUNDINGS,
    LOW,
    HIGH,
    FIELDS
};
enum { MOST_ROWS = 100 };

static struct arena *arena;

static struct exact decimal(const char *text)
{
    struct exact e;
    if (!exact_parse(text, strlen(text), &e, NULL))
        fail_msg("'%s' is no number", text);
    return e;
}

static void split(char *line, const char *fields[FIELDS])
{
    for (size_t i = 0; i < FIELDS; i++) {
        char *end = strstr(line, " | ");
        fields[i] = line;
        if (end != NULL) {
            *end = '\0';
            line = end + 3;
        }
    }
}

static int places_of(const char *text)
{
    const char *point = strchr(text, '.');
    return point != NULL ? (int)strlen(point + 1) : 0;
}

static void check_ratio(const char *const *f, const struct price_performance *p)
{
    struct exact ratio;
    bool fits[RATIO_ROUNDINGS];
    assert_true(price_performance(p, &ratio));
    if (strcmp(f[RATIO], "-") == 0) {
        printf("%s: computed %.6g, none printed\n", f[SYSTEM], exact_double(ratio));
        return;
    }
    bool any = ratio_agrees(ratio, decimal(f[RATIO]), places_of(f[RATIO]), fits);
    bool half_up = strstr(f[ROUNDINGS], "half up") != NULL;
    bool up = strcmp(f[ROUNDINGS], "up") == 0 || strstr(f[ROUNDINGS], ", up") != NULL;
    assert_int_equal(fits[RATIO_HALF_UP], half_up);
    assert_int_equal(fits[RATIO_UP], up);
    assert_int_equal(any, strcmp(f[ROUNDINGS], "none") != 0);
    if (strcmp(f[STATUS], "exact") == 0)
        assert_true(any);
    printf("%s: computed %.6g, printed %s:", f[SYSTEM], exact_double(ratio), f[RATIO]);
    for (size_t i = 0; i < RATIO_ROUNDINGS; i++)
        if (fits[i])
            printf(" %s,", ratio_rounding_names[i]);
    printf("%s\n", any ? " fits" : " does not follow from this total");
}

/* The bounds are printed in whole units, rounded half to even or half up. */
static void check_implied(const char *const *f, const struct price_performance *p)
{
    struct exact totals[2];
    if (strcmp(f[LOW], "-") == 0)
        return;
    assert_true(implied_totals(p, decimal(f[RATIO]), places_of(f[RATIO]), totals));
    assert_true(fabs(exact_double(totals[0]) - strtod(f[LOW], NULL)) <= 0.5);
    assert_true(fabs(exact_double(totals[1]) - strtod(f[HIGH], NULL)) <= 0.5);
}

static void run_row(void **state)
{
    const char *f[FIELDS];
    split(arena_strdup(arena, *state), f);
    bool has_total = strcmp(f[TOTAL], "-") != 0;
    struct price_performance p = { decimal(has_total ? f[TOTAL] : "0"),
                                   decimal(f[PERFORMANCE]), decimal(f[PER]) };
    if (has_total)
        check_ratio(f, &p);
    check_implied(f, &p);
}

int main(void)
{
    static struct CMUnitTest tests[MOST_ROWS];
    static char line[512];
    size_t n = 0;
    FILE *in = fopen("tests/prices/published.txt", "rb");
    arena = arena_new();
    while (in != NULL && fgets(line, sizeof line, in) != NULL && n < MOST_ROWS) {
        if (line[0] == '#')
            continue;
        line[strcspn(line, "\n")] = '\0';
        const char *f[FIELDS];
        char *row = arena_strdup(arena, line);
        split(arena_strdup(arena, line), f);
        tests[n].name = f[SYSTEM];
        tests[n].test_func = run_row;
        tests[n++].initial_state = row;
    }
    if (in == NULL || n < 10)
        return 1;
    fclose(in);
    int failed = _cmocka_run_group_tests("published", tests, n, NULL, NULL);
    arena_free(arena);
    return failed;
}
