/* sysbench 0.4 to 1.1: oltp, fileio, cpu, memory and others, several runs in a file.
 *
 * Kb, Mb, Gb of 0.4 are 1024-based, as are KiB, MiB, GiB of later versions.  The
 * percentile's number is in its label; its value is the bound of a histogram bucket,
 * which ends at 100000 ms.
 */
#include "readers/harvest.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { LAST_BUCKET = 100 }; /* seconds */

struct job {
    struct harvest h;
    bool open, complete; /* the fairness of threads closes a result */
    unsigned checkpoint; /* of --report-checkpoints; 0: there are none */
    bool latency;        /* inside its latencies */
    bool io;             /* a fileio test */
    bool queries;        /* inside the queries performed */
};

static struct probe probe(const char *head, size_t length)
{
    bool version = text_contains(head, length, "sysbench 0.") ||
                   text_contains(head, length, "sysbench 1.");
    bool run = text_contains(head, length, "Running the test with following options");
    if (version && run)
        return (struct probe){ 95, "names sysbench and its options" };
    if (run || text_contains(head, length, "Threads fairness:") ||
        (version && text_contains(head, length, "Threads started!")))
        return (struct probe){ 80,
                               "has sysbench's options or its fairness of threads" };
    return (struct probe){ 0, "neither 'sysbench' nor 'Threads fairness:'" };
}

static void close_run(struct job *j)
{
    if (!j->complete)
        harvest_flag(&j->h, FLAG_PARTIAL);
    harvest_commit(&j->h);
    harvest_forget(&j->h);
    j->open = j->complete = j->latency = j->io = j->queries = false;
    j->checkpoint = 0;
}

/* "4Kb", "16KiB", "64Mb" as "4 KiB". */
static const char *binary_size(struct arena *a, const char *p)
{
    size_t n = strspn(p, "0123456789.");
    if (n == 0)
        return NULL;
    if (strchr("KMGT", p[n]) != NULL && p[n] != '\0')
        return arena_printf(a, "%.*s %ciB", (int)n, p, p[n]);
    return arena_printf(a, "%.*s B", (int)n, p);
}

static void file_parameters(struct job *j, const struct line *l)
{
    static const struct {
        const char *words, *rw;
    } modes[] = { { "random r/w test", "randrw" },
                  { "random read test", "randread" },
                  { "random write test", "randwrite" },
                  { "sequential read test", "read" },
                  { "sequential write (creation) test", "write" },
                  { "sequential rewrite test", "rewrite" } };
    struct harvest *h = &j->h;
    struct arena *a = h->runs->arena;
    const char *p = text_begins(l->text, "block size"); /* of the memory test */
    if (p != NULL)
        harvest_set(h, "block_size", binary_size(a, p));
    if (strstr(l->text, "memory speed test") != NULL)
        harvest_set(h, "test", "memory");
    if ((p = text_begins(l->text, "operation")) != NULL)
        harvest_set(h, "rw", p);
    p = text_begins(l->text, "Block size");
    if (p != NULL) {
        harvest_set(h, "block_size", binary_size(a, p));
        harvest_set(h, "test", "fileio");
        j->io = true;
    }
    p = strstr(l->text, " total file size");
    if (p != NULL)
        harvest_set(h, "size", binary_size(a, text_blanks(l->text)));
    if ((p = text_begins(l->text, "Extra file open flags")) != NULL && *p != '0' &&
        *p != '(')
        harvest_set(h, "file_flags", p);
    if ((p = text_begins(l->text, "Using ")) != NULL && strstr(p, "I/O mode") != NULL)
        harvest_setf(h, "engine", "%.*s", (int)strcspn(p, " "), p);
    if ((p = text_begins(l->text, "Read/Write ratio for combined random IO test"))) {
        double ratio = strtod(p, NULL);
        harvest_setf(h, "read_pct", "%.6g %%", 100 * ratio / (1 + ratio));
    }
    p = text_begins(l->text, "Doing ");
    for (size_t i = 0; p != NULL && i < sizeof modes / sizeof *modes; i++)
        if (strncmp(p, modes[i].words, strlen(modes[i].words)) == 0) {
            harvest_set(h, "rw", modes[i].rw);
            if (i > 0)
                harvest_set(h, "read_pct", NULL);
        }
}

