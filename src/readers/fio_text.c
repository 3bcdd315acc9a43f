/* fio's normal output, 1.x to 3.x.
 *
 * Units stand beside each figure and change from line to line; in 2.x KB and MB are
 * 2^10 and 2^20 bytes, in 3.x KiB and MiB are.  3.x rounds rates to a few digits, so
 * that operations issued over the run time are taken where they agree with them.  What
 * was asked for stands in the banner before a run, one line a job name.
 */
#include "readers/fio_banner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/scan.h"

struct text_reader {
    struct harvest h;
    struct arena *pages[2];
    unsigned turn;
    struct fio_job *job;
    struct fio_run before, now;
    struct fio_banner *banners; /* of the run that is read */
    size_t banner_count, banner_capacity;
    struct arena *scratch;
    struct fio_side *side; /* that lines belong to; NULL: none yet */
    struct fio_latency *percentiles;
    bool has_before, has_now, has_job, closed, banner_between, issued, stopped;
    bool cut;            /* the file ends inside a line */
    bool snapshots;      /* the run before was one that this one is a later state of */
    char first[FIO_JOB]; /* name of the first job of the run */
    double asked, seen;  /* processes started, and those whose result is complete */
};

/* A number as fio shortens it, "8888.0k", at `p`; *after is behind it. */
static bool short_number(const struct line *l, const char *p, struct fio_value *v,
                         const char **after)
{
    double x;
    p += strspn(p, " ");
    size_t n = scan_double(p, strlen(p), &x);
    *v = (struct fio_value){ .line = l->at.line };
    v->column = l->at.column + (unsigned)(p - l->text);
    v->cut = l->cut && p[n] == '\0';
    if (n == 0 || x < 0 || *p == '+' ||
        (p[n] == ',' && p[n + 1] >= '0' && p[n + 1] <= '9'))
        return false;
    if (!fio_number(p, n, v)) {
        v->x = x;
        v->given = x < 1e300;
    }
    static const char letters[] = "kmgtp";
    const char *letter = p[n] != '\0' ? strchr(letters, p[n] | 0x20) : NULL;
    /* "msec" and "MiB" are units, not thousands. */
    bool shortened = letter != NULL && strchr(", )\t", p[n + 1]) != NULL;
    for (long i = shortened ? letter - letters : -1; i >= 0; i--) {
        v->x *= 1000;
        v->is_exact = false;
    }
    *after = p + n + (shortened ? 1 : 0);
    return v->given;
}

/* "min=  500" anywhere in the line. */
static bool keyed(struct text_reader *r, const struct line *l, const char *key,
                  struct fio_value *v)
{
    const char *p = strstr(l->text, key), *after;
    if (p == NULL)
        return false;
    p += strlen(key);
    if (short_number(l, p, v, &after))
        return true;
    if (!l->cut)
        harvest_no_number(&r->h, l, p);
    return false;
}

static void scale(struct fio_value *v, double factor)
{
    v->x *= factor;
    v->is_exact = v->is_exact && factor == 1;
}

static struct fio_banner *banner_of(struct text_reader *r, const char *name, long group)
{
    struct fio_banner *found = NULL;
    for (size_t i = 0; i < r->banner_count; i++)
        if (strcmp(r->banners[i].name, name) == 0 &&
            (found == NULL || r->banners[i].group == group))
            found = &r->banners[i];
    return found;
}

static void finish_job(struct text_reader *r)
{
    if (!r->has_job)
        return;
    r->has_job = false;
    for (size_t i = 0; i < FIO_OPS; i++) {
        struct fio_side *s = &r->job->sides[i];
        double again = s->seconds > 0 ? s->ios / s->seconds : 0;
        /* Three or four digits are shown. */
        if (s->present && !s->iops.is_exact && again > 0 &&
            fabs(again - s->iops.x) <= 0.006 * s->iops.x) {
            s->iops.x = again;
            s->iops.is_exact = false;
        }
    }
    double jobs = fio_size(r->job->options.text[OPT_NUMJOBS], false);
    r->seen += r->issued ? jobs : 0;
    fio_run_add(&r->now, r->job, &r->h);
}

