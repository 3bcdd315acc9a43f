/* SLOB's awr_info: a line of fields between bars for each AWR report of a run.
 *
 * Rates are a second's, MBS are 2^20 bytes, latencies are microseconds; an event that
 * did not occur stands as 0 and is missing.  The report's name ends in the number of
 * sessions.
 */
#include "readers/harvest.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { COLUMNS = 32 };

struct job {
    struct harvest h;
    const char *names[COLUMNS];
    size_t count;
};

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, "FILE|SESSIONS|ELAPSED|"))
        return (struct probe){ 95, "has the header of SLOB's awr_info" };
    return (struct probe){ 0, "no 'FILE|SESSIONS|ELAPSED|'" };
}

static const struct {
    const char *name, *metric, *op, *unit;
    bool zero; /* a 0 is a value, not a missing event */
} columns[] = {
    { "ELAPSED", "elapsed", NULL, "s", false },
    { "DB CPU", "cpu", NULL, "", true },
    { "DB Tm", "queue", "active session", "", true },
    { "EXECUTES", "throughput", "execute", "1/s", true },
    { "LIO", "throughput", "logical read", "1/s", true },
    { "PREADS", "iops", "read", "1/s", false },
    { "READ_MBS", "bandwidth", "read", "MiB/s", false },
    { "PWRITES", "iops", "write", "1/s", false },
    { "WRITE_MBS", "bandwidth", "write", "MiB/s", false },
    { "REDO_MBS", "bandwidth", "redo", "MiB/s", true },
    { "DFSR_LAT", "latency", "db file sequential read", "us", false },
    { "DPR_LAT", "latency", "direct path read", "us", false },
    { "DFPR_LAT", "latency", "db file parallel read", "us", false },
    { "DFPW_LAT", "latency", "db file parallel write", "us", false },
    { "LFPW_LAT", "latency", "log file parallel write", "us", false },
};

/* Cells keep their places: `copy` is the line with its bars as ends. */
static size_t split(char *copy, const char **cells)
{
    size_t n = 0;
    for (char *p = copy; n < COLUMNS; p++) {
        cells[n++] = p;
        p += strcspn(p, "|");
        if (*p == '\0')
            break;
        *p = '\0';
    }
    return n;
}

static void read_cell(struct job *j, const struct line *row, const char *name,
                      const char *cell)
{
    struct harvest *h = &j->h;
    struct figure f;
    cell = text_blanks(cell);
    if (*cell == '\0')
        return;
    if (strcmp(name, "FILE") == 0)
        harvest_word(h, "report", cell);
    else if (strcmp(name, "SESSIONS") == 0)
        harvest_set(h, "clients", cell);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        if (strcmp(name, columns[i].name) != 0)
            continue;
        if (!text_figure(row, cell, &f, NULL)) {
            harvest_no_number(h, row, cell);
            return;
        }
        if (i == 0)
            h->duration = f.x;
        if (f.x == 0 && !columns[i].zero)
            return;
        harvest_own(h, "op", columns[i].op);
        harvest_put(h, &f, columns[i].metric, "mean", columns[i].unit);
        harvest_own(h, "op", NULL);
    }
}

static void read_row(struct job *j, const struct line *l)
{
    char *copy = arena_strdup(j->h.runs->arena, l->text);
    const char *cells[COLUMNS];
    struct line row = *l;
    size_t n = split(copy, cells);
    row.text = copy;
    if (strncmp(text_blanks(l->text), "FILE|SESSIONS|", 14) == 0) {
        memcpy(j->names, cells, sizeof cells);
        j->count = n;
        return;
    }
    if (n < 3 || j->count == 0)
        return;
    if (n < j->count && l->cut)
        return;
    if (n < j->count) {
        j->h.ok = diag_error(j->h.dg, l->at, "this row has %zu cells, its header %zu",
                             n, j->count);
        return;
    }
    harvest_forget(&j->h);
    for (size_t i = 0; i < j->count; i++)
        read_cell(j, &row, j->names[i], cells[i]);
    harvest_commit(&j->h);
}

static bool read_slob(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "slob", runs, dg) };
    struct text t;
    struct line l;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l) && dg->errors < DIAG_MOST)
        read_row(&j, &l);
    return harvest_end(&j.h, "no row of a report");
}

const struct reader reader_slob = {
    .name = "slob",
    .summary = "SLOB's awr_info rows",
    .extensions = "txt",
    .probe = probe,
    .read = read_slob,
};
