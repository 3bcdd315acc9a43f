/* queueing.h - Erlang's formulas and what follows from them.
 *
 * The offered load a is arrival rate times service time, in erlangs; `servers` is a
 * whole number of 1 or more.  Where no steady state exists (a >= servers) the waiting
 * formulas give NAN: that is an answer to be put into words, not a number.
 */
#ifndef CURVES_QUEUEING_H
#define CURVES_QUEUEING_H

double erlang_b(double servers, double a); /* share blocked, M/M/c/c; any a >= 0 */
double erlang_c(double servers, double a); /* share that waits, M/M/c */
double erlang_c_slope(double servers, double a); /* d/da */

/* Mean response time and waiting time, in units of `service`. */
double mmc_response(double servers, double service, double rate);
double mmc_wait(double servers, double service, double rate);

/* The time that a share `q` (0..1) of M/M/1 responses stays below: exponential. */
double mm1_quantile(double service, double rate, double q);

/* Little's law: mean number in the system.  Utilisation: share of the servers busy. */
double little_number(double rate, double time);
double utilisation(double servers, double service, double rate);

#endif
