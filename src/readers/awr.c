/* Oracle's AWR report as text, whole or in fragments: load profile, timed events,
 * instance activity.
 *
 * "Physical reads" are blocks, not requests: only "Read IO requests" and "physical read
 * total IO requests" are I/O operations.  MB here are 2^20 bytes.  Thousands are
 * grouped by commas; tables are cut where the dashes under their headings are, because
 * names contain blanks.
 */
#include "readers/harvest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"

enum { COLUMNS = 12 };

struct span {
    size_t start, end;
};

struct job {
    struct harvest h;
    bool profile, events;
    char *heads[2];             /* the two lines above the dashes */
    struct span spans[COLUMNS]; /* of the table of events */
    size_t count;
    const char *system_next; /* "Host Name" stood in a heading */
};

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, "WORKLOAD REPOSITORY report for"))
        return (struct probe){ 95, "has the title of an AWR report" };
    if (text_contains(head, length, "Load Profile") &&
        text_contains(head, length, "Per Second"))
        return (struct probe){ 80, "has AWR's load profile" };
    if (text_contains(head, length, "physical read total IO requests"))
        return (struct probe){ 60, "has AWR's instance activity" };
    return (struct probe){ 0, "neither 'WORKLOAD REPOSITORY' nor 'Load Profile'" };
}

static const struct row {
    const char *label, *metric, *op, *unit;
} rows[] = {
    { "DB Time(s)", "queue", "active session", "" },
    { "DB CPU(s)", "cpu", NULL, "" },
    { "Background CPU(s)", "cpu", "background", "" },
    { "Redo size (bytes)", "bandwidth", "redo", "B/s" },
    { "Redo size", "bandwidth", "redo", "B/s" },
    { "Logical read (blocks)", "throughput", "logical read", "1/s" },
    { "Logical reads (blocks)", "throughput", "logical read", "1/s" },
    { "Logical reads", "throughput", "logical read", "1/s" },
    { "Block changes", "throughput", "block change", "1/s" },
    { "Physical read (blocks)", "throughput", "physical read block", "1/s" },
    { "Physical reads", "throughput", "physical read block", "1/s" },
    { "Physical write (blocks)", "throughput", "physical write block", "1/s" },
    { "Physical writes", "throughput", "physical write block", "1/s" },
    { "Read IO requests", "iops", "read", "1/s" },
    { "Write IO requests", "iops", "write", "1/s" },
    { "Read IO (MB)", "bandwidth", "read", "MiB/s" },
    { "Write IO (MB)", "bandwidth", "write", "MiB/s" },
    { "User calls", "throughput", "user call", "1/s" },
    { "Parses (SQL)", "throughput", "parse", "1/s" },
    { "Parses", "throughput", "parse", "1/s" },
    { "Hard parses (SQL)", "throughput", "hard parse", "1/s" },
    { "Hard parses", "throughput", "hard parse", "1/s" },
    { "Logons", "throughput", "logon", "1/s" },
    { "Executes (SQL)", "throughput", "execute", "1/s" },
    { "Executes", "throughput", "execute", "1/s" },
    { "Rollbacks", "throughput", "rollback", "1/s" },
    { "Transactions", "throughput", NULL, "1/s" },
};

static void put_grouped(struct job *j, const struct line *l, const char *p,
                        const struct row *r)
{
    struct figure f;
    const char *after;
    if (!text_grouped(j->h.runs->arena, l, p, &f, &after)) {
        if (!l->cut)
            harvest_no_number(&j->h, l, p);
        return;
    }
    if (*after == ',' || *after == '.' || (l->cut && *after == '\0'))
        f.cut = true;
    harvest_own(&j->h, "op", r->op);
    harvest_put(&j->h, &f, r->metric, "mean", r->unit);
    harvest_own(&j->h, "op", NULL);
}

