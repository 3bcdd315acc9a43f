/* tiers - a price that depends on the quantity.
 *
 *     - tiers: graduated            (each slice at its own price)
 *              volume               (all of it at the price of the tier reached)
 *              flat                 (the amount of the tier reached, whatever the
 * count) rows: [{up_to: 1000, price: 0.10 USD}, {price: 0.05 USD}] free: 100 (an
 * allowance, taken off first) package: 1000               (prices are for a started
 * package) buy_up: yes                 (volume: the next tier's least, where cheaper)
 *
 * An upper bound belongs to its tier.  `from` may be written too and is then checked.
 */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/pedigree.h"
#include "quantities/op.h"

enum { TIERS, ROWS, FREE, PACKAGE, BUY_UP, SOURCE, AS_OF, CONFIDENCE, NOTE };
static const struct doc_field fields[] = {
    [TIERS] = { "tiers", DOC_WANT_TEXT, DOC_REQUIRED },
    [ROWS] = { "rows", DOC_WANT_SEQUENCE, DOC_REQUIRED },
    [FREE] = { "free", DOC_WANT_TEXT, DOC_OPTIONAL },
    [PACKAGE] = { "package", DOC_WANT_TEXT, DOC_OPTIONAL },
    [BUY_UP] = { "buy_up", DOC_WANT_TEXT, DOC_OPTIONAL },
    [SOURCE] = { "source", DOC_WANT_TEXT, DOC_OPTIONAL },
    [AS_OF] = { "as_of", DOC_WANT_TEXT, DOC_OPTIONAL },
    [CONFIDENCE] = { "confidence", DOC_WANT_TEXT, DOC_OPTIONAL },
    [NOTE] = { "note", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("tiers", fields);

enum { R_UP_TO, R_FROM, R_PRICE, R_KEYS };
static const struct doc_field row_fields[] = {
    [R_UP_TO] = { "up_to", DOC_WANT_TEXT, DOC_OPTIONAL },
    [R_FROM] = { "from", DOC_WANT_TEXT, DOC_OPTIONAL },
    [R_PRICE] = { "price", DOC_WANT_TEXT, DOC_REQUIRED },
};
static const struct doc_schema row_schema = DOC_SCHEMA("a tier", row_fields);

enum tier_shape { GRADUATED, VOLUME, FLAT };
static const char *const shapes[] = { "graduated", "volume", "flat" };

struct tier {
    node_id bound; /* NO_NODE: without end */
    node_id price;
    double from, up_to; /* where they are literals */
    const struct doc_node *row;
};

struct work {
    struct chain *c;
    enum tier_shape shape;
    const struct tier *tiers;
    size_t count;
    node_id package; /* NO_NODE: single units */
    struct where at;
};

static double literal(const struct chain *c, node_id id)
{
    const struct node *n = graph_node(c->g, id);
    return n != NULL && n->kind == NODE_CONST ? n->as.constant.x : -1;
}

/* Tiers that touch: in whole units 1000 may follow 999, else bounds are the same. */
static bool follows(const struct chain *c, const struct tier *before,
                    const struct tier *t)
{
    if (before->bound == NO_NODE)
        return diag_error(
            c->dg, before->row->at,
            "a tier without up_to: stands before another; it is the last");
    double end = before->up_to;
    if (t->up_to >= 0 && t->up_to <= end)
        return diag_error(
            c->dg, t->row->at,
            "this tier ends at %g, not above the one before it, which ends "
            "at %g; put them in ascending order",
            t->up_to, end);
    if (t->from >= 0 && end >= 0 && t->from > end + 1)
        return diag_error(c->dg, t->row->at,
                          "a gap between tiers: one ends at %g, the next begins at %g",
                          end, t->from);
    if (t->from >= 0 && end >= 0 && t->from < end)
        return diag_error(c->dg, t->row->at,
                          "tiers overlap: one ends at %g, the next begins at %g", end,
                          t->from);
    return true;
}

static bool read_tiers(struct chain *c, const struct doc_node *rows, struct tier *out)
{
    bool ok = rows->count > 0 || diag_error(c->dg, rows->at, "tiers without a row");
    for (size_t i = 0; i < rows->count && ok; i++) {
        const struct doc_node *v[R_KEYS];
        if (!doc_bind(&row_schema, doc_at(rows, i), v, c->dg))
            return false;
        out[i] = (struct tier){ .row = doc_at(rows, i), .from = -1, .up_to = -1 };
        out[i].price = price_node(c->g, v[R_PRICE], c->dg);
        ok = out[i].price != NO_NODE;
        if (ok && v[R_UP_TO] != NULL) {
            out[i].bound = chain_formula(c, 0, v[R_UP_TO]);
            out[i].up_to = literal(c, out[i].bound);
            ok = out[i].bound != NO_NODE;
        }
        if (ok && v[R_FROM] != NULL)
            out[i].from = literal(c, chain_formula(c, 0, v[R_FROM]));
        ok = ok && (i == 0 || follows(c, &out[i - 1], &out[i]));
    }
    return ok;
}

/* Beyond the last bound there is no price: what a bounded list means. */
static void bounded(const struct work *w, node_id quantity)
{
    const struct tier *last = &w->tiers[w->count - 1];
    struct chain *c = w->c;
    if (last->bound == NO_NODE)
        return;
    struct chain_check check = { .words = "the quantity is inside the priced tiers",
                                 .at = last->row->at };
    check.truth = graph_op2(c->g, "le", quantity, last->bound, check.at, c->dg);
    ARENA_PUSH(graph_arena(c->g), c->checks, c->check_count, c->check_capacity) = check;
}

static node_id packages(const struct work *w, node_id units)
{
    if (w->package == NO_NODE)
        return units;
    node_id n = graph_op2(w->c->g, "div", units, w->package, w->at, w->c->dg);
    return graph_op1(w->c->g, "ceil", n, w->at, w->c->dg);
}

static node_id graduated(const struct work *w, node_id quantity)
{
    struct chain *c = w->c;
    struct arena *a = graph_arena(c->g);
    node_id slices[MOST_ARGS], before = NO_NODE;
    for (size_t i = 0; i < w->count; i++) {
        const struct tier *t = &w->tiers[i];
        node_id top = t->bound == NO_NODE || i + 1 == w->count
                          ? quantity
                          : graph_op2(c->g, "min", quantity, t->bound, w->at, c->dg);
        node_id slice = top;
        if (i > 0) {
            node_id over = graph_op2(c->g, "sub", top, before, w->at, c->dg);
            slice =
                graph_op2(c->g, "max", over, chain_number(c, 0, w->at), w->at, c->dg);
        }
        node_id n = packages(w, slice);
        slices[i] = graph_op2(c->g, "mul", n, t->price, w->at, c->dg);
        chain_add(c, arena_printf(a, "in tier %zu", i + 1), n);
        chain_add(c, arena_printf(a, "tier %zu", i + 1), slices[i]);
        before = t->bound;
    }
    return graph_op(c->g, "sum", slices, (unsigned)w->count, w->at, c->dg);
}

/* The price of the tier that a quantity reaches, and its number in the chain. */
static node_id reached(const struct work *w, node_id quantity)
{
    struct chain *c = w->c;
    node_id price = w->tiers[w->count - 1].price;
    node_id number = chain_number(c, (long long)w->count, w->at);
    for (size_t i = w->count - 1; i-- > 0;) {
        node_id in = graph_op2(c->g, "le", quantity, w->tiers[i].bound, w->at, c->dg);
        price = graph_if(c->g, in, w->tiers[i].price, price, w->at, c->dg);
        number = graph_if(c->g, in, chain_number(c, (long long)i + 1, w->at), number,
                          w->at, c->dg);
    }
    chain_add(c, "tier reached", number);
    chain_figure(c, "tier", number);
    return price;
}

/* The least of buying as counted and of buying up to the start of a higher tier. */
static node_id bought_up(const struct work *w, node_id quantity, node_id amount)
{
    struct chain *c = w->c;
    node_id best = amount, one = chain_number(c, 1, w->at);
    for (size_t i = 1; i < w->count; i++) {
        node_id least =
            graph_op2(c->g, "add", w->tiers[i - 1].bound, one, w->at, c->dg);
        node_id n = graph_op2(c->g, "max", quantity, least, w->at, c->dg);
        node_id cost =
            graph_op2(c->g, "mul", packages(w, n), w->tiers[i].price, w->at, c->dg);
        chain_add(c, arena_printf(graph_arena(c->g), "bought up to tier %zu", i + 1),
                  cost);
        best = graph_op2(c->g, "min", best, cost, w->at, c->dg);
    }
    return best;
}

static node_id allowance(struct chain *c, const struct doc_node *free_,
                         node_id quantity)
{
    if (free_ == NULL)
        return quantity;
    node_id allowed = chain_formula(c, 0, free_);
    node_id over = graph_op2(c->g, "sub", quantity, allowed, free_->at, c->dg);
    node_id paid =
        graph_op2(c->g, "max", over, chain_number(c, 0, free_->at), free_->at, c->dg);
    chain_add(c, arena_printf(graph_arena(c->g), "beyond %s free", free_->text), paid);
    return paid;
}

static bool price_tiers(struct work *w, node_id quantity, bool buy_up)
{
    struct chain *c = w->c;
    bounded(w, quantity);
    if (w->shape == GRADUATED) {
        c->amount = graduated(w, quantity);
    } else {
        c->price = reached(w, quantity);
        c->amount = w->shape == FLAT ? c->price
                                     : graph_op2(c->g, "mul", packages(w, quantity),
                                                 c->price, w->at, c->dg);
        if (buy_up) {
            chain_figure(c, "as_counted", c->amount);
            chain_add(c, "as counted", c->amount);
            c->amount = bought_up(w, quantity, c->amount);
        }
    }
    c->list = c->amount;
    if (c->amount == NO_NODE)
        return false;
    chain_add(c, arena_printf(graph_arena(c->g), "%s tiers", shapes[w->shape]),
              c->amount);
    return true;
}

static bool build(struct chain *c, const struct doc_node *const *values)
{
    struct pedigree_keys keys = { values[SOURCE], values[AS_OF], values[CONFIDENCE],
                                  NULL, values[NOTE] };
    const struct doc_node *rows = values[ROWS];
    struct tier *tiers = ARENA_ARRAY(graph_arena(c->g), rows->count, struct tier);
    struct work w = { c, GRADUATED, tiers, rows->count, NO_NODE, values[TIERS]->at };
    size_t shape;
    bool buy_up = false;
    c->price_at = w.at;
    if (!doc_get_choice(values[TIERS], shapes, 3, &shape, c->dg) ||
        !chain_to_order(c, values[TIERS]) ||
        !pedigree_read(&keys, &c->pedigree, c->dg) ||
        (values[BUY_UP] != NULL && !doc_get_bool(values[BUY_UP], &buy_up, c->dg)))
        return false;
    if (c->amount != NO_NODE)
        return diag_error(c->dg, w.at, "a second price in one chain; add a metric");
    if (rows->count > MOST_ARGS)
        return diag_error(c->dg, rows->at, "more than %d tiers", MOST_ARGS);
    w.shape = (enum tier_shape)shape;
    if (values[PACKAGE] != NULL)
        w.package = chain_formula(c, 0, values[PACKAGE]);
    if (!read_tiers(c, rows, tiers) ||
        (values[PACKAGE] != NULL && w.package == NO_NODE))
        return false;
    return price_tiers(&w, allowance(c, values[FREE], c->parts[0].quantity), buy_up);
}

const struct primitive primitive_tiers = {
    .name = "tiers",
    .summary = "graduated, volume or flat price by quantity, with an allowance",
    .schema = &schema,
    .build = build,
};
