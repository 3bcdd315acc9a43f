#include "report/changes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/unit.h"

static const struct {
    const char *name, *title;
} groups[FACT_GROUPS] = {
    [FACTS_DECISION] = { "decision", "Decision" },
    [FACTS_RANKING] = { "ranking", "Ranking" },
    [FACTS_COSTS] = { "cost", "Costs" },
    [FACTS_MODELS] = { "price_row", "Rows of the price models" },
    [FACTS_PRICES] = { "price", "Prices of the lines" },
    [FACTS_LINES] = { "line", "Lines of the bills" },
    [FACTS_INPUTS] = { "input", "Inputs" },
    [FACTS_SCENARIOS] = { "scenario", "What scenarios set" },
    [FACTS_SIZING] = { "sizing", "Sizing" },
    [FACTS_LICENCES] = { "licence", "Licences" },
    [FACTS_BREAK_EVEN] = { "break_even", "Break-even" },
    [FACTS_MUST_HAVES] = { "must_have", "Must-haves" },
    [FACTS_RISK] = { "risk", "Risk and sensitivity" },
    [FACTS_CLAIMS] = { "claim", "Claims and findings" },
    [FACTS_FILES] = { "file", "Raw files" },
    [FACTS_DOCUMENT] = { "document", "Document" },
    [FACTS_WARNINGS] = { "warning", "Warnings" },
};

const char *fact_group_name(enum fact_group g)
{
    return groups[g].name;
}

const char *fact_group_title(enum fact_group g)
{
    return groups[g].title;
}

/* ---- one number against another ---- */

struct amount {
    struct exact exact; /* in base units where `unit` is known */
    bool is_exact;
    double x; /* the same */
    struct unit unit;
};

static struct amount amount_of(struct arena *a, const struct fact *f)
{
    struct amount m = { .unit = UNIT_ONE };
    const char *why;
    size_t at;
    if (!unit_parse(a, f->unit, strlen(f->unit), &m.unit, &why, &at))
        m.unit = UNIT_ONE;
    m.x = strtod(f->text, NULL) * m.unit.factor;
    m.is_exact = exact_parse(f->text, strlen(f->text), &m.exact, NULL) &&
                 exact_mul(m.exact, m.unit.scale, &m.exact);
    return m;
}

static bool is_money(struct unit u)
{
    return u.dim.money[0] == 1 && u.dim.money[1] == 0;
}

/* |is - was| >= 2 % of |was|, in decimals: 100 to 102 is. */
static bool two_percent(const struct amount *was, const struct amount *is)
{
    struct exact d, base;
    int sign;
    if (was->is_exact && is->is_exact && exact_sub(is->exact, was->exact, &d) &&
        exact_mul(d, exact_int(50), &d)) {
        base = exact_sign(was->exact) < 0 ? exact_neg(was->exact) : was->exact;
        if (exact_sign(d) < 0)
            d = exact_neg(d);
        if (exact_cmp(d, base, &sign))
            return sign >= 0;
    }
    return fabs(is->x - was->x) * 50 >= fabs(was->x);
}

static bool same_amount(const struct amount *was, const struct amount *is,
                        enum fact_group group)
{
    bool written = group == FACTS_MODELS || group == FACTS_INPUTS;
    int sign;
    if (was->is_exact && is->is_exact && exact_cmp(was->exact, is->exact, &sign) &&
        (sign == 0 || written))
        return sign == 0;
    return fabs(was->x - is->x) <= ldexp(fmax(fabs(was->x), fabs(is->x)), -48);
}

/* Difference and share, in decimals while they hold. */
static void measure(const struct amount *was, const struct amount *is, struct change *c)
{
    struct exact d, in_unit, share;
    c->difference = (is->x - was->x) / is->unit.factor;
    if (was->x != 0)
        c->share = (is->x - was->x) / fabs(was->x);
    if (!was->is_exact || !is->is_exact || !exact_sub(is->exact, was->exact, &d))
        return;
    if (exact_div(d, is->unit.scale, &in_unit))
        c->difference = exact_double(in_unit);
    if (was->x != 0 && exact_div(d, was->exact, &share))
        c->share = was->x < 0 ? -exact_double(share) : exact_double(share);
}

/* Costs whose rise makes price/performance worse. */
static bool is_ratio(const struct fact *f)
{
    return f->group == FACTS_COSTS && (strcmp(f->field, "total cost") == 0 ||
                                       strcmp(f->field, "price per performance") == 0);
}

/* False where both say the same. */
static bool numbers_differ(struct arena *a, struct change *c)
{
    struct amount was = amount_of(a, c->was), is = amount_of(a, c->is);
    bool named_alike = strcmp(c->was->unit, c->is->unit) == 0;
    if (!dim_equal(was.unit.dim, is.unit.dim))
        return true;
    if (dim_is_none(was.unit.dim) && !named_alike)
        return true; /* 4 CPU and 4 user */
    if (same_amount(&was, &is, c->is->group))
        return false;
    measure(&was, &is, c);
    c->marked = is_money(is.unit) && two_percent(&was, &is);
    c->worse = c->marked && c->difference > 0 && is_ratio(c->is);
    return true;
}

/* ---- matching ---- */

static int compare_text(const char *a, const char *b)
{
    if (a == NULL || b == NULL)
        return (a != NULL) - (b != NULL);
    return strcmp(a, b);
}

