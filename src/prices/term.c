/* term - an amount is paid at once for a term of whole years, and again at each end of
 * it before the horizon; the last term may reach beyond. */
#include "prices/primitive.h"

#include <math.h>

#include "base/arena.h"
#include "doc/schema.h"

enum { TERM };
static const struct doc_field fields[] = {
    [TERM] = { "term", DOC_WANT_TEXT, DOC_REQUIRED },
};
static const struct doc_schema schema = DOC_SCHEMA("a term", fields);

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *at = values[TERM];
    struct doc_quantity q;
    if (c->amount == NO_NODE)
        return diag_error(c->dg, at->at, "a term needs a price before it");
    if (graph_node(c->g, c->amount)->unit.dim.time != 0)
        return diag_error(c->dg, at->at,
                          "what is paid by time has no term; the price of a term is "
                          "money alone, as 648 USD/instance");
    if (!doc_get_quantity(graph_arena(c->g), at, "1 year", &q, c->dg))
        return false;
    double years = q.number.x * q.unit.factor / 31536000;
    if (q.unit.dim.time != 1 || years != floor(years) || years < 1 || years > 50)
        return diag_error(c->dg, at->at,
                          "a term is whole years from 1 to 50; write for example 3 "
                          "years");
    c->term = (unsigned)years;
    chain_add(c, arena_printf(graph_arena(c->g), "for %s, at once", at->text),
              c->amount);
    return true;
}

const struct primitive primitive_term = {
    .name = "term",
    .summary = "paid at once for a term of years, and again at its end",
    .schema = &schema,
    .build = build,
};
