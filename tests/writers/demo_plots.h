/* demo_plots.h - charts with every series and mark kind, for the tests of the writers.
 */
#ifndef TESTS_WRITERS_DEMO_PLOTS_H
#define TESTS_WRITERS_DEMO_PLOTS_H

#include <math.h>
#include <stddef.h>

#include "base/arena.h"
#include "report/plot.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Cost of two alternatives over the database's size: lines on two log axes. */
static inline const struct plot *demo_break_even(struct arena *a)
{
    static struct plot_point plain[61], packed[61];
    for (size_t i = 0; i < 61; i++) {
        double tb = pow(10, (double)i / 20);
        plain[i] = (struct plot_point){ .x = tb, .y = tb * 1000 };
        packed[i] = (struct plot_point){ .x = tb, .y = tb * 500 + 48000 };
    }
    static const struct plot_series series[] = {
        { .kind = PLOT_LINE, .name = "uncompressed", .points = plain, .count = 61 },
        { .kind = PLOT_LINE,
          .name = "compressed (Advanced Compression)",
          .points = packed,
          .count = 61 },
    };
    static const struct plot_mark marks[] = {
        { .kind = PLOT_MARK_POINT, .x = 96, .y = 96000, .label = "break-even 96 TB" },
        { .kind = PLOT_MARK_AT, .x = 2, .label = "asked for: 2 TB" },
        { .kind = PLOT_MARK_AT, .x = 4, .label = "tested database: 4 TB" },
        { .kind = PLOT_MARK_LIMIT, .x = 1000, .label = "range ends at 1 PB" },
        { .kind = PLOT_MARK_SPAN,
          .x = 54.1,
          .x2 = 299.9,
          .label = "5 to 95 % of draws" },
    };
    static const char *const notes[] = {
        "Scenario article; list prices of 2008-06-04, licence without support."
    };
    static const struct plot plot = {
        .name = "break-even-size",
        .title = "Compression pays above 96 TB",
        .alt = "The two costs cross at 96 TB.",
        .x = { .title = "Database size, uncompressed",
               .unit = "TB",
               .scale = PLOT_LOG,
               .low = 1,
               .high = 1000 },
        .y = { .title = "Total cost over 5 years",
               .unit = "USD",
               .scale = PLOT_LOG,
               .better = PLOT_LOWER_BETTER },
        .series = series,
        .series_count = COUNT(series),
        .marks = marks,
        .mark_count = COUNT(marks),
        .notes = notes,
        .note_count = 1,
    };
    (void)a;
    return &plot;
}

static inline const struct plot *demo_tornado(struct arena *a)
{
    static const char *const names[] = {
        "Reduction by compression",
        "Disk price",
        "Copies on disk",
        "Licensed hosts",
        "Named users per licensed processor, by the vendor's minimum",
        "CPUs",
        "Support, share of net price a year",
        "Horizon"
    };
    static const struct plot_point points[] = {
        { .x = 0,
          .low = 64,
          .high = INFINITY,
          .low_label = "75 %",
          .high_label = "0 %" },
        { .x = 1,
          .low = 48,
          .high = 192,
          .low_label = "2 USD/GB",
          .high_label = "0.5 USD/GB" },
        { .x = 2, .low = 32, .high = 96, .low_label = "3", .high_label = "1" },
        { .x = 3, .low = 96, .high = 180, .low_label = "1", .high_label = "2" },
        { .x = 4, .low = 80, .high = 100, .low_label = "25", .high_label = "50" },
        { .x = 5, .low = 86, .high = 106, .low_label = "2", .high_label = "6" },
        { .x = 6, .low = 92, .high = 99, .low_label = "18 %", .high_label = "25 %" },
        { .x = 7,
          .low = 95,
          .high = 97,
          .low_label = "3 years",
          .high_label = "7 years" },
    };
    static const struct plot_series series[] = {
        { .kind = PLOT_TORNADO, .name = "", .points = points, .count = COUNT(points) },
    };
    static const struct plot plot = {
        .name = "sensitivity-size",
        .title = "What moves the break-even",
        .x = { .title = "Break-even of the database size", .unit = "TB", .high = 0 },
        .y = { .names = names, .name_count = COUNT(names) },
        .series = series,
        .series_count = 1,
        .base = 96,
        .base_label = "as assumed: 96 TB",
    };
    (void)a;
    return &plot;
}

