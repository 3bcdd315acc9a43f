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
    const struct machine *machines;
    size_t machine_count;
    struct evidence *evidence; /* of the study; both lists may be empty */
    size_t evidence_count;
    struct right_use *rights;
    size_t right_count;
    const node_id *owned;          /* [metric] licences owned; NULL: none of any */
    unsigned years;                /* the horizon */
    node_id hosts;                 /* NO_NODE: one */
    node_id when;                  /* 0/1: nothing counts where 0; NO_NODE: always */
    const struct reading *reading; /* NULL: `choice` chooses */
    node_id choice;                /* an INPUT whose choices name readings */
    const char *decided_by, *why;  /* of the reading; NULL: not said */
    struct where at;               /* of the line */
    struct where reading_at;
    bool trial; /* see primitive.h */
};

/* What a metric comes to on one host under an assumption on evidence and rights. */
struct licence_assumed {
    node_id required, amount, cost; /* cost: over the horizon, undiscounted */
};

struct licence_count { /* of one metric */
    const struct licence_metric *metric;
    bool absent;      /* the line does not give what it counts, nor does it count */
    node_id counted;  /* 0/1: this metric counts in the reading in use */
    node_id required; /* licences of it over all hosts, 0 where it does not count */
    node_id bought;   /* the same less what is owned */
    node_id owned;    /* NO_NODE: nothing is known to be owned */
    node_id price;    /* list price of one; NO_NODE: tiers */
    node_id amount;   /* money at purchase, 0 where it does not count */
    node_id *by_year; /* money in years 1 .. horizon at [1] ..; NULL: none */
    bool varies;      /* the years differ */
    node_id net;      /* money, or money per time, of one host */
    const struct chain_name *names; /* figures of the chain, of one host */
    size_t name_count;
    bool leans; /* on evidence or rights, and then: */
    struct licence_assumed proved, unproved;
    struct pedigree pedigree;
    struct where price_at;
    const struct chain_step *steps; /* on one host, before hosts and reading */
    size_t step_count;
    const struct chain_demand *demands; /* where it counts; see demand.h */
    size_t demand_count;
};

/* What the line comes to in one reading, over all hosts. */
struct licence_read {
    node_id required, amount, cost; /* NO_NODE: the line lacks what it counts */
};

struct licence_result {
    const struct licence *licence;
    const struct licence_read *reads;   /* [reading of the licence] */
    const char *decided_by, *why;       /* of the reading in use; NULL: not said */
    const struct licence_count *counts; /* one a metric, in the model's order */
    node_id amount;                     /* money at purchase, all metrics */
    /* What all counted metrics together have, where they have it in one unit. */
    node_id net, quantity, required;
    node_id *by_year; /* as in the counts; NULL: none */
    bool varies;
    bool by_host; /* counts are of one host of several that the line says */
    const struct chain_check *checks; /* what makes the licence valid */
    size_t check_count;
    node_id choice; /* NO_NODE: `reading` is fixed */
    const struct reading *reading;
    const struct reading *const *by_choice; /* [ordinal] where there is a choice */
};

bool licence_build(struct graph *g, const struct licence *l,
                   const struct licence_use *use, struct licence_result *out,
                   struct diag *dg);

/* A figure by name: those of the chain, and quantity, required, price, list, net,
 * support, valid, warned.  `metric` NULL: of the only metric that counts, or, for net,
 * quantity and required, of all of them together.  NO_NODE where there is none. */
node_id licence_figure(const struct licence_result *r, const char *metric,
                       const char *name);

/* The reading in use where the choice is worth `ordinal`. */
const struct reading *licence_reading(const struct licence_result *r, double ordinal);

#endif
