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

static bool same_run(const struct doc_node *a, const struct doc_node *b)
{
    return strcmp(text_of(a, "run_name"), text_of(b, "run_name")) == 0;
}

/* Before 1.5 there is no run_type; the name alone tells an aggregate. */
static bool is_aggregate(const struct doc_node *entry)
{
    return strcmp(text_of(entry, "run_type"), "aggregate") == 0;
}

static bool has_aggregate(const struct doc_node *list, const struct doc_node *entry)
{
    for (size_t i = 0; i < list->count; i++)
        if (is_aggregate(doc_at(list, i)) && same_run(doc_at(list, i), entry))
            return true;
    return false;
}

static const char *statistic_of(const struct doc_node *entry)
{
    const char *name = text_of(entry, "aggregate_name");
    if (!is_aggregate(entry))
        return "mean";
    if (strcmp(text_of(entry, "aggregate_unit"), "percentage") == 0)
        return NULL;
    static const char *const known[] = { "mean", "median", "stddev", "min", "max" };
    for (size_t i = 0; i < 5; i++)
        if (strcmp(name, known[i]) == 0)
            return known[i];
    return NULL;
}

static void read_entry(struct harvest *h, const struct doc_node *entry)
{
    static const char *const units[] = { "ns", "us", "ms", "s" };
    const char *statistic = statistic_of(entry), *unit = NULL;
    for (size_t i = 0; i < 4; i++)
        if (strcmp(text_of(entry, "time_unit"), units[i]) == 0)
            unit = units[i];
    if (strcmp(text_of(entry, "error_occurred"), "true") == 0 || statistic == NULL)
        return;
    const char *run = text_of(entry, "run_name");
    harvest_forget(h);
    harvest_word(h, "test", *run != '\0' ? run : text_of(entry, "name"));
    harvest_set(h, "threads", text_of(entry, "threads"));
    struct doc_number n;
    const struct doc_node *count =
        doc_get(entry, is_aggregate(entry) ? "repetitions" : "iterations");
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
        if (is_aggregate(doc_at(list, i)) || !has_aggregate(list, doc_at(list, i)))
            read_entry(&h, doc_at(list, i));
    return harvest_end(&h, "no benchmark that came to its end");
}

const struct reader reader_gbench = {
    .name = "gbench",
    .summary = "Google Benchmark's JSON",
    .extensions = "json",
    .probe = probe,
    .read = read_gbench,
};