static void finish_run(struct text_reader *r)
{
    finish_job(r);
    if (!r->has_now)
        return;
    r->has_now = false;
    if (r->stopped)
        r->now.flags |= UINT32_C(1) << FLAG_INTERRUPTED;
    r->stopped = false;
    if (!r->closed && (r->cut || r->asked <= 0 || r->seen != r->asked))
        r->now.flags |= UINT32_C(1) << FLAG_PARTIAL;
    enum fio_growth growth = r->has_before && !r->banner_between
                                 ? fio_run_growth(&r->before, &r->now, true)
                                 : FIO_FELL;
    bool goes_on =
        growth == FIO_WENT_ON ||
        (growth == FIO_GREW && fio_run_seconds(&r->now) > fio_run_seconds(&r->before));
    /* A snapshot that was cut short leaves the one before to be the last whole one. */
    if (r->has_before && !r->banner_between && !goes_on && !r->closed) {
        r->before.flags |= UINT32_C(1) << FLAG_CUMULATIVE;
        r->turn ^= 1; /* the page of the one that is dropped is the next to be used */
        return;
    }
    if (r->has_before && !goes_on)
        fio_run_emit(&r->before, &r->h);
    r->snapshots = goes_on;
    fio_run_settle(&r->now);
    r->before = r->now;
    r->has_before = true;
    r->banner_between = false;
}

static void start_run(struct text_reader *r)
{
    r->turn ^= 1;
    arena_empty(r->pages[r->turn]);
    r->now = (struct fio_run){ .arena = r->pages[r->turn] };
    r->has_now = true;
    r->closed = false;
    r->seen = 0;
}

/* "name: (g=0): rw=randread, bs=..., ioengine=libaio, iodepth=16" */
static bool read_banner(struct text_reader *r, const struct line *l)
{
    const char *p = strstr(l->text, ": (g=");
    if (p == NULL || strstr(p, "rw=") == NULL)
        return false;
    if (r->has_now || r->closed) {
        finish_run(r);
        r->banner_count = 0;
        r->asked = 0;
        r->closed = false;
    }
    r->banner_between = true;
    struct fio_banner b = fio_banner_read(l->text, p);
    if (r->banner_count < FIO_GROUPS)
        ARENA_PUSH(r->scratch, r->banners, r->banner_count, r->banner_capacity) = b;
    return true;
}

/* "name: (groupid=0, jobs=8): err= 0: pid=2613: ..." */
static bool read_header(struct text_reader *r, const struct line *l)
{
    const char *p = strstr(l->text, ": (groupid=");
    const char *jobs = p != NULL ? strstr(p, ", jobs=") : NULL;
    const char *err = jobs != NULL ? strstr(jobs, "err=") : NULL;
    if (err == NULL)
        return false;
    finish_job(r);
    /* The sum of what stands before it, never one more. */
    if (r->has_now && strncmp(l->text, "All clients: ", 13) == 0)
        return true;
    if (r->closed)
        finish_run(r);
    if (!r->has_now) {
        start_run(r);
        fio_take_name(r->first, l->text, (size_t)(p - l->text));
    }
    struct fio_job *job = r->job;
    fio_job_clear(job);
    memset(&job->options, 0, sizeof job->options);
    job->line = l->at.line;
    fio_take_name(job->name, l->text, (size_t)(p - l->text));
    job->group = strtol(p + 11, NULL, 10);
    job->error = strtol(err + 4, NULL, 10);
    const struct fio_banner *b = banner_of(r, job->name, job->group);
    if (b != NULL)
        job->options = b->options;
    fio_option(&job->options, "numjobs", 7, jobs + 7, strspn(jobs + 7, "0123456789"));
    r->has_job = true;
    r->issued = false;
    r->side = NULL;
    r->percentiles = NULL;
    return true;
}

/* "  read: IOPS=3302, BW=12.9MiB/s (13.5MB/s)(129MiB/10005msec)" and, in 2.x,
 * "  read : io=4096.0MB, bw=611058KB/s, iops=152764, runt=  6864msec" */
static bool read_rates(struct text_reader *r, const struct line *l, enum fio_op op)
{
    bool old = strstr(l->text, "iops=") != NULL;
    struct fio_side *s = &r->job->sides[op];
    struct fio_value ms = { 0 };
    const char *after;
    const char *bw = strstr(l->text, old ? "bw=" : "BW=");
    const char *slash = strrchr(l->text, '/');
    r->side = s;
    r->percentiles = NULL;
    s->present = true;
    keyed(r, l, old ? "iops=" : "IOPS=", &s->iops);
    s->bandwidth_unit = "B/s";
    if (bw != NULL && short_number(l, bw + 3, &s->bandwidth, &after)) {
        double factor = fio_text_bytes(after, old);
        bool kib = factor == 1024;
        s->bandwidth_unit = kib ? "KiB/s" : "B/s";
        scale(&s->bandwidth, kib ? 1 : factor);
        s->bandwidth.given = factor > 0;
    }
    if (old)
        keyed(r, l, "runt=", &ms);
    else if (slash != NULL)
        short_number(l, slash + 1, &ms, &after);
    s->seconds = ms.given ? ms.x / 1000 : 0;
    return true;
}

