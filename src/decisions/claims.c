#include "decisions/claims.h"

#include <math.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/format.h"
#include "decisions/claims_read.h"

const char *const verdict_names[VERDICT_COUNT] = {
    "confirmed", "truncated", "basis", "contradicted", "direction", "unverifiable",
};

static double change_of(enum change change, enum claim_measure measure, double before,
                        double after)
{
    switch (change) {
    case CHANGE_REDUCTION:
        return 1 - after / before;
    case CHANGE_INCREASE:
        return after / before - 1;
    case CHANGE_SHARE:
        return after / before;
    case CHANGE_TIMES:
        return before / after;
    case CHANGE_FASTER:
        return measure == MEASURE_TIME ? before / after - 1 : after / before - 1;
    case CHANGE_OF_RESULT:
        return 1 - before / after;
    case CHANGE_NONE:
    case CHANGE_COUNT:
        break;
    }
    return NAN;
}

/* The i-th figure of a set, read as `change` where it is a pair. */
static double figure(const struct claim *c, const struct figure_set *set,
                     enum change change, size_t i)
{
    if (set->values != NULL)
        return set->values[i];
    return change_of(change, c->measure, set->before[i], set->after[i]);
}

/* x, a value in base units, rounded (or cut off) to the stated digits, counted in units
 * of the last stated digit.  Half goes up; the last binary bits do not decide. */
static double to_digits(const struct claim *c, double x, bool cut)
{
    double steps = x / c->unit.factor * pow(10, c->decimals) * (1 + 0x1p-48);
    return cut ? trunc(steps) : copysign(floor(fabs(steps) + 0.5), steps);
}

static bool equals(const struct claim *c, double x, double stated, bool cut)
{
    return to_digits(c, x, cut) == to_digits(c, stated, false);
}

static bool within(double x, double lo, double hi)
{
    double slack = 1e-12 * fmax(fabs(lo), fabs(hi));
    return x >= lo - slack && x <= hi + slack;
}

/* Whether one figure is right by the words; `cut`: when cut off instead of rounded. */
static bool right(const struct claim *c, double x, bool cut)
{
    double s = c->stated[0];
    switch (c->words) {
    case WORDS_EXACT:
    case WORDS_ONE_OF:
        return equals(c, x, s, cut);
    case WORDS_ABOUT:
        return within(x, s * 0.9, s * 1.1);
    case WORDS_NEARLY:
        return within(x, s * 0.9, s);
    case WORDS_AT_LEAST:
        return x >= s || equals(c, x, s, false);
    case WORDS_SLIGHTLY:
        return fabs(x) < 0.1 && x * s >= 0;
    case WORDS_RANGE:
        return within(to_digits(c, x, cut), to_digits(c, s, false),
                      to_digits(c, c->stated[1], false));
    case WORDS_DIRECTION:
    case WORDS_COUNT:
        break;
    }
    return false;
}

static bool all_right(const struct claim *c, const struct figure_set *set,
                      enum change change, bool cut)
{
    size_t n = 0;
    for (size_t i = 0; i < set->count; i++)
        n += right(c, figure(c, set, change, i), cut);
    return c->words == WORDS_ONE_OF ? n > 0 : n == set->count;
}

/* On another basis the number must come out rounded or cut off, or with "about" within
 * its 10 %. */
static bool comes_out(const struct claim *c, const struct figure_set *set,
                      enum change change)
{
    struct claim as = *c;
    if (c->words != WORDS_ABOUT && c->words != WORDS_RANGE)
        as.words = WORDS_EXACT;
    return all_right(&as, set, change, false) || all_right(&as, set, change, true);
}

static const char *basis_words(const struct claim *c, enum change change)
{
    switch (change) {
    case CHANGE_REDUCTION:
        return c->measure == MEASURE_TIME ? "as a change of time" : "as a reduction";
    case CHANGE_INCREASE:
        return c->measure == MEASURE_TIME ? "as a rise of time" : "as an increase";
    case CHANGE_SHARE:
        return "as a share of the original";
    case CHANGE_TIMES:
        return "as a ratio";
    case CHANGE_FASTER:
        return "as a change of speed";
    case CHANGE_OF_RESULT:
        return "as a share of the result";
    case CHANGE_NONE:
    case CHANGE_COUNT:
        break;
    }
    return "";
}

struct basis {
    const struct figure_set *set;
    enum change change;
    const char *words;
};

static bool find_basis(const struct claim *c, struct basis *out)
{
    for (size_t i = 0; i < c->base_count; i++)
        if (comes_out(c, &c->bases[i], c->change)) {
            *out = (struct basis){ &c->bases[i], c->change, c->bases[i].name };
            return true;
        }
    if (c->own.before == NULL)
        return false;
    for (enum change k = CHANGE_REDUCTION; k < CHANGE_COUNT; k++)
        if (k != c->change && comes_out(c, &c->own, k)) {
            *out = (struct basis){ &c->own, k, basis_words(c, k) };
            return true;
        }
    return false;
}

/* The words name one direction and every figure shows the other. */
static bool wrong_way(const struct claim *c)
{
    size_t against = 0;
    for (size_t i = 0; i < c->own.count; i++) {
        double sign = c->words == WORDS_DIRECTION
                          ? c->direction * figure(c, &c->own, CHANGE_INCREASE, i)
                          : c->stated[0] * figure(c, &c->own, c->change, i);
        against += sign < 0;
    }
    return c->own.count > 0 && against == c->own.count;
}

