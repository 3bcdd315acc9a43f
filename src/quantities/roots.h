/* roots.h - where two costs are the same: every crossing over a range of one input.
 *
 * Where the difference is affine by structure, two probes give the root, exactly
 * where the figures are exact.  Otherwise boxes of the range are bisected until on
 * each the difference has one sign, is a straight line (solved by two probes), falls
 * or rises throughout (at most one root), or is as narrow as a jump.  No crossing is
 * missed because it lies between two samples; none is told that evaluation on both
 * sides does not show.
 *
 * A tie: costs within TIE, relative to the larger, are the same.  So
 *   cross  the cheaper one changes, continuously; x is where the difference is zero
 *   jump   the cheaper one changes without equality, or equality holds at x alone
 *   touch  the same one is cheaper on both sides, and they tie at x
 *   equal  they tie from x to `to`
 * A tie zone narrower than a thousandth of the range counts as one point, unless the
 * two are the same line there.
 *
 * The x of a jump is the place where the plain formula jumps: ceil(x / 8 TB) at 8 TB,
 * size <= 8 TB at 8 TB, a table row where it begins.  Engine and spreadsheet forgive
 * a little there (5e-7 of one before ceil and floor, a relative 2^-48 in comparisons
 * and rows), and keep the side from below that much longer or take up the new one
 * that much earlier.  Where that makes more than a millionth of the range or of x, as
 * for ceil(x^2) near 0, their own place is told.  Which side holds at x itself is not.
 */
#ifndef QUANTITIES_ROOTS_H
#define QUANTITIES_ROOTS_H

#include "quantities/plan.h"

#define TIE 1e-9

/* Two costs, or `a` alone as a difference (b NO_NODE; A is then cheaper where it is
 * negative; of a subtraction the two sides are the costs, others tie at 0 only). */
struct roots_query {
    const struct graph *graph;
    const struct scenario_case *scenario; /* an override of `variable` is left out */
    node_id variable;                     /* an INPUT */
    node_id a, b;
    struct value lo, hi; /* base units, lo <= hi */
    bool beyond;         /* search outside the range as well */
};

enum { MOST_BEYOND = 20 };
enum crossing_kind { CROSSING_CROSS, CROSSING_JUMP, CROSSING_TOUCH, CROSSING_EQUAL };
enum cheaper { CHEAPER_A, CHEAPER_B, CHEAPER_NEITHER, CHEAPER_UNKNOWN };

struct crossing {
    enum crossing_kind kind;
    double x, to; /* to is x, but for CROSSING_EQUAL */
};

/* UNKNOWN: the difference has no value there. */
struct stretch {
    double from, to;
    enum cheaper cheaper;
};

struct roots {
    const struct crossing *crossings; /* ascending */
    size_t crossing_count;
    const struct stretch
        *stretches; /* cover [lo, hi] without gaps, neighbours differ */
    size_t stretch_count;
    /* x of cross, jump and touch, and of an equal stretch between different sides: no
     * root, and the same one is cheaper below and above. */
    const double *roots;
    size_t root_count;
    enum cheaper below, above; /* of the first and last that is A or B, else NEITHER */
    /* Roots outside the range, of the range's sign (a size is not negative): where all
     * is affine, wherever the line meets zero; else in [lo/1000, hi*1000], on each side
     * the nearest MOST_BEYOND.  Ascending. */
    const double *beyond;
    size_t beyond_count;
    bool beyond_complete; /* all of that was searched, and no more was found */
    bool affine;          /* two probes were enough */
    bool complete;        /* false: words say what is missing */
    /* NULL, or a sentence: where and why there is no value, or "too many crossings;
     * narrow the range". */
    const char *words;
};

/* False where the plan cannot be made (dg).  Results are owned by `arena`. */
bool roots_find(const struct roots_query *q, struct arena *arena, struct roots *out,
                struct diag *dg);

#endif
