/* One figure out of many: the second half of select.h. */
#include "measure/select.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"

const char *const take_names[TAKE_KINDS] = {
    [TAKE_ONLY] = "only",     [TAKE_SUM] = "sum",     [TAKE_MEAN] = "mean",
    [TAKE_MEDIAN] = "median", [TAKE_COUNT] = "count", [TAKE_MIN] = "min",
    [TAKE_MAX] = "max",
};

static const struct measurement *get(const struct runs *r, const struct id_list *list,
                                     size_t i)
{
    return &r->items[list->ids[i]];
}

/* The first few of the measurements that are meant, as notes. */
static void show_some(const struct runs *r, const struct id_list *list, struct diag *dg)
{
    for (size_t i = 0; i < list->count && i < 3; i++) {
        const struct measurement *m = get(r, list, i);
        diag_note(dg, m->at, "%s (%s) of '%s' with %s", m->metric->name, m->statistic,
                  m->system, m->setting->canonical);
    }
    if (list->count > 3)
        diag_note(dg, get(r, list, 3)->at, "and %zu more from here on",
                  list->count - 3);
}

static bool check_alike(const struct runs *r, const struct selection *s,
                        const struct id_list *list, enum take take, struct diag *dg)
{
    const struct measurement *first = get(r, list, 0);
    const char *verb = take_names[take];
    for (size_t i = 1; i < list->count; i++) {
        const struct measurement *m = get(r, list, i);
        const char *what = NULL;
        if (!dim_equal(m->metric->dim, first->metric->dim))
            what = "unit";
        else if (m->metric->direction != first->metric->direction)
            what = "direction";
        else if (m->metric != first->metric)
            what = "metric";
        else if (strcmp(m->statistic, first->statistic) != 0)
            what = "statistic";
        if (what == NULL)
            continue;
        diag_error(dg, s->at,
                   "'%s' over measurements that differ in their %s; name the metric "
                   "and statistic that are meant",
                   verb, what);
        diag_note(dg, first->at, "%s (%s)", first->metric->name, first->statistic);
        diag_note(dg, m->at, "%s (%s)", m->metric->name, m->statistic);
        return false;
    }
    bool adds = take == TAKE_SUM || take == TAKE_MEAN;
    if (adds && list->count > 1 &&
        (first->statistic[0] == 'p' || strcmp(first->statistic, "stddev") == 0 ||
         strcmp(first->statistic, "median") == 0))
        return diag_error(dg, s->at,
                          "the %s of %s values means nothing; take only, min, max or "
                          "median",
                          verb, first->statistic);
    return true;
}

static double add_up(const struct runs *r, const struct id_list *list,
                     struct exact *exact, bool *is_exact)
{
    double sum = 0;
    *exact = exact_int(0);
    *is_exact = true;
    for (size_t i = 0; i < list->count; i++) {
        const struct measurement *m = get(r, list, i);
        sum += m->value;
        *is_exact = *is_exact && m->is_exact && exact_add(*exact, m->exact, exact);
    }
    return *is_exact ? exact_double(*exact) : sum;
}

static int compare(const struct measurement *a, const struct measurement *b)
{
    int order;
    if (a->is_exact && b->is_exact && exact_cmp(a->exact, b->exact, &order))
        return order;
    return (a->value > b->value) - (a->value < b->value);
}

struct ordered {
    const struct measurement *m;
    size_t id;
};

static int by_value(const void *a, const void *b)
{
    const struct ordered *x = a, *y = b;
    int order = compare(x->m, y->m);
    return order != 0 ? order : (x->id > y->id) - (x->id < y->id);
}

static void take_one(const struct measurement *m, struct taken *out)
{
    out->value = m->value;
    out->exact = m->exact;
    out->is_exact = m->is_exact;
    out->resolution = m->resolution;
}

static void divide(struct taken *out, size_t n)
{
    out->is_exact =
        out->is_exact && exact_div(out->exact, exact_int((long long)n), &out->exact);
    out->value = out->is_exact ? exact_double(out->exact) : out->value / (double)n;
}

static void take_ranked(const struct runs *r, const struct id_list *list,
                        enum take take, struct taken *out)
{
    size_t n = list->count;
    struct ordered *sorted = ARENA_ARRAY(r->arena, n, struct ordered);
    for (size_t i = 0; i < n; i++)
        sorted[i] = (struct ordered){ get(r, list, i), list->ids[i] };
    qsort(sorted, n, sizeof *sorted, by_value);
    size_t at = take == TAKE_MIN ? 0 : take == TAKE_MAX ? n - 1 : n / 2;
    take_one(sorted[at].m, out);
    if (take != TAKE_MEDIAN || n % 2 == 1)
        return;
    const struct measurement *low = sorted[at - 1].m;
    out->resolution = fmax(out->resolution, low->resolution);
    out->value += low->value;
    out->is_exact = out->is_exact && low->is_exact &&
                    exact_add(out->exact, low->exact, &out->exact);
    divide(out, 2);
}

static const struct unit *common_unit(const struct runs *r, const struct id_list *list)
{
    const struct unit *u = get(r, list, 0)->written;
    for (size_t i = 1; i < list->count && u != NULL; i++) {
        const struct unit *other = get(r, list, i)->written;
        if (other == NULL || strcmp(other->text, u->text) != 0)
            u = NULL;
    }
    return u;
}

static void take_all(const struct runs *r, enum take take, struct taken *out)
{
    const struct id_list *list = &out->from;
    for (size_t i = 0; i < list->count; i++)
        out->resolution = fmax(out->resolution, get(r, list, i)->resolution);
    out->value = add_up(r, list, &out->exact, &out->is_exact);
    if (take == TAKE_MEAN)
        divide(out, list->count);
}

bool runs_take(const struct runs *r, const struct selection *s, enum take take,
               struct taken *out, struct diag *dg)
{
    *out = (struct taken){ 0 };
    if (!runs_select(r, s, &out->from, dg))
        return false;
    size_t n = out->from.count;
    for (size_t i = 0; i < n; i++)
        out->flags |= get(r, &out->from, i)->flags;
    if (take == TAKE_COUNT) {
        out->value = (double)n;
        out->exact = exact_int((long long)n);
        out->is_exact = true;
        return true;
    }
    if (take == TAKE_ONLY && n > 1) {
        diag_error(dg, s->at,
                   "%zu measurements are meant where one is wanted; add conditions or "
                   "say which figure to take (sum, mean, median, min, max)",
                   n);
        show_some(r, &out->from, dg);
        return false;
    }
    if (!check_alike(r, s, &out->from, take, dg))
        return false;
    const struct measurement *first = get(r, &out->from, 0);
    out->dim = first->metric->dim;
    out->direction = first->metric->direction;
    out->written = common_unit(r, &out->from);
    if (take == TAKE_ONLY)
        take_one(first, out);
    else if (take == TAKE_SUM || take == TAKE_MEAN)
        take_all(r, take, out);
    else
        take_ranked(r, &out->from, take, out);
    return true;
}

bool runs_take_node(const struct runs *r, const struct doc_node *node,
                    struct taken *out, struct diag *dg)
{
    const struct doc_node *take = doc_get(node, "take");
    struct selection s;
    size_t which = TAKE_ONLY;
    bool ok = take == NULL || doc_get_choice(take, take_names, TAKE_KINDS, &which, dg);
    return selection_read(r, node, &s, dg) && ok &&
           runs_take(r, &s, (enum take)which, out, dg);
}
