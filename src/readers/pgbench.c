/* pgbench's result as text, all versions: several results in one capture, progress
 * lines among them, statements (-r), scripts, rate limits.
 *
 * Up to 13 there are two rates; the one without the time that connecting took is what
 * 14 and later print.  Times are milliseconds.
 */
#include "readers/harvest.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct job {
    struct harvest h;
    bool open;       /* inside a result */
    bool complete;   /* its rate was seen */
    bool statements; /* inside its list of statements */
    size_t counts;   /* columns of failures and retries in that list */
    bool results;    /* any so far: progress lines then say nothing more */
};

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, "transaction type:") &&
        text_contains(head, length, "number of clients:"))
        return (struct probe){ 90, "has a transaction type and clients" };
    if (text_contains(head, length, "progress: ") &&
        text_contains(head, length, " tps, lat "))
        return (struct probe){ 70, "has progress lines with tps" };
    if (text_contains(head, length, "transaction type:"))
        return (struct probe){ 30, "has a transaction type" };
    /* Errors of a long run may fill all that is seen here. */
    if (length > 9 && memcmp(head, "pgbench (", 9) == 0)
        return (struct probe){ 60, "begins with pgbench's version" };
    return (struct probe){ 0, "no 'transaction type:'" };
}

static void close_result(struct job *j)
{
    if (j->open && !j->complete)
        harvest_flag(&j->h, FLAG_PARTIAL);
    harvest_commit(&j->h);
    harvest_forget(&j->h);
    j->open = j->complete = j->statements = false;
}

/* The name without pgbench's own brackets: "<builtin: select only>". */
static const char *bare(struct arena *a, const char *p)
{
    bool builtin = strncmp(p, "<builtin: ", 10) == 0;
    size_t n = strlen(p += builtin ? 10 : 0);
    return arena_strndup(a, p, builtin && p[n - 1] == '>' ? n - 1 : n);
}

static bool parameter_line(struct job *j, const struct line *l)
{
    static const struct {
        const char *label, *key;
    } words[] = {
        { "scaling factor", "scale" },
        { "query mode", "query_mode" },
        { "number of clients", "clients" },
        { "number of threads", "threads" },
        { "partition method", "partition_method" },
        { "partitions", "partitions" },
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *p = text_after(l->text, words[i].label);
        if (p != NULL)
            harvest_set(&j->h, words[i].key, p);
        if (p != NULL)
            return true;
    }
    struct figure f;
    const char *p = text_after(l->text, "duration");
    if (p == NULL || !text_figure(l, p, &f, NULL))
        return false;
    j->h.duration = f.x;
    return true;
}

/* Counts: of what was done, failed, skipped, late. */
static bool count_line(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    const char *p = text_after(l->text, "number of transactions actually processed");
    struct figure f;
    if (p != NULL) {
        bool any = text_figure(l, p, &f, NULL) && f.x > 0;
        h->samples = any ? f.x : 0;
        if (any || !f.given)
            harvest_read(h, l, p, "count", "count", "");
        return true;
    }
    p = text_after(l->text, "number of failed transactions");
    if (p != NULL) {
        bool none = text_figure(l, p, &f, NULL) && f.x == 0;
        if (f.x > 0)
            harvest_flag(h, FLAG_ERRORS);
        if (!none || h->samples > 0)
            harvest_read(h, l, p, "errors", "count", "");
        return true;
    }
    p = text_after(l->text, "number of transactions skipped");
    p = p != NULL ? p : text_after(l->text, "number of skipped transactions");
    if (p != NULL) {
        harvest_own(h, "op", "skipped");
        harvest_read(h, l, p, "count", "count", "");
        return harvest_own(h, "op", NULL), true;
    }
    p = text_after(l->text, "number of transactions above the");
    const char *colon = p != NULL ? strchr(p, ':') : NULL;
    if (colon == NULL || !text_figure(l, p, &f, NULL))
        return false;
    harvest_setf(h, "latency_limit", "%.*s ms", (int)strcspn(p, " "), p);
    harvest_own(h, "op", "above_limit");
    harvest_read(h, l, colon + 1, "count", "count", "");
    return harvest_own(h, "op", NULL), true;
}

static bool time_line(struct job *j, const struct line *l)
{
    static const struct {
        const char *label, *metric, *statistic, *op;
    } times[] = {
        { "latency average", "latency", "mean", NULL },
        { "latency stddev", "latency", "stddev", NULL },
        { "initial connection time", "elapsed", "mean", "connect" },
        { "average connection time", "latency", "mean", "connect" },
        { "rate limit schedule lag: avg", "latency", "mean", "schedule_lag" },
    };
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        const char *p = text_after(l->text, times[i].label);
        if (p == NULL || text_begins(l->text, "tps") != NULL)
            continue;
        harvest_own(&j->h, "op", times[i].op);
        p = harvest_read(&j->h, l, p, times[i].metric, times[i].statistic, "ms");
        p = p != NULL && i == 4 ? text_after(p, "(max") : NULL;
        if (p != NULL)
            harvest_read(&j->h, l, p, "latency", "max", "ms");
        if (i == 4)
            harvest_set(&j->h, "rate_limited", "yes");
        harvest_own(&j->h, "op", NULL);
        return true;
    }
    return false;
}

