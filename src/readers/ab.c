/* ApacheBench: milliseconds, and Kbytes of 1024.
 *
 * Of its two times per request the first, which one client sees, is the latency; the
 * other is the time of the run over its requests.  Requests that differ in length count
 * as failed there and as errors here.
 */
#include "readers/harvest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct job {
    struct harvest h;
    bool complete, times, percentiles;
    bool three; /* columns in the table, not five */
};

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, "This is ApacheBench"))
        return (struct probe){ 95, "names ApacheBench" };
    if (text_contains(head, length, "Time taken for tests:") &&
        text_contains(head, length, "Complete requests:"))
        return (struct probe){ 80, "has the time and the requests of ab" };
    return (struct probe){ 0, "neither ApacheBench nor 'Time taken for tests:'" };
}

static void close_run(struct job *j)
{
    if (!j->complete)
        harvest_flag(&j->h, FLAG_PARTIAL);
    harvest_commit(&j->h);
    harvest_forget(&j->h);
    j->complete = j->times = j->percentiles = false;
}

static void count_line(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    const char *p = text_begins(l->text, "Concurrency Level");
    struct figure f;
    if (p != NULL)
        harvest_set(h, "connections", p);
    p = text_begins(l->text, "Document Path");
    if (p != NULL)
        harvest_word(h, "url", p);
    p = text_begins(l->text, "Document Length");
    if (p != NULL && text_figure(l, p, &f, NULL))
        harvest_setf(h, "size", "%.0f B", f.x);
    p = text_begins(l->text, "Complete requests");
    if (p != NULL && text_figure(l, p, &f, NULL)) {
        h->samples = f.x;
        harvest_put(h, &f, "count", "count", "");
    }
    p = text_begins(l->text, "Failed requests");
    p = p != NULL ? p : text_begins(l->text, "Non-2xx responses");
    if (p != NULL && text_figure(l, p, &f, NULL)) {
        if (*text_blanks(l->text) == 'N')
            harvest_own(h, "op", "non-2xx");
        if (f.x > 0)
            harvest_flag(h, FLAG_ERRORS);
        harvest_put(h, &f, "errors", "count", "");
        harvest_own(h, "op", NULL);
    }
    if (text_begins(l->text, "Keep-Alive requests") != NULL)
        harvest_set(h, "keep_alive", "yes");
}

static void rate_line(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    const char *p = text_begins(l->text, "Time taken for tests"), *after;
    struct figure f;
    if (p != NULL && text_figure(l, p, &f, &after)) {
        h->duration = f.cut ? 0 : f.x;
        harvest_put(h, &f, "elapsed", "mean", "s");
    }
    p = text_begins(l->text, "Requests per second");
    if (p != NULL && harvest_read(h, l, p, "throughput", "mean", "1/s") != NULL)
        j->complete = true;
    p = text_begins(l->text, "Time per request");
    if (p != NULL && strstr(p, "(mean, across") == NULL &&
        strstr(p, "[ms] (mean)") != NULL) {
        /* The same mean as the table's, which has fewer digits. */
        harvest_read(h, l, p, "latency", "mean", "ms");
    }
    p = text_begins(l->text, "Transfer rate");
    if (p != NULL && strstr(p, "received") != NULL)
        harvest_read(h, l, p, "bandwidth", "mean", "KiB/s");
}

/* "Total:  206  458 290.6  395  4946": min, mean, deviation, median, max; with -S min,
 * mean and max, as the heading says. */
static void table_line(struct job *j, const struct line *l)
{
    static const struct {
        const char *label, *op;
    } rows[] = { { "Connect:", "connect" },
                 { "Processing:", "processing" },
                 { "Waiting:", "waiting" },
                 { "Total:", NULL } };
    static const char *const five[] = { "min", "mean", "stddev", "median", "max" },
                             *const three[] = { "min", "mean", "max" };
    const char *const *names = j->three ? three : five;
    size_t columns = j->three ? 3 : 5;
    const char *min = text_begins(l->text, "min ");
    if (min != NULL)
        j->three = text_begins(min, "avg ") != NULL;
    for (size_t i = 0; i < 4; i++) {
        const char *p = text_begins(l->text, rows[i].label);
        harvest_own(&j->h, "op", rows[i].op);
        for (size_t k = 0; p != NULL && k < columns; k++) {
            struct figure f;
            if (!text_figure(l, p, &f, &p))
                break;
            if (rows[i].op != NULL || k != 1) /* the mean of all stands above */
                harvest_put(&j->h, &f, "latency", names[k], "ms");
        }
    }
    harvest_own(&j->h, "op", NULL);
}

static void percentile_line(struct job *j, const struct line *l)
{
    const char *p = text_blanks(l->text), *percent = strchr(p, '%');
    const char *name = harvest_percentile(j->h.runs->arena, p);
    struct figure f;
    if (percent == NULL || name == NULL) {
        j->percentiles = false;
        return;
    }
    /* The median and the longest are in the table. */
    if (strcmp(name, "median") != 0 && strcmp(name, "p100") != 0 &&
        text_figure(l, percent + 1, &f, NULL))
        harvest_put(&j->h, &f, "latency", name, "ms");
}

static bool read_ab(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "ab", runs, dg) };
    struct text t;
    struct line l;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l)) {
        const char *p = text_begins(l.text, "This is ApacheBench, Version ");
        if (p != NULL) {
            close_run(&j);
            harvest_tool(
                &j.h, arena_printf(runs->arena, "ab %.*s", (int)strcspn(p, " <"), p));
        }
        if (j.percentiles)
            percentile_line(&j, &l);
        count_line(&j, &l);
        rate_line(&j, &l);
        j.times = j.times || text_begins(l.text, "Connection Times (ms)") != NULL;
        if (j.times)
            table_line(&j, &l);
        if (strstr(l.text, "served within a certain time (ms)") != NULL)
            j.percentiles = true;
    }
    close_run(&j);
    return harvest_end(&j.h, "no rate of requests; did the server answer?");
}

const struct reader reader_ab = {
    .name = "ab",
    .summary = "ApacheBench",
    .extensions = "txt log",
    .probe = probe,
    .read = read_ab,
};
