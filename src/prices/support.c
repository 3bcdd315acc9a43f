/* support - a yearly share of the net, the list or another base, with its growth and
 * its cap. */
#include "prices/primitive.h"

#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/demand.h"

enum { SUPPORT, ON, MAXIMUM, UPLIFT, FROM };
static const struct doc_field fields[] = {
    [SUPPORT] = { "support", DOC_WANT_TEXT, DOC_REQUIRED },
    [ON] = { "on", DOC_WANT_TEXT, DOC_OPTIONAL },
    [MAXIMUM] = { "maximum", DOC_WANT_TEXT, DOC_OPTIONAL },
    [UPLIFT] = { "uplift", DOC_WANT_TEXT, DOC_OPTIONAL },
    [FROM] = { "from_year", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("support", fields);

static node_id base_of(struct chain *c, const struct doc_node *on)
{
    if (on == NULL)
        return c->amount;
    chain_figure(c, "net", c->amount);
    chain_figure(c, "list", c->list);
    return chain_formula(c, 0, on);
}

/* "41,800 USD/year" rather than a second's. */
static void show_by_year(struct chain *c)
{
    struct arena *a = graph_arena(c->g);
    const struct node *n = graph_node(c->g, c->amount);
    struct unit unit;
    const char *why;
    size_t wrong;
    const char *money = n->unit.text; /* "USD" of "USD/CPU" */
    const char *text = arena_printf(a, "%.*s/year", (int)strcspn(money, "/"), money);
    if (n->unit.factor == 1 && unit_parse(a, text, strlen(text), &unit, &why, &wrong))
        graph_show_as(c->g, c->support, unit);
}

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *s = values[SUPPORT], *cap = values[MAXIMUM];
    struct arena *a = graph_arena(c->g);
    long long from = 1;
    if (c->amount == NO_NODE)
        return diag_error(c->dg, s->at, "support stands behind a price");
    node_id rate = chain_formula(c, 0, s);
    const struct node *n = graph_node(c->g, rate);
    if (n == NULL)
        return false;
    if (n->unit.dim.time != -1)
        return diag_error(c->dg, s->at,
                          "support is a share per time; write for example 22 %%/year");
    double share = chain_base(c, rate) * 31536000; /* a year of 8760 h */
    if (share < 0 || share > 1)
        return diag_error(c->dg, s->at,
                          "support of %g %% a year; write from 0 %% to 100 %%",
                          100 * share);
    chain_demand(c, 0, s, rate, DEMAND_YEARLY);
    c->support_rate = rate;
    c->support = graph_op2(c->g, "mul", base_of(c, values[ON]), rate, s->at, c->dg);
    show_by_year(c);
    chain_add(c, arena_printf(a, "support of %s", s->text), c->support);
    if (cap != NULL) {
        node_id most = chain_formula(c, 0, cap), before = c->support;
        chain_figure(c, "support_uncapped", before);
        c->support = graph_op2(c->g, "min", before, most, cap->at, c->dg);
        chain_add_limit(c, arena_printf(a, "support at most %s", cap->text),
                        (node_id[]){ c->support, before, most });
    }
    if (values[UPLIFT] != NULL) {
        c->uplift = chain_formula(c, 0, values[UPLIFT]);
        chain_demand(c, 0, values[UPLIFT], c->uplift, DEMAND_SHARE);
    }
    if (values[FROM] != NULL && !doc_get_int(values[FROM], 1, 50, &from, c->dg))
        return false;
    c->support_from = (unsigned)from;
    return c->support != NO_NODE && (values[UPLIFT] == NULL || c->uplift != NO_NODE);
}

const struct primitive primitive_support = {
    .name = "support",
    .summary = "a yearly share of a base, with uplift and cap",
    .schema = &schema,
    .build = build,
};
