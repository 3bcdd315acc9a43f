#include "decisions/rules.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/share.h"
#include "decisions/rules_judging.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"
#include "doc/yaml.h"

const char *const rule_status_names[] = { "passed", "failed", "unknown" };

enum { VERSION, RULES, TITLE, CHECKS, KEYS };
static const struct doc_field fields[] = {
    [VERSION] = { "priceperf", DOC_WANT_TEXT, DOC_REQUIRED },
    [RULES] = { "rules", DOC_WANT_TEXT, DOC_REQUIRED },
    [TITLE] = { "title", DOC_WANT_TEXT, DOC_OPTIONAL },
    [CHECKS] = { "checks", DOC_WANT_SEQUENCE, DOC_REQUIRED },
};
static const struct doc_schema schema = DOC_SCHEMA("a rule profile", fields);

enum {
    C_CHECK,
    C_CLAUSE,
    C_WORDS,
    C_STATEMENT,
    C_HOURS,
    C_AT_LEAST,
    C_AT_MOST,
    C_WITHIN,
    C_ROUND,
    C_KEYS
};
static const struct doc_field check_fields[] = {
    [C_CHECK] = { "check", DOC_WANT_TEXT, DOC_REQUIRED },
    [C_CLAUSE] = { "clause", DOC_WANT_TEXT, DOC_REQUIRED },
    [C_WORDS] = { "words", DOC_WANT_TEXT, DOC_REQUIRED },
    [C_STATEMENT] = { "statement", DOC_WANT_TEXT, DOC_OPTIONAL },
    [C_HOURS] = { "hours", DOC_WANT_TEXT, DOC_OPTIONAL },
    [C_AT_LEAST] = { "at_least", DOC_WANT_TEXT, DOC_OPTIONAL },
    [C_AT_MOST] = { "at_most", DOC_WANT_TEXT, DOC_OPTIONAL },
    [C_WITHIN] = { "within", DOC_WANT_TEXT, DOC_OPTIONAL },
    [C_ROUND] = { "round", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema check_schema = DOC_SCHEMA("a check", check_fields);

static bool read_number(struct study *s, const struct doc_node *node, double *out)
{
    struct unit unit;
    struct value v;
    *out = NAN;
    if (node == NULL)
        return true;
    if (!study_literal(s, node, NULL, &v, &unit))
        return false;
    *out = v.x;
    return true;
}

static bool read_rule(struct study *s, const struct doc_node *node, struct rule *out)
{
    const struct doc_node *v[C_KEYS];
    const char **names = ARENA_ARRAY(s->arena, rule_check_count(), const char *);
    size_t which;
    if (!doc_bind(&check_schema, node, v, s->dg))
        return false;
    for (size_t i = 0; i < rule_check_count(); i++)
        names[i] = rule_check_at(i)->name;
    if (!doc_get_choice(v[C_CHECK], names, rule_check_count(), &which, s->dg))
        return false;
    *out = (struct rule){ .check = rule_check_at(which), .at = node->at };
    out->clause = v[C_CLAUSE]->text;
    out->words = v[C_WORDS]->text;
    out->statement = study_text(v[C_STATEMENT], NULL);
    out->hours = study_text(v[C_HOURS], NULL);
    out->round_set = v[C_ROUND] != NULL;
    if (out->check->needs != NULL && doc_get(node, out->check->needs) == NULL)
        return diag_error(s->dg, node->at, "the check '%s' needs %s:", out->check->name,
                          out->check->needs);
    return read_number(s, v[C_AT_LEAST], &out->at_least) &&
           read_number(s, v[C_AT_MOST], &out->at_most) &&
           read_number(s, v[C_WITHIN], &out->within) &&
           (v[C_ROUND] == NULL || doc_get_choice(v[C_ROUND], ratio_rounding_names,
                                                 RATIO_ROUNDINGS, &out->round, s->dg));
}

bool rules_bind(struct study *s, const struct doc_node *root, struct rule_profile *out)
{
    const struct doc_node *v[KEYS];
    long long version;
    if (!doc_bind(&schema, root, v, s->dg) ||
        !doc_get_int(v[VERSION], 1, 1, &version, s->dg))
        return false;
    struct rule *rules = ARENA_ARRAY(s->arena, v[CHECKS]->count, struct rule);
    bool ok = true;
    for (size_t i = 0; i < v[CHECKS]->count; i++)
        ok = read_rule(s, doc_at(v[CHECKS], i), &rules[i]) && ok;
    *out = (struct rule_profile){ v[RULES]->text, study_text(v[TITLE], v[RULES]->text),
                                  rules, v[CHECKS]->count };
    return ok;
}

bool rules_read(struct study *s, const struct rule_profile **out)
{
    const char *name = s->terms->rules;
    struct where at = s->terms->rules_at;
    *out = NULL;
    if (name == NULL)
        return true;
    const char *file = arena_printf(s->arena, "rules/%s.yaml", name);
    const char *path = strchr(name, '/') == NULL
                           ? share_find(s->arena, s->folder, "templates", file)
                           : NULL;
    if (path == NULL)
        return diag_error(s->dg, at,
                          "no rules '%s' beside the study (%s) nor among the installed "
                          "templates",
                          name, file);
    struct study_file noted = { .path = file, .kind = "rules" };
    struct rule_profile *profile = ARENA_NEW(s->arena, struct rule_profile);
    const struct doc_node *root = yaml_read(s->arena, path, at, s->dg);
    *out = profile;
    return root != NULL && rules_bind(s, root, profile) &&
           study_note_file(s, &noted, path, at);
}

/* ---- judging ---- */

void judge_says(struct judging *j, enum rule_status status, struct where at,
                const char *evidence)
{
    j->out->status = status;
    j->out->at = at;
    j->out->evidence = evidence;
}

double judge_value(const struct judging *j, node_id id)
{
    return id == NO_NODE ? NAN : decide_value(j->d, j->d->chosen, id);
}

void rules_judge(const struct decision *d, const struct rule_profile *profile,
                 struct rule_results *out)
{
    struct study *s = d->study;
    *out = (struct rule_results){ .profile = profile };
    if (profile == NULL)
        return;
    struct rule_result *all = ARENA_ARRAY(
        s->arena, profile->count * s->alternative_count, struct rule_result);
    for (size_t a = 0; a < s->alternative_count; a++)
        for (size_t i = 0; i < profile->count; i++) {
            const struct alternative *alt = &s->alternatives[a];
            struct rule_result *r = &all[out->count++];
            *r = (struct rule_result){ .rule = &profile->rules[i],
                                       .alternative = alt->id,
                                       .evidence = "" };
            struct judging j = {
                s->arena, d, s, alt, alt->order, &profile->rules[i], r
            };
            r->rule->check->judge(&j);
            out->failed += r->status == RULE_FAILED;
            out->unknown += r->status == RULE_UNKNOWN;
        }
    out->items = all;
}
