/* model.h - a price model: a dated, sourced YAML file of items and licences.
 *
 *     priceperf: 1
 *     prices: ID
 *     title, vendor, currency, source, as_of, confidence   (defaults of its rows)
 *     items:
 *       disk: {label: ..., price: 1 USD/GB, source: ..., as_of: ..., confidence: ...}
 *       (hardware says more of itself: hardware.h; a service has components: service.h)
 *     licences:
 *       oracle/advanced-compression:
 *         label: ...
 *         metrics:
 *           processor: {label: ..., unit: CPU, chain: [...]}         (primitive.h)
 *         readings:                                      (which metrics are counted)
 *           processor: {count: [processor]}
 *           sum: {count: [processor, named_user], against: why the rule says otherwise}
 *           least: {cheapest: [processor, sum]}          (of metrics or readings, over
 *                                                         the horizon)
 *         defaults: {discount: 0 %}   (what a line counts that does not say it)
 *         meters: {memory: GB}     (units of what is counted, where no bare numbers)
 *
 * A reading is one of several defensible meanings of a rule; `against` is what the
 * report says whenever that reading is in use.
 */
#ifndef PRICES_MODEL_H
#define PRICES_MODEL_H

#include <stddef.h>

#include "prices/primitive.h"

struct arena;

struct licence_metric {
    const char *name, *label, *unit; /* unit: what one of them is called, "CPU" */
    const struct doc_node *chain;
};

struct reading {
    const char *name, *words, *against; /* words and against may be NULL */
    bool *counts;                       /* [metric] */
    bool cheapest;                      /* only the way that costs least counts */
    const bool *const *ways;            /* [way][metric], of a cheapest one */
    size_t way_count;
};

struct licence {
    const char *id, *label;
    struct where at;
    struct pedigree pedigree;
    const struct licence_metric *metrics;
    size_t metric_count;
    const struct reading *readings;
    size_t reading_count;
    const struct doc_node *meters;   /* name: unit; NULL: bare numbers */
    const struct doc_node *defaults; /* name: number, yes, no or word; NULL: none */
    bool service;                    /* an item with components (service.h) */
};

struct item {
    const char *id, *label;
    struct where at;
    struct pedigree pedigree;
    const struct doc_node *price; /* NULL: a line must say it */
    const char *part;             /* number; NULL: none */
    const struct doc_node *row;   /* all keys; hardware.h reads those of hardware */
};

struct model {
    const char *id, *title, *vendor, *currency, *path;
    struct pedigree pedigree;
    const struct licence *licences; /* services among them */
    size_t licence_count, service_count;
    const struct item *items;
    size_t item_count;
};

/* False after an error.  Everything is arena-owned; the tree is kept. */
bool model_read(struct arena *a, const char *path, struct where at, struct model *out,
                struct diag *dg);
/* The same of a tree that is read already; `root` is the whole file. */
bool model_bind(struct arena *a, const struct doc_node *root, const char *path,
                struct model *out, struct diag *dg);

/* The items and licences that a study lists itself; either may be NULL.  The caller has
 * filled in the model's own facts. */
bool model_of_study(struct arena *a, const struct doc_node *items,
                    const struct doc_node *licences, struct model *out,
                    struct diag *dg);

/* The readings of a licence whose metrics are there already; for service.c. */
bool model_read_readings(struct arena *a, const struct doc_node *node,
                         struct licence *l, struct diag *dg);

/* Every chain of the model built once on inputs of its own: what `check` does. */
bool model_try(struct arena *a, const struct model *m, struct diag *dg);

#endif
