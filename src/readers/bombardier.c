/* bombardier's JSON: latencies are microseconds.  The rate's mean is that of samples a
 * second; answers that are not 2xx or 3xx are errors. */
#include "readers/harvest.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "doc/json.h"
#include "doc/schema.h"

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, "\"numberOfConnections\"") ||
        (text_contains(head, length, "\"req2xx\"") &&
         text_contains(head, length, "\"rps\"")))
        return (struct probe){ 90, "has bombardier's connections or answers" };
    return (struct probe){ 0, "neither \"numberOfConnections\" nor \"req2xx\"" };
}

static double number(struct harvest *h, const struct doc_node *parent, const char *key)
{
    struct doc_number n;
    const struct doc_node *node = doc_get(parent, key);
    return node != NULL && doc_get_number(node, &n, h->dg) ? n.x : 0;
}

static void put_moments(struct harvest *h, const struct doc_node *from,
                        const char *metric, const char *unit)
{
    static const char *const keys[][2] = { { "mean", "mean" },
                                           { "stddev", "stddev" },
                                           { "max", "max" } };
    for (size_t i = 0; i < 3; i++)
        harvest_node(h, doc_get(from, keys[i][0]), metric, keys[i][1], unit);
    const struct doc_node *list = doc_get(from, "percentiles");
    for (size_t i = 0; list != NULL && i < list->count; i++)
        harvest_node(h, list->entries[i].value, metric,
                     list->entries[i].key != NULL
                         ? harvest_percentile(h->runs->arena, list->entries[i].key)
                         : NULL,
                     unit);
}

static void put_errors(struct harvest *h, const struct doc_node *result)
{
    static const char *const bad[] = { "req1xx", "req4xx", "req5xx", "others" };
    for (size_t i = 0; i < 4; i++) {
        if (number(h, result, bad[i]) <= 0)
            continue;
        harvest_flag(h, FLAG_ERRORS);
        harvest_own(h, "op", bad[i]);
        harvest_node(h, doc_get(result, bad[i]), "errors", "count", "");
    }
    harvest_own(h, "op", NULL);
}

static void read_result(struct harvest *h, const struct doc_node *root)
{
    const struct doc_node *spec = doc_get(root, "spec");
    const struct doc_node *result = doc_get(root, "result");
    harvest_forget(h);
    harvest_set(h, "connections", doc_text(doc_get(spec, "numberOfConnections")));
    harvest_word(h, "url", doc_text(doc_get(spec, "url")));
    harvest_word(h, "method", doc_text(doc_get(spec, "method")));
    if (number(h, spec, "rate") > 0) {
        harvest_setf(h, "rate", "%s 1/s", doc_text(doc_get(spec, "rate")));
        harvest_flag(h, FLAG_OMISSION);
    }
    h->duration = number(h, result, "timeTakenSeconds");
    h->samples = number(h, result, "req2xx") + number(h, result, "req3xx");
    harvest_node(h, doc_get(result, "timeTakenSeconds"), "elapsed", "mean", "s");
    harvest_own(h, "op", "2xx");
    harvest_node(h, doc_get(result, "req2xx"), "count", "count", "");
    harvest_own(h, "op", NULL);
    put_errors(h, result);
    put_moments(h, doc_get(result, "latency"), "latency", "us");
    put_moments(h, doc_get(result, "rps"), "throughput", "1/s");
    harvest_commit(h);
}

static bool read_bombardier(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct harvest h = harvest_on(raw, "bombardier", runs, dg);
    struct json_capture c;
    const struct doc_node *root;
    size_t errors = dg->errors;
    if (!json_capture_open(&c, raw->source, dg))
        return false;
    while ((root = json_capture_next(runs->arena, &c, dg)) != NULL)
        read_result(&h, root);
    h.ok = h.ok && dg->errors == errors;
    return harvest_end(&h, "no \"result\"");
}

const struct reader reader_bombardier = {
    .name = "bombardier",
    .summary = "bombardier's JSON",
    .extensions = "json",
    .probe = probe,
    .read = read_bombardier,
};
