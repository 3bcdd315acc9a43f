/* study_questions.c - break-even, sensitivity and risk. */
#include <string.h>

#include "base/arena.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"

enum {
    Q_BREAK_EVEN,
    Q_SENSITIVITY,
    Q_RISK,
    Q_BETWEEN,
    Q_ID,
    Q_OF,
    Q_DRAWS,
    Q_SEED,
    Q_SCENARIO,
    Q_RANGE,
    Q_KEYS
};
static const struct doc_field fields[] = {
    [Q_BREAK_EVEN] = { "break_even", DOC_WANT_TEXT, DOC_OPTIONAL },
    [Q_SENSITIVITY] = { "sensitivity", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [Q_RISK] = { "risk", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [Q_BETWEEN] = { "between", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [Q_ID] = { "id", DOC_WANT_TEXT, DOC_OPTIONAL },
    [Q_OF] = { "of", DOC_WANT_TEXT, DOC_OPTIONAL },
    [Q_DRAWS] = { "draws", DOC_WANT_TEXT, DOC_OPTIONAL },
    [Q_SEED] = { "seed", DOC_WANT_TEXT, DOC_OPTIONAL },
    [Q_SCENARIO] = { "scenario", DOC_WANT_TEXT, DOC_OPTIONAL },
    [Q_RANGE] = { "range", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a question", fields);

static bool read_pair(struct study *s, const struct doc_node *node, size_t pair[2])
{
    const char **ids = ARENA_ARRAY(s->arena, s->alternative_count, const char *);
    for (size_t i = 0; i < s->alternative_count; i++)
        ids[i] = s->alternatives[i].id;
    if (node->count != 2)
        return diag_error(s->dg, node->at,
                          "%zu alternatives; compare two, as in [a, b]", node->count);
    for (size_t i = 0; i < 2; i++)
        if (!doc_get_choice(doc_at(node, i), ids, s->alternative_count, &pair[i],
                            s->dg))
            return false;
    if (pair[0] == pair[1])
        return diag_error(s->dg, node->at,
                          "an alternative cannot be compared with itself");
    return true;
}

static bool variable(struct study *s, const struct doc_node *node, node_id *out)
{
    const struct study_name *n = study_find(s, node->text);
    if (n == NULL || n->kind != NAME_INPUT) {
        if (n == NULL)
            return expr_unknown(s->graph, node->text, node->at, s->dg) != NO_NODE;
        return diag_error(s->dg, node->at,
                          "'%s' is no input; a break-even is the value of "
                          "one input",
                          node->text);
    }
    *out = n->node;
    return true;
}

static bool range_of(struct study *s, const struct doc_node *node,
                     struct break_even_question *q)
{
    const struct node *n = graph_node(s->graph, q->variable);
    const struct input *in = n->as.input;
    struct unit unit = n->unit, ignored;
    if (in->choices != NULL)
        return diag_error(s->dg, q->at, "'%s' is a choice and has no break-even",
                          n->name);
    if (node == NULL && !in->ranged)
        return diag_error(s->dg, q->at,
                          "'%s' has no range to be searched; add range: to "
                          "it, as in range: [1 TB, 1 PB]",
                          n->name);
    q->lo = in->lo;
    q->hi = in->hi;
    if (node == NULL)
        return true;
    if (node->count != 2)
        return diag_error(s->dg, node->at, "a range has two ends, as in [1 TB, 1 PB]");
    if (!study_literal(s, doc_at(node, 0), &unit, &q->lo, &ignored) ||
        !study_literal(s, doc_at(node, 1), &unit, &q->hi, &ignored))
        return false;
    return q->lo.x <= q->hi.x ||
           diag_error(s->dg, node->at, "a range that begins above its end");
}

static bool read_break_even(struct study *s, const struct doc_node *const *v,
                            struct where at)
{
    struct break_even_question q = { .at = at };
    size_t pair[2];
    if (v[Q_BETWEEN] == NULL || v[Q_ID] == NULL)
        return diag_error(s->dg, at, "a break-even needs between: [a, b] and id:");
    if (!read_pair(s, v[Q_BETWEEN], pair) || !doc_get_id(v[Q_ID], &q.id, s->dg) ||
        !variable(s, v[Q_BREAK_EVEN], &q.variable) || !range_of(s, v[Q_RANGE], &q))
        return false;
    q.a = pair[0];
    q.b = pair[1];
    const struct alternative *a = &s->alternatives[q.a], *b = &s->alternatives[q.b];
    q.difference = graph_op2(s->graph, "sub", a->cost, b->cost, at, s->dg);
    graph_show_as(s->graph, q.difference, s->money);
    graph_label(
        s->graph, q.difference,
        arena_printf(s->arena, "cost of %s minus cost of %s", a->title, b->title));
    struct solve solve = { q.variable, q.difference, q.lo, q.hi, SOLVE_ROOT };
    q.solve = graph_solve(s->graph, &solve, at);
    if (!graph_name(s->graph, q.solve, q.id))
        return diag_error(s->dg, v[Q_ID]->at,
                          "the name '%s' is taken; give the question "
                          "another id",
                          q.id);
    graph_label(s->graph, q.solve,
                arena_printf(s->arena, "%s at which %s and %s cost the same",
                             graph_node(s->graph, q.variable)->name, a->title,
                             b->title));
    ARENA_PUSH(s->arena, s->break_evens, s->break_even_count, s->break_even_capacity) =
        q;
    return true;
}

static bool which(struct study *s, const struct doc_node *of, struct where at,
                  size_t *out)
{
    if (s->break_even_count == 0)
        return diag_error(s->dg, at,
                          "this question is about a break-even, and none stands "
                          "before it");
    *out = 0;
    if (of == NULL)
        return true;
    const char **ids = ARENA_ARRAY(s->arena, s->break_even_count, const char *);
    for (size_t i = 0; i < s->break_even_count; i++)
        ids[i] = s->break_evens[i].id;
    return doc_get_choice(of, ids, s->break_even_count, out, s->dg);
}

/* The scenario that a question stands on: its own word, or that of the
 * recommendation. */
static bool stands_on(struct study *s, const struct doc_node *node, size_t *out)
{
    const char **ids = ARENA_ARRAY(s->arena, s->scenario_count, const char *);
    *out = s->chosen;
    for (size_t i = 0; i < s->scenario_count; i++)
        ids[i] = s->scenarios[i].id;
    return node == NULL || doc_get_choice(node, ids, s->scenario_count, out, s->dg);
}

static bool read_sensitivity(struct study *s, const struct doc_node *const *v,
                             struct where at)
{
    const struct doc_node *list = v[Q_SENSITIVITY];
    struct sensitivity_question q = { .count = list->count };
    node_id *inputs = ARENA_ARRAY(s->arena, list->count, node_id);
    if (!which(s, v[Q_OF], at, &q.of) || !stands_on(s, v[Q_SCENARIO], &q.scenario))
        return false;
    for (size_t i = 0; i < list->count; i++) {
        const struct doc_node *n = doc_at(list, i);
        if (!doc_expect(n, "an input", DOC_WANT_TEXT, s->dg) ||
            !variable(s, n, &inputs[i]))
            return false;
    }
    q.inputs = inputs;
    ARENA_PUSH(s->arena, s->sensitivities, s->sensitivity_count,
               s->sensitivity_capacity) = q;
    return true;
}

static bool read_risk(struct study *s, const struct doc_node *const *v, struct where at)
{
    struct risk_question q = { .draws = 100000, .seed = 1, .at = at };
    size_t pair[2];
    long long n;
    if (!read_pair(s, v[Q_RISK], pair) || !which(s, v[Q_OF], at, &q.of) ||
        !stands_on(s, v[Q_SCENARIO], &q.scenario))
        return false;
    const struct break_even_question *b = &s->break_evens[q.of];
    if (pair[0] != b->a || pair[1] != b->b)
        return diag_error(s->dg, v[Q_RISK]->at,
                          "the break-even '%s' compares %s and %s; "
                          "name the same two",
                          b->id, s->alternatives[b->a].id, s->alternatives[b->b].id);
    if (v[Q_DRAWS] != NULL) {
        if (!doc_get_int(v[Q_DRAWS], 100, 20000000, &n, s->dg))
            return false;
        q.draws = (unsigned long long)n;
    }
    if (v[Q_SEED] != NULL) {
        if (!doc_get_int(v[Q_SEED], 0, 1000000000000000, &n, s->dg))
            return false;
        q.seed = (unsigned long long)n;
    }
    ARENA_PUSH(s->arena, s->risks, s->risk_count, s->risk_capacity) = q;
    return true;
}

static bool read_question(struct study *s, const struct doc_node *node)
{
    const struct doc_node *v[Q_KEYS];
    if (!doc_bind(&schema, node, v, s->dg))
        return false;
    int kinds =
        (v[Q_BREAK_EVEN] != NULL) + (v[Q_SENSITIVITY] != NULL) + (v[Q_RISK] != NULL);
    if (kinds != 1)
        return diag_error(s->dg, node->at,
                          "a question is one of break_even, sensitivity "
                          "and risk; write one of these keys");
    if (v[Q_BREAK_EVEN] != NULL)
        return read_break_even(s, v, node->at);
    if (v[Q_SENSITIVITY] != NULL)
        return read_sensitivity(s, v, node->at);
    return read_risk(s, v, node->at);
}

bool study_read_questions(struct study *s, const struct doc_node *node)
{
    bool ok = true;
    for (size_t i = 0; node != NULL && i < node->count; i++)
        ok = read_question(s, doc_at(node, i)) && ok;
    return ok;
}
