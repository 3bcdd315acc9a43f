#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "readers/elbencho.h"

/* By the whole label.  Rows of both sides together ("IOPS total") only add up others.
 */
static const struct {
    const char *label, *metric, *statistic, *unit, *op;
} rows[] = {
    { "Elapsed ms", "elapsed", "mean", "ms", NULL },
    { "Throughput MiB/s", "bandwidth", "mean", "MiB/s", NULL },
    { "Throughput MB/s", "bandwidth", "mean", "MB/s", NULL },
    { "MiB/s write", "bandwidth", "mean", "MiB/s", "write" },
    { "MiB/s read", "bandwidth", "mean", "MiB/s", "read" },
    { "MB/s write", "bandwidth", "mean", "MB/s", "write" },
    { "MB/s read", "bandwidth", "mean", "MB/s", "read" },
    { "IOPS", "iops", "mean", "1/s", NULL },
    { "IOPS write", "iops", "mean", "1/s", "write" },
    { "IOPS read", "iops", "mean", "1/s", "read" },
    { "Files/s", "throughput", "mean", "1/s", NULL },
    { "Files/s write", "throughput", "mean", "1/s", "write" },
    { "Files/s read", "throughput", "mean", "1/s", "read" },
    { "Dirs/s", "throughput", "mean", "1/s", NULL },
    { "Objects/s", "throughput", "mean", "1/s", NULL },
    { "Buckets/s", "throughput", "mean", "1/s", NULL },
    { "Entries/s", "throughput", "mean", "1/s", NULL },
    { "Total files", "count", "count", "", NULL },
    { "Files total", "count", "count", "", NULL },
    { "Total dirs", "count", "count", "", NULL },
    { "Dirs total", "count", "count", "", NULL },
    { "Objects total", "count", "count", "", NULL },
    { "Total MiB", "size", "mean", "MiB", NULL },
    { "MiB write", "size", "mean", "MiB", "write" },
    { "MiB read", "size", "mean", "MiB", "read" },
    { "CPU util %", "cpu", "mean", "%", NULL },
};

/* The last of the figures: when the last worker was done. */
static bool last_figure(const struct line *l, const char *p, struct figure *f)
{
    struct figure next;
    bool any = false;
    *f = (struct figure){ 0 };
    while (text_figure(l, p, &next, &p)) {
        *f = next;
        any = true;
    }
    f->cut = f->cut || l->cut; /* the last may have been the first of two */
    return any && *text_blanks(p) == '\0';
}

/* "12ms", "1.001s", "2m3.456s", "1h0m3s" at `p`, in milliseconds; *after is behind it.
 */
static bool span_ms(const struct line *l, const char *p, struct figure *f,
                    const char **after)
{
    static const struct {
        const char *unit;
        double ms;
    } units[] = { { "ms", 1 }, { "s", 1e3 }, { "m", 6e4 }, { "h", 3.6e6 } };
    double sum = 0;
    struct figure piece;
    struct where at = { 0 };
    bool any = false;
    p = text_blanks(p);
    while (*p != ' ' && text_figure(l, p, &piece, &p)) {
        size_t k = 0;
        while (k < 4 && strncmp(p, units[k].unit, strlen(units[k].unit)) != 0)
            k++;
        if (k == 4)
            return false;
        p += strlen(units[k].unit);
        sum += piece.x * units[k].ms;
        at = any ? at : piece.at;
        any = true;
    }
    *f = harvest_figure(round(sum), at);
    f->cut = l->cut;
    *after = p;
    return any && (*p == '\0' || *p == ' ');
}

/* Since 2.0: "Elapsed time : 1.001s 2m3.456s". */
static void elapsed_row(struct harvest *h, const struct line *l, const char *p)
{
    struct figure f = { 0 }, next;
    while (span_ms(l, p, &next, &p))
        f = next;
    if (!f.given || *text_blanks(p) != '\0') {
        if (!l->cut)
            harvest_no_number(h, l, p);
        return;
    }
    if (!f.cut)
        h->duration = f.x / 1e3;
    harvest_put(h, &f, "elapsed", "mean", "ms");
}

/* "[ min=553 avg=3223 max=6922 ]", in us, or "[ min=553us avg=3.22ms max=1.2s ]" */
static void latency_row(struct harvest *h, const struct line *l, const char *p)
{
    static const char *const names[][2] = { { "min=", "min" },
                                            { "avg=", "mean" },
                                            { "max=", "max" } };
    struct figure f;
    const char *after;
    for (size_t i = 0; i < 3; i++) {
        const char *q = strstr(p, names[i][0]);
        if (q == NULL || !text_figure(l, q + 4, &f, &after))
            continue;
        f.cut = f.cut || (l->cut && after + 2 >= l->text + l->length);
        harvest_put(h, &f, "latency", names[i][1],
                    strncmp(after, "ms", 2) == 0 ? "ms"
                    : *after == 's'              ? "s"
                                                 : "us");
    }
}

