/* CrystalDiskMark's text, 3 to 8.
 *
 * MB/s are 10^6 bytes a second, as its head says; the KB of a block size in old
 * versions are 1024 bytes (4KB at 1776.1 IOPS is 7.275 MB/s).  From 7 on the direction
 * stands in a heading.
 */
#include "readers/harvest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct job {
    struct harvest h;
    const char *op; /* of the heading [Read]; NULL: none yet */
};

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, "CrystalDiskMark "))
        return (struct probe){ 95, "names CrystalDiskMark" };
    if (text_contains(head, length, " MB/s [") && text_contains(head, length, " IOPS]"))
        return (struct probe){ 50, "has MB/s and IOPS in brackets" };
    return (struct probe){ 0, "does not name CrystalDiskMark" };
}

/* "4KiB", "1MiB", "512KB" anywhere before the colon. */
static const char *block_size(struct arena *a, const char *text, const char *end)
{
    for (const char *p = text; p < end; p++) {
        size_t n = isdigit((unsigned char)*p) ? strspn(p, "0123456789") : 0;
        const char *u = p + n;
        if (n > 0 && (*u == 'K' || *u == 'M') &&
            (strncmp(u + 1, "iB", 2) == 0 || u[1] == 'B'))
            return arena_printf(a, "%.*s %ciB", (int)n, p, *u);
        p += n;
    }
    return NULL;
}

/* The number behind "Q=", "QD=" or "T=", blanks between. */
static const char *number_behind(struct arena *a, const char *text, const char *label)
{
    const char *p = strstr(text, label);
    if (p == NULL)
        return NULL;
    p = text_blanks(p + strlen(label));
    return arena_strndup(a, p, strspn(p, "0123456789"));
}

static bool set_parameters(struct job *j, const char *text, const char *colon)
{
    struct arena *a = j->h.runs->arena;
    const char *label = arena_strndup(a, text, (size_t)(colon - text));
    bool random = strstr(label, "Random") != NULL || strstr(label, "RND") != NULL;
    const char *op = strstr(label, "Read") != NULL    ? "read"
                     : strstr(label, "Write") != NULL ? "write"
                                                      : j->op;
    if (op == NULL)
        return false;
    const char *depth = number_behind(a, label, "Q=");
    if (depth == NULL)
        depth = number_behind(a, label, "QD=");
    harvest_set(&j->h, "block_size", block_size(a, label, label + strlen(label)));
    harvest_setf(&j->h, "rw", "%s%s", random ? "rand" : "", op);
    harvest_set(&j->h, "queue_depth", depth);
    harvest_set(&j->h, "threads", number_behind(a, label, "T="));
    return true;
}

/* "Random Read 4KiB (Q= 32,T= 1) :  7.275 MB/s [ 1776.1 IOPS] < 2393.9 us>" */
static bool result_line(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    const char *end = strstr(l->text, " MB/s"), *colon = end;
    struct figure f;
    while (colon != NULL && colon > l->text && *colon != ':')
        colon--;
    if (end == NULL || *colon != ':' || !set_parameters(j, l->text, colon))
        return false;
    if (!text_figure(l, colon + 1, &f, NULL))
        harvest_no_number(h, l, colon + 1);
    else if (f.x > 0) /* a test that was not run stands as 0.000 */
        harvest_put(h, &f, "bandwidth", "mean", "MB/s");
    const char *p = strchr(end, '['), *after;
    if (p != NULL && text_figure(l, p + 1, &f, &after) &&
        strncmp(after, " IOPS]", 6) == 0 && f.x > 0)
        harvest_put(h, &f, "iops", "mean", "1/s");
    p = strchr(end, '<');
    if (p != NULL && text_figure(l, p + 1, &f, &after) &&
        strncmp(after, " us>", 4) == 0 && f.x > 0)
        harvest_put(h, &f, "latency", "mean", "us");
    return true;
}

/* What waits belongs to one test, which the foot tells more about. */
static void foot_line(struct job *j, const struct line *l)
{
    struct harvest *h = &j->h;
    const char *p = text_begins(l->text, "Test"), *after;
    struct figure size;
    if (p == NULL || !text_figure(l, p, &size, &after))
        return;
    const char *unit = text_blanks(after);
    if (*unit != 'M' && *unit != 'G')
        return;
    harvest_forget(h);
    /* The MB of old versions are 2^20 bytes here, as its GB of drives. */
    harvest_setf(h, "size", "%.*s %ciB", (int)(after - p), p, *unit);
    harvest_commit(h);
}

/* Own words of each value: a file holds many tests, and the foot comes last. */
static void keep(struct harvest *h, size_t from)
{
    struct parameter *own = ARENA_ARRAY(h->runs->arena, h->count, struct parameter);
    for (size_t k = 0; k < h->count; k++)
        own[k] = h->items[k];
    for (size_t i = from; i < h->waiting_count; i++) {
        h->waiting[i].own = own;
        h->waiting[i].own_count = h->count;
    }
}

static bool read_crystal(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct job j = { .h = harvest_on(raw, "crystaldiskmark", runs, dg) };
    struct text t;
    struct line l;
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l)) {
        const char *p = strstr(l.text, "CrystalDiskMark ");
        if (p != NULL) {
            harvest_forget(&j.h);
            harvest_commit(&j.h);
            harvest_tool(&j.h, arena_printf(runs->arena, "CrystalDiskMark %.*s",
                                            (int)strcspn(p + 16, " "), p + 16));
        }
        if (text_begins(l.text, "[Read]") != NULL)
            j.op = "read";
        else if (text_begins(l.text, "[Write]") != NULL)
            j.op = "write";
        else if (text_begins(l.text, "[Mix]") != NULL)
            j.op = "mix";
        size_t before = j.h.waiting_count;
        if (!result_line(&j, &l))
            foot_line(&j, &l);
        if (before < j.h.waiting_count)
            keep(&j.h, before);
    }
    harvest_forget(&j.h);
    return harvest_end(&j.h, "no line has MB/s");
}

const struct reader reader_crystaldiskmark = {
    .name = "crystaldiskmark",
    .summary = "CrystalDiskMark's text, 3 to 8",
    .extensions = "txt",
    .probe = probe,
    .read = read_crystal,
};
