/* check - validates studies, price models and claim files without computing them. */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "commands/command.h"
#include "decisions/cases.h"
#include "decisions/claims.h"
#include "decisions/decide.h"
#include "decisions/rules.h"
#include "doc/schema.h"
#include "doc/yaml.h"
#include "measure/runs.h"
#include "prices/model.h"

static struct option_table options(void)
{
    return (struct option_table){ NULL, 0 };
}

/* The second key tells the kind of a file. */
static const char *kind_of(const struct doc_node *root, struct diag *dg)
{
    static const char *const kinds[] = { "study", "prices",   "cases", "claims",
                                         "plan",  "template", "rules" };
    if (!doc_expect(root, "the file", DOC_WANT_MAPPING, dg))
        return NULL;
    if (root->count < 2 || strcmp(root->entries[0].key, "priceperf") != 0) {
        diag_error(dg, root->at,
                   "no file of priceperf; it begins with 'priceperf: 1' and "
                   "then its kind, as in 'study: NAME'");
        return NULL;
    }
    const struct doc_entry *e = &root->entries[1];
    struct doc_node word = { .kind = DOC_SCALAR, .text = e->key, .at = e->key_at };
    word.length = strlen(e->key);
    size_t i;
    return doc_get_choice(&word, kinds, 7, &i, dg) ? kinds[i] : NULL;
}

static size_t tally[3]; /* by case_status */

static void print_case(const struct case_result *r)
{
    tally[r->status]++;
    if (r->status == CASE_SKIPPED)
        printf("skipped %s: %s\n", r->id, r->words);
    else if (r->status == CASE_FAILED)
        printf("FAILED %s\n%s", r->id, r->words);
    else
        printf("ok %s\n", r->id);
}

static bool check_cases(struct command_call *call, const char *path,
                        const struct doc_node *root)
{
    const struct case_result *results;
    size_t n;
    if (!cases_run(call->arena, root, path, call->dg, &results, &n))
        return false;
    for (size_t i = 0; i < n; i++)
        print_case(&results[i]);
    return true;
}

static bool check_study(struct command_call *call, const char *path)
{
    struct study *s = ARENA_NEW(call->arena, struct study);
    struct claim_list claims;
    if (!study_read(call->arena, path, s, call->dg) || !decide_points(s) ||
        !claims_judge(s, &claims))
        return false;
    printf("%s: study '%s': %zu measurements, %zu inputs and quantities, %zu "
           "alternatives, %zu scenarios, %zu claims\n",
           path, s->id, s->runs->count, s->name_count, s->alternative_count,
           s->scenario_count, claims.count);
    if (doc_get(s->root, "expect") != NULL || doc_get(s->root, "never") != NULL) {
        struct case_result r = case_judge(s);
        print_case(&r);
    }
    return true;
}

static bool check_model(struct command_call *call, const char *path,
                        const struct doc_node *root)
{
    struct model m;
    if (!model_bind(call->arena, root, path, &m, call->dg) ||
        !model_try(call->arena, &m, call->dg))
        return false;
    printf("%s: price model '%s': %zu items, %zu licences\n", path, m.id,
           m.item_count + m.service_count, m.licence_count - m.service_count);
    return true;
}

static bool check_rules(struct command_call *call, const char *path,
                        const struct doc_node *root)
{
    struct study none = { .arena = call->arena, .dg = call->dg };
    struct rule_profile profile;
    none.graph = graph_new(call->arena);
    if (!rules_bind(&none, root, &profile))
        return false;
    printf("%s: rules '%s': %zu checks\n", path, profile.id, profile.count);
    return true;
}

static bool check_file(struct command_call *call, const char *path)
{
    const struct doc_node *root =
        yaml_read(call->arena, path, (struct where){ 0 }, call->dg);
    const char *kind = root != NULL ? kind_of(root, call->dg) : NULL;
    if (kind == NULL)
        return false;
    if (strcmp(kind, "study") == 0)
        return check_study(call, path);
    if (strcmp(kind, "prices") == 0)
        return check_model(call, path, root);
    if (strcmp(kind, "cases") == 0)
        return check_cases(call, path, root);
    if (strcmp(kind, "rules") == 0)
        return check_rules(call, path, root);
    printf("%s: a %s file, checked with the study that names it\n", path, kind);
    return true;
}

static int run(struct command_call *call, const struct option_list *words)
{
    if (words->count == 0)
        diag_error(call->dg, (struct where){ .file = "command line" },
                   "no file given; --help shows how");
    for (size_t i = 0; i < words->count; i++)
        check_file(call, words->items[i]);
    if (tally[CASE_OK] + tally[CASE_FAILED] + tally[CASE_SKIPPED] > 0)
        printf("%zu passed, %zu failed, %zu skipped\n", tally[CASE_OK],
               tally[CASE_FAILED], tally[CASE_SKIPPED]);
    return call->dg->warnings > 0 || tally[CASE_FAILED] > 0 ? EXIT_FOUND : EXIT_ANSWER;
}

const struct command command_check = {
    .name = "check",
    .summary = "validate studies and price models",
    .usage = "FILE...",
    .examples = "  priceperf check data/oracle-compression/study.yaml\n"
                "  priceperf check models/licences/*.yaml\n",
    .options = options,
    .run = run,
};
