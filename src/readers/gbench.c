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
#include "measure/hash_index.h"

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

struct entry {
    const struct doc_node *node;
    const char *run;       /* the benchmark that its repetitions share */
    const char *statistic; /* NULL: none that we keep */
    bool aggregate;
};

struct entries {
    struct entry *items;
    size_t count;
    struct hash_index by_name; /* of iterations, and runs of aggregates */
};

struct wanted {
    const struct entries *in;
    const char *text;
    bool aggregates;
};

static bool same(const void *wanted, size_t item)
{
    const struct wanted *w = wanted;
    const struct entry *e = &w->in->items[item];
    const char *text = w->aggregates ? e->run : text_of(e->node, "name");
    return e->aggregate == w->aggregates && strcmp(text, w->text) == 0;
}

static bool known(const struct entries *in, const char *text, bool aggregates)
{
    struct wanted w = { in, text, aggregates };
    return hash_index_get(&in->by_name, hash_text(HASH_START, text), same, &w) !=
           SIZE_MAX;
}

/* Before 1.5 there is no run_type; the end of the name alone tells an aggregate,
 * BM_copy_mean, where BM_copy itself was told before it. */
static bool old_aggregate(struct arena *a, const struct entries *in, struct entry *e)
{
    const char *name = text_of(e->node, "name");
    size_t length = strlen(name);
    for (size_t i = 0; i < STATISTICS; i++) {
        size_t n = strlen(statistics[i]);
        if (length <= n + 1 || name[length - n - 1] != '_' ||
            strcmp(name + length - n, statistics[i]) != 0)
            continue;
        const char *base = arena_strndup(a, name, length - n - 1);
        if (!known(in, base, false))
            return false;
        e->run = base;
        e->statistic = statistics[i];
        return true;
    }
    return false;
}

static const char *statistic_of(const struct doc_node *node)
{
    if (strcmp(text_of(node, "aggregate_unit"), "percentage") == 0)
        return NULL;
    for (size_t i = 0; i < STATISTICS; i++)
        if (strcmp(text_of(node, "aggregate_name"), statistics[i]) == 0)
            return statistics[i];
    return doc_get(node, "big_o") != NULL ? "mean" : NULL;
}

static void add_entry(struct arena *a, struct entries *in, const struct doc_node *node)
{
    const char *run = text_of(node, "run_name"), *name = text_of(node, "name");
    struct entry e = { node, *run != '\0' ? run : name, "mean", false };
    if (doc_get(node, "run_type") == NULL)
        e.aggregate = old_aggregate(a, in, &e);
    else if (strcmp(text_of(node, "run_type"), "aggregate") == 0) {
        e.aggregate = true;
        e.statistic = statistic_of(node);
    }
    const char *text = e.aggregate ? e.run : name;
    in->items[in->count] = e;
    if (!known(in, text, e.aggregate))
        hash_index_put(a, &in->by_name, hash_text(HASH_START, text), in->count);
    in->count++;
}

static bool failed(const struct doc_node *entry)
{
    return strcmp(text_of(entry, "error_occurred"), "true") == 0 ||
           strcmp(text_of(entry, "skipped"), "true") == 0;
}

/* The time of one N of the law that was fitted over all sizes. */
static void put_complexity(struct harvest *h, const struct doc_node *entry,
                           const char *unit)
{
    const char *name = text_of(entry, "run_name");
    if (*name == '\0') {
        name = text_of(entry, "name");
        const char *end = strstr(name, "_BigO");
        if (end != NULL)
            name = arena_strndup(h->runs->arena, name, (size_t)(end - name));
    }
    harvest_word(h, "test", name);
    harvest_word(h, "coefficient_of", text_of(entry, "big_o"));
    harvest_node(h, doc_get(entry, "real_coefficient"), "latency", "mean", unit);
    harvest_own(h, "op", "cpu");
    harvest_node(h, doc_get(entry, "cpu_coefficient"), "latency", "mean", unit);
    harvest_own(h, "op", NULL);
    harvest_commit(h);
}

/* Whatever number the benchmark itself put beside its times; nothing tells its unit or
 * which way is better.  Heap growth may be below nothing, and is left out. */
