/* bill - the bill of materials of every alternative in the chosen scenario. */
#include "base/arena.h"
#include "base/exact.h"
#include "base/format.h"
#include "report/section.h"

/* Lines are rounded to the cent, half up; so is the total; where the two differ a line
 * says so, and the printed lines add up to the printed total. */
struct sum {
    double lines, exact;
};

static double cents(double x)
{
    struct exact e, r;
    if (exact_from_double(x, &e) && exact_round(e, 2, ROUND_HALF_UP, &r))
        return exact_double(r);
    return x;
}

static const char *source_of(const struct maker *m, const struct pedigree *p)
{
    return arena_printf(
        m->a, "%s%s%s%s", p->source != NULL ? p->source : "no source",
        p->as_of != NULL ? ", " : ", no date", p->as_of != NULL ? p->as_of : "",
        p->confidence != NULL ? arena_printf(m->a, ", %s confidence", p->confidence)
                              : "");
}

static void add_item(struct maker *m, struct doc_table *t, const struct line *l,
                     struct sum *sum)
{
    size_t sc = m->d->chosen;
    double amount = decide_value(m->d, sc, l->amount);
    const struct node *q = graph_node(m->s->graph, l->quantity);
    const struct node *p = graph_node(m->s->graph, l->price);
    const char *cells[] = {
        l->label,
        l->part != NULL ? l->part : "",
        format_quantity(m->a, decide_value(m->d, sc, l->quantity), q->unit, 6),
        format_quantity(m->a, decide_value(m->d, sc, l->price), p->unit, 6),
        format_cents(m->a, cents(amount)),
        source_of(m, &l->pedigree),
    };
    add_row(m, t, DOC_ROW, cells);
    sum->lines += cents(amount);
    sum->exact += amount;
}

static void add_licence(struct maker *m, struct doc_table *t, const struct line *l,
                        struct sum *sum)
{
    size_t sc = m->d->chosen;
    for (size_t i = 0; i < l->licence->licence->metric_count; i++) {
        const struct licence_count *c = &l->licence->counts[i];
        double amount = decide_value(m->d, sc, c->amount);
        double required = decide_value(m->d, sc, c->required);
        const struct node *p = graph_node(m->s->graph, c->price);
        if (required == 0)
            continue;
        const char *cells[] = {
            arena_printf(m->a, "%s, by %s", l->label, spoken(m, c->metric->name)),
            l->part != NULL ? l->part : "",
            arena_printf(m->a, "%s %s", format_number(m->a, required, 6),
                         c->metric->unit),
            format_quantity(m->a, p->as.constant.x, p->unit, 6),
            format_cents(m->a, cents(amount)),
            source_of(m, &c->pedigree),
        };
        add_row(m, t, DOC_ROW, cells);
        sum->lines += cents(amount);
        sum->exact += amount;
    }
}

static void add_yearly(struct maker *m, struct doc_table *t,
                       const struct alternative *alt)
{
    size_t sc = m->d->chosen;
    for (size_t i = 0; i < alt->line_count; i++) {
        const struct line *l = &alt->lines[i];
        double yearly = l->yearly != NO_NODE ? decide_value(m->d, sc, l->yearly) : 0;
        if (yearly == 0)
            continue;
        const char *cells[] = { arena_printf(m->a, "support of %s, each year",
                                             l->label),
                                "",
                                of_node(m, sc, l->support),
                                "of the net price",
                                format_cents(m->a, cents(yearly)),
                                "" };
        add_row(m, t, DOC_ROW, cells);
    }
}

static void add_total(struct maker *m, struct doc_table *t, const struct sum *sum)
{
    double total = cents(sum->exact), rest = cents(total - sum->lines);
    const char *rounding[] = { "rounding of the lines to the cent, half up",
                               "",
                               "",
                               "",
                               format_cents(m->a, rest),
                               "" };
    const char *cells[] = { "Purchase", "", "", "", format_cents(m->a, total), "" };
    if (rest != 0)
        add_row(m, t, DOC_ROW, rounding);
    add_row(m, t, DOC_ROW_TOTAL, cells);
}

static void build(struct maker *m)
{
    struct doc_column *c = ARENA_ARRAY(m->a, 6, struct doc_column);
    c[0] = (struct doc_column){ .title = "Description", .weight = 1.4 };
    c[1] = (struct doc_column){ .title = "Part" };
    c[2] = (struct doc_column){ .title = "Quantity", .align = DOC_RIGHT };
    c[3] = (struct doc_column){ .title = "Unit price", .align = DOC_RIGHT };
    c[4] = (struct doc_column){ .title = "Extended",
                                .unit = m->s->currency,
                                .align = DOC_DECIMAL };
    c[5] = (struct doc_column){ .title = "Price from", .weight = 1.4 };
    struct doc_table *t = add_table(m, c, 6);
    for (size_t i = 0; i < m->s->alternative_count; i++) {
        const struct alternative *alt = &m->s->alternatives[i];
        const char *group[] = { alt->title, "", "", "", "", "" };
        struct sum sum = { 0 };
        add_row(m, t, DOC_ROW_GROUP, group);
        for (size_t k = 0; k < alt->line_count; k++) {
            if (alt->lines[k].kind == LINE_ITEM)
                add_item(m, t, &alt->lines[k], &sum);
            else
                add_licence(m, t, &alt->lines[k], &sum);
        }
        add_total(m, t, &sum);
        add_yearly(m, t, alt);
    }
    t->note = arena_printf(m->a, "Scenario %s. Lines of quantity 0 are left out.",
                           m->s->scenarios[m->d->chosen].id);
}

const struct section section_bill = {
    .name = "bill",
    .title = "Bill of materials",
    .build = build,
};
