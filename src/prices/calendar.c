#include "prices/calendar.h"

static node_id number(const struct calendar *c, long long n)
{
    return graph_const(c->g, value_of_exact(exact_int(n)), UNIT_ONE, c->at);
}

static node_id op(const struct calendar *c, const char *name, node_id a, node_id b)
{
    return graph_op2(c->g, name, a, b, c->at, c->dg);
}

static node_id with(const struct calendar *c, const char *name, node_id a, long long n)
{
    return op(c, name, a, number(c, n));
}

/* floor(a / n) */
static node_id whole(const struct calendar *c, node_id a, long long n)
{
    return graph_op1(c->g, "floor", with(c, "div", a, n), c->at, c->dg);
}

struct calendar_day calendar_of(const struct calendar *c, node_id day)
{
    /* spreadsheets count from 1899-12-30, day 693899 since March of the year 0 */
    node_id z = with(c, "add", day, 693899);
    node_id era = whole(c, z, 146097); /* 400 years */
    node_id of_era = op(c, "sub", z, with(c, "mul", era, 146097));
    node_id leaps = op(c, "sub", whole(c, of_era, 36524), whole(c, of_era, 146096));
    node_id common = op(c, "sub", of_era, whole(c, of_era, 1460));
    node_id year = whole(c, op(c, "add", common, leaps), 365);
    node_id before =
        op(c, "sub", op(c, "add", with(c, "mul", year, 365), whole(c, year, 4)),
           whole(c, year, 100));
    node_id of_year = op(c, "sub", of_era, before);
    node_id month =
        whole(c, with(c, "add", with(c, "mul", of_year, 5), 2), 153); /* 0: March */
    node_id first = whole(c, with(c, "add", with(c, "mul", month, 153), 2), 5);
    node_id years = op(c, "add", year, with(c, "mul", era, 400));
    struct calendar_day out;
    out.month = op(c, "add", with(c, "mul", years, 12), month);
    out.day = with(c, "add", op(c, "sub", of_year, first), 1);
    return out;
}

node_id calendar_months(const struct calendar *c, node_id from, node_id to)
{
    struct calendar_day a = calendar_of(c, from), b = calendar_of(c, to);
    return op(c, "add", op(c, "sub", b.month, a.month), op(c, "gt", b.day, a.day));
}

node_id calendar_30_360(const struct calendar *c, node_id from, node_id to)
{
    struct calendar_day a = calendar_of(c, from), b = calendar_of(c, to);
    node_id months = with(c, "mul", op(c, "sub", b.month, a.month), 30);
    node_id days = op(c, "sub", with(c, "min", b.day, 30), with(c, "min", a.day, 30));
    return with(c, "div", op(c, "add", months, days), 360);
}
