/* audit - stated conclusions against the figures. */
#include <stdio.h>

#include "base/arena.h"
#include "commands/command.h"
#include "decisions/claims.h"
#include "writers/text_wrap.h"

static struct option_table options(void)
{
    return (struct option_table){ NULL, 0 };
}

static void print_claim(struct arena *a, const struct claim_result *c)
{
    static const struct text_place below = { "              ", 88 };
    const struct text_place first = {
        arena_printf(a, "%-13s ", verdict_names[c->verdict]), 88
    };
    text_put(stdout, a, arena_printf(a, "%s: %s", c->id, c->quantity), first);
    text_put(stdout, a,
             arena_printf(a, "stated %s (%s), recomputed %s", c->stated, c->words,
                          c->recomputed),
             below);
    text_put(stdout, a, c->why, below);
}

static int run(struct command_call *call, const struct option_list *words)
{
    struct study *s = ARENA_NEW(call->arena, struct study);
    struct claim_list claims;
    size_t count[VERDICT_COUNT] = { 0 };
    const char *path;
    if (!command_one_word(call, words, "study", &path) ||
        !study_read(call->arena, path, s, call->dg) || !claims_judge(s, &claims))
        return EXIT_INPUT;
    for (size_t i = 0; i < claims.count; i++) {
        print_claim(call->arena, &claims.items[i]);
        count[claims.items[i].verdict]++;
    }
    printf("\n%zu claims:", claims.count);
    for (size_t v = 0; v < VERDICT_COUNT; v++)
        if (count[v] > 0)
            printf(" %zu %s", count[v], verdict_names[v]);
    putchar('\n');
    return count[VERDICT_CONFIRMED] == claims.count ? EXIT_ANSWER : EXIT_FOUND;
}

const struct command command_audit = {
    .name = "audit",
    .summary = "check stated conclusions against the figures",
    .usage = "STUDY",
    .examples = "  priceperf audit data/oracle-compression/study.yaml\n",
    .options = options,
    .run = run,
};
