/* convert - the total in another currency, at a dated rate, to the cent. */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/demand.h"
#include "prices/minor.h"

enum { CONVERT, AS_OF, SOURCE };
static const struct doc_field fields[] = {
    [CONVERT] = { "convert", DOC_WANT_TEXT, DOC_REQUIRED },
    [AS_OF] = { "as_of", DOC_WANT_TEXT, DOC_OPTIONAL },
    [SOURCE] = { "source", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a conversion", fields);

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *f = values[CONVERT];
    struct date date;
    if (c->amount == NO_NODE)
        return diag_error(c->dg, f->at, "a conversion stands behind a price");
    if (values[AS_OF] == NULL)
        return diag_error(c->dg, f->at,
                          "an exchange rate without a date; add as_of: to it");
    if (!doc_get_date(values[AS_OF], &date, c->dg))
        return false;
    node_id rate = chain_formula(c, 0, f);
    chain_demand(c, 0, f, rate, DEMAND_POSITIVE);
    chain_new_kind(c);
    c->amount = money_minor(c->g, c->amount, f->at, c->dg);
    chain_figure(c, "foreign", c->amount);
    c->amount = graph_op2(c->g, "mul", c->amount, rate, f->at, c->dg);
    c->amount = money_minor(c->g, c->amount, f->at, c->dg);
    c->list = graph_op2(c->g, "mul", c->list, rate, f->at, c->dg);
    if (c->support != NO_NODE)
        c->support = graph_op2(c->g, "mul", c->support, rate, f->at, c->dg);
    chain_add(
        c, arena_printf(graph_arena(c->g), "at %s of %s", f->text, values[AS_OF]->text),
        c->amount);
    return c->amount != NO_NODE;
}

const struct primitive primitive_convert = {
    .name = "convert",
    .summary = "the total in another currency at a dated rate",
    .schema = &schema,
    .build = build,
};