/* "  Redo size:  56,890.1  2,287.8": the first figure is a second's. */
static bool profile_line(struct job *j, const struct line *l)
{
    const char *p = text_blanks(l->text), *colon = strrchr(p, ':');
    if (colon == NULL)
        return false;
    size_t n = (size_t)(colon - p);
    while (n > 0 && p[n - 1] == ' ')
        n--;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strlen(rows[i].label) == n && strncasecmp(p, rows[i].label, n) == 0) {
            put_grouped(j, l, colon + 1, &rows[i]);
            return true;
        }
    return false;
}

/* "physical read total IO requests   1,234,567   2,345.6   12.3": total, a second's,
 * a transaction's. */
static bool activity_line(struct job *j, const struct line *l)
{
    static const struct row names[] = {
        { "physical read total IO requests", "iops", "total read", "1/s" },
        { "physical write total IO requests", "iops", "total write", "1/s" },
        { "physical read total bytes", "bandwidth", "total read", "B/s" },
        { "physical write total bytes", "bandwidth", "total write", "B/s" },
        { "physical read IO requests", "iops", "cache read", "1/s" },
        { "physical write IO requests", "iops", "cache write", "1/s" },
    };
    struct figure total;
    const char *after;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *p = text_begins(l->text, names[i].label);
        if (p == NULL || !isdigit((unsigned char)*p) ||
            !text_grouped(j->h.runs->arena, l, p, &total, &after) ||
            *text_blanks(after) == '\0')
            continue;
        put_grouped(j, l, after, &names[i]);
        return true;
    }
    return false;
}

/* The columns that a line of dashes marks. */
static bool dash_line(struct job *j, const struct line *l)
{
    const char *p = text_blanks(l->text);
    if (*p != '-' || strspn(p, "- ") != strlen(p))
        return false;
    j->count = 0;
    for (size_t i = 0; l->text[i] != '\0' && j->count < COLUMNS;) {
        i += strspn(l->text + i, " \t");
        size_t n = strspn(l->text + i, "-");
        if (n == 0)
            break;
        j->spans[j->count++] = (struct span){ i, i + n };
        i += n;
    }
    return true;
}

/* The words of a heading above a column, of both lines. */
static bool headed(const struct job *j, size_t column, const char *word)
{
    for (size_t i = 0; i < 2; i++) {
        const char *head = j->heads[i];
        struct span s = j->spans[column];
        if (head == NULL || strlen(head) <= s.start)
            continue;
        size_t n = strlen(head) < s.end ? strlen(head) - s.start : s.end - s.start;
        if (memmem(head + s.start, n, word, strlen(word)) != NULL)
            return true;
    }
    return false;
}

/* "184" under "(ms)", "391.24ms", "12.5us". */
static void put_wait(struct job *j, const struct line *l, const char *p, bool in_ms)
{
    struct figure f;
    const char *after;
    if (!text_grouped(j->h.runs->arena, l, p, &f, &after))
        return;
    const char *unit = strncmp(after, "ms", 2) == 0   ? "ms"
                       : strncmp(after, "us", 2) == 0 ? "us"
                       : *after == 's'                ? "s"
                       : in_ms                        ? "ms"
                                                      : NULL;
    if (unit != NULL)
        harvest_put(&j->h, &f, "latency", "mean", unit);
}

static void put_column(struct job *j, const struct line *row, size_t column)
{
    struct arena *a = j->h.runs->arena;
    const char *p = text_blanks(row->text + j->spans[column].start);
    struct figure f;
    if (*p == '\0' || (size_t)(p - row->text) >= j->spans[column].end)
        return;
    if (headed(j, column, "Time") || headed(j, column, "time")) {
        if (!headed(j, column, "%") && headed(j, column, "(s") &&
            text_grouped(a, row, p, &f, NULL))
            harvest_put(&j->h, &f, "elapsed", "mean", "s");
    } else if (headed(j, column, "vg") || headed(j, column, "wait") ||
               headed(j, column, "(ms)")) {
        put_wait(j, row, p, headed(j, column, "(ms)"));
    } else if (headed(j, column, "Waits") && text_grouped(a, row, p, &f, NULL)) {
        harvest_put(&j->h, &f, "count", "count", "");
    }
}

