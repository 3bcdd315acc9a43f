/* queueing.h - Erlang's formulas and what follows from them.
 *
 * The offered load a is arrival rate times service time, in erlangs; `servers` is a
 * whole number of 1 or more.  Erlang B itself is base/erlang.h.  Where no steady state
 * exists (a >= servers) the waiting formulas give NAN: that is an answer to be put into
 * words, not a number.
 */
#ifndef CURVES_QUEUEING_H
#define CURVES_QUEUEING_H

#include <stddef.h>

double queue_waits(double servers, double a);       /* Erlang C: share that waits */
double queue_waits_slope(double servers, double a); /* its derivative by a */

/* Mean response time and mean waiting time of M/M/c, in the unit of `service`. */
double queue_response(double servers, double service, double rate);
double queue_wait(double servers, double service, double rate);

/* The time that a share `q` (0..1) of M/M/1 responses stays below: exponential. */
double queue_quantile(double service, double rate, double q);

/* Little's law: mean number in the system.  Utilisation: share of the servers busy. */
double queue_number(double rate, double time);
double queue_utilisation(double servers, double service, double rate);

/* The same relations as expression text over `servers`, `service` (s) and `rate` (1/s),
 * for a graph of quantities; a test holds text and function equal. */
struct queue_relation {
    const char *name, *meaning, *formula;
    double (*value)(double servers, double service, double rate);
};
const struct queue_relation *queue_relation_at(size_t i); /* NULL past the end */

#endif
