/* study_finance.h - the finance block of a study: from what is paid to what it costs.
 *
 * FINANCE.md says what each key means and with which formula; this is how the rest of
 * the program sees it.  Without a block nothing changes: payments at year ends, as they
 * are.
 *
 * Each flow, factor and part is a node of its own, so that point, draws, roots and
 * workbook agree.  The flow of entry t, 0 being day 0, is the sum of its parts
 *     purchases + lease payments + recurring payments - tax saved - residual + its tax
 * and the present value is the sum over everything of amount times the factor of its
 * day: 1 / (1 + rate)^years, where a real rate stands for (1 + rate) (1 + inflation) -
 * 1 (Fisher).
 *
 * The block adds names: `<alternative>.capex` (purchases less residual), `.opex` (lease
 * and recurring payments), both nominal and before tax, `.tax` (what tax adds; negative
 * where costs save it), so that the three make `.cost_nominal`; and
 * `.equivalent_annual`: the present value of one whole life divided by the sum of its
 * discount factors, which compares unequal lives.
 */
#ifndef DECISIONS_STUDY_FINANCE_H
#define DECISIONS_STUDY_FINANCE_H

#include "decisions/study.h"

struct finance_terms;

/* One row of the flows: "purchases", [year] with NO_NODE where nothing is paid.  What
 * is saved or got back is negative. */
struct cash_part {
    const char *words;
    const node_id *by_year;
};

/* A payment and its time in years from day 0, as the discount counts them. */
struct timed_flow {
    node_id amount;
    double years;
};

struct fiscal_year {
    const char *label; /* "2027", "2026/27" */
    struct date from, to;
    bool partial; /* the horizon covers a part of it only */
};

/* `lease:` of a line. */
struct lease {
    node_id price;   /* of what is leased, each */
    node_id payment; /* each */
    node_id rate;    /* nominal, a time; NO_NODE: the payment was given */
    node_id option;  /* money at the end of the term, each; NO_NODE: none */
    unsigned months, per_year;
    bool advance, buy; /* payments in advance; bought at the end */
    struct where at;
};
/* What a lease comes to over the horizon: nodes. */
struct lease_answer {
    const struct line *line;
    node_id total, present; /* of its payments and, where it is bought, the option */
};
/* Payments that fall due in a year, 1 .. horizon. */
unsigned study_lease_payments(const struct lease *l, unsigned year);
/* What a line of a lease pays by year, where its term ends before the horizon. */
bool study_lease_term(struct study *s, struct line *out);
/* Payments of a year as a price per time. */
node_id study_lease_rent(struct study *s, const struct lease *l);

/* `finance:` and `lease:` of a line, either may be NULL; makes line->terms. */
bool study_line_terms(struct study *s, const struct doc_node *finance,
                      const struct doc_node *lease, struct line *line);
/* Turns line->amount, money of another currency, into that of the study where the
 * block has its rate. */
bool study_exchange(struct study *s, struct line *line, struct where at);

/* Into s->finance, NULL where the study has no block; false after an error. */
bool study_read_finance(struct study *s, const struct doc_node *node);

/* Turns what an alternative pays by year (horizon + 1, [0] the purchase) into its
 * flows, and makes the names above, alt->present and all that follows it.  `life` may
 * be NULL; without a block it is an error. */
bool study_finance_flows(struct study *s, struct alternative *alt, node_id *by_year,
                         const struct doc_node *life);

/* Whether the block has a residual value. */
bool study_finance_has_residual(const struct study *s);
/* Where the discount counts days: their convention, else NULL; and the day of year t.
 */
const char *study_day_count(const struct study *s);
bool study_year_date(const struct study *s, unsigned t, struct date *out);
/* From day 0 to the end of year t, as the discount counts. */
double study_years(const struct study *s, unsigned t);
/* Errors where a share of the block, by a scenario or --set, is none. */
bool study_check_finance(struct study *s);
/* "Straight line over 5 years", or NULL. */
const char *study_depreciation_words(const struct study *s);

/* The block as a reader needs it: what it is called, its value in a scenario, and the
 * rule or formula by which it counts.  False beyond the last; value NULL: not in use.
 */
struct decision;
struct finance_fact {
    const char *name, *value, *rule;
};
bool study_finance_fact(const struct study *s, const struct decision *d,
                        size_t scenario, size_t i, struct finance_fact *out);

/* When payments fall and what is in them: "payments fall at the end of a year", or what
 * the block says; no stop at the end. */
const char *study_finance_words(const struct study *s);

/* 1 / (1 + rate * 1 year) ^ t, each factor a node of its own, so that it can be seen.
 */
node_id study_discount_factor(struct study *s, unsigned t, struct where at);

#endif
