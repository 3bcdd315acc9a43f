/* draw_program.h - a plan made ready to be walked over blocks of draws.
 *
 * The nodes of the plan fall in four parts.  What neither a draw nor the variable
 * reaches is one number, from the point walk.  What only the variable reaches is one
 * number a probe.  What only draws reach is a block, computed once for all probes.  The
 * rest is a block a probe.  A probe is a value of the variable; without a variable
 * there is one.  Blocks live in slots that are used again after their last reader, so
 * that a large plan stays in the cache.
 *
 * Drawn are the INPUTs with a distribution that the case does not override, except the
 * variable itself.
 */
#ifndef QUANTITIES_DRAW_PROGRAM_H
#define QUANTITIES_DRAW_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "quantities/plan.h"

enum { MOST_PROBES = 4 };

struct program_query {
    const struct plan *plan;
    node_id variable; /* NO_NODE: none */
    double probes[MOST_PROBES];
    size_t probe_count; /* at least 1 */
    size_t everywhere; /* so many targets of the plan at every probe, all at the last */
    uint64_t seed;
};

struct draw_program;

/* NULL after an error: a distribution that is none.  A search (SOLVE) that a draw
 * reaches is made anew for each draw, which takes some 10 microseconds or more. */
const struct draw_program *program_make(struct arena *arena,
                                        const struct program_query *q, struct diag *dg);
size_t program_inputs(const struct draw_program *p, const node_id **ids); /* drawn */

/* Whether runs must not be walked by several threads at a time. */
bool program_serial(const struct draw_program *p);
/* Whether a target is affine in the variable for each draw, by its structure. */
bool program_affine(const struct draw_program *p, size_t target);

/* What one thread needs; nothing is allocated after this. */
struct program_run *program_run_new(struct arena *arena, const struct draw_program *p);

/* Draws first .. first + n - 1, n <= BLOCK: inputs, and what only they reach. */
void program_draw(struct program_run *r, uint64_t first, size_t n);
/* Then any probes, in any order. */
void program_probe(struct program_run *r, size_t probe);

/* A target of the last probe: n doubles, or one for all draws; valid until the next
 * call. */
struct lane {
    const double *x;
    bool single;
};
struct lane program_target(const struct program_run *r, size_t target);
/* The same of a node that draws reach and the variable does not, and that something
 * the variable reaches reads. */
bool program_drawn(const struct draw_program *p, node_id id); /* any draw reaches it */
struct lane program_node(const struct program_run *r, node_id id);

#endif
