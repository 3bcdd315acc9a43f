/* fio's logs: bw, iops, lat, clat, slat.
 *
 * Nothing in a log says what it is of; fio puts that into its name, NAME_clat.1.log,
 * and a study may say `kind: clat`.  Bandwidth is in KiB/s.  Latencies are in ns since
 * 3.0 and in us before: the JSON of the same run tells which, and so does a sixth
 * column, which 2.x never had; where nothing does, both readings are given, flagged.
 *
 * Rows without a block size are averages over an interval (log_avg_msec), of which no
 * percentile can be had.  Logs of rows of single operations give their percentiles from
 * a log-linear histogram.
 */
#include "readers/fio_log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "readers/harvest.h"

enum kind { BW, IOPS, LAT, CLAT, SLAT, KINDS };
static const char *const kind_names[KINDS] = { "bw", "iops", "lat", "clat", "slat" };
static const char *const directions[LOG_DIRECTIONS] = { "read", "write", "trim" };

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* The last word of the file's name that is a kind. */
static enum kind kind_in(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    enum kind found = KINDS;
    for (const char *p = name; *p != '\0'; p++)
        for (size_t k = 0; k < KINDS; k++) {
            size_t n = strlen(kind_names[k]);
            if ((p == name || !is_letter(p[-1])) && strncmp(p, kind_names[k], n) == 0 &&
                !is_letter(p[n]))
                found = (enum kind)k;
        }
    return found;
}

/* N of "NAME_bw.N.log"; 0: none. */
static unsigned long process_of(const char *path)
{
    size_t n = strlen(path);
    if (n < 6 || strcmp(path + n - 4, ".log") != 0)
        return 0;
    const char *p = path + n - 4;
    while (p > path && p[-1] >= '0' && p[-1] <= '9')
        p--;
    return p > path && p[-1] == '.' && *p != '.' ? strtoul(p, NULL, 10) : 0;
}

static bool find_kind(struct harvest *h, const struct raw *raw, enum kind *out)
{
    const struct doc_node *node = doc_get(raw->block, "kind");
    *out = kind_in(raw->path);
    for (size_t k = 0; doc_is(node, DOC_SCALAR) && k < KINDS; k++)
        if (strcmp(node->text, kind_names[k]) == 0)
            *out = (enum kind)k;
    if (*out != KINDS)
        return true;
    struct where at = { .file = raw->source.path };
    h->ok = diag_error(h->dg, node != NULL ? node->at : at,
                       "a log of what? fio's names tell, as in NAME_clat.1.log; else a "
                       "study says kind: bw, iops, lat, clat or slat");
    return false;
}

/* "fio-3.7" of `"fio version" : "fio-3.7"` or of a banner; NULL: not there. */
static const char *major_of(const struct raw *raw)
{
    if (raw->companion == NULL)
        return NULL;
    const char *p = strstr(raw->companion, "fio-");
    return p != NULL && p[4] >= '1' && p[4] <= '9' ? p + 4 : NULL;
}

/* The units that the latencies may be in. */
static size_t units_of(const struct raw *raw, const struct fio_log *log,
                       const char *units[2])
{
    const char *major = major_of(raw);
    units[0] = "ns";
    units[1] = "us";
    if (major != NULL && strtol(major, NULL, 10) < 3)
        units[0] = "us";
    return major != NULL || log->columns >= 6 ? 1 : 2;
}

static struct measurement *put(struct harvest *h, double x, const char *metric,
                               const char *statistic, const char *unit)
{
    struct where at = { h->file->path, 1, 1 };
    struct figure f = harvest_figure(x, at);
    /* Whole values as they stand in the log lose no digit to the unit. */
    f.is_exact = x < 1e15 && x == floor(x);
    f.exact = exact_int(f.is_exact ? (long long)x : 0);
    harvest_put(h, &f, metric, statistic, unit);
    return harvest_last(h);
}

static void put_spread(struct harvest *h, const struct log_stats *s, const char *metric,
                       const char *unit)
{
    put(h, log_stats_mean(s), metric, "mean", unit);
    if (s->count > 1)
        put(h, log_stats_deviation(s), metric, "stddev", unit);
    put(h, (double)s->min, metric, "min", unit);
    put(h, (double)s->max, metric, "max", unit);
}

static void put_percentiles(struct harvest *h, const struct log_stats *s,
                            const char *unit)
{
    static const struct {
        double share;
        const char *name;
    } all[] = { { 0.5, "median" }, { 0.9, "p90" },     { 0.95, "p95" },
                { 0.99, "p99" },   { 0.999, "p99.9" }, { 0.9999, "p99.99" } };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct measurement *m =
            put(h, log_stats_quantile(s, all[i].share), "latency", all[i].name, unit);
        if ((double)s->count * (1 - all[i].share) < 1)
            m->flags |= UINT32_C(1) << FLAG_SHORT;
    }
}

