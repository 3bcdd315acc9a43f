/* The groups of `priceperf runs` as CSV and JSON, and what their tables need. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/parallel.h"
#include "commands/runs_call.h"
#include "doc/json.h"

struct runs_scale runs_scale_of(struct arena *a, const struct metric *m, double least)
{
    static const char *const seconds[] = { "s", "ms", "us", "ns" };
    static const char *const bytes[] = { "B", "kB", "MB", "GB", "TB" };
    const char *unit = metric_unit(a, m);
    bool rate = strcmp(unit, "B/s") == 0;
    struct runs_scale s = { unit, 1 };
    size_t i = 0;
    if (strcmp(unit, "s") == 0 && least > 0) {
        for (; i < 3 && least < s.factor; i++)
            s.factor = pow(10, -3 * (double)(i + 1));
        s.unit = seconds[i];
    } else if (rate || strcmp(unit, "B") == 0) {
        for (; i < 4 && least >= 1000 * s.factor; i++)
            s.factor *= 1000;
        s.unit = arena_printf(a, "%s%s", bytes[i], rate ? "/s" : "");
    }
    return s;
}

const char *runs_heading(struct arena *a, const struct measurement *m,
                         struct runs_scale scale)
{
    static const char *const words[] = { "neither way is better", "higher is better",
                                         "lower is better" };
    return arena_printf(a, "%s, %s, in %s; %s", m->metric->name, m->statistic,
                        scale.unit, words[m->metric->direction]);
}

void runs_csv_cell(const char *text)
{
    if (text[strcspn(text, ",\"\r\n")] == '\0') {
        fputs(text, stdout);
        return;
    }
    putchar('"');
    for (; *text != '\0'; text++) {
        if (*text == '"')
            putchar('"');
        putchar(*text);
    }
    putchar('"');
}

const char *runs_flags(struct arena *a, uint32_t flags)
{
    struct buf b = buf_on(a);
    for (unsigned i = 0; i < FLAG_COUNT; i++)
        if (flags >> i & 1)
            buf_printf(&b, "%s%s", b.length > 0 ? " " : "", flag_names[i]);
    return buf_text(&b);
}

static bool is_key(const struct runs_view *v, const char *key)
{
    for (size_t i = 0; i < v->by.count; i++)
        if (strcmp(v->by.items[i], key) == 0)
            return true;
    return false;
}

/* "1, 4, 16", the first few. */
static const char *some_of(const struct runs_view *v, const struct group_values *values,
                           const char *key)
{
    enum { SHOWN = 5 };
    struct buf b = buf_on(v->arena);
    for (size_t i = 0; i < values->count && i < SHOWN; i++) {
        const char *text = group_text(values->first[i], key);
        buf_printf(&b, "%s%s", i > 0 ? ", " : "", text != NULL ? text : "-");
    }
    if (values->count > SHOWN)
        buf_add(&b, ", ...");
    return buf_text(&b);
}

const char *runs_pooled(const struct runs_view *v, const struct group *g)
{
    struct buf b = buf_on(v->arena);
    size_t n;
    const char **keys = group_keys(v->runs, g->ids, &n);
    for (size_t i = 0; v->by.count > 0 && i < n; i++) {
        if (is_key(v, keys[i]) || strcmp(keys[i], "file") == 0)
            continue;
        struct group_values values = group_values(v->runs, g->ids, keys[i]);
        if (values.count > 1)
            buf_printf(&b, "%s%zu values of %s (%s)", b.length > 0 ? ", " : "",
                       values.count, keys[i], some_of(v, &values, keys[i]));
    }
    return buf_text(&b);
}

static bool differs(const struct runs_view *v, struct id_list ids, const char *key)
{
    const struct measurement *items = v->runs->items;
    for (size_t i = 1; i < ids.count; i++)
        if (!group_same(&items[ids.ids[0]], &items[ids.ids[i]], key))
            return true;
    return false;
}

/* The columns in front: --by, or all that differs. */
static const char **columns_of(const struct runs_view *v, struct id_list ids, size_t *n)
{
    *n = v->by.count;
    if (v->by.count > 0)
        return v->by.items;
    size_t all, kept = 0;
    const char **keys = group_keys(v->runs, ids, &all);
    for (size_t i = 0; i < all; i++) {
        if (strcmp(keys[i], "file") == 0)
            continue;
        if (v->form != RUNS_TABLE || differs(v, ids, keys[i]))
            keys[kept++] = keys[i];
        else
            printf("%s: %s\n", keys[i],
                   group_text(&v->runs->items[ids.ids[0]], keys[i]));
    }
    *n = kept;
    return keys;
}

static void csv_number(double x)
{
    char text[JSON_NUMBER_SIZE];
    putchar(',');
    if (isfinite(x))
        fputs(json_number_text(x, text), stdout);
}

