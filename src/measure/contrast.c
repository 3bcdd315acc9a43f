#include "measure/contrast.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"

static bool two_values(const struct runs *r, struct id_list ids, const char *key,
                       struct contrast_list *out, struct diag *dg)
{
    struct where at = { .file = "--compare" };
    struct group_values v = group_values(r, ids, key);
    if (v.count == 2) {
        out->a = v.first[0];
        out->b = v.first[1];
        return true;
    }
    struct buf b = buf_on(r->arena);
    for (size_t i = 0; i < v.count && i < 10; i++) {
        const char *text = group_text(v.first[i], key);
        buf_printf(&b, "%s%s", i > 0 ? ", " : "", text != NULL ? text : "-");
    }
    if (v.count < 2)
        return diag_error(dg, at, "all runs have %s %s; two values are compared", key,
                          buf_text(&b));
    return diag_error(dg, at,
                      "%s takes %zu values (%s%s); choose two with --where %s=VALUE",
                      key, v.count, buf_text(&b), v.count > 10 ? ", ..." : "", key);
}

static struct id_list side(const struct runs *r, struct id_list ids, const char *key,
                           const struct measurement *like)
{
    size_t *kept = ARENA_ARRAY(r->arena, ids.count, size_t), n = 0;
    for (size_t i = 0; i < ids.count; i++)
        if (group_same(&r->items[ids.ids[i]], like, key))
            kept[n++] = ids.ids[i];
    return (struct id_list){ kept, n };
}

static bool share_a_value(const struct runs *r, struct id_list a, struct id_list b,
                          const char *key)
{
    struct group_values x = group_values(r, a, key), y = group_values(r, b, key);
    for (size_t i = 0; i < x.count; i++)
        for (size_t k = 0; k < y.count; k++)
            if (group_same(x.first[i], y.first[k], key))
                return true;
    return false;
}

/* `file` never pairs: repeats are files of their own. */
static void find_pairing(const struct runs *r, struct id_list a, struct id_list b,
                         const char *key, struct contrast_list *out)
{
    size_t n, capacity = 0;
    size_t *both = ARENA_ARRAY(r->arena, a.count + b.count, size_t);
    memcpy(both, a.ids, a.count * sizeof *both);
    memcpy(both + a.count, b.ids, b.count * sizeof *both);
    struct id_list all = { both, a.count + b.count };
    const char **keys = group_keys(r, all, &n);
    for (size_t i = 0; i < n; i++)
        if (strcmp(keys[i], key) != 0 && strcmp(keys[i], "file") != 0 &&
            share_a_value(r, a, b, keys[i]))
            ARENA_PUSH(r->arena, out->pairing, out->pairing_count, capacity) = keys[i];
    /* Without any key groups would be by all parameters. */
    ARENA_PUSH(r->arena, out->pairing, out->pairing_count, capacity) = "statistic";
}

/* What measurement `m` has of one thing that can differ; NULL: nothing. */
typedef const char *told(const struct measurement *m, const char *key);

static const char *state_text(const struct measurement *m, const char *key)
{
    const struct parameter *p = m->state != NULL ? setting_find(m->state, key) : NULL;
    return p != NULL ? p->text : NULL;
}

static const char *file_text(const struct measurement *m, const char *key)
{
    return strcmp(key, "tool") == 0      ? m->file->tool
           : strcmp(key, "version") == 0 ? m->file->version
                                         : m->file->format;
}

static const char *flag_text(const struct measurement *m, const char *key)
{
    for (unsigned i = 0; i < FLAG_COUNT; i++)
        if (strcmp(flag_names[i], key) == 0)
            return m->flags >> i & 1 ? "yes" : "no";
    return NULL;
}

/* The different values of one group, by comma. */
static const char *values_of(const struct runs *r, struct id_list ids, told *tell,
                             const char *key)
{
    struct buf b = buf_on(r->arena);
    const char *seen[8];
    size_t n = 0;
    for (size_t i = 0; i < ids.count; i++) {
        const char *text = tell(&r->items[ids.ids[i]], key);
        size_t k = 0;
        text = text != NULL ? text : "not told";
        while (k < n && strcmp(seen[k], text) != 0)
            k++;
        if (k < n)
            continue;
        if (n == sizeof seen / sizeof *seen) {
            buf_add(&b, " and more");
            break;
        }
        seen[n++] = text;
        buf_printf(&b, "%s%s", n > 1 ? " and " : "", text);
    }
    return buf_text(&b);
}

static void add_difference(struct buf *b, const struct runs *r,
                           const struct contrast *c, told *tell, const char *key)
{
    const char *x = values_of(r, c->a.ids, tell, key);
    const char *y = values_of(r, c->b.ids, tell, key);
    if (strcmp(x, y) != 0)
        buf_printf(b, "%s%s %s against %s", b->length > 0 ? "; " : "", key, x, y);
}