/* Measured points with error bars, the fitted law and its interval. */
static inline const struct plot *demo_curve(struct arena *a)
{
    static struct plot_point fit[33], band[33], points[9];
    for (size_t i = 0; i < 33; i++) {
        double n = (double)(i + 1),
               y = 995 * n / (1 + 0.02 * (n - 1) + 0.0004 * n * (n - 1));
        fit[i] = (struct plot_point){ .x = n, .y = y };
        band[i] = (struct plot_point){ .x = n,
                                       .low = y * (1 - 0.002 * n),
                                       .high = y * (1 + 0.002 * n) };
    }
    static const double threads[] = { 1, 2, 4, 8, 12, 16, 20, 24, 32 };
    for (size_t i = 0; i < COUNT(threads); i++) {
        double y = fit[(size_t)threads[i] - 1].y * (i % 2 ? 1.03 : 0.98);
        points[i] = (struct plot_point){
            .x = threads[i], .y = y, .low = y * 0.95, .high = y * 1.05
        };
    }
    static const struct plot_series series[] = {
        { .kind = PLOT_BAND,
          .name = "95 % interval of the mean",
          .points = band,
          .count = 33,
          .style = 1 },
        { .kind = PLOT_LINE, .name = "USL", .points = fit, .count = 33, .style = 1 },
        { .kind = PLOT_POINTS,
          .name = "measured, 5 repeats, with their 95 % interval",
          .points = points,
          .count = 9,
          .style = 3 },
    };
    static const struct plot plot = {
        .name = "curve-threads",
        .title = "Throughput over threads",
        .x = { .title = "Threads", .unit = "", .from_zero = true },
        .y = { .title = "Throughput",
               .unit = "1/s",
               .better = PLOT_HIGHER_BETTER,
               .from_zero = true },
        .series = series,
        .series_count = 3,
    };
    (void)a;
    return &plot;
}

static inline const struct plot *demo_histogram(struct arena *a)
{
    static struct plot_point bins[40];
    for (size_t i = 0; i < 40; i++) {
        double x = 10 + 10 * (double)i, z = (log(x + 5) - log(126)) / 0.52;
        bins[i] =
            (struct plot_point){ .low = x, .high = x + 10, .y = 8.2 * exp(-z * z / 2) };
    }
    static const struct plot_series series[] = {
        { .kind = PLOT_HISTOGRAM, .name = "", .points = bins, .count = 40 },
    };
    static const struct plot_mark marks[] = {
        { .kind = PLOT_MARK_SPAN,
          .x = 54.1,
          .x2 = 299.9,
          .label = "5 to 95 %: 54.1 to 299.9 TB" },
        { .kind = PLOT_MARK_AT, .x = 125.9, .label = "median 125.9 TB" },
    };
    static const struct plot plot = {
        .name = "risk-size",
        .title = "Break-even over 1 000 000 draws",
        .x = { .title = "Break-even of the database size", .unit = "TB" },
        .y = { .title = "Share of draws", .unit = "%" },
        .series = series,
        .series_count = 1,
        .marks = marks,
        .mark_count = 2,
    };
    (void)a;
    return &plot;
}

static inline const struct plot *demo_cash(struct arena *a)
{
    static const char *const years[] = { "purchase", "year 1", "year 2",
                                         "year 3",   "year 4", "year 5" };
    static const struct plot_point hardware[] = {
        { .x = 0, .y = 48000 },
        { .x = 3, .y = 9000 },
        { .x = 5, .y = -6000, .label = "resale" },
    };
    static const struct plot_point licences[] = {
        { .x = 0, .y = 48000, .label = "96 000" }
    };
    static const struct plot_point support[] = {
        { .x = 1, .y = 10560 }, { .x = 2, .y = 10560 }, { .x = 3, .y = 10560 },
        { .x = 4, .y = 10560 }, { .x = 5, .y = 10560 },
    };
    static const struct plot_series series[] = {
        { .kind = PLOT_STACKED, .name = "hardware", .points = hardware, .count = 3 },
        { .kind = PLOT_STACKED, .name = "licences", .points = licences, .count = 1 },
        { .kind = PLOT_STACKED, .name = "support", .points = support, .count = 5 },
    };
    static const struct plot plot = {
        .name = "cash-flow",
        .title = "Payments by year, compressed",
        .x = { .names = years, .name_count = COUNT(years) },
        .y = { .title = "Nominal payments",
               .unit = "USD",
               .better = PLOT_LOWER_BETTER },
        .series = series,
        .series_count = 3,
    };
    (void)a;
    return &plot;
}

