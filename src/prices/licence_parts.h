/* licence_parts.h - how licence.c divides the building of a licence line. */
#ifndef PRICES_LICENCE_PARTS_H
#define PRICES_LICENCE_PARTS_H

#include "prices/licence.h"

struct licence_job {
    struct graph *g;
    const struct licence *licence;
    const struct licence_use *use;
    struct licence_result *out;
    struct diag *dg;
    struct licence_count *counts; /* [metric] */
    const struct chain_check **checks;
    size_t *check_counts;
    struct meter *defaults;
    size_t default_count;
};

node_id licence_number(const struct licence_job *j, long long n);

/* licence_readings.c: what the choices of an input mean, and whether metric m counts
 * (0/1).  All metrics must be built, and none counted yet. */
bool licence_map_choices(const struct licence_job *j);
node_id licence_counted(const struct licence_job *j, size_t m);
/* Each reading's result, before any metric is counted as read; false after an error. */
bool licence_reads(const struct licence_job *j);
/* What a metric costs over the horizon, undiscounted. */
node_id licence_cost(const struct licence_job *j, const struct licence_count *k);

/* licence_payments.c: what is paid at purchase and what each year, on one host and
 * whatever the reading. */
bool licence_payments(const struct licence_job *j, const struct chain *c,
                      struct licence_count *out);

/* What a chain comes to k years after the purchase. */
struct chain_level {
    node_id amount, support;
};

/* licence_levels.c: the same for a ramp or a true-up; levels 0 .. horizon. */
bool licence_level_payments(const struct licence_job *j, const struct chain *c,
                            const struct chain_level *levels,
                            struct licence_count *out);

#endif
