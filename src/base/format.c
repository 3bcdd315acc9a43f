#include "base/format.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"

/* Commas between groups of three in the whole part. */
static const char *grouped(struct arena *a, const char *text, double least)
{
    struct buf b = buf_on(a);
    if (*text == '-')
        buf_char(&b, *text++);
    const char *end = text;
    while (*end >= '0' && *end <= '9')
        end++;
    size_t whole = (size_t)(end - text);
    bool group = strtod(text, NULL) >= least;
    for (size_t i = 0; i < whole; i++) {
        if (group && i > 0 && (whole - i) % 3 == 0)
            buf_char(&b, ',');
        buf_char(&b, text[i]);
    }
    buf_add(&b, end);
    return buf_text(&b);
}

/* "12.500" to "12.5", "12.000" to "12". */
static void drop_zeros(char *text)
{
    if (strchr(text, '.') == NULL || strpbrk(text, "eE") != NULL)
        return;
    char *end = text + strlen(text);
    while (end[-1] == '0')
        *--end = '\0';
    if (end[-1] == '.')
        *--end = '\0';
}

/* Half away from zero where printf would take the even neighbour or the binary one:
 * the decimal text of 17 digits decides. */
static double nudged(double x)
{
    return x * (1 + 0x1p-50);
}

static const char *places(struct arena *a, double x, int decimals, bool all)
{
    const double least = 10000;
    char text[400];
    snprintf(text, sizeof text, "%.*f", decimals, nudged(x));
    if (!all)
        drop_zeros(text);
    if (strcmp(text, "-0") == 0)
        return "0";
    return grouped(a, text, least);
}

static const char *significant(struct arena *a, double x, int digits, bool all)
{
    if (isnan(x))
        return "none";
    if (isinf(x))
        return x > 0 ? "infinite" : "-infinite";
    if (x == 0)
        return "0";
    double size = fabs(x);
    if (size >= 1e15 || size < 1e-5) {
        return arena_printf(a, "%.*g", digits, x);
    }
    char rounded[40];
    snprintf(rounded, sizeof rounded, "%.*e", digits - 1, nudged(x));
    int exponent = (int)strtol(strchr(rounded, 'e') + 1, NULL, 10);
    int decimals = digits - 1 - exponent;
    if (decimals >= 0)
        return places(a, x, decimals, all);
    return places(a, strtod(rounded, NULL), 0, all);
}

const char *format_number(struct arena *a, double x, int digits)
{
    return significant(a, x, digits, false);
}

const char *format_digits(struct arena *a, double x, int digits)
{
    return significant(a, x, digits, true);
}

static const char *with_unit(struct arena *a, const char *number, const char *unit)
{
    if (unit[0] == '\0' || strcmp(number, "none") == 0)
        return number;
    return arena_printf(a, "%s %s", number, unit);
}

const char *format_quantity(struct arena *a, double base, struct unit unit, int digits)
{
    return with_unit(a, format_number(a, base / unit.factor, digits), unit.text);
}

static bool is_plain(struct dim d, struct dim wanted)
{
    return dim_equal(d, wanted);
}

const char *format_scaled(struct arena *a, double base, struct unit unit, int digits)
{
    static const struct {
        const char *text;
        double factor;
    } bytes[] = { { "B", 1 },    { "kB", 1e3 },  { "MB", 1e6 },
                  { "GB", 1e9 }, { "TB", 1e12 }, { "PB", 1e15 } },
      times[] = { { "ns", 1e-9 }, { "us", 1e-6 }, { "ms", 1e-3 }, { "s", 1 } };
    bool size = is_plain(unit.dim, (struct dim){ .bytes = 1 });
    bool time = is_plain(unit.dim, (struct dim){ .time = 1 }) && fabs(base) < 600;
    if (!(size || time) || base == 0 || !isfinite(base))
        return format_quantity(a, base, unit, digits);
    size_t i = size ? sizeof bytes / sizeof *bytes : sizeof times / sizeof *times;
    while (--i > 0 && fabs(base) < (size ? bytes[i].factor : times[i].factor))
        continue;
    double factor = size ? bytes[i].factor : times[i].factor;
    return with_unit(a, format_number(a, base / factor, digits),
                     size ? bytes[i].text : times[i].text);
}

const char *format_money(struct arena *a, double amount, const char *currency)
{
    if (!isfinite(amount))
        return "none";
    char text[400];
    double size = fabs(amount);
    bool whole =
        size >= 1000 || nudged(size) == floor(nudged(size)) || size == floor(size);
    snprintf(text, sizeof text, "%.*f", whole ? 0 : 2, nudged(amount));
    const char *number = strcmp(text, "-0") == 0 ? "0" : grouped(a, text, 1000);
    return arena_printf(a, "%s %s", number, currency);
}

const char *format_places(struct arena *a, double amount, int places)
{
    if (!isfinite(amount))
        return "none";
    char text[400];
    snprintf(text, sizeof text, "%.*f", places, nudged(amount));
    bool zero = text[0] == '-' && strspn(text, "-0.") == strlen(text);
    return grouped(a, zero ? text + 1 : text, 1000);
}

const char *format_cents(struct arena *a, double amount)
{
    return format_places(a, amount, 2);
}

const char *format_exact(struct arena *a, double x)
{
    if (!isfinite(x))
        return "null";
    if (x == 0)
        return "0";
    if (fabs(x) < 1e15 && x == floor(x))
        return arena_printf(a, "%.0f", x);
    for (int digits = 1; digits < 17; digits++) {
        char text[40];
        snprintf(text, sizeof text, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            return arena_strdup(a, text);
    }
    return arena_printf(a, "%.17g", x);
}

const char *format_words(struct arena *a, const char *name)
{
    char *text = arena_strdup(a, name);
    for (char *p = text; *p != '\0'; p++)
        if (*p == '_')
            *p = ' ';
    return text;
}
