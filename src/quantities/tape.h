/* tape.h - the part of a plan that one variable reaches, laid out for many walks.
 *
 * A search evaluates the same few nodes at thousands of places.  A tape holds them in
 * order with all else evaluated once, and walks them in three ways: exactly, in
 * doubles, and over boxes.  Rounding to the cent is left out: it is the identity in a
 * search, or every price would jump at every cent.
 */
#ifndef QUANTITIES_TAPE_H
#define QUANTITIES_TAPE_H

#include "quantities/interval.h"
#include "quantities/plan.h"
#include "quantities/solve.h"

struct arena;

struct tape_step {
    const struct op *op; /* NULL: a SOLVE */
    const unsigned *args;
    unsigned count;
    const struct table *table;
    node_id id;
};

/* Slots 0 .. constants-1 never vary, then comes the variable, then a slot a step. */
struct tape {
    const struct plan *plan;
    struct arena *arena; /* scratch of the search */
    node_id variable;
    unsigned constants, step_count;
    struct tape_step *steps;
    unsigned *slot; /* [id]: of every id in the plan */
    struct value *left, *right;
    struct span *spans;
    bool affine;    /* structurally: whatever the values are */
    bool has_solve; /* a nested search varies, of which no enclosure is known */
    bool *hold;     /* for nested searches: what is given from outside */
    struct value *held;
};

/* `plan` must leave the variable free (plan_make_free).  Everything is owned by
 * `scratch`. */
struct tape tape_make(const struct plan *plan, node_id variable, struct held held,
                      struct arena *scratch);

/* Values of all slots at x; exact where x and all that it meets are. */
void tape_point(struct tape *t, struct value x, struct value *slots);

/* t->spans of all slots over [l, r]; l == r is allowed. */
void tape_box(struct tape *t, double l, double r);

/* The step that first jumps, or may, in the box last walked; NULL: none does. */
const struct tape_step *tape_jump(const struct tape *t);

/* Adds a last step a - b of two slots, and gives its slot; once a tape. */
unsigned tape_difference(struct tape *t, unsigned a, unsigned b);

/* Why there is no value at x, in the words of the op that fails there first. */
const char *tape_failure(struct tape *t, double x);

#endif
