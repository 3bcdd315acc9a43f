/* The groups of `priceperf runs` for a reader, at most 88 columns wide. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/format.h"
#include "commands/runs_call.h"
#include "writers/text_wrap.h"

enum { WIDTH = 88, GAP = 2, FIGURES = 7 };

static const char *notes(const struct runs_view *v, const struct group *g,
                         struct runs_scale scale)
{
    struct arena *a = v->arena;
    struct buf b = buf_on(a);
    const char *mixed = runs_pooled(v, g), *flags = runs_flags(a, g->flags);
    if (*mixed != '\0')
        buf_printf(&b, "; pools %s", mixed);
    for (size_t i = 0; i < g->outlier_count; i++) {
        const struct measurement *m = &v->runs->items[g->ids.ids[g->outliers[i]]];
        buf_printf(&b, "; outlier %s (%s:%u)",
                   format_number(a, m->value / scale.factor, 5), m->file->path,
                   m->at.line);
    }
    /* The order of runs that were set differently is no drift. */
    if (*mixed == '\0' && g->ids.count >= DRIFT_LEAST)
        buf_printf(&b, "; %s", group_drift_words(a, g));
    if (*mixed == '\0' && g->steady.known)
        buf_printf(&b, "; %s", group_steady_words(a, g));
    if (*flags != '\0')
        buf_printf(&b, "; flags: %s", flags);
    return b.length > 0 ? buf_text(&b) + 2 : "";
}

static bool same_heading(const struct group *a, const struct group *b)
{
    return a->first->metric == b->first->metric &&
           strcmp(a->first->statistic, b->first->statistic) == 0;
}

/* All groups of one metric and statistic. */
struct table {
    const struct runs_view *v;
    const struct runs_columns *keys;
    struct runs_scale scale;
    const char **cells; /* row by row, the first is the head */
    const char **notes; /* [row] */
    size_t columns, rows, count;
};

static void put(struct table *t, const char *text)
{
    t->cells[t->count++] = text != NULL ? text_plain(t->v->arena, text) : "-";
}

static void put_head(struct table *t)
{
    struct arena *a = t->v->arena;
    const char *from = arena_printf(a, "%.3g %% from", 100 * t->v->level);
    const char *const figures[FIGURES] = { "n",  "median", "mean", from,
                                           "to", "min",    "max" };
    for (size_t k = 0; k < t->keys->count; k++)
        put(t, t->keys->names[k]);
    for (size_t k = 0; k < FIGURES; k++)
        put(t, figures[k]);
}

static void put_group(struct table *t, const struct group *g, struct stats_interval in)
{
    struct arena *a = t->v->arena;
    const double x[] = { g->stats.median, g->stats.mean, in.low,
                         in.high,         g->stats.min,  g->stats.max };
    t->notes[t->count / t->columns] = notes(t->v, g, t->scale);
    for (size_t k = 0; k < t->keys->count; k++)
        put(t, group_text(g->first, t->keys->names[k]));
    put(t, arena_printf(a, "%zu", g->ids.count));
    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        put(t, isfinite(x[i]) ? format_number(a, x[i] / t->scale.factor, 5) : "-");
}

static void wrap(const struct table *t, const char *first, const char *text)
{
    struct text_place place = { first, WIDTH };
    text_put(stdout, t->v->arena, text, place);
}

static void print_cells(const struct table *t, const size_t *widths)
{
    for (size_t row = 0; row < t->rows; row++) {
        for (size_t c = 0; c < t->columns; c++) {
            const char *text = t->cells[row * t->columns + c];
            size_t room = widths[c] - text_width(text);
            bool figure = c >= t->keys->count;
            text_pad(stdout, figure ? room : 0);
            fputs(text, stdout);
            if (c + 1 < t->columns)
                text_pad(stdout, (figure ? 0 : room) + GAP);
        }
        putchar('\n');
        if (t->notes[row] != NULL && t->notes[row][0] != '\0')
            wrap(t, "    ", t->notes[row]);
    }
}

/* What is too wide for columns: "system a, threads 1", and the figures below it. */
static void print_records(const struct table *t)
{
    for (size_t row = 1; row < t->rows; row++) {
        const char *const *cells = t->cells + row * t->columns;
        struct buf keys = buf_on(t->v->arena), figures = buf_on(t->v->arena);
        for (size_t c = 0; c < t->columns; c++) {
            struct buf *b = c < t->keys->count ? &keys : &figures;
            buf_printf(b, "%s%s %s", b->length > 0 ? ", " : "", t->cells[c], cells[c]);
        }
        wrap(t, "", buf_text(&keys));
        wrap(t, "    ", buf_text(&figures));
        if (t->notes[row][0] != '\0')
            wrap(t, "    ", t->notes[row]);
    }
}

static void print_table(const struct table *t)
{
    size_t *widths = ARENA_ARRAY(t->v->arena, t->columns, size_t), all = 0;
    for (size_t i = 0; i < t->columns * t->rows; i++) {
        size_t width = text_width(t->cells[i]), c = i % t->columns;
        widths[c] = width > widths[c] ? width : widths[c];
    }
    for (size_t c = 0; c < t->columns; c++)
        all += widths[c] + (c > 0 ? GAP : 0);
    if (all <= WIDTH)
        print_cells(t, widths);
    else
        print_records(t);
}

static void show_table(const struct runs_view *v, const struct group_list *groups,
                       size_t first, const struct stats_interval *intervals,
                       const struct runs_columns *keys)
{
    struct table t = { .v = v, .keys = keys, .columns = keys->count + FIGURES };
    double least = INFINITY;
    t.rows = 1;
    for (size_t i = first; i < groups->count; i++)
        if (same_heading(&groups->items[first], &groups->items[i])) {
            least = fmin(least, fabs(groups->items[i].stats.median));
            t.rows++;
        }
    t.scale = runs_scale_of(v->arena, groups->items[first].first->metric, least);
    t.cells = ARENA_ARRAY(v->arena, t.rows * t.columns, const char *);
    t.notes = ARENA_ARRAY(v->arena, t.rows, const char *);
    put_head(&t);
    for (size_t i = first; i < groups->count; i++)
        if (same_heading(&groups->items[first], &groups->items[i]))
            put_group(&t, &groups->items[i], intervals[i]);
    printf("\n%s\n", runs_heading(v->arena, groups->items[first].first, t.scale));
    print_table(&t);
}

void runs_show_tables(const struct runs_view *v, const struct group_list *groups,
                      const struct stats_interval *intervals,
                      const struct runs_columns *keys)
{
    for (size_t i = 0; i < groups->count; i++) {
        size_t k = 0;
        while (k < i && !same_heading(&groups->items[k], &groups->items[i]))
            k++;
        if (k == i)
            show_table(v, groups, i, intervals, keys);
    }
    printf(
        "\nIntervals are of the mean, %s, and no range for the next run.  In the\n"
        "order in which runs were added: drift (Kendall) is told from %d runs on,\n"
        "steady state (range within 20 %%, slope within 10 %% of the average, as SNIA\n"
        "has it) and outliers (3.5 scaled MAD from the median, kept in all figures)\n"
        "from %d.\n",
        v->bca ? "bootstrap BCa" : "Student's t", DRIFT_LEAST, STEADY_WINDOW);
}
