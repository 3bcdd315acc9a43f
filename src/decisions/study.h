/* study.h - the YAML file that names runs, prices, alternatives, workload and
 * questions, as nodes of one graph and lists that say what they are.
 *
 * study_read() builds everything once; nothing here is computed.  Order of building:
 * inputs, measured figures, quantities that lines need, alternatives, the other
 * quantities, questions, findings and claims; so a later part may name an earlier one,
 * and `<alternative>.cost` (present value), `.cost_nominal`, `.purchase` and
 * `.yearly` are names too.
 */
#ifndef DECISIONS_STUDY_H
#define DECISIONS_STUDY_H

#include "base/date.h"
#include "base/sha256.h"
#include "prices/array.h"
#include "prices/licence.h"
#include "quantities/expr.h"
#include "quantities/plan.h"

struct arena;
struct doc_node;
struct runs;

enum { LONGEST_HORIZON = 50 };

/* What stands on the first page and in the files' metadata; any text may be "". */
struct document_facts {
    const char *date, *reference, *version, *status;
    const char *prepared_by, *reviewed_by, *approved_by;
};

enum name_kind { NAME_INPUT, NAME_MEASURED, NAME_QUANTITY };
enum build_state { STATE_UNSEEN, STATE_OPEN, STATE_BUILT, STATE_FAILED };
struct study_curve; /* study_curves.h */
struct study_name {
    enum name_kind kind;
    const char *name;
    node_id node; /* of a quantity: NO_NODE until something needs it */
    enum build_state state;
    const struct doc_node *def;
    bool unit_set; /* the study says in which unit to show it */
    struct unit unit;
    const char *formula;       /* quantities: as written */
    struct study_curve *curve; /* quantities read off a curve; NULL: a formula */
    const char *help;
    node_id against; /* inputs: the measured figure to compare with, or NO_NODE */
    struct where at;
};

/* How many of one kind of hardware are bought, and why (study_hardware.h). */
struct line_figure {
    const char *name; /* "usable", as in alternative.line.usable */
    node_id node;
    bool shown; /* in reports: it has a value whatever is asked for */
};
struct sizing {
    const char *role;     /* "drives", "shelves", "controllers" */
    const char *workload; /* what it is for: a workload's name, else the line's id */
    const char *layout;   /* of drives, else NULL */
    const struct hardware *hardware;
    struct array_size size; /* without spares */
    node_id spares;         /* NO_NODE: none */
    node_id when;           /* 0/1: whether the line counts at all; NO_NODE: always */
    node_id count;          /* with spares */
    node_id sold;           /* in units of sale */
    node_id ratio;          /* reduction of data; NO_NODE: none is counted on */
    const char *ratio_source;
    struct array_job job; /* what it was sized by */
    const struct line_figure *figures;
    size_t figure_count;
};

enum line_kind {
    LINE_ITEM,
    LINE_LICENCE,
    LINE_YEARLY, /* what hardware costs after its purchase: no quantity, no price */
};
enum maintained {
    MAINTAINED_UNSAID,
    MAINTAINED_PAID,
    MAINTAINED_INCLUDED,
    MAINTAINED_NOT
};
struct sale { /* how a line is sold; any text may be NULL (study_order.h) */
    const char *group, *supplier, *available;
    const char *maintenance; /* as written */
    enum maintained maintained;
    node_id spares; /* NO_NODE: not said */
};
struct line {
    enum line_kind kind;
    const char *id; /* NULL: none */
    const char *label, *part;
    node_id quantity;       /* item only: what is bought, in its own unit */
    node_id price;          /* item only: money each */
    node_id amount;         /* money at purchase */
    node_id support;        /* share of the amount per time, or NO_NODE */
    node_id yearly;         /* money at the end of each year, or NO_NODE */
    node_id prepaid;        /* maintenance paid with the purchase, or NO_NODE */
    bool by_time;           /* the price is per time: nothing is paid at purchase */
    const node_id *by_year; /* [1 .. horizon] where the years differ, else NULL */
    const struct licence_result *licence;
    const struct sizing *sizing;      /* of hardware, else NULL */
    const struct chain_check *checks; /* limits of hardware, as must-haves */
    size_t check_count;
    struct pedigree pedigree; /* of the price; a licence's are in its counts */
    struct sale sale;
    struct line_terms *terms;  /* what finance: of the line says; NULL: nothing */
    const struct lease *lease; /* NULL: none (study_finance.h) */
    struct where at;
};

/* Where hardware stands: what a kilowatt-hour and a rack unit cost.  NO_NODE: nothing
 * is said. */
struct site {
    node_id electricity; /* money per energy */
    node_id pue, active; /* power of the building per power of the machines; the share
                            of time at active power */
    node_id rack_unit;   /* money per U and time */
    struct pedigree pedigree; /* of electricity */
};

enum must_state { MUST_KNOWN, MUST_UNKNOWN };
struct must_have {
    const char *id, *words, *evidence;
    enum must_state state;
    node_id truth; /* MUST_KNOWN */
};

struct alternative {
    const char *id, *title;
    struct where at;
    const struct line *lines;
    size_t line_count;
    const struct must_have *must_haves;
    size_t must_have_count;
    const node_id *by_year; /* horizon + 1 of them, nominal; [0] is the purchase */
    node_id purchase, yearly, nominal, cost; /* cost: present value */
    /* Where the study has a finance block, else NO_NODE (study_finance.h). */
    node_id capex, opex, tax, equivalent_annual;
    const struct cash_part *parts; /* the flows apart, those that there are */
    size_t part_count;
    const node_id *present;     /* [year] of the flows */
    const node_id *written_off; /* [year], NO_NODE: nothing; NULL: no depreciation */
    const node_id *fiscal;      /* [fiscal year]; NULL: no start */
    const struct timed_flow *timed;
    size_t timed_count;
    const struct lease_answer *leases;
    size_t lease_count;
    bool within_years;         /* something is paid between two year ends */
    const struct order *order; /* its price sheet (study_order.h) */
};

