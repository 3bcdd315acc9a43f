/* The groups of `priceperf runs` as tables, CSV and JSON. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "commands/runs_call.h"
#include "doc/json.h"
#include "writers/runs_text.h"

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

static struct stats_interval interval_of(const struct runs_view *v,
                                         const struct group *g)
{
    return v->bca ? g->stats.bca : g->stats.student;
}

static const char *flags_text(struct arena *a, uint32_t flags)
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

/* What runs of other settings a group puts together: only --by does so. */
static const char *pooled(const struct runs_view *v, const struct group *g)
{
    struct buf b = buf_on(v->arena);
    size_t n;
    const char **keys = group_keys(v->runs, g->ids, &n);
    for (size_t i = 0; v->by.count > 0 && i < n; i++) {
        if (is_key(v, keys[i]) || strcmp(keys[i], "file") == 0)
            continue;
        struct group_values values = group_values(v->runs, g->ids, keys[i]);
        if (values.count > 1)
            buf_printf(&b, "%s%zu values of %s", b.length > 0 ? ", " : "", values.count,
                       keys[i]);
    }
    return buf_text(&b);
}

static const char *notes(const struct runs_view *v, const struct group *g,
                         struct runs_scale scale)
{
    struct arena *a = v->arena;
    struct buf b = buf_on(a);
    const char *mixed = pooled(v, g), *flags = flags_text(a, g->flags);
    if (*mixed != '\0')
        buf_printf(&b, "; pools %s", mixed);
    for (size_t i = 0; i < g->outlier_count; i++) {
        const struct measurement *m = &v->runs->items[g->ids.ids[g->outliers[i]]];
        buf_printf(&b, "; outlier %s (%s:%u)",
                   format_number(a, m->value / scale.factor, 5), m->file->path,
                   m->at.line);
    }
    if (g->ids.count >= DRIFT_LEAST)
        buf_printf(&b, "; %s", group_drift_words(a, g));
    if (g->steady.known)
        buf_printf(&b, "; %s", group_steady_words(a, g));
    if (*flags != '\0')
        buf_printf(&b, "; flags: %s", flags);
    return b.length > 0 ? buf_text(&b) + 2 : "";
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

static bool same_heading(const struct group *a, const struct group *b)
{
    return a->first->metric == b->first->metric &&
           strcmp(a->first->statistic, b->first->statistic) == 0;
}

static void put(struct text_cells *t, size_t *n, const char *text)
{
    t->cells[(*n)++] = text != NULL ? text : "-";
}

static const char *cell(struct arena *a, double x, struct runs_scale scale)
{
    return isfinite(x) ? format_number(a, x / scale.factor, 5) : "-";
}

static void table_row(const struct runs_view *v, const struct group *g,
                      struct runs_scale scale, struct text_cells *t, size_t *n)
{
    struct stats_interval in = interval_of(v, g);
    const double x[] = { g->stats.median, g->stats.mean, in.low,
                         in.high,         g->stats.min,  g->stats.max };
    put(t, n, arena_printf(v->arena, "%zu", g->ids.count));
    for (size_t i = 0; i < 6; i++)
        put(t, n, cell(v->arena, x[i], scale));
    put(t, n, notes(v, g, scale));
}

static void table_of(const struct runs_view *v, const struct group_list *groups,
                     size_t first, const char *const *keys, size_t key_count)
{
    static const char *const behind[] = { "mean", NULL, "to", "min", "max", "" };
    struct arena *a = v->arena;
    double least = INFINITY;
    struct text_cells t = { .columns = key_count + 8, .rows = 1 };
    size_t n = 0;
    for (size_t i = first; i < groups->count; i++)
        if (same_heading(&groups->items[first], &groups->items[i])) {
            least = fmin(least, fabs(groups->items[i].stats.median));
            t.rows++;
        }
    struct runs_scale scale =
        runs_scale_of(a, groups->items[first].first->metric, least);
    t.cells = ARENA_ARRAY(a, t.rows * t.columns, const char *);
    for (size_t k = 0; k < key_count; k++)
        put(&t, &n, keys[k]);
    put(&t, &n, "n");
    put(&t, &n, "median");
    for (size_t k = 0; k < 6; k++)
        put(&t, &n,
            k == 1 ? arena_printf(a, "%.3g %% from", 100 * v->level) : behind[k]);
    for (size_t i = first; i < groups->count; i++) {
        const struct group *g = &groups->items[i];
        if (!same_heading(&groups->items[first], g))
            continue;
        for (size_t k = 0; k < key_count; k++)
            put(&t, &n, group_text(g->first, keys[k]));
        table_row(v, g, scale, &t, &n);
    }
    printf("\n%s\n", runs_heading(a, groups->items[first].first, scale));
    text_cells_write(a, &t, stdout);
}

static void show_tables(const struct runs_view *v, const struct group_list *groups,
                        const char *const *keys, size_t n)
{
    for (size_t i = 0; i < groups->count; i++) {
        size_t k = 0;
        while (k < i && !same_heading(&groups->items[k], &groups->items[i]))
            k++;
        if (k == i)
            table_of(v, groups, i, keys, n);
    }
    printf("\nIntervals are of the mean, %s.  In the order in which runs were added:\n"
           "drift (Kendall) is told from %d runs on, steady state and outliers (3.5\n"
           "scaled MAD from the median, kept in all figures) from %d.\n",
           v->bca ? "bootstrap BCa" : "Student's t", DRIFT_LEAST, STEADY_WINDOW);
}

static void csv_number(double x)
{
    char text[JSON_NUMBER_SIZE];
    putchar(',');
    if (isfinite(x))
        fputs(json_number_text(x, text), stdout);
}

static void csv_row(const struct runs_view *v, const struct group *g,
                    const char *const *keys, size_t n)
{
    const struct measurement *m = g->first;
    struct arena *a = v->arena;
    struct stats_interval in = interval_of(v, g);
    const double x[] = { g->stats.median, g->stats.mean, in.low,         in.high,
                         g->stats.min,    g->stats.max,  g->stats.stddev };
    const char *words[] = { pooled(v, g), group_drift_words(a, g),
                            group_steady_words(a, g), flags_text(a, g->flags) };
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
                     const char *const *keys, size_t n)
{
    struct json_out out = json_on(v->arena);
    const struct measurement *m = g->first;
    struct stats_interval in = interval_of(v, g);
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
    json_words(&out, "drift", group_drift_words(v->arena, g));
    json_words(&out, "steady", group_steady_words(v->arena, g));
    json_words(&out, "pools", pooled(v, g));
    json_words(&out, "flags", flags_text(v->arena, g->flags));
    json_end(&out);
    printf("%s\n", buf_text(&out.text));
}

void runs_show_groups(const struct runs_view *v, struct id_list ids,
                      const struct group_list *groups)
{
    size_t n;
    const char **keys = columns_of(v, ids, &n);
    if (v->form == RUNS_TABLE) {
        show_tables(v, groups, keys, n);
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
            csv_row(v, &groups->items[i], keys, n);
        else
            json_row(v, &groups->items[i], keys, n);
    }
}