static const char *time_unit(const char *text)
{
    return strstr(text, "(nsec)") != NULL   ? "ns"
           : strstr(text, "(usec)") != NULL ? "us"
           : strstr(text, "(msec)") != NULL ? "ms"
           : strstr(text, "(sec)") != NULL  ? "s"
                                            : NULL;
}

/* The latency that a line is of, by its first word; FIO_STAGES: of none. */
static enum fio_stage stage_of(const char *word)
{
    for (size_t i = 0; i < FIO_STAGES; i++)
        if (strncmp(word, fio_stage_names[i], strlen(fio_stage_names[i])) == 0)
            return (enum fio_stage)i;
    return FIO_STAGES;
}

static bool read_latency(struct text_reader *r, const struct line *l)
{
    const char *word = text_blanks(l->text), *unit = time_unit(word);
    bool sync = strncmp(word, "sync ", 5) == 0;
    enum fio_stage stage = sync ? FIO_LAT : stage_of(word);
    if (unit == NULL || stage == FIO_STAGES)
        return false;
    struct fio_side *side = sync ? &r->job->sides[FIO_SYNC] : r->side;
    if (side == NULL)
        return false;
    struct fio_latency *at = &side->stages[stage];
    if (strstr(word, "percentiles") != NULL) {
        r->percentiles = at;
        at->percentile_count = 0;
        at->percentile_unit = unit;
        return true;
    }
    /* "lat (usec) : 2=1.98%" is a histogram of all, not a latency. */
    if (strstr(word, "avg=") == NULL)
        return false;
    at->unit = unit;
    keyed(r, l, "min=", &at->min);
    keyed(r, l, "max=", &at->max);
    keyed(r, l, "avg=", &at->mean);
    keyed(r, l, "stdev=", &at->stddev);
    side->present = true;
    return true;
}

/* " |  1.00th=[   68],  5.00th=[   96], 10.00th=[  197]," */
static bool read_percentiles(struct text_reader *r, const struct line *l)
{
    const char *p = text_blanks(l->text), *after;
    if (*p != '|' || r->percentiles == NULL)
        return false;
    struct fio_latency *at = r->percentiles;
    while ((p = strstr(p, "th=[")) != NULL && at->percentile_count < FIO_PERCENTILES) {
        struct fio_percentile q = { 0 };
        const char *start = p;
        while (start > l->text && strchr("0123456789.", start[-1]) != NULL)
            start--;
        size_t n = (size_t)(p - start);
        if (n > 0 && n < sizeof q.digits && short_number(l, p + 4, &q.value, &after) &&
            strchr("]kKMG", *after) != NULL && *after != '\0') {
            memcpy(q.digits, start, n);
            fio_percentile_add(r->scratch, at, &q);
        } else if (!l->cut) {
            harvest_no_number(&r->h, l, p + 4);
        }
        p += 4;
    }
    return true;
}

/* "bw (  KiB/s): min=..., avg=..., samples=19" and "iops        : min=..." */
static bool read_spread(struct text_reader *r, const struct line *l)
{
    const char *word = text_blanks(l->text);
    bool bw = strncmp(word, "bw (", 4) == 0, iops = strncmp(word, "iops  ", 6) == 0;
    struct fio_value samples = { 0 };
    if ((!bw && !iops) || r->side == NULL)
        return false;
    struct fio_spread *s =
        bw ? &r->side->bandwidth_over_time : &r->side->iops_over_time;
    double factor = bw ? fio_text_bytes(text_blanks(word + 4), true) / 1024 : 1;
    keyed(r, l, "min=", &s->min);
    keyed(r, l, "max=", &s->max);
    keyed(r, l, "avg=", &s->mean);
    keyed(r, l, "stdev=", &s->stddev);
    if (strstr(l->text, "samples=") != NULL && keyed(r, l, "samples=", &samples))
        s->samples = factor > 0 ? samples.x : 0;
    struct fio_value *all[] = { &s->min, &s->max, &s->mean, &s->stddev };
    for (size_t i = 0; i < 4; i++)
        scale(all[i], factor);
    return true;
}

/* "issued rwts: total=34409,14745,0,0 ..." and, in 2.x, "issued    :
 * total=r=1048576/w=0/d=0, ..." */
