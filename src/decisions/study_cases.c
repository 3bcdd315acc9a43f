/* study_cases.c - scenarios: named sets of overrides, and those of the command line. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/nearest.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"
#include "quantities/op.h"

static bool choose(struct study *s, const struct input *in, const char *text,
                   struct where at, struct value *out)
{
    for (size_t i = 0; i < in->choice_count; i++)
        if (strcmp(in->choices[i], text) == 0) {
            *out = value_of_exact(exact_int((long long)i));
            return true;
        }
    struct doc_node word = { .kind = DOC_SCALAR, .text = text, .at = at };
    word.length = strlen(text);
    return doc_unknown(&word, "choice", in->choices, in->choice_count, s->dg);
}

static void warn_outside(struct study *s, const struct node *n, struct value v,
                         struct where at)
{
    const struct input *in = n->as.input;
    if (in->ranged && in->choices == NULL && (v.x < in->lo.x || v.x > in->hi.x))
        diag_warn(s->dg, at, "%s is outside the range that the study gives for it",
                  n->name);
}

static bool is_number(const struct study *s, const struct node *n, struct value *out)
{
    bool negative = n->kind == NODE_OP && strcmp(n->op->name, "neg") == 0;
    if (negative)
        n = graph_node(s->graph, n->args[0]);
    if (n->kind != NODE_CONST)
        return false;
    *out = n->as.constant;
    if (negative)
        *out = out->is_exact ? value_of_exact(exact_neg(out->exact))
                             : value_of_double(-out->x);
    return true;
}

bool study_override(struct study *s, node_id input, const char *text, struct where at,
                    struct override *o)
{
    const struct node n = *graph_node(s->graph, input);
    *o = (struct override){ .input = input, .at = at };
    if (n.as.input->choices != NULL)
        return choose(s, n.as.input, text, at, &o->value);
    struct scope scope = study_scope(s);
    node_id id = expr_build(s->graph, text, at, &scope, s->dg);
    const struct node *by = graph_node(s->graph, id);
    if (by == NULL)
        return false;
    bool zero =
        by->kind == NODE_CONST && by->as.constant.x == 0 && dim_is_none(by->unit.dim);
    if (!zero && !dim_equal(by->unit.dim, n.unit.dim)) {
        bool bare = dim_is_none(by->unit.dim);
        return diag_error(s->dg, at,
                          "%s is in %s and this is %s; write for example %s=1 %s",
                          n.name, n.unit.text[0] != '\0' ? n.unit.text : "bare numbers",
                          bare ? "a bare number" : by->unit.text, n.name, n.unit.text);
    }
    /* a literal, or its negative: a value of its own; anything else stays live */
    if (is_number(s, by, &o->value)) {
        warn_outside(s, &n, o->value, at);
    } else {
        o->by = id;
    }
    return true;
}

static const struct study_name *find_input(struct study *s, const char *name,
                                           struct where at)
{
    const struct study_name *n = study_find(s, name);
    const char **inputs = ARENA_ARRAY(s->arena, s->name_count, const char *);
    size_t count = 0;
    if (n != NULL && n->kind == NAME_INPUT)
        return n;
    for (size_t i = 0; i < s->name_count; i++)
        if (s->names[i].kind == NAME_INPUT)
            inputs[count++] = s->names[i].name;
    if (n != NULL) {
        diag_error(s->dg, at,
                   "'%s' is no input and cannot be set; it follows from others", name);
        return NULL;
    }
    const char *near = nearest(name, inputs, count);
    if (near != NULL)
        diag_error(s->dg, at, "unknown input '%s'; did you mean '%s'?", name, near);
    else
        diag_error(s->dg, at,
                   "unknown input '%s'; the study's inputs are listed by "
                   "priceperf check",
                   name);
    return NULL;
}

static bool read_scenario(struct study *s, const struct doc_entry *e,
                          struct scenario_case *out)
{
    struct override *o = ARENA_ARRAY(s->arena, e->value->count, struct override);
    bool ok = true;
    *out = (struct scenario_case){ .id = e->key, .title = NULL, .overrides = o };
    if (!doc_is_id(e->key))
        return diag_error(s->dg, e->key_at,
                          "'%s' cannot name a scenario; write a letter, "
                          "then letters, digits, '-' and '_', %d at most",
                          e->key, DOC_LONGEST_ID);
    if (doc_is_null(e->value))
        return true;
    if (!doc_expect(e->value, "a scenario", DOC_WANT_MAPPING, s->dg))
        return false;
    for (size_t i = 0; i < e->value->count; i++) {
        const struct doc_entry *set = &e->value->entries[i];
        if (!doc_expect(set->value, "the value of an input", DOC_WANT_TEXT, s->dg)) {
            ok = false;
        } else if (strcmp(set->key, "title") == 0 && study_find(s, "title") == NULL) {
            out->title = set->value->text;
        } else {
            const struct study_name *n = find_input(s, set->key, set->key_at);
            ok = n != NULL &&
                 study_override(s, n->node, set->value->text, doc_inside(set->value, 0),
                                &o[out->count++]) &&
                 ok;
        }
    }
    return ok;
}

