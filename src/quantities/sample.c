#include "quantities/sample.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/clones.h"
#include "base/parallel.h"
#include "quantities/vmath.h"

enum { STRIPE = 1 << 15, FIRST_BITS = 16, BITS = 12, PASSES = 5 };
static const uint64_t NONE = UINT64_MAX; /* the key of NaN */

/* Keys order as the numbers do: negative numbers with all bits turned. */
IN_CLONES uint64_t key_of(double x)
{
    uint64_t b;
    memcpy(&b, &x, sizeof b);
    uint64_t turned = b >> 63 != 0 ? ~b : b | (uint64_t)1 << 63;
    return x == x ? turned : NONE;
}

static double number_of(uint64_t key)
{
    uint64_t b = key >> 63 != 0 ? key & ~((uint64_t)1 << 63) : ~key;
    double x;
    memcpy(&x, &b, sizeof x);
    return x;
}

/* Radix selection from the highest digit: 16 bits, then four times 12.  After each
 * digit the numbers that still share a wanted prefix move to the front of their
 * stripe. */
struct selection {
    struct sample *sample;
    size_t *left;         /* [stripe] */
    unsigned pass, below; /* bits below the digit of this pass */
    size_t groups;
    uint64_t prefix[MOST_QUANTILES]; /* the bits above the digit; ascending */
    uint32_t *counts;                /* [worker][group][digit] */
    size_t stride;                   /* of a worker */
};

static size_t digits(const struct selection *s)
{
    return (size_t)1 << (s->pass == 0 ? FIRST_BITS : BITS);
}

TARGET_CLONES static void keys_of(const double *restrict x, uint64_t *restrict keys,
                                  size_t n)
{
    for (size_t i = 0; i < n; i++)
        keys[i] = key_of(x[i]);
}

/* Numbers are looked at in pieces that stay in the first cache. */
enum { PIECE = 512 };

static void count_first(const double *x, size_t n, uint32_t *counts)
{
    uint64_t keys[PIECE];
    for (size_t i = 0; i < n; i += PIECE) {
        size_t m = n - i < PIECE ? n - i : PIECE;
        keys_of(x + i, keys, m);
        for (size_t k = 0; k < m; k++)
            counts[keys[k] >> (64 - FIRST_BITS)]++;
    }
}

static size_t group_of(const struct selection *s, uint64_t prefix)
{
    size_t g = 0;
    while (g < s->groups && s->prefix[g] != prefix)
        g++;
    return g;
}

/* hits[i]: whether a key has one of the wanted prefixes. */
TARGET_CLONES static void find_hits(const struct selection *s,
                                    const uint64_t *restrict keys,
                                    uint64_t *restrict hits, size_t n)
{
    const unsigned shift = s->below + BITS;
    const uint64_t width = (uint64_t)1 << shift;
    for (size_t i = 0; i < n; i++)
        hits[i] = 0;
    for (size_t g = 0; g < s->groups; g++) {
        const uint64_t from = s->prefix[g] << shift;
        for (size_t i = 0; i < n; i++)
            hits[i] |= keys[i] - from < width;
    }
}

static size_t count_next(const struct selection *s, double *x, size_t n,
                         uint32_t *counts)
{
    uint64_t keys[PIECE], hits[PIECE];
    unsigned short at[PIECE + 1] = { 0 };
    size_t kept = 0;
    for (size_t i = 0; i < n; i += PIECE) {
        size_t m = n - i < PIECE ? n - i : PIECE, found = 0;
        keys_of(x + i, keys, m);
        find_hits(s, keys, hits, m);
        for (size_t k = 0; k < m; k++) {
            at[found] = (unsigned short)k;
            found += hits[k];
        }
        for (size_t k = 0; k < found; k++) {
            uint64_t key = keys[at[k]];
            size_t g = group_of(s, key >> (s->below + BITS));
            counts[g << BITS | (key >> s->below & ((1u << BITS) - 1))]++;
            x[kept++] = x[i + at[k]];
        }
    }
    return kept;
}

