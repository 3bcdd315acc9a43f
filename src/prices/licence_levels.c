/* licence_levels.c - payments of a chain that counts otherwise in later years. */
#include "base/arena.h"
#include "prices/licence_parts.h"
#include "prices/minor.h"

struct ledger {
    const struct licence_job *j;
    const struct chain *chain; /* of the purchase */
    const struct chain_level *levels;
    node_id *years; /* [1 .. horizon] */
    struct where at;
};

static node_id op(const struct ledger *l, const char *name, node_id a, node_id b)
{
    return graph_op2(l->j->g, name, a, b, l->at, l->j->dg);
}

static void pay(const struct ledger *l, unsigned year, node_id amount)
{
    node_id *y = &l->years[year];
    *y = *y == NO_NODE ? amount : op(l, "add", *y, amount);
}

/* What year t adds, at least nothing. */
static node_id added(const struct ledger *l, unsigned t)
{
    node_id more = op(l, "sub", l->levels[t].amount, l->levels[t - 1].amount);
    return op(l, "max", more, op(l, "mul", more, licence_number(l->j, 0)));
}

/* A year at what was counted before it, and a share for what came in its course. */
static void pay_recurring(const struct ledger *l, unsigned t)
{
    node_id fee = l->levels[t - 1].amount;
    if (l->chain->past != NO_NODE)
        fee = op(l, "add", fee, op(l, "mul", added(l, t), l->chain->past));
    fee = op(l, "mul", fee, chain_year(l->chain, l->at));
    pay(l, t, money_minor(l->j->g, fee, l->at, l->j->dg));
}

/* Support of what there was in the year, grown from its first year on. */
static void pay_support(const struct ledger *l, unsigned t)
{
    const struct chain *c = l->chain;
    node_id fee = op(l, "mul", l->levels[t - 1].support, chain_year(l->chain, l->at));
    fee = money_minor(l->j->g, fee, l->at, l->j->dg);
    if (c->uplift != NO_NODE) {
        node_id growth = op(l, "add", licence_number(l->j, 1), c->uplift);
        for (unsigned k = c->support_from; k < t; k++)
            fee = money_minor(l->j->g, op(l, "mul", fee, growth), l->at, l->j->dg);
    }
    pay(l, t, fee);
}

bool licence_level_payments(const struct licence_job *j, const struct chain *c,
                            const struct chain_level *levels, struct licence_count *out)
{
    struct arena *a = graph_arena(j->g);
    unsigned years = j->use->years;
    bool recurring = graph_node(j->g, c->amount)->unit.dim.time == -1;
    struct ledger l = { j, c, levels, ARENA_ARRAY(a, years + 1, node_id), j->use->at };
    for (unsigned t = 1; t <= years; t++) {
        if (recurring)
            pay_recurring(&l, t);
        else if (t < years || c->in_arrears)
            pay(&l, t, added(&l, t));
        if (c->support != NO_NODE && t >= c->support_from)
            pay_support(&l, t);
        if (l.years[t] == NO_NODE)
            l.years[t] = op(&l, "mul", c->amount, licence_number(j, 0));
        if (l.years[t] == NO_NODE)
            return false;
    }
    out->by_year = l.years;
    out->varies = true;
    out->amount = c->amount;
    if (recurring)
        out->amount = op(&l, "mul", l.years[1], licence_number(j, 0));
    return out->amount != NO_NODE;
}
