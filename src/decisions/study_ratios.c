/* study_ratios.c - price/performance with its named rounding, and the sheet's figures.
 */
#include <string.h>

#include "base/arena.h"
#include "decisions/study_order.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"

enum {
    P_PERFORMANCE,
    P_UNIT,
    P_PER,
    P_ROUND,
    P_DECIMALS,
    P_PERFORMANCE_ROUND,
    P_PERFORMANCE_DECIMALS,
    P_PUBLISHED,
    P_KEYS
};
static const struct doc_field fields[] = {
    [P_PERFORMANCE] = { "performance", DOC_WANT_TEXT, DOC_REQUIRED },
    [P_UNIT] = { "unit", DOC_WANT_TEXT, DOC_OPTIONAL },
    [P_PER] = { "per", DOC_WANT_TEXT, DOC_OPTIONAL },
    [P_ROUND] = { "round", DOC_WANT_TEXT, DOC_OPTIONAL },
    [P_DECIMALS] = { "decimals", DOC_WANT_TEXT, DOC_OPTIONAL },
    [P_PERFORMANCE_ROUND] = { "performance_round", DOC_WANT_TEXT, DOC_OPTIONAL },
    [P_PERFORMANCE_DECIMALS] = { "performance_decimals", DOC_WANT_TEXT, DOC_OPTIONAL },
    [P_PUBLISHED] = { "published", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a price/performance", fields);

static node_id constant(struct study *s, struct exact e, struct where at)
{
    return graph_const(s->graph, value_of_exact(e), UNIT_ONE, at);
}

static node_id op2(struct study *s, const char *op, node_id a, node_id b,
                   struct where at)
{
    return graph_op2(s->graph, op, a, b, at, s->dg);
}

/* The even one of two whole neighbours where x lies in the middle of them. */
static node_id half_even(struct study *s, node_id x, struct where at)
{
    struct exact half;
    exact_ratio(1, 2, &half);
    node_id h = constant(s, half, at);
    node_id down = graph_op1(s->graph, "floor", x, at, s->dg);
    node_id middle = op2(s, "eq", op2(s, "sub", x, down, at), h, at);
    node_id halved = op2(s, "mul", down, h, at);
    node_id even =
        op2(s, "eq", graph_op1(s->graph, "floor", halved, at, s->dg), halved, at);
    return graph_if(s->graph, op2(s, "and", middle, even, at), down,
                    graph_op1(s->graph, "round", x, at, s->dg), at, s->dg);
}

/* A bare number to `places` decimals. */
static node_id rounded(struct study *s, node_id x, enum ratio_rounding rule, int places,
                       struct where at)
{
    struct exact scale = exact_int(1);
    if (rule == RATIO_HALF_UP)
        return op2(s, "round", x, constant(s, exact_int(places), at), at);
    for (int i = 0; i < places; i++)
        exact_mul(scale, exact_int(10), &scale);
    node_id ten = constant(s, scale, at);
    if (places > 0)
        x = op2(s, "mul", x, ten, at);
    x = rule == RATIO_UP     ? graph_op1(s->graph, "ceil", x, at, s->dg)
        : rule == RATIO_DOWN ? graph_op1(s->graph, "floor", x, at, s->dg)
                             : half_even(s, x, at);
    return places > 0 ? op2(s, "div", x, ten, at) : x;
}

static bool read_round(struct study *s, const struct doc_node *rule,
                       const struct doc_node *decimals, enum ratio_rounding *out,
                       int *places)
{
    size_t which = *out;
    long long n = *places;
    if ((rule != NULL &&
         !doc_get_choice(rule, ratio_rounding_names, RATIO_ROUNDINGS, &which, s->dg)) ||
        (decimals != NULL && !doc_get_int(decimals, 0, 9, &n, s->dg)))
        return false;
    *out = (enum ratio_rounding)which;
    *places = (int)n;
    return true;
}

/* The performance as a bare number in its unit. */
static bool read_performance(struct study *s, const struct doc_node *const *v,
                             struct order_ratio *out)
{
    struct where at = v[P_PERFORMANCE]->at;
    node_id x = study_formula(s, v[P_PERFORMANCE]);
    const struct node *n = graph_node(s->graph, x);
    if (n == NULL)
        return false;
    struct unit unit = n->unit;
    out->unit = v[P_UNIT] != NULL ? v[P_UNIT]->text : unit.text;
    if (*out->unit == '\0')
        return diag_error(s->dg, at, "per unit of what? add unit:, as in unit: IOPS");
    if (!dim_is_none(unit.dim))
        x = op2(s, "div", x,
                graph_const(s->graph, value_of_exact(unit.scale), unit, at), at);
    out->performance = graph_alias(s->graph, x, at, s->dg);
    graph_label(s->graph, out->performance,
                arena_printf(s->arena, "performance, %s", out->unit));
    out->performance_printed = out->performance;
    out->performance_rounded =
        v[P_PERFORMANCE_ROUND] != NULL || v[P_PERFORMANCE_DECIMALS] != NULL;
    out->performance_rounding = RATIO_DOWN;
    if (!read_round(s, v[P_PERFORMANCE_ROUND], v[P_PERFORMANCE_DECIMALS],
                    &out->performance_rounding, &out->performance_places))
        return false;
    if (out->performance_rounded) {
        out->performance_printed =
            rounded(s, out->performance, out->performance_rounding,
                    out->performance_places, at);
        graph_label(s->graph, out->performance_printed,
                    arena_printf(s->arena, "performance, rounded, %s", out->unit));
    }
    return out->performance_printed != NO_NODE;
}

/* Money as a bare number, divided by the performance as it is printed. */
static bool build_ratio(struct study *s, const struct order *o, struct order_ratio *out)
{
    struct where at = out->at;
    node_id money = graph_const(s->graph, value_of_exact(s->money.scale), s->money, at);
    node_id total = op2(s, "div", o->sheet.exact_whole, money, at);
    int same;
    if (exact_cmp(out->per, exact_int(1), &same) && same != 0)
        total = op2(s, "mul", total, constant(s, out->per, at), at);
    out->exact = op2(s, "div", total, out->performance_printed, at);
    out->printed = rounded(s, out->exact, out->rounding, out->places, at);
    const char *words =
        same != 0 ? arena_printf(s->arena, "%s per %.6g %s", s->currency,
                                 exact_double(out->per), out->unit)
                  : arena_printf(s->arena, "%s per %s", s->currency, out->unit);
    graph_label(s->graph, out->exact, arena_printf(s->arena, "%s, not rounded", words));
    graph_label(s->graph, out->printed,
                arena_printf(s->arena, "%s, rounded %s", words,
                             ratio_rounding_names[out->rounding]));
    return out->printed != NO_NODE;
}

static bool read_ratio(struct study *s, const struct doc_node *node,
                       const struct order *o, struct order_ratio *out)
{
    const struct doc_node *v[P_KEYS];
    if (!doc_bind(&schema, node, v, s->dg))
        return false;
    *out = (struct order_ratio){ .at = node->at, .per = exact_int(1), .places = 2 };
    if (!read_performance(s, v, out) ||
        !read_round(s, v[P_ROUND], v[P_DECIMALS], &out->rounding, &out->places) ||
        (v[P_PER] != NULL && !doc_get_decimal(v[P_PER], &out->per, s->dg)))
        return false;
    if (exact_sign(out->per) <= 0)
        return diag_error(s->dg, v[P_PER]->at, "per nothing or less; write 1 or 1000");
    if (v[P_PUBLISHED] != NULL) {
        out->published =
            study_formula_like(s, v[P_PUBLISHED], s->money, "what was published");
        if (out->published == NO_NODE)
            return false;
    }
    return build_ratio(s, o, out);
}

bool study_build_ratios(struct study *s, const struct doc_node *node, struct order *o)
{
    size_t n = node != NULL ? node->count : 0;
    struct order_ratio *ratios = ARENA_ARRAY(s->arena, n, struct order_ratio);
    bool ok = true;
    for (size_t i = 0; i < n; i++)
        ok = read_ratio(s, doc_at(node, i), o, &ratios[i]) && ok;
    o->ratios = ratios;
    o->ratio_count = n;
    return ok;
}

/* ---- figures ---- */

/* "discount_2": 1; `count` where the name is none of these. */
static size_t numbered(const char *name, const char *what, size_t count)
{
    size_t n = strlen(what);
    struct exact e;
    if (strncmp(name, what, n) != 0 ||
        !exact_parse(name + n, strlen(name + n), &e, NULL) || e.den != 1 || e.num < 1 ||
        e.num > (int128)count)
        return count;
    return (size_t)e.num - 1;
}

static node_id column_figure(const struct price_sheet *s, const char *name, int c)
{
    size_t i = numbered(name, "discount_", s->discount_count);
    if (i < s->discount_count)
        return s->discounts[i].printed[c];
    i = numbered(name, "tax_", s->tax_count);
    return i < s->tax_count ? s->taxes[i].printed[c] : NO_NODE;
}

node_id study_order_figure(const struct order *o, const char *name)
{
    const struct price_sheet *s = &o->sheet;
    const struct {
        const char *name;
        node_id id;
    } plain[] = {
        { "list", s->list[AMOUNT_PRICE] },
        { "price", s->printed_total[AMOUNT_PRICE] },
        { "maintenance", s->printed_total[AMOUNT_MAINTENANCE] },
        { "rounding", s->rounding[AMOUNT_PRICE] },
        { "total", s->whole },
        { "available", o->available },
    };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(plain[i].name, name) == 0)
            return plain[i].id;
    for (size_t g = 0; g < s->group_count; g++)
        if (strncmp(name, "subtotal_", 9) == 0 &&
            strcmp(name + 9, o->groups[g].id) == 0)
            return s->subtotals[AMOUNT_PRICE][g];
    size_t r = numbered(name, "price_performance_", o->ratio_count);
    if (r < o->ratio_count)
        return o->ratios[r].printed;
    r = numbered(name, "performance_", o->ratio_count);
    if (r < o->ratio_count)
        return o->ratios[r].performance_printed;
    node_id id = column_figure(s, name, AMOUNT_PRICE);
    return id != NO_NODE ? id : column_figure(s, name, AMOUNT_MAINTENANCE);
}

static void share_nodes(const struct sheet_share *x, size_t n,
                        void (*each)(void *context, node_id id), void *context)
{
    for (size_t i = 0; i < n; i++)
        for (int c = 0; c < AMOUNT_COLUMNS; c++) {
            each(context, x[i].base[c]);
            each(context, x[i].printed[c]);
            each(context, x[i].share);
        }
}

void study_order_nodes(const struct order *o, void (*each)(void *context, node_id id),
                       void *context)
{
    const struct price_sheet *s = &o->sheet;
    for (size_t i = 0; i < s->row_count; i++) {
        each(context, o->rows[i].quantity);
        each(context, o->rows[i].line->sale.spares);
        each(context, s->rows[i].off);
        each(context, s->rows[i].net);
        for (int c = 0; c < AMOUNT_COLUMNS; c++)
            each(context, s->rows[i].printed[c]);
    }
    for (int c = 0; c < AMOUNT_COLUMNS; c++) {
        for (size_t g = 0; g < s->group_count; g++)
            each(context, s->subtotals[c][g]);
        each(context, s->list[c]);
        each(context, s->printed_total[c]);
        each(context, s->rounding[c]);
    }
    share_nodes(s->discounts, s->discount_count, each, context);
    share_nodes(s->taxes, s->tax_count, each, context);
    each(context, s->exact_whole);
    each(context, s->whole);
    each(context, s->whole_rounding);
    for (size_t i = 0; i < o->ratio_count; i++) {
        each(context, o->ratios[i].exact);
        each(context, o->ratios[i].printed);
        each(context, o->ratios[i].performance_printed);
        each(context, o->ratios[i].published);
    }
    each(context, o->available);
    each(context, o->quoted);
}
