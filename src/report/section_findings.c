/* findings - what the figures say of their own accord, and every warning. */
#include "base/arena.h"
#include "report/section.h"

static void build(struct maker *m)
{
    const struct diag *dg = m->s->dg;
    if (m->d->finding_count > 0) {
        const char **texts = ARENA_ARRAY(m->a, m->d->finding_count, const char *);
        for (size_t i = 0; i < m->d->finding_count; i++)
            texts[i] = m->d->findings[i].text;
        struct doc_block *b = add_block(m, DOC_BULLETS);
        b->texts = texts;
        b->count = m->d->finding_count;
    }
    for (size_t i = 0; i < dg->count; i++)
        if (dg->messages[i].level == DIAG_WARNING)
            add_notice(m, DOC_WARNING, NULL, dg->messages[i].text);
}

const struct section section_findings = {
    .name = "findings",
    .title = "What to know before signing",
    .build = build,
};
