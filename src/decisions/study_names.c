/* study_names.c - the names of a study: declared, resolved in formulas, built once. */
#include <string.h>

#include "base/arena.h"
#include "base/nearest.h"
#include "decisions/study_curves.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"
#include "quantities/op.h"

const struct study_name *study_find(const struct study *s, const char *name)
{
    for (size_t i = 0; i < s->name_count; i++)
        if (strcmp(s->names[i].name, name) == 0)
            return &s->names[i];
    return NULL;
}

static bool is_formula_name(const char *name)
{
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                            "0123456789");
    return n > 0 && n <= DOC_LONGEST_ID && name[n] == '\0' &&
           !(name[0] >= '0' && name[0] <= '9') && strcmp(name, "and") != 0 &&
           strcmp(name, "or") != 0 && strcmp(name, "not") != 0;
}

static const struct study_name *same_but_case(const struct study *s, const char *name)
{
    for (size_t i = 0; i < s->name_count; i++)
        if (strcasecmp(s->names[i].name, name) == 0)
            return &s->names[i];
    return NULL;
}

struct study_name *study_declare(struct study *s, enum name_kind kind, const char *name,
                                 struct where at)
{
    if (!is_formula_name(name)) {
        diag_error(s->dg, at,
                   "'%s' cannot be used in formulas; write letters, digits and "
                   "'_', %d at most, not beginning with a digit",
                   name, DOC_LONGEST_ID);
        return NULL;
    }
    const struct study_name *taken = same_but_case(s, name);
    if (taken != NULL || op_find(name) != NULL) {
        if (taken == NULL)
            diag_error(s->dg, at, "'%s' is a function; choose another name", name);
        else if (strcmp(taken->name, name) == 0)
            diag_error(s->dg, at, "the name '%s' is given twice", name);
        else
            diag_error(s->dg, at,
                       "'%s' and '%s' differ only in case, which a spreadsheet "
                       "does not tell apart; rename one",
                       name, taken->name);
        if (taken != NULL)
            diag_note(s->dg, taken->at, "first defined here");
        return NULL;
    }
    struct study_name n = { .kind = kind, .name = name, .at = at };
    ARENA_PUSH(s->arena, s->names, s->name_count, s->name_capacity) = n;
    return &s->names[s->name_count - 1];
}

node_id study_formula(struct study *s, const struct doc_node *node)
{
    struct scope scope = study_scope(s);
    scope.node = node;
    return expr_build(s->graph, node->text, doc_inside(node, 0), &scope, s->dg);
}

node_id study_formula_like(struct study *s, const struct doc_node *node,
                           struct unit like, const char *what)
{
    node_id id = study_formula(s, node);
    const struct node *n = graph_node(s->graph, id);
    if (n == NULL || dim_equal(n->unit.dim, like.dim))
        return id;
    diag_error(s->dg, node->at, "%s is in %s here; it must be %s", what,
               dim_text(s->arena, n->unit.dim),
               dim_is_none(like.dim) ? "a bare number" : dim_text(s->arena, like.dim));
    return NO_NODE;
}

/* Only constants: the names of a literal resolve to nothing. */
static node_id no_names(void *context, const char *name, struct where at,
                        struct diag *dg)
{
    (void)context;
    diag_error(dg, at,
               "a number with its unit should stand here, not the name '%s'; "
               "formulas go under quantities",
               name);
    return NO_NODE;
}

static bool knows_none(void *context, const char *name)
{
    (void)context;
    (void)name;
    return false;
}

bool study_literal(struct study *s, const struct doc_node *node,
                   const struct unit *like, struct value *out, struct unit *unit)
{
    struct scope scope = { .resolve = no_names, .known = knows_none, .node = node };
    if (!doc_expect(node, "a number with its unit", DOC_WANT_TEXT, s->dg))
        return false;
    node_id id = expr_build(s->graph, node->text, doc_inside(node, 0), &scope, s->dg);
    const struct node *n = graph_node(s->graph, id);
    if (n == NULL)
        return false;
    bool negative = n->kind == NODE_OP && strcmp(n->op->name, "neg") == 0;
    const struct node *number = negative ? graph_node(s->graph, n->args[0]) : n;
    if (number->kind != NODE_CONST)
        return diag_error(s->dg, node->at,
                          "one number with its unit should stand here; "
                          "formulas go under quantities");
    *out = number->as.constant;
    if (negative)
        *out = out->is_exact ? value_of_exact(exact_neg(out->exact))
                             : value_of_double(-out->x);
    *unit = number->unit;
    bool zero = out->x == 0 && dim_is_none(unit->dim);
    if (like == NULL || zero || dim_equal(unit->dim, like->dim))
        return true;
    if (dim_is_none(unit->dim))
        return diag_error(s->dg, node->at,
                          "the unit is missing; write for example %s %s", node->text,
                          like->text);
    return diag_error(s->dg, node->at, "this is in %s and should be in %s", unit->text,
                      like->text[0] != '\0' ? like->text : "no unit");
}

