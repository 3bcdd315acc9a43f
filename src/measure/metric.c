#include "measure/metric.h"

#include <string.h>

#include "base/arena.h"

/* In the order in which lists show them. */
static const struct metric metrics[] = {
    { .name = "iops",
      .summary = "I/O operations a second",
      .dim = { .time = -1 },
      .direction = DIRECTION_HIGHER },
    { .name = "bandwidth",
      .summary = "bytes moved a second",
      .dim = { .bytes = 1, .time = -1 },
      .direction = DIRECTION_HIGHER },
    { .name = "latency",
      .summary = "time of one operation",
      .dim = { .time = 1 },
      .direction = DIRECTION_LOWER },
    { .name = "throughput",
      .summary = "transactions, queries or requests a second",
      .dim = { .time = -1 },
      .direction = DIRECTION_HIGHER },
    { .name = "elapsed",
      .summary = "time of a whole piece of work",
      .dim = { .time = 1 },
      .direction = DIRECTION_LOWER },
    { .name = "cpu",
      .summary = "share of the processors that was busy",
      .direction = DIRECTION_NONE },
    { .name = "size",
      .summary = "bytes that data takes",
      .dim = { .bytes = 1 },
      .direction = DIRECTION_LOWER },
    { .name = "ratio",
      .summary = "original bytes over compressed bytes",
      .direction = DIRECTION_HIGHER },
    { .name = "power",
      .summary = "watts drawn",
      .dim = { .watts = 1 },
      .direction = DIRECTION_LOWER },
    { .name = "energy",
      .summary = "joules used",
      .dim = { .watts = 1, .time = 1 },
      .direction = DIRECTION_LOWER },
    { .name = "score",
      .summary = "points of a benchmark or a review",
      .direction = DIRECTION_HIGHER },
    { .name = "memory",
      .summary = "bytes of main memory in use",
      .dim = { .bytes = 1 },
      .direction = DIRECTION_LOWER },
    { .name = "queue",
      .summary = "requests waiting or in work",
      .direction = DIRECTION_LOWER },
    { .name = "errors",
      .summary = "operations that failed",
      .direction = DIRECTION_LOWER },
    { .name = "count",
      .summary = "things counted: rows, executions, samples",
      .direction = DIRECTION_NONE },
};

const char *const direction_names[3] = { "none", "higher", "lower" };

const struct metric *metric_at(size_t i)
{
    return i < sizeof metrics / sizeof *metrics ? &metrics[i] : NULL;
}

const struct metric *metric_find(const char *name)
{
    for (size_t i = 0; metric_at(i) != NULL; i++)
        if (strcmp(metrics[i].name, name) == 0)
            return &metrics[i];
    return NULL;
}

const char *metric_unit(struct arena *a, const struct metric *m)
{
    static const struct {
        const char *unit;
        struct dim dim;
    } known[] = { { "s", { .time = 1 } },
                  { "1/s", { .time = -1 } },
                  { "B/s", { .bytes = 1, .time = -1 } },
                  { "B", { .bytes = 1 } },
                  { "W", { .watts = 1 } },
                  { "J", { .watts = 1, .time = 1 } } };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (dim_equal(m->dim, known[i].dim))
            return known[i].unit;
    return dim_text(a, m->dim);
}

/* p and a number above 0 and below 100, as in p99.9; and p100, the bound of the last
 * bucket that was filled, which is not the maximum. */
static bool is_percentile(const char *text)
{
    if (strcmp(text, "p100") == 0)
        return true;
    size_t whole = *text == 'p' ? strspn(text + 1, "0123456789") : 0;
    if (whole == 0 || whole > 2 || (text[1] == '0' && whole > 1))
        return false;
    const char *p = text + 1 + whole;
    size_t places = *p == '.' ? strspn(p + 1, "0123456789") : 0;
    if (*p == '.')
        p += 1 + places;
    bool zero = text[1] == '0' && strspn(text + 2, ".0") == strlen(text + 2);
    return *p == '\0' && !zero && places <= 9 && p[-1] != '.';
}

bool statistic_known(const char *text)
{
    static const char *const names[] = { "mean", "stddev", "min",
                                         "max",  "median", "count" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], text) == 0)
            return true;
    return is_percentile(text);
}
