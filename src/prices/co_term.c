/* co_term - a price for a whole period, paid for the part of it up to a common end, by
 * a named count of days. */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/calendar.h"

enum { CO_TERM, FROM, COUNT, OF, WORDS };
static const struct doc_field fields[] = {
    [CO_TERM] = { "co_term", DOC_WANT_TEXT, DOC_REQUIRED },
    [FROM] = { "from", DOC_WANT_TEXT, DOC_REQUIRED },
    [COUNT] = { "count", DOC_WANT_TEXT, DOC_OPTIONAL },
    [OF] = { "of", DOC_WANT_TEXT, DOC_OPTIONAL },
    [WORDS] = { "words", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a common end date", fields);

enum count { ACT_365, ACT_360, THIRTY_360, MONTHS, COUNTS };
static const char *const counts[] = { "act/365", "act/360", "30e/360", "months" };

struct stub {
    struct chain *c;
    const struct doc_node *const *values;
    enum count count;
    struct where at;
};

static node_id op(const struct stub *s, const char *name, node_id a, node_id b)
{
    return graph_op2(s->c->g, name, a, b, s->at, s->c->dg);
}

/* Years, or with `of` periods of so many days; both days belong to the time. */
static node_id share_of(const struct stub *s)
{
    struct chain *c = s->c;
    const struct calendar k = { c->g, c->dg, s->at };
    node_id one = chain_number(c, 1, s->at);
    node_id from = chain_formula(c, 0, s->values[FROM]);
    node_id last = chain_formula(c, 0, s->values[CO_TERM]);
    node_id end = op(s, "add", last, one);
    node_id days = op(s, "max", op(s, "sub", end, from), chain_number(c, 0, s->at));
    if (days == NO_NODE)
        return NO_NODE;
    chain_figure(c, "days", days);
    chain_add(c, "days to the common end", days);
    if (s->values[OF] != NULL)
        return op(s, "div", days, chain_formula(c, 0, s->values[OF]));
    switch (s->count) {
    case ACT_365:
    case ACT_360:
        return op(s, "div", days,
                  chain_number(c, s->count == ACT_365 ? 365 : 360, s->at));
    case THIRTY_360:
        return op(s, "max", calendar_30_360(&k, from, end), chain_number(c, 0, s->at));
    case MONTHS:
    case COUNTS:
        break;
    }
    node_id months =
        op(s, "max", calendar_months(&k, from, end), chain_number(c, 0, s->at));
    chain_figure(c, "months", months);
    chain_add(c, "months, a begun one is whole", months);
    return op(s, "div", months, chain_number(c, 12, s->at));
}

/* A price per time is paid once, for so many years. */
static node_id a_year(struct chain *c, struct where at)
{
    struct unit year;
    const char *why;
    size_t wrong;
    if (!unit_parse(graph_arena(c->g), "year", 4, &year, &why, &wrong))
        return NO_NODE;
    return graph_const(c->g, value_of_exact(year.scale), year, at);
}

static bool build(struct chain *c, const struct doc_node *const *values)
{
    struct stub s = { c, values, ACT_365, values[CO_TERM]->at };
    size_t count = ACT_365;
    if (c->amount == NO_NODE)
        return diag_error(c->dg, s.at, "a common end stands behind a price");
    if (values[COUNT] != NULL && values[OF] != NULL)
        return diag_error(c->dg, values[COUNT]->at,
                          "`of` says how many days the period has; leave out count");
    if (values[COUNT] != NULL &&
        !doc_get_choice(values[COUNT], counts, COUNTS, &count, c->dg))
        return false;
    s.count = (enum count)count;
    node_id share = share_of(&s);
    if (share == NO_NODE)
        return false;
    chain_figure(c, "share", share);
    chain_add(
        c,
        values[OF] != NULL
            ? arena_printf(graph_arena(c->g), "share of %s days", values[OF]->text)
            : arena_printf(graph_arena(c->g), "share of a year, by %s", counts[count]),
        share);
    if (graph_node(c->g, c->amount)->unit.dim.time == -1)
        c->amount = op(&s, "mul", c->amount, a_year(c, s.at));
    c->amount = op(&s, "mul", c->amount, share);
    chain_add(c,
              values[WORDS] != NULL
                  ? values[WORDS]->text
                  : arena_printf(graph_arena(c->g), "up to %s", values[CO_TERM]->text),
              c->amount);
    return c->amount != NO_NODE;
}

const struct primitive primitive_co_term = {
    .name = "co_term",
    .summary = "the part of a period up to a common end, by a named count of days",
    .schema = &schema,
    .build = build,
};
