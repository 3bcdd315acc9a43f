/* hardware.h - what an item of a price model says of itself besides its price.
 *
 *     items:
 *       drives/ssd-400:
 *         part: SSD-400-SAS                 the part number
 *         price: 16800 USD/pack             of what is sold
 *         pack: 12                          how many that holds; else 1
 *         capacity: 400 GB                  raw
 *         iops: {read: 50000, write: 30000, block: 4 KiB}       or one figure for both
 *         bandwidth: {read: 400 MB/s, write: 340 MB/s, block: 128 KiB}
 *         power: {idle: 5 W, active: 9 W}   or one figure
 *         rack: 2 U
 *         endurance: 7 PB                   written until worn out, or {dwpd: 3, years:
 * 5 years} lifetime: 5 years warranty: 3 years                 maintenance is paid from
 * the year after maintenance: 12 %/year            of the price, or money a year, or a
 * list by year: [0 %, 0 %, 0 %, 12 %, 15 %], the last of which goes on residual: 10 %
 * of the price, got back at the end, or a list by year of age shelves/25:      {price:
 * ..., drives: 25, rack: 2 U} controllers/mid: {price: ..., drives: 96, shelves: 4,
 * iops: 100000, bandwidth: 3 GB/s, pack: 2, least: 2, most: 8}
 *
 * `drives` and `shelves` are how many one of it takes; `least` and `most` how many of
 * it a system has.  Price, rack and what follows from the price belong to what is sold,
 * everything else to one.  A rate at a mix is {rate: 180, read_pct: 70 %, block: 8
 * KiB}. All are formulas; those of a study's own items may name what the study names.
 */
#ifndef PRICES_HARDWARE_H
#define PRICES_HARDWARE_H

#include "prices/model.h"
#include "quantities/expr.h"

/* Of one, as nodes; NO_NODE: not said. */
struct hardware_rate {
    node_id read, write; /* 1/s or B/s */
    node_id block;       /* B, at which they were stated */
    node_id read_pct;    /* of a rate at a mix */
};

struct hardware {
    const struct item *item;
    node_id pack, drives, shelves, least, most; /* bare numbers */
    node_id capacity;                           /* B */
    struct hardware_rate iops, bandwidth;
    node_id idle, active; /* W */
    node_id rack;         /* U, of what is sold */
    node_id endurance;    /* B written until worn out */
    unsigned warranty;    /* years; 0: none */
    double lifetime;      /* years; 0: not said */
    const struct doc_node *maintenance, *residual;
};

/* Whether the row says anything that hardware_read() reads. */
bool hardware_said(const struct item *item);
bool hardware_read(struct graph *g, const struct item *item, const struct scope *scope,
                   struct hardware *out, struct diag *dg);

/* What a list by year says of year t, from 1 on; of a scalar the scalar. */
const struct doc_node *hardware_by_year(const struct doc_node *list, unsigned t);

/* A formula of the given dimension, or 0; `what` and `example` for the message. */
struct hardware_want {
    struct dim dim;
    const char *what, *example;
};
node_id hardware_formula(struct graph *g, const struct doc_node *text,
                         const struct scope *scope, const struct hardware_want *want,
                         struct diag *dg);
/* A rate of accesses: 4000 and 4000 IOPS are the same. */
node_id hardware_iops(struct graph *g, const struct doc_node *text,
                      const struct scope *scope, struct diag *dg);

#endif
