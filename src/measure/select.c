#include "measure/select.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/nearest.h"
#include "doc/schema.h"

/* The text that a condition on `key` compares with; NULL: the measurement has none. */
static const struct parameter *parameter_at(const struct runs *r, size_t id,
                                            const char *key, struct parameter *room)
{
    const struct measurement *m = &r->items[id];
    const char *text = strcmp(key, "system") == 0      ? m->system
                       : strcmp(key, "statistic") == 0 ? m->statistic
                       : strcmp(key, "file") == 0      ? m->file->path
                                                       : NULL;
    if (text == NULL)
        return setting_find(m->setting, key);
    *room = (struct parameter){ .key = key, .text = text };
    return room;
}

static bool is_pseudo_key(const char *key)
{
    return strcmp(key, "system") == 0 || strcmp(key, "statistic") == 0 ||
           strcmp(key, "file") == 0;
}

static bool condition_holds(const struct runs *r, size_t id, const struct parameter *w)
{
    struct parameter room;
    const struct parameter *p = parameter_at(r, id, w->key, &room);
    if (p == NULL)
        return false;
    return is_pseudo_key(w->key) ? strcmp(p->text, w->text) == 0
                                 : parameter_equal(p, w);
}

/* Conditions on one key are alternatives; all keys must hold. */
static bool key_holds(const struct runs *r, size_t id, const struct selection *s,
                      const char *key)
{
    for (size_t i = 0; i < s->where_count; i++)
        if (strcmp(s->where[i].key, key) == 0 && condition_holds(r, id, &s->where[i]))
            return true;
    return false;
}

static bool head_holds(const struct runs *r, size_t id, const struct selection *s)
{
    const struct measurement *m = &r->items[id];
    return (s->metric == NULL || m->metric == s->metric) &&
           (s->statistic == NULL || strcmp(m->statistic, s->statistic) == 0);
}

static bool holds(const struct runs *r, size_t id, const struct selection *s)
{
    if (!head_holds(r, id, s))
        return false;
    for (size_t i = 0; i < s->where_count; i++)
        if (!key_holds(r, id, s, s->where[i].key))
            return false;
    return true;
}

struct words {
    const char **items;
    size_t count, capacity;
};

static void add_word(struct arena *a, struct words *w, const char *text)
{
    for (size_t i = 0; i < w->count; i++)
        if (strcmp(w->items[i], text) == 0)
            return;
    ARENA_PUSH(a, w->items, w->count, w->capacity) = text;
}

/* At most ten, and "..." where there are more. */
static const char *listed(struct arena *a, const struct words *w)
{
    struct buf b = buf_on(a);
    for (size_t i = 0; i < w->count && i < 10; i++)
        buf_printf(&b, "%s%s", i > 0 ? ", " : "", w->items[i]);
    if (w->count > 10)
        buf_add(&b, ", ...");
    return buf_text(&b);
}

static struct where place_of(const struct selection *s, size_t i)
{
    return s->where_at != NULL ? s->where_at[i] : s->at;
}

static struct words keys_there(const struct runs *r, const struct selection *s,
                               struct arena *a)
{
    struct words keys = { 0 };
    const struct setting *last = NULL;
    for (size_t id = 0; id < r->count; id++) {
        const struct setting *set = r->items[id].setting;
        if (!head_holds(r, id, s) || set == last)
            continue;
        last = set;
        for (size_t i = 0; i < set->count; i++)
            add_word(a, &keys, set->items[i].key);
    }
    return keys;
}

/* A condition that no measurement meets, whatever the others say. */
static bool check_condition(const struct runs *r, const struct selection *s, size_t i,
                            struct diag *dg)
{
    const struct parameter *w = &s->where[i];
    struct words values = { 0 };
    for (size_t id = 0; id < r->count; id++) {
        struct parameter room;
        if (!head_holds(r, id, s))
            continue;
        if (condition_holds(r, id, w))
            return true;
        const struct parameter *p = parameter_at(r, id, w->key, &room);
        if (p != NULL)
            add_word(dg->arena, &values, p->text);
    }
    if (values.count == 0) {
        struct words keys = keys_there(r, s, dg->arena);
        const char *near = nearest(w->key, keys.items, keys.count);
        if (near != NULL)
            return diag_error(dg, place_of(s, i),
                              "no measurement has a parameter '%s'; did you mean '%s'?",
                              w->key, near);
        return diag_error(dg, place_of(s, i),
                          "no measurement has a parameter '%s'; there are: %s", w->key,
                          keys.count > 0 ? listed(dg->arena, &keys) : "none");
    }
    const char *near = nearest(w->text, values.items, values.count);
    if (near != NULL)
        return diag_error(dg, place_of(s, i),
                          "no measurement has %s '%s'; did you mean '%s'?", w->key,
                          w->text, near);
    return diag_error(dg, place_of(s, i), "no measurement has %s '%s'; there are: %s",
                      w->key, w->text, listed(dg->arena, &values));
}

