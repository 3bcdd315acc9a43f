#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "readers/hammerdb.h"

/* "VIRTUAL USER 2 : ELAPSED TIME : 912505ms", "SUMMARY OF 8 ACTIVE VIRTUAL USERS :
 * ...", "PROC: NEWORD". */
static bool head_line(struct hammerdb_profile *p, struct harvest *h,
                      const struct line *l)
{
    struct arena *a = h->runs->arena;
    const char *q = strstr(l->text, ">>>>> ");
    if (q == NULL)
        return false;
    q += 6;
    const char *number = q + strcspn(q, "0123456789");
    const char *digits = arena_strndup(a, number, strspn(number, "0123456789"));
    if (strncmp(q, "VIRTUAL USER ", 13) == 0) {
        p->user = digits;
    } else if (strncmp(q, "SUMMARY OF ", 11) == 0) {
        p->user = NULL;
        harvest_set(h, "clients", digits);
    } else if (strncmp(q, "PROC: ", 6) == 0) {
        p->procedure = arena_strdup(a, q + 6);
    }
    return true;
}

static const struct {
    const char *label, *metric, *statistic, *unit;
} fields[] = {
    { "CALLS: ", "count", "count", "" },    { "MIN: ", "latency", "min", "ms" },
    { "AVG: ", "latency", "mean", "ms" },   { "MAX: ", "latency", "max", "ms" },
    { "P99: ", "latency", "p99", "ms" },    { "P95: ", "latency", "p95", "ms" },
    { "P50: ", "latency", "median", "ms" }, { "SD: ", "latency", "stddev", "us" },
};

/* "CALLS: 41234MIN: 2.409msAVG: 9.169ms..."; the deviation alone is in microseconds. */
static bool glued_line(struct hammerdb_profile *p, struct harvest *h,
                       const struct line *l)
{
    if (text_begins(l->text, "CALLS") == NULL && text_begins(l->text, "P99") == NULL)
        return false;
    harvest_own(h, "op", p->procedure);
    harvest_own(h, "vuser", p->user);
    for (size_t i = 0; p->procedure != NULL && i < sizeof fields / sizeof *fields;
         i++) {
        const char *q = strstr(l->text, fields[i].label), *after;
        struct figure f;
        if (q == NULL || !text_figure(l, q + strlen(fields[i].label), &f, &after))
            continue;
        bool whole = isalpha((unsigned char)*after);
        f.cut = f.cut || (l->cut && !whole);
        harvest_put(h, &f, fields[i].metric, fields[i].statistic, fields[i].unit);
    }
    harvest_own(h, "vuser", NULL);
    harvest_own(h, "op", NULL);
    return true;
}

/* One field of etprof: "MIN-5028", "P50%-15089". */
static void bar_field(struct harvest *h, const struct line *l, const char *p)
{
    struct arena *a = h->runs->arena;
    const char *dash = strchr(p, '-'), *bar = strchr(p, '|');
    struct figure f;
    if (dash == NULL || bar == NULL || dash > bar ||
        !text_figure(l, dash + 1, &f, NULL))
        return;
    const char *name = NULL;
    if (*p == 'P' && isdigit((unsigned char)p[1]))
        name = harvest_percentile(a, p + 1);
    else if (strncmp(p, "MIN", 3) == 0)
        name = "min";
    else if (strncmp(p, "MAX", 3) == 0)
        name = "max";
    else if (strncmp(p, "AVG", 3) == 0)
        name = "mean";
    if (name != NULL)
        harvest_put(h, &f, "latency", name, "us");
    else if (strncmp(p, "SAMPLES", 7) == 0)
        harvest_put(h, &f, "count", "count", "");
}

static bool bar_line(struct harvest *h, const struct line *l)
{
    const char *p = strchr(l->text, '|');
    if (p == NULL || strstr(p, "|MIN-") == NULL)
        return false;
    harvest_own(h, "op", arena_strndup(h->runs->arena, p + 1, strcspn(p + 1, "|")));
    for (p = strchr(p + 1, '|'); p != NULL; p = strchr(p + 1, '|'))
        bar_field(h, l, p + 1);
    harvest_own(h, "op", NULL);
    return true;
}

bool hammerdb_profile_line(struct hammerdb_profile *p, struct harvest *h,
                           const struct line *l)
{
    return head_line(p, h, l) || glued_line(p, h, l) || bar_line(h, l);
}
