/* runs - what a run store holds: listed, grouped, compared. */
#include <string.h>

#include "base/arena.h"
#include "base/nearest.h"
#include "commands/runs_call.h"
#include "doc/schema.h"
#include "measure/store.h"
#include "writers/runs_text.h"

static struct {
    struct option_list where, by, expect;
    const char *metric, *statistic, *compare, *level, *interval, *ceiling;
    bool list, json, csv, table;
} o;

static struct option_table options(void)
{
    static const struct option_row rows[] = {
        { "where", 0, OPTION_LIST, "K=V",
          "only runs with this parameter, system, statistic or file; values of one key "
          "are alternatives",
          &o.where, 0, 0 },
        { "metric", 0, OPTION_TEXT, "METRIC", "only this metric", &o.metric, 0, 0 },
        { "statistic", 0, OPTION_TEXT, "NAME", "only mean, p99, ...", &o.statistic, 0,
          0 },
        { "by", 0, OPTION_LIST, "K",
          "a group for each value; otherwise the repeats of one run are a group", &o.by,
          0, 0 },
        { "compare", 0, OPTION_TEXT, "K",
          "B against A, the two values of a parameter or two systems", &o.compare, 0,
          0 },
        { "interval", 0, OPTION_TEXT, "KIND",
          "of the mean: student (Student's t, default) or bca (bootstrap)", &o.interval,
          0, 0 },
        { "level", 0, OPTION_TEXT, "SHARE", "of intervals and tests (0.95)", &o.level,
          0, 0 },
        { "ceiling", 0, OPTION_TEXT, "RATE",
          "flag IOPS above it as cached: '2100 IOPS', '14 * 150 IOPS'", &o.ceiling, 0,
          0 },
        { "expect", 0, OPTION_LIST, "K=V", "an error where a file says another",
          &o.expect, 0, 0 },
        { "list", 0, OPTION_FLAG, NULL, "the measurements themselves, no groups",
          &o.list, 0, 0 },
        { "table", 0, OPTION_FLAG, NULL, "print for a reader (default)", &o.table, 0,
          0 },
        { "csv", 0, OPTION_FLAG, NULL, "print as CSV, values in base units", &o.csv, 0,
          0 },
        { "json", 0, OPTION_FLAG, NULL, "print an object a line", &o.json, 0, 0 },
    };
    return (struct option_table){ rows, sizeof rows / sizeof *rows };
}

static bool read_view(struct command_call *call, struct runs_view *v)
{
    *v = (struct runs_view){ .arena = call->arena, .by = o.by, .level = 0.95 };
    v->form = o.json ? RUNS_JSON : o.csv ? RUNS_CSV : RUNS_TABLE;
    bool ok =
        command_one_form(call, o.json + o.csv + o.table, "--json, --csv and --table");
    ok = command_one_form(call, o.list + (o.compare != NULL) + (o.by.count > 0),
                          "--list, --by and --compare") &&
         ok;
    if (o.interval != NULL) {
        v->bca = strcmp(o.interval, "bca") == 0;
        if (!v->bca && strcmp(o.interval, "student") != 0)
            ok = diag_error(call->dg, (struct where){ .file = "--interval" },
                            "unknown interval '%s'; write student or bca", o.interval);
    }
    if (o.level != NULL) {
        struct parameter p = parameter_of(call->arena, "level", o.level);
        v->level = p.number;
        if (p.kind != PARAMETER_NUMBER || !dim_is_none(p.dim) || !(p.number >= 0.5) ||
            !(p.number < 1))
            ok = diag_error(call->dg, (struct where){ .file = "--level" },
                            "'%s' is no level; write a share from 0.5 to below 1, as "
                            "0.95",
                            o.level);
    }
    return ok;
}

static bool unknown(struct command_call *call, const char *option, const char *what,
                    const char *word, const char *const *names, size_t count)
{
    const struct doc_node node = { .text = word,
                                   .length = strlen(word),
                                   .at = { .file = option } };
    return doc_unknown(&node, what, names, count, call->dg);
}

