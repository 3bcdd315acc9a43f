/* summary - the page that is signed. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/format.h"
#include "report/bill.h"
#include "report/chart.h"
#include "report/section.h"

static void add_stand(struct maker *m)
{
    size_t tally[3] = { 0 };
    struct buf b = buf_on(m->a);
    buf_printf(&b, "It stands on the scenario " TEXT_STRONG "%s" TEXT_END ".",
               scenario_title(m, m->d->chosen));
    if (m->s->break_even_count > 0 && m->s->scenario_count > 1) {
        const struct break_even_question *q = &m->s->break_evens[0];
        for (size_t i = 0; i < m->s->scenario_count; i++)
            tally[m->d->break_evens[0][i].cheaper == CHEAPER_A   ? 0
                  : m->d->break_evens[0][i].cheaper == CHEAPER_B ? 1
                                                                 : 2]++;
        buf_printf(
            &b, " At what each scenario plans, %s is cheaper in %zu of %zu, %s in %zu",
            m->s->alternatives[q->a].title, tally[0], m->s->scenario_count,
            m->s->alternatives[q->b].title, tally[1]);
        if (tally[2] > 0)
            buf_printf(&b, ", and both cost the same in %zu", tally[2]);
        buf_char(&b, '.');
    }
    add_text(m, buf_text(&b));
}

struct cost_row {
    const char *name;
    double value;
};

/* With a finance block what it makes of the list: capex, opex and tax. */
static size_t cost_rows(const struct maker *m, size_t i, struct cost_row *out)
{
    const struct alternative *alt = &m->s->alternatives[i];
    const struct alternative_answer *a = &m->d->scenarios[m->d->chosen].alternatives[i];
    size_t n = 0;
    if (m->s->finance == NULL) {
        out[n++] = (struct cost_row){ "Purchase (capex)", a->purchase };
        out[n++] = (struct cost_row){ "Recurring a year (opex)", a->yearly };
    } else {
        const struct cost_row rows[] = {
            { "Capex less residual value",
              decide_value(m->d, m->d->chosen, alt->capex) },
            { "Opex, all years", decide_value(m->d, m->d->chosen, alt->opex) },
            { "Tax (negative: saved)", decide_value(m->d, m->d->chosen, alt->tax) },
        };
        memcpy(out, rows, sizeof rows);
        n = 3;
    }
    out[n++] = (struct cost_row){ "Cash of year 1", a->by_year[0] + a->by_year[1] };
    out[n++] = (struct cost_row){ "Total, undiscounted", a->nominal };
    out[n++] = (struct cost_row){ "Total, present value", a->cost };
    return n;
}

static void add_costs(struct maker *m)
{
    size_t n = m->s->alternative_count < 4 ? m->s->alternative_count : 4;
    struct doc_column *columns = ARENA_ARRAY(m->a, n + 1, struct doc_column);
    struct cost_row rows[4][6];
    size_t count = 0;
    columns[0] = (struct doc_column){ .title = "Cost" };
    for (size_t i = 0; i < n; i++) {
        count = cost_rows(m, i, rows[i]);
        columns[i + 1] = (struct doc_column){ .title = m->s->alternatives[i].title,
                                              .unit = m->s->currency,
                                              .align = DOC_DECIMAL };
    }
    struct doc_table *t = add_table(m, columns, n + 1);
    for (size_t r = 0; r < count; r++) {
        const char **cells = ARENA_ARRAY(m->a, n + 1, const char *);
        cells[0] = rows[0][r].name;
        for (size_t i = 0; i < n; i++)
            cells[i + 1] = money_number(m, rows[i][r].value);
        add_row(m, t, r + 1 == count ? DOC_ROW_TOTAL : DOC_ROW, cells);
    }
    const char *rate = of_node(m, m->d->chosen, m->s->discount_rate);
    t->note =
        m->s->finance == NULL
            ? arena_printf(m->a,
                           "Year 1: purchase and the payments at its end. "
                           "Discount rate %s.",
                           rate)
            : arena_printf(m->a,
                           "Nominal but the last; " TEXT_GOTO "finance" TEXT_TO
                           "see Finance" TEXT_END " for the terms. Discount rate %s.",
                           rate);
}

/* ---- facts ---- */

struct facts {
    struct maker *m;
    struct doc_figure items[12];
    size_t count;
};

static void fact(struct facts *f, const char *label, const char *value,
                 const char *note)
{
    f->items[f->count++] = (struct doc_figure){ label, value, note };
}

