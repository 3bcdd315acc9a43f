/* claims - what others stated, against the figures. */
#include <string.h>

#include "base/arena.h"
#include "report/section.h"

static void build(struct maker *m)
{
    static const struct doc_column columns[] = {
        { .title = "Claim", .weight = 1 },        { .title = "Stated", .weight = 0.5 },
        { .title = "Recomputed", .weight = 0.6 }, { .title = "Verdict", .weight = 0.4 },
        { .title = "Why", .weight = 2.4 },
    };
    const struct claim_list *l = &m->d->claims;
    size_t count[VERDICT_COUNT] = { 0 };
    if (l->count == 0)
        return;
    for (size_t i = 0; i < l->count; i++)
        count[l->items[i].verdict]++;
    add_text(m, arena_printf(
                    m->a,
                    "%zu statements of %s, judged by their own words: %zu confirmed, "
                    "%zu only when cut off instead of rounded, %zu on another basis, "
                    "%zu contradicted, %zu in the wrong direction, %zu unverifiable.",
                    l->count, l->source, count[VERDICT_CONFIRMED],
                    count[VERDICT_TRUNCATED], count[VERDICT_BASIS],
                    count[VERDICT_CONTRADICTED], count[VERDICT_DIRECTION],
                    count[VERDICT_UNVERIFIABLE]));
    struct doc_table *t = add_table(m, columns, 5);
    for (size_t i = 0; i < l->count; i++) {
        const struct claim_result *c = &l->items[i];
        const char *cells[] = { c->quantity,
                                strcmp(c->words, "exact") == 0
                                    ? c->stated
                                    : arena_printf(m->a, "%s (%s)", c->stated,
                                                   c->words),
                                c->recomputed, verdict_names[c->verdict], c->why };
        add_row(m, t, DOC_ROW, cells);
    }
}

const struct section section_claims = {
    .name = "claims",
    .title = "Claims against figures",
    .build = build,
};