static bool read_issued(struct text_reader *r, const struct line *l)
{
    static const enum fio_op order[] = { FIO_READ, FIO_WRITE, FIO_TRIM, FIO_SYNC };
    const char *p = text_begins(l->text, "issued");
    p = p != NULL ? strstr(p, "total=") : NULL;
    if (p == NULL)
        return false;
    p += 6;
    for (size_t i = 0; i < 4; i++) {
        uint64_t n;
        if (*p != '\0' && p[1] == '=')
            p += 2;
        size_t used = scan_u64(p, strlen(p), &n);
        if (i == 3 && used == 0)
            break; /* 2.x does not count syncs */
        if (used == 0 || (l->cut && p[used] == '\0'))
            return true;
        r->job->sides[order[i]].ios = (double)n;
        p += used;
        p += *p == ',' || *p == '/';
    }
    r->issued = true;
    r->side = NULL;
    return true;
}

static bool read_inside_job(struct text_reader *r, const struct line *l)
{
    const char *word = text_blanks(l->text);
    for (size_t i = 0; i < FIO_OPS; i++) {
        size_t n = strlen(fio_op_names[i]);
        const char *colon =
            strncmp(word, fio_op_names[i], n) == 0 ? text_blanks(word + n) : word;
        if (*colon == ':' && colon != word && strstr(colon, "=") != NULL &&
            (strstr(colon, "IOPS=") != NULL || strstr(colon, "iops=") != NULL))
            return read_rates(r, l, (enum fio_op)i);
    }
    if (strncmp(word, "errors ", 7) == 0 && strstr(word, "total=") != NULL)
        r->job->error = strtol(strstr(word, "total=") + 6, NULL, 10);
    return read_percentiles(r, l) || read_latency(r, l) || read_spread(r, l) ||
           read_issued(r, l);
}

/* A client puts the name of the server before what that one said: "<host> job: ...". */
static struct line without_server(const struct line *l)
{
    struct line bare = *l;
    const char *end = *l->text == '<' ? strstr(l->text, "> ") : NULL;
    size_t n = end != NULL ? (size_t)(end + 2 - l->text) : 0;
    bare.text += n;
    bare.length -= n;
    bare.at.column += (unsigned)n;
    return bare;
}

static void read_line(struct text_reader *r, const struct line *whole)
{
    static const char starting[] = "Starting ";
    const struct line bare = without_server(whole), *l = &bare;
    if (read_banner(r, l) || read_header(r, l))
        return;
    if (strncmp(l->text, "Run status group", 16) == 0) {
        finish_job(r);
        r->closed = r->has_now;
    } else if (strncmp(l->text, "fio-", 4) == 0 && strchr(l->text, ' ') == NULL) {
        harvest_tool(&r->h, l->text);
    } else if (strncmp(l->text, starting, sizeof starting - 1) == 0) {
        r->asked += strtod(l->text + sizeof starting - 1, NULL);
    } else if (strstr(l->text, "terminating on signal") != NULL) {
        r->stopped = true;
    } else if (r->has_job) {
        read_inside_job(r, l);
    }
}

static bool read_fio_text(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct text_reader r = { .h = harvest_on(raw, "fio-text", runs, dg) };
    struct text text;
    struct line line = { .text = "" };
    r.scratch = arena_new();
    for (size_t i = 0; i < 2; i++)
        r.pages[i] = arena_new();
    r.job = ARENA_NEW(r.scratch, struct fio_job);
    bool ok = text_open(&text, r.scratch, &raw->source, dg);
    while (ok && text_line(&text, &line))
        read_line(&r, &line);
    r.cut = ok && line.cut && line.length > 0;
    finish_run(&r);
    if (r.cut && (r.snapshots || strncmp(line.text, r.first, strlen(r.first)) == 0))
        r.before.flags |= UINT32_C(1) << FLAG_CUMULATIVE; /* there was a later one */
    if (r.has_before)
        fio_run_emit(&r.before, &r.h);
    r.h.ok = r.h.ok && ok;
    for (size_t i = 0; i < 2; i++)
        arena_free(r.pages[i]);
    arena_free(r.scratch);
    return harvest_end(&r.h, "no block '(groupid=0, jobs=1): err= 0' with I/O in it");
}

static struct probe probe_fio_text(const char *head, size_t length)
{
    if (text_contains(head, length, ": (groupid=") &&
        text_contains(head, length, "err="))
        return (struct probe){ 85, "a line is the head of a job's result" };
    if (text_contains(head, length, ": (g=") &&
        text_contains(head, length, "ioengine="))
        return (struct probe){ 80, "a line is the banner of a job" };
    return (struct probe){ 0, "no line such as 'job: (groupid=0, jobs=1): err= 0'" };
}

const struct reader reader_fio_text = {
    .name = "fio-text",
    .summary = "fio's normal output, 1.x to 3.x",
    .extensions = "txt log out",
    .probe = probe_fio_text,
    .read = read_fio_text,
};
