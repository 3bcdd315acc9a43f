/* diskspd's XML: counts of every thread and target, which are summed and divided by
 * the time of the test.  Latencies are milliseconds.  The element Target stands both in
 * the profile (what was asked) and below the threads (what was done).
 */
#include "readers/harvest.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "readers/xml.h"

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, "<Results>") &&
        (text_contains(head, length, "<TimeSpan>") ||
         text_contains(head, length, "<ComputerName>")))
        return (struct probe){ 90, "has <Results> with <TimeSpan>" };
    return (struct probe){ 0, "no <Results> with <TimeSpan>" };
}

static double number(const struct xml *x)
{
    return xml_figure(x).x;
}

static bool is_true(const struct xml *x)
{
    return strcmp(xml_text(x), "true") == 0;
}

/* What the n-th timespan of the profile asked for. */
static void set_parameters(struct harvest *h, const struct xml *span)
{
    const struct xml *target = xml_child(xml_child(span, "Targets"), "Target");
    harvest_forget(h);
    if (target == NULL)
        return;
    double depth = 0, threads = 0, targets = 0;
    bool mixed = false;
    for (const struct xml *t = target; t != NULL; t = xml_again(t)) {
        double each = number(xml_child(t, "ThreadsPerFile"));
        threads += each;
        depth += each * number(xml_child(t, "RequestCount"));
        targets++;
        mixed = mixed || strcmp(xml_text(xml_child(t, "BlockSize")),
                                xml_text(xml_child(target, "BlockSize"))) != 0;
    }
    const char *block = xml_text(xml_child(target, "BlockSize"));
    double write = number(xml_child(target, "WriteRatio"));
    /* Random says how random accesses are aligned; older ones say only whether. */
    bool random = is_true(xml_child(target, "RandomAccess")) ||
                  number(xml_child(target, "Random")) > 0;
    if (!mixed && *block != '\0')
        harvest_setf(h, "block_size", "%s B", block);
    harvest_setf(h, "read_pct", "%.6g %%", 100 - write);
    harvest_setf(h, "rw", "%s%s", random ? "rand" : "",
                 write <= 0     ? "read"
                 : write >= 100 ? "write"
                                : "rw");
    if (threads > 0)
        harvest_setf(h, "threads", "%.6g", threads);
    if (depth > 0)
        harvest_setf(h, "queue_depth", "%.6g", depth);
    harvest_setf(h, "targets", "%.6g", targets);
    if (is_true(xml_child(target, "DisableAllCache")) ||
        is_true(xml_child(target, "DisableOSCache")))
        harvest_state(h, "direct", "yes");
    double warm_up = number(xml_child(span, "Warmup"));
    if (warm_up > 0)
        harvest_state(h, "ramp_time", arena_printf(h->runs->arena, "%.6g s", warm_up));
}

struct sums {
    double bytes, count;
    struct where at;
};

static struct sums sum(const struct xml *span, const char *bytes, const char *count)
{
    struct sums s = { 0 };
    for (const struct xml *th = xml_child(span, "Thread"); th; th = xml_again(th))
        for (const struct xml *t = xml_child(th, "Target"); t; t = xml_again(t)) {
            const struct xml *n = xml_child(t, count);
            s.count += number(n);
            s.bytes += number(xml_child(t, bytes));
            s.at = s.at.line == 0 && n != NULL ? n->at : s.at;
        }
    return s;
}

