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
    enum finance_status payback_status, discounted_status;
    struct payback payback, discounted; /* in years; valid where OK or LOST_AGAIN */
};

/* False where the study has no finance block, whose discount factors these need. */
bool returns_of(const struct decision *d, size_t scenario, size_t first, size_t second,
                struct returns *out);

/* "12.3 %", "10 %, 25 % (several: the present value decides)", or why there is none. */
const char *returns_rate_text(struct arena *a, const struct returns *r);
/* "2.5 years", or why there is none. */
const char *returns_payback_text(struct arena *a, enum finance_status status,
                                 const struct payback *p);

#endif
