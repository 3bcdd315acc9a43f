/* vdbench's summary and totals: raw devices (SD) and file systems (FSD).
 *
 * The result of a run definition is its row avg_k-N; one without it was stopped.  MB
 * are 1024**2 bytes, as the header says, times are milliseconds.  A column is known by
 * the words of its two header lines, the second of which has one word a column; the
 * header stands only before the first of several runs.
 */
#include "readers/harvest.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "readers/vdbench.h"

enum { COLUMNS = 64 };

struct job {
    struct harvest h;
    char *upper;                /* the first header line */
    const char *names[COLUMNS]; /* "i/o rate", "read resp", ... */
    size_t count;
    const char *run;   /* started, and no average yet; NULL: none */
    struct where from; /* where it started */
    bool preparing;
};

static struct probe probe(const char *head, size_t length)
{
    if (!text_contains(head, length, "<title>Vdbench") &&
        !text_contains(head, length, "Starting RD="))
        return (struct probe){ 0, "no '<title>Vdbench' and no 'Starting RD='" };
    if (text_contains(head, length, "flatfile.html</title>"))
        return (struct probe){ 0, "this is vdbench's flatfile" };
    return (struct probe){ 90, "has vdbench's title or a run definition" };
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\0';
}

/* The word of `upper` that shares most with bytes from..to, without its dots, in small
 * letters. */
static const char *above(struct arena *a, const char *upper, size_t from, size_t to)
{
    size_t length = strlen(upper), best = 0, start = 0, stop = 0;
    for (size_t i = 0; i < length;) {
        if (is_blank(upper[i])) {
            i++;
            continue;
        }
        size_t end = i;
        while (!is_blank(upper[end]))
            end++;
        size_t low = i > from ? i : from, high = end < to ? end : to;
        if (high > low && high - low > best) {
            best = high - low;
            start = i;
            stop = end;
        }
        i = end;
    }
    char *word = arena_alloc(a, stop - start + 1);
    size_t n = 0;
    for (size_t i = start; i < stop; i++)
        if (upper[i] != '.')
            word[n++] =
                (char)(upper[i] >= 'A' && upper[i] <= 'Z' ? upper[i] + 32 : upper[i]);
    return word;
}

/* How many columns stand below a group of the file system layout, by its words. */
static size_t columns_below(const char *group)
{
    bool dots = *group == '.';
    group += strspn(group, ".");
    if (strncmp(group, "xfer", 4) == 0)
        return 1;
    return !dots && (strncmp(group, "read", 4) == 0 || strncmp(group, "mb/sec", 6) == 0)
               ? 1
               : 2;
}

/* The group above each of `n` columns, in order; false where they do not come out even.
 * Blanks may have been squeezed, so this goes before places. */
static bool in_order(struct job *j, const char **groups, size_t n)
{
    char *words[COLUMNS + 8];
    char *copy = arena_strdup(j->h.runs->arena, j->upper);
    size_t count = text_words(copy, words, COLUMNS + 8), first = 0, filled = 0;
    while (first < count && strstr(words[first], "nterval") == NULL)
        first++;
    bool files = first < count && strchr(words[first], '.') != NULL;
    for (size_t i = first + 1; i < count; i++)
        for (size_t k = files ? columns_below(words[i]) : 1; k > 0 && filled <= n;
             k--) {
            if (filled < n)
                groups[filled] = words[i];
            filled++;
        }
    return filled == n;
}

/* Without dots, in small letters. */
static const char *plain(struct arena *a, const char *group)
{
    char *out = arena_alloc(a, strlen(group) + 1);
    size_t n = 0;
    for (; *group != '\0'; group++)
        if (*group != '.')
            out[n++] = (char)(*group >= 'A' && *group <= 'Z' ? *group + 32 : *group);
    return out;
}

