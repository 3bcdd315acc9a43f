/* wrk and wrk2: every value carries its own suffix.
 *
 * Times end in us, ms, s, m or h; counts in k, M, G of 1000; bytes in KB, MB, GB of
 * 1024, as wrk's own scaling does.  The rate counts every answer: where errors are
 * told, all figures are flagged.  wrk2 corrects its latencies for a constant rate; wrk
 * does not, but is not held to a rate either.
 */
#include "readers/harvest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct job {
    struct harvest h;
    bool open, complete, distribution;
};

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, "Thread Stats") ||
        (text_contains(head, length, "Requests/sec:") &&
         text_contains(head, length, "Transfer/sec:")))
        return (struct probe){ 90,
                               "has Thread Stats or Requests/sec and Transfer/sec" };
    return (struct probe){ 0, "neither 'Thread Stats' nor 'Transfer/sec:'" };
}

struct suffix {
    const char *word, *unit;
    double factor;
};

static const struct suffix times[] = { { "us", "us", 1 }, { "ms", "ms", 1 },
                                       { "s", "s", 1 },   { "m", "min", 1 },
                                       { "h", "h", 1 },   { NULL, NULL, 0 } };
static const struct suffix bytes[] = { { "KB", "KiB/s", 1 }, { "MB", "MiB/s", 1 },
                                       { "GB", "GiB/s", 1 }, { "TB", "TiB/s", 1 },
                                       { "B", "B/s", 1 },    { NULL, NULL, 0 } };
static const struct suffix counts[] = {
    { "k", "1/s", 1e3 }, { "M", "1/s", 1e6 }, { "G", "1/s", 1e9 }, { NULL, NULL, 0 }
};

static void scale(struct figure *f, double factor)
{
    struct exact by = exact_int((long long)factor);
    f->x *= factor;
    f->is_exact = f->is_exact && exact_mul(f->exact, by, &f->exact);
    while (factor > 1) {
        factor /= 10;
        f->places--;
    }
}

/* A number with one of the suffixes; *unit stays where none follows.  The byte behind,
 * or NULL. */
static const char *suffixed(const struct line *l, const char *p,
                            const struct suffix *known, struct figure *f,
                            const char **unit)
{
    const char *after;
    if (!text_figure(l, p, f, &after))
        return NULL;
    for (; known->word != NULL; known++) {
        size_t n = strlen(known->word);
        if (strncmp(after, known->word, n) != 0 || isalpha((unsigned char)after[n]))
            continue;
        *unit = known->unit;
        scale(f, known->factor);
        after += n;
        break;
    }
    /* "1.5m" may have been "1.5ms" before the file was cut. */
    f->cut =
        f->cut || (l->cut && *after == '\0' && after[-1] != 'B' && after[-1] != 's');
    return isalpha((unsigned char)*after) ? NULL : after;
}

static const char *put_time(struct job *j, const struct line *l, const char *p,
                            const char *statistic)
{
    struct figure f;
    const char *unit = NULL, *after = suffixed(l, p, times, &f, &unit);
    if (after == NULL || unit == NULL) {
        if (!l->cut && strncmp(text_blanks(p), "-nan", 4) != 0)
            harvest_no_number(&j->h, l, p);
        return after;
    }
    harvest_put(&j->h, &f, "latency", statistic, unit);
    return after;
}

static void close_run(struct job *j)
{
    if (!j->complete)
        harvest_flag(&j->h, FLAG_PARTIAL);
    harvest_commit(&j->h);
    harvest_forget(&j->h);
    j->open = j->complete = j->distribution = false;
}

static bool start_line(struct job *j, const struct line *l)
{
    const char *p = text_begins(l->text, "Running ");
    const char *at = p != NULL ? strstr(p, " test @ ") : NULL;
    if (at == NULL)
        return false;
    close_run(j);
    harvest_word(&j->h, "url", at + 8);
    j->open = true;
    return true;
}

static bool thread_line(struct job *j, const struct line *l)
{
    const char *threads = strstr(l->text, " threads and "), *p = text_blanks(l->text);
    if (threads == NULL || strstr(threads, " connections") == NULL)
        return false;
    harvest_setf(&j->h, "threads", "%.*s", (int)strspn(p, "0123456789"), p);
    threads += 13;
    harvest_setf(&j->h, "connections", "%.*s", (int)strspn(threads, "0123456789"),
                 threads);
    return true;
}

