/* elbencho's CSV, live CSV, text and JSON, and the CSV of its storage sweep.
 *
 * Columns come in pairs: when the first worker was done and when the last was; the last
 * counts.  MiB/s are 2^20, latencies microseconds, sizes bytes.  A phase without I/O
 * has empty cells: missing.  The sweep's CSV names no unit; its documentation says
 * gigabits a second, so both readings are given and flagged.
 */
#include "readers/elbencho.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

static struct probe probe(const char *head, size_t length)
{
    if (text_contains(head, length, "ISO date,label,path type,"))
        return (struct probe){ 95, "has the header of elbencho's CSV" };
    if (text_contains(head, length, "ISO Date,Label,Phase,RuntimeMS,"))
        return (struct probe){ 95, "has the header of elbencho's live CSV" };
    if (text_contains(head, length, "\"phase_type\"") &&
        text_contains(head, length, "\"last_done\""))
        return (struct probe){ 95, "has elbencho's phase_type and last_done" };
    if (text_contains(head, length, "OPERATION") &&
        text_contains(head, length, "FIRST DONE") &&
        text_contains(head, length, "LAST DONE"))
        return (struct probe){ 90, "has elbencho's FIRST DONE and LAST DONE" };
    if (text_contains(head, length, "Dataset,Mean-value"))
        return (struct probe){ 70, "has the header of elbencho's storage sweep" };
    return (struct probe){ 0, "neither elbencho's CSV header nor 'LAST DONE'" };
}

static const struct {
    const char *name, *metric, *statistic, *unit;
} figures[] = {
    { "time ms [last]", "elapsed", "mean", "ms" },
    { "entries/s [last]", "throughput", "mean", "1/s" },
    { "IOPS [last]", "iops", "mean", "1/s" },
    { "MiB/s [last]", "bandwidth", "mean", "MiB/s" },
    { "CPU% [last]", "cpu", "mean", "%" },
    { "IO lat us [min]", "latency", "min", "us" },
    { "IO lat us [avg]", "latency", "mean", "us" },
    { "IO lat us [max]", "latency", "max", "us" },
};

static const struct {
    const char *name, *key, *unit;
} settings[] = {
    { "label", "label", NULL },
    { "path type", "path_type", NULL },
    { "paths", "drives", "" },
    { "hosts", "hosts", "" },
    { "threads", "threads", "" },
    { "file size", "size", " B" },
    { "block size", "block_size", " B" },
    { "direct IO", "direct", NULL },
    { "IO depth", "queue_depth", "" },
    { "dirs", "dirs", "" },
    { "files", "files", "" },
};

static void csv_setting(struct harvest *h, const char *name, const char *cell)
{
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        if (strcmp(name, settings[i].name) != 0 || *cell == '\0')
            continue;
        if (strcmp(name, "direct IO") == 0)
            harvest_state(h, "direct", *cell == '1' ? "yes" : "no");
        else if (settings[i].unit == NULL)
            harvest_word(h, settings[i].key, cell);
        else
            harvest_setf(h, settings[i].key, "%s%s", cell, settings[i].unit);
    }
    if (strcmp(name, "random") == 0 && *cell != '\0')
        harvest_set(h, "random", *cell == '1' ? "yes" : "no");
    if (strcmp(name, "operation") == 0) {
        char *op = arena_strdup(h->runs->arena, cell);
        for (char *p = op; *p != '\0'; p++)
            *p = (char)tolower((unsigned char)*p);
        harvest_word(h, "op", op);
    }
}

static void csv_figure(struct harvest *h, const struct line *row, const char *name,
                       const char *cell)
{
    /* Of a mixed phase the plain columns are its writes. */
    if (strncmp(name, "rwmix read ", 11) == 0) {
        harvest_own(h, "op", "read");
        csv_figure(h, row, name + 11, cell);
        harvest_own(h, "op", NULL);
        return;
    }
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        if (strcmp(name, figures[i].name) == 0 && *cell != '\0')
            harvest_read(h, row, cell, figures[i].metric, figures[i].statistic,
                         figures[i].unit);
    if (strncmp(name, "Ent lat us [", 12) != 0 || *cell == '\0')
        return;
    harvest_own(h, "of", "entry");
    harvest_read(h, row, cell, "latency",
                 strstr(name, "min")   ? "min"
                 : strstr(name, "avg") ? "mean"
                                       : "max",
                 "us");
    harvest_own(h, "of", NULL);
}

void elbencho_mixed(struct harvest *h, const char *operation)
{
    const char *share = operation + strcspn(operation, "0123456789");
    harvest_word(h, "rw", operation);
    harvest_word(h, "op", "write");
    if (*share != '\0')
        harvest_setf(h, "read_pct", "%.*s %%", (int)strspn(share, "0123456789"), share);
}

static size_t split(char *copy, const char **cells)
{
    size_t n = 0;
    for (char *p = copy; n < ELBENCHO_COLUMNS; p++) {
        cells[n++] = p;
        p += strcspn(p, ",");
        if (*p == '\0')
            break;
        *p = '\0';
    }
    return n;
}