struct log_of {
    const struct fio_log *log;
    enum kind kind;
    const char *units[2];
    size_t unit_count;
    bool single; /* rows are of single operations */
};

static void put_latency(struct harvest *h, const struct log_of *l,
                        const struct log_stats *s)
{
    for (size_t i = 0; i < l->unit_count; i++) {
        if (l->unit_count > 1) {
            harvest_own(h, "unit_read_as", l->units[i]);
            harvest_flag(h, FLAG_UNIT);
        }
        put_spread(h, s, "latency", l->units[i]);
        if (l->single)
            put_percentiles(h, s, l->units[i]);
    }
}

static void put_direction(struct harvest *h, const struct log_of *l, unsigned direction)
{
    const struct log_stats *s = &l->log->stats[direction];
    double seconds = (double)l->log->last_ms / 1000;
    size_t first = h->waiting_count;
    harvest_own(h, "op", directions[direction]);
    if (l->kind >= LAT) {
        harvest_own(h, "stage", kind_names[l->kind]);
        put_latency(h, l, s);
        put(h, (double)s->count, "count", "count", "");
    } else if (!l->single) {
        put_spread(h, s, l->kind == BW ? "bandwidth" : "iops",
                   l->kind == BW ? "KiB/s" : "1/s");
    } else if (seconds > 0) {
        /* A row is one operation, and its rate no rate of the run. */
        put(h, (double)s->count / seconds, "iops", "mean", "1/s");
        put(h, (double)s->amount / seconds, "bandwidth", "mean", "B/s");
    }
    for (size_t i = first; i < h->waiting_count; i++) {
        struct measurement *m = &h->waiting[i].m;
        m->samples = (double)s->count;
        m->duration = seconds;
        if (!log_stats_steady(s))
            m->flags |= UINT32_C(1) << FLAG_UNSTEADY;
    }
    harvest_own(h, "op", NULL);
    harvest_own(h, "stage", NULL);
    harvest_own(h, "unit_read_as", NULL);
}

static void tell_bad_rows(struct harvest *h, const struct raw *raw,
                          const struct fio_log *log)
{
    struct where at = { .file = raw->source.path };
    if (log->bad_rows == 0)
        return;
    if (log->bad_at < raw->source.length) {
        struct source head = raw->source;
        at = source_at(&head, (size_t)log->bad_at);
    }
    h->ok =
        diag_error(h->dg, at,
                   "%llu rows are not 'time, value, direction, block size' with "
                   "whole numbers below 2^48; the first begins at byte %llu",
                   (unsigned long long)log->bad_rows, (unsigned long long)log->bad_at);
}

static bool read_fio_log(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct harvest h = harvest_on(raw, "fio-log", runs, dg);
    struct log_of l = { 0 };
    if (!find_kind(&h, raw, &l.kind))
        return false;
    struct arena *scratch = arena_new();
    struct fio_log *log = ARENA_NEW(scratch, struct fio_log);
    fio_log_gather(scratch, raw, log);
    l.log = log;
    l.unit_count = units_of(raw, log, l.units);
    l.single = log->blocks > 0;
    tell_bad_rows(&h, raw, log);
    unsigned long process = process_of(raw->path);
    if (process > 0)
        harvest_setf(&h, "process", "%lu", process);
    if (!l.single)
        harvest_word(&h, "sample", "interval");
    if (log->cut || log->bad_rows > 0)
        harvest_flag(&h, FLAG_PARTIAL);
    for (unsigned i = 0; i < LOG_DIRECTIONS; i++)
        if (log->used[i])
            put_direction(&h, &l, i);
    arena_free(scratch);
    return harvest_end(&h, "no row 'time, value, direction, block size'");
}

/* Numbers parted by commas; how many in the first line, 0 where it is another. */
static size_t numbers_in_line(const char *p, size_t length)
{
    size_t n = 0, i = 0;
    while (i < length) {
        size_t start = i;
        while (i < length && p[i] >= '0' && p[i] <= '9')
            i++;
        if (i == start || i - start > 20)
            return 0;
        n++;
        if (i == length || p[i] == '\n' || p[i] == '\r')
            return n;
        if (p[i] != ',')
            return 0;
        i++;
        i += i < length && p[i] == ' ';
        /* A priority may be hexadecimal. */
        if (n >= 4 && i + 1 < length && p[i] == '0' && p[i + 1] == 'x')
            return n + 1;
    }
    return n;
}

static struct probe probe_fio_log(const char *head, size_t length)
{
    size_t n = numbers_in_line(head, length);
    if (n >= 4 && n <= 7)
        return (struct probe){ 60, "rows are 'time, value, direction, block size'" };
    return (struct probe){ 0, "its first line is not four to six whole numbers" };
}

const struct reader reader_fio_log = {
    .name = "fio-log",
    .summary = "fio's bw, iops, lat, clat and slat logs",
    .extensions = "log",
    .streams = true,
    .probe = probe_fio_log,
    .read = read_fio_log,
};
