/* expression.h - a curve's text evaluated by the graph of quantities, units included,
 * so that a test can hold it against the curve's function. */
#ifndef TESTS_CURVES_EXPRESSION_H
#define TESTS_CURVES_EXPRESSION_H

#include "check.h"

#include "base/arena.h"
#include "curves/curve.h"
#include "quantities/expr.h"
#include "quantities/plan.h"

/* x is in TB (bare where the law asks for it), y in USD; a response time is in s over
 * arrivals in 1/s, since their product must be bare. */
static const char *expression_unit(struct arena *a, const struct curve *c, int y, int x)
{
    bool queue = c->edge.at != NULL;
    const char *name_y = queue ? "s" : "USD", *name_x = queue ? "s" : "TB";
    int power[2] = { y, c->bare_x ? 0 : queue ? -x : x };
    const char *name[2] = { name_y, name_x };
    const char *over = "1", *under = "";
    for (int k = 0; k < 2; k++) {
        if (power[k] > 0)
            over = arena_printf(a, "%s*%s^%d", over, name[k], power[k]);
        if (power[k] < 0)
            under = arena_printf(a, "%s/%s^%d", under, name[k], -power[k]);
    }
    return arena_printf(a, "%s%s", over, under);
}

static struct unit expression_parse(struct arena *a, const char *text)
{
    struct unit u;
    const char *why;
    size_t at;
    if (!unit_parse(a, text, strlen(text), &u, &why, &at))
        fail_msg("unit '%s': %s", text, why);
    return u;
}

static void expression_bind(struct graph *g, const char *name, double value,
                            struct unit u)
{
    struct input in = { .value = value_of_double(value) };
    assert_int_not_equal(graph_input(g, name, &in, u, (struct where){ 0 }), NO_NODE);
}

enum expression_result { GIVES_Y, GIVES_X };

/* The text's value; fails where it is no formula or has another unit. */
static double expression_value(const char *text, const struct curve *c, const double *p,
                               double x, double y, enum expression_result gives)
{
    struct arena *a = arena_new();
    struct graph *g = graph_new(a);
    struct diag dg = diag_on(a);
    struct unit of_x = expression_parse(a, expression_unit(a, c, 0, 1));
    struct unit of_y = expression_parse(a, expression_unit(a, c, 1, 0));
    if (!isnan(x))
        expression_bind(g, "x", x, of_x);
    if (!isnan(y))
        expression_bind(g, "y", y, of_y);
    for (unsigned j = 0; j < c->param_count; j++) {
        const struct curve_param *r = &c->params[j];
        const char *unit = expression_unit(a, c, r->unit_y, r->unit_x);
        expression_bind(g, r->name, p[j], expression_parse(a, unit));
    }
    struct scope scope = graph_scope(g);
    node_id id = expr_build(g, text, (struct where){ 0 }, &scope, &dg);
    if (id == NO_NODE)
        fail_msg("%s: '%s': %s", c->name, text, dg.messages[0].text);
    struct dim want = (gives == GIVES_Y ? of_y : of_x).dim;
    if (!dim_equal(graph_node(g, id)->unit.dim, want))
        fail_msg("%s: '%s' is in %s", c->name, text,
                 dim_text(a, graph_node(g, id)->unit.dim));
    static const struct scenario_case base = { .id = "base" };
    double v = plan_value(g, &base, id, &dg).x;
    arena_free(a);
    return v;
}

#endif
