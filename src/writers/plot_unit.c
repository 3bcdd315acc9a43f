#include "writers/plot_unit.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "writers/plot_axis.h"

struct prefix {
    const char *text;
    double scale;
};
static const struct prefix decimal[] = {
    { "", 1 },     { "k", 1e3 },  { "M", 1e6 },  { "G", 1e9 },
    { "T", 1e12 }, { "P", 1e15 }, { "E", 1e18 }, { NULL, 0 },
};
static const struct prefix binary[] = {
    { "Ki", 1024.0 },          { "Mi", 1048576.0 },          { "Gi", 1073741824.0 },
    { "Ti", 1099511627776.0 }, { "Pi", 1125899906842624.0 }, { NULL, 0 },
};
static const struct prefix seconds[] = {
    { "n", 1e-9 }, { "u", 1e-6 }, { "m", 1e-3 }, { "", 1 }, { NULL, 0 },
};
/* Money and counts: words, since "kUSD" is nobody's unit. */
static const struct prefix words[] = {
    { "", 1 },           { "thousand ", 1e3 }, { "million ", 1e6 },
    { "billion ", 1e9 }, { NULL, 0 },
};

static const struct {
    const char *base;
    const struct prefix *prefixes;
} families[] = {
    { "B", decimal }, { "B", binary },  { "s", seconds },  { "bit", decimal },
    { "W", decimal }, { "J", decimal }, { "Wh", decimal }, { "IOPS", decimal },
};

/* The family of "TB/s": its table, its prefix there, what follows the prefix. */
static bool family_of(const char *unit, const struct prefix **table,
                      const struct prefix **now, const char **rest)
{
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
        for (const struct prefix *p = families[i].prefixes; p->text; p++) {
            size_t n = strlen(p->text), b = strlen(families[i].base);
            if (strncmp(unit, p->text, n) != 0 ||
                strncmp(unit + n, families[i].base, b) != 0 ||
                (unit[n + b] != '\0' && strcmp(unit + n + b, "/s") != 0))
                continue;
            *table = families[i].prefixes;
            *now = p;
            *rest = unit + n;
            return true;
        }
    return false;
}

/* The last prefix whose number is still at least 1, the first where none is. */
static const struct prefix *fitting(const struct prefix *table, double v)
{
    const struct prefix *best = table;
    for (const struct prefix *p = table; p->text; p++)
        if (v >= p->scale * (1 - 1e-9))
            best = p;
    return best;
}

struct unit_step unit_step_for(struct arena *a, const char *unit, double largest)
{
    const struct prefix *table, *now;
    const char *rest;
    if (unit == NULL)
        unit = "";
    if (family_of(unit, &table, &now, &rest)) {
        const struct prefix *p = fitting(table, largest * now->scale);
        return (struct unit_step){ p->scale / now->scale,
                                   arena_printf(a, "%s%s", p->text, rest) };
    }
    if (strcmp(unit, "%") == 0 || largest < 1e5)
        return (struct unit_step){ 1, unit };
    const struct prefix *p = fitting(words, largest);
    const char *text = arena_printf(a, "%s%s", p->text, unit);
    size_t length = strlen(text);
    if (length > 0 && text[length - 1] == ' ')
        text = arena_strndup(a, text, length - 1);
    return (struct unit_step){ p->scale, text };
}

static const char *superscript(struct arena *a, int exponent)
{
    static const char *const digits[] = {
        "\xe2\x81\xb0", "\xc2\xb9",     "\xc2\xb2",     "\xc2\xb3",     "\xe2\x81\xb4",
        "\xe2\x81\xb5", "\xe2\x81\xb6", "\xe2\x81\xb7", "\xe2\x81\xb8", "\xe2\x81\xb9"
    };
    struct buf b = buf_on(a);
    for (const char *s = arena_printf(a, "%d", exponent); *s; s++)
        buf_add(&b, *s == '-' ? "\xe2\x81\xbb" : digits[*s - '0']);
    return buf_text(&b);
}

static const char *grouped(struct arena *a, const char *digits)
{
    size_t whole = strcspn(digits, ".");
    struct buf b = buf_on(a);
    for (size_t i = 0; i < whole; i++) {
        if (i > 0 && whole >= 4 && (whole - i) % 3 == 0)
            buf_char(&b, ',');
        buf_char(&b, digits[i]);
    }
    buf_add(&b, digits + whole);
    return buf_text(&b);
}

