/* iozone: the table of automatic mode, and the sums of throughput mode.
 *
 * Kbytes are 1024 bytes.  A figure belongs to the heading whose end is nearest to its
 * own; blanks stand for tests that were not run.  The tables that -R adds in quotes
 * hold the same figures again and are left out.
 */
#include "readers/harvest.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"

enum { COLUMNS = 32 };

struct column {
    const char *op;
    size_t end; /* the byte behind its heading */
};

struct job {
    struct harvest h;
    char *upper; /* the line before */
    struct column columns[COLUMNS];
    size_t count; /* 0: not inside a table */
    const char *unit, *metric;
    bool unit_told;
    bool excel; /* behind -R's tables */
};

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, "Iozone: Performance Test of File I/O"))
        return (struct probe){ 95, "has iozone's title" };
    if (text_contains(head, length, "reclen") &&
        text_contains(head, length, "rewrite") && text_contains(head, length, "reread"))
        return (struct probe){ 80, "has iozone's headings" };
    return (struct probe){ 0, "no title of iozone and no headings reclen, rewrite" };
}

/* The word of the upper line whose end is nearest to `end`, within its length. */
static const char *above(struct arena *a, const char *upper, size_t end)
{
    for (size_t i = 0; upper[i] != '\0';) {
        i += strspn(upper + i, " \t");
        size_t n = strcspn(upper + i, " \t");
        if (n > 0 && i < end && i + n + 1 >= end - 1 && i + n <= end + 2)
            return arena_strndup(a, upper + i, n);
        i += n;
    }
    return NULL;
}

/* "random read" of the two lines, "bkwd read" as "backward read". */
static const char *name_of(struct arena *a, const char *upper, const char *word)
{
    if (upper == NULL)
        return word;
    if (strcmp(upper, "bkwd") == 0)
        upper = "backward";
    return arena_printf(a, "%s %s", upper, word);
}

static bool header_line(struct job *j, const struct line *l)
{
    struct arena *a = j->h.runs->arena;
    if (strstr(l->text, " reclen ") == NULL || strstr(l->text, "write") == NULL)
        return false;
    j->count = 0;
    size_t words = 0;
    for (size_t i = 0; l->text[i] != '\0' && j->count < COLUMNS; words++) {
        i += strspn(l->text + i, " \t");
        size_t n = strcspn(l->text + i, " \t");
        if (n == 0)
            break;
        if (words >= 2) {
            const char *word = arena_strndup(a, l->text + i, n);
            const char *up = j->upper != NULL ? above(a, j->upper, i + n) : NULL;
            j->columns[j->count++] = (struct column){ name_of(a, up, word), i + n };
        }
        i += n;
    }
    return true;
}

/* Where headings and figures are as many, they go in order. */
static size_t nearest_column(const struct job *j, size_t end, size_t from)
{
    size_t best = from;
    for (size_t i = from; i < j->count; i++) {
        size_t d =
            j->columns[i].end > end ? j->columns[i].end - end : end - j->columns[i].end;
        size_t b = j->columns[best].end > end ? j->columns[best].end - end
                                              : end - j->columns[best].end;
        best = d < b ? i : best;
    }
    return best;
}

static void put_cell(struct job *j, const struct line *l, size_t start, size_t column)
{
    struct figure f;
    if (column >= j->count) {
        j->h.ok = diag_error(j->h.dg, l->at, "this row has more figures than headings");
        return;
    }
    harvest_own(&j->h, "op", j->columns[column].op);
    if (!text_figure(l, l->text + start, &f, NULL))
        harvest_no_number(&j->h, l, l->text + start);
    else if (f.x > 0) /* a test that was not run may stand as 0 */
        harvest_put(&j->h, &f, j->metric, "mean", j->unit);
    harvest_own(&j->h, "op", NULL);
}

static void row_line(struct job *j, const struct line *l)
{
    size_t starts[COLUMNS + 2], ends[COLUMNS + 2], n = 0;
    for (size_t i = 0; l->text[i] != '\0' && n < COLUMNS + 2; n++) {
        i += strspn(l->text + i, " \t");
        size_t length = strcspn(l->text + i, " \t");
        if (length == 0)
            break;
        starts[n] = i;
        ends[n] = i + length;
        i += length;
    }
    struct figure size, record;
    if (n < 3 || !text_figure(l, l->text, &size, NULL) ||
        !text_figure(l, l->text + starts[1], &record, NULL)) {
        j->count = n == 0 ? 0 : j->count;
        return;
    }
    harvest_setf(&j->h, "size", "%.17g KiB", size.x);
    harvest_setf(&j->h, "block_size", "%.17g KiB", record.x);
    size_t column = 0;
    for (size_t i = 2; i < n; i++) {
        column = n - 2 == j->count ? i - 2 : nearest_column(j, ends[i], column);
        put_cell(j, l, starts[i], column);
        column++;
    }
    if (!j->unit_told)
        harvest_flag(&j->h, FLAG_UNIT);
    harvest_commit(&j->h);
}

