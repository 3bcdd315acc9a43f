/* decide.h - the answers to a study's questions, as plain numbers.
 *
 * decide() walks the study's graph: once by points in every scenario, by roots for each
 * break-even in each scenario, by draws for each risk question.  Values are in base
 * units.  Everything belongs to the study's arena and is written once; report/ reads.
 */
#ifndef DECISIONS_DECIDE_H
#define DECISIONS_DECIDE_H

#include "decisions/claims.h"
#include "decisions/rules.h"
#include "decisions/study.h"
#include "quantities/draws.h"
#include "quantities/roots.h"

struct progress;

enum feasible { FEASIBLE_NO, FEASIBLE_YES, FEASIBLE_UNKNOWN };
enum must_status { STATUS_MET, STATUS_FAILED, STATUS_UNKNOWN };

struct alternative_answer {
    enum feasible feasible;
    const enum must_status *musts; /* [must-have] */
    double cost, nominal, purchase, yearly;
    const double *by_year; /* [0 .. horizon] */
};

struct scenario_answer {
    const struct plan *plan;
    const struct value *values; /* [node id], those of the plan */
    const struct alternative_answer *alternatives;
    const size_t *order; /* alternatives, cheapest feasible first, infeasible last */
    bool tie;            /* the first two cost the same within a relative 1e-9 */
};

struct break_even_answer {
    struct roots roots;
    double at;             /* the variable's value in the scenario */
    double cost_a, cost_b; /* there */
    enum cheaper cheaper;  /* there */
    double difference;     /* there: how much cheaper, not negative */
    const char *note;      /* a sentence */
};

/* One bar of a tornado: the break-even with one input at each end. */
struct sensitivity_row {
    node_id input;
    double low, high;           /* of the input */
    double root_low, root_high; /* NaN: none in the range */
    double unrounded; /* the wider of both, for the order; infinite with none */
    const char *how;  /* "5 to 95 % of its distribution", "its range" */
};
struct sensitivity_answer {
    double base;                        /* the root as it stands, NaN: none */
    const struct sensitivity_row *rows; /* widest first */
    size_t count;
};

struct said {
    const char *id, *text;
};

struct decision {
    struct study *study;
    size_t chosen; /* the scenario the recommendation stands on */
    const struct scenario_answer *scenarios;            /* [scenario] */
    const struct break_even_answer *const *break_evens; /* [question][scenario] */
    const struct sensitivity_answer *sensitivities;     /* [question] */
    const struct draws_result *risks;                   /* [question] */
    const struct said *findings;                        /* those that hold */
    size_t finding_count;
    struct claim_list claims;
    struct rule_results rules; /* of the price sheets, in the chosen scenario */
};

struct decide_options {
    unsigned long long draws;  /* 0: as the study says */
    unsigned threads;          /* 0: one a processor */
    struct progress *progress; /* may be NULL */
};

/* The values alone, in every scenario: finds circles, divisions by zero and overflow.
 */
bool decide_points(struct study *s);

bool decide(struct study *s, const struct decide_options *options,
            struct decision *out);

/* The reading of a licence line in one scenario. */
const struct reading *decide_reading(const struct decision *d, const struct line *line,
                                     size_t scenario);

/* The value of a node of the study in a scenario, which must be in its plan. */
double decide_value(const struct decision *d, size_t scenario, node_id id);

/* Whether a step is a minimum or a cap that replaced what was counted. */
bool decide_binds(const struct decision *d, size_t scenario,
                  const struct chain_step *step);

/* Prepared for one scenario with one input more overridden. */
struct scenario_case decide_with(struct study *s, size_t scenario, node_id input,
                                 double value);

#endif
