#include "commands/study_call.h"

#include "base/arena.h"
#include "base/progress.h"

struct study *study_open(struct command_call *call, const struct option_list *words,
                         const struct option_list *set)
{
    struct study *s = ARENA_NEW(call->arena, struct study);
    const char *path;
    if (!command_one_word(call, words, "study", &path) ||
        !study_read(call->arena, path, s, call->dg))
        return NULL;
    bool ok = true;
    for (size_t i = 0; i < set->count; i++)
        ok = study_set(s, set->items[i],
                       (struct where){ "--set", (unsigned)i + 1, 1 }) &&
             ok;
    return ok ? s : NULL;
}

struct decision *study_decide(struct command_call *call,
                              const struct option_list *words,
                              const struct study_options *options)
{
    struct study *s = study_open(call, words, &options->set);
    struct decision *d = ARENA_NEW(call->arena, struct decision);
    struct decide_options how = { .draws = options->draws };
    how.threads = (unsigned)options->threads;
    return s != NULL && decide(s, &how, d) ? d : NULL;
}