static void csv_row(const struct runs_view *v, const struct group *g,
                    const struct stats_interval *interval, const char *const *keys,
                    size_t n)
{
    const struct measurement *m = g->first;
    struct arena *a = v->arena;
    struct stats_interval in = *interval;
    const double x[] = { g->stats.median, g->stats.mean, in.low,         in.high,
                         g->stats.min,    g->stats.max,  g->stats.stddev };
    const char *mixed = runs_pooled(v, g);
    bool alike = *mixed == '\0';
    const char *words[] = { mixed, alike ? group_drift_words(a, g) : "",
                            alike ? group_steady_words(a, g) : "",
                            runs_flags(a, g->flags) };
    printf("%s,%s,%s,%s", m->metric->name, m->statistic, metric_unit(a, m->metric),
           direction_names[m->metric->direction]);
    for (size_t k = 0; k < n; k++) {
        const char *text = group_text(m, keys[k]);
        putchar(',');
        runs_csv_cell(text != NULL ? text : "");
    }
    printf(",%zu", g->ids.count);
    for (size_t i = 0; i < 7; i++)
        csv_number(x[i]);
    printf(",%zu", g->outlier_count);
    for (size_t i = 0; i < 4; i++) {
        putchar(',');
        runs_csv_cell(words[i]);
    }
    putchar('\n');
}

static void json_pair(struct json_out *out, const char *key, double x)
{
    json_pair_number(out, key, x);
}

static void json_words(struct json_out *out, const char *key, const char *text)
{
    json_pair_string(out, key, text);
}

static void json_row(const struct runs_view *v, const struct group *g,
                     const struct stats_interval *interval, const char *const *keys,
                     size_t n)
{
    struct json_out out = json_on(v->arena);
    const struct measurement *m = g->first;
    struct stats_interval in = *interval;
    json_line(&out);
    json_object(&out);
    json_words(&out, "metric", m->metric->name);
    json_words(&out, "statistic", m->statistic);
    json_words(&out, "unit", metric_unit(v->arena, m->metric));
    json_words(&out, "direction", direction_names[m->metric->direction]);
    json_key(&out, "group");
    json_object(&out);
    for (size_t k = 0; k < n; k++)
        json_words(&out, keys[k], group_text(m, keys[k]));
    json_end(&out);
    json_key(&out, "n");
    json_int(&out, (long long)g->ids.count);
    json_pair(&out, "median", g->stats.median);
    json_pair(&out, "mean", g->stats.mean);
    json_words(&out, "interval", v->bca ? "bootstrap BCa" : "Student's t");
    json_pair(&out, "level", v->level);
    json_pair(&out, "low", in.low);
    json_pair(&out, "high", in.high);
    json_pair(&out, "min", g->stats.min);
    json_pair(&out, "max", g->stats.max);
    json_pair(&out, "stddev", g->stats.stddev);
    json_key(&out, "outliers");
    json_array(&out);
    for (size_t i = 0; i < g->outlier_count; i++)
        json_number(&out, g->values[g->outliers[i]]);
    json_end(&out);
    const char *mixed = runs_pooled(v, g);
    bool alike = *mixed == '\0';
    json_words(&out, "drift", alike ? group_drift_words(v->arena, g) : "");
    json_words(&out, "steady", alike ? group_steady_words(v->arena, g) : "");
    json_words(&out, "pools", mixed);
    json_words(&out, "flags", runs_flags(v->arena, g->flags));
    json_end(&out);
    printf("%s\n", buf_text(&out.text));
}

/* ---- intervals ---- */

struct job {
    const struct runs_view *v;
    const struct group_list *groups;
    struct stats_interval *out;
};

enum { BLOCK = 16 }; /* groups */

static void bootstrap(void *context, size_t block, unsigned worker)
{
    const struct job *j = context;
    struct arena *scratch = arena_new();
    size_t end = (block + 1) * BLOCK;
    (void)worker;
    for (size_t i = block * BLOCK; i < end && i < j->groups->count; i++) {
        const struct group *g = &j->groups->items[i];
        j->out[i] = stats_bca(scratch, g->values, g->ids.count, j->v->level);
        arena_empty(scratch);
    }
    arena_free(scratch);
}

/* One a group: Student's, which is there, or the bootstrap's, on all processors. */
static const struct stats_interval *intervals_of(const struct runs_view *v,
                                                 const struct group_list *groups)
{
    struct stats_interval *out =
        ARENA_ARRAY(v->arena, groups->count, struct stats_interval);
    struct job j = { v, groups, out };
    if (v->bca)
        parallel_for((groups->count + BLOCK - 1) / BLOCK, 0, bootstrap, &j);
    for (size_t i = 0; !v->bca && i < groups->count; i++)
        out[i] = groups->items[i].stats.student;
    return out;
}

void runs_show_groups(const struct runs_view *v, struct id_list ids,
                      const struct group_list *groups)
{
    size_t n;
    const char **keys = columns_of(v, ids, &n);
    const struct stats_interval *intervals = intervals_of(v, groups);
    if (v->form == RUNS_TABLE) {
        const struct runs_columns columns = { keys, n };
        runs_show_tables(v, groups, intervals, &columns);
        return;
    }
    if (v->form == RUNS_CSV) {
        fputs("metric,statistic,unit,direction", stdout);
        for (size_t k = 0; k < n; k++) {
            putchar(',');
            runs_csv_cell(keys[k]);
        }
        printf(",n,median,mean,mean_%s_%g_low,mean_%s_%g_high,min,max,stddev,outliers,"
               "pools,drift,steady,flags\n",
               v->bca ? "bca" : "student", v->level, v->bca ? "bca" : "student",
               v->level);
    }
    for (size_t i = 0; i < groups->count; i++) {
        if (v->form == RUNS_CSV)
            csv_row(v, &groups->items[i], &intervals[i], keys, n);
        else
            json_row(v, &groups->items[i], &intervals[i], keys, n);
    }
}
