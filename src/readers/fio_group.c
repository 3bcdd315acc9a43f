/* Jobs added up to groups. */
#include "readers/fio.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "measure/checks.h"

const char *const fio_op_names[FIO_OPS] = { "read", "write", "trim", "sync", "mixed" };
const char *const fio_stage_names[FIO_STAGES] = { "slat", "clat", "lat" };

void fio_decimal(struct fio_value *v, uint64_t mantissa, int places)
{
    v->mantissa = (int64_t)mantissa;
    v->places = (signed char)places;
    v->is_exact = v->given = true;
    double x = (double)mantissa;
    if (places > 0) {
        struct exact e;
        static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,
                                         1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13,
                                         1e14, 1e15, 1e16, 1e17, 1e18 };
        if (mantissa >> 53 == 0)
            x /= powers[places];
        else if (exact_ratio((int128)mantissa, (int128)powers[places], &e))
            x = exact_double(e);
    }
    v->x = x;
}

bool fio_number(const char *text, size_t length, struct fio_value *v)
{
    uint64_t mantissa = 0;
    int places = 0, digits = 0;
    bool point = false;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (c < '0' || c > '9')
            return false;
        digits++;
        places += point;
        if (mantissa > (uint64_t)INT64_MAX / 10 - 1)
            return false;
        mantissa = mantissa * 10 + (uint64_t)(c - '0');
    }
    if (digits == 0 || places > 18)
        return false;
    fio_decimal(v, mantissa, places);
    return true;
}

static bool side_moved(const struct fio_side *s)
{
    return s->present && (s->iops.x > 0 || s->bandwidth.x > 0 || s->ios > 0 ||
                          s->bytes > 0 || s->stages[FIO_LAT].count > 0);
}

void fio_percentile_add(struct arena *a, struct fio_latency *l,
                        const struct fio_percentile *p)
{
    if (l->percentiles == NULL)
        l->percentiles = ARENA_ARRAY(a, FIO_PERCENTILES, struct fio_percentile);
    if (l->percentile_count < FIO_PERCENTILES)
        l->percentiles[l->percentile_count++] = *p;
}

void fio_job_clear(struct fio_job *j)
{
    j->name[0] = j->host[0] = '\0';
    j->group = j->error = 0;
    j->never_ran = false;
    for (size_t i = 0; i < FIO_OPS; i++) {
        struct fio_side *s = &j->sides[i];
        struct fio_percentile *percentiles[FIO_STAGES];
        struct fio_bin *bins[FIO_STAGES];
        for (size_t k = 0; k < FIO_STAGES; k++) {
            percentiles[k] = s->stages[k].percentiles;
            bins[k] = s->stages[k].bins;
        }
        memset(s, 0, sizeof *s);
        for (size_t k = 0; k < FIO_STAGES; k++) {
            s->stages[k].percentiles = percentiles[k];
            s->stages[k].bins = bins[k];
        }
    }
}

bool fio_job_moved(const struct fio_job *j)
{
    for (size_t i = 0; i < FIO_OPS; i++)
        if (side_moved(&j->sides[i]))
            return true;
    return false;
}

static void add_value(struct fio_value *to, const struct fio_value *v)
{
    if (!v->given)
        return;
    if (!to->given) {
        *to = *v;
        return;
    }
    to->x += v->x;
    to->is_exact = false;
    to->cut = to->cut || v->cut;
}

static void extreme(struct fio_value *to, const struct fio_value *v, bool least)
{
    if (v->given && (!to->given || (least ? v->x < to->x : v->x > to->x)))
        *to = *v;
}

static double per_ns(const char *unit)
{
    return strcmp(unit, "ns") == 0   ? 1
           : strcmp(unit, "us") == 0 ? 1e3
           : strcmp(unit, "ms") == 0 ? 1e6
                                     : 1e9;
}

/* Units may differ between the lines of a text report. */
static void rescale(struct fio_latency *l, const char *unit)
{
    double factor = per_ns(l->unit) / per_ns(unit);
    struct fio_value *all[] = { &l->min, &l->max, &l->mean, &l->stddev };
    for (size_t i = 0; i < 4 && factor != 1; i++) {
        all[i]->x *= factor;
        all[i]->is_exact = false;
    }
    l->unit = unit;
}

/* Both as if they were one sample: Chan, Golub and LeVeque's sum of squares. */
static void pool(struct fio_latency *to, const struct fio_latency *l)
{
    double n = to->count, m = l->count, all = n + m;
    double apart = l->mean.x - to->mean.x;
    if (to->stddev.given && l->stddev.given && all > 1) {
        double squares = fmax(n - 1, 0) * to->stddev.x * to->stddev.x +
                         fmax(m - 1, 0) * l->stddev.x * l->stddev.x +
                         apart * apart * n * m / all;
        to->stddev.x = sqrt(squares / (all - 1));
    }
    to->mean.x += apart * (m / all);
    to->mean.is_exact = to->stddev.is_exact = false;
    to->mean.cut = to->mean.cut || l->mean.cut;
}

