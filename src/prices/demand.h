/* demand.h - what a rule refuses to count with: less than nothing, more than all of it.
 *
 * A step checks what it is given where the study stands as written, and says so at
 * once. A scenario or --set may give something else, so the step also leaves a demand:
 * a truth that must hold in every scenario that is walked.
 */
#ifndef PRICES_DEMAND_H
#define PRICES_DEMAND_H

#include "prices/primitive.h"

enum demand_kind {
    DEMAND_COUNT,    /* 0 or more */
    DEMAND_POSITIVE, /* more than 0 */
    DEMAND_SHARE,    /* from 0 to 1 */
    DEMAND_YEARLY,   /* from 0 to 1 a year of 8760 h */
};

/* What must hold in every scenario; node is a value of the chain that `text` gives.
 * Constants and NO_NODE leave no demand. */
void chain_demand(struct chain *c, size_t part, const struct doc_node *text,
                  node_id value, enum demand_kind kind);
/* The same of a node by its name, checked at once where the study stands as written. */
bool chain_demand_count(struct chain *c, const char *name, node_id value);
/* The same for a truth of the chain's own; `words` say what it means that it fails. */
void chain_demand_that(struct chain *c, node_id holds, const char *words,
                       struct where at);

#endif
