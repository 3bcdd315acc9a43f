/* odd points through every law: nothing crashes, hangs, or answers with a number that
 * is not one.  Points are small integers, huge and tiny values, repeats, negatives. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "curves/fit.h"

enum { MOST = 24 };

static uint64_t next(uint64_t *s)
{
    *s += 0x9e3779b97f4a7c15ULL;
    uint64_t z = *s;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static double value(uint64_t *s, int kind)
{
    double u = (double)(next(s) >> 11) * 0x1p-53;
    switch (kind) {
    case 0:
        return (double)(next(s) % 6);
    case 1:
        return pow(10, 40 * u - 20);
    case 2:
        return u - 0.5;
    case 3:
        return 1e6 + u;
    default:
        return 1 + 99 * u;
    }
}

static bool flagged(const struct fit_result *f, const char *id)
{
    for (size_t i = 0; i < f->flags.count; i++)
        if (strcmp(f->flags.items[i].id, id) == 0)
            return true;
    return false;
}

/* The law passes through y within 1e-9 of x, however steep it is. */
static bool passes(const struct fit_result *f, double x, double y)
{
    double h = 1e-9 * fabs(x) + 1e-300, at = f->model->value(f->fit.p, x);
    double a = f->model->value(f->fit.p, x - h), b = f->model->value(f->fit.p, x + h);
    return fabs(at - y) <= 1e-6 * fabs(y) || fabs(at - y) <= 1e-9 * f->points.norm ||
           (a <= y) == (y <= b);
}

/* What is claimed must hold together. */
static bool sound(const struct fit_result *f)
{
    if (f->model == NULL)
        return true;
    bool ok = isfinite(f->fit.rss) && f->fit.df > 0;
    for (unsigned k = 0; k < f->model->param_count; k++) {
        const struct fit_parameter *p = &f->parameters[k];
        bool around = !(p->low > p->value) && !(p->high < p->value);
        ok &= isfinite(p->value) && (around || flagged(f, "bootstrap_biased"));
    }
    for (size_t i = 0; i < f->value_count; i++)
        ok &= f->values[i].refused != NULL || isfinite(f->values[i].y);
    for (size_t i = 0; i < f->solution_count; i++)
        for (size_t k = 0; k < f->solutions[i].count; k++)
            ok &= passes(f, f->solutions[i].x[k], f->solutions[i].y);
    return ok;
}

int main(int argc, char **argv)
{
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 2000, wrong = 0;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    double slowest = 0;
    struct arena *a = arena_new();
    for (long i = 0; i < rounds; i++) {
        uint64_t s = seed + (uint64_t)i * 1000003;
        struct fit_point p[MOST] = { { 0 } };
        size_t n = 1 + next(&s) % MOST;
        int kx = (int)(next(&s) % 5), ky = (int)(next(&s) % 5);
        for (size_t k = 0; k < n; k++) {
            p[k].x = value(&s, kx);
            p[k].y = value(&s, ky);
        }
        double at[2] = { p[0].x, p[n - 1].x }, solve[2] = { p[0].y, p[n / 2].y };
        struct fit_request r = { .x_name = "x",
                                 .y_name = "y",
                                 .x_unit = UNIT_ONE,
                                 .y_unit = UNIT_ONE,
                                 .points = p,
                                 .point_count = n,
                                 .at = at,
                                 .at_count = 2,
                                 .solve = solve,
                                 .solve_count = 2,
                                 .families = 7,
                                 .robust = next(&s) % 4 == 0 };
        size_t law = next(&s) % 30;
        r.model = curve_at(law);
        r.bootstrap = next(&s) % 5 == 0 ? BOOT_PAIRS : BOOT_NONE;
        r.draws = 100;
        struct diag dg = diag_on(a);
        struct fit_result f;
        clock_t before = clock();
        bool ran = fit_run(&r, a, &f, &dg);
        double took = (double)(clock() - before) / CLOCKS_PER_SEC;
        if (took > slowest) {
            slowest = took;
            printf("round %ld: %.2f s, %zu points, kinds %d %d, %s\n", i, took, n, kx,
                   ky, r.model ? r.model->name : "choice");
        }
        if (ran ? !sound(&f) : dg.errors == 0) {
            printf("round %ld: unsound, %zu points, kinds %d %d, %s\n", i, n, kx, ky,
                   ran && f.model ? f.model->name : "none");
            wrong++;
        }
        arena_empty(a);
    }
    arena_free(a);
    puts(wrong ? "FAILED curves/fuzz" : "ok curves/fuzz");
    return wrong != 0;
}
