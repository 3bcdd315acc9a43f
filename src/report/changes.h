/* changes.h - what differs between two editions of a decision or of a price list.
 *
 * Facts are matched by what they are called, not by their place.  Numbers are compared
 * as decimals, in base units where the units differ and their dimension does not;
 * figures that were computed count as equal within a relative 2^-48.
 *
 * The mark of 2 %: the TPC lets a documented change of prices bring a published
 * price/performance up to date without a new run, and wants one that makes it worse by
 * 2 % or more published again within 30 days (TPC-DS 2.10.0, and the TPC's pricing
 * guideline: the total within 2 % of what a customer pays).  Prices are marked where
 * they moved by 2 % or more either way, costs also as worse where they rose so much.
 */
#ifndef REPORT_CHANGES_H
#define REPORT_CHANGES_H

#include "report/facts.h"

struct document;

struct change {
    const struct fact *was, *is; /* NULL: added, removed */
    bool whole;                  /* its whole subject was added or removed */
    bool unshared;               /* its whole scenario was */
    double difference;           /* in the unit of `is`; NaN where there is none */
    double share;                /* of what was; NaN where there is none, and of 0 */
    bool marked;                 /* money that moved by 2 % or more */
    bool worse; /* a cost, or a price per performance, that rose so much */
};

struct changes {
    const struct edition *a, *b;
    struct change *items; /* by group, in the order of the files */
    size_t count, capacity;
    size_t marked, worse;
    bool uncarried[FACT_GROUPS]; /* only one of both carries it; not compared */
};

/* False after an error: amounts in two currencies. */
bool changes_between(const struct edition *a, const struct edition *b,
                     struct changes *out);

const char *fact_group_name(enum fact_group g);  /* "break_even", for programs */
const char *fact_group_title(enum fact_group g); /* "Break-even" */
/* What the decision was and is, in a sentence. */
const char *changes_decision(const struct changes *c);

/* For a terminal: scenarios and subjects that changed alike are in one row. */
const struct document *changes_document(const struct changes *c);

#endif
