/* op_unit.h - the unit of an op's result, or why its arguments do not go together. */
#ifndef QUANTITIES_OP_UNIT_H
#define QUANTITIES_OP_UNIT_H

#include "quantities/graph.h"
#include "quantities/op.h"

struct unit_call {
    struct arena *arena;
    const struct op *op;
    const struct node *args[MOST_ARGS];
    unsigned count; /* may exceed MOST_ARGS: that is what is wrong then */
    struct where at;
    struct diag *dg;
};

bool op_unit(const struct unit_call *call, struct unit *unit);

/* A literal 0 without a unit, which fits any. */
bool fits_any_unit(const struct node *n);

#endif