static void put_rates(struct harvest *h, const struct xml *span, double seconds)
{
    static const struct {
        const char *bytes, *count, *op;
    } kinds[] = { { "BytesCount", "IOCount", NULL },
                  { "ReadBytes", "ReadCount", "read" },
                  { "WriteBytes", "WriteCount", "write" } };
    for (size_t i = 0; i < 3; i++) {
        struct sums s = sum(span, kinds[i].bytes, kinds[i].count);
        if (s.count <= 0 || seconds <= 0)
            continue; /* a direction that did nothing is missing */
        struct figure iops = harvest_figure(s.count / seconds, s.at);
        struct figure bytes = harvest_figure(s.bytes / seconds, s.at);
        harvest_own(h, "op", kinds[i].op);
        harvest_put(h, &iops, "iops", "mean", "1/s");
        if (harvest_last(h) != NULL)
            harvest_last(h)->samples = s.count;
        harvest_put(h, &bytes, "bandwidth", "mean", "B/s");
        if (harvest_last(h) != NULL)
            harvest_last(h)->samples = s.count;
    }
    harvest_own(h, "op", NULL);
}

static void put_latencies(struct harvest *h, const struct xml *latency)
{
    static const struct {
        const char *name, *statistic, *op;
    } means[] = {
        { "AverageTotalMilliseconds", "mean", NULL },
        { "LatencyStdev", "stddev", NULL },
        { "AverageReadMilliseconds", "mean", "read" },
        { "ReadLatencyStdev", "stddev", "read" },
        { "AverageWriteMilliseconds", "mean", "write" },
        { "WriteLatencyStdev", "stddev", "write" },
    };
    static const struct {
        const char *name, *op;
    } columns[] = { { "TotalMilliseconds", NULL },
                    { "ReadMilliseconds", "read" },
                    { "WriteMilliseconds", "write" } };
    for (size_t i = 0; i < sizeof means / sizeof *means; i++) {
        struct figure f = xml_figure(xml_child(latency, means[i].name));
        harvest_own(h, "op", means[i].op);
        harvest_put(h, &f, "latency", means[i].statistic, "ms");
    }
    for (const struct xml *b = xml_child(latency, "Bucket"); b; b = xml_again(b)) {
        const char *rank = xml_text(xml_child(b, "Percentile"));
        const char *name = harvest_percentile(h->runs->arena, rank);
        name = name != NULL && strcmp(name, "p100") == 0 ? "max" : name;
        for (size_t i = 0; name != NULL && i < 3; i++) {
            struct figure f = xml_figure(xml_child(b, columns[i].name));
            harvest_own(h, "op", columns[i].op);
            harvest_put(h, &f, "latency", name, "ms");
        }
    }
    harvest_own(h, "op", NULL);
}

static void read_span(struct harvest *h, const struct xml *span)
{
    struct figure seconds = xml_figure(xml_child(span, "TestTimeSeconds"));
    struct figure cpu = xml_figure(xml_child(
        xml_child(xml_child(span, "CpuUtilization"), "Average"), "UsagePercent"));
    h->duration = seconds.x;
    harvest_put(h, &cpu, "cpu", "mean", "%");
    put_rates(h, span, seconds.x);
    put_latencies(h, xml_child(span, "Latency"));
    harvest_commit(h);
}

static bool read_xml(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct harvest h = harvest_on(raw, "diskspd-xml", runs, dg);
    const struct xml *root = xml_parse(runs->arena, &raw->source, dg);
    if (root == NULL)
        return false;
    const struct xml *system = xml_child(root, "System");
    const char *version = xml_text(xml_child(xml_child(system, "Tool"), "Version"));
    if (*version != '\0')
        harvest_tool(&h, arena_printf(runs->arena, "diskspd %s", version));
    harvest_system(&h, xml_text(xml_child(system, "ComputerName")));
    const struct xml *asked =
        xml_child(xml_child(xml_child(root, "Profile"), "TimeSpans"), "TimeSpan");
    for (const struct xml *s = xml_child(root, "TimeSpan"); s; s = xml_again(s)) {
        set_parameters(&h, asked);
        read_span(&h, s);
        asked = asked != NULL ? xml_again(asked) : NULL;
    }
    return harvest_end(&h, "no <TimeSpan> with results");
}

const struct reader reader_diskspd_xml = {
    .name = "diskspd-xml",
    .summary = "diskspd's XML (-Rxml)",
    .extensions = "xml",
    .probe = probe,
    .read = read_xml,
};
