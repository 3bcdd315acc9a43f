/* tiers_amount.c - what a quantity costs in tiers, in nodes. */
#include "base/arena.h"
#include "doc/schema.h"
#include "prices/tiers.h"
#include "quantities/op.h"

static void explain(const struct tier_work *w, const char *words, node_id node)
{
    chain_add(w->c, chain_words(w->c, w->part, words), node);
}

static node_id packages(const struct tier_work *w, node_id units)
{
    if (w->package == NO_NODE)
        return units;
    node_id n = graph_op2(w->c->g, "div", units, w->package, w->at, w->c->dg);
    return graph_op1(w->c->g, "ceil", n, w->at, w->c->dg);
}

/* The tier's fee where `reached` holds (NO_NODE: always), added to an amount. */
static node_id with_fee(const struct tier_work *w, size_t tier, node_id reached,
                        node_id amount)
{
    struct chain *c = w->c;
    node_id fee = w->tiers[tier].fee;
    if (fee == NO_NODE)
        return amount;
    if (reached != NO_NODE)
        fee = graph_if(c->g, reached, fee, chain_number(c, 0, w->at), w->at, c->dg);
    explain(w, arena_printf(graph_arena(c->g), "fee of tier %zu", tier + 1), fee);
    return graph_op2(c->g, "add", amount, fee, w->at, c->dg);
}

static node_id graduated(const struct tier_work *w, node_id quantity)
{
    struct chain *c = w->c;
    struct arena *a = graph_arena(c->g);
    node_id slices[MOST_ARGS], before = NO_NODE, zero = chain_number(c, 0, w->at);
    for (size_t i = 0; i < w->count; i++) {
        const struct tier *t = &w->tiers[i];
        node_id slice = t->bound == NO_NODE || i + 1 == w->count
                            ? quantity
                            : graph_op2(c->g, "min", quantity, t->bound, w->at, c->dg);
        node_id reached = NO_NODE;
        if (i > 0) {
            slice = graph_op2(c->g, "sub", slice, before, w->at, c->dg);
            slice = graph_op2(c->g, "max", slice, zero, w->at, c->dg);
            if (t->fee != NO_NODE)
                reached = graph_op2(c->g, "gt", quantity, before, w->at, c->dg);
        }
        node_id n = packages(w, slice);
        slices[i] = graph_op2(c->g, "mul", n, t->price, w->at, c->dg);
        explain(w, arena_printf(a, "in tier %zu", i + 1), n);
        explain(w, arena_printf(a, "tier %zu", i + 1), slices[i]);
        slices[i] = with_fee(w, i, reached, slices[i]);
        before = t->bound;
    }
    return graph_op(c->g, "sum", slices, (unsigned)w->count, w->at, c->dg);
}

/* What of each tier holds where the quantity reaches it: as nested ifs. */
struct reached {
    node_id number, price, fee;
};

static struct reached reached(const struct tier_work *w, node_id quantity)
{
    struct chain *c = w->c;
    size_t last = w->count - 1;
    node_id none = chain_number(c, 0, w->at);
    bool fees = false;
    for (size_t i = 0; i < w->count; i++)
        fees = fees || w->tiers[i].fee != NO_NODE;
    struct reached r = { chain_number(c, (long long)w->count, w->at),
                         w->tiers[last].price,
                         !fees                           ? NO_NODE
                         : w->tiers[last].fee != NO_NODE ? w->tiers[last].fee
                                                         : none };
    for (size_t i = last; i-- > 0;) {
        const struct tier *t = &w->tiers[i];
        node_id in = graph_op2(c->g, "le", quantity, t->bound, w->at, c->dg);
        r.price = graph_if(c->g, in, t->price, r.price, w->at, c->dg);
        r.number = graph_if(c->g, in, chain_number(c, (long long)i + 1, w->at),
                            r.number, w->at, c->dg);
        if (fees)
            r.fee = graph_if(c->g, in, t->fee != NO_NODE ? t->fee : none, r.fee, w->at,
                             c->dg);
    }
    return r;
}

static node_id at_tier(const struct tier_work *w, node_id quantity, node_id price,
                       node_id fee)
{
    struct chain *c = w->c;
    node_id amount = graph_op2(c->g, "mul", packages(w, quantity), price, w->at, c->dg);
    return fee == NO_NODE ? amount : graph_op2(c->g, "add", amount, fee, w->at, c->dg);
}

/* The least of buying as counted and of buying up to the start of a higher tier: the
 * amount, and with it quantity, price and tier in `w`. */
static node_id bought_up(struct tier_work *w, node_id quantity, node_id amount)
{
    struct chain *c = w->c;
    node_id best = amount, one = chain_number(c, 1, w->at);
    for (size_t i = 1; i < w->count; i++) {
        const struct tier *t = &w->tiers[i];
        node_id least =
            graph_op2(c->g, "add", w->tiers[i - 1].bound, one, w->at, c->dg);
        node_id n = graph_op2(c->g, "max", quantity, least, w->at, c->dg);
        node_id cost = at_tier(w, n, t->price, t->fee);
        explain(w, arena_printf(graph_arena(c->g), "bought up to tier %zu", i + 1),
                cost);
        node_id cheaper = graph_op2(c->g, "lt", cost, best, w->at, c->dg);
        node_id number = chain_number(c, (long long)i + 1, w->at);
        w->bought = graph_if(c->g, cheaper, n, w->bought, w->at, c->dg);
        w->price = graph_if(c->g, cheaper, t->price, w->price, w->at, c->dg);
        w->tier = graph_if(c->g, cheaper, number, w->tier, w->at, c->dg);
        best = graph_op2(c->g, "min", best, cost, w->at, c->dg);
    }
    explain(w, "bought", w->bought);
    return best;
}

node_id tiers_amount(struct tier_work *w, node_id quantity)
{
    static const char *const words[] = { "graduated tiers", "volume tiers",
                                         "flat tiers" };
    struct chain *c = w->c;
    struct reached r = reached(w, quantity);
    node_id amount;
    w->bought = quantity;
    w->tier = r.number;
    explain(w, "tier reached", r.number);
    if (w->shape == GRADUATED) {
        amount = graduated(w, quantity);
    } else {
        w->price = r.price;
        amount = w->shape == VOLUME ? at_tier(w, quantity, r.price, r.fee) : r.price;
        if (w->buy_up) {
            chain_figure(c, "as_counted", amount);
            explain(w, "as counted", amount);
            amount = bought_up(w, quantity, amount);
        }
    }
    if (amount != NO_NODE)
        explain(w, words[w->shape], amount);
    return amount;
}
