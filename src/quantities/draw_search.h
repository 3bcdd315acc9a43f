/* draw_search.h - the break-even of one draw, where two probes cannot tell.
 *
 * The roots walk (roots.h) over the part of the plan that the variable reaches, with
 * the draw's numbers in the place of all that draws alone make.  A draw takes some
 * microseconds a kink or jump, against nanoseconds by probes.
 */
#ifndef QUANTITIES_DRAW_SEARCH_H
#define QUANTITIES_DRAW_SEARCH_H

#include "quantities/draw_program.h"

struct draw_search;

struct draw_search_query {
    const struct plan *plan; /* the program's */
    const struct draw_program *program;
    node_id variable, difference;
    double lo, hi;
};

/* For one thread.  False where the difference holds a search (SOLVE) that the variable
 * reaches. */
bool draw_search_can(const struct draw_search_query *q);
struct draw_search *draw_search_new(struct arena *arena,
                                    const struct draw_search_query *q);
void draw_search_free(struct draw_search *s); /* its scratch memory */

/* The first root from lo on, and whether the alternative that is cheaper before it is
 * again at hi; +infinity where the first alternative stays the cheaper one or they tie
 * throughout, -infinity where the second does, NaN where the difference has no value
 * somewhere on the way. */
double draw_search_root(struct draw_search *s, const struct program_run *r, size_t draw,
                        bool *returns);

#endif