static bool nothing_left(const struct runs *r, const struct selection *s,
                         struct diag *dg)
{
    size_t left = 0;
    for (size_t id = 0; id < r->count && left == 0; id++)
        left += head_holds(r, id, s);
    if (left == 0)
        return diag_error(dg, s->at, "there is no measurement of %s%s%s%s",
                          s->metric != NULL ? s->metric->name : "any metric",
                          s->statistic != NULL ? " (" : "",
                          s->statistic != NULL ? s->statistic : "",
                          s->statistic != NULL ? ")" : "");
    bool ok = true;
    for (size_t i = 0; i < s->where_count; i++)
        ok = check_condition(r, s, i, dg) && ok;
    return ok ? diag_error(dg, s->at,
                           "no measurement meets all conditions, though each is met "
                           "by some")
              : false;
}

bool runs_select(const struct runs *r, const struct selection *s, struct id_list *out,
                 struct diag *dg)
{
    size_t *ids = NULL, n = 0, capacity = 0;
    for (size_t id = 0; id < r->count; id++)
        if (holds(r, id, s))
            ARENA_PUSH(r->arena, ids, n, capacity) = id;
    *out = (struct id_list){ ids, n };
    return n > 0 || nothing_left(r, s, dg);
}

struct conditions {
    struct parameter *items;
    struct where *at;
    size_t count, capacity, at_capacity;
};

static bool add_condition(struct arena *a, struct conditions *c,
                          const struct doc_entry *e, const struct doc_node *value,
                          struct diag *dg)
{
    const char *text;
    if (!doc_get_text(value, &text, dg))
        return false;
    size_t n = c->count;
    ARENA_PUSH(a, c->items, c->count, c->capacity) = parameter_of(a, e->key, text);
    ARENA_PUSH(a, c->at, n, c->at_capacity) = value->at;
    return true;
}

static bool read_where(struct arena *a, const struct doc_node *node,
                       struct selection *out, struct diag *dg)
{
    struct conditions c = { 0 };
    bool ok = true;
    if (!doc_expect(node, "'where'", DOC_WANT_MAPPING, dg))
        return false;
    for (size_t i = 0; i < node->count; i++) {
        const struct doc_entry *e = &node->entries[i];
        if (e->value->kind != DOC_SEQUENCE)
            ok = add_condition(a, &c, e, e->value, dg) && ok;
        else
            for (size_t k = 0; k < e->value->count; k++)
                ok = add_condition(a, &c, e, doc_at(e->value, k), dg) && ok;
    }
    out->where = c.items;
    out->where_at = c.at;
    out->where_count = c.count;
    return ok;
}

bool selection_read(const struct runs *r, const struct doc_node *node,
                    struct selection *out, struct diag *dg)
{
    *out = (struct selection){ .at = node->at };
    const struct doc_node *metric = doc_get(node, "metric");
    const struct doc_node *statistic = doc_get(node, "statistic");
    const struct doc_node *where = doc_get(node, "where");
    bool ok = true;
    const char *name;
    if (metric != NULL && (ok = doc_get_text(metric, &name, dg))) {
        out->metric = runs_metric(r, name);
        if (out->metric == NULL) {
            size_t n;
            const char **names = runs_metric_names(r, &n);
            ok = doc_unknown(metric, "metric", names, n, dg);
        }
    }
    if (statistic != NULL && doc_get_text(statistic, &out->statistic, dg)) {
        if (!statistic_known(out->statistic))
            ok = diag_error(dg, statistic->at,
                            "unknown statistic '%s'; write mean, stddev, min, max, "
                            "median, count, or a percentile such as p99",
                            out->statistic);
    } else {
        ok = ok && statistic == NULL;
    }
    return (where == NULL || read_where(r->arena, where, out, dg)) && ok;
}
