/* vdbench's flatfile: a row an interval, and one of averages for each run.
 *
 * Columns are known by the names in the row that begins with tod.  Rates have more
 * digits here than in the summary.
 */
#include "readers/harvest.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "readers/vdbench.h"

enum { COLUMNS = 96, UNCONTROLLED = 9999988 };

struct job {
    struct harvest h;
    const char *names[COLUMNS];
    size_t count;
    bool files; /* a file system run: `rate` counts its operations */
    const char *run;
    struct where from;
};

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, " tod ") &&
        text_contains(head, length, " reqrate ") &&
        text_contains(head, length, " cpu_used "))
        return (struct probe){ 95, "has the column names of vdbench's flatfile" };
    if (text_contains(head, length, "flatfile.html</title>"))
        return (struct probe){ 90, "has the title of vdbench's flatfile" };
    return (struct probe){ 0, "no row of names with tod, reqrate and cpu_used" };
}

static const struct vdbench_column columns[] = {
    { "MB/sec", "bandwidth", "mean", "MiB/s", NULL },
    { "resp", "latency", "mean", "ms", NULL },
    { "resp_max", "latency", "max", "ms", NULL },
    { "resp_std", "latency", "stddev", "ms", NULL },
    { "read_resp", "latency", "mean", "ms", "read" },
    { "read_max", "latency", "max", "ms", "read" },
    { "read_std", "latency", "stddev", "ms", "read" },
    { "write_resp", "latency", "mean", "ms", "write" },
    { "write_max", "latency", "max", "ms", "write" },
    { "write_std", "latency", "stddev", "ms", "write" },
    { "read_rate", "iops", "mean", "1/s", "read" },
    { "write_rate", "iops", "mean", "1/s", "write" },
    { "MB_read", "bandwidth", "mean", "MiB/s", "read" },
    { "MB_write", "bandwidth", "mean", "MiB/s", "write" },
    { "queue_depth", "queue", "mean", "", NULL },
    { "cpu_used", "cpu", "mean", "%", NULL },
    { "cpu_kernel", "cpu", "mean", "%", "sys" },
    { 0 },
};

static const struct vdbench_column rate_of_io = { "rate", "iops", "mean", "1/s", NULL };
static const struct vdbench_column rate_of_files = { "rate", "throughput", "mean",
                                                     "1/s", NULL };

/* Mkdir_rate, Open_resp, ... */
static bool operation(const char *name, struct vdbench_column *out, struct arena *a)
{
    const char *end = strchr(name, '_');
    if (end == NULL || (strcmp(end, "_rate") != 0 && strcmp(end, "_resp") != 0))
        return false;
    bool rate = strcmp(end, "_rate") == 0;
    char *op = arena_strndup(a, name, (size_t)(end - name));
    if (*op >= 'A' && *op <= 'Z')
        *op = (char)(*op + 32);
    *out = (struct vdbench_column){ name, rate ? "throughput" : "latency", "mean",
                                    rate ? "1/s" : "ms", op };
    return true;
}

static void parameter(struct job *j, const char *name, const char *cell)
{
    static const char *const plain[][2] = { { "threads", "threads" },
                                            { "seekpct", "seek_pct" },
                                            { "rhpct", "read_hit_pct" },
                                            { "whpct", "write_hit_pct" },
                                            { "compratio", "compression_ratio" },
                                            { "dedupratio", "dedup_ratio" } };
    struct harvest *h = &j->h;
    if (strcmp(cell, "n/a") == 0)
        return;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcasecmp(name, plain[i][0]) == 0)
            harvest_set(h, plain[i][1], cell);
    if (strcmp(name, "rdpct") == 0)
        harvest_setf(h, "read_pct", "%s %%", cell);
    if (strcmp(name, "Run") == 0)
        harvest_word(h, "test", cell);
    else if (strcmp(name, "bytes/io") == 0 || strcmp(name, "Xfersize") == 0)
        harvest_setf(h, "block_size", "%s B", cell);
    else if (strcmp(name, "xfersize") == 0)
        harvest_setf(h, "xfersize", "%s B", cell);
    else if (strcmp(name, "lunsize") == 0)
        harvest_setf(h, "size", "%s GiB", cell);
    else if (strcmp(name, "reqrate") == 0 && strtod(cell, NULL) < UNCONTROLLED)
        harvest_setf(h, "rate", "%s 1/s", cell);
    else if (strcmp(name, "version") == 0)
        harvest_tool(h, arena_printf(h->runs->arena, "vdbench %s", cell));
}

