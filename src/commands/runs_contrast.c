/* The comparisons of `priceperf runs --compare`. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "commands/runs_call.h"
#include "doc/json.h"
#include "writers/text_wrap.h"

static const char *or_dash(const char *text)
{
    return text != NULL ? text : "-";
}

/* "rw randread, queue_depth 4" */
static const char *pair_text(const struct runs_view *v,
                             const struct contrast_list *list, const struct contrast *c)
{
    struct buf b = buf_on(v->arena);
    for (size_t i = 0; i < list->pairing_count; i++) {
        const char *key = list->pairing[i], *text = group_text(c->a.first, key);
        if (text != NULL && strcmp(key, "statistic") != 0)
            buf_printf(&b, "%s%s %s", b.length > 0 ? ", " : "", key, text);
    }
    return buf_text(&b);
}

static const char *ratio_text(const struct runs_view *v, const struct contrast *c)
{
    struct arena *a = v->arena;
    const char *ratio = format_number(a, c->ratio, 4);
    if (!isfinite(c->ratio))
        return "no ratio";
    if (!isfinite(c->interval.low) || !isfinite(c->interval.high))
        return arena_printf(a, "%s, no interval", ratio);
    return arena_printf(a, "%s (%.3g %%: %s to %s)", ratio, 100 * v->level,
                        format_number(a, c->interval.low, 4),
                        format_number(a, c->interval.high, 4));
}

static double mean_of(const struct contrast *c, const struct group *g)
{
    double sum = 0;
    if (!c->geometric)
        return g->stats.mean;
    for (size_t i = 0; i < g->ids.count; i++)
        sum += log(g->values[i]);
    return exp(sum / (double)g->ids.count);
}

static void wrap(struct arena *a, const char *first, const char *text)
{
    struct text_place place = { first, 88 };
    text_put(stdout, a, text, place);
}

static void show_one(const struct runs_view *v, const struct contrast_list *list,
                     const struct contrast *c)
{
    struct arena *a = v->arena;
    const struct measurement *m = c->a.first;
    double least = fmin(fabs(c->a.stats.mean), fabs(c->b.stats.mean));
    struct runs_scale s = runs_scale_of(a, m->metric, least);
    printf("\n%s\n", runs_heading(a, m, s));
    const char *pair = pair_text(v, list, c);
    if (*pair != '\0')
        wrap(a, "  ", pair);
    wrap(a, "    ",
         arena_printf(a, "%s A %s (n %zu), B %s (n %zu); B/A %s",
                      c->geometric ? "geometric mean" : "mean",
                      format_number(a, mean_of(c, &c->a) / s.factor, 5), c->a.ids.count,
                      format_number(a, mean_of(c, &c->b) / s.factor, 5), c->b.ids.count,
                      ratio_text(v, c)));
    wrap(a, "    ", comparison_words(a, &c->verdict, m->metric->direction));
    wrap(a, "    differs: ", *c->differs != '\0' ? c->differs : "nothing else");
}

static void csv_number(double x)
{
    char text[JSON_NUMBER_SIZE];
    putchar(',');
    if (isfinite(x))
        fputs(json_number_text(x, text), stdout);
}

static void csv_one(const struct runs_view *v, const struct contrast_list *list,
                    const struct contrast *c)
{
    struct arena *a = v->arena;
    const struct measurement *m = c->a.first;
    const double x[] = {
        (double)c->a.ids.count, c->a.stats.mean,    (double)c->b.ids.count,
        c->b.stats.mean,        c->ratio,           c->interval.low,
        c->interval.high,       c->verdict.welch.p, c->verdict.ranks.p
    };
    printf("%s,%s,%s,%s,", m->metric->name, m->statistic, metric_unit(a, m->metric),
           direction_names[m->metric->direction]);
    runs_csv_cell(pair_text(v, list, c));
    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        csv_number(x[i]);
    putchar(',');
    runs_csv_cell(comparison_words(a, &c->verdict, m->metric->direction));
    putchar(',');
    runs_csv_cell(c->differs);
    putchar('\n');
}

static void json_one(const struct runs_view *v, const struct contrast_list *list,
                     const struct contrast *c)
{
    struct arena *a = v->arena;
    const struct measurement *m = c->a.first;
    struct json_out out = json_on(a);
    const char *const names[] = { "metric", "statistic", "unit",   "direction",
                                  "pair",   "verdict",   "differs" };
    const char *const texts[] = {
        m->metric->name,
        m->statistic,
        metric_unit(a, m->metric),
        direction_names[m->metric->direction],
        pair_text(v, list, c),
        comparison_words(a, &c->verdict, m->metric->direction),
        c->differs,
    };
    const char *const numbers[] = { "n_a",     "mean_a",        "n_b",  "mean_b",
                                    "ratio",   "low",           "high", "level",
                                    "welch_p", "mann_whitney_p" };
    const double x[] = {
        (double)c->a.ids.count, c->a.stats.mean, (double)c->b.ids.count,
        c->b.stats.mean,        c->ratio,        c->interval.low,
        c->interval.high,       v->level,        c->verdict.welch.p,
        c->verdict.ranks.p
    };
    json_line(&out);
    json_object(&out);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_key(&out, names[i]);
        json_string(&out, texts[i]);
    }
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
        json_key(&out, numbers[i]);
        json_number(&out, x[i]);
    }
    json_end(&out);
    printf("%s\n", buf_text(&out.text));
}

static void legend(const struct runs_view *v, const struct contrast_list *list)
{
    printf(
        "\nRatios of geometric means have intervals by Welch's t on logarithms.\n"
        "Each line is tested alone: of %zu line%s without any difference about %.2g\n"
        "would show one by chance.\n",
        list->count, list->count == 1 ? "" : "s", (double)list->count * (1 - v->level));
    if (list->alone > 0)
        printf("%zu measurements have no partner on the other side.\n", list->alone);
}

void runs_show_contrasts(const struct runs_view *v, const char *key,
                         const struct contrast_list *list)
{
    if (v->form == RUNS_TABLE)
        printf("A: %s %s\nB: %s %s\n", key, or_dash(group_text(list->a, key)), key,
               or_dash(group_text(list->b, key)));
    if (v->form == RUNS_CSV)
        printf("metric,statistic,unit,direction,pair,n_a,mean_a,n_b,mean_b,ratio,"
               "ratio_%g_low,ratio_%g_high,welch_p,mann_whitney_p,verdict,differs\n",
               v->level, v->level);
    for (size_t i = 0; i < list->count; i++) {
        if (v->form == RUNS_CSV)
            csv_one(v, list, &list->items[i]);
        else if (v->form == RUNS_JSON)
            json_one(v, list, &list->items[i]);
        else
            show_one(v, list, &list->items[i]);
    }
    if (v->form == RUNS_TABLE)
        legend(v, list);
}
