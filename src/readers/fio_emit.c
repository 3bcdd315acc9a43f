/* Groups of fio jobs as measurements. */
#include "readers/fio.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "measure/checks.h"

/* The top of fio's histogram in microseconds: 2.x and 3.x, whose ns buckets end there
 * too. */
#define TOP_BUCKET_US 17112760.0
enum { SHORT_SECONDS = 1 };

static bool has(const struct fio_options *o, enum fio_option i)
{
    return o->given >> i & 1;
}

/* As given; fio's default where the file lists options and not this one; NULL: not
 * known, or not the same in all jobs. */
static const char *option(const struct fio_options *o, enum fio_option i,
                          const char *otherwise)
{
    if (has(o, i))
        return o->text[i][0] != '\0' || i == OPT_TIME_BASED ? o->text[i] : NULL;
    return o->known ? otherwise : NULL;
}

static bool yes(const struct fio_options *o, enum fio_option i)
{
    return has(o, i) && strcmp(o->text[i], "0") != 0;
}

/* 0: not known. */
static double threads_of(const struct fio_cast *g)
{
    double sum = 0;
    if (g->sames_full || (!g->options.known && !has(&g->options, OPT_NUMJOBS)))
        return 0;
    for (size_t i = 0; i < g->same_count; i++) {
        const struct fio_same *s = &g->sames[i];
        sum += s->count > 1 || s->numjobs < 1 ? s->count : s->numjobs;
    }
    return sum;
}

static void set_block_size(struct harvest *h, const struct fio_options *o)
{
    const char *range = option(o, OPT_BSRANGE, NULL),
               *split = option(o, OPT_BSSPLIT, NULL);
    const char *text = option(o, OPT_BS, "4k");
    if (range != NULL || split != NULL)
        harvest_word(h, "block_size", range != NULL ? range : split);
    else if (text != NULL && strchr(text, ',') != NULL)
        harvest_word(h, "block_size", text);
    else if (text != NULL && fio_block_size(o, FIO_READ) > 0)
        harvest_setf(h, "block_size", "%.0f B", fio_block_size(o, FIO_READ));
}

static void set_read_share(struct harvest *h, const struct fio_options *o,
                           const char *rw)
{
    if (strncmp(rw, "randrw", 6) == 0 || strncmp(rw, "rw", 2) == 0 ||
        strncmp(rw, "readwrite", 9) == 0) {
        const char *reads = option(o, OPT_MIXREAD, NULL);
        const char *writes = option(o, OPT_MIXWRITE, NULL);
        double share = reads != NULL    ? fio_size(reads, false)
                       : writes != NULL ? 100 - fio_size(writes, false)
                       : has(o, OPT_MIXREAD) || !o->known ? -1
                                                          : 50;
        if (share >= 0)
            harvest_setf(h, "read_pct", "%g %%", share);
    } else if (strncmp(rw, "read", 4) == 0 || strncmp(rw, "randread", 8) == 0) {
        harvest_set(h, "read_pct", "100 %");
    } else if (strncmp(rw, "write", 5) == 0 || strncmp(rw, "randwrite", 9) == 0) {
        harvest_set(h, "read_pct", "0 %");
    }
}

static void set_rate(struct harvest *h, const struct fio_options *o)
{
    const char *iops = option(o, OPT_RATE_IOPS, NULL),
               *rate = option(o, OPT_RATE, NULL);
    if (iops != NULL && strchr(iops, ',') == NULL && fio_size(iops, false) > 0)
        harvest_setf(h, "rate", "%.0f 1/s", fio_size(iops, false));
    else if (rate != NULL && strchr(rate, ',') == NULL && fio_size(rate, false) > 0)
        harvest_setf(h, "rate", "%.0f B/s", fio_size(rate, false));
    else if (iops != NULL || rate != NULL)
        harvest_word(h, "rate", iops != NULL ? iops : rate);
}

static void set_parameters(const struct fio_run *run, const struct fio_cast *g,
                           struct harvest *h)
{
    const struct fio_options *o = &g->options;
    const char *rw = option(o, OPT_RW, "read");
    const char *depth = option(o, OPT_IODEPTH, "1");
    double threads = threads_of(g);
    if (!g->mixed_names)
        harvest_word(h, "job", g->name);
    if (rw != NULL) {
        harvest_word(h, "rw", rw);
        set_read_share(h, o, rw);
    }
    set_block_size(h, o);
    if (depth != NULL)
        harvest_set(h, "queue_depth", depth);
    if (threads > 0)
        harvest_setf(h, "threads", "%.0f", threads);
    if (option(o, OPT_ENGINE, NULL) != NULL)
        harvest_word(h, "engine", option(o, OPT_ENGINE, NULL));
    unsigned drives = o->files > 1 ? o->files : run->drives;
    if (drives > 0)
        harvest_setf(h, "drives", "%u", drives);
    if (run->clients)
        harvest_setf(h, "clients", "%u", g->hosts);
    if (option(o, OPT_FSYNC, NULL) != NULL)
        harvest_set(h, "fsync", o->text[OPT_FSYNC]);
    if (option(o, OPT_FDATASYNC, NULL) != NULL)
        harvest_set(h, "fdatasync", o->text[OPT_FDATASYNC]);
    if (option(o, OPT_SYNC, NULL) != NULL)
        harvest_word(h, "sync", o->text[OPT_SYNC]);
    set_rate(h, o);
}

