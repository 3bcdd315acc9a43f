/* rules - what a pricing regime demands of the price sheets, a row a check. */
#include "base/arena.h"
#include "report/section.h"

static const char *place(const struct maker *m, struct where at)
{
    return at.line > 0 ? arena_printf(m->a, " (line %u)", at.line) : "";
}

static void add_summary(struct maker *m, const struct rule_results *r)
{
    size_t passed = r->count - r->failed - r->unknown;
    add_text(m,
             arena_printf(m->a,
                          "By the %s: %zu checks passed, %zu failed, %zu unknown, in "
                          "the scenario \"%s\".",
                          r->profile->title, passed, r->failed, r->unknown,
                          scenario_title(m, m->d->chosen)));
}

static void build(struct maker *m)
{
    static const struct doc_column columns[] = {
        { .title = "Demand", .weight = 1.4 },
        { .title = "Result", .weight = 0.4 },
        { .title = "Evidence", .weight = 1.4 },
        { .title = "Rests on", .weight = 1 },
    };
    const struct rule_results *r = &m->d->rules;
    struct doc_table *t = NULL;
    if (r->profile == NULL)
        return;
    add_summary(m, r);
    for (size_t i = 0; i < r->count; i++) {
        const struct rule_result *x = &r->items[i];
        if (i % r->profile->count == 0) {
            t = add_table(m, columns, 4);
            t->title =
                m->s->alternatives[study_alternative(m->s, x->alternative)].title;
        }
        const char *status = rule_status_names[x->status];
        const char *cells[] = {
            x->rule->words,
            x->status == RULE_FAILED
                ? arena_printf(m->a, TEXT_STRONG "%s" TEXT_END, status)
                : status,
            arena_printf(m->a, "%s%s", x->evidence, place(m, x->at)), x->rule->clause
        };
        add_row(m, t, DOC_ROW, cells);
    }
}

const struct section section_rules = {
    .name = "rules",
    .title = "Pricing rules",
    .build = build,
};