static bool parameter_line(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    const char *p = text_begins(l->text, "Number of threads");
    if (p != NULL)
        return harvest_set(h, "threads", p), true;
    p = text_begins(l->text, "Target transaction rate");
    if (p != NULL)
        return harvest_setf(h, "rate", "%.*s 1/s", (int)strcspn(p, "/"), p), true;
    p = text_begins(l->text, "Prime numbers limit");
    p = p != NULL ? p
                  : text_begins(l->text, "Maximum prime number checked in CPU test");
    if (p != NULL) {
        harvest_set(h, "prime_limit", p);
        return harvest_set(h, "test", "cpu"), true;
    }
    if (strstr(l->text, "SQL statistics:") != NULL ||
        strstr(l->text, "OLTP test statistics:") != NULL)
        harvest_set(h, "test", "oltp");
    if (strstr(l->text, "FATAL:") != NULL)
        harvest_flag(h, FLAG_ERRORS);
    file_parameters(j, l);
    return false;
}

/* "transactions:  712  (11.83 per sec.)" */
static bool rated_line(struct job *j, const struct line *l)
{
    static const struct {
        const char *label, *op, *metric;
    } rates[] = {
        { "transactions", NULL, "count" },
        { "queries", "query", "count" },
        { "read/write requests", "read_write", "count" },
        { "other operations", "other", "count" },
        { "ignored errors", NULL, "errors" },
        { "deadlocks", "deadlock", "errors" },
        { "reconnects", "reconnect", "errors" },
    };
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        const char *p = text_begins(l->text, rates[i].label), *after;
        const char *bracket = p != NULL ? strchr(p, '(') : NULL;
        struct figure n, rate;
        if (bracket == NULL || !text_figure(l, p, &n, &after))
            continue;
        bool whole = text_figure(l, bracket + 1, &rate, &after) &&
                     strncmp(text_blanks(after), "per sec", 7) == 0;
        harvest_own(&j->h, "op", rates[i].op);
        if (i != 3) /* said before among the queries performed */
            harvest_put(&j->h, &n, rates[i].metric, "count", "");
        if (whole && *rates[i].metric == 'c')
            harvest_put(&j->h, &rate, "throughput", "mean", "1/s");
        else if (!whole && !l->cut)
            harvest_no_number(&j->h, l, bracket + 1);
        if (*rates[i].metric == 'e' && n.x > 0 && i != 5)
            harvest_flag(&j->h, FLAG_ERRORS);
        harvest_own(&j->h, "op", NULL);
        return true;
    }
    return false;
}

static bool query_line(struct job *j, const struct line *l)
{
    static const char *const kinds[] = { "read", "write", "other", "total" };
    if (strstr(l->text, "queries performed:") != NULL)
        return j->queries = true;
    for (size_t i = 0; j->queries && i < 4; i++) {
        const char *p = text_begins(l->text, kinds[i]);
        if (p == NULL || p[-1] == '/')
            continue;
        harvest_own(&j->h, "op", i < 3 ? kinds[i] : "query");
        if (i < 3) /* the total is said again as queries */
            harvest_read(&j->h, l, p, "count", "count", "");
        harvest_own(&j->h, "op", NULL);
        j->queries = i < 3;
        return true;
    }
    return false;
}

/* The unit of "17.81Mb/sec", "1.2 MiB/sec"; NULL where it is not there whole. */
static const char *rate_unit(const char *p)
{
    static const char *const units[][3] = { { "Gb/sec", "GiB/sec", "GiB/s" },
                                            { "Mb/sec", "MiB/sec", "MiB/s" },
                                            { "Kb/sec", "KiB/sec", "KiB/s" },
                                            { "b/sec", "B/sec", "B/s" } };
    p = text_blanks(p);
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 2; k++)
            if (strncmp(p, units[i][k], strlen(units[i][k])) == 0)
                return units[i][2];
    return NULL;
}

