/* primitive.h - one step of a licence rule.
 *
 * A licence metric in a price model is a chain of steps, a mapping each; the first key
 * of a step names its primitive, the others are its arguments:
 *
 *     chain:
 *       - {meter: users}
 *       - {minimum: 25, per: processors}
 *       - {price: 200 USD/user, source: ..., as_of: 2008-06, confidence: medium}
 *
 * Each primitive builds nodes of the graph and computes nothing: the point walk, the
 * draws, the explanation and the cell formulas all come out of those nodes.  To add
 * one, write prices/<primitive>.c that defines `primitive_<primitive>` and add its row
 * in primitives.c.
 */
#ifndef PRICES_PRIMITIVE_H
#define PRICES_PRIMITIVE_H

#include "quantities/graph.h"

struct doc_node;
struct doc_schema;

/* What a licence line of a study says is counted: "processors: cpus". */
struct meter {
    const char *name;
    node_id node; /* a bare number */
    struct where at;
};

/* What a chain has become so far. */
struct chain_step {
    const char *words; /* "at least 25 per processors" */
    node_id node;
};

struct chain {
    struct graph *g;
    struct diag *dg;
    const char *product, *metric;
    const struct meter *meters; /* of the line, and of the model's defaults */
    size_t meter_count;
    struct where line_at;     /* of the study's licence line */
    node_id quantity;         /* what is counted; NO_NODE before a meter */
    node_id price;            /* money each; NO_NODE before a price */
    node_id amount;           /* quantity times price */
    struct pedigree pedigree; /* of the price; the model's where the row has none */
    struct where price_at;
    struct chain_step *steps;
    size_t step_count, step_capacity;
};

struct primitive {
    const char *name, *summary;
    const struct doc_schema *schema; /* the keys of its step; the first is `name` */
    /* Reads values[] bound by the schema and moves the chain on; false after an error.
     */
    bool (*build)(struct chain *c, const struct doc_node *const *values);
};

const struct primitive *primitive_find(const char *name);
size_t primitive_count(void);
const struct primitive *primitive_at(size_t i);

/* One step, found by its first key, checked and built. */
bool chain_build_step(struct chain *c, const struct doc_node *step);

/* For primitives: the node of a meter, or NO_NODE with what the line must say. */
node_id chain_meter(struct chain *c, const struct doc_node *name);
void chain_add(struct chain *c, const char *words, node_id node);
/* "a minimum needs a meter before it" where nothing is counted yet. */
bool chain_counts(const struct chain *c, const struct doc_node *step);

#endif