/* "[ 1%<=8 50%<=16 99%<=128 99.9%<=256 ]", in us: bounds of buckets. */
static void percentile_row(struct harvest *h, const struct line *l, const char *p)
{
    struct figure f;
    for (; (p = strstr(p, "%<=")) != NULL; p += 3) {
        const char *start = p;
        while (start > l->text && strchr("0123456789.", start[-1]) != NULL)
            start--;
        const char *name = harvest_percentile(
            h->runs->arena, arena_strndup(h->runs->arena, start, (size_t)(p - start)));
        if (name != NULL && text_figure(l, p + 3, &f, NULL))
            harvest_put(h, &f, "latency", name, "us");
    }
}

/* "Working on /data/sweep/1048576x1MiB with 56 threads..." */
static bool working_line(struct harvest *h, const struct line *l)
{
    const char *p = text_begins(l->text, "Working on ");
    const char *with = p != NULL ? strstr(p, " with ") : NULL;
    if (with == NULL)
        return false;
    const char *name = with;
    while (name > p && name[-1] != '/')
        name--;
    harvest_commit(h);
    harvest_word(h, "dataset",
                 arena_strndup(h->runs->arena, name, (size_t)(with - name)));
    harvest_setf(h, "threads", "%.*s", (int)strspn(with + 6, "0123456789"), with + 6);
    return true;
}

static void set_operation(struct harvest *h, const char *p)
{
    harvest_commit(h);
    h->duration = 0;
    char *op = arena_strndup(h->runs->arena, p, strcspn(p, " "));
    for (char *c = op; *c != '\0'; c++)
        *c = (char)tolower((unsigned char)*c);
    harvest_word(h, "op", op);
}

/* "IO latency", "IO rd lat % us", "Files latency us": of what and of which side. */
static bool latency_label(struct harvest *h, const struct line *l, const char *label,
                          const char *colon)
{
    const char *lat = strstr(label, "lat");
    bool io = strncmp(label, "IO ", 3) == 0;
    if (lat == NULL || lat == label || lat[-1] != ' ' || strstr(label, "hist") != NULL)
        return false;
    harvest_own(h, "of", io ? NULL : "entry");
    harvest_own(h, "op",
                strstr(label, " rd ") != NULL   ? "read"
                : strstr(label, " wr ") != NULL ? "write"
                                                : NULL);
    if (strchr(label, '%') != NULL)
        percentile_row(h, l, colon);
    else
        latency_row(h, l, colon);
    harvest_own(h, "of", NULL);
    harvest_own(h, "op", NULL);
    return true;
}

static void figure_row(struct harvest *h, const struct line *l, const char *label,
                       const char *colon)
{
    struct figure f;
    size_t i = 0, count = sizeof rows / sizeof *rows;
    while (i < count && strcmp(label, rows[i].label) != 0)
        i++;
    if (i == count)
        return;
    if (!last_figure(l, colon + 1, &f)) {
        if (!l->cut)
            harvest_no_number(h, l, colon + 1);
        return;
    }
    if (i == 0 && !f.cut)
        h->duration = f.x / 1e3;
    harvest_own(h, "op", rows[i].op);
    harvest_put(h, &f, rows[i].metric, rows[i].statistic, rows[i].unit);
    harvest_own(h, "op", NULL);
}

void elbencho_text_line(struct elbencho *e, const struct line *l)
{
    struct harvest *h = &e->h;
    const char *colon = strchr(l->text, ':');
    if (working_line(h, l))
        return;
    if (strstr(l->text, "FIRST DONE") != NULL)
        e->table = true;
    if (!e->table || colon == NULL)
        return;
    /* The phase stands before its first row, which is its time. */
    const char *start = text_blanks(l->text);
    bool first = start == l->text && strstr(start, "Elapsed ") != NULL;
    if (first)
        start = text_blanks(start + strcspn(start, " "));
    const char *end = colon;
    while (end > start && end[-1] == ' ')
        end--;
    if (end < start)
        return;
    const char *label = arena_strndup(h->runs->arena, start, (size_t)(end - start));
    if (first)
        set_operation(h, l->text);
    if (strcmp(label, "Elapsed time") == 0)
        elapsed_row(h, l, colon + 1);
    else if (!latency_label(h, l, label, colon))
        figure_row(h, l, label, colon);
}