/* Whether an earlier line of a bill has the same words. */
static bool named_before(const char *const *names, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* What is priced with low confidence in the bills: each thing once. */
static size_t doubtful(const struct maker *m, const char **names, size_t most)
{
    size_t n = 0;
    for (size_t i = 0; i < m->s->alternative_count; i++) {
        struct bill b = bill_of(m, m->d->chosen, i);
        for (size_t k = 0; k < b.count; k++) {
            const struct pedigree *p = b.lines[k].pedigree;
            if (p != NULL && p->confidence != NULL && n < most &&
                strcmp(p->confidence, "low") == 0 &&
                !named_before(names, n, b.lines[k].description))
                names[n++] = b.lines[k].description;
        }
    }
    return n;
}

static void fact_prices(struct facts *f)
{
    enum { NAMED = 3, MOST = 64 };
    const struct study *s = f->m->s;
    const char *names[MOST];
    size_t n = doubtful(f->m, names, MOST);
    struct buf b = buf_on(f->m->a);
    for (size_t i = 0; i < n && i < NAMED; i++)
        buf_printf(&b, "%s%s", i > 0 ? "; " : "of low confidence: ", names[i]);
    if (n > NAMED)
        buf_printf(&b, "; and %zu more", n - NAMED);
    if (n > 0)
        buf_printf(&b, ". ");
    buf_printf(&b, "%s quote and no validity is stated; ask for both before ordering",
               n > 0 ? "No" : "no");
    fact(f, "Prices",
         arena_printf(f->m->a, "list, as of %s", date_text(f->m->a, s->prices_as_of)),
         buf_text(&b));
}

static void fact_risk(struct facts *f)
{
    struct maker *m = f->m;
    if (m->s->risk_count == 0)
        return;
    const struct draws_result *r = &m->d->risks[0];
    const struct break_even_question *q = &m->s->break_evens[m->s->risks[0].of];
    const char *a = m->s->alternatives[q->a].title, *b = m->s->alternatives[q->b].title;
    bool all = isfinite(r->break_even.p5) && isfinite(r->break_even.p95);
    const char *lo =
        isfinite(r->break_even.p5) ? in_unit(m, q->variable, r->break_even.p5) : "none";
    const char *hi = isfinite(r->break_even.p95)
                         ? in_unit(m, q->variable, r->break_even.p95)
                         : "none in range";
    fact(f, "Break-even, 5 to 95 %", arena_printf(m->a, "%s to %s", lo, hi),
         arena_printf(m->a,
                      "scenario \"%s\", %s%s draws of spread inputs; " TEXT_GOTO
                      "risk" TEXT_TO "see Risk" TEXT_END,
                      scenario_title(m, m->s->risks[0].scenario),
                      all ? "" : "some without a root, ",
                      format_number(m->a, (double)r->draws, 15)));
    fact(f, "Cost of being wrong",
         arena_printf(m->a, "%s with %s, %s with %s", in_money_about(m, r->regret[0]),
                      a, in_money_about(m, r->regret[1]), b),
         arena_printf(m->a, "what the choice costs too much on average at %s",
                      in_unit(m, q->variable, r->variable_at)));
}

static void fact_musts(struct facts *f)
{
    struct maker *m = f->m;
    size_t all = 0, failed = 0, unknown = 0;
    for (size_t i = 0; i < m->s->alternative_count; i++)
        for (size_t k = 0; k < m->s->alternatives[i].must_have_count; k++) {
            enum must_status st =
                m->d->scenarios[m->d->chosen].alternatives[i].musts[k];
            all++;
            failed += st == STATUS_FAILED;
            unknown += st == STATUS_UNKNOWN;
        }
    if (all == 0)
        fact(f, "Must-haves", "none stated", "nothing was checked but the cost");
    else
        fact(f, "Must-haves",
             arena_printf(m->a, "%zu failed, %zu unknown of %zu", failed, unknown, all),
             "");
}

static void fact_licences(struct facts *f)
{
    struct maker *m = f->m;
    struct buf b = buf_on(m->a);
    bool known = false;
    for (size_t i = 0; i < m->s->alternative_count; i++) {
        size_t n = 0;
        buf_printf(&b, "%s%s: ", i > 0 ? "; " : "", m->s->alternatives[i].title);
        for (size_t k = 0; k < m->s->alternatives[i].line_count; k++) {
            const struct line *l = &m->s->alternatives[i].lines[k];
            if (l->licence != NULL && l->licence->licence->service)
                continue;
            for (size_t c = 0;
                 l->licence != NULL && c < l->licence->licence->metric_count; c++) {
                const struct licence_count *count = &l->licence->counts[c];
                double required = decide_value(m->d, m->d->chosen, count->required);
                if (required == 0)
                    continue;
                buf_printf(
                    &b, "%s%s %s of %s", n++ > 0 ? " and " : "",
                    format_number(
                        m->a,
                        required /
                            graph_node(m->s->graph, count->required)->unit.factor,
                        6),
                    count->metric->unit, l->label);
                if (count->owned == NO_NODE)
                    continue;
                known = true;
                buf_printf(&b, " (%s owned)",
                           format_number(m->a,
                                         decide_value(m->d, m->d->chosen, count->owned),
                                         6));
            }
        }
        if (n == 0)
            buf_printf(&b, "none");
    }
    fact(f, "Licences required", buf_text(&b),
         known ? "what is owned is taken off the bill; " TEXT_GOTO "licences" TEXT_TO
                 "see Licences" TEXT_END
               : "owned before: not stated, so all are bought; " TEXT_GOTO
                 "licences" TEXT_TO "see Licences" TEXT_END);
}

static void fact_open(struct facts *f)
{
    struct maker *m = f->m;
    size_t warnings = m->s->dg->warnings, findings = m->d->finding_count;
    if (warnings + findings == 0)
        return;
    fact(f, "Warnings",
         arena_printf(m->a, "%zu warning%s, %zu finding%s", warnings,
                      warnings == 1 ? "" : "s", findings, findings == 1 ? "" : "s"),
         "read them first: " TEXT_GOTO "findings" TEXT_TO
         "see What to know before signing" TEXT_END);
}

/* The weaker, the more doubtful its source and the further it moves the answer. */
static int doubt(const struct maker *m, const struct study_name *n)
{
    const struct input *in = graph_node(m->s->graph, n->node)->as.input;
    int points = 0;
    points += in->pedigree.source == NULL ? 2 : 0;
    points +=
        in->pedigree.confidence != NULL && strcmp(in->pedigree.confidence, "low") == 0
            ? 3
            : 0;
    points +=
        in->distribution.shape != SHAPE_NONE && in->distribution.source == NULL ? 2 : 0;
    points += n->against != NO_NODE ? 3 : 0;
    for (size_t i = 0; m->s->sensitivity_count > 0 && i < m->d->sensitivities[0].count;
         i++)
        if (m->d->sensitivities[0].rows[i].input == n->node)
            points += i < 3 ? 2 : 1;
    return points;
}

static void fact_weakest(struct facts *f)
{
    struct maker *m = f->m;
    struct buf b = buf_on(m->a);
    bool *taken = ARENA_ARRAY(m->a, m->s->name_count, bool);
    for (size_t k = 0; k < 3; k++) {
        size_t best = m->s->name_count;
        int most = 0;
        for (size_t i = 0; i < m->s->name_count; i++) {
            int points = m->s->names[i].kind == NAME_INPUT && !taken[i]
                             ? doubt(m, &m->s->names[i])
                             : 0;
            if (points > most) {
                most = points;
                best = i;
            }
        }
        if (best == m->s->name_count)
            break;
        taken[best] = true;
        const struct node *n = graph_node(m->s->graph, m->s->names[best].node);
        const char *owner = n->as.input->pedigree.owner;
        buf_printf(
            &b, "%s%s %s (%s)", k > 0 ? "; " : "", spoken(m, n->name),
            input_text(m, n, decide_value(m->d, m->d->chosen, m->s->names[best].node)),
            owner != NULL ? owner : "no owner");
    }
    fact(f, "Weakest assumptions", buf_text(&b),
         "as used here, with who answers for them; " TEXT_GOTO "assumptions" TEXT_TO
         "see Assumptions" TEXT_END);
}

static void add_facts(struct maker *m)
{
    struct facts f = { .m = m };
    fact_prices(&f);
    fact_risk(&f);
    fact_open(&f);
    fact_musts(&f);
    fact_licences(&f);
    fact_weakest(&f);
    fact(&f, "Approval threshold", "none stated",
         "the study names no limits of approval");
    struct doc_figure *items = ARENA_ARRAY(m->a, f.count, struct doc_figure);
    memcpy(items, f.items, f.count * sizeof *items);
    struct doc_block *b = add_block(m, DOC_FACTS);
    b->figures = items;
    b->count = f.count;
}

static void add_signatures(struct maker *m)
{
    const struct document_facts *d = &m->s->document;
    struct doc_signature *s = ARENA_ARRAY(m->a, 3, struct doc_signature);
    s[0] = (struct doc_signature){ "Prepared", d->prepared_by, "" };
    s[1] = (struct doc_signature){ "Reviewed", d->reviewed_by, "" };
    s[2] = (struct doc_signature){ "Approved", d->approved_by, "" };
    struct doc_block *b = add_block(m, DOC_SIGNATURES);
    b->signatures = s;
    b->count = 3;
}

static void build(struct maker *m)
{
    struct advice v = advise(m);
    add_block(m, DOC_LEAD)->text = v.sentence;
    add_stand(m);
    const struct plot *plot = chart_find("cost")->build(m);
    if (plot != NULL) {
        struct plot *small = ARENA_NEW(m->a, struct plot);
        struct doc_block *columns = add_block(m, DOC_COLUMNS);
        struct maker left = *m, right = *m;
        *small = *plot;
        small->width_mm = 92;
        small->height_mm = 72;
        columns->share = 0.44;
        left.blocks = &columns->left;
        right.blocks = &columns->right;
        add_costs(&left);
        add_plot(&right, small, NULL);
    } else {
        add_costs(m);
    }
    add_facts(m);
    add_signatures(m);
}

const struct section section_summary = {
    .name = "summary",
    .title = "Decision",
    .untitled = true,
    .build = build,
};
