/* Units go by the names of the keys (clat_ns or clat), never by the version, which
 * development builds between 2.18 and 3.0 have wrong. */
#include "readers/fio_side.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"

void side_text(const struct json_stream *s, char *to, size_t size)
{
    size_t n = s->length < size ? s->length : size - 1;
    memcpy(to, s->text, n);
    to[n] = '\0';
}

/* The number behind a key; not given where it is null, no number, or out of range. */
bool side_value(struct side_reader *r, struct fio_value *v)
{
    struct json_stream *s = r->s;
    enum json_event e = json_next(s);
    struct where at = json_at(s);
    *v = (struct fio_value){ .line = at.line, .column = at.column };
    if (e == JSON_NUMBER && s->places >= 0) {
        fio_decimal(v, s->mantissa, s->places);
        return true;
    }
    if (e != JSON_NUMBER && e != JSON_STRING)
        return json_skip(s, e);
    if (fio_number(s->text, s->length, v))
        return true;
    if (!json_double(s, &v->x))
        return true;
    /* 2^63 and beyond is what a counter that ran backwards looks like. */
    if (v->x < 0 || v->x >= 9223372036854775808.0)
        r->h->ok =
            diag_error(s->dg, json_at(s), "%.*s is out of range; it counts as missing",
                       (int)(s->length < 40 ? s->length : 40), s->text);
    else
        v->given = true;
    return true;
}

/* x = the number / parts. */
bool side_double(struct side_reader *r, double *x, double parts)
{
    struct fio_value v;
    if (!side_value(r, &v))
        return false;
    *x = v.given ? v.x / parts : 0;
    return true;
}

/* Behind the key; other values than an object are passed over.  The caller asks
 * next_key() until it is false, then `s` tells whether all was well. */
bool side_enter(struct side_reader *r, bool *inside)
{
    enum json_event e = json_next(r->s);
    *inside = e == JSON_OBJECT;
    return *inside || json_skip(r->s, e);
}

static bool read_percentiles(struct side_reader *r, struct fio_latency *l)
{
    bool inside;
    if (!side_enter(r, &inside))
        return false;
    while (inside) {
        enum json_event e = json_next(r->s);
        if (e != JSON_KEY)
            return e == JSON_CLOSE;
        struct fio_percentile p;
        side_text(r->s, p.digits, sizeof p.digits);
        if (!side_value(r, &p.value))
            return false;
        fio_percentile_add(r->scratch, l, &p);
    }
    return true;
}

static bool read_bins(struct side_reader *r, struct fio_latency *l)
{
    bool inside;
    if (!side_enter(r, &inside))
        return false;
    if (l->bins == NULL)
        l->bins = ARENA_ARRAY(r->scratch, FIO_BINS, struct fio_bin);
    while (inside) {
        enum json_event e = json_next(r->s);
        if (e != JSON_KEY)
            return e == JSON_CLOSE;
        struct fio_bin bin = { 0 };
        bool good = json_u64(r->s, &bin.value);
        e = json_next(r->s);
        good = good && e == JSON_NUMBER && json_u64(r->s, &bin.count) &&
               bin.count < UINT64_C(1) << 62;
        if (!json_skip(r->s, e))
            return false;
        size_t n = l->bin_count;
        good = good && n < FIO_BINS && (n == 0 || l->bins[n - 1].value < bin.value);
        if (good)
            l->bins[l->bin_count++] = bin;
        else
            l->bin_count = FIO_BINS + 1;
    }
    return true;
}

static bool read_latency(struct side_reader *r, struct fio_latency *l, const char *unit)
{
    struct json_stream *s = r->s;
    bool inside, ok = true;
    if (!side_enter(r, &inside))
        return false;
    l->unit = inside ? unit : NULL;
    while (inside && ok) {
        enum json_event e = json_next(s);
        if (e != JSON_KEY)
            return e == JSON_CLOSE;
        if (json_is(s, "min"))
            ok = side_value(r, &l->min);
        else if (json_is(s, "max"))
            ok = side_value(r, &l->max);
        else if (json_is(s, "mean"))
            ok = side_value(r, &l->mean);
        else if (json_is(s, "stddev"))
            ok = side_value(r, &l->stddev);
        else if (json_is(s, "N"))
            ok = side_double(r, &l->count, 1);
        else if (json_is(s, "percentile"))
            ok = read_percentiles(r, l);
        else if (json_is(s, "bins"))
            ok = read_bins(r, l);
        else
            ok = json_skip(s, e);
    }
    return ok;
}