static void count_stripe(void *context, size_t stripe, unsigned worker)
{
    struct selection *s = context;
    uint32_t *counts = s->counts + worker * s->stride;
    double *x = s->sample->x + stripe * STRIPE;
    if (s->pass == 0)
        count_first(x, s->left[stripe], counts);
    else
        s->left[stripe] = count_next(s, x, s->left[stripe], counts);
}

static size_t stripes_of(const struct sample *s)
{
    return (s->n + STRIPE - 1) / STRIPE;
}

/* Counts of the pass, of all workers in the first one's place. */
static void count_pass(struct selection *s)
{
    unsigned workers = parallel_threads(s->sample->threads);
    memset(s->counts, 0, workers * s->stride * sizeof *s->counts);
    parallel_for(stripes_of(s->sample), workers, count_stripe, s);
    for (unsigned w = 1; w < workers; w++)
        for (size_t i = 0; i < s->groups * digits(s); i++)
            s->counts[i] += s->counts[w * s->stride + i];
}

/* A quantile on its way: its rank among those of its group, from 0. */
struct wanted {
    uint64_t prefix;
    size_t rank;
};

static void step_down(const struct selection *s, struct wanted *w)
{
    size_t g = s->pass == 0 ? 0 : group_of(s, w->prefix), digit = 0;
    const uint32_t *counts = s->counts + g * digits(s);
    while (w->rank >= counts[digit])
        w->rank -= counts[digit++];
    w->prefix = w->prefix << (s->pass == 0 ? FIRST_BITS : BITS) | digit;
}

static void regroup(struct selection *s, const struct wanted *w, size_t count)
{
    s->groups = 0;
    for (size_t i = 0; i < count; i++)
        if (group_of(s, w[i].prefix) == s->groups)
            s->prefix[s->groups++] = w[i].prefix;
}

static void start(struct selection *s, struct sample *sample)
{
    size_t stripes = stripes_of(sample);
    *s = (struct selection){ .sample = sample, .groups = 1 };
    s->left = ARENA_ARRAY(sample->scratch, stripes, size_t);
    for (size_t i = 0; i < stripes; i++)
        s->left[i] = i + 1 < stripes ? STRIPE : sample->n - i * STRIPE;
    s->stride = (size_t)1 << FIRST_BITS; /* 16 groups of 12 bits */
    s->counts = ARENA_ARRAY(sample->scratch,
                            parallel_threads(sample->threads) * s->stride, uint32_t);
    s->below = 64 - FIRST_BITS;
}

/* After the first pass, which counts NaN under the last digit: no number has it. */
static size_t rank_all(const struct selection *s, const double *p, size_t count,
                       struct wanted *wanted)
{
    size_t numbers = s->sample->n - s->counts[digits(s) - 1];
    for (size_t i = 0; i < count; i++) {
        double rank = ceil(p[i] * (double)numbers);
        wanted[i].rank = rank < 1 ? 0 : (size_t)rank - 1;
    }
    return numbers;
}

size_t sample_quantiles(struct sample *sample, const double *p, size_t count,
                        double *out)
{
    struct selection s;
    struct wanted wanted[MOST_QUANTILES] = { { 0 } };
    size_t numbers = 0;
    for (size_t i = 0; i < count; i++)
        out[i] = NAN;
    start(&s, sample);
    for (s.pass = 0; s.pass < PASSES; s.pass++) {
        count_pass(&s);
        if (s.pass == 0)
            numbers = rank_all(&s, p, count, wanted);
        if (numbers == 0)
            return 0;
        for (size_t i = 0; i < count; i++)
            step_down(&s, &wanted[i]);
        regroup(&s, wanted, count);
        s.below -= s.pass + 1 < PASSES ? BITS : 0;
    }
    for (size_t i = 0; i < count; i++)
        out[i] = number_of(wanted[i].prefix);
    return numbers;
}

double histogram_edge(const struct histogram *h, size_t i)
{
    double share = (double)i / BINS;
    if (i == BINS)
        return h->hi;
    if (!h->logarithmic)
        return h->lo + (h->hi - h->lo) * share;
    double low = vmath_log_of(h->lo), high = vmath_log_of(h->hi);
    return i == 0 ? h->lo : vmath_exp_of(low + (high - low) * share);
}