/* "  Latency   189.10ms  253.09ms   2.00s    92.28%" */
static bool latency_line(struct job *j, const struct line *l)
{
    const char *p = text_begins(l->text, "Latency Distribution");
    if (p != NULL)
        return j->distribution = true;
    p = text_begins(l->text, "Latency");
    if (p != NULL && isdigit((unsigned char)*p)) {
        static const char *const names[] = { "mean", "stddev", "max" };
        for (size_t i = 0; p != NULL && i < 3; i++)
            p = put_time(j, l, p, names[i]);
        return true;
    }
    p = text_blanks(l->text);
    const char *percent = strchr(p, '%');
    if (!j->distribution || percent == NULL || !isdigit((unsigned char)*p))
        return false;
    const char *name = harvest_percentile(j->h.runs->arena, p);
    if (name != NULL && *text_blanks(percent + 1) != '\0')
        put_time(j, l, percent + 1, name);
    return true;
}

/* "  21247 requests in 3.00m, 8.11MB read" */
static bool total_line(struct job *j, const struct line *l)
{
    const char *in = strstr(l->text, " requests in ");
    struct figure n, t;
    const char *unit = "s";
    if (in == NULL || !text_figure(l, l->text, &n, NULL) ||
        suffixed(l, in + 13, times, &t, &unit) == NULL)
        return false;
    double factor = *unit == 'h' ? 3600 : strcmp(unit, "min") == 0 ? 60 : 1;
    factor = strcmp(unit, "ms") == 0 ? 1e-3 : strcmp(unit, "us") == 0 ? 1e-6 : factor;
    j->h.duration = t.x * factor;
    j->h.samples = n.x;
    harvest_put(&j->h, &n, "count", "count", "");
    harvest_put(&j->h, &t, "elapsed", "mean", unit);
    return true;
}

static bool error_line(struct job *j, const struct line *l)
{
    struct figure f;
    const char *p = text_begins(l->text, "Non-2xx or 3xx responses");
    if (p != NULL) {
        harvest_flag(&j->h, FLAG_ERRORS);
        harvest_own(&j->h, "op", "non-2xx");
        harvest_read(&j->h, l, p, "errors", "count", "");
        return harvest_own(&j->h, "op", NULL), true;
    }
    p = text_begins(l->text, "Socket errors");
    if (p == NULL)
        return false;
    static const char *const kinds[] = { "connect", "read", "write", "timeout" };
    for (size_t i = 0; i < 4; i++) {
        const char *q = strstr(p, kinds[i]);
        if (q == NULL || !text_figure(l, q + strlen(kinds[i]), &f, NULL) || f.x == 0)
            continue;
        harvest_flag(&j->h, FLAG_ERRORS);
        harvest_own(&j->h, "op", kinds[i]);
        harvest_put(&j->h, &f, "errors", "count", "");
    }
    return harvest_own(&j->h, "op", NULL), true;
}

static void rate_line(struct job *j, const struct line *l)
{
    struct figure f;
    const char *unit = "1/s", *p = text_begins(l->text, "Requests/sec");
    if (p != NULL && suffixed(l, p, counts, &f, &unit) != NULL) {
        harvest_put(&j->h, &f, "throughput", "mean", unit);
        j->complete = !f.cut;
        return;
    }
    if (p != NULL && !l->cut)
        harvest_no_number(&j->h, l, p);
    p = text_begins(l->text, "Transfer/sec");
    unit = NULL;
    if (p != NULL && suffixed(l, p, bytes, &f, &unit) != NULL && unit != NULL)
        harvest_put(&j->h, &f, "bandwidth", "mean", unit);
}

static bool read_wrk(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "wrk", runs, dg) };
    struct text t;
    struct line l;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l))
        if (!start_line(&j, &l) && !thread_line(&j, &l) && !latency_line(&j, &l) &&
            !total_line(&j, &l) && !error_line(&j, &l))
            rate_line(&j, &l);
    close_run(&j);
    return harvest_end(&j.h, "no rate of requests");
}

const struct reader reader_wrk = {
    .name = "wrk",
    .summary = "wrk and wrk2",
    .extensions = "txt log",
    .probe = probe,
    .read = read_wrk,
};
