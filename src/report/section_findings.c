/* findings - what the figures say of their own accord, and every warning. */
#include "base/arena.h"
#include "base/buf.h"
#include "report/readings.h"
#include "report/section.h"

/* The findings of the study, and readings that nobody has decided. */
static void add_sayings(struct maker *m)
{
    const char **texts = NULL;
    size_t n = 0, capacity = 0;
    for (size_t i = 0; i < m->d->finding_count; i++)
        ARENA_PUSH(m->a, texts, n, capacity) = m->d->findings[i].text;
    for (size_t i = 0; i < m->s->alternative_count; i++)
        for (size_t k = 0; k < m->s->alternatives[i].line_count; k++) {
            const struct line *l = &m->s->alternatives[i].lines[k];
            const char *words = l->licence != NULL ? undecided_reading(m, l) : NULL;
            if (words != NULL)
                ARENA_PUSH(m->a, texts, n, capacity) = words;
        }
    if (n == 0)
        return;
    struct doc_block *b = add_block(m, DOC_BULLETS);
    b->texts = texts;
    b->count = n;
}

static void build(struct maker *m)
{
    const struct diag *dg = m->s->dg;
    add_sayings(m);
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