static bool rate_line(struct job *j, const struct line *l)
{
    const char *p = text_after(l->text, "tps =");
    if (p == NULL || strstr(l->text, "of total") != NULL)
        return false;
    bool reconnects = strstr(p, "(including reconnection") != NULL;
    if (strstr(p, "(excluding") == NULL && strstr(p, "(without") == NULL && !reconnects)
        return true;
    if (reconnects)
        harvest_set(&j->h, "reconnect", "yes");
    harvest_own(&j->h, "script", NULL);
    harvest_read(&j->h, l, p, "throughput", "mean", "1/s");
    j->complete = j->results = true;
    return true;
}

/* " - 1234 transactions (50.0% of total, tps = 12.3)" of one of several scripts. */
static bool script_line(struct job *j, const struct line *l)
{
    const char *p = text_begins(l->text, "SQL script");
    struct arena *a = j->h.runs->arena;
    if (p != NULL && (p = strchr(p, ':')) != NULL) {
        harvest_own(&j->h, "script", bare(a, text_blanks(p + 1)));
        j->statements = false;
        return true;
    }
    p = text_begins(l->text, "- ") != NULL ? strstr(l->text, "of total, tps = ") : NULL;
    if (p != NULL)
        harvest_read(&j->h, l, p + 16, "throughput", "mean", "1/s");
    return p != NULL;
}

static bool statement_line(struct job *j, const struct line *l)
{
    const char *p = strstr(l->text, "tatement latencies in milliseconds");
    struct figure f, counted;
    if (p != NULL) {
        j->counts = strstr(p, "failures") == NULL  ? 0
                    : strstr(p, "retries") == NULL ? 1
                                                   : 2;
        return j->statements = true;
    }
    if (!j->statements || !text_figure(l, l->text, &f, &p))
        return j->statements = false;
    for (size_t i = 0; i < j->counts; i++)
        if (!text_figure(l, p, &counted, &p))
            return true;
    p = text_blanks(p);
    if (*p == '\0' || l->cut)
        return true;
    harvest_own(&j->h, "statement", p);
    harvest_put(&j->h, &f, "latency", "mean", "ms");
    harvest_own(&j->h, "statement", NULL);
    return true;
}

/* Only a capture without a result needs them: each is a piece of a run. */
static bool progress_line(struct job *j, const struct line *l)
{
    const char *p = text_begins(l->text, "progress");
    struct figure at;
    const char *after;
    if (p == NULL || !text_figure(l, p, &at, &after) || strstr(after, " tps") == NULL)
        return p != NULL;
    harvest_own(&j->h, "interval",
                arena_printf(j->h.runs->arena, "%.*s s", (int)strcspn(p, " "), p));
    const char *rate = strchr(after, ','), *lat = text_after(after, "lat ");
    const char *stddev = text_after(after, "stddev ");
    struct figure f;
    if (rate != NULL && text_figure(l, rate + 1, &f, NULL))
        harvest_put(&j->h, &f, "throughput", "mean", "1/s");
    if (lat != NULL && text_figure(l, lat, &f, NULL))
        harvest_put(&j->h, &f, "latency", "mean", "ms");
    if (stddev != NULL && text_figure(l, stddev, &f, NULL))
        harvest_put(&j->h, &f, "latency", "stddev", "ms");
    harvest_own(&j->h, "interval", NULL);
    return true;
}

static void read_line(struct job *j, const struct line *l)
{
    struct arena *a = j->h.runs->arena;
    const char *p = text_begins(l->text, "pgbench (");
    if (p != NULL)
        harvest_tool(&j->h, arena_printf(a, "pgbench %.*s", (int)strcspn(p, " )"), p));
    p = text_after(l->text, "transaction type");
    if (p != NULL) {
        if (!j->open)
            harvest_discard(&j->h); /* progress of this very run */
        close_result(j);
        j->open = true;
        harvest_word(&j->h, "test", bare(a, p));
        return;
    }
    if (!j->open) {
        progress_line(j, l);
        return;
    }
    if (strstr(l->text, "Run was aborted") != NULL)
        harvest_flag(&j->h, FLAG_INTERRUPTED);
    if (statement_line(j, l) || parameter_line(j, l) || count_line(j, l) ||
        rate_line(j, l) || script_line(j, l))
        return;
    if (!time_line(j, l) && j->complete && text_begins(l->text, "starting vacuum"))
        close_result(j);
}

static bool read_pgbench(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "pgbench", runs, dg) };
    struct text t;
    struct line l;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l))
        read_line(&j, &l);
    if (!j.open && j.results)
        harvest_discard(&j.h);
    if (!j.open)
        harvest_flag(&j.h, FLAG_PARTIAL);
    close_result(&j);
    return harvest_end(&j.h, "pgbench printed none; was the run stopped?");
}

const struct reader reader_pgbench = {
    .name = "pgbench",
    .summary = "pgbench's result as text, PostgreSQL 8 to 17",
    .extensions = "txt log out",
    .probe = probe,
    .read = read_pgbench,
};