/* From behind, so that the list grows in its own place. */
static void merge_bins(struct fio_latency *to, const struct fio_latency *l)
{
    size_t i = to->bin_count, k = l->bin_count, n = i + k;
    for (size_t p = 0, q = 0; p < i && q < k;) {
        uint64_t x = to->bins[p].value, y = l->bins[q].value;
        n -= x == y;
        p += x <= y;
        q += y <= x;
    }
    to->bin_count = n;
    while (k > 0 && n > 0 && to->bin_count <= FIO_BINS) {
        struct fio_bin mine = i > 0 ? to->bins[i - 1] : (struct fio_bin){ 0 };
        struct fio_bin other = l->bins[k - 1];
        bool take_mine = i > 0 && mine.value >= other.value;
        bool take_other = i == 0 || other.value >= mine.value;
        to->bins[--n] = take_mine ? mine : other;
        to->bins[n].count += take_mine && take_other ? other.count : 0;
        i -= take_mine;
        k -= take_other;
    }
}

/* The first of a group: its percentiles and buckets move into the group. */
static void copy_latency(struct arena *a, struct fio_latency *to,
                         const struct fio_latency *l)
{
    *to = *l;
    to->percentiles = ARENA_ARRAY(a, l->percentile_count, struct fio_percentile);
    if (l->percentile_count > 0)
        memcpy(to->percentiles, l->percentiles,
               l->percentile_count * sizeof *l->percentiles);
    to->bins = NULL;
    if (l->bin_count == 0 || l->bin_count > FIO_BINS)
        return;
    to->bins = ARENA_ARRAY(a, FIO_BINS, struct fio_bin);
    memcpy(to->bins, l->bins, l->bin_count * sizeof *l->bins);
}

static void add_latency(struct arena *a, struct fio_latency *to, struct fio_latency *l)
{
    if (l->unit == NULL || !l->mean.given || l->count <= 0)
        return;
    if (to->unit == NULL) {
        copy_latency(a, to, l);
        return;
    }
    bool has_bins = to->bins != NULL && l->bin_count > 0;
    rescale(l, to->unit);
    extreme(&to->min, &l->min, true);
    extreme(&to->max, &l->max, false);
    pool(to, l);
    to->count += l->count;
    to->estimated = to->estimated || l->estimated;
    if (has_bins)
        merge_bins(to, l);
    to->from_bins = has_bins && to->bin_count <= FIO_BINS;
    if (!to->from_bins) {
        to->percentile_count = 0;
        to->bins = NULL;
    }
}

/* fio reports the first bucket at which the share is reached. */
static void percentiles_from_bins(struct fio_latency *l)
{
    double all = 0;
    for (size_t i = 0; i < l->bin_count; i++)
        all += (double)l->bins[i].count;
    for (size_t k = 0; k < l->percentile_count; k++) {
        struct fio_percentile *p = &l->percentiles[k];
        struct fio_value share = { 0 };
        fio_number(p->digits, strlen(p->digits), &share);
        double sum = 0;
        for (size_t i = 0; i < l->bin_count; i++) {
            sum += (double)l->bins[i].count;
            if (sum < share.x / 100 * all)
                continue;
            p->value.x = (double)l->bins[i].value;
            p->value.mantissa = (int64_t)l->bins[i].value;
            p->value.places = 0;
            break;
        }
    }
}

static void add_side(struct fio_run *run, struct fio_side *to, struct fio_side *s,
                     unsigned jobs)
{
    if (!side_moved(s))
        return;
    bool first = !to->present;
    to->present = true;
    to->bandwidth_unit = s->bandwidth_unit;
    add_value(&to->iops, &s->iops);
    add_value(&to->bandwidth, &s->bandwidth);
    to->seconds = fmax(to->seconds, s->seconds);
    to->ios += s->ios;
    to->bytes += s->bytes;
    if (first && jobs == 1) {
        to->iops_over_time = s->iops_over_time;
        to->bandwidth_over_time = s->bandwidth_over_time;
    } else {
        to->iops_over_time = to->bandwidth_over_time = (struct fio_spread){ 0 };
    }
    if (to->note == NULL && s->note != NULL)
        to->note = arena_strdup(run->arena, s->note);
    /* Releases that do not count operations: rate x time is how many there were. */
    double ios = s->ios > 0 ? s->ios : s->iops.x * s->seconds;
    /* A rate that could not be read: bytes weigh as well. */
    ios = ios > 0 ? ios : fmax(s->bytes, 1);
    for (size_t i = 0; i < FIO_STAGES; i++) {
        struct fio_latency *l = &s->stages[i];
        if (l->count <= 0) {
            l->count = ios;
            l->estimated = s->ios <= 0;
        }
        add_latency(run->arena, &to->stages[i], l);
    }
}

void fio_run_settle(struct fio_run *run)
{
    for (size_t i = 0; i < run->count * FIO_OPS; i++)
        for (size_t k = 0; k < FIO_STAGES; k++) {
            struct fio_latency *l =
                &run->groups[i / FIO_OPS]->sides[i % FIO_OPS].stages[k];
            if (l->from_bins)
                percentiles_from_bins(l);
            l->from_bins = false;
        }
}

