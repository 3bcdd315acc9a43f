#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "doc/json.h"
#include "doc/schema.h"
#include "readers/elbencho.h"

struct member {
    const char *key, *metric, *statistic, *unit;
};

static void put_members(struct harvest *h, const struct doc_node *from,
                        const struct member *members, size_t count)
{
    for (size_t i = 0; i < count; i++)
        harvest_node(h, doc_get(from, members[i].key), members[i].metric,
                     members[i].statistic, members[i].unit);
}

static void put_rates(struct harvest *h, const struct doc_node *done)
{
    static const struct member rates[] = {
        { "elapsed_time_ms", "elapsed", "mean", "ms" },
        { "entries/s", "throughput", "mean", "1/s" },
        { "iops", "iops", "mean", "1/s" },
        { "bytes/s", "bandwidth", "mean", "B/s" },
        { "cpu%", "cpu", "mean", "%" },
    };
    put_members(h, done, rates, sizeof rates / sizeof *rates);
}

static void put_latency(struct harvest *h, const struct doc_node *from)
{
    static const struct member latencies[] = {
        { "min_us", "latency", "min", "us" },
        { "avg_us", "latency", "mean", "us" },
        { "max_us", "latency", "max", "us" },
    };
    put_members(h, from, latencies, sizeof latencies / sizeof *latencies);
}

/* What only the reads of a mixed phase have: `mixed` is "rwmix_read", or NULL for the
 * phase itself. */
static void put_side(struct harvest *h, const struct doc_node *done, const char *mixed)
{
    const struct doc_node *latency = doc_get(done, "latency"),
                          *io = doc_get(latency, "IO"),
                          *entries = doc_get(latency, "entries");
    put_rates(h, mixed != NULL ? doc_get(done, mixed) : done);
    put_latency(h, mixed != NULL ? doc_get(io, mixed) : io);
    harvest_own(h, "of", "entry");
    put_latency(h, mixed != NULL ? doc_get(entries, mixed) : entries);
    harvest_own(h, "of", NULL);
}

static void put_settings(struct harvest *h, const struct doc_node *config)
{
    static const char *const settings[][3] = {
        { "path_type", "path_type", "" }, { "paths", "drives", "" },
        { "hosts", "hosts", "" },         { "threads", "threads", "" },
        { "dirs", "dirs", "" },           { "files", "files", "" },
        { "file_size", "size", " B" },    { "block_size", "block_size", " B" },
        { "io_depth", "queue_depth", "" }
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        const char *text = doc_text(doc_get(config, settings[i][0]));
        if (text != NULL)
            harvest_setf(h, settings[i][1], "%s%s", text, settings[i][2]);
    }
    const char *direct = doc_text(doc_get(config, "direct_io"));
    const char *random = doc_text(doc_get(config, "random_offsets"));
    if (direct != NULL)
        harvest_state(h, "direct", strcmp(direct, "true") == 0 ? "yes" : "no");
    if (random != NULL)
        harvest_set(h, "random", strcmp(random, "true") == 0 ? "yes" : "no");
}

static void read_phase(struct harvest *h, const struct doc_node *phase)
{
    const struct doc_node *done = doc_get(phase, "last_done");
    const struct doc_node *config = doc_get(phase, "config");
    const char *operation = doc_text(doc_get(phase, "phase_type"));
    const char *version = doc_text(doc_get(config, "version"));
    struct doc_number ms;
    if (operation == NULL || done == NULL)
        return;
    harvest_forget(h);
    if (version != NULL)
        harvest_tool(h, arena_printf(h->runs->arena, "elbencho %s", version));
    harvest_word(h, "label", doc_text(doc_get(phase, "label")));
    put_settings(h, config);
    const struct doc_node *elapsed = doc_get(done, "elapsed_time_ms");
    if (elapsed != NULL && doc_get_number(elapsed, &ms, h->dg))
        h->duration = ms.x / 1e3;
    char *op = arena_strdup(h->runs->arena, operation);
    for (char *p = op; *p != '\0'; p++)
        *p = (char)tolower((unsigned char)*p);
    harvest_word(h, "op", op);
    put_side(h, done, NULL);
    if (doc_get(done, "rwmix_read") != NULL) {
        elbencho_mixed(h, operation);
        harvest_own(h, "op", "read");
        put_side(h, done, "rwmix_read");
        harvest_own(h, "op", NULL);
    }
    harvest_commit(h);
}

bool elbencho_json(struct harvest *h, const struct source *src)
{
    struct json_capture c;
    const struct doc_node *phase;
    size_t errors = h->dg->errors;
    if (!json_capture_open(&c, *src, h->dg))
        return false;
    while ((phase = json_capture_next(h->runs->arena, &c, h->dg)) != NULL)
        read_phase(h, phase);
    h->ok = h->ok && h->dg->errors == errors;
    return harvest_end(h, "no phase has a result");
}
