/* fio's terse output, versions 2 to 5: one row of fields a job, parted by semicolons.
 *
 * In every version latencies are in us, bandwidth in KiB/s, I/O in KiB, run time in ms.
 * Fields are counted from the left, because disks, a description and error texts stand
 * behind them.  Rows of one run repeat the same disk figures; where these differ, where
 * a group's number falls or a start banner stands between, another run begins.
 */
#include "readers/fio.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { FIELDS = 512, BLOCK = 41, SAMPLES_MORE = 6, PERCENTS = 20, FIXED_TAIL = 34 };

/* Fields of one direction's block. */
enum {
    IO,
    BANDWIDTH,
    IOPS,
    RUNTIME,
    LATENCY_SLAT,
    LATENCY_CLAT = 8,
    PERCENTILE = 12,
    LATENCY_LAT = PERCENTILE + PERCENTS,
    BW_MIN = 36,
    BW_MAX,
    BW_SHARE,
    BW_MEAN,
    BW_DEV,
    BW_SAMPLES,
    IOPS_MIN,
    IOPS_MAX,
    IOPS_MEAN,
    IOPS_DEV,
    IOPS_SAMPLES,
};

struct row {
    const struct line *line;
    const char *field[FIELDS];
    size_t length[FIELDS], count;
    int version;
};

struct terse_reader {
    struct arena *scratch;
    struct harvest h;
    struct arena *pages[2]; /* of the run before and of the one that is read */
    unsigned turn;
    struct fio_job *job;
    struct fio_run before, now;
    bool has_before, has_now, banner, stopped;
    bool cut;          /* the file ends inside a row */
    const char *disks; /* the fields behind the fixed ones of the last row */
    long group;
};

/* Where a row begins in a line, which a console may have put a stamp before; NULL:
 * nowhere. */
static const char *row_start(const char *text)
{
    if (text[0] == '2' && text[1] == ';')
        return text;
    for (const char *p = strchr(text, ';'); p != NULL; p = strchr(p + 1, ';')) {
        bool digit = p > text && p[-1] >= '3' && p[-1] <= '5' &&
                     (p - 1 == text || strchr(" \t\r>:)]", p[-2]) != NULL);
        size_t n = strspn(p + 1, "0123456789.");
        if (digit && (strncmp(p + 1, "fio-", 4) == 0 || (n > 2 && p[1 + n] == ';')))
            return p - 1;
    }
    return NULL;
}

static bool is_head_of_row(const char *text)
{
    return text[0] >= '2' && text[0] <= '5' && (text[1] == ';' || text[1] == '\0');
}

static bool split(const struct line *l, const char *p, struct row *row)
{
    *row = (struct row){ .line = l, .version = *p - '0' };
    while (row->count < FIELDS) {
        size_t n = strcspn(p, ";");
        row->field[row->count] = p;
        row->length[row->count++] = n;
        if (p[n] == '\0')
            break;
        p += n + 1;
    }
    return row->count > 60;
}

static bool read_number(struct terse_reader *r, const struct row *row, size_t i,
                        struct fio_value *v)
{
    *v = (struct fio_value){ .line = row->line->at.line };
    v->column = row->line->at.column + (unsigned)(row->field[i] - row->line->text);
    if (fio_number(row->field[i], row->length[i], v))
        return true;
    harvest_no_number(&r->h, row->line, row->field[i]);
    return false;
}

static double read_plain(struct terse_reader *r, const struct row *row, size_t i)
{
    struct fio_value v;
    return read_number(r, row, i, &v) ? v.x : 0;
}

static void read_latency(struct terse_reader *r, const struct row *row, size_t i,
                         struct fio_latency *l)
{
    l->unit = "us";
    read_number(r, row, i, &l->min);
    read_number(r, row, i + 1, &l->max);
    read_number(r, row, i + 2, &l->mean);
    read_number(r, row, i + 3, &l->stddev);
}

/* "99.000000%=1656"; what is not used is "0%=0". */
static void read_percentile(struct terse_reader *r, const struct row *row, size_t i,
                            struct fio_latency *l)
{
    const char *text = row->field[i], *equals = memchr(text, '=', row->length[i]);
    struct fio_percentile p = { .value.line = row->line->at.line };
    if (equals == NULL || equals == text || equals[-1] != '%' ||
        (size_t)(equals - text - 1) >= sizeof p.digits) {
        harvest_no_number(&r->h, row->line, text);
        return;
    }
    memcpy(p.digits, text, (size_t)(equals - text - 1));
    size_t used = (size_t)(equals + 1 - text);
    p.value.column = row->line->at.column + (unsigned)(equals + 1 - row->line->text);
    if (!fio_number(equals + 1, row->length[i] - used, &p.value))
        harvest_no_number(&r->h, row->line, equals + 1);
    else if (strcmp(p.digits, "0") != 0)
        fio_percentile_add(r->scratch, l, &p);
}

