#include "report/changes_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/format.h"

enum { FEW = 6 };

/* ---- cells ---- */

/* Three capital letters alone; "MB/s" and "TB" are not. */
static bool is_currency(const char *unit)
{
    return strspn(unit, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 3 && unit[3] == '\0';
}

static const char *number_text(struct arena *a, const struct fact *f, int digits)
{
    double value = strtod(f->text, NULL);
    if (is_currency(f->unit) && digits == FEW)
        return format_money(a, value, f->unit);
    const char *x =
        f->group == FACTS_MODELS ? f->text : format_number(a, value, digits);
    return *f->unit != '\0' ? arena_printf(a, "%s %s", x, f->unit) : x;
}

/* FEW digits, or as many as tell the two apart. */
static int digits_of(struct arena *a, const struct change *c)
{
    int digits = FEW;
    if (c->was == NULL || c->is == NULL || !c->was->number || !c->is->number)
        return digits;
    while (digits < 15 &&
           strcmp(number_text(a, c->was, digits), number_text(a, c->is, digits)) == 0)
        digits++;
    return digits;
}

static const char *cell(struct arena *a, const struct change *c, const struct fact *f)
{
    if (f == NULL)
        return "-";
    if (f->number)
        return number_text(a, f, digits_of(a, c));
    return f->text[0] != '\0' ? f->text : "\"\"";
}

const char *change_was(struct arena *a, const struct change *c)
{
    return cell(a, c, c->was);
}

const char *change_is(struct arena *a, const struct change *c)
{
    return cell(a, c, c->is);
}

const char *change_difference(struct arena *a, const struct change *c)
{
    if (isnan(c->difference))
        return "";
    const char *sign = c->difference > 0 ? "+" : "";
    if (is_currency(c->is->unit))
        return arena_printf(a, "%s%s", sign,
                            format_money(a, c->difference, c->is->unit));
    const char *x = format_number(a, c->difference, FEW);
    return arena_printf(a, "%s%s%s%s", sign, x, *c->is->unit != '\0' ? " " : "",
                        c->is->unit);
}

/* Three digits; what is below 2 % is never shown as 2 %. */
static const char *percent(struct arena *a, const struct change *c)
{
    double x = 100 * c->share;
    if (fabs(x) < 2 && fabs(x) > 1.99)
        x = x > 0 ? 1.99 : -1.99;
    return arena_printf(a, "%s%s %%", x > 0 ? "+" : "", format_number(a, x, 3));
}

const char *change_share(struct arena *a, const struct change *c)
{
    if (c->was == NULL || c->is == NULL)
        return c->was == NULL ? "added" : "removed";
    const char *mark = c->worse ? " **" : c->marked ? " *" : "";
    if (isnan(c->difference))
        return strcmp(c->was->unit, c->is->unit) != 0 ? "other unit" : "";
    return arena_printf(a, "%s%s", isnan(c->share) ? "was 0" : percent(a, c), mark);
}

/* ---- rows ---- */

struct entry {
    const struct change *change;
    const char *field;
    size_t place;
};

static const struct fact *fact_of(const struct change *c)
{
    return c->is != NULL ? c->is : c->was;
}

static int text_order(const char *a, const char *b)
{
    if (a == NULL || b == NULL)
        return (a != NULL) - (b != NULL);
    return strcmp(a, b);
}

static int fact_order(const struct fact *a, const struct fact *b)
{
    if (a == NULL || b == NULL)
        return (a != NULL) - (b != NULL);
    int order = strcmp(a->text, b->text);
    return order != 0 ? order : strcmp(a->unit, b->unit);
}

/* What one row can say: the same field, was and is.  Rows of a price model may differ
 * in their subject, all others in their scenario. */
static int alike(const struct entry *a, const struct entry *b)
{
    const struct fact *fa = fact_of(a->change), *fb = fact_of(b->change);
    int order = fa->group != FACTS_MODELS ? text_order(fa->subject, fb->subject) : 0;
    if (order == 0)
        order = strcmp(a->field, b->field);
    if (order == 0)
        order = fact_order(a->change->was, b->change->was);
    return order != 0 ? order : fact_order(a->change->is, b->change->is);
}

static int by_likeness(const void *x, const void *y)
{
    const struct entry *a = x, *b = y;
    int order = alike(a, b);
    return order != 0 ? order : (a->place > b->place) - (a->place < b->place);
}

struct run {
    size_t from, to, place;
};

static int by_place(const void *x, const void *y)
{
    const struct run *a = x, *b = y;
    return (a->place > b->place) - (a->place < b->place);
}

static bool same_subject(const struct change *a, const struct change *b)
{
    const struct fact *fa = fact_of(a), *fb = fact_of(b);
    return text_order(fa->scenario, fb->scenario) == 0 &&
           text_order(fa->subject, fb->subject) == 0;
}

/* The total, the nominal cost and the purchase often move as one. */
static bool joins(const struct changes *c, const struct entry *last, size_t i)
{
    const struct change *now = &c->items[i];
    if (last == NULL || fact_of(now)->group != FACTS_COSTS ||
        !same_subject(last->change, now))
        return false;
    return fact_order(last->change->was, now->was) == 0 &&
           fact_order(last->change->is, now->is) == 0;
}

/* Of a scenario that only one has, what it sets and costs is told, and no more. */
static bool is_told(const struct change *c)
{
    enum fact_group g = fact_of(c)->group;
    return !c->unshared || g == FACTS_SCENARIOS || g == FACTS_COSTS ||
           g == FACTS_RANKING;
}

static bool has_coarse(const struct changes *c, enum fact_group g)
{
    for (size_t i = 0; i < c->count; i++)
        if (fact_of(&c->items[i])->group == g && !fact_of(&c->items[i])->detail)
            return true;
    return false;
}

static struct entry *entries_of(const struct changes *c, enum fact_group g,
                                size_t *count, size_t *finer)
{
    struct arena *a = c->a->arena;
    struct entry *entries = NULL;
    size_t n = 0, capacity = 0;
    bool coarse = has_coarse(c, g);
    for (size_t i = 0; i < c->count; i++) {
        const struct fact *f = fact_of(&c->items[i]);
        if (f->group != g || !is_told(&c->items[i]))
            continue;
        struct entry *last = n > 0 ? &entries[n - 1] : NULL;
        bool told = c->items[i].whole && last != NULL && last->change->whole &&
                    same_subject(last->change, &c->items[i]);
        if ((coarse && f->detail) || told) {
            *finer += coarse && f->detail;
            continue;
        }
        if (joins(c, last, i)) {
            last->field = arena_printf(a, "%s, %s", last->field, f->field);
            continue;
        }
        struct entry e = { &c->items[i], f->field, i };
        ARENA_PUSH(a, entries, n, capacity) = e;
    }
    *count = n;
    return entries;
}

static size_t scenarios_in(const struct edition *e)
{
    size_t n = 0;
    for (size_t i = 0; i < e->count; i++)
        n += e->facts[i].group == FACTS_RANKING &&
             strcmp(e->facts[i].field, "order") == 0;
    return n;
}

/* "article, measured", "article and 4 more", "all". */
static const char *where_of(struct arena *a, const struct entry *e, size_t n,
                            size_t all)
{
    struct buf b = buf_on(a);
    if (fact_of(e->change)->scenario == NULL || all < 2)
        return "";
    if (n >= all)
        return "all";
    size_t shown = n > 3 ? 2 : n;
    for (size_t i = 0; i < shown; i++)
        buf_printf(&b, "%s%s", i > 0 ? ", " : "", fact_of(e[i].change)->scenario);
    if (shown < n)
        buf_printf(&b, " and %zu more", n - shown);
    return buf_text(&b);
}

static const char *what_of(const struct changes *c, const struct entry *e, size_t n)
{
    struct arena *a = c->a->arena;
    const struct fact *f = fact_of(e->change);
    const char *subject = f->subject, *field = e->field;
    if (f->group == FACTS_MODELS && n > 1)
        subject = arena_printf(a, "%s and %zu more", subject, n - 1);
    if (subject == NULL || *subject == '\0')
        return field;
    if (e->change->whole && f->group != FACTS_MODELS && f->group != FACTS_COSTS)
        return subject;
    return *field == '\0' ? subject : arena_printf(a, "%s: %s", subject, field);
}

struct change_rows change_rows_of(const struct changes *c, enum fact_group group)
{
    struct arena *a = c->a->arena;
    struct change_rows rows = { 0 };
    size_t n, runs = 0;
    struct entry *e = entries_of(c, group, &n, &rows.finer);
    struct run *run = ARENA_ARRAY(a, n, struct run);
    if (n > 0)
        qsort(e, n, sizeof *e, by_likeness);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || alike(&e[i - 1], &e[i]) != 0)
            run[runs++] = (struct run){ i, i, e[i].place };
        run[runs - 1].to = i + 1;
    }
    if (runs > 0)
        qsort(run, runs, sizeof *run, by_place);
    rows.count = runs < MOST_ROWS ? runs : MOST_ROWS;
    rows.left = runs - rows.count;
    rows.items = ARENA_ARRAY(a, rows.count, struct change_row);
    size_t all = scenarios_in(c->b);
    for (size_t i = 0; i < rows.count; i++) {
        const struct entry *first = &e[run[i].from];
        size_t many = run[i].to - run[i].from;
        rows.items[i] = (struct change_row){ first->change, what_of(c, first, many),
                                             where_of(a, first, many, all) };
    }
    return rows;
}
