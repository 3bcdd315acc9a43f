/* tiers.h - the shapes of a price that depends on the quantity, for tiers.c. */
#ifndef PRICES_TIERS_H
#define PRICES_TIERS_H

#include "prices/primitive.h"

enum tier_shape { GRADUATED, VOLUME, FLAT };

struct tier {
    node_id bound;      /* the last quantity that belongs to it; NO_NODE: without end */
    node_id price;      /* of one unit or package; of FLAT the whole amount */
    node_id fee;        /* once where the tier is reached; NO_NODE: none */
    double from, up_to; /* where they are literals, else -1 */
    const struct doc_node *row;
};

struct tier_work {
    struct chain *c;
    enum tier_shape shape;
    const struct tier *tiers;
    size_t count;
    node_id package; /* NO_NODE: single units */
    bool buy_up;
    size_t part; /* of the chain: whose quantity it is */
    struct where at;
    /* out */
    node_id bought; /* the quantity that is paid: more than asked where bought up */
    node_id price;  /* of one of them; NO_NODE where there are several */
    node_id tier;   /* the number of the tier that it reaches */
};

/* Money for a quantity, with the steps that explain it; NO_NODE after an error. */
node_id tiers_amount(struct tier_work *w, node_id quantity);

#endif
