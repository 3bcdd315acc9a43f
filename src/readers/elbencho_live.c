/* elbencho's --livecsv: a row an interval while a phase runs.
 *
 * Rows of the workers add up to those of rank Total.  Bytes done are counted from the
 * start of a phase, so their rate is that of the last row; IOPS and latency are those
 * of each interval, and the latter weigh by the former.  The end of the phase is not in
 * it: every value is flagged as partial.
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "readers/elbencho.h"

static const char *cell(const struct elbencho *e, const char *const *cells,
                        const char *name)
{
    for (size_t i = 0; i < e->count; i++)
        if (strcmp(e->names[i], name) == 0)
            return cells[i];
    return "";
}

static bool number(struct elbencho *e, const struct line *row, const char *const *cells,
                   const char *name, struct figure *f)
{
    const char *text = cell(e, cells, name);
    return *text == '\0' || text_figure(row, text, f, NULL) ||
           harvest_no_number(&e->h, row, text);
}

void elbencho_live_end(struct elbencho *e)
{
    struct harvest *h = &e->h;
    struct elbencho_live *v = &e->live;
    if (v->rows == 0)
        return;
    harvest_forget(h);
    char *op = arena_strdup(h->runs->arena, v->phase);
    for (char *p = op; *p != '\0'; p++)
        *p = (char)tolower((unsigned char)*p);
    harvest_word(h, "label", v->label);
    harvest_word(h, "op", op);
    if (*v->mix != '\0') {
        elbencho_mixed(h, v->phase);
        harvest_word(h, "op", *v->mix == 'R' ? "read" : "write");
    }
    harvest_word(h, "sample", "interval");
    harvest_flag(h, FLAG_PARTIAL);
    h->duration = v->ms / 1e3;
    h->samples = v->rows;
    if (v->ms > 0 && v->bytes > 0) {
        struct figure rate = harvest_figure(v->bytes / v->ms * 1e3, v->at);
        harvest_put(h, &rate, "bandwidth", "mean", "B/s");
    }
    if (v->iops > 0) {
        struct figure iops = harvest_figure(v->iops / v->rows, v->at);
        struct figure latency = harvest_figure(v->weighted / v->iops, v->at);
        harvest_put(h, &iops, "iops", "mean", "1/s");
        if (v->weighted > 0)
            harvest_put(h, &latency, "latency", "mean", "us");
    }
    harvest_commit(h);
    *v = (struct elbencho_live){ 0 };
}

void elbencho_live_row(struct elbencho *e, const struct line *row,
                       const char *const *cells)
{
    struct elbencho_live *v = &e->live;
    struct figure ms = { 0 }, bytes = { 0 }, iops = { 0 }, latency = { 0 };
    const char *phase = cell(e, cells, "Phase"), *mix = cell(e, cells, "MixType");
    if (strcmp(cell(e, cells, "Rank"), "Total") != 0)
        return;
    if (!number(e, row, cells, "RuntimeMS", &ms) ||
        !number(e, row, cells, "DoneBytes", &bytes) ||
        !number(e, row, cells, "IOPS", &iops) ||
        !number(e, row, cells, "Lat IO us", &latency))
        return;
    /* The rows of both sides of a mixed phase take turns; one side at a time. */
    if (strcmp(mix, e->side) != 0)
        return;
    if (v->rows > 0 && (strcmp(v->phase, phase) != 0 || ms.x < v->ms))
        elbencho_live_end(e);
    v->phase = arena_strdup(e->h.runs->arena, phase);
    v->label = arena_strdup(e->h.runs->arena, cell(e, cells, "Label"));
    v->mix = e->side;
    v->at = row->at;
    v->ms = ms.x;
    v->bytes = bytes.x;
    v->iops += iops.x;
    v->weighted += iops.x * latency.x;
    v->rows++;
}
