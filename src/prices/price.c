/* price - money for each of what is counted, with where the figure comes from: one
 * figure, or rows of which the order date, a region or another word chooses one. */
#include "prices/primitive.h"

#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"
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

static node_id price_of(struct chain *c, const struct doc_node *text)
{
    const char *t = text->text;
    bool formula = strstr(t, " * ") != NULL || strstr(t, " / ") != NULL ||
                   strstr(t, " + ") != NULL || strstr(t, " - ") != NULL;
    if (*t == '-' || (*t >= '0' && *t <= '9' && !formula))
        return price_node(c->g, text, c->dg);
    return chain_formula(c, 0, text);
}

struct pick {
    node_id price, truth;         /* so far, from the last row to the first */
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
    node_id price = price_of(c, is);
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
    p->price = p->price == NO_NODE || t.truth == NO_NODE
                   ? price
                   : graph_if(c->g, t.truth, price, p->price, row->at, c->dg);
    p->truth = t.truth == NO_NODE ? NO_NODE
               : p->truth == NO_NODE
                   ? t.truth
                   : graph_op2(c->g, "or", p->truth, t.truth, row->at, c->dg);
    return p->price != NO_NODE;
}

static node_id pick_price(struct chain *c, const struct doc_node *rows)
{
    struct pick p = { 0 };
    for (size_t i = rows->count; i-- > 0;)
        if (!pick_row(c, doc_at(rows, i), &p))
            return NO_NODE;
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
    c->price = at->kind == DOC_SEQUENCE ? pick_price(c, at) : price_of(c, at);
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
