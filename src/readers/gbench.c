/* Google Benchmark's JSON: time in the unit that each entry names.
 *
 * Where there are aggregates, they count and the iterations behind them do not; the
 * coefficient of variation is no time, whatever unit stands beside it.  Entries with
 * an error have no figures.
 */
#include "readers/harvest.h"

#include <string.h>

#include "base/arena.h"
#include "doc/json.h"
#include "doc/schema.h"

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, "\"benchmarks\"") &&
        (text_contains(head, length, "\"real_time\"") ||
         text_contains(head, length, "\"num_cpus\"")))
        return (struct probe){ 90, "has benchmarks with real_time" };
    return (struct probe){ 0, "no \"benchmarks\" with \"real_time\"" };
}

static const char *text_of(const struct doc_node *node, const char *key)
{
    const char *text = doc_text(doc_get(node, key));
    return text != NULL ? text : "";
}

static const char *const statistics[] = { "mean", "median", "stddev", "min", "max" };
enum { STATISTICS = sizeof statistics / sizeof *statistics };

static bool has_name(const struct doc_node *list, const char *name, size_t length)
{
    for (size_t i = 0; i < list->count; i++) {
        const char *other = text_of(doc_at(list, i), "name");
        if (strlen(other) == length && strncmp(other, name, length) == 0)
            return true;
    }
    return false;
}

/* Before 1.5 there is no run_type; the end of the name alone tells an aggregate,
 * BM_copy_mean, where BM_copy itself is in the list.  The index in `statistics`,
 * STATISTICS where it is none. */
static size_t old_aggregate(const struct doc_node *list, const struct doc_node *entry,
                            size_t *base)
{
    const char *name = text_of(entry, "name");
    size_t length = strlen(name), i = 0;
    if (doc_get(entry, "run_type") != NULL)
        return STATISTICS;
    for (; i < STATISTICS; i++) {
        size_t n = strlen(statistics[i]);
        *base = length > n ? length - n - 1 : 0;
        if (length > n + 1 && name[*base] == '_' &&
            strcmp(name + *base + 1, statistics[i]) == 0 && has_name(list, name, *base))
            break;
    }
    return i;
}

static bool is_aggregate(const struct doc_node *list, const struct doc_node *entry)
{
    size_t base;
    return strcmp(text_of(entry, "run_type"), "aggregate") == 0 ||
           old_aggregate(list, entry, &base) < STATISTICS;
}

/* What the iterations and the aggregates of one benchmark share. */
static const char *run_of(struct arena *a, const struct doc_node *list,
                          const struct doc_node *entry)
{
    const char *run = text_of(entry, "run_name"), *name = text_of(entry, "name");
    size_t base;
    if (*run != '\0')
        return run;
    return old_aggregate(list, entry, &base) < STATISTICS ? arena_strndup(a, name, base)
                                                          : name;
}

static bool has_aggregate(struct arena *a, const struct doc_node *list,
                          const struct doc_node *entry)
{
    const char *run = run_of(a, list, entry);
    for (size_t i = 0; i < list->count; i++)
        if (is_aggregate(list, doc_at(list, i)) &&
            strcmp(run_of(a, list, doc_at(list, i)), run) == 0)
            return true;
    return false;
}

static const char *statistic_of(const struct doc_node *list,
                                const struct doc_node *entry)
{
    size_t base, old = old_aggregate(list, entry, &base);
    if (!is_aggregate(list, entry))
        return "mean";
    if (strcmp(text_of(entry, "aggregate_unit"), "percentage") == 0)
        return NULL;
    if (old < STATISTICS)
        return statistics[old];
    for (size_t i = 0; i < STATISTICS; i++)
        if (strcmp(text_of(entry, "aggregate_name"), statistics[i]) == 0)
            return statistics[i];
    return NULL;
}

static void read_entry(struct harvest *h, const struct doc_node *list,
                       const struct doc_node *entry)
{
    static const char *const units[] = { "ns", "us", "ms", "s" };
    const char *statistic = statistic_of(list, entry), *unit = NULL;
    for (size_t i = 0; i < 4; i++)
        if (strcmp(text_of(entry, "time_unit"), units[i]) == 0)
            unit = units[i];
    if (strcmp(text_of(entry, "error_occurred"), "true") == 0 || statistic == NULL)
        return;
    harvest_forget(h);
    harvest_word(h, "test", run_of(h->runs->arena, list, entry));
    harvest_set(h, "threads", text_of(entry, "threads"));
    struct doc_number n;
    const struct doc_node *count =
        doc_get(entry, is_aggregate(list, entry) ? "repetitions" : "iterations");
    if (count != NULL && doc_get_number(count, &n, h->dg))
        h->samples = n.x;
    if (unit == NULL) {
        h->ok = diag_error(h->dg, entry->at, "this entry lacks its time_unit");
        return;
    }
    harvest_node(h, doc_get(entry, "real_time"), "latency", statistic, unit);
    harvest_own(h, "op", "cpu");
    harvest_node(h, doc_get(entry, "cpu_time"), "latency", statistic, unit);
    harvest_own(h, "op", NULL);
    harvest_node(h, doc_get(entry, "bytes_per_second"), "bandwidth", statistic, "B/s");
    harvest_node(h, doc_get(entry, "items_per_second"), "throughput", statistic, "1/s");
    harvest_commit(h);
}

static bool read_gbench(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct harvest h = harvest_on(raw, "gbench", runs, dg);
    const struct doc_node *root = json_parse(runs->arena, raw->source, dg);
    const struct doc_node *list = doc_get(root, "benchmarks");
    const struct doc_node *context = doc_get(root, "context");
    if (root == NULL)
        return false;
    harvest_system(&h, text_of(context, "host_name"));
    const char *version = text_of(context, "library_version");
    if (*version != '\0')
        harvest_tool(&h, arena_printf(runs->arena, "Google Benchmark %s", version));
    for (size_t i = 0; list != NULL && i < list->count; i++)
        if (is_aggregate(list, doc_at(list, i)) ||
            !has_aggregate(runs->arena, list, doc_at(list, i)))
            read_entry(&h, list, doc_at(list, i));
    return harvest_end(&h, "no benchmark that came to its end");
}

const struct reader reader_gbench = {
    .name = "gbench",
    .summary = "Google Benchmark's JSON",
    .extensions = "json",
    .probe = probe,
    .read = read_gbench,
};
