/* choice by simulation: 12 points, 2 % noise, all laws for rates compete.  The law that
 * made the points must be chosen or tied in 95 % of the draws. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "curves/choose.h"

enum { N = 12 };

static const struct {
    const char *law;
    double p[CURVE_MOST_PARAMS];
} truths[] = {
    { "amdahl", { 1000, 0.05 } }, { "usl", { 1000, 0.03, 0.003 } },
    { "ceiling", { 480, 3900 } }, { "power", { 900, 0.72 } },
    { "affine", { 300, 120 } },
};
static const double xs[N] = { 1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32 };

static double uniform(uint64_t *s)
{
    *s += 0x9e3779b97f4a7c15ULL;
    uint64_t z = *s;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return ((double)((z ^ (z >> 31)) >> 11) + 0.5) * 0x1p-53;
}

static double normal(uint64_t *s)
{
    double r = sqrt(-2 * log(uniform(s)));
    return r * cos(6.283185307179586 * uniform(s));
}

static struct choice draw(struct arena *a, const struct curve *c, const double *truth,
                          uint64_t *seed)
{
    struct fit_point given[N] = { { 0 } };
    struct points *p = ARENA_NEW(a, struct points);
    struct diag dg = diag_on(a);
    struct choice out;
    for (int i = 0; i < N; i++) {
        given[i].x = xs[i];
        given[i].y = c->value(truth, xs[i]) * (1 + 0.02 * normal(seed));
    }
    points_make(a, given, N, WEIGHTS_AUTO, p, &dg);
    struct choose_request r = { .points = p, .families = CURVE_RATE };
    choose(a, &r, &out);
    return out;
}

int main(int argc, char **argv)
{
    int draws = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 1000, failed = 0;
    struct arena *a = arena_new();
    for (size_t t = 0; t < sizeof truths / sizeof *truths; t++) {
        const struct curve *c = curve_find(truths[t].law);
        uint64_t seed = 19991201 + t;
        unsigned right = 0, alone = 0, chosen = 0, instead[32] = { 0 };
        for (int i = 0; i < draws; i++) {
            struct choice out = draw(a, c, truths[t].p, &seed);
            size_t best = 0;
            for (size_t k = 0; k < out.count; k++) {
                bool it = out.all[k].curve == c && out.all[k].tied;
                right += it;
                alone += it && out.ties == 1;
                if (out.leader && out.all[k].curve == out.leader->curve)
                    best = k;
            }
            chosen += out.leader && out.leader->curve == c;
            instead[best]++;
            arena_empty(a);
        }
        double share = 100.0 * right / draws;
        printf("%-8s chosen or tied %5.1f%%, stands for all %5.1f%%, alone %5.1f%%; "
               "leaders:",
               c->name, share, 100.0 * chosen / draws, 100.0 * alone / draws);
        struct choice names = draw(a, c, truths[t].p, &seed);
        for (size_t k = 0; k < names.count; k++)
            if (instead[k])
                printf(" %s %u", names.all[k].curve->name, instead[k]);
        puts("");
        failed += share < 95;
    }
    arena_free(a);
    puts(failed ? "FAILED curves/choice" : "ok curves/choice");
    return failed != 0;
}
