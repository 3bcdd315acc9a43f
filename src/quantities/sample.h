/* sample.h - exact quantiles and histograms of many numbers.
 *
 * Everything is counted in integers over fixed stripes, so that the number of threads
 * does not matter.  NaN is no number: it is neither ranked nor counted.
 */
#ifndef QUANTITIES_SAMPLE_H
#define QUANTITIES_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

struct sample {
    double *x;
    size_t n; /* below 2^32 */
    unsigned threads;
    struct arena *scratch;
};

/* out[i] is the smallest x at or below which lies a share p[i] of the numbers (the
 * inverse of the empirical distribution function, type 1 of Hyndman and Fan 1996), so
 * that it is one of them and infinities do no harm.  NaN where there are none.
 * Up to MOST_QUANTILES at once; destroys s->x.  Returns how many are not NaN. */
enum { MOST_QUANTILES = 8 };
size_t sample_quantiles(struct sample *s, const double *p, size_t count, double *out);

/* BINS bins between lo and hi, of equal width, or of equal ratio where logarithmic. */
enum { BINS = 48 };
struct histogram {
    double lo, hi; /* lo == hi: all finite numbers are this one, and all in `bins[0]` */
    bool logarithmic;
    uint32_t bins[BINS];
    uint32_t below, above; /* infinities included */
};
double histogram_edge(const struct histogram *h, size_t i); /* left edge of bin i */

/* The range is that of the middle 99 % of the first 2^16 finite numbers.  `ratio` asks
 * for a logarithmic axis, which is had where the range is positive. */
void sample_histogram(const struct sample *s, bool ratio, struct histogram *out);

/* The sum, in an order that depends on n alone. */
double sum_of(const double *x, size_t n);

#endif
