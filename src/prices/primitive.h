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
 * A chain begins at the machines of the line: each step before `sum` is done for each
 * machine, those after it for the order.  A line without machines is one.  Up to a
 * price the chain has a quantity, behind it an amount of money, and steps such as
 * minimum and round act on what there is.
 *
 * Each primitive builds nodes of the graph and computes nothing: the point walk, the
 * draws, the explanation and the cell formulas all come out of those nodes.  To add
 * one, write prices/<primitive>.c that defines `primitive_<primitive>` and add its row
 * in primitives.c.  What they share is in chain_steps.c.
 */
#ifndef PRICES_PRIMITIVE_H
#define PRICES_PRIMITIVE_H

#include "quantities/graph.h"

struct doc_node;
struct doc_schema;

/* What a licence line, or a machine, says of itself: "processors: cpus", "cpu: Xeon".
 * A number is a node (of any unit), a word is a text and has none. */
struct meter {
    const char *name;
    node_id node; /* NO_NODE: a word */
    const char *text;
    struct where at;
};

/* Machines that are alike. */
struct machine {
    const char *id; /* "vm1" */
    node_id count;  /* how many; NO_NODE: one */
    const struct meter *meters;
    size_t meter_count;
    struct where at;
};

/* What a chain has become so far. */
struct chain_step {
    const char *words; /* "at least 25 per processors" */
    node_id node;
    /* A minimum or a cap: it is binding where `limit` replaced `before`; else NO_NODE.
     */
    node_id before, limit;
};

/* A value with a name that formulas of later steps, and of the study, may use. */
struct chain_name {
    const char *name;
    const node_id *nodes; /* [part]; one where all_parts */
    bool of_order;        /* one for the whole order */
};

/* One kind of machine, one group of them, or the order. */
struct chain_part {
    node_id quantity;
    const struct machine *machine; /* NULL: a group, or the order */
    node_id hosts;                 /* instead of the machine's count; NO_NODE: that */
    const char *group;             /* parts of one word belong together */
    node_id least, most; /* plain bounds of what is now counted, or paid; or NO_NODE */
};

struct chain_check {
    node_id truth;
    const char *words;
    struct where at;
};

/* What the rule cannot count with (demand.h); holds in every scenario or is refused. */
struct chain_demand {
    node_id holds;
    node_id value;    /* what was given; NO_NODE: `words` say all */
    const char *name; /* of the value, as the rule calls it */
    const char *words;
    struct where at, line_at;
};

/* What a study can show that a rule asks for: a metering tool's days, a contract. */
struct evidence {
    const char *name, *tool, *file; /* tool and file may be NULL */
    node_id days;                   /* how many it covers; NO_NODE: not said */
    bool used;                      /* a rule asked for it */
    struct where at;
};

/* Machines that a study counts as covered by a right, such as a passive secondary. */
struct right_use {
    const char *name, *machine;
    node_id hosts; /* so many of them; NO_NODE: all */
    bool used;     /* a rule knows it */
    struct where at;
};

/* Whether evidence and rights are taken as the study says, as if all were there, or as
 * if none were. */
enum assumption { AS_STATED, AS_PROVED, AS_UNPROVED };