static bool old_file_line(struct job *j, const struct line *l)
{
    struct figure f;
    const char *after, *p = strstr(l->text, " Requests/sec executed");
    if (p != NULL && text_figure(l, l->text, &f, NULL))
        return harvest_put(&j->h, &f, "iops", "mean", "1/s"), true;
    p = strstr(l->text, "Total transferred");
    p = p != NULL ? p : strstr(l->text, " transferred (");
    p = p != NULL ? strchr(p, '(') : NULL;
    if (p == NULL || !text_figure(l, p + 1, &f, &after))
        return false;
    const char *unit = rate_unit(after);
    if (unit != NULL)
        harvest_put(&j->h, &f, "bandwidth", "mean", unit);
    return true;
}

/* "reads/s: 2087.87", "read, MiB/s: 32.62"; "read:  IOPS=2087.87 32.62 MiB/s (...)". */
static bool new_file_line(struct job *j, const struct line *l)
{
    static const struct {
        const char *label, *op, *metric, *unit;
    } rates[] = { { "reads/s", "read", "iops", "1/s" },
                  { "writes/s", "write", "iops", "1/s" },
                  { "fsyncs/s", "fsync", "iops", "1/s" },
                  { "read, MiB/s", "read", "bandwidth", "MiB/s" },
                  { "written, MiB/s", "write", "bandwidth", "MiB/s" } };
    static const char *const ops[] = { "read", "write", "fsync" };
    struct figure f;
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        const char *p = text_begins(l->text, rates[i].label);
        if (p == NULL)
            continue;
        harvest_own(&j->h, "op", rates[i].op);
        if (!text_figure(l, p, &f, NULL) || f.x != 0) /* not done is missing */
            harvest_read(&j->h, l, p, rates[i].metric, "mean", rates[i].unit);
        return harvest_own(&j->h, "op", NULL), true;
    }
    for (size_t i = 0; i < 3; i++) {
        const char *p = text_begins(l->text, ops[i]);
        p = p != NULL ? text_begins(p, "IOPS") : NULL;
        if (p == NULL || !text_figure(l, p, &f, &p) || f.x == 0)
            continue;
        harvest_own(&j->h, "op", ops[i]);
        harvest_put(&j->h, &f, "iops", "mean", "1/s");
        if (text_figure(l, p, &f, &p) && strncmp(p, " MiB/s", 6) == 0)
            harvest_put(&j->h, &f, "bandwidth", "mean", "MiB/s");
        return harvest_own(&j->h, "op", NULL), true;
    }
    return false;
}

static bool total_line(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    struct figure f;
    const char *after, *p = text_begins(l->text, "total time");
    p = p != NULL ? p : text_begins(l->text, "time elapsed");
    if (p != NULL && text_figure(l, p, &f, &after) && *after == 's') {
        h->duration = f.x;
        return harvest_put(h, &f, "elapsed", "mean", "s"), true;
    }
    p = text_begins(l->text, "total number of events");
    if (p != NULL && text_figure(l, p, &f, NULL)) {
        h->samples = f.cut ? 0 : f.x;
        harvest_own(h, "op", "event");
        harvest_put(h, &f, "count", "count", "");
        return harvest_own(h, "op", NULL), true;
    }
    p = text_begins(l->text, "Total operations");
    if (p != NULL && (p = strchr(p, '(')) != NULL && strstr(p, " per second)") != NULL)
        return harvest_read(h, l, p + 1, "throughput", "mean", "1/s"), true;
    p = text_begins(l->text, "events per second");
    p = p != NULL ? p : text_begins(l->text, "events/s (eps)");
    if (p == NULL)
        return false;
    harvest_own(h, "op", "event");
    harvest_read(h, l, p, "throughput", "mean", "1/s");
    return harvest_own(h, "op", NULL), true;
}