static void read_spread(struct terse_reader *r, const struct row *row, size_t i,
                        struct fio_side *side)
{
    struct fio_spread *bw = &side->bandwidth_over_time, *iops = &side->iops_over_time;
    read_number(r, row, i + BW_MIN, &bw->min);
    read_number(r, row, i + BW_MAX, &bw->max);
    read_number(r, row, i + BW_MEAN, &bw->mean);
    read_number(r, row, i + BW_DEV, &bw->stddev);
    bw->samples = row->version == 5 ? read_plain(r, row, i + BW_SAMPLES) : 0;
    if (row->version < 5)
        return;
    read_number(r, row, i + IOPS_MIN, &iops->min);
    read_number(r, row, i + IOPS_MAX, &iops->max);
    read_number(r, row, i + IOPS_MEAN, &iops->mean);
    read_number(r, row, i + IOPS_DEV, &iops->stddev);
    iops->samples = read_plain(r, row, i + IOPS_SAMPLES);
}

static void read_side(struct terse_reader *r, const struct row *row, size_t i,
                      struct fio_side *side)
{
    side->present = true;
    side->bytes = read_plain(r, row, i + IO) * 1024;
    read_number(r, row, i + BANDWIDTH, &side->bandwidth);
    side->bandwidth_unit = "KiB/s";
    read_number(r, row, i + IOPS, &side->iops);
    side->seconds = read_plain(r, row, i + RUNTIME) / 1000;
    read_latency(r, row, i + LATENCY_SLAT, &side->stages[FIO_SLAT]);
    read_latency(r, row, i + LATENCY_CLAT, &side->stages[FIO_CLAT]);
    read_latency(r, row, i + LATENCY_LAT, &side->stages[FIO_LAT]);
    for (size_t k = 0; k < PERCENTS; k++)
        read_percentile(r, row, i + PERCENTILE + k, &side->stages[FIO_CLAT]);
    read_spread(r, row, i, side);
}

/* Fields before the first block, of a block, blocks, and what these are of. */
struct layout {
    size_t first, block, blocks;
    const enum fio_op *ops;
};

static size_t count_blocks(const struct row *row, const struct layout *l)
{
    size_t most = row->version == 3 ? 3 : 4;
    for (size_t n = 1; n <= most && l->first + n * l->block < row->count; n++) {
        size_t i = l->first + n * l->block, length = row->length[i];
        if (length > 0 && row->field[i][length - 1] == '%')
            return n;
    }
    return row->version == 3 ? 2 : 3;
}

/* The processor's share behind the blocks tells how many there are: one of all
 * operations with unified_rw_reporting=1, one more with =2, and fio 2.0 knew no trims.
 */
static struct layout layout_of(const struct row *row)
{
    static const enum fio_op apart[] = { FIO_READ, FIO_WRITE, FIO_TRIM, FIO_MIXED },
                             two[] = { FIO_READ, FIO_WRITE, FIO_MIXED },
                             one[] = { FIO_MIXED };
    struct layout l = { row->version == 2 ? 4 : 5, BLOCK, 0, apart };
    if (row->version == 5)
        l.block += SAMPLES_MORE;
    l.blocks = count_blocks(row, &l);
    l.ops = l.blocks == 1 ? one : row->version == 3 ? two : apart;
    return l;
}

static void finish(struct terse_reader *r)
{
    if (!r->has_now)
        return;
    fio_run_settle(&r->now);
    if (r->stopped)
        r->now.flags |= UINT32_C(1) << FLAG_INTERRUPTED;
    r->stopped = false;
    double first = fio_run_seconds(&r->before), second = fio_run_seconds(&r->now);
    /* Snapshots grow by whole intervals; repeats of a timed run last the same. */
    enum fio_growth growth = r->has_before && !r->banner
                                 ? fio_run_growth(&r->before, &r->now, false)
                                 : FIO_FELL;
    bool goes_on =
        growth == FIO_WENT_ON || (growth == FIO_GREW && second > first + 0.5);
    if (r->has_before && !goes_on)
        fio_run_emit(&r->before, &r->h);
    r->before = r->now;
    r->has_before = true;
    r->has_now = false;
}

static void start(struct terse_reader *r)
{
    r->turn ^= 1;
    arena_empty(r->pages[r->turn]);
    r->now = (struct fio_run){ .arena = r->pages[r->turn] };
    r->has_now = true;
}

