/* checks.h - what must hold between the figures of one run, from first principles.
 *
 * Each returns NULL where the figures agree, and else words with both of them, for the
 * note of a measurement that then carries FLAG_DISAGREES.  A figure of 0 or less is not
 * known, and what cannot be checked agrees.  `slack` is the relative rounding of what
 * was written: 0.01 where two digits stand behind the first.
 */
#ifndef MEASURE_CHECKS_H
#define MEASURE_CHECKS_H

struct arena;

/* Bytes a second = operations a second x bytes an operation. */
const char *check_bandwidth(struct arena *a, double iops, double bandwidth,
                            double block_size, double slack);

/* Little's law: operations a second x seconds each is how many are under way, and that
 * cannot be more than the load could keep under way at once. */
const char *check_little(struct arena *a, double rate, double latency,
                         double concurrency, double slack);

/* A rate stated against what the counters say: amount / seconds.  `resolution` is the
 * last digit of the rate, in its unit. */
struct stated_rate {
    const char *what, *unit; /* "IOPS", "1/s" */
    double rate, resolution, amount, seconds;
};
const char *check_rate(struct arena *a, const struct stated_rate *r, double slack);

#endif
