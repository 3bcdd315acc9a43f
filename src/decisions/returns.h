/* returns.h - what one alternative earns against another: its savings as an investment.
 *
 * The flow of year t is what the first costs less what the second costs, after all that
 * the finance block says.  A rate of return is given as all its values: with several
 * none of them decides, and the present value does.
 */
#ifndef DECISIONS_RETURNS_H
#define DECISIONS_RETURNS_H

#include "decisions/decide.h"
#include "prices/finance.h"

struct returns {
    double net_present_value; /* cost of the first less cost of the second */
    enum finance_status rates_status;
    struct finance_roots rates; /* nominal, a year */
    bool later; /* the second pays less at first: its rate is what paying later costs */
    enum finance_status modified_status;
    double modified; /* MIRR by year: paid and earned at the discount rate */
    enum finance_status payback_status, discounted_status;
    struct payback payback, discounted; /* in years; valid where OK or LOST_AGAIN */
};

/* Are the flows of both at year ends, counted in whole years?  Then a spreadsheet's
 * functions of periods give the same. */
bool returns_by_year(const struct study *s, size_t first, size_t second);

/* The rates a payment at which the payments of a lease, and its purchase option at the
 * end, are worth the price of what is leased; false where there is none. */
bool lease_rate(const struct decision *d, size_t scenario, const struct lease *l,
                struct finance_roots *out);

/* False where the study has no finance block, whose discount factors these need. */
bool returns_of(const struct decision *d, size_t scenario, size_t first, size_t second,
                struct returns *out);

/* "12.3 %", "10 %, 25 % (several: the present value decides)", or why there is none. */
const char *returns_rate_text(struct arena *a, const struct returns *r);
/* "2.5 years", or why there is none. */
const char *returns_payback_text(struct arena *a, enum finance_status status,
                                 const struct payback *p);

#endif
