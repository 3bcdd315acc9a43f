#include "curves/queueing.h"

#include <math.h>

/* B(k) = a B(k-1) / (k + a B(k-1)), B(0) = 1: stable for any size. */
double erlang_b(double servers, double a)
{
    if (!(servers >= 1) || servers != floor(servers) || !(a >= 0))
        return NAN;
    double b = 1;
    for (double k = 1; k <= servers; k++)
        b = a * b / (k + a * b);
    return b;
}

double erlang_c(double servers, double a)
{
    double b = erlang_b(servers, a);
    return a < servers ? servers * b / (servers - a * (1 - b)) : NAN;
}

/* dB/da = B (c/a - 1 + B). */
double erlang_c_slope(double servers, double a)
{
    if (!(a < servers))
        return NAN;
    if (a == 0)
        return servers == 1 ? 1 : 0;
    double b = erlang_b(servers, a), db = b * (servers / a - 1 + b);
    double d = servers - a * (1 - b), dd = a * db - (1 - b);
    return servers * (db * d - b * dd) / (d * d);
}

double mmc_wait(double servers, double service, double rate)
{
    double a = rate * service;
    return service * erlang_c(servers, a) / (servers - a);
}

double mmc_response(double servers, double service, double rate)
{
    return service + mmc_wait(servers, service, rate);
}

double mm1_quantile(double service, double rate, double q)
{
    if (!(q >= 0) || !(q < 1))
        return NAN;
    return -mmc_response(1, service, rate) * log1p(-q);
}

double little_number(double rate, double time)
{
    return rate * time;
}

double utilisation(double servers, double service, double rate)
{
    return rate * service / servers;
}
