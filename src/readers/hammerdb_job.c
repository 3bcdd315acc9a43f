/* HammerDB's job as JSON: the timing of its procedures (4.6 and later, whose numbers
 * stand in quotes) and the reports of 6.0, with NOPM and TPM or the times of queries.
 */
#include "readers/harvest.h"

#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "doc/json.h"
#include "doc/schema.h"

static struct probe probe(const char *head, size_t length)
{
    size_t i = 0;
    while (i < length && strchr(" \t\r\n\xef\xbb\xbf", head[i]) != NULL && head[i] != 0)
        i++;
    bool object = i < length && head[i] == '{';
    if (object && text_contains(head, length, "\"hammerdb-job-report"))
        return (struct probe){ 95, "says hammerdb-job-report" };
    if (object && text_contains(head, length, "\"avg_ms\"") &&
        text_contains(head, length, "\"calls\""))
        return (struct probe){ 90, "has calls and avg_ms of procedures" };
    return (struct probe){ 0, "no JSON object with \"calls\" and \"avg_ms\"" };
}

static const struct {
    const char *key, *metric, *statistic, *unit;
} timings[] = {
    { "calls", "count", "count", "" },       { "min_ms", "latency", "min", "ms" },
    { "avg_ms", "latency", "mean", "ms" },   { "max_ms", "latency", "max", "ms" },
    { "p99_ms", "latency", "p99", "ms" },    { "p95_ms", "latency", "p95", "ms" },
    { "p50_ms", "latency", "median", "ms" }, { "p75_ms", "latency", "p75", "ms" },
    { "p25_ms", "latency", "p25", "ms" },
};

static void put_timing(struct harvest *h, const char *name, const struct doc_node *node)
{
    harvest_own(h, "op", name);
    for (size_t i = 0; i < sizeof timings / sizeof *timings; i++)
        harvest_node(h, doc_get(node, timings[i].key), timings[i].metric,
                     timings[i].statistic, timings[i].unit);
    harvest_own(h, "op", NULL);
}

static void put_rate(struct harvest *h, const char *key, const struct doc_node *node)
{
    bool nopm = strcasecmp(key, "nopm") == 0;
    if (node->kind != DOC_SCALAR || (!nopm && strcasecmp(key, "tpm") != 0))
        return;
    const char *text = doc_text(node);
    if (!nopm && text != NULL && strcmp(text, "0") == 0)
        return;
    harvest_own(h, "op", nopm ? "new order" : "database transaction");
    harvest_node(h, node, "throughput", "mean", "1/min");
    harvest_own(h, "op", NULL);
}

/* TPROC-H: the time of all queries, and its geometric mean over them. */
static void put_queries(struct harvest *h, const char *key, const struct doc_node *node)
{
    bool mean = strcmp(key, "geomean_seconds") == 0;
    if (node->kind != DOC_SCALAR ||
        (!mean && strcmp(key, "total_query_time_seconds") != 0))
        return;
    harvest_own(h, "op", mean ? "geometric mean" : "query set");
    harvest_node(h, node, "elapsed", "mean", "s");
    harvest_own(h, "op", NULL);
}

/* {"name": "14", "total_ms": 1213, "seconds": 1.213}: one query. */
static bool put_query(struct harvest *h, const struct doc_node *node)
{
    const char *name = doc_text(doc_get(node, "name"));
    if (name == NULL || doc_get(node, "seconds") == NULL ||
        doc_get(node, "total_ms") == NULL)
        return false;
    harvest_own(h, "op", name);
    harvest_node(h, doc_get(node, "seconds"), "elapsed", "mean", "s");
    harvest_own(h, "op", NULL);
    return true;
}

static void put_window(struct harvest *h, const char *key, const struct doc_node *node)
{
    struct doc_number n;
    bool ramp = strcmp(key, "rampup_minutes") == 0;
    if (node->kind != DOC_SCALAR || (!ramp && strcmp(key, "duration_minutes") != 0) ||
        !doc_get_number(node, &n, h->dg))
        return;
    if (!ramp)
        h->duration = n.x * 60;
    harvest_state(h, ramp ? "ramp_time" : "run_time",
                  arena_printf(h->runs->arena, "%g s", n.x * 60));
}

static void put_setting(struct harvest *h, const char *key, const struct doc_node *node)
{
    static const char *const known[][2] = {
        { "warehouses", "scale" }, { "virtual_users", "clients" },
        { "vus", "clients" },      { "database", "database" },
        { "db", "database" },      { "version", "version" },
        { "benchmark", "test" },   { "scale_factor", "scale" }
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcasecmp(key, known[i][0]) == 0 && node->kind == DOC_SCALAR)
            harvest_set(h, known[i][1], doc_text(node));
}

/* The tree is at most DOC_DEPTH deep. */
static void walk(struct harvest *h, const char *name, const struct doc_node *node)
{
    if (doc_get(node, "avg_ms") != NULL && doc_get(node, "calls") != NULL) {
        const char *own = doc_text(doc_get(node, "procedure"));
        own = own != NULL ? own : doc_text(doc_get(node, "name"));
        put_timing(h, own != NULL ? own : name, node);
        return;
    }
    if (put_query(h, node))
        return;
    for (size_t i = 0; i < node->count; i++) {
        const char *key = node->entries[i].key;
        if (key != NULL) {
            put_rate(h, key, node->entries[i].value);
            put_queries(h, key, node->entries[i].value);
            put_setting(h, key, node->entries[i].value);
            put_window(h, key, node->entries[i].value);
        }
        walk(h, key != NULL ? key : name, node->entries[i].value);
    }
}

static bool read_job(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct harvest h = harvest_on(raw, "hammerdb-job", runs, dg);
    struct json_capture c;
    const struct doc_node *root;
    size_t errors = dg->errors;
    if (!json_capture_open(&c, raw->source, dg))
        return false;
    while ((root = json_capture_next(runs->arena, &c, dg)) != NULL) {
        const char *version = doc_text(doc_get(doc_get(root, "job"), "hdb_version"));
        if (version != NULL)
            harvest_tool(&h, arena_printf(runs->arena, "HammerDB %s", version));
        harvest_forget(&h);
        walk(&h, "all", root);
        harvest_commit(&h);
    }
    h.ok = h.ok && dg->errors == errors;
    return harvest_end(&h, "neither timings nor NOPM");
}

const struct reader reader_hammerdb_job = {
    .name = "hammerdb-job",
    .summary = "HammerDB's job as JSON: timings and reports",
    .extensions = "json",
    .probe = probe,
    .read = read_job,
};
