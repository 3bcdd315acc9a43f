/* Quantiles against sorting, histograms against counting, for any number of threads. */
#include "check.h"

#include "base/arena.h"
#include "base/parallel.h"
#include "quantities/random.h"
#include "quantities/sample.h"

enum { MANY = 200001 };
static double x[MANY], y[MANY];
static const double shares[] = { 0, 0.001, 0.05, 0.25, 0.5, 0.95, 0.999, 1 };
enum { SHARES = 8 };

/* Kinds of samples: smooth, signed over many magnitudes, few different values, all
 * alike, with NaN and infinities, close together. */
static double element(int kind, double u, size_t i)
{
    switch (kind) {
    case 0:
        return u;
    case 1:
        return (u < 0.4 ? -1 : 1) * exp((u - 0.5) * 600);
    case 2:
        return floor(u * 5) - 2;
    case 3:
        return -7.25;
    case 4:
        return i % 10 == 3 ? NAN : i % 7 == 0 ? HUGE_VAL : i % 11 == 0 ? -HUGE_VAL : u;
    case 5:
        return i % 3 == 0 ? -0.0 : 0.0;
    default:
        return 1e15 * (1 + floor(u * 1000) * 0x1p-50);
    }
}
enum { KINDS = 7 };

static size_t fill(int kind, size_t n)
{
    random_uniforms(random_key(5, "sample"), 0, x, n);
    size_t numbers = 0;
    for (size_t i = 0; i < n; i++) {
        x[i] = element(kind, x[i], i);
        if (kind == 4 && i % 20 == 3)
            x[i] = -x[i]; /* NaN of either sign */
        if (!isnan(x[i]))
            y[numbers++] = x[i];
    }
    return numbers;
}

static int ascending(const void *a, const void *b)
{
    const double *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

static void quantiles_are_those_of_sorting(void **state)
{
    (void)state;
    static const size_t sizes[] = { 1, 2, 3, 19, 20, 21, 1000, 32768, 32769, MANY };
    static double copy[MANY];
    struct arena *arena = arena_new();
    for (int kind = 0; kind < KINDS; kind++) {
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            size_t n = sizes[k], numbers = fill(kind, n);
            qsort(y, numbers, sizeof *y, ascending);
            memcpy(copy, x, n * sizeof *x);
            for (unsigned threads = 1; threads <= 7; threads += 3) {
                double got[SHARES];
                memcpy(x, copy, n * sizeof *x);
                struct sample s = { x, n, threads, arena };
                assert_int_equal(sample_quantiles(&s, shares, SHARES, got), numbers);
                for (size_t i = 0; i < SHARES; i++) {
                    double rank = ceil(shares[i] * (double)numbers);
                    double want =
                        numbers == 0 ? NAN : y[rank < 1 ? 0 : (size_t)rank - 1];
                    assert_true(got[i] == want || (isnan(got[i]) && isnan(want)));
                }
            }
            arena_empty(arena);
        }
    }
    arena_free(arena);
}

static void no_numbers_have_no_quantile(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct histogram h;
    double out;
    for (size_t i = 0; i < 100; i++)
        x[i] = NAN;
    struct sample s = { x, 100, 2, arena };
    sample_histogram(&s, true, &h);
    assert_int_equal(h.below + h.above + h.bins[0], 0);
    assert_int_equal(sample_quantiles(&s, &shares[4], 1, &out), 0);
    assert_true(isnan(out));
    arena_free(arena);
}

/* Each number lies between the edges of its bin, up to the rounding of the edge. */
static void check_histogram(const struct histogram *h, size_t n)
{
    uint32_t below = 0, above = 0;
    double slack = 1e-9 * (fabs(h->lo) + fabs(h->hi));
    for (size_t i = 0; i < n; i++) {
        below += x[i] < h->lo;
        above += x[i] > h->hi;
    }
    assert_int_equal(h->below, below);
    assert_int_equal(h->above, above);
    size_t binned = 0, numbers = 0;
    for (size_t b = 0; b < BINS; b++) {
        size_t least = 0, most = 0;
        double from = histogram_edge(h, b), to = histogram_edge(h, b + 1);
        for (size_t i = 0; i < n; i++) {
            least += x[i] > from + slack && x[i] < to - slack;
            most += x[i] >= from - slack && x[i] <= to + slack;
        }
        assert_true(h->bins[b] >= least && h->bins[b] <= most);
        binned += h->bins[b];
    }
    for (size_t i = 0; i < n; i++)
        numbers += isnan(x[i]) ? 0 : 1;
    assert_int_equal(binned + below + above, numbers);
}

static void histograms_count_everything_once(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    for (int kind = 0; kind < KINDS; kind++) {
        for (int ratio = 0; ratio < 2; ratio++) {
            size_t n = 100000;
            struct histogram one, several;
            fill(kind, n);
            struct sample s = { x, n, 1, arena };
            sample_histogram(&s, ratio == 1, &one);
            s.threads = 5;
            sample_histogram(&s, ratio == 1, &several);
            assert_memory_equal(&one, &several, sizeof one);
            if (kind < 5)
                check_histogram(&one, n);
        }
        arena_empty(arena);
    }
    arena_free(arena);
}

static void a_ratio_axis_has_edges_of_equal_ratio(void **state)
{
    (void)state;
    struct histogram h = { .lo = 1, .hi = 1e6, .logarithmic = true };
    assert_true(histogram_edge(&h, 0) == 1 && histogram_edge(&h, BINS) == 1e6);
    for (size_t i = 0; i < BINS; i++)
        check_close(histogram_edge(&h, i + 1) / histogram_edge(&h, i),
                    pow(1e6, 1.0 / BINS), 1e-12);
    h.logarithmic = false;
    check_close(histogram_edge(&h, BINS / 2), 0.5 * (1e6 + 1), 1e-15);
}

static void sums_are_right(void **state)
{
    (void)state;
    for (size_t n = 0; n < 40; n++) {
        double want = 0;
        for (size_t i = 0; i < n; i++)
            want += x[i] = (double)(i * i) - 100;
        assert_true(sum_of(x, n) == want);
    }
}

struct counted {
    unsigned times[1000];
    unsigned most_worker;
};

static void count_block(void *context, size_t block, unsigned worker)
{
    struct counted *c = context;
    c->times[block]++;
    if (worker > MOST_THREADS)
        c->most_worker = worker;
}

static void each_block_runs_once(void **state)
{
    (void)state;
    for (unsigned threads = 0; threads <= 9; threads++) {
        static struct counted c;
        memset(&c, 0, sizeof c);
        parallel_for(1000, threads, count_block, &c);
        for (size_t i = 0; i < 1000; i++)
            assert_int_equal(c.times[i], 1);
        assert_int_equal(c.most_worker, 0);
    }
    parallel_for(0, 3, count_block, NULL);
    assert_int_equal(parallel_threads(3), 3);
    assert_int_equal(parallel_threads(100000), MOST_THREADS);
    assert_true(parallel_threads(0) >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_those_of_sorting),
        cmocka_unit_test(no_numbers_have_no_quantile),
        cmocka_unit_test(histograms_count_everything_once),
        cmocka_unit_test(a_ratio_axis_has_edges_of_equal_ratio),
        cmocka_unit_test(sums_are_right),
        cmocka_unit_test(each_block_runs_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
