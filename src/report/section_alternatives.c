/* alternatives - side by side in every scenario. */
#include "base/arena.h"
#include "decisions/returns.h"
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

/* Capex and opex apart, and what compares unequal lives; with a finance block only. */
static void add_capex_opex(struct maker *m)
{
    static const char *const titles[] = { "Purchases less residual value, before tax",
                                          "Recurring payments, before tax",
                                          "Equivalent annual cost over one life" };
    size_t n = m->s->alternative_count;
    if (m->s->finance == NULL)
        return;
    struct doc_column *c = ARENA_ARRAY(m->a, n + 1, struct doc_column);
    c[0] = (struct doc_column){ .title = "Capex and opex" };
    for (size_t i = 0; i < n; i++)
        c[i + 1] = (struct doc_column){ .title = m->s->alternatives[i].title,
                                        .unit = m->s->currency,
                                        .align = DOC_DECIMAL };
    struct doc_table *t = add_table(m, c, n + 1);
    for (size_t r = 0; r < 3; r++) {
        const char **cells = ARENA_ARRAY(m->a, n + 1, const char *);
        cells[0] = titles[r];
        for (size_t i = 0; i < n; i++) {
            const struct alternative *alt = &m->s->alternatives[i];
            node_id id = r == 0   ? alt->capex
                         : r == 1 ? alt->opex
                                  : alt->equivalent_annual;
            cells[i + 1] = money_number(m, decide_value(m->d, m->d->chosen, id));
        }
        add_row(m, t, DOC_ROW, cells);
    }
}

/* Each other alternative as an investment against the first. */
static void add_returns(struct maker *m)
{
    static const struct doc_column columns[] = {
        { .title = "As an investment" },
        { .title = "Present value", .align = DOC_DECIMAL },
        { .title = "Rate of return" },
        { .title = "Payback" },
        { .title = "Discounted payback" },
    };
    struct returns r;
    struct doc_table *t = NULL;
    for (size_t i = 1; i < m->s->alternative_count; i++) {
        if (!returns_of(m->d, m->d->chosen, 0, i, &r))
            return;
        t = t != NULL ? t : add_table(m, columns, 5);
        const char *cells[] = {
            m->s->alternatives[i].title, money_number(m, r.net_present_value),
            returns_rate_text(m->a, &r),
            returns_payback_text(m->a, r.payback_status, &r.payback),
            returns_payback_text(m->a, r.discounted_status, &r.discounted)
        };
        add_row(m, t, DOC_ROW, cells);
    }
    if (t != NULL)
        t->note = arena_printf(m->a,
                               "What each saves against %s by year, in the same "
                               "scenario; every rate of return is given.",
                               m->s->alternatives[0].title);
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
    add_by_year(m);
    add_capex_opex(m);
    add_returns(m);
    add_musts(m);
}

const struct section section_alternatives = {
    .name = "alternatives",
    .title = "Alternatives side by side",
    .build = build,
};