static void read_names(struct job *j, char **words, size_t n)
{
    j->files = false;
    j->count = n;
    for (size_t i = 0; i < n; i++) {
        j->names[i] = words[i];
        j->files = j->files || strcasecmp(words[i], "Read_rate") == 0;
    }
}

static void read_average(struct job *j, const struct line *row, char **words)
{
    struct harvest *h = &j->h;
    const char *const *cells = (const char *const *)words;
    struct vdbench_row r = { h, row, j->names, cells, j->count, "read%" };
    harvest_forget(h);
    for (size_t i = 0; i < j->count; i++) {
        struct vdbench_column own;
        const struct vdbench_column *c = vdbench_find(columns, j->names[i]);
        parameter(j, j->names[i], cells[i]);
        if (strcmp(j->names[i], "rate") == 0)
            c = j->files ? &rate_of_files : &rate_of_io;
        else if (c == NULL && operation(j->names[i], &own, h->runs->arena))
            c = &own;
        if (c != NULL)
            vdbench_put(&r, c, cells[i]);
    }
    if (strncmp(j->run, "format_for_", 11) == 0)
        harvest_set(h, "phase", "preparation");
    vdbench_close(&r);
}

/* A run is known by its first row and closed by its average. */
static void stopped(struct job *j, const char *next, struct where at)
{
    if (j->run != NULL && next != NULL && strcmp(j->run, next) == 0)
        return;
    if (j->run != NULL && strncmp(j->run, "format_for_", 11) != 0)
        diag_warn(j->h.dg, j->from, "the run '%s' has no average; it was stopped",
                  j->run);
    j->run = next;
    j->from = at;
}

static const char *cell_of(const struct job *j, char **words, const char *name)
{
    for (size_t i = 0; i < j->count; i++)
        if (strcmp(j->names[i], name) == 0)
            return words[i];
    return "";
}

static void read_row(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    char *copy = arena_strdup(h->runs->arena, l->text), *words[COLUMNS];
    size_t n = text_words(copy, words, COLUMNS);
    struct line row = *l;
    row.text = copy;
    if (n > 1 && strcmp(words[0], "tod") == 0) {
        read_names(j, words, n);
        return;
    }
    if (n == 0 || j->count == 0 || *words[0] == '*' || *words[0] == '<')
        return;
    if (n != j->count) {
        if (!l->cut)
            h->ok = diag_error(h->dg, l->at,
                               "this row has %zu values, its header %zu names", n,
                               j->count);
        return;
    }
    stopped(j, cell_of(j, words, "Run"), l->at);
    if (strncmp(cell_of(j, words, "Interval"), "avg_", 4) == 0) {
        read_average(j, &row, words);
        j->run = NULL;
    }
}

static bool read_flatfile(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "vdbench-flat", runs, dg) };
    struct text t;
    struct line l;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l) && dg->errors < DIAG_MOST)
        read_row(&j, &l);
    stopped(&j, NULL, (struct where){ 0 });
    return harvest_end(&j.h, "no run came to its average");
}

const struct reader reader_vdbench_flat = {
    .name = "vdbench-flat",
    .summary = "vdbench's flatfile.html",
    .extensions = "html txt",
    .probe = probe,
    .read = read_flatfile,
};
