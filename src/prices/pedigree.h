/* pedigree.h - a price as a node, and where it comes from. */
#ifndef PRICES_PEDIGREE_H
#define PRICES_PEDIGREE_H

#include "quantities/graph.h"

struct doc_node;

/* The keys source, as_of, confidence, owner and note or help of a row; any may be
 * NULL, and what is NULL leaves *out as it is. */
struct pedigree_keys {
    const struct doc_node *source, *as_of, *confidence, *owner, *help;
};
bool pedigree_read(const struct pedigree_keys *keys, struct pedigree *out,
                   struct diag *dg);

/* `10000 USD/CPU`: money per something, not negative, as a constant. */
node_id price_node(struct graph *g, const struct doc_node *price, struct diag *dg);

#endif
