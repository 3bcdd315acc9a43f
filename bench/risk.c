/* risk.c - draws of a break-even through the graph, for bench/risk.sh.
 *
 *   risk DRAWS THREADS REPEATS [all]
 *
 * The case: the disk that compression saves against 48000 USD of licences; reduction
 * triangular (15, 30, 75 %), disk price lognormal (1 USD/GB, 1.5).  Prints the seconds
 * of each repeat and the 5, 50 and 95 % quantiles in bytes.  `all` asks for costs,
 * difference, regret and charts as well. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "quantities/draws.h"
#include "quantities/expr.h"
#include "quantities/plan.h"

static const struct where here = { "bench", 1, 1 };

static node_id input(struct graph *g, const char *name, double x, struct distribution d)
{
    struct input in = { .value = value_of_double(x), .distribution = d };
    return graph_input(g, name, &in, UNIT_ONE, here);
}

static node_id formula(struct graph *g, const char *name, const char *text,
                       struct diag *dg)
{
    struct scope scope = graph_scope(g);
    node_id id = expr_build(g, text, here, &scope, dg);
    graph_name(g, id, name);
    return id;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static struct draws_query question(struct graph *g, struct diag *dg)
{
    const struct distribution none = { 0 };
    struct draws_query q = { .graph = g, .lo = 1e12, .hi = 1e15, .seed = 1 };
    q.variable = input(g, "database_size", 96e12, none);
    input(g, "copies", 1, none);
    input(g, "licences", 48000, none);
    input(g, "reduction", 0.5,
          (struct distribution){ SHAPE_TRIANGULAR, { 0.15, 0.30, 0.75 }, NULL });
    input(g, "disk_price", 1e-9,
          (struct distribution){ SHAPE_LOGNORMAL, { 1e-9, 1.5 }, NULL });
    formula(g, "saved", "database_size * reduction * copies", dg);
    q.costs[0] = formula(g, "plain", "database_size * copies * disk_price", dg);
    q.costs[1] =
        formula(g, "compressed",
                "(database_size * copies - saved) * disk_price + licences", dg);
    q.difference = formula(g, "difference", "plain - compressed", dg);
    return q;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    struct arena *arena = arena_new();
    struct diag dg = diag_on(arena);
    struct graph *g = graph_new(arena);
    struct scenario_case base = { .id = "base" };
    struct draws_query q = question(g, &dg);
    q.scenario = &base;
    q.draws = strtoul(argv[1], NULL, 10);
    q.threads = (unsigned)strtoul(argv[2], NULL, 10);
    q.break_even_only = argc < 5;
    q.no_charts = argc < 5;
    for (long i = strtol(argv[3], NULL, 10); i > 0; i--) {
        struct draws_result r;
        double start = seconds();
        if (!draws_run(arena, &q, &r, &dg))
            break;
        double taken = seconds() - start;
        printf("%.4f %.9g %.9g %.9g\n", taken, r.break_even.p5, r.break_even.p50,
               r.break_even.p95);
        if (!q.break_even_only)
            printf("P %.6f regret %.6g %.6g mean %.9g %.9g none %.3g\n",
                   r.probability_cheaper, r.regret[0], r.regret[1], r.costs[0].mean,
                   r.costs[1].mean, r.share_none);
    }
    diag_print(&dg, stderr);
    arena_free(arena);
    return diag_failed(&dg) ? 1 : 0;
}
