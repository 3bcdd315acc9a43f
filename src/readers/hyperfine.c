/* hyperfine's JSON: seconds of a whole command.
 *
 * A command that failed (an exit code that is not 0, or null where a signal ended it)
 * was timed all the same, and is flagged.  0 may be what the correction for the shell
 * leaves.
 */
#include "readers/harvest.h"

#include <string.h>

#include "base/arena.h"
#include "doc/json.h"
#include "doc/schema.h"

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, "\"results\"") &&
        text_contains(head, length, "\"command\"") &&
        text_contains(head, length, "\"mean\""))
        return (struct probe){ 85, "has results with a command and its mean" };
    return (struct probe){ 0, "no \"results\" with \"command\" and \"mean\"" };
}

static bool failed(const struct doc_node *codes)
{
    for (size_t i = 0; codes != NULL && i < codes->count; i++) {
        const char *code = doc_text(doc_at(codes, i));
        if (code == NULL || strcmp(code, "0") != 0)
            return true;
    }
    return false;
}

/* One figure, or from 1.19 on one a run. */
static void put_memory(struct harvest *h, const struct doc_node *node)
{
    struct doc_number n;
    double sum = 0;
    if (!doc_is(node, DOC_SEQUENCE)) {
        harvest_node(h, node, "memory", "mean", "B");
        return;
    }
    for (size_t i = 0; i < node->count; i++) {
        if (!doc_get_number(doc_at(node, i), &n, h->dg)) {
            h->ok = false;
            return;
        }
        sum += n.x;
    }
    struct figure mean = harvest_figure(sum / (double)node->count, node->at);
    harvest_put(h, &mean, "memory", "mean", "B");
}

static void read_result(struct harvest *h, const struct doc_node *result)
{
    static const struct {
        const char *key, *statistic, *op;
    } fields[] = { { "mean", "mean", NULL },      { "stddev", "stddev", NULL },
                   { "median", "median", NULL },  { "min", "min", NULL },
                   { "max", "max", NULL },        { "user", "mean", "user" },
                   { "system", "mean", "system" } };
    const struct doc_node *parameters = doc_get(result, "parameters");
    const struct doc_node *times = doc_get(result, "times");
    harvest_forget(h);
    harvest_word(h, "command", doc_text(doc_get(result, "command")));
    for (size_t i = 0; parameters != NULL && i < parameters->count && i < 64; i++)
        harvest_set(h, parameters->entries[i].key,
                    doc_text(parameters->entries[i].value));
    h->samples = times != NULL ? (double)times->count : 0;
    if (failed(doc_get(result, "exit_codes")))
        harvest_flag(h, FLAG_ERRORS);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        harvest_own(h, "op", fields[i].op);
        harvest_node(h, doc_get(result, fields[i].key), "elapsed", fields[i].statistic,
                     "s");
    }
    harvest_own(h, "op", NULL);
    put_memory(h, doc_get(result, "memory_usage_byte"));
    harvest_commit(h);
}

static bool read_hyperfine(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct harvest h = harvest_on(raw, "hyperfine", runs, dg);
    struct json_capture c;
    const struct doc_node *root;
    size_t errors = dg->errors;
    if (!json_capture_open(&c, raw->source, dg))
        return false;
    while ((root = json_capture_next(runs->arena, &c, dg)) != NULL) {
        const struct doc_node *results = doc_get(root, "results");
        for (size_t i = 0; results != NULL && i < results->count; i++)
            read_result(&h, doc_at(results, i));
    }
    h.ok = h.ok && dg->errors == errors;
    return harvest_end(&h, "no result of a command");
}

const struct reader reader_hyperfine = {
    .name = "hyperfine",
    .summary = "hyperfine's JSON",
    .extensions = "json",
    .probe = probe,
    .read = read_hyperfine,
};