static void unit_line(struct job *j, const char *p)
{
    j->unit_told = true;
    if (strncasecmp(p, "ops/sec", 7) == 0 || strncmp(p, "operations", 10) == 0) {
        j->metric = "iops";
        j->unit = "1/s";
    } else if (strstr(p, "icroseconds") != NULL) {
        j->metric = "latency";
        j->unit = "us";
    } else {
        j->metric = "bandwidth";
        j->unit = "KiB/s";
    }
}

/* The words of the table for those of throughput mode. */
static const char *op_of(struct arena *a, const char *p, size_t length)
{
    static const char *const names[][2] = {
        { "initial writers", "write" },
        { "rewriters", "rewrite" },
        { "readers", "read" },
        { "re-readers", "reread" },
        { "random readers", "random read" },
        { "random writers", "random write" },
        { "reverse readers", "backward read" },
        { "stride readers", "stride read" },
    };
    const char *name = arena_strndup(a, p, length);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i][0]) == 0)
            return names[i][1];
    return name;
}

/* "	Children see throughput for  4 initial writers 	=  123456.78 kB/sec" */
static bool throughput_line(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    const char *p = text_begins(l->text, "Children see throughput for");
    const char *equal = p != NULL ? strrchr(p, '=') : NULL;
    struct figure f;
    if (equal == NULL)
        return false;
    size_t digits = strspn(p, "0123456789");
    const char *name = text_blanks(p + digits), *end = equal;
    while (end > name && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    harvest_own(h, "op", op_of(h->runs->arena, name, (size_t)(end - name)));
    harvest_own(h, "threads", arena_strndup(h->runs->arena, p, digits));
    if (!text_figure(l, equal + 1, &f, NULL))
        harvest_no_number(h, l, equal + 1);
    else if (strstr(equal, "ops/sec") != NULL)
        harvest_put(h, &f, "iops", "mean", "1/s");
    else if (f.x > 0 && strstr(equal, "B/sec") != NULL)
        harvest_put(h, &f, "bandwidth", "mean", "KiB/s");
    harvest_own(h, "threads", NULL);
    harvest_own(h, "op", NULL);
    return true;
}

static bool setting_line(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    const char *p = text_after(l->text, "$Revision");
    if (p != NULL)
        harvest_tool(
            h, arena_printf(h->runs->arena, "iozone %.*s", (int)strcspn(p, " $"), p));
    else if ((p = text_after(l->text, "Output is in")) != NULL)
        unit_line(j, p);
    else if (strstr(l->text, "O_DIRECT feature enabled") != NULL)
        harvest_state(h, "direct", "yes");
    else if ((p = text_begins(l->text, "Record Size")) != NULL)
        harvest_setf(h, "block_size", "%.*s KiB", (int)strcspn(p, " "), p);
    else if ((p = text_begins(l->text, "File size set to")) != NULL)
        harvest_setf(h, "size", "%.*s KiB", (int)strcspn(p, " "), p);
    else
        return false;
    return true;
}

static void read_line(struct job *j, const struct line *l)
{
    if (*text_blanks(l->text) == '"' || strstr(l->text, "Excel") != NULL)
        j->excel = *text_blanks(l->text) == '"' || j->excel;
    if (j->excel || strstr(l->text, "iozone test complete") != NULL) {
        j->count = 0;
        return;
    }
    if (setting_line(j, l) || throughput_line(j, l))
        return;
    if (!header_line(j, l) && j->count > 0)
        row_line(j, l);
    j->upper = arena_strdup(j->h.runs->arena, l->text);
}

static bool read_iozone(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "iozone", runs, dg),
                     .unit = "KiB/s",
                     .metric = "bandwidth" };
    struct text t;
    struct line l;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l) && dg->errors < DIAG_MOST)
        read_line(&j, &l);
    return harvest_end(&j.h, "the table has no row");
}

const struct reader reader_iozone = {
    .name = "iozone",
    .summary = "iozone 3, automatic and throughput mode",
    .extensions = "txt iozone out",
    .probe = probe,
    .read = read_iozone,
};