static void csv_row(struct elbencho *e, const struct line *l)
{
    struct harvest *h = &e->h;
    char *copy = arena_strdup(h->runs->arena, l->text);
    const char *cells[ELBENCHO_COLUMNS];
    struct line row = *l;
    size_t n = split(copy, cells);
    row.text = copy;
    if (strncmp(l->text, "ISO date,", 9) == 0) {
        memcpy(e->names, cells, sizeof cells);
        e->count = n;
        return;
    }
    if (n < 2)
        return;
    if (n != e->count) {
        if (!l->cut)
            h->ok =
                diag_error(h->dg, l->at, "this row has %zu cells, its header %zu names",
                           n, e->count);
        return;
    }
    const char *operation = "";
    bool mixed = false;
    harvest_forget(h);
    for (size_t i = 0; i < n; i++) {
        csv_setting(h, e->names[i], cells[i]);
        csv_figure(h, &row, e->names[i], cells[i]);
        if (strcmp(e->names[i], "time ms [last]") == 0)
            h->duration = strtod(cells[i], NULL) / 1e3;
        if (strcmp(e->names[i], "operation") == 0)
            operation = cells[i];
        mixed = mixed || (strncmp(e->names[i], "rwmix read ", 11) == 0 && *cells[i]);
    }
    if (mixed)
        elbencho_mixed(h, operation);
    harvest_commit(h);
}

/* "512x2GiB,88.441" */
static void sweep_row(struct elbencho *e, const struct line *l)
{
    struct harvest *h = &e->h;
    const char *comma = strchr(l->text, ',');
    struct figure f;
    if (comma == NULL || strncmp(l->text, "Dataset,", 8) == 0)
        return;
    harvest_word(h, "dataset",
                 arena_strndup(h->runs->arena, l->text, (size_t)(comma - l->text)));
    if (!text_figure(l, comma + 1, &f, NULL)) {
        if (!l->cut)
            harvest_no_number(h, l, comma + 1);
        return;
    }
    struct figure bits = harvest_figure(f.x / 8, f.at);
    bits.is_exact = f.is_exact && exact_div(f.exact, exact_int(8), &bits.exact);
    bits.cut = f.cut;
    bits.places = f.places;
    harvest_flag(h, FLAG_UNIT);
    harvest_own(h, "unit", "Gbit/s");
    harvest_put(h, &bits, "bandwidth", "mean", "GB/s");
    harvest_own(h, "unit", "GB/s");
    harvest_put(h, &f, "bandwidth", "mean", "GB/s");
    harvest_own(h, "unit", NULL);
    harvest_commit(h);
}

static void live_line(struct elbencho *e, const struct line *l)
{
    const char *cells[ELBENCHO_COLUMNS];
    struct line row = *l;
    char *copy = arena_strdup(e->h.runs->arena, l->text);
    size_t n = split(copy, cells);
    row.text = copy;
    if (strncmp(l->text, "ISO Date,", 9) == 0) {
        elbencho_live_end(e);
        memcpy(e->names, cells, sizeof cells);
        e->count = n;
    } else if (n > 1 && n >= e->count) {
        elbencho_live_row(e, &row, cells);
    } else if (n > 1 && !l->cut) {
        e->h.ok =
            diag_error(e->h.dg, l->at, "this row has %zu cells, its header %zu names",
                       n, e->count);
    }
}

/* A side of mixed phases at a time, because their rows take turns. */
static bool read_live(struct elbencho *e, const struct raw *raw)
{
    static const char *const sides[] = { "", "Write", "Read" };
    struct text t;
    struct line l;
    for (size_t i = 0; i < 3; i++) {
        size_t errors = e->h.dg->errors;
        if (!text_open(&t, e->h.runs->arena, &raw->source, e->h.dg))
            return false;
        e->side = sides[i];
        e->count = 0;
        while (text_line(&t, &l) && e->h.dg->errors < DIAG_MOST)
            live_line(e, &l);
        elbencho_live_end(e);
        if (e->h.dg->errors > errors)
            break; /* once is enough */
    }
    return harvest_end(&e->h, "no phase has a row of rank Total");
}

static bool read_elbencho(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct elbencho e = { .h = harvest_on(raw, "elbencho", runs, dg) };
    struct text t;
    struct line l;
    bool sweep = false;
    if (text_contains(raw->source.bytes, raw->source.length, "\"phase_type\""))
        return elbencho_json(&e.h, &raw->source);
    if (text_contains(raw->source.bytes, raw->source.length,
                      "ISO Date,Label,Phase,RuntimeMS,"))
        return read_live(&e, raw);
    if (!text_open(&t, runs->arena, &raw->source, dg))
        return false;
    while (text_line(&t, &l) && dg->errors < DIAG_MOST) {
        sweep = sweep || strncmp(l.text, "Dataset,Mean-value", 18) == 0;
        if (sweep)
            sweep_row(&e, &l);
        else if (e.count > 0 || strncmp(l.text, "ISO date,", 9) == 0)
            csv_row(&e, &l);
        else
            elbencho_text_line(&e, &l);
    }
    return harvest_end(&e.h, "no phase has a result");
}

const struct reader reader_elbencho = {
    .name = "elbencho",
    .summary = "elbencho's CSV, JSON, text and storage sweep",
    .extensions = "csv json txt",
    .probe = probe,
    .read = read_elbencho,
};
