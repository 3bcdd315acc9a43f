/* study_flow_parts.h - the flows of one alternative while they are made.
 *
 * study_flow.c puts an amount where and when it is paid, study_flow_lines.c makes the
 * amounts of lines and leases, study_flows.c adds tax and residual and sums up.
 */
#ifndef DECISIONS_STUDY_FLOW_PARTS_H
#define DECISIONS_STUDY_FLOW_PARTS_H

#include "decisions/study_finance_parts.h"

/* The rows of the sheet Cash flow, in its order. */
enum { BOUGHT, LEASED, RECURRING, TAX, RESIDUAL, DISPOSAL, PARTS };

struct flows {
    struct study *s;
    const struct alternative *alt;
    unsigned years, life;
    bool main; /* over the horizon; else over one life, for the equivalent cost */
    node_id part[PARTS][LONGEST_HORIZON + 1]; /* of entry t; NO_NODE: nothing */
    /* Of it what the factor of t discounts: what is paid, and apart from it what tax
     * and residual value give back, so that no small difference of both is multiplied.
     */
    node_id common[2][LONGEST_HORIZON + 1];
    node_id own[LONGEST_HORIZON + 1]; /* present value of the rest */
    node_id capital[LONGEST_HORIZON + 1];
    node_id deductible[LONGEST_HORIZON + 1]; /* [year] */
    node_id salvage;
    node_id flow[LONGEST_HORIZON + 1], present[LONGEST_HORIZON + 1];
    node_id *fiscal;
    struct timed_flow *timed;
    size_t timed_count, timed_capacity;
    struct lease_answer *leases;
    size_t lease_count, lease_capacity;
    bool within; /* something is paid between two year ends */
};

/* Lines that are treated alike: the amounts of day 0 by year. */
struct group {
    const struct line_terms *terms;
    const struct line *line; /* of a lease; else NULL */
    const struct lease *lease;
    node_id count;      /* of what is leased */
    const node_id *raw; /* [0 .. horizon] */
    bool rent;          /* raw[1..] is a price per time: it falls with `decline` */
    const char *words;
};

struct when {
    unsigned entry;
    bool before;    /* dated a day before, as is what falls at the end of a year */
    node_id factor; /* NO_NODE: that of the entry */
    double years;
    struct date on;
};

/* `count` equal payments inside year t, of `parts` that would fill it. */
struct rates {
    unsigned t, count, parts;
    bool advance;
};

node_id flow_op(struct flows *f, const char *name, node_id a, node_id b);
node_id flow_whole(struct flows *f, long long n);
node_id flow_nothing(struct flows *f); /* money */
void flow_plus(struct flows *f, node_id *sum, node_id more);
/* A node that has words already, as the purchase itself, keeps them. */
void flow_label(struct flows *f, node_id id, const char *words, unsigned year);

struct when flow_at_year(const struct flows *f, unsigned t, bool end);
void flow_cash(struct flows *f, int part, node_id amount, const struct when *w);
/* Returns the sum of their factors. */
node_id flow_cash_within(struct flows *f, int part, node_id each,
                         const struct rates *r);

/* The lines of the alternative; by_year is the total of all of them. */
void flow_add_lines(struct flows *f, const node_id *by_year);

#endif
