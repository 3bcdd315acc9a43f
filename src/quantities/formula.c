#include "quantities/formula.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/format.h"
#include "quantities/op.h"

struct writer {
    const struct graph *g;
    const struct node *node;
    const struct formula_cells *cells;
};

static const char *number(const struct graph *g, double x)
{
    const char *text = format_exact(graph_arena(g), x);
    return x < 0 ? arena_printf(graph_arena(g), "(%s)", text) : text;
}

const char *formula_factor(const struct graph *g, struct exact from, struct exact to)
{
    struct exact k;
    if (!exact_div(from, to, &k))
        return arena_printf(graph_arena(g), "*%s/%s", number(g, exact_double(from)),
                            number(g, exact_double(to)));
    if (k.num == 1 && k.den == 1)
        return "";
    /* 1/1000 reads better, and is more exact, as a division */
    if (k.num == 1)
        return arena_printf(graph_arena(g), "/%s",
                            number(g, exact_double((struct exact){ k.den, 1 })));
    if (exact_places(k) < 0)
        return arena_printf(graph_arena(g), "*%s/%s",
                            number(g, exact_double((struct exact){ k.num, 1 })),
                            number(g, exact_double((struct exact){ k.den, 1 })));
    return arena_printf(graph_arena(g), "*%s", number(g, exact_double(k)));
}

/* A node's value shown in a unit of that scale. */
static const char *shown(const struct graph *g, node_id id, struct exact scale,
                         const struct formula_cells *cells)
{
    const struct node *n = graph_node(g, id);
    struct exact e;
    if (n->kind != NODE_CONST) {
        const char *factor = formula_factor(g, n->unit.scale, scale);
        const char *cell = cells->cell(cells->context, id);
        return *factor == '\0' ? cell
                               : arena_printf(graph_arena(g), "%s%s", cell, factor);
    }
    if (n->as.constant.is_exact && exact_div(n->as.constant.exact, scale, &e))
        return number(g, exact_double(e));
    return number(g, n->as.constant.x / exact_double(scale));
}

const char *formula_shown(const struct graph *g, node_id id, struct unit unit,
                          const struct formula_cells *cells)
{
    return shown(g, id, unit.scale, cells);
}

/* The scale at which argument i enters the op's text. */
static struct exact entering(const struct writer *w, unsigned i)
{
    const struct node *n = w->node, *arg = graph_node(w->g, n->args[i]);
    switch (n->op->rule) {
    case RULE_SAME:
        return n->unit.scale;
    case RULE_COMPARE: /* all like the first that has a unit */
        for (unsigned k = 0; k < n->arg_count; k++)
            if (!dim_is_none(graph_node(w->g, n->args[k])->unit.dim))
                return graph_node(w->g, n->args[k])->unit.scale;
        return exact_int(1);
    case RULE_IF:
        return i == 0 ? exact_int(1) : n->unit.scale;
    case RULE_PRODUCT:
    case RULE_QUOTIENT:
        return arg->unit.scale;
    case RULE_POWER:
        return i == 0 && !dim_is_none(arg->unit.dim) ? arg->unit.scale : exact_int(1);
    case RULE_LOOKUP:
        return i == 0 ? exact_int(1)
                      : graph_node(w->g, n->args[0])->as.table->x_unit.scale;
    case RULE_MONEY: /* whole units of the currency */
    case RULE_NUMBER:
        break;
    }
    return exact_int(1);
}

/* The scale in which the op's text then gives its result; false: it does not fit. */
static bool leaving(const struct writer *w, struct exact *out)
{
    const struct node *n = w->node;
    struct exact a = graph_node(w->g, n->args[0])->unit.scale;
    *out = exact_int(1);
    switch (n->op->rule) {
    case RULE_SAME:
    case RULE_IF:
        *out = n->unit.scale;
        return true;
    case RULE_PRODUCT:
        return exact_mul(a, graph_node(w->g, n->args[1])->unit.scale, out);
    case RULE_QUOTIENT:
        return exact_div(a, graph_node(w->g, n->args[1])->unit.scale, out);
    case RULE_POWER:
        if (dim_is_none(graph_node(w->g, n->args[0])->unit.dim))
            return true;
        for (int i = 0; i < (int)graph_node(w->g, n->args[1])->as.constant.x; i++)
            if (!exact_mul(*out, a, out))
                return false;
        return true;
    case RULE_LOOKUP:
        *out = a;
        return true;
    case RULE_COMPARE:
    case RULE_MONEY:
    case RULE_NUMBER:
        break;
    }
    return true;
}

