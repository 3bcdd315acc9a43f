#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "readers/elbencho.h"

static const struct {
    const char *label, *metric, *statistic, *unit;
} rows[] = {
    { "Elapsed ms", "elapsed", "mean", "ms" },
    { "Throughput MiB/s", "bandwidth", "mean", "MiB/s" },
    { "IOPS", "iops", "mean", "1/s" },
    { "Files/s", "throughput", "mean", "1/s" },
    { "Dirs/s", "throughput", "mean", "1/s" },
    { "Entries/s", "throughput", "mean", "1/s" },
    { "Total files", "count", "count", "" },
    { "Total dirs", "count", "count", "" },
    { "Total MiB", "size", "mean", "MiB" },
    { "CPU util %", "cpu", "mean", "%" },
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

/* "[ min=553 avg=3223 max=6922 ]" */
static void latency_row(struct harvest *h, const struct line *l, const char *p)
{
    static const char *const names[][2] = { { "min=", "min" },
                                            { "avg=", "mean" },
                                            { "max=", "max" } };
    struct figure f;
    for (size_t i = 0; i < 3; i++) {
        const char *q = strstr(p, names[i][0]);
        if (q != NULL && text_figure(l, q + 4, &f, NULL))
            harvest_put(h, &f, "latency", names[i][1], "us");
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

static void set_operation(struct harvest *h, const char *p, const char *label)
{
    size_t n = strcspn(p, " ");
    harvest_commit(h);
    h->duration = 0;
    char *op = arena_strndup(h->runs->arena, p, n);
    for (char *c = op; *c != '\0'; c++)
        *c = (char)tolower((unsigned char)*c);
    if (p < label)
        harvest_word(h, "op", op);
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
    const char *first = text_blanks(l->text);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *label = strstr(l->text, rows[i].label);
        struct figure f;
        if (label == NULL || label > colon)
            continue;
        if (first == l->text)
            set_operation(h, first, label);
        if (!last_figure(l, colon + 1, &f)) {
            if (!l->cut)
                harvest_no_number(h, l, colon + 1);
            return;
        }
        if (strcmp(rows[i].label, "Elapsed ms") == 0 && !f.cut)
            h->duration = f.x / 1e3;
        harvest_put(h, &f, rows[i].metric, rows[i].statistic, rows[i].unit);
        return;
    }
    if (strstr(l->text, "IO lat us") != NULL ||
        strstr(l->text, "IO latency us") != NULL)
        latency_row(h, l, colon);
}
