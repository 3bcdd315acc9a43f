/* erlang.h - Erlang's loss formula, in one place for the graph and for the curves. */
#ifndef BASE_ERLANG_H
#define BASE_ERLANG_H

/* Erlang B: the share of arrivals that find all `servers` busy at a `load` in erlang.
 * NaN where servers is no whole number from 0 to 10^6 or the load is negative. */
double erlang_b(double servers, double load);

#endif
