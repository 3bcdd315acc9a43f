/* fio's clat_hist logs: time in ms, direction, block size, then a histogram.
 *
 * 1856 buckets are of ns (3.x), 1216 of us (2.x), and log_hist_coarseness halves either
 * number up to six times.  Each row counts what came since the one before, so that all
 * rows of a direction add up.  Some releases wrote counts that no run can have; such a
 * row is refused.
 */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/scan.h"
#include "readers/harvest.h"

enum { GROUP = 64, BINS_NS = 1856, BINS_US = 1216, COARSEST = 6, DIRECTIONS = 3 };
static const char *const directions[DIRECTIONS] = { "read", "write", "trim" };

/* No run of fio completes more operations between two rows. */
#define MOST_OPERATIONS (UINT64_C(1) << 48)

struct hist {
    uint64_t counts[DIRECTIONS][BINS_NS];
    uint64_t total[DIRECTIONS];
    size_t bins; /* 0: no row yet */
    uint64_t last_ms;
    struct where first;
};

/* The unit and how often the number of bins was halved; NULL: no histogram of fio's. */
static const char *unit_of(size_t bins, unsigned *coarse)
{
    for (*coarse = 0; *coarse <= COARSEST; ++*coarse) {
        if (bins == (size_t)BINS_NS >> *coarse)
            return "ns";
        if (bins == (size_t)BINS_US >> *coarse)
            return "us";
    }
    return NULL;
}

/* The middle of a bucket: fio's plat_idx_to_val(). */
static double bucket_value(size_t index)
{
    if (index < (size_t)2 * GROUP)
        return (double)index;
    unsigned shift = (unsigned)(index / GROUP) - 1;
    double width = (double)(UINT64_C(1) << shift);
    return GROUP * width + ((double)(index % GROUP) + 0.5) * width;
}

/* Digits, then ", " or the end; NULL where it is another thing. */
static const char *take(const char *p, const char *end, uint64_t *n)
{
    size_t used = scan_u64(p, (size_t)(end - p), n);
    if (used == 0)
        return NULL;
    p += used;
    if (p == end)
        return p;
    if (*p != ',')
        return NULL;
    p++;
    return p + strspn(p, " ");
}

static bool bad_row(struct harvest *h, const struct line *l, const char *p,
                    const char *what)
{
    struct where at = l->at;
    at.column += (unsigned)(p - l->text);
    h->ok = false;
    harvest_flag(h, FLAG_PARTIAL);
    return diag_error(h->dg, at, "%s", what);
}

static bool read_row(struct harvest *h, const struct line *l, uint64_t *row,
                     size_t *bins)
{
    const char *p = l->text, *end = l->text + l->length;
    size_t n = 0;
    while (p < end && n < BINS_NS + 3) {
        const char *next = take(p, end, &row[n]);
        if (next == NULL)
            return l->cut ? false : bad_row(h, l, p, "a count is missing here");
        if (n >= 3 && row[n] > MOST_OPERATIONS)
            return bad_row(h, l, p,
                           "this count is larger than any run can have; the row is "
                           "damaged and left out");
        n++;
        p = next;
    }
    unsigned coarse;
    *bins = n > 3 ? n - 3 : 0;
    if (p < end || unit_of(*bins, &coarse) == NULL || row[1] >= DIRECTIONS)
        return l->cut ? false
                      : bad_row(h, l, l->text,
                                "a row is time, direction, block size and 1856 or 1216 "
                                "counts, or these halved by log_hist_coarseness");
    return true;
}

static void add_row(struct harvest *h, const struct line *l, struct hist *hist,
                    uint64_t *row)
{
    size_t bins = 0;
    if (!read_row(h, l, row, &bins)) {
        h->flags |= UINT32_C(1) << FLAG_PARTIAL;
        return;
    }
    if (hist->bins != 0 && hist->bins != bins) {
        bad_row(h, l, l->text, "this row has another number of buckets");
        return;
    }
    if (hist->bins == 0)
        hist->first = l->at;
    hist->bins = bins;
    hist->last_ms = row[0] > hist->last_ms ? row[0] : hist->last_ms;
    for (size_t i = 0; i < bins; i++) {
        hist->counts[row[1]][i] += row[3 + i];
        hist->total[row[1]] += row[3 + i];
    }
    if (l->cut)
        h->flags |= UINT32_C(1) << FLAG_PARTIAL;
}

static void put_direction(struct harvest *h, const struct hist *hist, size_t d)
{
    static const double shares[] = { 0.01, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999 };
    static const char *const names[] = { "p1",  "median", "p90",   "p95",
                                         "p99", "p99.9",  "p99.99" };
    unsigned coarse;
    const char *unit = unit_of(hist->bins, &coarse);
    size_t wide = (size_t)1 << coarse;
    double all = (double)hist->total[d];
    harvest_own(h, "op", directions[d]);
    harvest_own(h, "stage", "clat");
    h->samples = all;
    for (size_t k = 0; k < sizeof shares / sizeof *shares; k++) {
        double sum = 0, value = 0;
        size_t i = 0;
        for (; i < hist->bins; i++) {
            sum += (double)hist->counts[d][i];
            if (sum >= shares[k] * all && sum > 0)
                break;
        }
        value = bucket_value(i * wide + wide / 2);
        struct figure f = harvest_figure(value, hist->first);
        harvest_put(h, &f, "latency", names[k], unit);
        struct measurement *m = harvest_last(h);
        m->samples = all;
        if (all * (1 - shares[k]) < 1)
            m->flags |= UINT32_C(1) << FLAG_SHORT;
        if (i + 1 == hist->bins)
            m->flags |= UINT32_C(1) << FLAG_SATURATED;
    }
    struct figure count = harvest_figure(all, hist->first);
    harvest_put(h, &count, "count", "count", "");
}

static bool read_fio_hist(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct harvest h = harvest_on(raw, "fio-hist", runs, dg);
    struct arena *scratch = arena_new();
    struct hist *hist = ARENA_NEW(scratch, struct hist);
    uint64_t *row = ARENA_ARRAY(scratch, BINS_NS + 3, uint64_t);
    struct text text;
    struct line line;
    bool ok = text_open(&text, scratch, &raw->source, dg);
    while (ok && text_line(&text, &line))
        if (line.length > 0)
            add_row(&h, &line, hist, row);
    h.duration = (double)hist->last_ms / 1000;
    for (size_t d = 0; d < DIRECTIONS; d++)
        if (hist->total[d] > 0)
            put_direction(&h, hist, d);
    h.ok = h.ok && ok;
    bool good = harvest_end(&h, "no whole row of a histogram");
    arena_free(scratch);
    return good;
}

static struct probe probe_fio_hist(const char *head, size_t length)
{
    size_t commas = 0, i = 0;
    for (; i < length && head[i] != '\n'; i++) {
        if (strchr("0123456789, \r", head[i]) == NULL || head[i] == '\0')
            return (struct probe){ 0, "its first line is not numbers only" };
        commas += head[i] == ',';
    }
    if (commas >= 18 + 3)
        return (struct probe){ 65, "rows are numbers by the dozen" };
    return (struct probe){ 0, "its first line is not a row of 1856 or 1216 counts" };
}

const struct reader reader_fio_hist = {
    .name = "fio-hist",
    .summary = "fio's clat_hist logs",
    .extensions = "log",
    .probe = probe_fio_hist,
    .read = read_fio_hist,
};
