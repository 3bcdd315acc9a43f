/* usl.c - bootstrap of a USL fit, for bench/usl.sh.
 *
 *   usl DRAWS THREADS REPEATS
 *
 * 12 points, residual bootstrap with relative weights, targets lambda, sigma, kappa and
 * the peak.  Prints the seconds of each repeat and the 95 % percentile interval of the
 * peak.  The points are those of bench/usl.py. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/arena.h"
#include "curves/bootstrap.h"

static const double xs[] = { 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64 };
static const double ys[] = { 1012.3, 1935.1, 2790.8,  3655.9,  5211.4,  6480.7,
                             8611.2, 9874.5, 11532.6, 11693.4, 11188.1, 10235.2 };
enum { N = 12 };

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    struct fit_point given[N] = { { 0 } };
    for (int i = 0; i < N; i++) {
        given[i].x = xs[i];
        given[i].y = ys[i];
    }
    struct points p;
    struct law_fit f;
    struct law_options o = { .shaken = 8 };
    if (!points_make(a, given, N, WEIGHTS_RELATIVE, &p, &dg) ||
        !law_fit(law_work_new(a, N), curve_find("usl"), &p.data, &o, &f, NULL))
        return 1;
    const struct target targets[] = { { .kind = TARGET_PARAM, .param = 0 },
                                      { .kind = TARGET_PARAM, .param = 1 },
                                      { .kind = TARGET_PARAM, .param = 2 },
                                      { .kind = TARGET_PEAK_X } };
    struct boot_request r = { BOOT_RESIDUAL,
                              (size_t)strtoul(argv[1], NULL, 10),
                              1,
                              (unsigned)strtoul(argv[2], NULL, 10),
                              targets,
                              4 };
    for (long i = 0; i < strtol(argv[3], NULL, 10); i++) {
        struct boot b;
        double before = seconds();
        boot_run(a, &p, &f, &r, &b);
        double took = seconds() - before;
        struct interval peak = boot_percentile(&b, 3, 0.95);
        printf("%.6f s, peak %.3f to %.3f, failed %zu\n", took, peak.low, peak.high,
               r.draws - b.good[0]);
    }
    arena_free(a);
    return 0;
}
