/* model.h - small graphs for tests, from formulas as text. */
#ifndef TESTS_QUANTITIES_MODEL_H
#define TESTS_QUANTITIES_MODEL_H

#include "check.h"

#include "base/arena.h"
#include "quantities/expr.h"
#include "quantities/plan.h"

static const struct scenario_case base_case = { .id = "base" };

struct model {
    struct arena *arena;
    struct graph *g;
    struct diag dg;
};

static inline struct model model_new(void)
{
    struct model m = { .arena = arena_new() };
    m.g = graph_new(m.arena);
    m.dg = diag_on(m.arena);
    return m;
}

static inline struct value model_number(const char *text)
{
    struct exact e;
    assert_true(exact_parse(text, strlen(text), &e, NULL));
    return value_of_exact(e);
}

static inline node_id model_input(struct model *m, const char *name, const char *number)
{
    struct input in = { .value = model_number(number) };
    node_id id =
        graph_input(m->g, name, &in, UNIT_ONE, (struct where){ "s.yaml", 1, 1 });
    assert_int_not_equal(id, NO_NODE);
    return id;
}

static inline node_id model_formula(struct model *m, const char *text)
{
    struct scope scope = graph_scope(m->g);
    struct where at = { "s.yaml", 7, 1 };
    node_id id = expr_build(m->g, text, at, &scope, &m->dg);
    if (id == NO_NODE)
        print_error("'%s': %s\n", text, m->dg.messages[0].text);
    assert_int_not_equal(id, NO_NODE);
    return id;
}

#endif
