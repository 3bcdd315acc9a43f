/* GNU time, -v and its short form; kbytes are 1024 bytes.  A command that failed was
 * timed all the same, and is flagged.
 */
#include "readers/harvest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct job {
    struct harvest h;
    bool open, complete;
    bool failed; /* said before the run that it is of */
};

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, "Command being timed:") ||
        text_contains(head, length, "Elapsed (wall clock) time"))
        return (struct probe){ 90, "has GNU time's command or elapsed time" };
    if (text_contains(head, length, "elapsed ") &&
        text_contains(head, length, "%CPU") &&
        text_contains(head, length, "maxresident)k"))
        return (struct probe){ 80, "has GNU time's line of resources" };
    return (struct probe){ 0, "neither 'Command being timed:' nor '%CPU'" };
}

static void close_run(struct job *j)
{
    if (j->open && !j->complete)
        harvest_flag(&j->h, FLAG_PARTIAL);
    harvest_commit(&j->h);
    harvest_forget(&j->h);
    j->open = j->complete = false;
}

/* m:ss.cc or h:mm:ss as seconds; false where it is neither. */
static bool clock_time(const struct line *l, const char *p, struct figure *out,
                       const char **after)
{
    double seconds = 0;
    const char *start = p;
    struct figure f;
    for (int parts = 1; parts <= 3; parts++) {
        if (!isdigit((unsigned char)*p) || !text_figure(l, p, &f, &p))
            return false;
        seconds = 60 * seconds + f.x;
        if (*p != ':')
            break;
        p++;
    }
    *out = harvest_figure(seconds, l->at);
    out->at.column += (unsigned)(start - l->text);
    out->cut = f.cut || (l->cut && *p == '\0');
    /* Hundredths of a second, exact. */
    out->is_exact =
        seconds < 1e12 && exact_ratio((int128)(seconds * 100 + 0.5), 100, &out->exact);
    out->x = out->is_exact ? exact_double(out->exact) : seconds;
    out->places = f.places;
    *after = p;
    return true;
}

static void put(struct job *j, const struct line *l, const char *p, const char *metric,
                const char *op, const char *unit)
{
    harvest_own(&j->h, "op", op);
    harvest_read(&j->h, l, p, metric, strcmp(metric, "count") == 0 ? "count" : "mean",
                 unit);
    harvest_own(&j->h, "op", NULL);
}

static void verbose_line(struct job *j, const struct line *l)
{
    static const struct {
        const char *label, *metric, *op, *unit;
    } rows[] = {
        { "User time (seconds)", "elapsed", "user", "s" },
        { "System time (seconds)", "elapsed", "system", "s" },
        { "Percent of CPU this job got", "cpu", NULL, "%" },
        { "Maximum resident set size (kbytes)", "memory", NULL, "KiB" },
        { "Major (requiring I/O) page faults", "count", "major page fault", "" },
        { "Minor (reclaiming a frame) page faults", "count", "minor page fault", "" },
        { "Voluntary context switches", "count", "voluntary context switch", "" },
        { "Involuntary context switches", "count", "involuntary context switch", "" },
        { "File system inputs", "count", "block read", "" },
        { "File system outputs", "count", "block written", "" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *p = text_begins(l->text, rows[i].label);
        if (p != NULL && *p != '?')
            put(j, l, p, rows[i].metric, rows[i].op, rows[i].unit);
    }
    const char *p = text_begins(l->text, "Elapsed (wall clock) time (h:mm:ss or m:ss)");
    struct figure f;
    if (p != NULL && clock_time(l, p, &f, &p)) {
        j->h.duration = f.cut ? 0 : f.x;
        harvest_put(&j->h, &f, "elapsed", "mean", "s");
    }
    p = text_begins(l->text, "Exit status");
    if (p != NULL) {
        j->complete = true;
        if (strtol(p, NULL, 10) != 0)
            harvest_flag(&j->h, FLAG_ERRORS);
    }
}

/* "1.23user 0.10system 0:01.40elapsed 95%CPU (0avgtext+0avgdata 9988maxresident)k" */
static bool short_line(struct job *j, const struct line *l)
{
    const char *user = strstr(l->text, "user "), *after;
    const char *elapsed = strstr(l->text, "elapsed "), *p = elapsed;
    struct figure f;
    if (user == NULL || elapsed == NULL || !text_figure(l, l->text, &f, &after) ||
        after != user)
        return false;
    put(j, l, l->text, "elapsed", "user", "s");
    put(j, l, user + 5, "elapsed", "system", "s");
    while (p > l->text && p[-1] != ' ')
        p--;
    if (clock_time(l, p, &f, &after)) {
        j->h.duration = f.x;
        harvest_put(&j->h, &f, "elapsed", "mean", "s");
    }
    if (elapsed[8] != '?' && strstr(elapsed, "%CPU") != NULL)
        put(j, l, elapsed + 8, "cpu", NULL, "%");
    p = strstr(l->text, "maxresident)k");
    while (p != NULL && p > l->text && isdigit((unsigned char)p[-1]))
        p--;
    if (p != NULL)
        put(j, l, p, "memory", NULL, "KiB");
    return true;
}

static void read_line(struct job *j, const struct line *l)
{
    const char *p = text_begins(l->text, "Command being timed");
    if (p != NULL) {
        close_run(j);
        size_t n = strlen(p);
        bool quoted = n >= 2 && *p == '"' && p[n - 1] == '"';
        harvest_word(&j->h, "command",
                     quoted ? arena_strndup(j->h.runs->arena, p + 1, n - 2) : p);
        j->open = true;
    }
    p = strstr(l->text, "Command exited with non-zero status");
    p = p != NULL ? p : strstr(l->text, "Command terminated by signal");
    if (p != NULL) {
        close_run(j);
        j->failed = true;
    }
    verbose_line(j, l);
    bool all = !j->open && short_line(j, l);
    if (j->failed && (all || j->open)) {
        harvest_flag(&j->h, FLAG_ERRORS);
        j->failed = false;
    }
    if (all)
        close_run(j);
}

static bool read_time(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "gnutime", runs, dg) };
    struct text t;
    struct line l;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l))
        read_line(&j, &l);
    close_run(&j);
    return harvest_end(&j.h, "no time of a command");
}

const struct reader reader_gnutime = {
    .name = "gnutime",
    .summary = "GNU time, -v and the short form",
    .extensions = "txt log",
    .probe = probe,
    .read = read_time,
};
