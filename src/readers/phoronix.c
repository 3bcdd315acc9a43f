/* Phoronix Test Suite's composite.xml.
 *
 * The scale is the unit, the proportion the direction (HIB: higher is better).  A scale
 * that is a time, a rate of bytes or of operations becomes that metric; every other is
 * a score.  Results without a test's identifier are book-keeping, those drawn as lines
 * are sensors; an empty value failed: all three are missing.
 */
#include "readers/harvest.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "readers/xml.h"

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, "<PhoronixTestSuite>"))
        return (struct probe){ 95, "has <PhoronixTestSuite>" };
    return (struct probe){ 0, "no <PhoronixTestSuite>" };
}

struct scale {
    const char *words, *metric, *unit;
};

/* Bytes of MB/s here are what the test's own tool says; nearly all mean 10^6. */
static const struct scale scales[] = {
    { "MB/s", "bandwidth", "MB/s" },
    { "GB/s", "bandwidth", "GB/s" },
    { "KB/s", "bandwidth", "kB/s" },
    { "MiB/s", "bandwidth", "MiB/s" },
    { "GiB/s", "bandwidth", "GiB/s" },
    { "Seconds", "elapsed", "s" },
    { "Milliseconds", "elapsed", "ms" },
    { "ms", "elapsed", "ms" },
    { "us", "elapsed", "us" },
    { "Microseconds", "elapsed", "us" },
    { "ns", "elapsed", "ns" },
    { "IOPS", "iops", "1/s" },
    { "Requests Per Second", "throughput", "1/s" },
    { "Requests/sec", "throughput", "1/s" },
    { "Transactions Per Second", "throughput", "1/s" },
    { "TPS", "throughput", "1/s" },
    { "Queries Per Second", "throughput", "1/s" },
    { "Ops/sec", "throughput", "1/s" },
    { "Op/s", "throughput", "1/s" },
    { "Bytes", "size", "B" },
    { "MB", "size", "MB" },
    { "Watts", "power", "W" },
    { "Joules", "energy", "J" },
};

static const struct scale *scale_of(const char *words)
{
    static const struct scale score = { "", "score", "" };
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
        if (strcasecmp(scales[i].words, words) == 0)
            return &scales[i];
    return &score;
}

/* The metric's own direction may not be the file's: then it is a metric of the file's
 * own, named after the scale. */
static const char *metric_of(struct harvest *h, const struct scale *scale,
                             const char *words, const char *proportion)
{
    const struct metric *m = runs_metric(h->runs, scale->metric);
    bool lower = strcmp(proportion, "LIB") == 0;
    enum direction wanted = lower ? DIRECTION_LOWER : DIRECTION_HIGHER;
    if (*proportion == '\0' || m->direction == wanted)
        return scale->metric;
    char *name = arena_printf(h->runs->arena, "%s_%s", scale->metric,
                              lower ? "lower" : "higher");
    (void)words;
    return runs_declare(h->runs, name, m->dim, wanted) != NULL ? name : NULL;
}

static void read_entry(struct harvest *h, const struct xml *result,
                       const struct xml *entry)
{
    const char *words = xml_text(xml_child(result, "Scale"));
    const struct scale *scale = scale_of(words);
    const struct xml *value = xml_child(entry, "Value");
    struct figure f = xml_figure(value);
    const char *raw = xml_text(xml_child(entry, "RawString"));
    const char *metric =
        metric_of(h, scale, words, xml_text(xml_child(result, "Proportion")));
    if (*xml_text(value) == '\0' || metric == NULL)
        return;
    if (!f.given) {
        h->ok =
            diag_error(h->dg, value->at, "'%s' is not a finite number", value->text);
        return;
    }
    harvest_system(h, xml_text(xml_child(entry, "Identifier")));
    size_t runs = *raw != '\0';
    for (const char *p = raw; *p != '\0'; p++)
        runs += *p == ':';
    if (strcmp(scale->metric, "score") == 0)
        harvest_word(h, "unit", words);
    harvest_put(h, &f, metric, "mean", scale->unit);
    if (runs > 0 && harvest_last(h) != NULL)
        harvest_last(h)->samples = (double)runs;
    harvest_commit(h);
}

static void read_result(struct harvest *h, const struct xml *result)
{
    const char *id = xml_text(xml_child(result, "Identifier"));
    if (*id == '\0' ||
        strcmp(xml_text(xml_child(result, "DisplayFormat")), "LINE_GRAPH") == 0)
        return;
    harvest_forget(h);
    harvest_word(h, "test", id);
    harvest_word(h, "title", xml_text(xml_child(result, "Title")));
    harvest_word(h, "version", xml_text(xml_child(result, "AppVersion")));
    harvest_word(h, "description", xml_text(xml_child(result, "Description")));
    harvest_word(h, "arguments", xml_text(xml_child(result, "Arguments")));
    const struct xml *data = xml_child(result, "Data");
    for (const struct xml *e = xml_child(data, "Entry"); e; e = xml_again(e))
        read_entry(h, result, e);
}

static bool read_phoronix(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct harvest h = harvest_on(raw, "phoronix", runs, dg);
    const struct xml *root = xml_parse(runs->arena, &raw->source, dg);
    if (root == NULL)
        return false;
    const char *client =
        xml_text(xml_child(xml_child(root, "Generated"), "TestClient"));
    if (*client != '\0')
        harvest_tool(&h, client);
    for (const struct xml *r = xml_child(root, "Result"); r; r = xml_again(r))
        read_result(&h, r);
    return harvest_end(&h, "no <Result> with a value");
}

const struct reader reader_phoronix = {
    .name = "phoronix",
    .summary = "Phoronix Test Suite's composite.xml",
    .extensions = "xml",
    .probe = probe,
    .read = read_phoronix,
};
