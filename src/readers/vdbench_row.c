#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "readers/vdbench.h"

const struct vdbench_column *vdbench_find(const struct vdbench_column *table,
                                          const char *name)
{
    for (; table->name != NULL; table++)
        if (strcasecmp(table->name, name) == 0)
            return table;
    return NULL;
}

static const char *cell_of(const struct vdbench_row *r, const char *name)
{
    for (size_t i = 0; i < r->count; i++)
        if (strcasecmp(r->names[i], name) == 0)
            return r->cells[i];
    return NULL;
}

/* Whether the direction was at work: by the share of reads, or by the operation's own
 * rate in a file system run. */
static bool idle(const struct vdbench_row *r, const char *op)
{
    struct arena *a = r->h->runs->arena;
    if (op == NULL || strcmp(op, "sys") == 0)
        return false;
    const char *rate = cell_of(r, arena_printf(a, "%s rate", op));
    if (rate == NULL)
        rate = cell_of(r, arena_printf(a, "%s_rate", op));
    if (rate != NULL)
        return strtod(rate, NULL) == 0;
    const char *share = cell_of(r, r->share);
    if (share == NULL)
        return false;
    return strtod(share, NULL) == (strcmp(op, "read") == 0 ? 0 : 100);
}

static bool nothing_done(const struct vdbench_row *r)
{
    static const char *const rates[] = { "i/o rate", "reqstdops rate", "rate" };
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        const char *rate = cell_of(r, rates[i]);
        if (rate != NULL && strtod(rate, NULL) == 0)
            return true;
    }
    return false;
}

void vdbench_put(const struct vdbench_row *r, const struct vdbench_column *c,
                 const char *cell)
{
    /* The share of processors is NaN where nothing was sampled. */
    bool nan = strcmp(c->metric, "cpu") == 0 && strcmp(cell, "NaN") == 0;
    if (nan || strcmp(cell, "n/a") == 0 || nothing_done(r) || idle(r, c->op))
        return;
    harvest_own(r->h, "op", c->op);
    harvest_read(r->h, r->line, cell, c->metric, c->statistic, c->unit);
    harvest_own(r->h, "op", NULL);
}

void vdbench_close(const struct vdbench_row *r)
{
    if (nothing_done(r))
        harvest_discard(r->h);
    harvest_commit(r->h);
}

const char *vdbench_size(struct arena *a, const char *text)
{
    static const char letters[] = "kmgt", *const units[] = { "KiB", "MiB", "GiB",
                                                             "TiB" };
    size_t n = strspn(text, "0123456789.");
    const char *letter = text[n] != '\0' ? strchr(letters, text[n] | 32) : NULL;
    return arena_printf(a, "%.*s %s", (int)n, text,
                        letter != NULL ? units[letter - letters] : "B");
}