static void add_parameters(struct buf *b, const struct runs *r,
                           const struct contrast *c, const char *key,
                           const char *const *keys, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(keys[i], key) != 0 && strcmp(keys[i], "file") != 0 &&
            !(c->a.ids.count > 0 && group_same(c->a.first, c->b.first, keys[i]) &&
              group_values(r, c->a.ids, keys[i]).count == 1 &&
              group_values(r, c->b.ids, keys[i]).count == 1))
            add_difference(b, r, c, group_text, keys[i]);
}

static void add_states(struct buf *b, const struct runs *r, const struct contrast *c)
{
    const struct group *sides[] = { &c->a, &c->b };
    const char **keys = NULL;
    size_t n = 0, capacity = 0;
    for (size_t s = 0; s < 2; s++)
        for (size_t i = 0; i < sides[s]->ids.count; i++) {
            const struct setting *state = r->items[sides[s]->ids.ids[i]].state;
            for (size_t k = 0; state != NULL && k < state->count; k++) {
                size_t at = 0;
                while (at < n && strcmp(keys[at], state->items[k].key) != 0)
                    at++;
                if (at == n)
                    ARENA_PUSH(r->arena, keys, n, capacity) = state->items[k].key;
            }
        }
    for (size_t i = 0; i < n; i++)
        add_difference(b, r, c, state_text, keys[i]);
}

static const char *differences(const struct runs *r, const struct contrast *c,
                               const char *key)
{
    static const char *const of_file[] = { "tool", "version", "format" };
    struct buf b = buf_on(r->arena);
    size_t n, m;
    const char **keys = group_keys(r, c->a.ids, &n);
    const char **more = group_keys(r, c->b.ids, &m);
    add_parameters(&b, r, c, key, keys, n);
    for (size_t i = 0; i < m; i++) {
        size_t k = 0;
        while (k < n && strcmp(keys[k], more[i]) != 0)
            k++;
        if (k == n)
            add_parameters(&b, r, c, key, &more[i], 1);
    }
    for (size_t i = 0; i < 3; i++)
        add_difference(&b, r, c, file_text, of_file[i]);
    add_states(&b, r, c);
    for (size_t i = 0; i < FLAG_COUNT; i++)
        add_difference(&b, r, c, flag_text, flag_names[i]);
    return buf_text(&b);
}

static const double *logarithms(struct arena *a, const struct group *g)
{
    double *logs = ARENA_ARRAY(a, g->ids.count, double);
    for (size_t i = 0; i < g->ids.count; i++) {
        if (!(g->values[i] > 0))
            return NULL;
        logs[i] = log(g->values[i]);
    }
    return logs;
}

static double mean_of(const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

static void find_ratio(struct arena *arena, struct contrast *c, double level)
{
    size_t n = c->a.ids.count, m = c->b.ids.count;
    const double *x = logarithms(arena, &c->a), *y = logarithms(arena, &c->b);
    c->ratio = c->b.stats.mean / c->a.stats.mean;
    c->interval = (struct stats_interval){ NAN, NAN };
    c->geometric = x != NULL && y != NULL;
    if (!c->geometric)
        return;
    struct welch w = compare_welch(x, n, y, m, level);
    c->ratio = exp(mean_of(y, m) - mean_of(x, n));
    c->interval =
        (struct stats_interval){ exp(-w.difference.high), exp(-w.difference.low) };
}

static bool same_pair(const struct contrast_list *list, const struct group *a,
                      const struct group *b)
{
    if (a->first->metric != b->first->metric)
        return false;
    for (size_t i = 0; i < list->pairing_count; i++)
        if (!group_same(a->first, b->first, list->pairing[i]))
            return false;
    return true;
}

static void add_pair(const struct runs *r, struct contrast_list *list,
                     struct contrast c, const char *key, double level)
{
    c.verdict = compare_runs(r->arena, c.a.values, c.a.ids.count, c.b.values,
                             c.b.ids.count, level);
    find_ratio(r->arena, &c, level);
    c.differs = differences(r, &c, key);
    ARENA_PUSH(r->arena, list->items, list->count, list->capacity) = c;
}

bool contrasts_of(const struct runs *r, struct id_list ids, const char *key,
                  double level, struct contrast_list *out, struct diag *dg)
{
    *out = (struct contrast_list){ 0 };
    if (!two_values(r, ids, key, out, dg))
        return false;
    struct id_list a = side(r, ids, key, out->a), b = side(r, ids, key, out->b);
    find_pairing(r, a, b, key, out);
    struct group_list x = groups_of(r, a, out->pairing, out->pairing_count, level);
    struct group_list y = groups_of(r, b, out->pairing, out->pairing_count, level);
    size_t paired = 0;
    for (size_t i = 0; i < x.count; i++)
        for (size_t k = 0; k < y.count; k++)
            if (same_pair(out, &x.items[i], &y.items[k])) {
                struct contrast c = { .a = x.items[i], .b = y.items[k] };
                add_pair(r, out, c, key, level);
                paired += c.a.ids.count + c.b.ids.count;
            }
    out->alone = ids.count - paired;
    return true;
}