/* Milliseconds, unless the value itself says seconds, as the oldest versions do. */
static void put_time(struct job *j, const struct line *l, const char *p,
                     const char *statistic)
{
    struct figure f;
    const char *after;
    if (!text_figure(l, p, &f, &after)) {
        if (!l->cut)
            harvest_no_number(&j->h, l, p);
        return;
    }
    bool seconds = *after == 's';
    f.cut = f.cut || (l->cut && *after != '\0' && strcmp(after, "ms") != 0);
    harvest_put(&j->h, &f, "latency", statistic, seconds ? "s" : "ms");
    struct measurement *m = harvest_last(&j->h);
    if (*statistic == 'p' && m != NULL && m->value >= LAST_BUCKET)
        m->flags |= UINT32_C(1) << FLAG_SATURATED;
}

static bool latency_line(struct job *j, const struct line *l)
{
    static const struct {
        const char *label, *statistic;
    } names[] = { { "min", "min" }, { "avg", "mean" }, { "max", "max" } };
    if (strstr(l->text, "Latency (ms)") != NULL ||
        strstr(l->text, "per-request statistics") != NULL ||
        text_begins(l->text, "response time") != NULL)
        return j->latency = true;
    if (!j->latency)
        return false;
    for (size_t i = 0; i < 3; i++) {
        const char *p = text_begins(l->text, names[i].label);
        if (p != NULL)
            return put_time(j, l, p, names[i].statistic), true;
    }
    const char *p = strstr(l->text, "percentile:");
    if (p == NULL)
        return false;
    const char *number = l->text + strcspn(l->text, "0123456789");
    const char *statistic = harvest_percentile(j->h.runs->arena, number);
    /* Percentile 0 switches it off. */
    if (number < p && statistic != NULL && strcmp(statistic, "min") != 0)
        put_time(j, l, p + 11, statistic);
    return true;
}

/* --report-checkpoints parts a run into windows, each with figures of its own: all
 * counters start anew behind a report, and the last window ends with the run. */
static void checkpoint_line(struct job *j, const struct line *l)
{
    static const char *const heads[] = { "SQL statistics:", "CPU speed:",
                                         "File operations:", "General statistics:" };
    bool next = strstr(l->text, "Checkpoint report:") != NULL;
    for (size_t i = 0; j->checkpoint > 0 && j->complete && i < 4; i++)
        next = next || text_begins(l->text, heads[i]) != NULL;
    if (!next)
        return;
    harvest_commit(&j->h);
    j->h.duration = j->h.samples = 0;
    j->complete = j->latency = j->io = j->queries = false;
    harvest_setf(&j->h, "checkpoint", "%u", ++j->checkpoint);
}

static void read_line(struct job *j, const struct line *l)
{
    const char *p = text_begins(l->text, "sysbench ");
    bool version = p != NULL && *p >= '0' && *p <= '9';
    if (version || (j->complete && strstr(l->text, "Running the test with following")))
        close_run(j);
    if (version) {
        harvest_tool(&j->h, arena_printf(j->h.runs->arena, "sysbench %.*s",
                                         (int)strcspn(p, " :"), p));
        j->open = true;
    }
    checkpoint_line(j, l);
    if (text_begins(l->text, "Threads fairness") != NULL) {
        j->complete = true;
        j->latency = false;
    }
    if (j->complete || parameter_line(j, l) || latency_line(j, l) || query_line(j, l) ||
        rated_line(j, l) || total_line(j, l))
        return;
    if (!old_file_line(j, l))
        new_file_line(j, l);
}

static bool read_sysbench(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "sysbench", runs, dg) };
    struct text t;
    struct line l;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l))
        read_line(&j, &l);
    close_run(&j);
    return harvest_end(&j.h, "sysbench printed none; was the run stopped?");
}

const struct reader reader_sysbench = {
    .name = "sysbench",
    .summary = "sysbench 0.4 to 1.1: oltp, fileio, cpu, memory",
    .extensions = "txt log out",
    .probe = probe,
    .read = read_sysbench,
};
