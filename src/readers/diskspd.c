/* diskspd's text: one or more timespans, their parameters in front and their results
 * behind.
 *
 * MB/s of old versions is 2^20 bytes a second like MiB/s of new ones; latencies are
 * milliseconds, and missing without -L.  The queue depth is what is outstanding on all
 * threads and targets.
 */
#include "readers/harvest.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { TIMESPANS = 64, COLUMNS = 16 };

/* What one timespan was asked for. */
struct span {
    const char *block_size, *rw, *cache;
    double targets, outstanding, threads, read_pct, warm_up;
    bool total_threads, random, mixed;
};

struct job {
    struct harvest h;
    struct span spans[TIMESPANS];
    size_t span; /* being described */
    bool results, percentiles;
    const char *op;               /* of the table: NULL is all */
    const char *columns[COLUMNS]; /* of the table, in order */
    size_t count;
};

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, "Results for timespan ") ||
        (text_contains(head, length, "Input parameters:") &&
         text_contains(head, length, "timespan:")))
        return (struct probe){ 90, "has diskspd's timespans" };
    return (struct probe){ 0, "no 'Results for timespan' or 'Input parameters:'" };
}

/* "4096" and "4KiB", "64K": letters are 1024-based. */
static const char *size_text(struct arena *a, const char *p)
{
    size_t n = strspn(p, "0123456789.");
    bool letter = p[n] != '\0' && strchr("KMGT", p[n]) != NULL;
    return letter ? arena_printf(a, "%.*s %ciB", (int)n, p, p[n])
                  : arena_printf(a, "%.*s B", (int)n, p);
}

static void set_size(struct span *s, const char *text)
{
    s->mixed = s->mixed || (s->block_size != NULL && strcmp(s->block_size, text) != 0);
    s->block_size = text;
}

static void read_share(struct span *s, const char *p)
{
    const char *ratio = strchr(p, ':');
    if (strncmp(p, "performing write test", 21) == 0)
        s->read_pct = 0;
    else if (strncmp(p, "performing read test", 20) == 0)
        s->read_pct = 100;
    else if (ratio != NULL && strstr(p, "(read/write ratio") != NULL)
        s->read_pct = strtod(ratio + 1, NULL);
    else if (ratio != NULL && strstr(p, "(write/read ratio") != NULL)
        s->read_pct = 100 - strtod(ratio + 1, NULL);
}

static void parameter_line(struct job *j, const struct line *l)
{
    struct arena *a = j->h.runs->arena;
    const char *p = text_begins(l->text, "timespan"), *q = text_blanks(l->text);
    if (p != NULL) {
        size_t n = strtoul(p, NULL, 10);
        j->span = n > 0 && n < TIMESPANS ? n : 0;
        j->spans[j->span] = (struct span){ .read_pct = -1 };
        return;
    }
    struct span *s = &j->spans[j->span];
    if (text_begins(l->text, "path") != NULL)
        s->targets++;
    if ((p = text_begins(l->text, "warm up time")) != NULL)
        s->warm_up = strtod(p, NULL);
    if ((p = text_begins(l->text, "block size")) != NULL)
        set_size(s, size_text(a, p));
    if ((p = text_begins(l->text, "number of outstanding I/O operations per thread")) ||
        (p = text_begins(l->text, "number of outstanding I/O operations")))
        s->outstanding = strtod(p, NULL);
    if ((p = text_begins(l->text, "threads per file")) != NULL)
        s->threads = strtod(p, NULL);
    if ((p = text_begins(l->text, "total threads")) != NULL) {
        s->threads = strtod(p, NULL);
        s->total_threads = true;
    }
    if (strncmp(q, "using random I/O", 16) == 0)
        s->random = true;
    if (strncmp(q, "software cache disabled", 23) == 0 ||
        strncmp(q, "software and hardware cache disabled", 36) == 0)
        s->cache = "yes";
    if (strncmp(q, "using software cache", 20) == 0)
        s->cache = "no";
    read_share(s, q);
}

static void set_parameters(struct job *j, const struct span *s)
{
    struct harvest *h = &j->h;
    harvest_forget(h);
    if (s->block_size == NULL)
        return;
    harvest_set(h, "block_size", s->mixed ? NULL : s->block_size);
    harvest_state(h, "direct", s->cache);
    if (s->read_pct >= 0) {
        const char *mode = s->read_pct >= 100 ? "read"
                           : s->read_pct > 0  ? "rw"
                                              : "write";
        harvest_setf(h, "read_pct", "%.6g %%", s->read_pct);
        harvest_setf(h, "rw", "%s%s", s->random ? "rand" : "", mode);
    }
    double threads = s->threads * (s->total_threads ? 1 : s->targets);
    if (threads > 0)
        harvest_setf(h, "threads", "%.6g", threads);
    if (s->outstanding > 0 && threads > 0)
        harvest_setf(h, "queue_depth", "%.6g", s->outstanding * threads);
    if (s->targets > 0)
        harvest_setf(h, "targets", "%.6g", s->targets);
    if (s->warm_up > 0)
        harvest_state(h, "ramp_time",
                      arena_printf(h->runs->arena, "%.6g s", s->warm_up));
}

/* The names of a table's columns, between bars. */
static void read_header(struct job *j, const char *text)
{
    j->count = 0;
    while (j->count < COLUMNS) {
        size_t n = strcspn(text, "|"), start = strspn(text, " \t"), end = n;
        while (end > start && (text[end - 1] == ' ' || text[end - 1] == '\t'))
            end--;
        j->columns[j->count++] = arena_strndup(j->h.runs->arena, text + start,
                                               end > start ? end - start : 0);
        if (text[n] == '\0')
            break;
        text += n + 1;
    }
}

