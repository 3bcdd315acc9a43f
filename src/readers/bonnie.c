/* bonnie++'s CSV line, 1.03 to 2.00, alone or below its table.
 *
 * Rates of blocks are KiB/s, those of seeks and files are operations a second; the
 * latencies are the longest.  "+++++" was too fast to measure, an empty field was not
 * tested: both are missing.
 */
#include "readers/harvest.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { FIELDS = 64 };

static const char *const io_ops[] = {
    "putc", "write", "rewrite", "getc", "read", "seek"
};
static const char *const file_ops[] = { "sequential create", "sequential stat",
                                        "sequential delete", "random create",
                                        "random stat",       "random delete" };

struct job {
    struct harvest h;
    const char *fields[FIELDS];
    size_t count;
};

/* Cuts at commas; the copy is arena-owned. */
static void split(struct job *j, char *copy)
{
    j->count = 0;
    for (char *p = copy; j->count < FIELDS; p++) {
        j->fields[j->count++] = p;
        p += strcspn(p, ",");
        if (*p == '\0')
            break;
        *p = '\0';
    }
}

/* Where the first rate is: 0 where the line is not one of bonnie++. */
static size_t first_rate(const struct job *j)
{
    const char *const *f = j->fields;
    bool modern = strncmp(f[0], "1.9", 3) == 0;
    bool seeks = modern && f[0][3] >= '8'; /* tells the number of seeks and processes */
    if (modern)
        return j->count == (seeks ? 50 : 48) ? (seeks ? 9 : 7) : 0;
    size_t digits = j->count == 27 ? strspn(f[1], "0123456789") : 0;
    return digits > 0 && strchr("KMGT", f[1][digits]) != NULL ? 2 : 0;
}

static bool has_line(const char *head, size_t length)
{
    for (size_t i = 0, start = 0; i <= length; i++) {
        if (i < length && head[i] != '\n')
            continue;
        const char *p = head + start;
        size_t commas = 0;
        for (size_t k = start; k < i; k++)
            commas += head[k] == ',';
        bool modern = i - start > 6 && strncmp(p, "1.9", 3) == 0 && p[4] == ',';
        if ((modern && commas >= 20) ||
            (commas == 26 && memmem(p, i - start, "M,", 2)) ||
            (commas == 26 && memmem(p, i - start, "G,", 2)))
            return true;
        start = i + 1;
    }
    return false;
}

static struct probe probe(const char *head, size_t length)
{
    if (length > 3 && memcmp(head, "\xef\xbb\xbf", 3) == 0)
        head += 3, length -= 3;
    if (has_line(head, length))
        return (struct probe){ 75, "has a line of 27, 48 or 50 fields" };
    return (struct probe){ 0, "no line of 27, 48 or 50 fields as bonnie++ writes" };
}

static void put_rate(struct job *j, const struct line *l, size_t at, const char *op,
                     bool bytes)
{
    struct harvest *h = &j->h;
    const char *rate = j->fields[at], *cpu = j->fields[at + 1];
    bool seek = strcmp(op, "seek") == 0;
    harvest_own(h, "op", op);
    if (*rate != '\0' && *rate != '+')
        harvest_read(h, l, rate,
                     bytes  ? "bandwidth"
                     : seek ? "iops"
                            : "throughput",
                     "mean", bytes ? "KiB/s" : "1/s");
    if (*cpu != '\0' && *cpu != '+')
        harvest_read(h, l, cpu, "cpu", "mean", "%");
    harvest_own(h, "op", NULL);
}

static void put_latency(struct job *j, const struct line *l, size_t at, const char *op)
{
    struct figure f;
    const char *p = j->fields[at], *unit;
    if (*p == '\0' || *p == '+')
        return;
    if (!text_figure(l, p, &f, &unit)) {
        harvest_no_number(&j->h, l, p);
        return;
    }
    bool known =
        strcmp(unit, "us") == 0 || strcmp(unit, "ms") == 0 || strcmp(unit, "s") == 0;
    if (!known)
        return; /* cut short */
    harvest_own(&j->h, "op", op);
    harvest_put(&j->h, &f, "latency", "max", unit);
    harvest_own(&j->h, "op", NULL);
}

static void set_parameters(struct job *j, size_t first)
{
    struct harvest *h = &j->h;
    bool old = first == 2;
    const char *size = j->fields[old ? 1 : 5];
    size_t n = strspn(size, "0123456789");
    harvest_forget(h);
    harvest_system(h, j->fields[old ? 0 : 2]);
    if (!old) {
        harvest_tool(h, arena_printf(h->runs->arena, "bonnie++ %s", j->fields[1]));
        harvest_set(h, "threads", j->fields[3]);
    }
    if (n > 0 && strchr("KMGT", size[n]) != NULL && size[n] != '\0')
        harvest_setf(h, "size", "%.*s %ciB", (int)n, size, size[n]);
    const char *files = j->fields[first + 12];
    if (*files != '\0')
        harvest_setf(h, "files", "%.0f", 1024 * strtod(files, NULL));
}

static void read_row(struct job *j, const struct line *l)
{
    struct line row = *l;
    char *copy = arena_strdup(j->h.runs->arena, l->text);
    row.text = copy;
    split(j, copy);
    size_t first = first_rate(j);
    if (first == 0)
        return;
    set_parameters(j, first);
    for (size_t i = 0; i < 6; i++)
        put_rate(j, &row, first + 2 * i, io_ops[i], i < 5);
    size_t files = first == 2 ? 15 : first + 17;
    for (size_t i = 0; i < 6; i++)
        put_rate(j, &row, files + 2 * i, file_ops[i], false);
    for (size_t i = 0; first > 2 && i < 6; i++)
        put_latency(j, &row, files + 12 + i, io_ops[i]);
    for (size_t i = 0; first > 2 && i < 6; i++)
        put_latency(j, &row, files + 18 + i, file_ops[i]);
    harvest_commit(&j->h);
}

static bool read_bonnie(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "bonnie", runs, dg) };
    struct text t;
    struct line l;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l) && dg->errors < DIAG_MOST)
        read_row(&j, &l);
    return harvest_end(&j.h, "no line is whole");
}

const struct reader reader_bonnie = {
    .name = "bonnie",
    .summary = "bonnie++'s CSV line, 1.03 to 2.00",
    .extensions = "csv txt",
    .probe = probe,
    .read = read_bonnie,
};
