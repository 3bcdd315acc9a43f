#include "prices/pedigree.h"

#include "base/arena.h"
#include "doc/schema.h"

static bool text(const struct doc_node *node, const char **out, struct diag *dg)
{
    return node == NULL || doc_get_text(node, out, dg);
}

static bool confidence(const struct doc_node *node, const char **out, struct diag *dg)
{
    static const char *const words[] = { "high", "medium", "low" };
    size_t i;
    if (node == NULL)
        return true;
    if (!doc_get_choice(node, words, 3, &i, dg))
        return false;
    *out = words[i];
    return true;
}

static bool as_of(const struct doc_node *node, const char **out, struct diag *dg)
{
    struct date date;
    if (node == NULL)
        return true;
    if (!doc_get_date(node, &date, dg))
        return false;
    *out = date_text(dg->arena, date);
    return true;
}

bool pedigree_read(const struct pedigree_keys *keys, struct pedigree *out,
                   struct diag *dg)
{
    bool ok = text(keys->source, &out->source, dg);
    ok = as_of(keys->as_of, &out->as_of, dg) && ok;
    ok = confidence(keys->confidence, &out->confidence, dg) && ok;
    ok = text(keys->owner, &out->owner, dg) && ok;
    return text(keys->help, &out->help, dg) && ok;
}

node_id price_node(struct graph *g, const struct doc_node *price, struct diag *dg)
{
    struct doc_quantity q;
    struct exact base;
    if (!doc_get_quantity(graph_arena(g), price, "10000 USD/CPU", &q, dg))
        return NO_NODE;
    if (q.unit.dim.money[0] != 1 || q.unit.dim.money[1] != 0) {
        diag_error(dg, price->at,
                   "a price in '%s' is no money; write for example 10000 "
                   "USD/CPU",
                   q.unit.text);
        return NO_NODE;
    }
    if (q.number.x < 0) {
        diag_error(dg, price->at, "a price below zero; write a discount as a discount");
        return NO_NODE;
    }
    if (!q.number.is_exact || !exact_mul(q.number.exact, q.unit.scale, &base)) {
        diag_error(dg, price->at, "this price has too many digits; write at most 30");
        return NO_NODE;
    }
    return graph_const(g, value_of_exact(base), q.unit, price->at);
}