static const struct {
    const char *name, *metric, *statistic, *unit;
} total_columns[] = { { "MiB/s", "bandwidth", "mean", "MiB/s" },
                      { "MB/s", "bandwidth", "mean", "MiB/s" },
                      { "I/O per s", "iops", "mean", "1/s" },
                      { "AvgLat", "latency", "mean", "ms" },
                      { "IopsStdDev", "iops", "stddev", "1/s" },
                      { "LatStdDev", "latency", "stddev", "ms" } };

static void put_total(struct job *j, const struct line *l, size_t column, const char *p)
{
    for (size_t i = 0; i < sizeof total_columns / sizeof *total_columns; i++)
        if (strcmp(j->columns[column], total_columns[i].name) == 0 &&
            strncmp(text_blanks(p), "N/A", 3) != 0)
            harvest_read(&j->h, l, p, total_columns[i].metric,
                         total_columns[i].statistic, total_columns[i].unit);
}

/* "total:  146169856 |  35686 |  4.64 | ..." below the rows of the threads. */
static void total_line(struct job *j, const struct line *l, const char *p)
{
    struct figure ios = { 0 };
    const char *bar = strchr(p, '|');
    if (bar == NULL || !text_figure(l, bar + 1, &ios, NULL) || ios.cut || ios.x == 0)
        return; /* a direction that did nothing is missing */
    harvest_own(&j->h, "op", j->op);
    size_t before = j->h.waiting_count;
    for (size_t i = 1; bar != NULL && i + 1 < j->count; i++) {
        put_total(j, l, i + 1, bar + 1);
        bar = strchr(bar + 1, '|');
    }
    for (size_t i = before; i < j->h.waiting_count; i++)
        j->h.waiting[i].m.samples = ios.x;
    harvest_own(&j->h, "op", NULL);
}

static const char *rank(struct arena *a, const char *p)
{
    char *end;
    long n = strtol(p, &end, 10);
    if (strncmp(p, "min", 3) == 0 || strncmp(p, "max", 3) == 0)
        return arena_strndup(a, p, 3);
    if (strncmp(end, "-nines", 6) == 0 && n >= 2 && n <= 11)
        return arena_printf(a, n > 2 ? "p99.%.*s" : "p99%.*s", (int)(n - 2),
                            "999999999");
    if (strncmp(end, "th", 2) == 0 && end > p)
        return harvest_percentile(a, p);
    return NULL;
}

static void percentile_line(struct job *j, const struct line *l)
{
    const char *name = rank(j->h.runs->arena, text_blanks(l->text));
    const char *bar = strchr(l->text, '|');
    for (size_t i = 1; name != NULL && bar != NULL && i < j->count; i++) {
        const char *p = text_blanks(bar + 1), *of = j->columns[i];
        const char *op = strncmp(of, "Read", 4) == 0    ? "read"
                         : strncmp(of, "Write", 5) == 0 ? "write"
                                                        : NULL;
        harvest_own(&j->h, "op", op);
        struct figure f;
        if (*p != 'N' && *p != '\0' && !text_figure(l, p, &f, NULL))
            harvest_no_number(&j->h, l, p);
        else if (*p != 'N' && *p != '\0') {
            f.cut = f.cut && f.places != 3; /* all have three places */
            harvest_put(&j->h, &f, "latency", name, "ms");
        }
        harvest_own(&j->h, "op", NULL);
        bar = strchr(bar + 1, '|');
    }
}

static void result_line(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    const char *p = text_begins(l->text, "actual test time");
    if (p != NULL)
        h->duration = strtod(p, NULL);
    p = strstr(l->text, "avg.|");
    if (p != NULL)
        harvest_read(h, l, p + 5, "cpu", "mean", "%");
    if (text_begins(l->text, "Total IO") != NULL)
        j->op = NULL;
    else if (text_begins(l->text, "Read IO") != NULL)
        j->op = "read";
    else if (text_begins(l->text, "Write IO") != NULL)
        j->op = "write";
    if (strstr(l->text, "%-ile |") != NULL ||
        text_begins(l->text, "thread |") != NULL) {
        j->percentiles = strstr(l->text, "%-ile") != NULL;
        read_header(j, l->text);
    } else if ((p = text_begins(l->text, "total")) != NULL && *p != '\0') {
        total_line(j, l, p);
    } else if (j->percentiles && strchr(l->text, '|') != NULL) {
        percentile_line(j, l);
    }
}

static void read_line(struct job *j, const struct line *l)
{
    const char *p = text_begins(l->text, "Results for timespan");
    if (p != NULL) {
        size_t n = strtoul(p, NULL, 10);
        harvest_commit(&j->h);
        set_parameters(j, &j->spans[n < TIMESPANS ? n : 0]);
        j->results = true;
        j->percentiles = false;
        j->op = NULL;
        j->count = 0;
    } else if ((p = text_begins(l->text, "computer name")) != NULL) {
        harvest_system(&j->h, p);
    } else if (text_begins(l->text, "Input parameters") != NULL) {
        harvest_commit(&j->h);
        j->results = false;
    } else if (j->results) {
        result_line(j, l);
    } else {
        parameter_line(j, l);
    }
}

static bool read_diskspd(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "diskspd", runs, dg) };
    struct text t;
    struct line l;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l))
        read_line(&j, &l);
    return harvest_end(&j.h, "no timespan has a table of totals");
}

const struct reader reader_diskspd = {
    .name = "diskspd",
    .summary = "diskspd's text, 2.0 to 2.2",
    .extensions = "txt",
    .probe = probe,
    .read = read_diskspd,
};