static int compare_subject(const struct fact *a, const struct fact *b)
{
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    int order = compare_text(a->scenario, b->scenario);
    return order != 0 ? order : compare_text(a->subject, b->subject);
}

static int compare_fact(const struct fact *a, const struct fact *b)
{
    int order = compare_subject(a, b);
    return order != 0 ? order : compare_text(a->field, b->field);
}

static int by_name(const void *x, const void *y)
{
    const struct fact *a = *(const struct fact *const *)x;
    const struct fact *b = *(const struct fact *const *)y;
    int order = compare_fact(a, b);
    return order != 0 ? order : (a > b) - (a < b);
}

static const struct fact **sorted(const struct edition *e)
{
    const struct fact **s = ARENA_ARRAY(e->arena, e->count, const struct fact *);
    for (size_t i = 0; i < e->count; i++)
        s[i] = &e->facts[i];
    if (e->count > 0)
        qsort(s, e->count, sizeof *s, by_name);
    return s;
}

struct side {
    const struct edition *e;
    const struct fact **order;
};

static bool has_subject(const struct side *s, const struct fact *f)
{
    size_t lo = 0, hi = s->e->count;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        int order = compare_subject(s->order[mid], f);
        if (order == 0)
            return true;
        if (order < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return false;
}

static void push(struct changes *c, struct change one)
{
    c->marked += one.marked;
    c->worse += one.worse;
    ARENA_PUSH(c->a->arena, c->items, c->count, c->capacity) = one;
}

static void add_pair(struct changes *c, const struct fact *was, const struct fact *is)
{
    struct change one = { .was = was, .is = is, .difference = NAN, .share = NAN };
    bool differ = was->number && is->number ? numbers_differ(c->a->arena, &one)
                                            : strcmp(was->text, is->text) != 0;
    if (differ)
        push(c, one);
}

static void add_single(struct changes *c, const struct fact *was, const struct fact *is,
                       const struct side *other)
{
    const struct fact *f = was != NULL ? was : is;
    if (c->uncarried[f->group])
        return;
    struct change one = { .was = was, .is = is, .difference = NAN, .share = NAN };
    one.whole = !has_subject(other, f);
    struct fact scenario = { .group = FACTS_RANKING, .scenario = f->scenario };
    scenario.subject = "";
    one.unshared = f->scenario != NULL && !has_subject(other, &scenario);
    push(c, one);
}

static void merge(struct changes *c, const struct side *a, const struct side *b)
{
    size_t i = 0, k = 0;
    while (i < a->e->count || k < b->e->count) {
        int order = i == a->e->count   ? 1
                    : k == b->e->count ? -1
                                       : compare_fact(a->order[i], b->order[k]);
        if (order == 0)
            add_pair(c, a->order[i++], b->order[k++]);
        else if (order < 0)
            add_single(c, a->order[i++], NULL, b);
        else
            add_single(c, NULL, b->order[k++], a);
    }
}

/* As the new file has it; what is gone stands before that, as the old one had it. */
static int by_place(const void *x, const void *y)
{
    const struct change *a = x, *b = y;
    const struct fact *fa = a->is != NULL ? a->is : a->was;
    const struct fact *fb = b->is != NULL ? b->is : b->was;
    if (fa->group != fb->group)
        return fa->group < fb->group ? -1 : 1;
    if ((a->is == NULL) != (b->is == NULL))
        return a->is == NULL ? -1 : 1;
    return (fa > fb) - (fa < fb);
}

bool changes_between(const struct edition *a, const struct edition *b,
                     struct changes *out)
{
    *out = (struct changes){ .a = a, .b = b };
    bool models = strcmp(b->kind, "prices") == 0;
    if (!models && a->currency != NULL && b->currency != NULL &&
        strcmp(a->currency, b->currency) != 0) {
        diag_error(b->dg, b->currency_at,
                   "amounts in %s cannot be compared with amounts in %s; convert one "
                   "of the studies",
                   b->currency, a->currency);
        diag_note(b->dg, a->currency_at, "the other is here");
        return false;
    }
    for (size_t g = 0; g < FACT_GROUPS; g++)
        out->uncarried[g] = a->carries[g] != b->carries[g];
    struct side old = { a, sorted(a) }, new = { b, sorted(b) };
    merge(out, &old, &new);
    if (out->count > 0)
        qsort(out->items, out->count, sizeof *out->items, by_place);
    return true;
}

/* ---- in words ---- */

static const char *advice(struct arena *a, const struct edition *e)
{
    if (e->recommended == NULL)
        return "no alternative is feasible";
    if (e->tie)
        return arena_printf(a, "%s costs the same as another", e->recommended);
    return arena_printf(a, "buy %s", e->recommended);
}

const char *changes_decision(const struct changes *c)
{
    struct arena *a = c->a->arena;
    const char *was = advice(a, c->a), *is = advice(a, c->b);
    if (!c->a->carries[FACTS_DECISION] || !c->b->carries[FACTS_DECISION])
        return "";
    const char *now = c->b->chosen != NULL ? c->b->chosen : "no scenario";
    const char *before = c->a->chosen != NULL ? c->a->chosen : "no scenario";
    const char *where = strcmp(now, before) != 0
                            ? arena_printf(a, "in %s, before in %s", now, before)
                            : arena_printf(a, "in %s", now);
    if (strcmp(was, is) == 0)
        return arena_printf(a, "The decision stays: %s (%s).", is, where);
    return arena_printf(a, "The decision changes: %s, where it was: %s (%s).", is, was,
                        where);
}