enum { PILOT = 1 << 16 };

static bool find_range(const struct sample *s, struct histogram *h)
{
    struct sample pilot = { .threads = 1, .scratch = s->scratch };
    double range[2];
    pilot.x = ARENA_ARRAY(s->scratch, s->n < PILOT ? s->n : PILOT, double);
    for (size_t i = 0; i < s->n && pilot.n < PILOT; i++)
        if (isfinite(s->x[i]))
            pilot.x[pilot.n++] = s->x[i];
    if (pilot.n == 0)
        return false;
    sample_quantiles(&pilot, (const double[]){ 0.005, 0.995 }, 2, range);
    h->lo = range[0];
    h->hi = range[1];
    return true;
}

struct binning {
    const struct sample *sample;
    const struct histogram *h;
    double from, per_bin;
    uint32_t (*counts)[BINS + 2]; /* [worker]: below, the bins, above */
};

/* The bin of each number from 1, 0 below, BINS + 1 above; BINS + 2 for NaN. */
TARGET_CLONES static void places(const struct binning *b, const double *restrict x,
                                 double *restrict v, size_t n)
{
    const double lo = b->h->lo, hi = b->h->hi, from = b->from, per = b->per_bin;
    for (size_t i = 0; i < n; i++) {
        double t = (v[i] - from) * per;
        t = t > 0 ? t : 0;
        t = t < BINS - 1 ? t : BINS - 1;
        t = x[i] < lo ? -1 : t;
        t = x[i] > hi ? BINS : t;
        v[i] = x[i] == x[i] ? t + 1 : BINS + 2;
    }
}

static void bin_stripe(void *context, size_t stripe, unsigned worker)
{
    const struct binning *b = context;
    const double *x = b->sample->x + stripe * STRIPE;
    size_t left = b->sample->n - stripe * STRIPE;
    size_t n = left < STRIPE ? left : STRIPE;
    uint32_t counts[BINS + 3] = { 0 };
    double v[PIECE];
    for (size_t i = 0; i < n; i += PIECE) {
        size_t m = n - i < PIECE ? n - i : PIECE;
        memcpy(v, x + i, m * sizeof *v);
        if (b->h->logarithmic)
            vmath_log(v, m);
        places(b, x + i, v, m);
        for (size_t k = 0; k < m; k++)
            counts[(size_t)v[k]]++;
    }
    for (size_t k = 0; k < BINS + 2; k++)
        b->counts[worker][k] += counts[k];
}

void sample_histogram(const struct sample *s, bool ratio, struct histogram *h)
{
    *h = (struct histogram){ 0 };
    if (!find_range(s, h))
        h->lo = h->hi = NAN;
    h->logarithmic = ratio && h->lo > 0;
    struct binning b = { .sample = s, .h = h, .from = h->lo };
    double to = h->hi;
    if (h->logarithmic) {
        b.from = vmath_log_of(h->lo);
        to = vmath_log_of(h->hi);
    }
    b.per_bin = to > b.from ? BINS / (to - b.from) : 0;
    unsigned workers = parallel_threads(s->threads);
    b.counts = arena_array(s->scratch, workers, sizeof *b.counts);
    parallel_for(stripes_of(s), workers, bin_stripe, &b);
    for (unsigned w = 0; w < workers; w++) {
        h->below += b.counts[w][0];
        h->above += b.counts[w][BINS + 1];
        for (size_t i = 0; i < BINS; i++)
            h->bins[i] += b.counts[w][i + 1];
    }
}

/* Eight sums side by side, which vectors of any width compute alike. */
TARGET_CLONES static void sum_eight(const double *restrict x, size_t n,
                                    double *restrict sums)
{
    for (size_t i = 0; i + 8 <= n; i += 8)
        for (size_t k = 0; k < 8; k++)
            sums[k] += x[i + k];
}

double sum_of(const double *x, size_t n)
{
    double sums[8] = { 0 };
    sum_eight(x, n, sums);
    double sum = ((sums[0] + sums[1]) + (sums[2] + sums[3])) +
                 ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    for (size_t i = n / 8 * 8; i < n; i++)
        sum += x[i];
    return sum;
}
