/* HammerDB's job as JSON: the timing of its procedures (4.6 and later, whose numbers
 * stand in quotes) and reports with NOPM and TPM as keys.
 */
#include "readers/harvest.h"

#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "doc/json.h"

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
    { "p50_ms", "latency", "median", "ms" },
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

static void put_setting(struct harvest *h, const char *key, const struct doc_node *node)
{
    static const char *const known[][2] = {
        { "warehouses", "scale" }, { "virtual_users", "clients" },
        { "vus", "clients" },      { "database", "database" },
        { "db", "database" },      { "version", "version" }
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
        put_timing(h, own != NULL ? own : name, node);
        return;
    }
    for (size_t i = 0; i < node->count; i++) {
        const char *key = node->entries[i].key;
        if (key != NULL) {
            put_rate(h, key, node->entries[i].value);
            put_setting(h, key, node->entries[i].value);
        }
        walk(h, key != NULL ? key : name, node->entries[i].value);
    }
}

static bool read_job(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct harvest h = harvest_on(raw, "hammerdb-job", runs, dg);
    const struct doc_node *root = json_parse(runs->arena, raw->source, dg);
    if (root == NULL)
        return false;
    walk(&h, "all", root);
    return harvest_end(&h, "neither timings nor NOPM");
}

const struct reader reader_hammerdb_job = {
    .name = "hammerdb-job",
    .summary = "HammerDB's job as JSON: timings and reports",
    .extensions = "json",
    .probe = probe,
    .read = read_job,
};
