/* study_finance_parts.h - how the files of the finance block divide their work.
 *
 * study_finance.c reads the block, study_line_terms.c what a line says of its own,
 * study_fx.c exchange rates, study_calendar.c turns years into dates and discount
 * factors, study_flows.c turns payments into flows.
 */
#ifndef DECISIONS_STUDY_FINANCE_PARTS_H
#define DECISIONS_STUDY_FINANCE_PARTS_H

#include "decisions/study_finance.h"
#include "prices/finance_days.h"

/* Money of one other currency in that of the study. */
struct exchange {
    const char *code, *as_of;
    const node_id *rate; /* [0 .. horizon], of the payments t years after day 0 */
};

struct finance_terms {
    bool at_start, real, by_days, inflates, falls, taxes; /* words for a reader */
    node_id inflation, decline; /* in a year, bare numbers; NO_NODE: none */
    node_id contingency, vat, tax, residual;  /* shares; NO_NODE: none */
    struct value shares[LONGEST_HORIZON + 1]; /* [t] written off in year t of a life */
    unsigned depreciated; /* years with a share; 0: no depreciation */
    const char *method;   /* of it, in words */
    struct date start;    /* year 0: none */
    int fiscal_month;     /* 0: none */
    enum day_count days;
    const struct exchange *fx;
    size_t fx_count;
    struct where at;
};

/* A part of a purchase that is paid on a day of its own. */
struct milestone {
    struct date on;
    node_id share;
};

/* What a line says of itself; zero: as the block says. */
struct line_terms {
    node_id growth, decline; /* in a year; NO_NODE: none, the block's */
    node_id residual;        /* share; NO_NODE: the block's */
    unsigned life;           /* years; 0: the alternative's */
    bool expense;            /* not written off: a cost of its year */
    enum { DUE_AS_BLOCK, DUE_END, DUE_START } due;
    unsigned per_year; /* payments a year */
    const struct milestone *milestones;
    size_t milestone_count;
    const struct exchange *fx; /* NULL: in the study's money */
};

extern const char *const finance_months[12]; /* "January", ... */

struct unit finance_unit(struct study *s, const char *text);
/* A whole number of years from 1 to LONGEST_HORIZON. */
bool finance_read_years(struct study *s, const struct doc_node *node, unsigned *out);
/* A share from 0 to 100 %; of a formula only the unit is checked here. */
bool finance_read_share(struct study *s, const struct doc_node *node, const char *what,
                        node_id *out);
/* A share per time as the share of a year: 0 to 100 % for falls, -100 % to 1000 % for
 * what may grow. */
enum yearly { YEARLY_FALL, YEARLY_GROWTH };
bool finance_read_yearly(struct study *s, const struct doc_node *node, const char *what,
                         enum yearly kind, node_id *out);
bool finance_read_fx(struct study *s, const struct doc_node *node,
                     struct finance_terms *f);

/* Nodes at the place of the block. */
node_id finance_number(struct study *s, struct value v);
node_id finance_op(struct study *s, const char *name, node_id a, node_id b);
/* a + b, where either may be NO_NODE. */
node_id finance_plus(struct study *s, node_id a, node_id b);

/* Day 0 and t years later; the block must have a start. */
struct date finance_anniversary(const struct finance_terms *f, unsigned t);
struct date finance_months_later(struct date from, unsigned months);
/* Which fiscal year of the study, the one of day 0 being 0. */
size_t finance_fiscal(const struct finance_terms *f, struct date on);
/* Into s->fiscal. */
void finance_name_fiscal(struct study *s);
/* The factor of a day, and of a time between year t - 1 and year t: `part` of `parts`
 * of it. */
node_id finance_factor_on(struct study *s, struct date on, double *years);
node_id finance_factor_within(struct study *s, unsigned t, unsigned part,
                              unsigned parts);
#endif