static void read_header(struct job *j, const char *lower)
{
    struct arena *a = j->h.runs->arena;
    const char *groups[COLUMNS] = { 0 };
    size_t starts[COLUMNS], n = 0;
    for (size_t i = 0; lower[i] != '\0' && n < COLUMNS;) {
        if (is_blank(lower[i])) {
            i++;
            continue;
        }
        starts[n++] = i;
        while (!is_blank(lower[i]))
            i++;
    }
    bool ordered = in_order(j, groups, n);
    for (size_t i = 0; i < n; i++) {
        size_t length = strcspn(lower + starts[i], " \t");
        const char *group = ordered ? plain(a, groups[i])
                                    : above(a, j->upper, starts[i], starts[i] + length);
        j->names[i] = arena_printf(a, "%s %.*s", group, (int)length, lower + starts[i]);
    }
    j->count = n;
    j->upper = NULL;
}

/* "4k" of a loop is 4096. */
static void loop_parameter(struct harvest *h, const char *p, size_t length)
{
    static const struct {
        const char *word, *key;
    } known[] = { { "xfersize", "block_size" }, { "threads", "threads" },
                  { "rdpct", "read_pct" },      { "iorate", "rate" },
                  { "fwdrate", "rate" },        { "seekpct", "seek_pct" } };
    struct arena *a = h->runs->arena;
    const char *equal = memchr(p, '=', length);
    if (equal == NULL)
        return;
    const char *value = arena_strndup(a, equal + 1, length - (size_t)(equal + 1 - p));
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(p, known[i].word, (size_t)(equal - p)) == 0 && i == 0)
            harvest_set(h, known[i].key, vdbench_size(a, value));
        else if (strncmp(p, known[i].word, (size_t)(equal - p)) == 0 && i == 3)
            harvest_setf(h, known[i].key, "%s 1/s", value);
        else if (strncmp(p, known[i].word, (size_t)(equal - p)) == 0 && i == 2)
            harvest_setf(h, known[i].key, "%s %%", value);
        else if (strncmp(p, known[i].word, (size_t)(equal - p)) == 0)
            harvest_set(h, known[i].key, value);
}

static void stopped(struct job *j)
{
    if (j->run != NULL && !j->preparing)
        diag_warn(j->h.dg, j->from, "the run '%s' has no average; it was stopped",
                  j->run);
    j->run = NULL;
}

/* "Starting RD=rd1; I/O rate: 100; elapsed=5; For loops: xfersize=4k threads=8" */
static bool start_line(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    const char *p = strstr(l->text, "Starting RD=");
    if (p == NULL)
        return false;
    stopped(j);
    harvest_forget(h);
    p += 12;
    j->run = arena_strndup(h->runs->arena, p, strcspn(p, "; <"));
    j->from = l->at;
    j->preparing = strncmp(j->run, "format_for_", 11) == 0;
    harvest_word(h, "test", j->run);
    const char *rate = text_after(p, "I/O rate"), *elapsed = strstr(p, "elapsed=");
    if (rate != NULL && *rate >= '0' && *rate <= '9')
        harvest_setf(h, "rate", "%.*s 1/s", (int)strcspn(rate, "; <"), rate);
    if (elapsed != NULL)
        h->duration = strtod(elapsed + 8, NULL);
    p = text_after(p, "For loops");
    while (p != NULL && *p != '\0' && *p != '<') {
        size_t n = strcspn(p, " <");
        loop_parameter(h, p, n);
        p += n + strspn(p + n, " ");
    }
    return true;
}

