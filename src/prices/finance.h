/* finance.h - what money is worth over time: the functions that a buyer's spreadsheet
 * has, with every root found and every refusal named.
 *
 * Flows are amounts, money paid out negative, one a period unless they carry times.
 * Rates are shares per period (0.08 is 8 %), above -1.  Each function says OK and sets
 * *out, or says why there is no answer and leaves *out alone.  Amounts are doubles: an
 * interest rate makes fractions of a cent anyway; what is bought stays exact
 * (base/exact.h) until it is discounted.  Powers and logarithms are quantities/vmath.h,
 * the same bits on every machine.
 *
 * Formulas: the annuity equation and its kin as in the OpenFormula 1.2 standard (OASIS
 * 2011, part 2, section 6.12), written so that small rates do not cancel.
 */
#ifndef PRICES_FINANCE_H
#define PRICES_FINANCE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

enum finance_status {
    FINANCE_OK,
    FINANCE_RATE,           /* a rate of -100 % or less, or no number */
    FINANCE_ARGUMENT,       /* a life of 0, a period outside it, no flow at all */
    FINANCE_NO_SIGN_CHANGE, /* money only comes in, or only goes out */
    FINANCE_NO_ROOT,        /* the present value is 0 at no rate above -100 % */
    FINANCE_NEVER,          /* never paid back */
    FINANCE_LOST_AGAIN,     /* paid back for a while only */
};
const char *finance_words(enum finance_status status); /* of a status but OK */

struct flows {
    const double *amount;
    const double *years; /* when, in any order; NULL: 0, 1, 2, ... */
    size_t count;
};

/* Sum of amount / (1 + rate)^(i + first_at): first_at 0 leaves the first flow as it is,
 * 1 is the NPV of spreadsheets.  `years` is not looked at. */
enum finance_status finance_npv(const struct flows *f, double rate, unsigned first_at,
                                double *out);
/* Sum of amount / (1 + rate)^(years - years of the first): XNPV. */
enum finance_status finance_xnpv(const struct flows *f, double rate, double *out);

/* Every rate above -100 % at which the present value is 0, ascending: IRR, and XIRR
 * where the flows carry times.  With more than one there is no single rate of return,
 * and the caller says so.  sign_changes counts along the list as given, zeros left out:
 * with times in order there are at most as many roots. */
struct finance_roots {
    const double *rate;
    size_t count, sign_changes;
};
enum finance_status finance_irr(struct arena *a, const struct flows *f,
                                struct finance_roots *out);

/* The rate of return where what is paid out costs `finance` and what comes in earns
 * `reinvest` a period: (FV of the positive / -PV of the negative)^(1/(n-1)) - 1. */
enum finance_status finance_mirr(const struct flows *f, double finance, double reinvest,
                                 double *out);

/* When the sum of the flows, each divided by (1 + rate)^i, is no longer negative.
 * Under LOST_AGAIN `interpolated` is the first crossing and `total` where it ends. */
struct payback {
    double interpolated; /* periods, straight inside the last one */
    size_t whole;        /* periods that must have passed */
    double total;        /* of all flows, discounted */
};
enum finance_status finance_payback(const struct flows *f, double rate,
                                    struct payback *out);

/* pv (1+r)^n + pmt (1 + r at_start) ((1+r)^n - 1)/r + fv = 0. */
struct annuity {
    double rate, periods, payment, present, future;
    bool at_start; /* payments at the beginning of a period */
};
enum finance_status finance_pmt(const struct annuity *a, double *out);
enum finance_status finance_pv(const struct annuity *a, double *out);
enum finance_status finance_fv(const struct annuity *a, double *out);
enum finance_status finance_nper(const struct annuity *a, double *out);
/* All rates; `periods` must be whole. */
enum finance_status finance_rate(struct arena *arena, const struct annuity *a,
                                 struct finance_roots *out);
/* Interest and principal in the payment of `period` (1 .. periods). */
enum finance_status finance_ipmt(const struct annuity *a, unsigned period, double *out);
enum finance_status finance_ppmt(const struct annuity *a, unsigned period, double *out);

/* The yearly cost that over `life` years is worth `present`: what alternatives of
 * unequal lives are compared by.  present * r / (1 - (1+r)^-life). */
enum finance_status finance_equivalent_annual(double present, double rate, double life,
                                              double *out);

/* Irving Fisher (1930): (1 + real)(1 + inflation) = 1 + nominal. */
double finance_nominal(double real, double inflation);
double finance_real(double nominal, double inflation);
/* (1 + rate/m)^m - 1: of a yearly rate compounded m times. */
double finance_effective(double rate, double times);
/* The share by which a price falls a year, from two prices `years` apart. */
enum finance_status finance_decline(double from, double to, double years, double *out);

/* (1 + r)^n - 1 without cancellation; Kahan's forms of log1p and expm1. */
double finance_growth(double rate, double periods);

#endif
