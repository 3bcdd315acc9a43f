/* licence.h - a licence line of a study as nodes: what is required, and what it costs.
 *
 * For every metric of the licence its chain is built once.  A reading says which
 * metrics are counted; where the study leaves the reading to a choice input, each
 * metric's amount stands under an `if` on that choice, so that a scenario can change
 * it.  `hosts` multiplies: each licensed host needs the licence again.
 */
#ifndef PRICES_LICENCE_H
#define PRICES_LICENCE_H

#include "prices/model.h"

struct licence_use {
    const struct meter *meters;
    size_t meter_count;
    node_id hosts;                 /* NO_NODE: one */
    const struct reading *reading; /* NULL: `choice` chooses */
    node_id choice;                /* an INPUT whose choices name readings */
    struct where at;               /* of the line */
    struct where reading_at;
};

struct licence_count { /* of one metric */
    const struct licence_metric *metric;
    node_id counted;  /* 0/1: this metric counts in the reading in use */
    node_id required; /* licences of it over all hosts, 0 where it does not count */
    node_id price;    /* list price of one */
    node_id amount;   /* money, 0 where it does not count */
    struct pedigree pedigree;
    struct where price_at;
    const struct chain_step *steps; /* on one host, before hosts and reading */
    size_t step_count;
};

struct licence_result {
    const struct licence *licence;
    const struct licence_count *counts; /* one a metric, in the model's order */
    node_id amount;                     /* money, all metrics */
    node_id choice;                     /* NO_NODE: `reading` is fixed */
    const struct reading *reading;
    const struct reading *const *by_choice; /* [ordinal] where there is a choice */
};

bool licence_build(struct graph *g, const struct licence *l,
                   const struct licence_use *use, struct licence_result *out,
                   struct diag *dg);

/* The reading in use where the choice is worth `ordinal`. */
const struct reading *licence_reading(const struct licence_result *r, double ordinal);

#endif
