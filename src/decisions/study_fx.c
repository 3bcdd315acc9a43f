/* study_fx.c - exchange rates of the finance block, each with its date. */
#include <string.h>

#include "base/arena.h"
#include "decisions/study_finance_parts.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"

enum { F_RATE, F_AS_OF, F_SOURCE, F_KEYS };
static const struct doc_field fields[] = {
    [F_RATE] = { "rate", DOC_WANT_ANY, DOC_REQUIRED },
    [F_AS_OF] = { "as_of", DOC_WANT_TEXT, DOC_OPTIONAL },
    [F_SOURCE] = { "source", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("an exchange rate", fields);

static void check_date(struct study *s, const struct doc_node *at,
                       const struct exchange *x, struct date d)
{
    long age = date_first_day(s->prices_as_of) - date_last_day(d);
    if (age > s->stale_days)
        diag_warn(s->dg, at->at,
                  "the exchange rate of %s is of %s, %ld days before prices_as_of; "
                  "take a newer one",
                  x->code, x->as_of, age);
}

/* A number becomes an input, so that it can be set, drawn and changed in the workbook;
 * a formula stays one. */
static node_id one_rate(struct study *s, const struct doc_node *node,
                        const struct doc_node *const *v, struct exchange *x,
                        unsigned year)
{
    struct unit like =
        finance_unit(s, arena_printf(s->arena, "%s/%s", s->currency, x->code));
    struct unit unit;
    struct input in = { .pedigree = { .as_of = x->as_of } };
    const char *name = year == 0 ? arena_printf(s->arena, "fx_%s", x->code)
                                 : arena_printf(s->arena, "fx_%s_%u", x->code, year);
    if (strspn(node->text, "-+0123456789.") == 0) {
        node_id id = study_formula_like(s, node, like, "an exchange rate");
        const struct node *n = graph_node(s->graph, id);
        if (n != NULL && n->kind == NODE_INPUT && x->as_of == NULL)
            x->as_of = n->as.input->pedigree.as_of;
        return id;
    }
    if (!study_literal(s, node, &like, &in.value, &unit))
        return NO_NODE;
    if (!(in.value.x > 0)) {
        diag_error(s->dg, node->at, "an exchange rate of 0; write for example 1.08 %s",
                   like.text);
        return NO_NODE;
    }
    in.pedigree.source = study_text(v[F_SOURCE], NULL);
    in.pedigree.help = arena_printf(s->arena, "exchange rate of %s%s", x->code,
                                    year > 0 ? ", later payments" : "");
    struct study_name *n = study_declare(s, NAME_INPUT, name, node->at);
    if (n == NULL)
        return NO_NODE;
    n->help = in.pedigree.help;
    return n->node = graph_input(s->graph, name, &in, unit, node->at);
}

static bool read_rates(struct study *s, const struct doc_node *const *v,
                       struct exchange *x)
{
    const struct doc_node *node = v[F_RATE];
    node_id *rates = ARENA_ARRAY(s->arena, s->horizon + 1, node_id);
    bool list = node->kind == DOC_SEQUENCE;
    if (!list && !doc_expect(node, "an exchange rate", DOC_WANT_TEXT, s->dg))
        return false;
    if (list && (node->count == 0 || node->count > (size_t)s->horizon + 1))
        return diag_error(s->dg, node->at,
                          "%zu exchange rates; write one, or from day 0 on one a year "
                          "for at most the %u years of the horizon",
                          node->count, s->horizon);
    for (unsigned t = 0; t <= s->horizon; t++) {
        bool new = t == 0 || (list && t < node->count);
        const struct doc_node *one = list && new ? doc_at(node, t) : node;
        if (new &&list && !doc_expect(one, "an exchange rate", DOC_WANT_TEXT, s->dg))
            return false;
        rates[t] = new ? one_rate(s, one, v, x, t) : rates[t - 1];
        if (rates[t] == NO_NODE)
            return false;
    }
    x->rate = rates;
    return true;
}

static bool read_one(struct study *s, const struct doc_entry *e, struct exchange *x)
{
    const struct doc_node *v[F_KEYS];
    struct unit unit;
    struct date d;
    const char *why;
    size_t wrong;
    bool known = unit_parse(s->arena, e->key, strlen(e->key), &unit, &why, &wrong);
    *x = (struct exchange){ .code = e->key };
    if (!known || !dim_is_money(unit.dim))
        return diag_error(s->dg, e->key_at,
                          "'%s' is no currency; write its ISO code, as in EUR", e->key);
    if (dim_equal(unit.dim, s->money.dim))
        return diag_error(s->dg, e->key_at,
                          "%s is the study's own currency; name the other one", e->key);
    if (!doc_bind(&schema, e->value, v, s->dg))
        return false;
    x->as_of = study_text(v[F_AS_OF], NULL);
    if (!read_rates(s, v, x))
        return false;
    if (x->as_of == NULL)
        return diag_error(s->dg, e->value->at,
                          "an exchange rate without a date; add as_of: to it");
    if (v[F_AS_OF] != NULL && !doc_get_date(v[F_AS_OF], &d, s->dg))
        return false;
    if (date_parse(x->as_of, strlen(x->as_of), &d))
        check_date(s, e->value, x, d);
    return true;
}

bool finance_read_fx(struct study *s, const struct doc_node *node,
                     struct finance_terms *f)
{
    if (node == NULL)
        return true;
    struct exchange *all = ARENA_ARRAY(s->arena, node->count, struct exchange);
    for (size_t i = 0; i < node->count; i++)
        if (!read_one(s, &node->entries[i], &all[i]))
            return false;
    f->fx = all;
    f->fx_count = node->count;
    return true;
}

static bool holds(const struct dim *d, const char *code)
{
    for (size_t i = 0; i < MOST_CURRENCIES; i++)
        if (d->money[i] != 0 && strcmp(d->currency[i], code) == 0)
            return true;
    return false;
}

bool study_exchange(struct study *s, struct line *line, struct where at)
{
    const struct node *n = graph_node(s->graph, line->amount);
    if (n == NULL || s->finance == NULL)
        return n != NULL;
    for (size_t i = 0; i < s->finance->fx_count; i++) {
        const struct exchange *x = &s->finance->fx[i];
        if (!holds(&n->unit.dim, x->code))
            continue;
        line->amount = graph_op2(s->graph, "mul", line->amount, x->rate[0], at, s->dg);
        line->label = arena_printf(s->arena, "%s (%s at the rate of %s)", line->label,
                                   x->code, x->as_of);
        line->terms->fx = x;
        return line->amount != NO_NODE;
    }
    return true;
}
