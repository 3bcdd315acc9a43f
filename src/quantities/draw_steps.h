/* draw_steps.h - the inside of draw_program.h: what program_make() lays out and the
 * walk goes through. */
#ifndef QUANTITIES_DRAW_STEPS_H
#define QUANTITIES_DRAW_STEPS_H

#include "quantities/draw_program.h"
#include "quantities/op.h"

/* A slot is a block and one cache line, lest all slots start in the same cache set. */
enum { SLOT = BLOCK + 8 };

/* An argument: a block in a slot, or a number of the probe. */
struct operand {
    bool single;
    uint32_t index; /* slot, or node */
};

struct step {
    const struct op *op; /* NULL: the search `solve` */
    node_id solve;
    const struct table *table;
    const struct operand *args;
    unsigned count;
    uint64_t single;
    uint32_t out;
    bool last_only; /* only wanted at the last probe */
};

struct drawn {
    struct distribution distribution;
    uint64_t key;
    uint32_t slot;
};

struct draw_program {
    const struct plan *plan;
    node_id variable;
    size_t probe_count;
    double probes[MOST_PROBES];
    const double *numbers[MOST_PROBES]; /* [node]: what no draw reaches */
    bool solves, serial;                /* some step is a search; holds another one */
    struct drawn *inputs;
    node_id *input_ids;
    size_t input_count;
    struct step *steps; /* of draws alone, then of draws and the variable */
    size_t common, step_count;
    size_t slots;
    struct operand *targets;
    bool *affine;         /* [target] */
    const bool *by_draw;  /* [node] */
    const uint32_t *slot; /* [node] */
};

/* The node that holds the value: aliases and checks pass it on. */
node_id holder_in(const struct plan *plan, node_id id);

#endif