static inline const struct plot *demo_bars(struct arena *a)
{
    static const char *const names[] = {
        "uncompressed", "compressed, licensed by processor",
        "compressed, by named user with the vendor's minimum of 25 a processor",
        "HPE Primera A630 with 24 x 15.36 TB SSD"
    };
    static const struct plot_point one[] = {
        { .x = 0, .y = 1234567, .label = "1.235 million" },
        { .x = 1, .y = 980000, .label = "0.98 million" },
        { .x = 2, .y = 1410000, .label = "1.41 million" },
        { .x = 3, .y = 220000, .label = "0.22 million" },
    };
    static const struct plot_point two[] = {
        { .x = 0, .y = 1100000, .label = "1.1 million" },
        { .x = 1, .y = 870000, .label = "0.87 million" },
        { .x = 2, .y = 1300000, .label = "1.3 million" },
        { .x = 3, .y = 200000, .label = "0.2 million" },
    };
    static const struct plot_series series[] = {
        { .kind = PLOT_BARS, .name = "undiscounted", .points = one, .count = 4 },
        { .kind = PLOT_BARS,
          .name = "present value at 5 % a year",
          .points = two,
          .count = 4 },
    };
    static const struct plot plot = {
        .name = "cost",
        .title = "Total cost over 5 years",
        .x = { .title = "Cost", .unit = "USD", .better = PLOT_LOWER_BETTER },
        .y = { .names = names, .name_count = COUNT(names) },
        .series = series,
        .series_count = 2,
    };
    (void)a;
    return &plot;
}

/* Five staircases that end close together: their labels must part. */
static inline const struct plot *demo_stairs(struct arena *a)
{
    static struct plot_point points[5][17];
    static struct plot_series series[5];
    static const char *const names[] = { "per processor", "per core, packs of 2",
                                         "per socket", "per named user",
                                         "per virtual machine" };
    for (size_t k = 0; k < 5; k++) {
        for (size_t i = 0; i < 17; i++)
            points[k][i] =
                (struct plot_point){ .x = (double)i * 4,
                                     .y = (double)(20000 + 500 * k) *
                                              ceil((double)(i * 4) / (8 + (double)k)) +
                                          400 };
        series[k] = (struct plot_series){
            .kind = PLOT_STAIRCASE, .name = names[k], .points = points[k], .count = 17
        };
    }
    static const struct plot_mark marks[] = {
        { .kind = PLOT_MARK_LEVEL,
          .y = 120000,
          .label = "approval threshold 120 000 USD" },
        { .kind = PLOT_MARK_POINT,
          .x = 40,
          .y = 100400,
          .label = "equal from 40 to 44 cores" },
    };
    static const struct plot plot = {
        .name = "licence-steps",
        .title = "Licence cost over cores",
        .x = { .title = "Cores", .from_zero = true },
        .y = { .title = "Licence cost",
               .unit = "USD",
               .better = PLOT_LOWER_BETTER,
               .from_zero = true },
        .series = series,
        .series_count = 5,
        .marks = marks,
        .mark_count = 2,
    };
    (void)a;
    return &plot;
}

static inline const struct plot *demo_latency(struct arena *a)
{
    static struct plot_point p[3][8];
    static struct plot_series series[3];
    static const char *const names[] = { "Velociraptor WD1500ADFD", "SSD, read",
                                         "SSD, write" };
    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; i < 8; i++)
            p[k][i] =
                (struct plot_point){ .x = ldexp(4, (int)i),
                                     .y = (k == 0 ? 7.6e-3 : 9e-5 * (double)k) +
                                          ldexp(4096, (int)i) / 7e7 / (1 + (double)k) };
        series[k] = (struct plot_series){
            .kind = PLOT_LINE, .name = names[k], .points = p[k], .count = 8
        };
    }
    static const struct plot plot = {
        .name = "latency",
        .title = "Latency over block size",
        .x = { .title = "Block size", .unit = "KiB", .scale = PLOT_LOG2 },
        .y = { .title = "Mean latency of one operation",
               .unit = "s",
               .scale = PLOT_LOG,
               .better = PLOT_LOWER_BETTER },
        .series = series,
        .series_count = 3,
    };
    (void)a;
    return &plot;
}