static bool read_where(struct command_call *call, struct selection *s)
{
    struct arena *a = call->arena;
    struct parameter *where = ARENA_ARRAY(a, o.where.count, struct parameter);
    struct where *places = ARENA_ARRAY(a, o.where.count, struct where);
    bool ok = true;
    for (size_t i = 0; i < o.where.count; i++) {
        const char *item = o.where.items[i], *equals = strchr(item, '=');
        places[i].file = "--where";
        if (equals == NULL || equals == item) {
            ok = diag_error(call->dg, places[i], "'%s' names no value; write KEY=VALUE",
                            item);
            continue;
        }
        where[s->where_count++] = parameter_of(
            a, arena_strndup(a, item, (size_t)(equals - item)), equals + 1);
    }
    s->where = where;
    s->where_at = places;
    return ok;
}

static bool select_runs(struct command_call *call, const struct runs *runs,
                        struct id_list *out)
{
    struct selection s = { .at = { .file = "command line" }, .statistic = o.statistic };
    size_t n;
    if (o.metric != NULL) {
        s.metric = runs_metric(runs, o.metric);
        const char **names = runs_metric_names(runs, &n);
        if (s.metric == NULL)
            return unknown(call, "--metric", "metric", o.metric, names, n);
    }
    if (o.statistic != NULL && !statistic_known(o.statistic))
        return diag_error(call->dg, (struct where){ .file = "--statistic" },
                          "unknown statistic '%s'; write mean, stddev, min, max, "
                          "median, count, or a percentile such as p99",
                          o.statistic);
    return read_where(call, &s) && runs_select(runs, &s, out, call->dg);
}

static bool check_key(struct command_call *call, const struct runs *runs,
                      struct id_list ids, const char *option, const char *key)
{
    size_t n;
    const char **names = group_keys(runs, ids, &n);
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], key) == 0)
            return true;
    return unknown(call, option, "key", key, names, n);
}

static void list(const struct runs_view *v, struct id_list ids)
{
    struct measurement *items = ARENA_ARRAY(v->arena, ids.count, struct measurement);
    for (size_t i = 0; i < ids.count; i++)
        items[i] = v->runs->items[ids.ids[i]];
    struct runs some = *v->runs;
    some.items = items;
    some.count = some.capacity = ids.count;
    if (v->form == RUNS_JSON)
        runs_write_json(&some, stdout);
    else if (v->form == RUNS_CSV)
        runs_write_csv(&some, stdout);
    else
        runs_write_table(&some, stdout);
}

static bool show(struct command_call *call, const struct runs_view *v,
                 struct id_list ids)
{
    bool ok = true;
    for (size_t i = 0; i < o.by.count; i++)
        ok = check_key(call, v->runs, ids, "--by", o.by.items[i]) && ok;
    if (!ok)
        return false;
    if (o.list) {
        list(v, ids);
    } else if (o.compare != NULL) {
        struct contrast_list found;
        if (!check_key(call, v->runs, ids, "--compare", o.compare) ||
            !contrasts_of(v->runs, ids, o.compare, v->level, &found, call->dg))
            return false;
        runs_show_contrasts(v, o.compare, &found);
    } else {
        struct group_list groups =
            groups_of(v->runs, ids, o.by.items, o.by.count, v->level);
        runs_show_groups(v, ids, &groups);
    }
    return true;
}

static int run(struct command_call *call, const struct option_list *words)
{
    struct where at = { .file = "command line" };
    struct runs *runs = runs_new(call->arena);
    struct runs_view view;
    struct id_list ids;
    const char *path;
    if (!read_view(call, &view) || !command_one_word(call, words, "run store", &path) ||
        !store_read(path, at, runs, call->dg))
        return EXIT_INPUT;
    view.runs = runs;
    if (!runs_plausible(call, runs, o.ceiling, &o.expect) ||
        !select_runs(call, runs, &ids) || !show(call, &view, ids))
        return EXIT_INPUT;
    return EXIT_ANSWER;
}

const struct command command_runs = {
    .name = "runs",
    .summary = "list, filter, group and compare what a run store holds",
    .usage = "RUNS.db [--where K=V]... [--by K]...|--compare K|--list [OPTION]...",
    .examples =
        "  priceperf runs runs.db\n"
        "  priceperf runs runs.db --metric iops --by queue_depth --csv\n"
        "  priceperf runs runs.db --where rw=randread --compare system\n"
        "  priceperf runs runs.db --ceiling '14 * 150 IOPS' --expect rw=randread\n",
    .options = options,
    .run = run,
};
