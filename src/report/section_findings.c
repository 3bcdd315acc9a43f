/* findings - what the figures say of their own accord, and every warning. */
#include "base/arena.h"
#include "base/buf.h"
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
    struct buf b = buf_on(m->a);
    size_t n = 0;
    for (size_t i = 0; i < dg->count; i++)
        if (dg->messages[i].level == DIAG_WARNING)
            buf_printf(&b, "%s%zu. %s", n > 0 ? "\n" : "", n + 1, dg->messages[i].text),
                n++;
    if (n > 0)
        add_notice(m, DOC_WARNING, n > 1 ? "the inputs leave these open" : NULL,
                   buf_text(&b));
}

const struct section section_findings = {
    .name = "findings",
    .title = "What to know before signing",
    .new_page = true,
    .build = build,
};