/* Licences that are owned already. */
struct entitlement {
    const struct licence *licence;
    size_t metric;
    node_id owned;
    bool expired; /* before prices_as_of */
    const char *contract, *support;
    struct where at;
};

/* Numbers in the questions' own words. */
struct break_even_question {
    const char *id;
    node_id variable;
    size_t a, b;        /* alternatives */
    node_id difference; /* cost of a minus cost of b */
    node_id solve;      /* its first root, named like the question */
    struct value lo, hi;
    struct where at;
};

struct sensitivity_question {
    const node_id *inputs;
    size_t count;
    size_t of;       /* break-even question */
    size_t scenario; /* that it varies */
};

struct risk_question {
    size_t of; /* break-even question: its pair and its variable */
    unsigned long long draws, seed;
    size_t scenario;
    struct where at;
};

/* Text with figures in it, written {{formula : digits unit}}; see sentence.c. */
struct sentence_part {
    const char *text; /* before the figure */
    node_id figure;   /* NO_NODE: text only */
    int digits;       /* 0: few, without zeros at the end */
    struct unit unit;
};
struct sentence {
    const struct sentence_part *parts;
    size_t count;
};

/* What the report says while its condition holds. */
struct finding {
    const char *id;
    node_id when; /* NO_NODE: always */
    size_t scenario;
    struct sentence say;
    struct where at;
};

/* A file that the study is made of, besides the raw runs. */
struct study_file {
    const char *path; /* as written in the study; of the study its own name */
    const char *kind; /* "study", "prices", "claims" */
    char sha256[SHA256_TEXT];
};

struct study {
    struct arena *arena;
    struct diag *dg;
    const char *path, *folder;
    const char *id, *title, *question;
    struct document_facts document;
    const char *currency;
    struct unit money; /* its unit */
    struct date prices_as_of;
    long stale_days;  /* a price older than this at prices_as_of is stale */
    unsigned horizon; /* years */
    node_id discount_rate;
    const struct finance_terms *finance; /* NULL: no block (study_finance.h) */
    const struct site *site;             /* NULL: no block (study_hardware.h) */
    const struct doc_node *workloads;    /* NULL: none */
    const struct sheet_terms *terms;     /* of the price sheets (study_order.h) */
    const struct fiscal_year *fiscal;    /* those that the horizon touches, or NULL */
    size_t fiscal_count;
    struct graph *graph;
    struct runs *runs;
    struct study_curve *curves;
    const struct model *models;
    size_t model_count;
    const struct machine *clusters;
    size_t cluster_count;
    struct evidence *evidence; /* primitive.h */
    size_t evidence_count;
    struct right_use *rights;
    size_t right_count, right_capacity;
    const struct doc_node *readings; /* licence: reading; NULL: none */
    const struct entitlement *entitlements;
    size_t entitlement_count;
    struct study_name *names;
    size_t name_count, name_capacity;
    struct alternative *alternatives;
    size_t alternative_count;
    struct scenario_case
        *scenarios; /* [0] is the first named; the base where none is */
    size_t scenario_count;
    struct break_even_question *break_evens;
    size_t break_even_count, break_even_capacity;
    struct sensitivity_question *sensitivities;
    size_t sensitivity_count, sensitivity_capacity;
    struct risk_question *risks;
    size_t risk_count, risk_capacity;
    struct finding *findings;
    size_t finding_count;
    size_t chosen;           /* the scenario that the recommendation stands on */
    const char *template;    /* of the report */
    const char *claims_path; /* NULL: none */
    struct where claims_at;
    struct study_file *files;
    size_t file_count, file_capacity;
    char checksum[SHA256_TEXT]; /* of all files' checksums, in the order of results */
    const struct doc_node *root;
};

/* False after an error; the study is then not to be used.  Warnings stay in dg and
 * belong into the report. */
bool study_read(struct arena *a, const char *path, struct study *out, struct diag *dg);

/* "name=value" changes the input itself, as the cell of that name in the workbook does:
 * scenarios that override it keep their override, and a warning says so.
 * "scenario:name=value" overrides it in that scenario.  `at` names the option
 * ("--set:1:1"). */
bool study_set(struct study *s, const char *text, struct where at);

/* One value of an input in words of the study: a choice's word, or an expression whose
 * unit fits; `o` takes value or node. */
bool study_override(struct study *s, node_id input, const char *text, struct where at,
                    struct override *o);

/* Reads the figures of a scalar; false after an error. */
bool sentence_read(struct study *s, const struct doc_node *node, struct sentence *out);
/* The text with its figures in one scenario. */
const char *sentence_text(struct study *s, const struct sentence *sentence,
                          size_t scenario);

/* The same of a tree that is read already, of the file `path`. */
bool study_bind(struct arena *a, const struct doc_node *root, const char *path,
                struct study *out, struct diag *dg);

struct scope study_scope(struct study *s);
/* "alternative.line.figure", "alternative.line.metric.figure" and "alternative.year_2"
 * (0 is the purchase); see licence.h for figures.  NO_NODE where there is none. */
node_id study_figure(const struct study *s, const char *name);
const struct study_name *study_find(const struct study *s, const char *name);

/* Index, or the count where there is none. */
size_t study_alternative(const struct study *s, const char *id);
size_t study_scenario(const struct study *s, const char *id);
size_t study_break_even(const struct study *s, const char *id);

#endif