static void set_state(const struct fio_cast *g, struct harvest *h)
{
    const struct fio_options *o = &g->options;
    struct arena *a = h->runs->arena;
    if (!o->known)
        return;
    bool direct = has(o, OPT_DIRECT)     ? yes(o, OPT_DIRECT)
                  : has(o, OPT_BUFFERED) ? !yes(o, OPT_BUFFERED)
                                         : false;
    harvest_state(h, "direct", direct ? "yes" : "no");
    double ramp = fio_seconds(o->text[OPT_RAMP]),
           asked = fio_seconds(o->text[OPT_RUNTIME]);
    if (ramp > 0)
        harvest_state(h, "ramp_time", arena_printf(a, "%g s", ramp));
    if (asked > 0)
        harvest_state(h, "run_time", arena_printf(a, "%g s", asked));
    double size = fio_size(o->text[OPT_SIZE], false);
    if (size > 0)
        harvest_state(h, "working_set", arena_printf(a, "%.0f B", size));
}

static struct figure figure_of(const struct harvest *h, const struct fio_value *v)
{
    struct figure f = { .x = v->x, .given = v->given, .cut = v->cut };
    f.at = (struct where){ h->file->path, v->line, v->column };
    if (v->is_exact) {
        int128 scale = 1;
        for (int i = 0; i < v->places; i++)
            scale *= 10;
        f.is_exact = exact_ratio(v->mantissa, scale, &f.exact);
        f.places = v->places;
    }
    return f;
}

static struct measurement *put(struct harvest *h, const struct fio_value *v,
                               const char *metric, const char *statistic,
                               const char *unit)
{
    struct figure f = figure_of(h, v);
    size_t before = h->waiting_count;
    harvest_put(h, &f, metric, statistic, unit);
    return h->waiting_count > before ? harvest_last(h) : NULL;
}

static void put_spread(struct harvest *h, const struct fio_spread *s,
                       const char *metric, const char *unit)
{
    const struct fio_value *values[] = { &s->stddev, &s->min, &s->max };
    static const char *const names[] = { "stddev", "min", "max" };
    for (size_t i = 0; s->samples > 0 && i < 3; i++) {
        struct measurement *m = put(h, values[i], metric, names[i], unit);
        if (m != NULL)
            m->samples = s->samples;
    }
}

static void put_percentiles(struct harvest *h, const struct fio_latency *l,
                            uint32_t flags)
{
    const char *unit = l->percentile_unit != NULL ? l->percentile_unit : l->unit;
    double top = TOP_BUCKET_US * (*unit == 'n' ? 1e3 : *unit == 'm' ? 1e-3 : 1);
    for (size_t i = 0; i < l->percentile_count; i++) {
        const struct fio_percentile *p = &l->percentiles[i];
        const char *name = harvest_percentile(h->runs->arena, p->digits);
        struct measurement *m = put(h, &p->value, "latency", name, unit);
        struct fio_value share = { 0 };
        if (m == NULL)
            continue;
        fio_number(p->digits, strlen(p->digits), &share);
        m->samples = l->estimated ? 0 : l->count;
        m->flags |= flags;
        /* A text in ms rounds the bound up to the next one. */
        if (p->value.x >= (*unit == 'm' ? floor(top) : top * (1 - 1e-9)))
            m->flags |= UINT32_C(1) << FLAG_SATURATED;
        if (l->count > 0 && l->count * (1 - share.x / 100) < 1)
            m->flags |= UINT32_C(1) << FLAG_SHORT;
    }
}

static void put_latency(struct harvest *h, const struct fio_latency *l, uint32_t flags)
{
    const struct fio_value *values[] = { &l->mean, &l->stddev, &l->min, &l->max };
    static const char *const names[] = { "mean", "stddev", "min", "max" };
    for (size_t i = 0; i < 4; i++) {
        struct measurement *m = put(h, values[i], "latency", names[i], l->unit);
        if (m != NULL) {
            m->samples = l->estimated ? 0 : l->count;
            m->flags |= flags;
        }
    }
    put_percentiles(h, l, flags);
}

