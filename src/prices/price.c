/* price - money for each of what is counted, with where the figure comes from: one
 * figure, or rows of which the order date, a region or another word chooses one. */
#include "prices/primitive.h"

#include <limits.h>
#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "doc/schema.h"
#include "prices/demand.h"
#include "prices/pedigree.h"

enum { PRICE, SOURCE, AS_OF, CONFIDENCE, NOTE };
static const struct doc_field fields[] = {
    [PRICE] = { "price", DOC_WANT_ANY, DOC_REQUIRED },
    [SOURCE] = { "source", DOC_WANT_TEXT, DOC_OPTIONAL },
    [AS_OF] = { "as_of", DOC_WANT_TEXT, DOC_OPTIONAL },
    [CONFIDENCE] = { "confidence", DOC_WANT_TEXT, DOC_OPTIONAL },
    [NOTE] = { "note", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a price", fields);

node_id chain_price(struct chain *c, const struct doc_node *text)
{
    const char *t = text->text;
    bool formula = strstr(t, " * ") != NULL || strstr(t, " / ") != NULL ||
                   strstr(t, " + ") != NULL || strstr(t, " - ") != NULL;
    if (*t == '-' || (*t >= '0' && *t <= '9' && !formula))
        return price_node(c->g, text, c->dg);
    node_id id = chain_formula(c, 0, text);
    chain_demand(c, 0, text, id, DEMAND_COUNT);
    return id;
}

struct pick {
    node_id price, truth;         /* so far, from the last row to the first */
    node_id held;                 /* how many of them hold */
    const struct doc_node *valid; /* the row that holds in the base case */
    node_id valid_price;
};

static bool pick_row(struct chain *c, const struct doc_node *row, struct pick *p)
{
    static const char *const own[] = { "is",         "source", "as_of",
                                       "confidence", "note",   NULL };
    struct row_test t = { .own = own };
    if (!doc_expect(row, "a row of prices", DOC_WANT_MAPPING, c->dg))
        return false;
    const struct doc_node *is = doc_get(row, "is");
    if (is == NULL || is->kind != DOC_SCALAR)
        return diag_error(
            c->dg, row->at,
            "a row without a price; write for example {is: 11500 USD/CPU, "
            "from: 2008-06-16}");
    if (!chain_row(c, 0, row, &t))
        return false;
    if (t.never)
        return true;
    node_id price = chain_price(c, is);
    bool now = t.truth == NO_NODE || chain_base(c, t.truth) != 0;
    if (now && p->valid != NULL && !c->trial) {
        diag_error(c->dg, row->at,
                   "two prices of %s are valid for this order; end one with until:",
                   c->product);
        diag_note(c->dg, p->valid->at, "the other one is here");
        return false;
    }
    if (now) {
        p->valid = row;
        p->valid_price = price;
    }
    node_id holds = t.truth == NO_NODE ? chain_number(c, 1, row->at) : t.truth;
    p->held = p->held == NO_NODE
                  ? holds
                  : graph_op2(c->g, "add", p->held, holds, row->at, c->dg);
    p->price = p->price == NO_NODE || t.truth == NO_NODE
                   ? price
                   : graph_if(c->g, t.truth, price, p->price, row->at, c->dg);
    p->truth = t.truth == NO_NODE ? NO_NODE
               : p->truth == NO_NODE
                   ? t.truth
                   : graph_op2(c->g, "or", p->truth, t.truth, row->at, c->dg);
    return p->price != NO_NODE;
}

/* The days of a row; without from: or until: they have no end. */
struct period {
    long from, until;
};

static bool period_of(struct chain *c, const struct doc_node *row, struct period *p)
{
    const struct doc_node *from = doc_get(row, "from"), *until = doc_get(row, "until");
    struct date d;
    *p = (struct period){ LONG_MIN, LONG_MAX };
    if (from != NULL && !doc_get_date(from, &d, c->dg))
        return false;
    if (from != NULL)
        p->from = date_first_day(d);
    if (until != NULL && !doc_get_date(until, &d, c->dg))
        return false;
    if (until != NULL)
        p->until = date_last_day(d);
    return p->from <= p->until ||
           diag_error(c->dg, row->at, "this price ends before it begins");
}

static bool is_condition(const char *key)
{
    static const char *const others[] = { "is",   "source", "as_of", "confidence",
                                          "note", "from",   "until" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], key) == 0)
            return false;
    return true;
}