/* Hardly any data, and words much longer than anybody should write. */
static inline const struct plot *demo_sparse(struct arena *a)
{
    static const struct plot_point one[] = {
        { .x = 5, .y = 0.00032, .label = "the only run" }
    };
    static const struct plot_series series[] = {
        { .kind = PLOT_POINTS,
          .name = "a series whose name is a sentence that goes on for so long that no "
                  "legend was ever meant to hold it in one line of the picture",
          .points = one,
          .count = 1 },
        { .kind = PLOT_LINE, .name = "no points at all" },
    };
    static const struct plot_mark marks[] = {
        { .kind = PLOT_MARK_AT,
          .x = 5,
          .label =
              "a mark whose label is far too long for the width that is left to it" },
        { .kind = PLOT_MARK_AT,
          .x = 5.1,
          .label = "another one close by, nearly as long" },
        { .kind = PLOT_MARK_AT, .x = 5.2, .label = "third" },
    };
    static const struct plot plot = {
        .name = "sparse",
        .title =
            "One point, with a title that is longer than the picture is wide and must "
            "therefore take a second line instead of being cut",
        .x = { .title = "Something with a long explanation of what it is, how it was "
                        "counted, and why it is not what one would expect at first" },
        .y = { .title = "Elapsed", .unit = "s", .better = PLOT_LOWER_BETTER },
        .series = series,
        .series_count = 2,
        .marks = marks,
        .mark_count = 3,
        .width_mm = 110,
        .height_mm = 80,
    };
    (void)a;
    return &plot;
}

/* More lines than there is room for beside the picture, within less than a decade. */
static inline const struct plot *demo_crowd(struct arena *a)
{
    static struct plot_point points[16][5];
    static struct plot_series series[16];
    for (size_t k = 0; k < 16; k++) {
        for (size_t i = 0; i < 5; i++)
            points[k][i] =
                (struct plot_point){ .x = 3.1 + 0.2 * (double)i,
                                     .y = 100 + (double)(k * i) + (double)k };
        series[k] = (struct plot_series){
            .kind = PLOT_LINE,
            .name = arena_printf(a, "HPE 3PAR 8440 with %zu shelves of drives", k + 1),
            .points = points[k],
            .count = 5
        };
    }
    static const struct plot_mark marks[] = {
        { .kind = PLOT_MARK_POINT, .x = 3.5, .y = 120, .label = "a" },
        { .kind = PLOT_MARK_POINT, .x = 3.501, .y = 120.1, .label = "b, very near" },
        { .kind = PLOT_MARK_POINT, .x = 3.502, .y = 120.2, .label = "c, nearer still" },
    };
    static const struct plot plot = {
        .name = "crowd",
        .title = "Sixteen lines",
        .x = { .title = "Size", .unit = "TB", .scale = PLOT_LOG },
        .y = { .title = "Cost", .unit = "USD/TB", .better = PLOT_LOWER_BETTER },
        .series = series,
        .series_count = 16,
        .marks = marks,
        .mark_count = 3,
    };
    return &plot;
}

/* Upright bars beside each other, each with its number and an interval. */
static inline const struct plot *demo_columns(struct arena *a)
{
    static const char *const names[] = { "TPC-C", "TPC-H, scale factor 100",
                                         "order entry with a long name", "batch" };
    static const struct plot_point one[] = {
        { .x = 0, .y = 28, .low = 26.5, .high = 29, .label = "28" },
        { .x = 1, .y = 13, .label = "13" },
        { .x = 2, .y = 16, .label = "16" },
        { .x = 3, .y = 1, .label = "1" },
    };
    static const struct plot_point two[] = {
        { .x = 0, .y = 13, .low = 12, .high = 14, .label = "13" },
        { .x = 1, .y = 30, .label = "30 (contradicted)" },
        { .x = 2,
          .y = -4,
          .label = "\xe2\x88\x92"
                   "4" },
        { .x = 3, .y = 2, .label = "2" },
    };
    static const struct plot_series series[] = {
        { .kind = PLOT_BARS, .name = "uncompressed", .points = one, .count = 4 },
        { .kind = PLOT_BARS, .name = "compressed", .points = two, .count = 4 },
    };
    static const struct plot plot = {
        .name = "columns",
        .title = "Throughput by workload",
        .x = { .names = names, .name_count = COUNT(names) },
        .y = { .title = "Throughput", .unit = "1/s", .better = PLOT_HIGHER_BETTER },
        .series = series,
        .series_count = 2,
    };
    (void)a;
    return &plot;
}

typedef const struct plot *demo_plot_fn(struct arena *);
static demo_plot_fn *const demo_plots[] = {
    demo_break_even, demo_tornado, demo_curve,  demo_histogram, demo_cash,    demo_bars,
    demo_stairs,     demo_latency, demo_sparse, demo_crowd,     demo_columns,
};

#endif