static void count_same(struct fio_run *run, struct fio_cast *c,
                       const struct fio_job *job)
{
    double numjobs = fio_size(job->options.text[OPT_NUMJOBS], false);
    bool new_host = true;
    for (size_t i = c->same_count; i-- > 0;) {
        new_host = new_host && strcmp(c->sames[i].host, job->host) != 0;
        if (strcmp(c->sames[i].name, job->name) == 0 &&
            strcmp(c->sames[i].host, job->host) == 0) {
            c->sames[i].count++;
            return;
        }
    }
    c->sames_full = c->sames_full || c->same_count == FIO_SAMES;
    if (c->sames_full)
        return;
    c->hosts += new_host;
    ARENA_PUSH(run->arena, c->sames, c->same_count, c->same_capacity) =
        (struct fio_same){
            .name = arena_strdup(run->arena, job->name),
            .host = arena_strdup(run->arena, job->host),
            .count = 1,
            .numjobs = numjobs,
        };
}

/* An option in which two jobs differ is none of the group's. */
static void agree(struct fio_options *to, const struct fio_options *o)
{
    for (size_t i = 0; i < OPT_COUNT; i++) {
        bool both = to->given >> i & o->given >> i & 1;
        if (both && strcmp(to->text[i], o->text[i]) == 0)
            continue;
        if ((to->given ^ o->given) >> i & 1 || both) {
            /* Given and differing: it reads as a text that is no value. */
            to->given |= UINT32_C(1) << i;
            to->text[i][0] = '\0';
        }
    }
    to->known = to->known && o->known;
    to->files = to->files > o->files ? to->files : o->files;
}

static void add_cast(struct fio_run *run, struct fio_cast *c, const struct fio_job *job)
{
    count_same(run, c, job);
    if (c->jobs++ == 0) {
        c->options = job->options;
        memcpy(c->name, job->name, sizeof c->name);
        return;
    }
    agree(&c->options, &job->options);
    c->mixed_names = c->mixed_names || strcmp(c->name, job->name) != 0;
}

static struct fio_group *group_of(struct fio_run *run, const struct fio_job *job)
{
    for (size_t i = run->count; i-- > 0;)
        if (run->groups[i]->id == job->group)
            return run->groups[i];
    if (run->count == FIO_GROUPS)
        return NULL;
    struct fio_group *g = ARENA_NEW(run->arena, struct fio_group);
    g->id = job->group;
    g->line = job->line;
    ARENA_PUSH(run->arena, run->groups, run->count, run->capacity) = g;
    return g;
}

const char *fio_check_side(struct arena *a, const struct fio_side *s, double block_size)
{
    double bytes_per_s =
        s->bandwidth.x *
        (s->bandwidth_unit != NULL && *s->bandwidth_unit == 'K' ? 1024 : 1);
    double digit = s->iops.given && s->iops.places > 0 ? 0.001 : 1;
    /* Run times are whole milliseconds. */
    double slack = 0.002 + (s->seconds > 0 ? 0.001 / s->seconds : 0);
    struct stated_rate iops = { "IOPS", "1/s", s->iops.x, digit, s->ios, s->seconds };
    struct stated_rate rate = { "bandwidth", "B/s",    bytes_per_s,
                                1024,        s->bytes, s->seconds };
    const char *note = check_rate(a, &iops, slack);
    if (note == NULL)
        note = check_rate(a, &rate, slack);
    /* One block at each end of a run may be under way, and rates are rounded. */
    double loose = 0.01 + (s->iops.x > 0 ? digit / s->iops.x : 0) +
                   (bytes_per_s > 0 ? 1024 / bytes_per_s : 0);
    if (note == NULL)
        note = check_bandwidth(a, s->iops.x, bytes_per_s, block_size, loose);
    return note;
}

bool fio_run_add(struct fio_run *run, struct fio_job *job, struct harvest *h)
{
    struct fio_group *g = group_of(run, job);
    if (g == NULL) {
        struct where at = { h->file->path, job->line, 0 };
        h->ok = diag_error(h->dg, at, "more than %d groups; this is no result of fio",
                           FIO_GROUPS);
        return false;
    }
    bool moved = fio_job_moved(job);
    add_cast(run, &g->all, job);
    g->failed += job->error != 0 || (job->never_ran && !moved);
    for (size_t i = 0; i < FIO_OPS; i++) {
        struct fio_side *s = &job->sides[i];
        if (side_moved(s) && i != FIO_SYNC)
            s->note = fio_check_side(run->arena, s,
                                     fio_block_size(&job->options, (enum fio_op)i));
        if (side_moved(s))
            add_cast(run, &g->casts[i], job);
        add_side(run, &g->sides[i], s, g->casts[i].jobs);
        g->seconds = fmax(g->seconds, s->seconds);
    }
    return true;
}