static void put_side(struct harvest *h, const struct fio_side *s, enum fio_op op,
                     const char *note)
{
    bool limited = false;
    for (size_t i = 0; i < h->count; i++)
        limited = limited || strcmp(h->items[i].key, "rate") == 0;
    const char *why = s->note != NULL ? s->note : note;
    why = why != NULL ? arena_strdup(h->runs->arena, why) : NULL;
    size_t first = h->waiting_count;
    harvest_own(h, "op", fio_op_names[op]);
    put(h, &s->iops, "iops", "mean", "1/s");
    if (s->bandwidth_unit != NULL)
        put(h, &s->bandwidth, "bandwidth", "mean", s->bandwidth_unit);
    put_spread(h, &s->iops_over_time, "iops", "1/s");
    put_spread(h, &s->bandwidth_over_time, "bandwidth", "KiB/s");
    /* A job that waits for its rate starts late what it should have started in time. */
    uint32_t flags = limited ? UINT32_C(1) << FLAG_OMISSION : 0;
    for (size_t i = 0; i < FIO_STAGES; i++) {
        const struct fio_latency *l = &s->stages[i];
        /* What was not measured is written as nothing: with gtod_reduce, or the
         * submission of an engine that does not queue. */
        if (l->unit == NULL || (l->max.x <= 0 && (i == FIO_SLAT || l->mean.x <= 0)))
            continue;
        harvest_own(h, "stage", op == FIO_SYNC ? NULL : fio_stage_names[i]);
        put_latency(h, l, flags);
    }
    harvest_own(h, "stage", NULL);
    for (size_t i = first; i < h->waiting_count; i++) {
        struct measurement *m = &h->waiting[i].m;
        m->duration = s->seconds;
        m->samples = m->samples > 0 ? m->samples : s->ios;
        m->note = why;
        if (why != NULL)
            m->flags |= UINT32_C(1) << FLAG_DISAGREES;
    }
}

/* Little's law over all sides; NULL where it holds or cannot be asked. */
static const char *check_group(const struct fio_group *g, struct arena *a)
{
    const char *depth = option(&g->all.options, OPT_IODEPTH, "1");
    double most = threads_of(&g->all) * (depth != NULL ? fio_size(depth, false) : 0);
    double rate = 0, time = 0;
    enum fio_op last = g->sides[FIO_READ].present || g->sides[FIO_WRITE].present ||
                               g->sides[FIO_TRIM].present
                           ? FIO_TRIM
                           : FIO_MIXED;
    for (size_t i = 0; i <= last; i++) {
        const struct fio_side *s = &g->sides[i];
        const struct fio_latency *l = &s->stages[FIO_LAT];
        if (l->unit == NULL)
            l = &s->stages[FIO_CLAT];
        if (!s->present || l->unit == NULL || i == FIO_SYNC)
            continue;
        double unit = *l->unit == 'n' ? 1e9 : *l->unit == 'u' ? 1e6 : 1e3;
        rate += s->iops.x;
        time += s->iops.x * l->mean.x / unit;
    }
    return rate > 0 ? check_little(a, rate, time / rate, most, 0.05) : NULL;
}

/* What holds for all of a group. */
static uint32_t group_flags(const struct fio_run *run, const struct fio_group *g)
{
    const struct fio_options *o = &g->all.options;
    double asked = fio_seconds(o->text[OPT_RUNTIME]);
    uint32_t flags = run->flags;
    if (yes(o, OPT_TIME_BASED) && asked > 0 && g->seconds < 0.98 * asked)
        flags |= UINT32_C(1) << FLAG_INTERRUPTED;
    if (g->seconds > 0 && g->seconds < SHORT_SECONDS)
        flags |= UINT32_C(1) << FLAG_SHORT;
    if (g->failed > 0)
        flags |= UINT32_C(1) << FLAG_ERRORS;
    return flags;
}

static void emit_side(const struct fio_run *run, const struct fio_group *g,
                      enum fio_op op, const char *note, struct harvest *h)
{
    const struct fio_cast *cast = &g->casts[op];
    struct fio_side side = g->sides[op];
    harvest_forget(h);
    set_parameters(run, cast, h);
    set_state(cast, h);
    h->flags = group_flags(run, g);
    /* Of many processes, those of one are reported: axboe/fio issue 519. */
    if (threads_of(cast) != 1)
        side.iops_over_time = side.bandwidth_over_time = (struct fio_spread){ 0 };
    put_side(h, &side, op, note);
    harvest_commit(h);
}

static void emit_group(const struct fio_run *run, const struct fio_group *g,
                       struct harvest *h)
{
    enum { WARNINGS = 50 };
    struct where at = { h->file->path, g->line, 0 };
    bool any = false;
    const char *note = check_group(g, h->runs->arena);
    for (size_t i = 0; i < FIO_OPS; i++)
        if (g->sides[i].present) {
            emit_side(run, g, (enum fio_op)i, note, h);
            any = true;
        }
    if (h->dg->warnings >= WARNINGS)
        return;
    if (!any)
        diag_warn(h->dg, at, "job '%s' did no I/O%s; it gives no measurement",
                  g->all.name, g->failed > 0 ? " and failed" : "");
    else if (g->failed > 0)
        diag_warn(h->dg, at, "%u of %u jobs of group %ld had errors; see the flags",
                  g->failed, g->all.jobs, g->id);
}

void fio_run_emit(struct fio_run *run, struct harvest *h)
{
    fio_run_settle(run);
    for (size_t i = 0; i < run->count; i++)
        emit_group(run, run->groups[i], h);
}
