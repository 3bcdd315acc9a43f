#include "commands/study_call.h"

#include "base/arena.h"
#include "base/nearest.h"
#include "base/progress.h"
#include "decisions/cases.h"
#include "decisions/study_order.h"

struct study *study_open(struct command_call *call, const struct option_list *words,
                         const struct study_options *options)
{
    struct study *s = ARENA_NEW(call->arena, struct study);
    const char *path;
    struct where at = { "--case", 1, 1 };
    if (!command_one_word(call, words, "study", &path))
        return NULL;
    bool ok = options->case_id == NULL
                  ? study_read(call->arena, path, s, call->dg)
                  : case_read(call->arena, path, options->case_id, at, s, call->dg);
    const struct option_list *set = &options->set;
    if (!ok)
        return NULL;
    for (size_t i = 0; i < set->count; i++)
        ok = study_set(s, set->items[i],
                       (struct where){ "--set", (unsigned)i + 1, 1 }) &&
             ok;
    return ok ? s : NULL;
}

static size_t draws_in(const struct study *s, const struct study_options *options)
{
    size_t draws = 0;
    for (size_t i = 0; i < s->risk_count; i++)
        draws += options->draws > 0 ? options->draws : s->risks[i].draws;
    return draws;
}

struct decision *study_decide(struct command_call *call,
                              const struct option_list *words,
                              const struct study_options *options)
{
    struct study *s = study_open(call, words, options);
    struct decision *d = ARENA_NEW(call->arena, struct decision);
    struct progress progress;
    struct decide_options how = { .draws = options->draws, .progress = &progress };
    how.threads = (unsigned)options->threads;
    if (s == NULL)
        return NULL;
    if (options->rules != NULL)
        study_set_rules(s, options->rules, (struct where){ "--rules", 1, 1 });
    progress_start(&progress, "draws", draws_in(s, options));
    bool ok = decide(s, &how, d);
    progress_end(&progress);
    return ok ? d : NULL;
}

bool study_choose(struct command_call *call, struct decision *d, const char *scenario)
{
    const struct study *s = d->study;
    if (scenario == NULL)
        return true;
    size_t i = study_scenario(s, scenario);
    if (i < s->scenario_count) {
        d->chosen = i;
        rules_judge(d, d->rules.profile, &d->rules);
        return true;
    }
    const char **ids = ARENA_ARRAY(call->arena, s->scenario_count, const char *);
    const char *among = "";
    for (size_t k = 0; k < s->scenario_count; k++) {
        ids[k] = s->scenarios[k].id;
        among = arena_printf(call->arena, "%s%s%s", among, k > 0 ? ", " : "", ids[k]);
    }
    const char *near = nearest(scenario, ids, s->scenario_count);
    struct where at = { "--scenario", 1, 1 };
    if (near != NULL)
        return diag_error(call->dg, at, "unknown scenario '%s'; did you mean '%s'?",
                          scenario, near);
    return diag_error(call->dg, at, "unknown scenario '%s'; the study has %s", scenario,
                      among);
}
