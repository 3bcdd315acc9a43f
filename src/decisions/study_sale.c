/* study_sale.c - how a line is sold: group, supplier, maintenance, availability. */
#include <string.h>

#include "base/arena.h"
#include "decisions/study_order.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"

static bool read_group(struct study *s, const struct doc_node *node, struct sale *out)
{
    size_t i, n = s->terms->group_count;
    const char **ids = ARENA_ARRAY(s->arena, n, const char *);
    if (node == NULL)
        return true;
    for (i = 0; i < n; i++)
        ids[i] = s->terms->groups[i].id;
    if (n > 0 && !doc_get_choice(node, ids, n, &i, s->dg))
        return false;
    out->group = node->text;
    return n > 0 || doc_get_id(node, &out->group, s->dg);
}

static bool read_supplier(struct study *s, const struct doc_node *node,
                          struct sale *out)
{
    size_t n = s->terms->supplier_count;
    const char **ids = ARENA_ARRAY(s->arena, n, const char *);
    if (node == NULL)
        return true;
    out->supplier = node->text;
    for (size_t i = 0; i < n; i++) {
        ids[i] = s->terms->suppliers[i].id;
        if (strcmp(ids[i], node->text) == 0)
            return true;
    }
    if (n == 0)
        return diag_error(s->dg, node->at,
                          "no supplier is named; list them under suppliers: of "
                          "price_sheet:");
    return doc_unknown(node, "supplier", ids, n, s->dg);
}

/* A share of the price, or money, per time; or money for the whole term. */
static bool pay_maintenance(struct study *s, const struct doc_node *node,
                            struct line *out)
{
    node_id m = study_formula(s, node);
    const struct node *n = graph_node(s->graph, m);
    if (n == NULL)
        return false;
    struct dim dim = n->unit.dim, rate = { .time = -1 };
    const char *words = arena_printf(s->arena, "maintenance of %s", out->label);
    if (dim_equal(dim, s->money.dim)) {
        out->prepaid = m;
        if (n->name != NULL || n->label != NULL)
            out->prepaid = graph_alias(s->graph, m, node->at, s->dg);
        graph_label(s->graph, out->prepaid, words);
        return graph_show_as(s->graph, out->prepaid, s->money);
    }
    m = graph_op2(s->graph, "mul", m, study_a_year(s, node->at), node->at, s->dg);
    if (dim_equal(dim, rate))
        m = graph_op2(s->graph, "mul", out->amount, m, node->at, s->dg);
    n = graph_node(s->graph, m);
    if (n == NULL || !dim_equal(n->unit.dim, s->money.dim))
        return diag_error(
            s->dg, node->at,
            "maintenance is money, money per time, or a share of the price "
            "per time; write for example 480 %s/year, or 12 %%/year",
            s->currency);
    out->yearly = m;
    graph_show_as(s->graph, m, s->money);
    graph_label(s->graph, m, arena_printf(s->arena, "%s, each year", words));
    return true;
}

static bool read_maintenance(struct study *s, const struct doc_node *node,
                             struct line *out)
{
    if (node == NULL) {
        if (out->yearly != NO_NODE && !out->by_time)
            out->sale.maintained = MAINTAINED_PAID;
        return true;
    }
    out->sale.maintenance = node->text;
    bool included = strcmp(node->text, "included") == 0;
    if (included || strcmp(node->text, "none") == 0) {
        out->sale.maintained = included ? MAINTAINED_INCLUDED : MAINTAINED_NOT;
        return true;
    }
    if (out->yearly != NO_NODE)
        return diag_error(s->dg, node->at,
                          "this line is paid by year already; remove maintenance: or "
                          "support:");
    out->sale.maintained = MAINTAINED_PAID;
    return pay_maintenance(s, node, out);
}

bool study_read_sale(struct study *s, const struct sale_keys *k, struct line *line)
{
    struct date d;
    if (!read_group(s, k->group, &line->sale) ||
        !read_supplier(s, k->supplier, &line->sale) ||
        !read_maintenance(s, k->maintenance, line))
        return false;
    if (k->available != NULL && !doc_get_date(k->available, &d, s->dg))
        return false;
    line->sale.available = study_text(k->available, NULL);
    if (k->spares == NULL)
        return true;
    line->sale.spares = study_formula_like(s, k->spares, UNIT_ONE, "the spares");
    return line->sale.spares != NO_NODE;
}