/* "clat_ns", "clat" and the like; false where it is another key. */
static bool is_latency(const struct json_stream *s, enum fio_stage *stage,
                       const char **unit)
{
    size_t n = s->length;
    const char *key = s->text;
    if (n < 3 || n > 7 || (*key != 'c' && *key != 'l' && *key != 's'))
        return false;
    bool ns = n > 3 && memcmp(key + n - 3, "_ns", 3) == 0;
    n -= ns ? 3 : 0;
    *unit = ns ? "ns" : "us";
    *stage = *key == 's' ? FIO_SLAT : *key == 'c' ? FIO_CLAT : FIO_LAT;
    return n == (*stage == FIO_LAT ? 3 : 4) && memcmp(key + n - 3, "lat", 3) == 0;
}

struct sums {
    struct fio_value bytes_per_s, kib_per_s;
    double bytes, kib;
};

static bool read_rate_key(struct side_reader *r, struct fio_side *side,
                          struct sums *sums)
{
    struct json_stream *s = r->s;
    struct fio_spread *iops = &side->iops_over_time, *bw = &side->bandwidth_over_time;
    switch (s->length) {
    case 2:
        return json_is(s, "bw") ? side_value(r, &sums->kib_per_s)
                                : json_skip(s, JSON_KEY);
    case 4:
        return json_is(s, "iops") ? side_value(r, &side->iops) : json_skip(s, JSON_KEY);
    case 6:
        return json_is(s, "bw_min")   ? side_value(r, &bw->min)
               : json_is(s, "bw_max") ? side_value(r, &bw->max)
               : json_is(s, "bw_dev") ? side_value(r, &bw->stddev)
                                      : json_skip(s, JSON_KEY);
    case 7:
        return json_is(s, "runtime")   ? side_double(r, &side->seconds, 1000)
               : json_is(s, "bw_mean") ? side_value(r, &bw->mean)
                                       : json_skip(s, JSON_KEY);
    case 8:
        return json_is(s, "io_bytes")   ? side_double(r, &sums->bytes, 1)
               : json_is(s, "bw_bytes") ? side_value(r, &sums->bytes_per_s)
               : json_is(s, "iops_min") ? side_value(r, &iops->min)
               : json_is(s, "iops_max") ? side_value(r, &iops->max)
                                        : json_skip(s, JSON_KEY);
    case 9:
        return json_is(s, "io_kbytes")   ? side_double(r, &sums->kib, 1.0 / 1024)
               : json_is(s, "total_ios") ? side_double(r, &side->ios, 1)
               : json_is(s, "iops_mean") ? side_value(r, &iops->mean)
                                         : json_skip(s, JSON_KEY);
    default:
        return json_is(s, "iops_stddev")    ? side_value(r, &iops->stddev)
               : json_is(s, "iops_samples") ? side_double(r, &iops->samples, 1)
               : json_is(s, "bw_samples")   ? side_double(r, &bw->samples, 1)
                                            : json_skip(s, JSON_KEY);
    }
}

/* 3.x counts io_bytes in bytes and has io_kbytes beside it; 2.x has KiB under the name
 * io_bytes.  Between the two, what fits bandwidth x run time is right. */
static double bytes_moved(const struct sums *sums, const struct fio_side *side)
{
    if (sums->kib > 0)
        return sums->bytes > 0 ? sums->bytes : sums->kib;
    double wanted = sums->kib_per_s.x * 1024 * side->seconds;
    bool is_kib = fabs(sums->bytes * 1024 - wanted) < fabs(sums->bytes - wanted);
    return sums->bytes * (is_kib ? 1024 : 1);
}

bool side_read(struct side_reader *r, struct fio_side *side)
{
    struct json_stream *s = r->s;
    struct sums sums = { 0 };
    bool inside, ok = true;
    if (!side_enter(r, &inside))
        return false;
    while (inside && ok) {
        enum json_event e = json_next(s);
        enum fio_stage stage;
        const char *unit;
        if (e == JSON_CLOSE)
            break;
        if (e != JSON_KEY)
            return false;
        if (is_latency(s, &stage, &unit))
            ok = read_latency(r, &side->stages[stage], unit);
        else
            ok = read_rate_key(r, side, &sums);
    }
    side->present = inside;
    side->bandwidth = sums.bytes_per_s.given ? sums.bytes_per_s : sums.kib_per_s;
    side->bandwidth_unit = sums.bytes_per_s.given ? "B/s" : "KiB/s";
    side->bytes = bytes_moved(&sums, side);
    return ok;
}