static const char *argument(const struct writer *w, unsigned i)
{
    return shown(w->g, w->node->args[i], entering(w, i), w->cells);
}

/* In a product or a comparison an argument must not fall apart: a*1000 next to a
 * division does. */
static const char *guarded(const struct writer *w, unsigned i)
{
    const char *text = argument(w, i);
    bool apart = strpbrk(text, "*/") != NULL && strchr(text, '(') != text;
    return apart ? arena_printf(graph_arena(w->g), "(%s)", text) : text;
}

static void fill(const struct writer *w, struct buf *b)
{
    for (const char *p = w->node->op->excel; *p != '\0'; p++) {
        if (p[0] != '%') {
            buf_char(b, *p);
        } else if (*++p == '*') {
            for (unsigned i = 0; i < w->node->arg_count; i++)
                buf_printf(b, "%s%s", i > 0 ? "," : "", argument(w, i));
        } else {
            unsigned i = (unsigned)(*p - '1');
            bool cents = w->node->op->rule == RULE_MONEY;
            buf_add(b, i < w->node->arg_count ? guarded(w, i) : cents ? "2" : "0");
        }
    }
}

static void fill_lookup(const struct writer *w, struct buf *b)
{
    const struct node *n = w->node;
    const char *x = guarded(w, 1);
    const char *xs = w->cells->column(w->cells->context, n->args[0], false);
    const char *ys = w->cells->column(w->cells->context, n->args[0], true);
    size_t rows = graph_node(w->g, n->args[0])->as.table->count;
    struct arena *a = graph_arena(w->g);
    const char *row = arena_printf(a, "IFERROR(MATCH(%s,%s,1),1)", x, xs);
    if (strcmp(n->op->name, "step") == 0 || rows == 1) {
        buf_printf(b, "INDEX(%s,%s)", ys, row);
        return;
    }
    const char *i = arena_printf(a, "MIN(%s,%zu)", row, rows - 1);
    buf_printf(b,
               "INDEX(%s,%s)+(%s-INDEX(%s,%s))*(INDEX(%s,%s+1)-INDEX(%s,%s))/"
               "(INDEX(%s,%s+1)-INDEX(%s,%s))",
               ys, i, x, xs, i, ys, i, ys, i, xs, i, xs, i);
}

const char *formula_text(const struct graph *g, node_id id,
                         const struct formula_cells *cells)
{
    const struct node *n = graph_node(g, id);
    struct writer w = { g, n, cells };
    struct buf b = buf_on(graph_arena(g));
    struct exact natural;
    if (n->kind == NODE_CHECK)
        return shown(g, n->args[0], exact_int(1), cells);
    if (n->op->excel != NULL)
        fill(&w, &b);
    else
        fill_lookup(&w, &b);
    if (!leaving(&w, &natural))
        natural = exact_int(1);
    const char *factor = formula_factor(g, natural, n->unit.scale);
    bool product = n->op->rule == RULE_PRODUCT || n->op->rule == RULE_QUOTIENT;
    if (*factor == '\0')
        return buf_text(&b);
    return product ? arena_printf(graph_arena(g), "%s%s", buf_text(&b), factor)
                   : arena_printf(graph_arena(g), "(%s)%s", buf_text(&b), factor);
}

static bool no_value(const struct formula_values *v, node_id id)
{
    return isnan(v->value(v->context, id));
}

/* The first argument whose error a spreadsheet passes on; NO_NODE: it arises here. */
static node_id passed_on(const struct graph *g, const struct node *n,
                         const struct formula_values *v)
{
    bool is_if = n->kind == NODE_OP && n->op->rule == RULE_IF;
    for (unsigned i = 0; i < n->arg_count; i++) {
        if (graph_node(g, n->args[i])->kind == NODE_TABLE)
            continue;
        bool taken =
            !is_if || i == 0 || (v->value(v->context, n->args[0]) != 0) == (i == 1);
        if (taken && no_value(v, n->args[i]))
            return n->args[i];
    }
    return NO_NODE;
}

const char *formula_error(const struct graph *g, node_id id,
                          const struct formula_values *values)
{
    if (!no_value(values, id))
        return NULL;
    const struct node *n = graph_node(g, id);
    for (node_id from; (from = passed_on(g, n, values)) != NO_NODE;)
        n = graph_node(g, from);
    bool division = n->kind == NODE_OP && strcmp(n->op->name, "div") == 0 &&
                    values->value(values->context, n->args[1]) == 0;
    return division ? "#DIV/0!" : "#N/A";
}