const char *unit_number(struct arena *a, double v, int digits)
{
    if (v == 0)
        return "0";
    if (!isfinite(v))
        return isnan(v) ? "unknown" : v > 0 ? "unbounded" : "unbounded below";
    double size = fabs(v);
    const char *sign = v < 0 ? "-" : "";
    int exponent = (int)floor(log10(size) + 1e-12);
    if (exponent < -4 || exponent > 11) {
        double lead = size / pow(10, exponent);
        const char *text = arena_printf(a, "%.*g", digits, lead);
        if (strcmp(text, "1") == 0)
            return arena_printf(a, "%s10%s", sign, superscript(a, exponent));
        return arena_printf(a,
                            "%s%s\xc3\x97"
                            "10%s",
                            sign, text, superscript(a, exponent));
    }
    int places = digits - 1 - exponent;
    char *text = arena_printf(a, "%.*f", places > 0 ? places : 0, size);
    if (strchr(text, '.')) {
        size_t n = strlen(text);
        while (text[n - 1] == '0')
            text[--n] = '\0';
        if (text[n - 1] == '.')
            text[n - 1] = '\0';
    }
    return arena_printf(a, "%s%s", sign, grouped(a, text));
}

static const char *with_unit(struct arena *a, const char *number, const char *unit)
{
    if (unit[0] == '\0' || strcmp(unit, "1") == 0)
        return number;
    return arena_printf(a, "%s\xc2\xa0%s", number, unit);
}

const char *axis_value(struct arena *a, double v, const char *unit, int digits)
{
    struct unit_step step = unit_step_for(a, unit, fabs(v));
    if (!isfinite(v))
        return unit_number(a, v, digits);
    return with_unit(a, unit_number(a, v / step.scale, digits), step.unit);
}

/* Digits that tell neighbours apart and no more: ticks are 1, 2, 5 x 10^n apart. */
static int tick_digits(double v)
{
    return fabs(v) >= 1e6 ? 12 : 9;
}

/* Words step inside a tick ("10 million") while the unit stays in the title. */
static const char *word_only(struct arena *a, const char *stepped, const char *unit)
{
    size_t n = strlen(stepped), u = strlen(unit);
    if (n <= u || strcmp(stepped + n - u, unit) != 0)
        return "";
    n -= u;
    while (n > 0 && stepped[n - 1] == ' ')
        n--;
    return arena_strndup(a, stepped, n);
}

/* Do the labelled ticks of a log axis share one step? */
static bool ticks_agree(struct arena *a, const struct axis *axis, const char *unit)
{
    const char *first = NULL;
    for (size_t i = 0; i < axis->count; i++) {
        if (axis->ticks[i].text == NULL)
            continue;
        const char *own = unit_step_for(a, unit, axis->ticks[i].at).unit;
        if (first != NULL && strcmp(first, own) != 0)
            return false;
        first = own;
    }
    return true;
}

static const char *tick_text(struct arena *a, const char *unit, double at,
                             bool prefixed)
{
    struct unit_step step = { 1, unit };
    if (prefixed || at >= 1e6 * (1 - 1e-9)) /* else 500 000 would be 500 thousand */
        step = unit_step_for(a, unit, at);
    double shown = at / step.scale;
    const char *number = unit_number(a, shown, tick_digits(shown));
    return with_unit(a, number, prefixed ? step.unit : word_only(a, step.unit, unit));
}

const char *unit_label_ticks(struct arena *a, struct axis *axis,
                             struct unit_step linear)
{
    const char *unit = axis->of->unit ? axis->of->unit : "";
    const struct prefix *table, *now;
    const char *rest;
    bool same = axis->scale == PLOT_LINEAR || ticks_agree(a, axis, unit);
    bool prefixed = family_of(unit, &table, &now, &rest);
    const char *shared = linear.unit;
    for (size_t i = 0; i < axis->count; i++) {
        struct axis_tick *t = &axis->ticks[i];
        if (t->text == NULL)
            continue;
        if (!same) {
            t->text = tick_text(a, unit, t->at, prefixed);
            continue;
        }
        struct unit_step step =
            axis->scale == PLOT_LINEAR ? linear : unit_step_for(a, unit, t->at);
        shared = step.unit;
        t->text = unit_number(a, t->at / step.scale, tick_digits(t->at / step.scale));
    }
    return same ? shared : prefixed ? "" : unit;
}
