/* study_terms.c - the block price_sheet: what all sheets of a study share. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "decisions/study_order.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"

enum { TERM, DECIMALS, GROUPS, SUPPLIERS, MAINTENANCE, STATEMENTS, RULES, KEYS };
static const struct doc_field fields[] = {
    [TERM] = { "term", DOC_WANT_TEXT, DOC_OPTIONAL },
    [DECIMALS] = { "decimals", DOC_WANT_TEXT, DOC_OPTIONAL },
    [GROUPS] = { "groups", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [SUPPLIERS] = { "suppliers", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [MAINTENANCE] = { "maintenance", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [STATEMENTS] = { "statements", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [RULES] = { "rules", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("the price sheet", fields);

enum { S_NAME, S_QUOTE, S_KEYS };
static const struct doc_field supplier_fields[] = {
    [S_NAME] = { "name", DOC_WANT_TEXT, DOC_REQUIRED },
    [S_QUOTE] = { "quote", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema supplier_schema =
    DOC_SCHEMA("a supplier", supplier_fields);

enum { M_HOURS, M_RESPONSE, M_KEYS };
static const struct doc_field maintenance_fields[] = {
    [M_HOURS] = { "hours", DOC_WANT_TEXT, DOC_OPTIONAL },
    [M_RESPONSE] = { "response", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema maintenance_schema =
    DOC_SCHEMA("the maintenance", maintenance_fields);

/* A literal time in seconds. */
static bool read_time(struct study *s, const struct doc_node *node, double *seconds)
{
    struct unit like = UNIT_ONE, unit;
    struct value v;
    const char *why;
    size_t wrong;
    if (!unit_parse(s->arena, "s", 1, &like, &why, &wrong) ||
        !study_literal(s, node, &like, &v, &unit))
        return false;
    *seconds = v.x;
    return v.x > 0 || diag_error(s->dg, node->at, "a time of nothing or less");
}

static bool read_term(struct study *s, const struct doc_node *node,
                      struct sheet_terms *out)
{
    double seconds;
    out->term = s->horizon;
    if (node == NULL)
        return true;
    if (!read_time(s, node, &seconds))
        return false;
    double years = seconds / 31536000;
    if (years != floor(years) || years > s->horizon)
        return diag_error(s->dg, node->at,
                          "the term is a whole number of years, at most the horizon of "
                          "%u",
                          s->horizon);
    out->term = (unsigned)years;
    return true;
}

static bool read_groups(struct study *s, const struct doc_node *node,
                        struct sheet_terms *out)
{
    struct sheet_group *groups = ARENA_ARRAY(s->arena, node->count, struct sheet_group);
    for (size_t i = 0; i < node->count; i++) {
        const struct doc_entry *e = &node->entries[i];
        if (!doc_is_id(e->key))
            return diag_error(s->dg, e->key_at,
                              "'%s' cannot name a group; write a letter, then letters, "
                              "digits, '-' and '_'",
                              e->key);
        groups[i].id = e->key;
        if (!doc_get_text(e->value, &groups[i].title, s->dg))
            return false;
    }
    out->groups = groups;
    out->group_count = node->count;
    return true;
}

static bool read_suppliers(struct study *s, const struct doc_node *node,
                           struct sheet_terms *out)
{
    struct supplier *suppliers = ARENA_ARRAY(s->arena, node->count, struct supplier);
    for (size_t i = 0; i < node->count; i++) {
        const struct doc_entry *e = &node->entries[i];
        const struct doc_node *v[S_KEYS];
        if (!doc_bind(&supplier_schema, e->value, v, s->dg))
            return false;
        suppliers[i] = (struct supplier){ e->key, v[S_NAME]->text,
                                          study_text(v[S_QUOTE], NULL), e->key_at };
    }
    out->suppliers = suppliers;
    out->supplier_count = node->count;
    return true;
}

static bool read_maintenance(struct study *s, const struct doc_node *node,
                             struct sheet_terms *out)
{
    const struct doc_node *v[M_KEYS];
    if (!doc_bind(&maintenance_schema, node, v, s->dg))
        return false;
    out->hours = study_text(v[M_HOURS], NULL);
    return v[M_RESPONSE] == NULL || read_time(s, v[M_RESPONSE], &out->response);
}

static bool is_truth(const struct doc_node *node)
{
    static const char *const words[] = { "yes", "no", "true", "false" };
    for (size_t i = 0; i < sizeof words / sizeof *words && !node->quoted; i++)
        if (strcmp(node->text, words[i]) == 0)
            return true;
    return false;
}

static bool read_statements(struct study *s, const struct doc_node *node,
                            struct sheet_terms *out)
{
    struct statement *all = ARENA_ARRAY(s->arena, node->count, struct statement);
    for (size_t i = 0; i < node->count; i++) {
        const struct doc_entry *e = &node->entries[i];
        all[i] = (struct statement){ .id = e->key, .at = e->key_at };
        if (!doc_get_text(e->value, &all[i].text, s->dg))
            return false;
        all[i].is_truth = is_truth(e->value);
        if (all[i].is_truth && !doc_get_bool(e->value, &all[i].holds, s->dg))
            return false;
    }
    out->statements = all;
    out->statement_count = node->count;
    return true;
}

bool study_read_terms(struct study *s, const struct doc_node *node)
{
    const struct doc_node *v[KEYS] = { NULL };
    struct sheet_terms *t = ARENA_NEW(s->arena, struct sheet_terms);
    long long places;
    t->response = NAN;
    t->places = currency_places(s->currency);
    s->terms = t;
    if (node != NULL) {
        t->at = node->at;
        if (!doc_bind(&schema, node, v, s->dg))
            return false;
    }
    if (v[DECIMALS] != NULL) {
        if (!doc_get_int(v[DECIMALS], 0, 6, &places, s->dg))
            return false;
        t->places = (int)places;
    }
    if (v[RULES] != NULL) {
        t->rules = v[RULES]->text;
        t->rules_at = v[RULES]->at;
    }
    return read_term(s, v[TERM], t) &&
           (v[GROUPS] == NULL || read_groups(s, v[GROUPS], t)) &&
           (v[SUPPLIERS] == NULL || read_suppliers(s, v[SUPPLIERS], t)) &&
           (v[MAINTENANCE] == NULL || read_maintenance(s, v[MAINTENANCE], t)) &&
           (v[STATEMENTS] == NULL || read_statements(s, v[STATEMENTS], t));
}

void study_set_rules(struct study *s, const char *name, struct where at)
{
    struct sheet_terms *t = ARENA_NEW(s->arena, struct sheet_terms);
    *t = *s->terms;
    t->rules = name;
    t->rules_at = at;
    s->terms = t;
}