static void put_counters(struct harvest *h, const struct doc_node *entry,
                         const char *statistic)
{
    static const char *const known[] = {
        "family_index",     "per_family_instance_index",
        "repetitions",      "repetition_index",
        "threads",          "iterations",
        "real_time",        "cpu_time",
        "bytes_per_second", "items_per_second",
        "max_bytes_used",   "net_heap_growth",
    };
    for (size_t i = 0; i < entry->count; i++) {
        const char *key = entry->entries[i].key;
        const struct doc_node *value = entry->entries[i].value;
        bool other = value->kind == DOC_SCALAR && !value->quoted &&
                     json_number_length(value->text) > 0 && value->text[0] != '-';
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            other = other && strcmp(key, known[k]) != 0;
        if (!other)
            continue;
        harvest_own(h, "counter", key);
        harvest_node(h, value, "count", statistic, "");
    }
    harvest_own(h, "counter", NULL);
}

static void read_entry(struct harvest *h, const struct entry *e)
{
    static const char *const units[] = { "ns", "us", "ms", "s" };
    const struct doc_node *entry = e->node;
    const char *statistic = e->statistic, *unit = NULL;
    for (size_t i = 0; i < 4; i++)
        if (strcmp(text_of(entry, "time_unit"), units[i]) == 0)
            unit = units[i];
    if (failed(entry) || statistic == NULL)
        return;
    harvest_forget(h);
    harvest_word(h, "test", e->run);
    harvest_word(h, "label", text_of(entry, "label"));
    harvest_set(h, "threads", text_of(entry, "threads"));
    struct doc_number n;
    const struct doc_node *count =
        doc_get(entry, e->aggregate ? "repetitions" : "iterations");
    if (count != NULL && doc_get_number(count, &n, h->dg))
        h->samples = n.x;
    if (unit == NULL) {
        h->ok = diag_error(h->dg, entry->at, "this entry lacks its time_unit");
        return;
    }
    if (doc_get(entry, "big_o") != NULL) {
        put_complexity(h, entry, unit);
        return;
    }
    harvest_node(h, doc_get(entry, "real_time"), "latency", statistic, unit);
    harvest_own(h, "op", "cpu");
    harvest_node(h, doc_get(entry, "cpu_time"), "latency", statistic, unit);
    harvest_own(h, "op", NULL);
    harvest_node(h, doc_get(entry, "bytes_per_second"), "bandwidth", statistic, "B/s");
    harvest_node(h, doc_get(entry, "items_per_second"), "throughput", statistic, "1/s");
    harvest_node(h, doc_get(entry, "max_bytes_used"), "memory", "max", "B");
    put_counters(h, entry, statistic);
    harvest_commit(h);
}

static void read_list(struct harvest *h, const struct doc_node *root)
{
    const struct doc_node *list = doc_get(root, "benchmarks");
    const struct doc_node *context = doc_get(root, "context");
    struct arena *a = h->runs->arena;
    harvest_system(h, text_of(context, "host_name"));
    const char *version = text_of(context, "library_version");
    if (*version != '\0')
        harvest_tool(h, arena_printf(a, "Google Benchmark %s", version));
    struct entries in = { 0 };
    size_t count = list != NULL ? list->count : 0;
    in.items = ARENA_ARRAY(a, count, struct entry);
    for (size_t i = 0; i < count; i++)
        add_entry(a, &in, doc_at(list, i));
    for (size_t i = 0; i < count; i++)
        if (in.items[i].aggregate || !known(&in, in.items[i].run, true))
            read_entry(h, &in.items[i]);
}

static bool read_gbench(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct harvest h = harvest_on(raw, "gbench", runs, dg);
    struct json_capture c;
    const struct doc_node *root;
    size_t errors = dg->errors;
    if (!json_capture_open(&c, raw->source, dg))
        return false;
    while ((root = json_capture_next(runs->arena, &c, dg)) != NULL)
        read_list(&h, root);
    h.ok = h.ok && dg->errors == errors;
    return harvest_end(&h, "no benchmark that came to its end");
}

const struct reader reader_gbench = {
    .name = "gbench",
    .summary = "Google Benchmark's JSON",
    .extensions = "json",
    .probe = probe,
    .read = read_gbench,
};
