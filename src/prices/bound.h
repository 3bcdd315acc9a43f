/* bound.h - what minimum and maximum have in common. */
#ifndef PRICES_BOUND_H
#define PRICES_BOUND_H

#include "prices/primitive.h"

struct bound {
    const char *op;                                 /* "max" for a minimum */
    const char *noun;                               /* "minimum" */
    const char *at_word;                            /* "at least" */
    const struct doc_node *bound, *per, *condition; /* per, condition may be NULL */
};
bool bound_build(struct chain *c, const struct bound *b);

#endif
