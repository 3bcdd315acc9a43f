#include "report/compare.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/format.h"
#include "measure/runs.h"

/* The first yes/no parameter that takes both values. */
static const char *find_key(const struct runs *r)
{
    for (size_t i = 0; i < r->count; i++)
        for (size_t k = 0; k < r->items[i].setting->count; k++) {
            const struct parameter *p = &r->items[i].setting->items[k];
            if (p->kind != PARAMETER_BOOL)
                continue;
            for (size_t j = i + 1; j < r->count; j++) {
                const struct parameter *o = setting_find(r->items[j].setting, p->key);
                if (o != NULL && o->kind == PARAMETER_BOOL &&
                    strcmp(o->text, p->text) != 0)
                    return p->key;
            }
        }
    return NULL;
}

static bool is_no(const struct measurement *m, const char *key)
{
    const struct parameter *p = setting_find(m->setting, key);
    return p != NULL && strcmp(p->text, "no") == 0;
}

static bool is_yes(const struct measurement *m, const char *key)
{
    const struct parameter *p = setting_find(m->setting, key);
    return p != NULL && strcmp(p->text, "yes") == 0;
}

/* In how many parameters besides `key` two settings differ; text parameters must be the
 * same, or it is another test. */
static size_t distance(const struct setting *a, const struct setting *b,
                       const char *key)
{
    size_t n = 0;
    if (a->count != b->count)
        return SIZE_MAX;
    for (size_t i = 0; i < a->count; i++) {
        const struct parameter *p = &a->items[i], *q = setting_find(b, p->key);
        if (q == NULL)
            return SIZE_MAX;
        if (strcmp(p->key, key) == 0 || parameter_equal(p, q))
            continue;
        if (p->kind == PARAMETER_TEXT)
            return SIZE_MAX;
        n++;
    }
    return n;
}

static bool same_metric(const struct measurement *a, const struct measurement *b)
{
    return a->metric == b->metric && strcmp(a->system, b->system) == 0 &&
           strcmp(a->statistic, b->statistic) == 0 && a->file == b->file;
}

/* The run without the key's "yes" that is most like `after`. */
static const struct measurement *partner(const struct runs *r, const char *key,
                                         const struct measurement *after)
{
    const struct measurement *best = NULL;
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < r->count; i++) {
        const struct measurement *m = &r->items[i];
        if (!is_no(m, key) || !same_metric(m, after))
            continue;
        size_t d = distance(m->setting, after->setting, key);
        if (d < least) {
            least = d;
            best = m;
        }
    }
    return best;
}

static const char *shared(struct arena *a, const struct measurement *x,
                          const struct measurement *y, const char *key)
{
    struct buf b = buf_on(a);
    for (size_t i = 0; i < x->setting->count; i++) {
        const struct parameter *p = &x->setting->items[i];
        const struct parameter *q = setting_find(y->setting, p->key);
        if (strcmp(p->key, key) == 0 || q == NULL || !parameter_equal(p, q))
            continue;
        buf_printf(&b, "%s%s", b.length > 0 ? ", " : "",
                   p->kind == PARAMETER_NUMBER && dim_is_none(p->dim)
                       ? arena_printf(a, "%s %s", p->text, p->key)
                       : p->text);
    }
    return buf_text(&b);
}

static void differing_parameters(struct buf *b, const struct run_pair *p,
                                 const char *key)
{
    for (size_t i = 0; i < p->before->setting->count; i++) {
        const struct parameter *x = &p->before->setting->items[i];
        const struct parameter *y = setting_find(p->after->setting, x->key);
        if (strcmp(x->key, key) != 0 && y != NULL && !parameter_equal(x, y))
            buf_printf(b, "%s%s %s against %s", b->length > 0 ? "; " : "", x->key,
                       x->text, y->text);
    }
}

/* One run measures several things; their settings agree in every key they share. */
static bool same_run(const struct measurement *a, const struct measurement *b)
{
    if (a->file != b->file || strcmp(a->system, b->system) != 0)
        return false;
    for (size_t i = 0; i < a->setting->count; i++) {
        const struct parameter *p = &a->setting->items[i];
        const struct parameter *q = setting_find(b->setting, p->key);
        if (q != NULL && !parameter_equal(p, q))
            return false;
    }
    return true;
}

/* Work done, counted: rows, executions.  By it a reader sees whether two runs did the
 * same. */
static bool counts_work(const struct metric *m)
{
    return dim_is_none(m->dim) && m->direction == DIRECTION_HIGHER &&
           strcmp(m->name, "ratio") != 0 && strcmp(m->name, "score") != 0;
}

static void differing_work(struct buf *b, struct arena *a, const struct runs *r,
                           const struct run_pair *p)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct measurement *x = &r->items[i];
        if (x->metric == p->before->metric || !counts_work(x->metric) ||
            x->value == 0 || !same_run(x, p->before))
            continue;
        for (size_t k = 0; k < r->count; k++) {
            const struct measurement *y = &r->items[k];
            if (!same_metric(x, y) || !same_run(y, p->after))
                continue;
            double change = 100 * (y->value / x->value - 1);
            if (fabs(change) >= 5)
                buf_printf(b, "%s%s %s%s %%", b->length > 0 ? "; " : "",
                           x->metric->name, change > 0 ? "+" : "",
                           format_digits(a, change, DIGITS));
        }
    }
}

struct pair_list runs_compare(struct arena *a, const struct runs *runs)
{
    struct pair_list list = { .key = find_key(runs) };
    struct run_pair *pairs = NULL;
    size_t n = 0, capacity = 0;
    for (size_t i = 0; list.key != NULL && i < runs->count; i++) {
        const struct measurement *after = &runs->items[i];
        const struct measurement *before =
            is_yes(after, list.key) ? partner(runs, list.key, after) : NULL;
        if (before == NULL)
            continue;
        struct run_pair p = { .before = before, .after = after };
        struct buf b = buf_on(a);
        p.what = shared(a, before, after, list.key);
        differing_parameters(&b, &p, list.key);
        differing_work(&b, a, runs, &p);
        p.differs = buf_text(&b);
        ARENA_PUSH(a, pairs, n, capacity) = p;
    }
    list.items = pairs;
    list.count = n;
    return list;
}