static bool direction_right(const struct claim *c)
{
    for (size_t i = 0; i < c->own.count; i++) {
        double change = figure(c, &c->own, CHANGE_INCREASE, i);
        if (c->direction == 0 ? fabs(change) >= 0.1 : change * c->direction <= 0)
            return false;
    }
    return true;
}

static enum verdict judge(const struct claim *c, struct basis *basis)
{
    if (c->own.count == 0)
        return VERDICT_UNVERIFIABLE;
    for (size_t i = 0; i < c->own.count; i++)
        if (c->own.values != NULL && isnan(c->own.values[i]))
            return VERDICT_UNVERIFIABLE;
    if (wrong_way(c))
        return VERDICT_DIRECTION;
    if (c->words == WORDS_DIRECTION)
        return direction_right(c) ? VERDICT_CONFIRMED : VERDICT_CONTRADICTED;
    if (all_right(c, &c->own, c->change, false))
        return VERDICT_CONFIRMED;
    if (c->words == WORDS_EXACT && all_right(c, &c->own, c->change, true))
        return VERDICT_TRUNCATED;
    return find_basis(c, basis) ? VERDICT_BASIS : VERDICT_CONTRADICTED;
}

/* Digits enough to see why the stated number is or is not met: its own and two more. */
static const char *shown(const struct study *s, const struct claim *c, double x)
{
    double size = fabs(x / c->unit.factor);
    int whole = size >= 1 ? (int)floor(log10(size)) + 1 : 1;
    int digits = whole + c->decimals + (whole + c->decimals < 4 ? 2 : 0);
    return format_number(s->arena, x / c->unit.factor, digits > 15 ? 15 : digits);
}

/* "16.65 %" or "29.3 to 31.9 %", and all of two or three that are alternatives. */
static const char *span(const struct study *s, const struct claim *c,
                        const struct figure_set *set, enum change change)
{
    struct buf b = buf_on(s->arena);
    double lo = INFINITY, hi = -INFINITY;
    if (set->count == 0)
        return "none";
    for (size_t i = 0; i < set->count; i++) {
        double x = figure(c, set, change, i);
        if (isnan(x))
            return "none";
        lo = fmin(lo, x);
        hi = fmax(hi, x);
        if (c->words == WORDS_ONE_OF)
            buf_printf(&b, "%s%s", i > 0 ? " or " : "", shown(s, c, x));
    }
    if (c->words != WORDS_ONE_OF) {
        buf_add(&b, shown(s, c, lo));
        if (set->count > 1 && shown(s, c, hi) != NULL && hi > lo)
            buf_printf(&b, " to %s", shown(s, c, hi));
    }
    if (c->unit.text[0] != '\0')
        buf_printf(&b, " %s", c->unit.text);
    return buf_text(&b);
}

static const char *movement(const struct study *s, const struct claim *c)
{
    const struct figure_set *own = &c->own;
    if (own->count == 0)
        return "none";
    return arena_printf(
        s->arena, "%s to %s (%s %%)",
        format_quantity(s->arena, own->before[0], own->measured, DIGITS),
        format_quantity(s->arena, own->after[0], own->measured, DIGITS),
        format_number(s->arena, 100 * figure(c, own, CHANGE_INCREASE, 0), DIGITS));
}

static const char *reason(const struct study *s, const struct claim *c,
                          const struct claim_result *r, const struct basis *basis)
{
    struct arena *a = s->arena;
    switch (r->verdict) {
    case VERDICT_CONFIRMED:
        return arena_printf(a, "the figures give %s", r->recomputed);
    case VERDICT_TRUNCATED:
        return arena_printf(
            a, "%s is cut off to %s; rounded it would be %s", r->recomputed, r->stated,
            format_number(a,
                          to_digits(c, figure(c, &c->own, c->change, 0), false) /
                              pow(10, c->decimals),
                          15));
    case VERDICT_BASIS:
        return arena_printf(
            a, "the figures give %s; the stated number comes out %s (%s)",
            r->recomputed, basis->words, span(s, c, basis->set, basis->change));
    case VERDICT_DIRECTION:
        return arena_printf(a, "the figures go the other way: %s", r->recomputed);
    case VERDICT_UNVERIFIABLE:
        return "no figures were published that could confirm it";
    case VERDICT_CONTRADICTED:
    case VERDICT_COUNT:
        break;
    }
    return arena_printf(a, "the figures give %s", r->recomputed);
}

static struct claim_result result_of(const struct study *s, const struct claim *c)
{
    struct basis basis = { .words = "" };
    struct claim_result r = { .id = c->id, .quantity = c->quantity, .at = c->at };
    r.words = words_names[c->words];
    r.stated = c->stated_text != NULL
                   ? c->stated_text
                   : format_quantity(s->arena, c->stated[0], c->unit, 6);
    r.verdict = judge(c, &basis);
    r.recomputed =
        c->words == WORDS_DIRECTION ? movement(s, c) : span(s, c, &c->own, c->change);
    r.why = reason(s, c, &r, &basis);
    if (c->note != NULL)
        r.why = arena_printf(s->arena, "%s; %s", r.why, c->note);
    return r;
}

bool claims_judge(struct study *s, struct claim_list *out)
{
    struct claim *claims;
    size_t count;
    *out = (struct claim_list){ .source = "" };
    if (s->claims_path == NULL)
        return true;
    if (!claims_read(s, &out->source, &claims, &count))
        return false;
    struct claim_result *results = ARENA_ARRAY(s->arena, count, struct claim_result);
    for (size_t i = 0; i < count; i++)
        results[i] = result_of(s, &claims[i]);
    out->items = results;
    out->count = count;
    return true;
}