static bool build_quantity(struct study *s, struct study_name *n, struct where at)
{
    if (n->state == STATE_OPEN) {
        diag_error(s->dg, at,
                   "'%s' is defined by itself, in a circle; give one of the "
                   "quantities in it a value of its own",
                   n->name);
        diag_note(s->dg, n->at, "'%s' is defined here", n->name);
        return false;
    }
    if (n->state == STATE_FAILED)
        return false;
    size_t i = (size_t)(n - s->names);
    n->state = STATE_OPEN;
    node_id id = n->curve ? study_build_curve(s, n->curve) : study_formula(s, n->def);
    n = &s->names[i];
    n->state = STATE_FAILED;
    if (id == NO_NODE)
        return false;
    /* a name on a node that carries one already, or on a constant of its own */
    if (graph_node(s->graph, id)->name != NULL)
        id = graph_alias(s->graph, id, n->def ? n->def->at : n->at, s->dg);
    if (n->unit_set && !graph_show_as(s->graph, id, n->unit))
        return diag_error(s->dg, n->def ? n->def->at : n->at,
                          "this quantity is in %s and cannot be shown in "
                          "%s",
                          dim_text(s->arena, graph_node(s->graph, id)->unit.dim),
                          n->unit.text);
    graph_name(s->graph, id, n->name);
    graph_label(s->graph, id, n->help);
    n->node = id;
    n->state = STATE_BUILT;
    return true;
}

/* "buy.db.quantity" while the alternative buy is being read, or is still to be. */
static bool stands_below(const struct study *s, const char *name)
{
    size_t length = strcspn(name, ".");
    for (size_t i = 0; name[length] == '.' && i < s->alternative_count; i++)
        if (strlen(s->alternatives[i].id) == length &&
            strncmp(s->alternatives[i].id, name, length) == 0)
            return s->alternatives[i].cost == NO_NODE;
    return false;
}

static node_id resolve(void *context, const char *name, struct where at,
                       struct diag *dg)
{
    struct study *s = context;
    for (size_t i = 0; i < s->name_count; i++) {
        struct study_name *n = &s->names[i];
        if (strcmp(n->name, name) != 0)
            continue;
        if (n->node == NO_NODE &&
            (n->kind != NAME_QUANTITY || !build_quantity(s, n, at)))
            return NO_NODE;
        return s->names[i].node;
    }
    node_id id = graph_find(s->graph, name);
    if (id == NO_NODE)
        id = study_figure(s, name);
    if (id != NO_NODE)
        return id;
    if (stands_below(s, name)) {
        diag_error(
            dg, at,
            "'%s' is not known yet; what a line needs must stand in a line above "
            "it that has an id, or in an alternative above",
            name);
        return NO_NODE;
    }
    const char **names = ARENA_ARRAY(s->arena, s->name_count, const char *);
    for (size_t i = 0; i < s->name_count; i++)
        names[i] = s->names[i].name;
    const char *near = nearest(name, names, s->name_count);
    if (near == NULL)
        return expr_unknown(s->graph, name, at, dg);
    diag_error(dg, at, "unknown name '%s'; did you mean '%s'?", name, near);
    return NO_NODE;
}

static bool known(void *context, const char *name)
{
    const struct study *s = context;
    return study_find(s, name) != NULL || graph_find(s->graph, name) != NO_NODE ||
           study_figure(s, name) != NO_NODE || stands_below(s, name);
}

struct scope study_scope(struct study *s)
{
    return (struct scope){ .resolve = resolve, .known = known, .context = s };
}

enum { Q_FORMULA, Q_UNIT, Q_HELP, Q_KEYS };
static const struct doc_field quantity_fields[] = {
    [Q_FORMULA] = { "formula", DOC_WANT_TEXT, DOC_REQUIRED },
    [Q_UNIT] = { "unit", DOC_WANT_TEXT, DOC_OPTIONAL },
    [Q_HELP] = { "help", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema quantity_schema =
    DOC_SCHEMA("a quantity", quantity_fields);

static bool declare_quantity(struct study *s, const struct doc_entry *e)
{
    const struct doc_node *v[Q_KEYS] = { NULL };
    if (e->value->kind == DOC_SCALAR)
        v[Q_FORMULA] = e->value;
    else if (!doc_bind(&quantity_schema, e->value, v, s->dg))
        return false;
    if (!doc_expect(v[Q_FORMULA], "a formula", DOC_WANT_TEXT, s->dg))
        return false;
    struct study_name *n = study_declare(s, NAME_QUANTITY, e->key, e->key_at);
    if (n == NULL)
        return false;
    n->def = v[Q_FORMULA];
    n->formula = v[Q_FORMULA]->text;
    n->help = study_text(v[Q_HELP], NULL);
    n->unit_set = v[Q_UNIT] != NULL;
    return v[Q_UNIT] == NULL || doc_get_unit(s->arena, v[Q_UNIT], &n->unit, s->dg);
}

bool study_read_quantities(struct study *s, const struct doc_node *node)
{
    bool ok = true;
    for (size_t i = 0; node != NULL && i < node->count; i++)
        ok = declare_quantity(s, &node->entries[i]) && ok;
    return ok;
}

bool study_build_quantities(struct study *s)
{
    bool ok = true;
    for (size_t i = 0; i < s->name_count; i++)
        if (s->names[i].kind == NAME_QUANTITY && s->names[i].node == NO_NODE)
            ok = build_quantity(s, &s->names[i], s->names[i].at) && ok;
    return ok;
}
