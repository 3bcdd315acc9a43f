#include "measure/group.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "measure/hash_index.h"

static const char *fixed_text(const struct measurement *m, const char *key)
{
    return strcmp(key, "system") == 0      ? m->system
           : strcmp(key, "statistic") == 0 ? m->statistic
           : strcmp(key, "file") == 0      ? m->file->path
                                           : NULL;
}

const char *group_text(const struct measurement *m, const char *key)
{
    const char *text = fixed_text(m, key);
    const struct parameter *p = text == NULL ? setting_find(m->setting, key) : NULL;
    return p != NULL ? p->text : text;
}

bool group_same(const struct measurement *a, const struct measurement *b,
                const char *key)
{
    const char *x = fixed_text(a, key), *y = fixed_text(b, key);
    if (x != NULL)
        return strcmp(x, y) == 0;
    const struct parameter *p = setting_find(a->setting, key);
    const struct parameter *q = setting_find(b->setting, key);
    return p == NULL || q == NULL ? p == q : parameter_equal(p, q);
}

struct finder {
    const struct runs *r;
    const char *const *keys;
    size_t key_count;
    const struct group_list *groups;
    const struct measurement *wanted;
};

static bool same_group(const void *wanted, size_t item)
{
    const struct finder *f = wanted;
    const struct measurement *a = f->wanted, *b = f->groups->items[item].first;
    if (a->metric != b->metric || strcmp(a->statistic, b->statistic) != 0)
        return false;
    if (f->key_count == 0)
        return a->setting == b->setting && strcmp(a->system, b->system) == 0;
    for (size_t i = 0; i < f->key_count; i++)
        if (!group_same(a, b, f->keys[i]))
            return false;
    return true;
}

/* Equal numbers may be written in different units, so that they go in by value. */
static uint64_t hash_of(const struct finder *f)
{
    const struct measurement *m = f->wanted;
    uint64_t hash = hash_text(hash_text(HASH_START, m->metric->name), m->statistic);
    if (f->key_count == 0)
        return hash_text(hash_text(hash, m->system), m->setting->canonical);
    for (size_t i = 0; i < f->key_count; i++) {
        const struct parameter *p = setting_find(m->setting, f->keys[i]);
        const char *text = group_text(m, f->keys[i]);
        if (p != NULL && p->kind == PARAMETER_NUMBER)
            hash = hash_bytes(hash, &p->number, sizeof p->number);
        else
            hash = hash_text(hash, text != NULL ? text : "");
    }
    return hash;
}

static size_t *assign(struct finder *f, struct group_list *groups, struct id_list ids)
{
    struct arena *a = f->r->arena;
    struct hash_index index = { 0 };
    size_t *to = ARENA_ARRAY(a, ids.count, size_t);
    for (size_t i = 0; i < ids.count; i++) {
        f->wanted = &f->r->items[ids.ids[i]];
        uint64_t hash = hash_of(f);
        to[i] = hash_index_get(&index, hash, same_group, f);
        if (to[i] == SIZE_MAX) {
            to[i] = groups->count;
            ARENA_PUSH(a, groups->items, groups->count, groups->capacity) =
                (struct group){ .first = f->wanted };
            hash_index_put(a, &index, hash, to[i]);
        }
        groups->items[to[i]].ids.count++;
    }
    return to;
}

static void weigh(struct arena *a, struct group *g, double level)
{
    size_t n = g->ids.count;
    double *order = ARENA_ARRAY(a, n, double);
    for (size_t i = 0; i < n; i++)
        order[i] = (double)i;
    g->stats = stats_of(a, g->values, n, level);
    g->outlier_count = stats_outliers(a, g->values, n, &g->outliers);
    if (n >= DRIFT_LEAST)
        g->drift = stats_drift(a, order, g->values, n);
    g->steady = stats_steady(g->values, n, STEADY_WINDOW);
}

struct group_list groups_of(const struct runs *r, struct id_list ids,
                            const char *const *keys, size_t key_count, double level)
{
    struct arena *a = r->arena;
    struct group_list groups = { 0 };
    struct finder f = { r, keys, key_count, &groups, NULL };
    size_t *to = assign(&f, &groups, ids);
    size_t **places = ARENA_ARRAY(a, groups.count, size_t *);
    for (size_t g = 0; g < groups.count; g++) {
        struct group *group = &groups.items[g];
        places[g] = ARENA_ARRAY(a, group->ids.count, size_t);
        group->values = ARENA_ARRAY(a, group->ids.count, double);
        group->ids = (struct id_list){ places[g], 0 };
    }
    for (size_t i = 0; i < ids.count; i++) {
        struct group *group = &groups.items[to[i]];
        const struct measurement *m = &r->items[ids.ids[i]];
        places[to[i]][group->ids.count] = ids.ids[i];
        group->values[group->ids.count++] = m->value;
        group->flags |= m->flags;
    }
    for (size_t g = 0; g < groups.count; g++)
        weigh(a, &groups.items[g], level);
    return groups;
}

const char **group_keys(const struct runs *r, struct id_list ids, size_t *count)
{
    const char **keys = NULL;
    size_t n = 0, capacity = 0;
    const struct setting *last = NULL;
    ARENA_PUSH(r->arena, keys, n, capacity) = "system";
    ARENA_PUSH(r->arena, keys, n, capacity) = "file";
    for (size_t i = 0; i < ids.count; i++) {
        const struct setting *s = r->items[ids.ids[i]].setting;
        for (size_t k = 0; s != last && k < s->count; k++) {
            size_t at = 0;
            while (at < n && strcmp(keys[at], s->items[k].key) != 0)
                at++;
            if (at == n)
                ARENA_PUSH(r->arena, keys, n, capacity) = s->items[k].key;
        }
        last = s;
    }
    *count = n;
    return keys;
}

struct group_values group_values(const struct runs *r, struct id_list ids,
                                 const char *key)
{
    struct group_values v = { 0 };
    for (size_t i = 0; i < ids.count; i++) {
        const struct measurement *m = &r->items[ids.ids[i]];
        size_t k = 0;
        while (k < v.count && !group_same(v.first[k], m, key))
            k++;
        if (k == v.count)
            ARENA_PUSH(r->arena, v.first, v.count, v.capacity) = m;
    }
    return v;
}

const char *group_drift_words(struct arena *a, const struct group *g)
{
    size_t n = g->ids.count;
    if (n < DRIFT_LEAST)
        return n == 1 ? "drift: cannot tell with 1 run"
                      : arena_printf(a, "drift: cannot tell with %zu runs", n);
    if (!(g->drift.p <= DRIFT_P))
        return "no drift shown";
    double share = 100 * g->drift.slope / g->stats.median;
    return arena_printf(a, "drifts %s%s %% a run (Kendall p = %.2g)",
                        share > 0 ? "+" : "", format_number(a, share, 3), g->drift.p);
}

const char *group_steady_words(struct arena *a, const struct group *g)
{
    size_t n = g->ids.count;
    if (!g->steady.known)
        return arena_printf(a, "steady state: cannot tell with %zu run%s, %d needed", n,
                            n == 1 ? "" : "s", STEADY_WINDOW);
    return arena_printf(a, "%s over the last %d: range %s %%, slope %s %% of average",
                        g->steady.reached ? "steady" : "not steady", STEADY_WINDOW,
                        format_number(a, 100 * g->steady.range, 3),
                        format_number(a, 100 * g->steady.rise, 3));
}
