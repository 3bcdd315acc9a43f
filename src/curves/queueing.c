#include "curves/queueing.h"

#include <math.h>

#include "base/erlang.h"

double queue_waits(double servers, double a)
{
    double b = erlang_b(servers, a);
    return a < servers ? servers * b / (servers - a * (1 - b)) : NAN;
}

/* dB/da = B (c/a - 1 + B). */
double queue_waits_slope(double servers, double a)
{
    if (!(a < servers))
        return NAN;
    if (a == 0)
        return servers == 1 ? 1 : 0;
    double b = erlang_b(servers, a), db = b * (servers / a - 1 + b);
    double d = servers - a * (1 - b), dd = a * db - (1 - b);
    return servers * (db * d - b * dd) / (d * d);
}

double queue_wait(double servers, double service, double rate)
{
    double a = rate * service;
    return service * queue_waits(servers, a) / (servers - a);
}

double queue_response(double servers, double service, double rate)
{
    return service + queue_wait(servers, service, rate);
}

double queue_quantile(double service, double rate, double q)
{
    if (!(q >= 0) || !(q < 1))
        return NAN;
    return -queue_response(1, service, rate) * log1p(-q);
}

double queue_number(double rate, double time)
{
    return rate * time;
}

double queue_utilisation(double servers, double service, double rate)
{
    return rate * service / servers;
}

static double offered(double servers, double service, double rate)
{
    (void)servers;
    return rate * service;
}

static double blocked(double servers, double service, double rate)
{
    return erlang_b(servers, rate * service);
}

static double waits(double servers, double service, double rate)
{
    return queue_waits(servers, rate * service);
}

static double in_system(double servers, double service, double rate)
{
    return queue_number(rate, queue_response(servers, service, rate));
}

#define LOAD    "rate * service"
#define BLOCKED "erlang_b(servers, " LOAD ")"
#define WAITS   "servers * " BLOCKED " / (servers - " LOAD " * (1 - " BLOCKED "))"
#define WAIT    "service * " WAITS " / (servers - " LOAD ")"

static const struct queue_relation relations[] = {
    { "offered_load", "erlangs: servers that would be busy if none ever waited", LOAD,
      offered },
    { "utilisation", "share of the servers that is busy", LOAD " / servers",
      queue_utilisation },
    { "erlang_b", "share of arrivals lost where nothing can wait", BLOCKED, blocked },
    { "erlang_c", "share of arrivals that wait", WAITS, waits },
    { "wait", "mean time in the queue", WAIT, queue_wait },
    { "response", "mean time in the system", "service + " WAIT, queue_response },
    { "number", "mean number in the system (Little's law)",
      "rate * (service + " WAIT ")", in_system },
};

const struct queue_relation *queue_relation_at(size_t i)
{
    return i < sizeof relations / sizeof *relations ? &relations[i] : NULL;
}
