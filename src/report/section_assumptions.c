/* assumptions - every input with its value, range, source and owner. */
#include "base/arena.h"
#include "base/format.h"
#include "report/section.h"

static const char *or_none(const char *text)
{
    return text != NULL ? text : "none";
}

static const char *range_text(const struct maker *m, const struct node *n)
{
    const struct input *in = n->as.input;
    if (!in->ranged || in->choices != NULL)
        return "";
    return arena_printf(m->a, "%s to %s",
                        format_scaled(m->a, in->lo.x, n->unit, DIGITS),
                        format_scaled(m->a, in->hi.x, n->unit, DIGITS));
}

static void build(struct maker *m)
{
    static const struct doc_column columns[] = {
        { .title = "Input", .weight = 0.7 },  { .title = "Value", .align = DOC_RIGHT },
        { .title = "Range", .weight = 0.7 },  { .title = "What it is", .weight = 2 },
        { .title = "Source", .weight = 1.2 }, { .title = "Owner", .weight = 0.5 },
    };
    struct doc_table *t = add_table(m, columns, 6);
    for (size_t i = 0; i < m->s->name_count; i++) {
        const struct study_name *name = &m->s->names[i];
        if (name->kind != NAME_INPUT)
            continue;
        const struct node *n = graph_node(m->s->graph, name->node);
        const struct pedigree *p = &n->as.input->pedigree;
        const char *source = or_none(p->source);
        if (p->confidence != NULL)
            source = arena_printf(m->a, "%s (%s confidence)", source, p->confidence);
        const char *cells[] = { spoken(m, n->name),
                                input_text(m, n, n->as.input->value.x),
                                range_text(m, n),
                                p->help != NULL ? p->help : "",
                                source,
                                or_none(p->owner) };
        add_row(m, t, DOC_ROW, cells);
    }
    t->note = "Values before any scenario changes them.";
    struct doc_column *c = ARENA_ARRAY(m->a, 2, struct doc_column);
    c[0] = (struct doc_column){ .title = "Scenario", .weight = 1.5 };
    c[1] = (struct doc_column){ .title = "Overrides", .weight = 2 };
    t = add_table(m, c, 2);
    t->title = "What each scenario changes";
    for (size_t i = 0; i < m->s->scenario_count; i++) {
        const struct scenario_case *sc = &m->s->scenarios[i];
        const char *text = "none";
        for (size_t k = 0; k < sc->count; k++) {
            const struct node *n = graph_node(m->s->graph, sc->overrides[k].input);
            const char *one = arena_printf(
                m->a, "%s = %s", spoken(m, n->name),
                input_text(m, n, decide_value(m->d, i, sc->overrides[k].input)));
            text = k == 0 ? one : arena_printf(m->a, "%s; %s", text, one);
        }
        const char *cells[] = { arena_printf(m->a, "%s " TEXT_QUIET "%s" TEXT_END,
                                             scenario_title(m, i),
                                             sc->title != NULL ? sc->id : ""),
                                text };
        add_row(m, t, i == m->d->chosen ? DOC_ROW_CHOSEN : DOC_ROW, cells);
    }
}

const struct section section_assumptions = {
    .name = "assumptions",
    .title = "Assumptions",
    .build = build,
};
