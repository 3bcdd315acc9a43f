/* minor.h - amounts in whole minor units of their currency: cents, yen, fils. */
#ifndef PRICES_MINOR_H
#define PRICES_MINOR_H

#include "quantities/graph.h"

/* Rounded half up to the decimals that the amount's currency has (ISO 4217); what is no
 * amount of one currency is returned as it is.  Searches and draws keep the fraction,
 * as they do with cents. */
node_id money_minor(struct graph *g, node_id amount, struct where at, struct diag *dg);

#endif
