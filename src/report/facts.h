/* facts.h - what a study, a report's results.json or a price model says, as a flat list
 * of facts that can be laid beside another such list.
 *
 * A fact is known by its group, scenario, subject and field; where several share all
 * four, the first belongs to the first, the second to the second.  All texts belong to
 * the arena or to the tree they were read from.
 */
#ifndef REPORT_FACTS_H
#define REPORT_FACTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

struct arena;
struct decision;
struct doc_node;
struct model;

/* In the order in which differences are reported. */
enum fact_group {
    FACTS_DECISION,   /* what is recommended */
    FACTS_MODELS,     /* rows of price models, used or not */
    FACTS_INPUTS,     /* inputs of a study */
    FACTS_SCENARIOS,  /* what a scenario sets */
    FACTS_FILES,      /* checksums of raw files */
    FACTS_PRICES,     /* unit prices of the lines */
    FACTS_LINES,      /* quantities and amounts of the lines */
    FACTS_SIZING,     /* machines that a workload takes */
    FACTS_LICENCES,   /* required, owned, and the chain between */
    FACTS_COSTS,      /* totals of alternatives */
    FACTS_RANKING,    /* orders of the alternatives */
    FACTS_BREAK_EVEN, /* roots and which alternative is cheaper around them */
    FACTS_MUST_HAVES, /* met, failed, unknown */
    FACTS_RISK,       /* probabilities and quantiles of the draws */
    FACTS_CLAIMS,     /* verdicts and findings */
    FACTS_DOCUMENT,   /* title, dates, versions */
    FACTS_WARNINGS,   /* the subject is the warning */
    FACT_GROUPS,
};

struct fact {
    enum fact_group group;
    const char *scenario; /* NULL: of all */
    const char *subject, *field;
    const char *text; /* as written; of a number its digits */
    const char *unit; /* of a number: "USD/GB", "" for bare numbers */
    bool number;
    bool detail; /* follows from facts beside it; the table leaves it out with them */
};

enum { MOST_FACTS = 1000000 };

struct edition {
    struct arena *arena;
    struct diag *dg;
    const char *path;
    const char *kind; /* "study", "results", "prices" */
    const char *id, *title, *version, *date, *prices_as_of;
    const char *currency; /* of all amounts; NULL: each has its own */
    struct where currency_at;
    const char *chosen;      /* the scenario of the recommendation */
    const char *recommended; /* an alternative; NULL: none is feasible */
    bool tie;                /* with the second */
    bool carries[FACT_GROUPS];
    struct fact *facts;
    size_t count, capacity;
    bool full; /* beyond MOST_FACTS; an error was given */
};

/* Nothing where `f.text` is NULL. */
void edition_add(struct edition *e, struct fact f);

/* The facts of a results.json that priceperf wrote, of this version or another: what is
 * not there is not carried, keys that are not known are passed over.  The tree is not
 * trusted; false, with the place, after a value of a wrong kind. */
bool edition_of_results(struct edition *e, const struct doc_node *root);

/* The same of a decision, which stands in results.json as it would be written. */
bool edition_of_decision(struct edition *e, const struct decision *d);

/* Rows of items and licences: every price, step, row of a step, with unit, source and
 * date. */
void edition_add_model(struct edition *e, const struct model *m);
/* A price model alone: its own facts and its rows. */
void edition_of_model(struct edition *e, const struct model *m);

#endif