/* A chart holds a bar for each: 300 are drawn, 3000 are more than a PNG can be high. */
enum { MOST_SCENARIOS = 500 };

bool study_read_scenarios(struct study *s, const struct doc_node *node)
{
    bool ok = true;
    bool none = node == NULL || node->count == 0;
    if (!none && node->count > MOST_SCENARIOS)
        return diag_error(s->dg, node->at, "%zu scenarios; write at most %d",
                          node->count, MOST_SCENARIOS);
    s->scenario_count = none ? 1 : node->count;
    s->scenarios = ARENA_ARRAY(s->arena, s->scenario_count, struct scenario_case);
    if (none)
        s->scenarios[0] = (struct scenario_case){ .id = "base" };
    for (size_t i = 0; !none && i < node->count; i++)
        ok = read_scenario(s, &node->entries[i], &s->scenarios[i]) && ok;
    return ok;
}

static void append(struct study *s, size_t scenario, const struct override *o)
{
    struct scenario_case *c = &s->scenarios[scenario];
    struct override *all = ARENA_ARRAY(s->arena, c->count + 1, struct override);
    if (c->count > 0)
        memcpy(all, c->overrides, c->count * sizeof *all);
    all[c->count] = *o;
    c->overrides = all;
    c->count++;
}

static bool unknown_scenario(struct study *s, const char *id, struct where at)
{
    const char **ids = ARENA_ARRAY(s->arena, s->scenario_count, const char *);
    for (size_t i = 0; i < s->scenario_count; i++)
        ids[i] = s->scenarios[i].id;
    struct doc_node word = { .kind = DOC_SCALAR, .text = id, .at = at };
    word.length = strlen(id);
    return doc_unknown(&word, "scenario", ids, s->scenario_count, s->dg);
}

static const struct scenario_case no_overrides = { .id = "the inputs" };

/* A formula is worth what it is now. */
static bool change(struct study *s, const struct study_name *n,
                   const struct override *o, struct where at)
{
    struct value v = o->value;
    if (o->by != NO_NODE)
        v = plan_value(s->graph, &no_overrides, o->by, s->dg);
    if (isnan(v.x))
        return diag_error(s->dg, at, "this has no value");
    if (n->node == s->discount_rate && v.x * 31536000 <= -1)
        return diag_error(s->dg, at, "a discount rate of -100 %% or less");
    graph_set_input(s->graph, n->node, v);
    for (size_t i = 0; i < s->scenario_count; i++)
        for (size_t k = 0; k < s->scenarios[i].count; k++)
            if (s->scenarios[i].overrides[k].input == n->node)
                diag_warn(s->dg, at,
                          "scenario '%s' overrides %s and keeps its own; write "
                          "--set %s:%s=... to change it there",
                          s->scenarios[i].id, n->name, s->scenarios[i].id, n->name);
    return true;
}

bool study_set(struct study *s, const char *text, struct where at)
{
    const char *equals = strchr(text, '='), *name = text;
    size_t only = s->scenario_count;
    if (equals == NULL || equals == text || equals[1] == '\0')
        return diag_error(s->dg, at,
                          "'%s' sets nothing; write --set NAME=VALUE or --set "
                          "SCENARIO:NAME=VALUE",
                          text);
    const char *colon = memchr(text, ':', (size_t)(equals - text));
    if (colon != NULL) {
        const char *id = arena_strndup(s->arena, text, (size_t)(colon - text));
        only = study_scenario(s, id);
        if (only == s->scenario_count)
            return unknown_scenario(s, id, at);
        name = colon + 1;
    }
    struct where name_at = at, value_at = at;
    name_at.column += (unsigned)(name - text);
    value_at.column += (unsigned)(equals + 1 - text);
    name = arena_strndup(s->arena, name, (size_t)(equals - name));
    const struct study_name *n = find_input(s, name, name_at);
    struct override o;
    if (n == NULL || !study_override(s, n->node, equals + 1, value_at, &o))
        return false;
    if (colon == NULL)
        return change(s, n, &o, value_at);
    append(s, only, &o);
    return true;
}