/* Whether all that row a asks for besides its days is asked by b in the same words. */
static bool asks_no_more(const struct doc_node *a, const struct doc_node *b)
{
    for (size_t i = 0; i < a->count; i++) {
        const struct doc_entry *e = &a->entries[i];
        const char *mine = doc_text(e->value), *other = doc_text(doc_get(b, e->key));
        if (is_condition(e->key) &&
            (mine == NULL || other == NULL || strcmp(mine, other) != 0))
            return false;
    }
    return true;
}

/* Rows that differ in nothing but their days must not share one. */
static bool periods_apart(struct chain *c, const struct doc_node *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        for (size_t k = 0; k < i; k++) {
            struct period a, b;
            const struct doc_node *one = doc_at(rows, i), *other = doc_at(rows, k);
            if (!period_of(c, one, &a) || !period_of(c, other, &b))
                return false;
            if (a.from > b.until || b.from > a.until || !asks_no_more(one, other) ||
                !asks_no_more(other, one))
                continue;
            diag_error(c->dg, one->at,
                       "two prices of %s are valid on the same day; end one with "
                       "until:",
                       c->product);
            diag_note(c->dg, other->at, "the other one is here");
            return false;
        }
    return true;
}

/* One row holds in every scenario, neither none nor two. */
static void demand_one(struct chain *c, node_id held, const struct doc_node *rows)
{
    node_id one = chain_number(c, 1, rows->at);
    if (held == NO_NODE || c->trial || graph_node(c->g, held)->kind == NODE_CONST)
        return;
    chain_demand_that(
        c, graph_op2(c->g, "le", held, one, rows->at, c->dg),
        "two prices are valid for this order; end one with until:", rows->at);
    chain_demand_that(c, graph_op2(c->g, "ge", held, one, rows->at, c->dg),
                      "no price is valid for this order; give ordered: a date that a "
                      "row covers, or add a row",
                      rows->at);
}

static node_id pick_price(struct chain *c, const struct doc_node *rows)
{
    struct pick p = { 0 };
    if (!periods_apart(c, rows))
        return NO_NODE;
    for (size_t i = rows->count; i-- > 0;)
        if (!pick_row(c, doc_at(rows, i), &p))
            return NO_NODE;
    demand_one(c, p.held, rows);
    if (p.valid == NULL) {
        diag_error(c->dg, c->line_at,
                   "no price of %s by %s is valid for this order; give ordered: a date "
                   "that a row covers, or add a row",
                   c->product, c->metric);
        diag_note(c->dg, rows->at, "the prices are here");
        return NO_NODE;
    }
    struct pedigree_keys keys = { doc_get(p.valid, "source"), doc_get(p.valid, "as_of"),
                                  doc_get(p.valid, "confidence"), NULL,
                                  doc_get(p.valid, "note") };
    if (!pedigree_read(&keys, &c->pedigree, c->dg))
        return NO_NODE;
    if (p.truth != NO_NODE) {
        struct chain_check valid = { p.truth, "a price is valid on the order date",
                                     rows->at };
        ARENA_PUSH(graph_arena(c->g), c->checks, c->check_count, c->check_capacity) =
            valid;
    }
    return p.price;
}

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *at = values[PRICE];
    struct arena *a = graph_arena(c->g);
    struct pedigree_keys keys = { values[SOURCE], values[AS_OF], values[CONFIDENCE],
                                  NULL, values[NOTE] };
    if (!chain_to_order(c, at) || !pedigree_read(&keys, &c->pedigree, c->dg))
        return false;
    if (c->amount != NO_NODE)
        return diag_error(c->dg, at->at, "a second price in one chain; add a metric");
    chain_new_kind(c);
    c->price = at->kind == DOC_SEQUENCE ? pick_price(c, at) : chain_price(c, at);
    c->price_at = at->at;
    graph_label(c->g, c->price,
                arena_printf(a, "list price of %s by %s", c->product, c->metric));
    c->amount = graph_op2(c->g, "mul", c->parts[0].quantity, c->price, at->at, c->dg);
    c->list = c->amount;
    if (c->amount == NO_NODE)
        return false;
    graph_label(c->g, c->amount, arena_printf(a, "%s by %s", c->product, c->metric));
    chain_add(c,
              at->kind == DOC_SEQUENCE ? "at the price of the order date, each"
                                       : arena_printf(a, "at %s each", at->text),
              c->amount);
    return true;
}

const struct primitive primitive_price = {
    .name = "price",
    .summary = "money for each, with source, date and confidence, or dated rows",
    .schema = &schema,
    .build = build,
};
