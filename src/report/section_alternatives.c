/* alternatives - side by side in every scenario. */
#include "base/arena.h"
#include "decisions/study_finance.h"
#include "report/section.h"

static void add_scenario(struct maker *m, struct doc_table *t, size_t i)
{
    size_t n = m->s->alternative_count;
    const struct scenario_answer *sc = &m->d->scenarios[i];
    const char **cells = ARENA_ARRAY(m->a, n + 3, const char *);
    cells[0] = scenario_title(m, i);
    for (size_t k = 0; k < n; k++)
        cells[k + 1] = money_number(m, sc->alternatives[k].cost);
    cells[n + 1] = sc->tie ? "the same" : m->s->alternatives[sc->order[0]].title;
    cells[n + 2] = n < 2 ? ""
                         : money_number(m, sc->alternatives[sc->order[1]].cost -
                                               sc->alternatives[sc->order[0]].cost);
    add_row(m, t, i == m->d->chosen ? DOC_ROW_CHOSEN : DOC_ROW, cells);
}

static void add_by_year(struct maker *m)
{
    unsigned years = m->s->horizon < 10 ? m->s->horizon : 10;
    struct doc_column *c = ARENA_ARRAY(m->a, years + 2, struct doc_column);
    c[0] = (struct doc_column){ .title = "Cash by year" };
    for (unsigned t = 0; t <= years; t++)
        c[t + 1] =
            (struct doc_column){ .title = t == 0 ? "purchase"
                                                 : arena_printf(m->a, "year %u", t),
                                 .unit = m->s->currency,
                                 .align = DOC_DECIMAL };
    struct doc_table *t = add_table(m, c, years + 2);
    for (size_t i = 0; i < m->s->alternative_count; i++) {
        const char **cells = ARENA_ARRAY(m->a, years + 2, const char *);
        cells[0] = m->s->alternatives[i].title;
        for (unsigned y = 0; y <= years; y++)
            cells[y + 1] = money_number(
                m, m->d->scenarios[m->d->chosen].alternatives[i].by_year[y]);
        add_row(m, t, DOC_ROW, cells);
    }
    t->note = arena_printf(m->a, "In the scenario \"%s\"; %s.",
                           scenario_title(m, m->d->chosen), study_finance_words(m->s));
}

static void add_musts(struct maker *m)
{
    static const enum doc_status status[] = { DOC_MET, DOC_FAILED, DOC_UNKNOWN };
    for (size_t i = 0; i < m->s->alternative_count; i++) {
        const struct alternative *alt = &m->s->alternatives[i];
        const struct alternative_answer *a =
            &m->d->scenarios[m->d->chosen].alternatives[i];
        if (alt->must_have_count == 0)
            continue;
        struct doc_check *checks =
            ARENA_ARRAY(m->a, alt->must_have_count, struct doc_check);
        for (size_t k = 0; k < alt->must_have_count; k++) {
            checks[k].status = status[a->musts[k]];
            checks[k].text = alt->must_haves[k].words;
            checks[k].evidence = alt->must_haves[k].evidence;
        }
        add_heading(m, arena_printf(m->a, "Must-haves of %s", alt->title));
        struct doc_block *b = add_block(m, DOC_CHECKS);
        b->checks = checks;
        b->count = alt->must_have_count;
    }
}

static void build(struct maker *m)
{
    size_t n = m->s->alternative_count;
    struct doc_column *c = ARENA_ARRAY(m->a, n + 3, struct doc_column);
    c[0] = (struct doc_column){ .title = "Scenario" };
    for (size_t k = 0; k < n; k++)
        c[k + 1] = (struct doc_column){ .title = m->s->alternatives[k].title,
                                        .unit = m->s->currency,
                                        .align = DOC_DECIMAL };
    c[n + 1] = (struct doc_column){ .title = "Cheaper" };
    c[n + 2] = (struct doc_column){ .title = "by",
                                    .unit = m->s->currency,
                                    .align = DOC_DECIMAL };
    add_text(m, arena_printf(m->a,
                             "Total cost over %u years as present value, each scenario "
                             "at what it plans itself. The marked scenario is the one "
                             "that the recommendation stands on.",
                             m->s->horizon));
    struct doc_table *t = add_table(m, c, n + 3);
    for (size_t i = 0; i < m->s->scenario_count; i++)
        add_scenario(m, t, i);
    t->note = "Costs within a relative 1e-9 are called the same.";
    if (m->s->finance == NULL)
        add_by_year(m);
    else
        add_text(m, arena_printf(m->a,
                                 "What is paid in each year: " TEXT_GOTO
                                 "finance" TEXT_TO "see Finance" TEXT_END "; %s.",
                                 study_finance_words(m->s)));
    add_musts(m);
}

const struct section section_alternatives = {
    .name = "alternatives",
    .title = "Alternatives side by side",
    .build = build,
};