struct chain {
    struct graph *g;
    struct diag *dg;
    const char *product, *metric;
    const struct meter *meters; /* of the line */
    size_t meter_count;
    const struct meter *defaults; /* of the licence, where the line says nothing */
    size_t default_count;
    const struct doc_node *units; /* of meters, as the licence declares them, or NULL */
    const struct machine *machines;
    size_t machine_count;
    bool trial;                /* a model is checked: what no line gives is 1 */
    struct where line_at;      /* of the study's licence line */
    struct evidence *evidence; /* of the study */
    size_t evidence_count;
    struct right_use *rights;
    size_t right_count;
    enum assumption assumption;
    bool leans;      /* on evidence or rights; set by the steps */
    unsigned level;  /* 0: at purchase, k: what counts k years later */
    bool by_level;   /* a ramp or a true-up counts otherwise in later years */
    bool in_arrears; /* the last year is counted at its end, too */
    node_id past;    /* share of a year's price that a true-up pays for the past */
    node_id owned;   /* licences of this metric owned already; NO_NODE: none */
    struct chain_part *parts;
    size_t part_count;
    node_id required;      /* licences, before what is owned; NO_NODE before a price */
    node_id price;         /* money each; NO_NODE before a price, and for tiers */
    node_id amount;        /* money, or money per time; NO_NODE before a price */
    node_id list;          /* the same before discounts */
    node_id support;       /* money per time; NO_NODE: none */
    node_id support_rate;  /* its share per time */
    node_id uplift;        /* share by which support grows a year; NO_NODE: none */
    unsigned support_from; /* the first year that pays it */
    unsigned term;         /* years that the amount pays for; 0: for ever */
    struct pedigree pedigree; /* of the price; the model's where the row has none */
    struct where price_at;
    struct chain_step *steps;
    size_t step_count, step_capacity;
    struct chain_name *names;
    size_t name_count, name_capacity;
    struct chain_check *checks; /* eligibility */
    size_t check_count, check_capacity;
    struct chain_demand *demands;
    size_t demand_count, demand_capacity;
    node_id warned; /* 0/1: a default row stands in; NO_NODE: no table */
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
/* Puts the chain at the machines of its line. */
void chain_start(struct chain *c);

/* ---- for primitives; see chain_steps.c ---- */

/* A formula over what the line and the part's machine say, over named steps, and
 * `quantity`, the value so far.  NO_NODE after an error. */
node_id chain_formula(struct chain *c, size_t part, const struct doc_node *text);
/* The same where the part does not matter; *of_machine (may be NULL) says whether
 * anything of the machine was used. */
node_id chain_formula_used(struct chain *c, size_t part, const struct doc_node *text,
                           bool *of_machine);
/* What the part's machine, else the line, says under a name; NULL: nothing. */
const struct meter *chain_meter(const struct chain *c, size_t part, const char *name);
bool chain_lacks(const struct chain *c, const char *name, struct where at);

void chain_add(struct chain *c, const char *words, node_id node);
/* The step was a limit on `before`. */
void chain_add_limit(struct chain *c, const char *words, const node_id nodes[3]);
/* "vm1: " before the words of a machine's step. */
const char *chain_words(const struct chain *c, size_t part, const char *words);
/* 0/1: the study shows evidence of so many days (NO_NODE: any), as the chain assumes.
 * NO_NODE after an error; *found may be NULL. */
node_id chain_evidence(struct chain *c, const char *name, node_id days, struct where at,
                       const struct evidence **found);
/* A name for one value of the order. */
void chain_figure(struct chain *c, const char *name, node_id node);
/* "a minimum needs a meter before it" where nothing is counted yet. */
bool chain_counts(const struct chain *c, const struct doc_node *step);
/* One part: the sum over machines, and what is owned taken off. */
bool chain_to_order(struct chain *c, const struct doc_node *step);
/* The amount where there is one, else a part's quantity; and how to set it. */
size_t chain_values(const struct chain *c);
node_id chain_value(const struct chain *c, size_t i);
bool chain_set(struct chain *c, size_t i, node_id node);
/* The quantity becomes one of another kind: packs, a sum, another meter. */
void chain_new_kind(struct chain *c);
node_id chain_number(const struct chain *c, long long n, struct where at);
node_id chain_year(const struct chain *c, struct where at); /* a year of 8760 h */
/* A price: money with its unit, or a formula that gives some; 0 or more. */
node_id chain_price(struct chain *c, const struct doc_node *text);
/* What a node is worth where no scenario changes anything. */
double chain_base(const struct chain *c, node_id id);

/* Adds up parts: of the same group word (by_group), or all of them. */
bool chain_sum(struct chain *c, bool by_group, struct where at);

/* Whether a row of a table holds for a part.  Keys from, until (on the meter `ordered`)
 * and if are conditions, keys in `own` are the table's, every other key is a word that
 * the machine or the line must say.  *truth is NO_NODE where the row always holds and
 * *never says that it cannot. */
struct row_test {
    const char *const *own; /* NULL-ended */
    node_id truth;
    bool never;
    bool unconditional; /* no condition stands in the row at all */
};
bool chain_row(struct chain *c, size_t part, const struct doc_node *row,
               struct row_test *t);

#endif
