/* db_bench of LevelDB and RocksDB, old and new lines.
 *
 * MB are 2^20 bytes.  Micros/op is the run's time over its operations, as seen by all
 * threads together in old versions and by each in new ones; it need not agree with the
 * histogram's mean, so it is kept apart (basis).
 */
#include "readers/harvest.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct job {
    struct harvest h;
    const char *block_size;
};

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, " micros/op"))
        return (struct probe){ 90, "has micros/op" };
    return (struct probe){ 0, "no 'micros/op'" };
}

/* The number before `words`; what may stand before it is not of the number. */
static bool figure_before(const struct line *l, const char *words, struct figure *f)
{
    const char *p = strstr(l->text, words);
    if (p == NULL)
        return false;
    while (p > l->text && p[-1] == ' ')
        p--;
    while (p > l->text && strchr("0123456789.", p[-1]) != NULL)
        p--;
    return text_figure(l, p, f, NULL);
}

static void put_before(struct job *j, const struct line *l, const char *words,
                       const char *metric, const char *unit)
{
    struct figure f;
    const char *statistic = strcmp(metric, "count") == 0 ? "count" : "mean";
    if (figure_before(l, words, &f))
        harvest_put(&j->h, &f, metric, statistic, unit);
}

static bool result_line(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    const char *micros = strstr(l->text, " micros/op"), *p = text_blanks(l->text);
    if (micros == NULL)
        return false;
    harvest_commit(h);
    h->duration = h->samples = 0;
    size_t n = strcspn(p, " :");
    if (n == 0 || p[n + strspn(p + n, " ")] != ':')
        return true; /* the end of a line whose start was overwritten */
    harvest_word(h, "test", arena_strndup(h->runs->arena, p, n));
    harvest_own(h, "basis", "micros/op");
    put_before(j, l, " micros/op", "latency", "us");
    harvest_own(h, "basis", NULL);
    put_before(j, l, " ops/sec", "throughput", "1/s");
    put_before(j, l, " MB/s", "bandwidth", "MiB/s");
    struct figure f;
    if (figure_before(l, " seconds ", &f)) {
        h->duration = f.x;
        harvest_put(h, &f, "elapsed", "mean", "s");
    }
    if (figure_before(l, " operations", &f)) {
        h->samples = f.x;
        harvest_put(h, &f, "count", "count", "");
    }
    return true;
}

/* "Count: 100000  Average: 531.3196  StdDev: 1329.14", "Min: 0  Median: 58  Max: 9",
 * "Percentiles: P50: 58.00 P99: 2383.08": microseconds. */
static void histogram_line(struct job *j, const struct line *l)
{
    static const struct {
        const char *label, *statistic;
    } names[] = { { "Average:", "mean" },
                  { "StdDev:", "stddev" },
                  { "Min:", "min" },
                  { "Median:", "median" },
                  { "Max:", "max" } };
    struct harvest *h = &j->h;
    struct figure f;
    const char *p = text_begins(l->text, "Count");
    if (p != NULL && strstr(p, "Average:") != NULL && text_figure(l, p, &f, NULL))
        h->samples = f.x;
    else if (text_begins(l->text, "Min") == NULL &&
             text_begins(l->text, "Percentiles") == NULL)
        return;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        p = strstr(l->text, names[i].label);
        if (p != NULL && text_figure(l, p + strlen(names[i].label), &f, NULL))
            harvest_put(h, &f, "latency", names[i].statistic, "us");
    }
    for (p = strstr(l->text, " P"); p != NULL; p = strstr(p + 1, " P")) {
        const char *name = harvest_percentile(h->runs->arena, p + 2);
        const char *colon = strchr(p, ':');
        if (name == NULL || colon == NULL || strcmp(name, "median") == 0)
            continue; /* the median stands in the line above */
        if (text_figure(l, colon + 1, &f, NULL))
            harvest_put(h, &f, "latency", name, "us");
    }
}

static void header_line(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    static const char *const tools[] = { "RocksDB", "LevelDB" };
    const char *p;
    for (size_t i = 0; i < 2; i++)
        if ((p = text_begins(l->text, tools[i])) != NULL &&
            strncmp(p, "version ", 8) == 0)
            harvest_tool(
                h, arena_printf(h->runs->arena, "db_bench of %s %s", tools[i], p + 8));
    if ((p = text_begins(l->text, "Keys")) != NULL && strstr(p, "bytes") != NULL)
        harvest_setf(h, "key_size", "%.*s B", (int)strcspn(p, " "), p);
    if ((p = text_begins(l->text, "Values")) != NULL && strstr(p, "bytes") != NULL)
        harvest_setf(h, "value_size", "%.*s B", (int)strcspn(p, " "), p);
    if ((p = text_begins(l->text, "Entries")) != NULL && *p >= '0' && *p <= '9')
        harvest_set(h, "entries", p);
    if (text_begins(l->text, "Compression") != NULL &&
        (p = strchr(l->text, ':')) != NULL)
        harvest_word(h, "codec", text_blanks(p + 1));
}

static bool read_dbbench(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "dbbench", runs, dg) };
    struct text t;
    struct line l;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l))
        if (!result_line(&j, &l)) {
            header_line(&j, &l);
            histogram_line(&j, &l);
        }
    return harvest_end(&j.h, "no line has micros/op");
}

const struct reader reader_dbbench = {
    .name = "dbbench",
    .summary = "db_bench of LevelDB and RocksDB",
    .extensions = "txt log",
    .probe = probe,
    .read = read_dbbench,
};