/* "db file sequential read   35,732   6,575   184   77.5 User I/O" */
static void event_line(struct job *j, const struct line *l)
{
    if (*text_blanks(l->text) == '\0' || j->count < 3) {
        j->events = j->events && j->count == 0; /* before its headings */
        return;
    }
    size_t n = j->spans[0].end;
    while (n > 0 && n <= l->length && l->text[n - 1] == ' ')
        n--;
    if (n > l->length || n == 0)
        return;
    harvest_own(&j->h, "op", arena_strndup(j->h.runs->arena, l->text, n));
    for (size_t i = 1; i < j->count && j->spans[i].start < l->length; i++)
        put_column(j, l, i);
    harvest_own(&j->h, "op", NULL);
}

static void head_line(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    struct arena *a = h->runs->arena;
    const char *p = text_begins(l->text, "Elapsed");
    struct figure f;
    if (p != NULL && strstr(p, "(mins)") != NULL && text_grouped(a, l, p, &f, NULL)) {
        h->duration = 60 * f.x;
        harvest_put(h, &f, "elapsed", "mean", "min");
    }
    p = text_begins(l->text, "DB Time");
    if (p != NULL && strstr(p, "(mins)") != NULL && text_grouped(a, l, p, &f, NULL)) {
        harvest_own(h, "op", "database time");
        harvest_put(h, &f, "elapsed", "mean", "min");
        harvest_own(h, "op", NULL);
    }
    p = text_after(l->text, "Std Block Size");
    if (p != NULL && isdigit((unsigned char)*p) && strchr(p, 'K') != NULL)
        harvest_setf(h, "block_size", "%.*s KiB", (int)strspn(p, "0123456789"), p);
    if (j->system_next != NULL && *text_blanks(l->text) != '-' && l->length > 0) {
        const char *name = text_blanks(l->text);
        harvest_system(h, arena_strndup(a, name, strcspn(name, " ")));
        j->system_next = NULL;
    }
    if (text_begins(l->text, "Host Name") != NULL)
        j->system_next = "";
}

static void read_line(struct job *j, const struct line *l)
{
    if (strstr(l->text, "Load Profile") != NULL) {
        j->profile = true;
        j->events = false;
    } else if (strncmp(l->text, "Top ", 4) == 0 &&
               strstr(l->text, "Foreground Events") != NULL) {
        j->events = true;
        j->profile = false;
        j->count = 0;
    } else if ((j->events && dash_line(j, l)) || (j->profile && profile_line(j, l))) {
        return;
    } else if (j->events && j->count > 0) {
        event_line(j, l);
    } else if (!activity_line(j, l)) {
        head_line(j, l);
    }
    if (j->profile && strncmp(l->text, "Instance Efficiency", 19) == 0)
        j->profile = false;
    if (j->events && j->count > 0)
        return; /* the headings stay those of the table */
    j->heads[0] = j->heads[1];
    j->heads[1] = arena_strdup(j->h.runs->arena, l->text);
}

static bool read_awr(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "awr", runs, dg) };
    struct text t;
    struct line l;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l) && dg->errors < DIAG_MOST) {
        if (strstr(l.text, "WORKLOAD REPOSITORY report for") != NULL) {
            harvest_commit(&j.h);
            harvest_forget(&j.h);
        }
        read_line(&j, &l);
    }
    return harvest_end(&j.h, "no load profile and no table of events");
}

const struct reader reader_awr = {
    .name = "awr",
    .summary = "Oracle AWR reports as text, whole or in fragments",
    .extensions = "txt lst",
    .probe = probe,
    .read = read_awr,
};
