/* licences - every chain with its steps, and what each reading of the rule gives. */
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "report/readings.h"
#include "report/section.h"

/* Money of a node at purchase and of another each year; either may be nothing. */
static const char *once_and_yearly(struct maker *m, size_t scenario, node_id once,
                                   node_id yearly)
{
    double a = decide_value(m->d, scenario, once);
    double b = yearly != NO_NODE ? decide_value(m->d, scenario, yearly) : 0;
    if (b == 0)
        return in_money(m, a);
    if (a == 0)
        return arena_printf(m->a, "%s a year", in_money(m, b));
    return arena_printf(m->a, "%s, %s a year", in_money(m, a), in_money(m, b));
}

/* What a step is worth where only this line's own counts matter: all readings, so that
 * a reviewer sees what the other meaning of the rule would cost. */
static void add_chain(struct maker *m, struct doc_table *t, const struct line *l,
                      const struct licence_count *c)
{
    double counted = decide_value(m->d, m->d->chosen, c->counted);
    bool service = l->licence->licence->service;
    bool low =
        c->pedigree.confidence != NULL && strcmp(c->pedigree.confidence, "low") == 0;
    const char *group[] = {
        arena_printf(m->a, "%s by %s%s%s", l->label, spoken(m, c->metric->label),
                     counted != 0 ? "" : " (not in the reading used)",
                     low ? ", a price of low confidence" : ""),
        "", ""
    };
    add_row(m, t, DOC_ROW_GROUP, group);
    for (size_t i = 0; i < c->step_count; i++) {
        const struct node *n = graph_node(m->s->graph, c->steps[i].node);
        double x = decide_value(m->d, m->d->chosen, c->steps[i].node);
        const char *cells[] = {
            arena_printf(m->a, "%zu. %s%s", i + 1, c->steps[i].words,
                         decide_binds(m->d, m->d->chosen, &c->steps[i]) ? " (binding)"
                                                                        : ""),
            dim_is_money(n->unit.dim) ? in_money(m, x)
                                      : format_quantity(m->a, x, n->unit, 6),
            l->licence->by_host && !service ? "on one host" : ""
        };
        add_row(m, t, DOC_ROW, cells);
    }
    const char *total[] = { service               ? "in all, as read"
                            : l->licence->by_host ? "over all licensed hosts, as read"
                                                  : "as read",
                            once_and_yearly(m, m->d->chosen, c->amount,
                                            c->by_year != NULL ? c->by_year[1]
                                                               : NO_NODE),
                            "" };
    add_row(m, t, DOC_ROW_SUBTOTAL, total);
}

/* What the rule says of each reading that a scenario uses: once, not in every row. */
static void add_rules(struct maker *m, const struct line *l)
{
    const char **texts = ARENA_ARRAY(m->a, m->s->scenario_count, const char *);
    size_t n = 0;
    for (size_t i = 0; i < m->s->scenario_count; i++) {
        const struct reading *r = decide_reading(m->d, l, i);
        const char *words = r->against != NULL ? r->against : r->words;
        bool told = words == NULL;
        for (size_t k = 0; k < i && !told; k++)
            told = decide_reading(m->d, l, k) == r;
        if (!told)
            texts[n++] = arena_printf(m->a, TEXT_STRONG "%s" TEXT_END ": %s",
                                      spoken(m, r->name), words);
    }
    if (n == 0)
        return;
    struct doc_block *b = add_block(m, DOC_BULLETS);
    b->texts = texts;
    b->count = n;
}

static void add_readings(struct maker *m, const struct line *l)
{
    static const struct doc_column columns[] = {
        { .title = "Scenario", .weight = 2 },
        { .title = "Reading" },
        { .title = "Amount", .align = DOC_RIGHT },
    };
    if (l->licence->licence->reading_count < 2)
        return;
    add_heading(m, arena_printf(m->a, "Readings of %s", l->label));
    struct doc_table *t = add_table(m, columns, 3);
    for (size_t i = 0; i < m->s->scenario_count; i++) {
        const struct reading *r = decide_reading(m->d, l, i);
        const char *cells[] = {
            scenario_title(m, i),
            spoken(m, r->name),
            once_and_yearly(m, i, l->amount, l->yearly),
        };
        add_row(m, t, i == m->d->chosen ? DOC_ROW_CHOSEN : DOC_ROW, cells);
    }
    add_rules(m, l);
}

/* Nothing is required and nothing owned: the chain would be a column of zeros. */
static bool idle(const struct maker *m, const struct line *l)
{
    for (size_t i = 0; i < l->licence->licence->metric_count; i++) {
        const struct licence_count *c = &l->licence->counts[i];
        if (decide_value(m->d, m->d->chosen, c->required) != 0 || c->owned != NO_NODE)
            return false;
    }
    return true;
}

static void build(struct maker *m)
{
    static const struct doc_column columns[] = {
        { .title = "Step", .weight = 2 },
        { .title = "Value", .align = DOC_RIGHT },
        { .title = "" },
    };
    for (size_t a = 0; a < m->s->alternative_count; a++)
        for (size_t k = 0; k < m->s->alternatives[a].line_count; k++) {
            const struct line *l = &m->s->alternatives[a].lines[k];
            if (l->licence == NULL)
                continue;
            if (idle(m, l)) {
                add_text(m, arena_printf(m->a,
                                         "%s: no %s is required in the scenario "
                                         "\"%s\".",
                                         m->s->alternatives[a].title, l->label,
                                         scenario_title(m, m->d->chosen)));
                add_readings(m, l);
                continue;
            }
            struct doc_table *t = add_table(m, columns, 3);
            t->title =
                arena_printf(m->a, "%s: %s", m->s->alternatives[a].title, l->label);
            for (size_t i = 0; i < l->licence->licence->metric_count; i++)
                add_chain(m, t, l, &l->licence->counts[i]);
            add_readings(m, l);
            add_every_reading(m, l);
            add_evidence(m, l);
        }
}

const struct section section_licences = {
    .name = "licences",
    .title = "Licences and services",
    .build = build,
};
