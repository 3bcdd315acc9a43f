/* hey: seconds, and requests a second.  A histogram of any shape stands between. */
#include "readers/harvest.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"

struct job {
    struct harvest h;
    bool complete, errors;
    bool unanswered; /* all requests failed; the rate is one of errors */
    double asked;    /* answers with a good status */
};

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, "Slowest:") &&
        text_contains(head, length, "Fastest:") &&
        text_contains(head, length, "Requests/sec:"))
        return (struct probe){ 85, "has Slowest, Fastest and Requests/sec" };
    return (struct probe){ 0, "no 'Slowest:' with 'Requests/sec:'" };
}

static void close_run(struct job *j)
{
    if (!j->complete && !j->unanswered)
        harvest_flag(&j->h, FLAG_PARTIAL);
    harvest_commit(&j->h);
    harvest_forget(&j->h);
    j->complete = j->errors = j->unanswered = false;
}

static void summary_line(struct job *j, const struct line *l)
{
    static const struct {
        const char *label, *metric, *statistic, *unit;
    } rows[] = { { "Total", "elapsed", "mean", "s" },
                 { "Slowest", "latency", "max", "s" },
                 { "Fastest", "latency", "min", "s" },
                 { "Average", "latency", "mean", "s" },
                 { "Requests/sec", "throughput", "mean", "1/s" } };
    struct figure f;
    const char *after;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *p = text_begins(l->text, rows[i].label);
        if (p == NULL || text_blanks(l->text)[strlen(rows[i].label)] != ':')
            continue;
        if (i == 3 && strncasecmp(p, "nan", 3) == 0) {
            harvest_discard(&j->h);
            j->unanswered = true;
            continue;
        }
        if (j->unanswered)
            continue;
        if (!text_figure(l, p, &f, &after)) {
            if (!l->cut)
                harvest_no_number(&j->h, l, p);
            continue;
        }
        if (i < 4 && strncmp(text_blanks(after), "sec", 3) != 0)
            continue;
        harvest_put(&j->h, &f, rows[i].metric, rows[i].statistic, rows[i].unit);
        j->complete = j->complete || (i == 4 && !f.cut);
        j->h.duration = i == 0 ? f.x : j->h.duration;
    }
}

/* "  50% in 0.0030 secs", "  50%% in ..." of later versions. */
static void percentile_line(struct job *j, const struct line *l)
{
    const char *in = strstr(l->text, "% in "), *p = text_blanks(l->text);
    /* "0% in 0.0000 secs" stands for one that so few answers cannot give. */
    bool any = in != NULL && strncmp(p, "0%", 2) != 0;
    const char *name = any ? harvest_percentile(j->h.runs->arena, p) : NULL;
    struct figure f;
    const char *after;
    if (name != NULL && text_figure(l, in + 5, &f, &after) &&
        strncmp(after, " sec", 4) == 0)
        harvest_put(&j->h, &f, "latency", name, "s");
}

/* "  [200]	1000 responses", and the lines of "Error distribution:". */
static void status_line(struct job *j, const struct line *l)
{
    const char *p = text_blanks(l->text), *end = strchr(p, ']');
    struct figure f;
    if (strstr(l->text, "Error distribution:") != NULL) {
        harvest_flag(&j->h, FLAG_ERRORS);
        j->errors = true;
    }
    if (*p != '[' || end == NULL)
        return;
    bool status = strstr(end, " responses") != NULL;
    if (status && p[1] != '2' && p[1] != '3' && text_figure(l, end + 1, &f, NULL)) {
        harvest_flag(&j->h, FLAG_ERRORS);
        harvest_own(&j->h, "op",
                    arena_strndup(j->h.runs->arena, p + 1, (size_t)(end - p) - 1));
        harvest_put(&j->h, &f, "errors", "count", "");
        harvest_own(&j->h, "op", NULL);
    } else if (j->errors && !status && !l->cut && text_figure(l, p + 1, &f, NULL)) {
        harvest_own(&j->h, "op", text_blanks(end + 1));
        harvest_put(&j->h, &f, "errors", "count", "");
        harvest_own(&j->h, "op", NULL);
    }
}

static bool read_hey(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "hey", runs, dg) };
    struct text t;
    struct line l;
    bool summary = false;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l)) {
        if (text_begins(l.text, "Summary") != NULL) {
            if (summary)
                close_run(&j);
            summary = true;
        }
        if (!j.complete)
            summary_line(&j, &l);
        percentile_line(&j, &l);
        status_line(&j, &l);
    }
    close_run(&j);
    return harvest_end(&j.h, "no rate of requests");
}

const struct reader reader_hey = {
    .name = "hey",
    .summary = "hey's text",
    .extensions = "txt",
    .probe = probe,
    .read = read_hey,
};