static void place_row(struct terse_reader *r, const struct row *row, size_t tail)
{
    const char *disks = tail < row->count ? row->field[tail] : "";
    bool other =
        r->banner || r->job->group < r->group ||
        (r->disks != NULL && *r->disks != '\0' && strcmp(r->disks, disks) != 0);
    if (r->has_now && other)
        finish(r);
    if (!r->has_now)
        start(r);
    r->banner = false;
    r->group = r->job->group;
    r->disks = arena_strdup(r->pages[r->turn], disks);
}

static void read_row(struct terse_reader *r, const struct row *row)
{
    struct layout l = layout_of(row);
    size_t tail = l.first + l.blocks * l.block + FIXED_TAIL;
    size_t name = row->version == 2 ? 1 : 2;
    if (row->count < tail) {
        r->cut = row->line->cut;
        r->h.ok = diag_error(r->h.dg, row->line->at,
                             "a terse row of version %d has %zu fields or more, this "
                             "one %zu; it was cut short",
                             row->version, tail, row->count);
        return;
    }
    struct fio_job *job = r->job;
    fio_job_clear(job);
    job->line = row->line->at.line;
    size_t n = row->length[name] < sizeof job->name - 1 ? row->length[name]
                                                        : sizeof job->name - 1;
    memcpy(job->name, row->field[name], n);
    job->name[n] = '\0';
    job->group = (long)read_plain(r, row, name + 1);
    job->error = (long)read_plain(r, row, name + 2);
    place_row(r, row, tail);
    if (name == 2)
        harvest_tool(&r->h,
                     arena_strndup(r->h.runs->arena, row->field[1], row->length[1]));
    for (size_t i = 0; i < l.blocks; i++)
        read_side(r, row, l.first + i * l.block, &job->sides[l.ops[i]]);
    if (row->line->cut)
        r->now.flags |= UINT32_C(1) << FLAG_PARTIAL;
    fio_run_add(&r->now, job, &r->h);
}

static bool read_fio_terse(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct terse_reader r = { .h = harvest_on(raw, "fio-terse", runs, dg) };
    struct arena *scratch = arena_new();
    struct text text;
    struct line line;
    struct row *row = ARENA_NEW(scratch, struct row);
    for (size_t i = 0; i < 2; i++)
        r.pages[i] = arena_new();
    r.scratch = scratch;
    r.job = ARENA_NEW(scratch, struct fio_job);
    bool ok = text_open(&text, scratch, &raw->source, dg);
    while (ok && text_line(&text, &line)) {
        const char *start_of_row = row_start(line.text);
        if (start_of_row != NULL && split(&line, start_of_row, row))
            read_row(&r, row);
        else if (line.cut && is_head_of_row(line.text))
            r.cut = true;
        else if (strncmp(line.text, "fio-", 4) == 0)
            r.banner = r.has_now;
        else if (strstr(line.text, "terminating on signal") != NULL)
            r.stopped = true;
    }
    /* The run before may have been this one, not so far on. */
    if (r.cut && r.has_before && !r.banner)
        r.before.flags |= UINT32_C(1) << FLAG_CUMULATIVE;
    if (r.cut && r.has_now)
        r.now.flags |= UINT32_C(1) << FLAG_PARTIAL;
    finish(&r);
    if (r.has_before)
        fio_run_emit(&r.before, &r.h);
    r.h.ok = r.h.ok && ok;
    for (size_t i = 0; i < 2; i++)
        arena_free(r.pages[i]);
    arena_free(scratch);
    return harvest_end(&r.h, "no job in it did any I/O");
}

static struct probe probe_fio_terse(const char *head, size_t length)
{
    const char *end = head + length, *p = head;
    /* Rows are rare: look at lines with semicolons only. */
    while ((p = memchr(p, ';', (size_t)(end - p))) != NULL) {
        const char *line = p, *stop = memchr(p, '\n', (size_t)(end - p));
        size_t fields = 0;
        while (line > head && line[-1] != '\n' && p - line < 80)
            line--;
        stop = stop != NULL ? stop : end;
        for (; p < stop; p++)
            fields += *p == ';';
        char start[96] = "";
        size_t n = (size_t)(stop - line);
        memcpy(start, line, n < sizeof start - 1 ? n : sizeof start - 1);
        if (fields > 60 && row_start(start) != NULL)
            return (struct probe){ 90, "a line is a terse row" };
    }
    return (struct probe){ 0, "no line is a row such as '3;fio-3.33;job;0;0;...'" };
}

const struct reader reader_fio_terse = {
    .name = "fio-terse",
    .summary = "fio --minimal, versions 2 to 5",
    .extensions = "txt log csv",
    .probe = probe_fio_terse,
    .read = read_fio_terse,
};