static const struct vdbench_column columns[] = {
    { "i/o rate", "iops", "mean", "1/s", NULL },
    { "mb/sec 1024**2", "bandwidth", "mean", "MiB/s", NULL },
    { "resp time", "latency", "mean", "ms", NULL },
    { "resp max", "latency", "max", "ms", NULL },
    { "resp stddev", "latency", "stddev", "ms", NULL },
    { "read resp", "latency", "mean", "ms", "read" },
    { "write resp", "latency", "mean", "ms", "write" },
    { "read max", "latency", "max", "ms", "read" },
    { "write max", "latency", "max", "ms", "write" },
    { "queue depth", "queue", "mean", "", NULL },
    { "cpu% sys+u", "cpu", "mean", "%", NULL },
    { "cpu% sys+usr", "cpu", "mean", "%", NULL },
    { "cpu% total", "cpu", "mean", "%", NULL },
    { "cpu% sys", "cpu", "mean", "%", "sys" },
    { "reqstdops rate", "throughput", "mean", "1/s", NULL },
    { "reqstdops resp", "latency", "mean", "ms", NULL },
    { "read rate", "iops", "mean", "1/s", "read" },
    { "write rate", "iops", "mean", "1/s", "write" },
    { "mb/sec read", "bandwidth", "mean", "MiB/s", "read" },
    { "mb/sec write", "bandwidth", "mean", "MiB/s", "write" },
    { "mb/sec total", "bandwidth", "mean", "MiB/s", NULL },
    { 0 },
};

/* mkdir, rmdir, create, open, close, delete, ... */
static bool operation(const char *name, struct vdbench_column *out, struct arena *a)
{
    size_t n = strcspn(name, " ");
    bool rate = strcmp(name + n, " rate") == 0, resp = strcmp(name + n, " resp") == 0;
    if (n == 0 || (!rate && !resp))
        return false;
    *out = (struct vdbench_column){ name, rate ? "throughput" : "latency", "mean",
                                    rate ? "1/s" : "ms", arena_strndup(a, name, n) };
    return true;
}

static void parameters(struct job *j, const char *const *cells)
{
    for (size_t i = 0; i < j->count; i++) {
        if (strcmp(j->names[i], "bytes i/o") == 0 ||
            strcmp(j->names[i], "xfer size") == 0)
            harvest_setf(&j->h, "block_size", "%s B", cells[i]);
        if (strcmp(j->names[i], "read pct") == 0)
            harvest_setf(&j->h, "read_pct", "%s %%", cells[i]);
    }
}

static bool average_line(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    struct arena *a = h->runs->arena;
    char *copy = arena_strdup(a, l->text), *words[COLUMNS + 2];
    size_t n = text_words(copy, words, COLUMNS + 2);
    struct line row = *l;
    if (n < 3 || strncmp(words[1], "avg_", 4) != 0 || strchr(words[0], ':') == NULL)
        return false;
    row.text = copy;
    if (n != j->count + 2) {
        if (!l->cut)
            h->ok = diag_error(h->dg, l->at,
                               "this row has %zu values, its header %zu names", n - 2,
                               j->count);
        return true;
    }
    const char *const *cells = (const char *const *)words + 2;
    struct vdbench_row r = { h, &row, j->names, cells, j->count, "read pct" };
    for (size_t i = 0; i < j->count; i++) {
        struct vdbench_column own;
        const struct vdbench_column *c = vdbench_find(columns, j->names[i]);
        if (c == NULL && operation(j->names[i], &own, a))
            c = &own;
        if (c != NULL)
            vdbench_put(&r, c, cells[i]);
    }
    parameters(j, cells);
    if (j->preparing)
        harvest_set(h, "phase", "preparation");
    vdbench_close(&r);
    j->run = NULL;
    return true;
}

static bool read_vdbench(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "vdbench", runs, dg) };
    struct text t;
    struct line l;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l)) {
        if (start_line(&j, &l))
            continue;
        if (j.upper != NULL)
            read_header(&j, l.text);
        else if (strstr(l.text, " interval ") != NULL ||
                 strstr(l.text, ".Interval.") != NULL)
            j.upper = arena_strdup(runs->arena, l.text);
        else
            average_line(&j, &l);
    }
    stopped(&j);
    return harvest_end(&j.h, "no run definition came to its average");
}

const struct reader reader_vdbench = {
    .name = "vdbench",
    .summary = "vdbench's summary.html and totals.html, SD and FSD runs",
    .extensions = "html txt",
    .probe = probe,
    .read = read_vdbench,
};
