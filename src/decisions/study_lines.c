/* study_lines.c - alternatives: lines of purchase, their cost by year, must-haves. */
#include <string.h>

#include "base/arena.h"
#include "base/nearest.h"
#include "decisions/study_finance.h"
#include "decisions/study_hardware.h"
#include "decisions/study_order.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"
#include "prices/pedigree.h"
#include "quantities/op.h"

enum {
    A_TITLE,
    A_LIFE,
    A_LINES,
    A_DISCOUNTS,
    A_TAXES,
    A_PERFORMANCE,
    A_QUOTED,
    A_MUST,
    A_KEYS
};
static const struct doc_field alternative_fields[] = {
    [A_TITLE] = { "title", DOC_WANT_TEXT, DOC_OPTIONAL },
    [A_LIFE] = { "life", DOC_WANT_TEXT, DOC_OPTIONAL },
    [A_LINES] = { "lines", DOC_WANT_SEQUENCE, DOC_REQUIRED },
    [A_DISCOUNTS] = { "discounts", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [A_TAXES] = { "taxes", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [A_PERFORMANCE] = { "price_performance", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [A_QUOTED] = { "quoted", DOC_WANT_TEXT, DOC_OPTIONAL },
    [A_MUST] = { "must_haves", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
};
static const struct doc_schema alternative_schema =
    DOC_SCHEMA("an alternative", alternative_fields);

enum {
    L_ID,
    L_ITEM,
    L_LICENCE,
    L_LABEL,
    L_PART,
    L_QUANTITY,
    L_FOR,
    L_LAYOUT,
    L_SPARES,
    L_SPARE_EVERY,
    L_SHELF,
    L_CONTROLLER,
    L_PENALTY,
    L_REDUCTION,
    L_REPLACE,
    L_MACHINES,
    L_PRICE,
    L_HOSTS,
    L_READING,
    L_SUPPORT,
    L_YEARS,
    L_WHEN,
    L_SOURCE,
    L_AS_OF,
    L_CONFIDENCE,
    L_GROUP,
    L_SUPPLIER,
    L_MAINTENANCE,
    L_AVAILABLE,
    L_SERVICE_SPARES,
    L_FINANCE,
    L_LEASE,
    L_KEYS,
};
static const struct doc_field line_fields[] = {
    [L_ID] = { "id", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_ITEM] = { "item", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_LICENCE] = { "licence", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_LABEL] = { "label", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_PART] = { "part", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_QUANTITY] = { "quantity", DOC_WANT_ANY, DOC_OPTIONAL },
    [L_FOR] = { "for", DOC_WANT_ANY, DOC_OPTIONAL },
    [L_LAYOUT] = { "layout", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_SPARES] = { "spares", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_SPARE_EVERY] = { "spare_every", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_SHELF] = { "shelf", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_CONTROLLER] = { "controller", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_PENALTY] = { "write_penalty", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_REDUCTION] = { "reduction", DOC_WANT_ANY, DOC_OPTIONAL },
    [L_REPLACE] = { "replace", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_MACHINES] = { "machines", DOC_WANT_ANY, DOC_OPTIONAL },
    [L_PRICE] = { "price", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_HOSTS] = { "hosts", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_READING] = { "reading", DOC_WANT_ANY, DOC_OPTIONAL },
    [L_SUPPORT] = { "support", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_YEARS] = { "years", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [L_WHEN] = { "when", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [L_SOURCE] = { "source", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_AS_OF] = { "as_of", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_CONFIDENCE] = { "confidence", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_GROUP] = { "group", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_SUPPLIER] = { "supplier", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_MAINTENANCE] = { "maintenance", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_AVAILABLE] = { "available", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_SERVICE_SPARES] = { "service_spares", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_FINANCE] = { "finance", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [L_LEASE] = { "lease", DOC_WANT_MAPPING, DOC_OPTIONAL },
};
static const struct doc_schema line_schema = DOC_SCHEMA("a line", line_fields);

bool study_check_money(struct study *s, node_id amount, struct where at)
{
    const struct node *n = graph_node(s->graph, amount);
    if (n == NULL)
        return false;
    if (dim_equal(n->unit.dim, s->money.dim) || dim_is_none(n->unit.dim)) {
        if (dim_is_money(n->unit.dim))
            return graph_show_as(s->graph, amount, s->money);
    }
    if (dim_is_money(n->unit.dim))
        return diag_error(
            s->dg, at,
            "quantity times price is in %s and not in %s; add the rate with its "
            "date to the finance block, as in fx: {%s: {rate: 1.1 %s/%s, "
            "as_of: 2026-01-30}}",
            dim_text(s->arena, n->unit.dim), s->currency,
            dim_text(s->arena, n->unit.dim), s->currency,
            dim_text(s->arena, n->unit.dim));
    return diag_error(
        s->dg, at,
        "quantity times price is in %s and not in %s; check the units of both",
        dim_text(s->arena, n->unit.dim), s->currency);
}

/* An item priced by an input: the bill of materials shows the input's own source. */
static void pedigree_of_price(struct study *s, node_id price, struct pedigree *out)
{
    const struct node *n = graph_node(s->graph, price);
    if (n == NULL || n->kind != NODE_INPUT)
        return;
    const struct pedigree *p = &n->as.input->pedigree;
    out->source = out->source != NULL ? out->source : p->source;
    out->as_of = out->as_of != NULL ? out->as_of : p->as_of;
    out->confidence = out->confidence != NULL ? out->confidence : p->confidence;
    out->owner = p->owner;
}

/* Where a price stands: that of an input at the input, once however many lines use it.
 */
static struct where place_of_price(const struct study *s, const struct line *line)
{
    const struct node *n = graph_node(s->graph, line->price);
    return n->kind == NODE_INPUT ? n->at : line->at;
}

static bool item_price(struct study *s, const struct doc_node *const *v,
                       struct line *out)
{
    const struct item *item = study_item(s, v[L_ITEM]->text);
    if (out->lease != NULL) {
        if (v[L_PRICE] != NULL)
            return diag_error(s->dg, v[L_PRICE]->at,
                              "a lease has its price inside; remove price:");
        out->price = study_lease_rent(s, out->lease);
        return out->price != NO_NODE;
    }
    if (v[L_PRICE] == NULL && (item == NULL || item->price == NULL))
        return diag_error(
            s->dg, v[L_ITEM]->at,
            "no price for '%s', and no price model has it; add price: to the "
            "line",
            v[L_ITEM]->text);
    if (item != NULL) {
        out->label = item->label;
        out->part = item->part;
        out->pedigree = item->pedigree;
    }
    out->price = v[L_PRICE] != NULL ? study_formula(s, v[L_PRICE])
                                    : price_node(s->graph, item->price, s->dg);
    pedigree_of_price(s, out->price, &out->pedigree);
    return out->price != NO_NODE;
}

static node_id zero_money(struct study *s, struct where at)
{
    return graph_const(s->graph, value_of_exact(exact_int(0)), s->money, at);
}

node_id study_a_year(struct study *s, struct where at)
{
    struct unit year;
    const char *why;
    size_t wrong;
    if (!unit_parse(s->arena, "year", 4, &year, &why, &wrong))
        return NO_NODE;
    return graph_const(s->graph, value_of_exact(year.scale), year, at);
}

/* A price per time is paid each year and not at purchase. */
static bool recurring(struct study *s, struct where at, struct line *out)
{
    const struct node *n = graph_node(s->graph, out->amount);
    struct dim dim;
    if (n == NULL || n->unit.dim.time != -1)
        return n != NULL;
    out->yearly =
        graph_op2(s->graph, "mul", out->amount, study_a_year(s, at), at, s->dg);
    dim = graph_node(s->graph, out->yearly)->unit.dim;
    if (!study_check_money(s, out->yearly, at))
        return false;
    out->by_time = true;
    graph_label(s->graph, out->yearly,
                arena_printf(s->arena, "%s, each year", out->label));
    out->amount = graph_const(s->graph, value_of_exact(exact_int(0)),
                              unit_base(s->arena, dim), at);
    return true;
}

/* `years: [2, 3]`: the first and the last year that pay. */
static bool keep_years(struct study *s, const struct doc_node *node, struct line *out)
{
    long long first, last;
    if (node == NULL)
        return true;
    if (out->yearly == NO_NODE)
        return diag_error(s->dg, node->at, "nothing of this line is paid by year");
    if (node->count != 2 || !doc_get_int(doc_at(node, 0), 1, 50, &first, s->dg) ||
        !doc_get_int(doc_at(node, 1), 1, 50, &last, s->dg))
        return diag_error(s->dg, node->at,
                          "years are the first and the last one, as in [1, 3]");
    if (first > last || first > s->horizon)
        return diag_error(
            s->dg, node->at,
            "these years end before they begin, or lie beyond the horizon");
    node_id *by_year = ARENA_ARRAY(s->arena, s->horizon + 1, node_id);
    for (unsigned t = 1; t <= s->horizon; t++)
        by_year[t] = t < first || t > last  ? zero_money(s, node->at)
                     : out->by_year != NULL ? out->by_year[t]
                                            : out->yearly;
    out->by_year = by_year;
    return true;
}

bool study_amount(struct study *s, const char *alternative, struct where at,
                  struct line *out)
{
    out->amount = graph_op2(s->graph, "mul", out->quantity, out->price, at, s->dg);
    if (!study_exchange(s, out, at) || !recurring(s, at, out) ||
        !study_check_money(s, out->amount, at))
        return false;
    graph_label(s->graph, out->amount,
                arena_printf(s->arena, "%s of %s", out->label, alternative));
    return true;
}

/* How many: a formula, or what hardware must do. */
static bool item_quantity(struct study *s, const struct doc_node *const *v,
                          const struct hardware_keys *k, struct line *out)
{
    const struct item *item = study_item(s, v[L_ITEM]->text);
    const struct doc_node *q = v[L_QUANTITY];
    if (q != NULL && !doc_expect(q, "the quantity of an item", DOC_WANT_TEXT, s->dg))
        return false;
    if (study_is_hardware(item, k)) {
        if (item == NULL)
            return diag_error(s->dg, v[L_ITEM]->at,
                              "no price model has '%s'; list it under items: of the "
                              "study with what it can do",
                              v[L_ITEM]->text);
        return study_size(s, item, k, out);
    }
    if (q == NULL)
        return diag_error(s->dg, out->at,
                          "a line of an item without quantity:; write how many");
    out->quantity = study_formula(s, q);
    if (v[L_WHEN] != NULL)
        out->quantity = graph_op2(s->graph, "mul", out->quantity,
                                  study_when(s, v[L_WHEN]), q->at, s->dg);
    return out->quantity != NO_NODE;
}

static bool build_item(struct study *s, const struct doc_node *const *v,
                       const struct hardware_keys *k, const char *alternative,
                       struct line *out)
{
    struct pedigree_keys keys = { v[L_SOURCE], v[L_AS_OF], v[L_CONFIDENCE], NULL,
                                  NULL };
    out->kind = LINE_ITEM;
    out->label = v[L_ITEM]->text;
    if (!item_price(s, v, out) || !pedigree_read(&keys, &out->pedigree, s->dg) ||
        !item_quantity(s, v, k, out))
        return false;
    const struct doc_node *at = v[L_QUANTITY] != NULL ? v[L_QUANTITY] : v[L_ITEM];
    if (!study_amount(s, alternative, at->at, out))
        return false;
    study_check_price(s, out->label, &out->pedigree, place_of_price(s, out));
    return true;
}

/* Support is a share of the net amount a year, paid at each year's end. */
static bool build_support(struct study *s, const struct doc_node *node,
                          struct line *out)
{
    if (node == NULL)
        return true;
    if (out->yearly != NO_NODE)
        return diag_error(
            s->dg, node->at,
            "this line is paid by year already, or its licence has its own "
            "support; remove support:");
    out->support = study_formula(s, node);
    const struct node *n = graph_node(s->graph, out->support);
    if (n == NULL)
        return false;
    if (!dim_equal(n->unit.dim, (struct dim){ .time = -1 }))
        return diag_error(s->dg, node->at,
                          "support is a share of the price per time; write "
                          "for example 22 %%/year");
    node_id share = graph_op2(s->graph, "mul", out->support, study_a_year(s, node->at),
                              node->at, s->dg);
    out->yearly = graph_op2(s->graph, "mul", out->amount, share, node->at, s->dg);
    graph_label(s->graph, out->yearly,
                arena_printf(s->arena, "support of %s, each year", out->label));
    return out->yearly != NO_NODE;
}

/* Names that formulas have for an alternative: "buy.cost", "buy.year_2". */
static bool is_total(const char *name)
{
    static const char *const totals[] = {
        "purchase",          "yearly", "cost", "cost_nominal", "capex", "opex",
        "equivalent_annual",
    };
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++)
        if (strcmp(totals[i], name) == 0)
            return true;
    return strncmp(name, "year_", 5) == 0;
}

/* `id: option` names the amount "compressed.option". */
static bool name_line(struct study *s, const struct doc_node *id,
                      const struct alternative *alt, struct line *line)
{
    const char *name;
    if (id == NULL)
        return true;
    if (!doc_get_id(id, &name, s->dg))
        return false;
    if (is_total(name))
        return diag_error(s->dg, id->at,
                          "'%s.%s' is what the whole alternative costs; choose another "
                          "id for the line",
                          alt->id, name);
    line->id = name;
    return graph_name(s->graph, line->amount,
                      arena_printf(s->arena, "%s.%s", alt->id, name)) ||
           diag_error(s->dg, id->at, "a second line '%s' in this alternative", name);
}

/* Reads one line; hardware makes several, *count of them at `out`. */
static bool read_line(struct study *s, const struct doc_node *node,
                      const struct alternative *alt, const struct doc_node *life,
                      struct line *out, size_t *count)
{
    const struct doc_node *v[L_KEYS];
    *out = (struct line){ .at = node->at };
    *count = 1;
    if (!doc_bind(&line_schema, node, v, s->dg))
        return false;
    if ((v[L_ITEM] == NULL) == (v[L_LICENCE] == NULL))
        return diag_error(s->dg, node->at,
                          "a line buys an item or a licence; write one of "
                          "the two keys");
    bool service = v[L_ITEM] != NULL && study_service(s, v[L_ITEM]->text) != NULL;
    if (service && v[L_PRICE] != NULL)
        return diag_error(s->dg, v[L_PRICE]->at,
                          "'%s' has a price for each component; leave price: out",
                          v[L_ITEM]->text);
    struct licence_keys keys = { service ? v[L_ITEM] : v[L_LICENCE],
                                 v[L_QUANTITY],
                                 v[L_MACHINES],
                                 v[L_HOSTS],
                                 v[L_READING],
                                 v[L_WHEN] };
    out->kind = v[L_ITEM] != NULL && !service ? LINE_ITEM : LINE_LICENCE;
    if (!study_line_terms(s, v[L_FINANCE], v[L_LEASE], out))
        return false;
    const struct hardware_keys hardware = {
        v[L_ID],          v[L_QUANTITY], v[L_FOR],        v[L_LAYOUT],  v[L_SPARES],
        v[L_SPARE_EVERY], v[L_SHELF],    v[L_CONTROLLER], v[L_PENALTY], v[L_REDUCTION],
        v[L_REPLACE],     life,          v[L_WHEN]
    };
    if (!(v[L_ITEM] != NULL && !service ? build_item(s, v, &hardware, alt->title, out)
                                        : study_build_licence(s, &keys, alt, out)) ||
        !name_line(s, v[L_ID], alt, out))
        return false;
    out->label = study_text(v[L_LABEL], out->label);
    out->part = study_text(v[L_PART], out->part);
    struct sale_keys sale = { v[L_GROUP], v[L_SUPPLIER], v[L_MAINTENANCE],
                              v[L_AVAILABLE], v[L_SERVICE_SPARES] };
    if (!build_support(s, v[L_SUPPORT], out) || !study_read_sale(s, &sale, out) ||
        !keep_years(s, v[L_YEARS], out) || !study_lease_term(s, out) ||
        (out->sizing != NULL &&
         !study_hardware_lines(s, &hardware, alt->title, out, count)))
        return false;
    for (size_t i = 1; i < *count; i++) { /* what comes with it is sold and paid so */
        out[i].sale = (struct sale){ .group = out->sale.group,
                                     .supplier = out->sale.supplier,
                                     .available = out->sale.available };
        out[i].terms = out->terms;
    }
    return true;
}

static bool read_alternative(struct study *s, const struct doc_entry *e,
                             struct alternative *alt)
{
    const struct doc_node *v[A_KEYS];
    if (!doc_is_id(e->key))
        return diag_error(s->dg, e->key_at,
                          "'%s' cannot name an alternative; write a "
                          "letter, then letters, digits, '-' and '_', %d at most",
                          e->key, DOC_LONGEST_ID);
    if (!doc_bind(&alternative_schema, e->value, v, s->dg))
        return false;
    *alt = (struct alternative){ .id = e->key, .at = e->key_at };
    alt->title = study_text(v[A_TITLE], e->key);
    size_t lines = v[A_LINES]->count;
    if (lines == 0 || lines > MOST_ARGS)
        return diag_error(s->dg, v[A_LINES]->at,
                          "an alternative has from 1 to %d lines and "
                          "this has %zu",
                          MOST_ARGS, lines);
    struct line *line = ARENA_ARRAY(s->arena, lines * HARDWARE_LINES, struct line);
    bool ok = true;
    alt->lines = line;
    for (size_t i = 0, more; i < lines; i++, alt->line_count += more)
        ok = read_line(s, doc_at(v[A_LINES], i), alt, v[A_LIFE], &line[alt->line_count],
                       &more) &&
             ok;
    if (alt->line_count > MOST_ARGS)
        return diag_error(s->dg, v[A_LINES]->at,
                          "with what hardware brings this alternative has %zu lines; "
                          "%d is the most",
                          alt->line_count, MOST_ARGS);
    ok = study_read_musts(s, v[A_MUST], ok, alt) && ok;
    struct order_keys order = { v[A_DISCOUNTS], v[A_TAXES], v[A_PERFORMANCE],
                                v[A_QUOTED] };
    return ok && study_build_order(s, &order, alt) &&
           study_build_totals(s, alt, v[A_LIFE]);
}

bool study_read_alternatives(struct study *s, const struct doc_node *node)
{
    bool ok = true;
    s->alternatives = ARENA_ARRAY(s->arena, node->count, struct alternative);
    s->alternative_count = node->count;
    if (node->count == 0)
        return diag_error(s->dg, node->at,
                          "a study without alternatives decides nothing; "
                          "write at least one");
    for (size_t i = 0; i < node->count; i++)
        s->alternatives[i].id = node->entries[i].key;
    for (size_t i = 0; i < node->count; i++)
        ok = read_alternative(s, &node->entries[i], &s->alternatives[i]) && ok;
    return ok;
}
