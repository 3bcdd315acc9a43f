/* tiers - a price that depends on the quantity.
 *
 *     - tiers: graduated    (each slice at its own price)
 *              volume       (all of it at the price of the tier reached)
 *              flat         (the amount of the tier reached, whatever the count)
 *       rows: [{up_to: 1000, price: 0.10 USD}, {price: 0.05 USD, fee: 20 USD}]
 *       free: 100           (an allowance, taken off first)
 *       package: 1000       (prices are for a started package)
 *       buy_up: yes         (volume: the next tier's least, where cheaper)
 *       per: machine        (each machine has tiers and allowance of its own)
 *
 * An upper bound belongs to its tier.  `from` may be written too and is then checked.
 * The first tier's fee is always paid; in graduated tiers the others' where they are
 * reached, in volume tiers that of the tier reached.
 */
#include "prices/tiers.h"

#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/demand.h"
#include "prices/pedigree.h"
#include "quantities/op.h"

enum { TIERS, ROWS, FREE, PACKAGE, BUY_UP, PER, SOURCE, AS_OF, CONFIDENCE, NOTE };
static const struct doc_field fields[] = {
    [TIERS] = { "tiers", DOC_WANT_TEXT, DOC_REQUIRED },
    [ROWS] = { "rows", DOC_WANT_SEQUENCE, DOC_REQUIRED },
    [FREE] = { "free", DOC_WANT_TEXT, DOC_OPTIONAL },
    [PACKAGE] = { "package", DOC_WANT_TEXT, DOC_OPTIONAL },
    [BUY_UP] = { "buy_up", DOC_WANT_TEXT, DOC_OPTIONAL },
    [PER] = { "per", DOC_WANT_TEXT, DOC_OPTIONAL },
    [SOURCE] = { "source", DOC_WANT_TEXT, DOC_OPTIONAL },
    [AS_OF] = { "as_of", DOC_WANT_TEXT, DOC_OPTIONAL },
    [CONFIDENCE] = { "confidence", DOC_WANT_TEXT, DOC_OPTIONAL },
    [NOTE] = { "note", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("tiers", fields);

enum { R_UP_TO, R_FROM, R_PRICE, R_FEE, R_KEYS };
static const struct doc_field row_fields[] = {
    [R_UP_TO] = { "up_to", DOC_WANT_TEXT, DOC_OPTIONAL },
    [R_FROM] = { "from", DOC_WANT_TEXT, DOC_OPTIONAL },
    [R_PRICE] = { "price", DOC_WANT_TEXT, DOC_REQUIRED },
    [R_FEE] = { "fee", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema row_schema = DOC_SCHEMA("a tier", row_fields);

static const char *const shapes[] = { "graduated", "volume", "flat" };

static double literal(const struct chain *c, node_id id)
{
    const struct node *n = graph_node(c->g, id);
    return n != NULL && n->kind == NODE_CONST ? n->as.constant.x : -1;
}

/* Tiers that touch: in whole units 1000 may follow 999, else bounds are the same. */
static bool follows(struct chain *c, const struct tier *before, const struct tier *t)
{
    if (before->bound == NO_NODE)
        return diag_error(
            c->dg, before->row->at,
            "a tier without up_to: stands before another; it is the last");
    double end = before->up_to;
    if (t->up_to >= 0 && t->up_to <= end)
        return diag_error(
            c->dg, t->row->at,
            "an overlap of tiers: this one ends at %g, not above the one before it, "
            "which ends at %g; put them in ascending order",
            t->up_to, end);
    if (t->bound != NO_NODE && (t->up_to < 0 || end < 0))
        chain_demand_that(
            c, graph_op2(c->g, "gt", t->bound, before->bound, t->row->at, c->dg),
            "an overlap of tiers: this one does not end above the one "
            "before it",
            t->row->at);
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
        out[i].price = chain_price(c, v[R_PRICE]);
        ok = out[i].price != NO_NODE;
        if (ok && v[R_FEE] != NULL)
            ok = (out[i].fee = chain_price(c, v[R_FEE])) != NO_NODE;
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
static void bounded(const struct tier_work *w, node_id quantity)
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

static node_id allowance(struct chain *c, size_t part, const struct doc_node *free_)
{
    node_id quantity = c->parts[part].quantity;
    if (free_ == NULL)
        return quantity;
    node_id allowed = chain_formula(c, part, free_);
    chain_demand(c, part, free_, allowed, DEMAND_COUNT);
    node_id over = graph_op2(c->g, "sub", quantity, allowed, free_->at, c->dg);
    node_id paid =
        graph_op2(c->g, "max", over, chain_number(c, 0, free_->at), free_->at, c->dg);
    const char *words = arena_printf(graph_arena(c->g), "beyond %s free", free_->text);
    chain_add(c, chain_words(c, part, words), paid);
    return paid;
}

/* The whole order in one price, or each machine in one of its own. */
static bool of_order(struct tier_work *w, const struct doc_node *free_)
{
    struct chain *c = w->c;
    node_id paid = allowance(c, 0, free_);
    bounded(w, paid);
    c->amount = tiers_amount(w, paid);
    if (c->amount == NO_NODE)
        return false;
    c->price = w->price;
    chain_figure(c, "tier", w->tier);
    if (w->buy_up)
        c->parts[0].quantity = w->bought;
    return true;
}

static bool of_machines(struct tier_work *w, const struct doc_node *free_,
                        const struct doc_node *step)
{
    struct chain *c = w->c;
    node_id amount = NO_NODE;
    bool one_kind = c->part_count == 1;
    for (w->part = 0; w->part < c->part_count; w->part++) {
        const struct machine *m = c->parts[w->part].machine;
        node_id paid = allowance(c, w->part, free_);
        bounded(w, paid);
        node_id one = tiers_amount(w, paid);
        if (w->buy_up)
            c->parts[w->part].quantity = w->bought;
        if (m != NULL && m->count != NO_NODE)
            one = graph_op2(c->g, "mul", one, m->count, w->at, c->dg);
        amount =
            amount == NO_NODE ? one : graph_op2(c->g, "add", amount, one, w->at, c->dg);
        if (amount == NO_NODE)
            return false;
    }
    if (!chain_to_order(c, step))
        return false;
    c->amount = amount;
    if (one_kind)
        chain_figure(c, "tier", w->tier);
    chain_add(c, "on all machines", amount);
    return true;
}

static bool read_shape(struct tier_work *w, const struct doc_node *const *values,
                       bool *each)
{
    struct chain *c = w->c;
    size_t shape;
    if (!doc_get_choice(values[TIERS], shapes, 3, &shape, c->dg) ||
        (values[BUY_UP] != NULL && !doc_get_bool(values[BUY_UP], &w->buy_up, c->dg)))
        return false;
    w->shape = (enum tier_shape)shape;
    if (w->buy_up && w->shape != VOLUME)
        return diag_error(c->dg, values[BUY_UP]->at,
                          "only in volume tiers can buying more cost less");
    *each = values[PER] != NULL;
    if (*each && strcmp(values[PER]->text, "machine") != 0)
        return diag_error(c->dg, values[PER]->at,
                          "tiers are per machine, or of the order where per: is not "
                          "written");
    if (*each && c->owned != NO_NODE)
        return diag_error(c->dg, values[PER]->at,
                          "what is owned is of the order and cannot be taken off each "
                          "machine's tiers");
    return true;
}

static bool build(struct chain *c, const struct doc_node *const *values)
{
    struct pedigree_keys keys = { values[SOURCE], values[AS_OF], values[CONFIDENCE],
                                  NULL, values[NOTE] };
    const struct doc_node *rows = values[ROWS], *free_ = values[FREE];
    struct tier *tiers = ARENA_ARRAY(graph_arena(c->g), rows->count, struct tier);
    struct tier_work w = { .c = c, .tiers = tiers, .count = rows->count };
    bool each;
    w.at = c->price_at = values[TIERS]->at;
    if (!chain_counts(c, values[TIERS]) || !read_shape(&w, values, &each) ||
        (!each && !chain_to_order(c, values[TIERS])) ||
        !pedigree_read(&keys, &c->pedigree, c->dg))
        return false;
    if (c->amount != NO_NODE)
        return diag_error(c->dg, w.at, "a second price in one chain; add a metric");
    if (rows->count > MOST_ARGS)
        return diag_error(c->dg, rows->at, "more than %d tiers", MOST_ARGS);
    chain_new_kind(c);
    if (values[PACKAGE] != NULL) {
        w.package = chain_formula(c, 0, values[PACKAGE]);
        chain_demand(c, 0, values[PACKAGE], w.package, DEMAND_POSITIVE);
        if (w.package == NO_NODE)
            return false;
    }
    if (!read_tiers(c, rows, tiers) ||
        !(each ? of_machines(&w, free_, values[TIERS]) : of_order(&w, free_)))
        return false;
    c->list = c->amount;
    return true;
}

const struct primitive primitive_tiers = {
    .name = "tiers",
    .summary = "graduated, volume or flat price by quantity, with an allowance",
    .schema = &schema,
    .build = build,
};
