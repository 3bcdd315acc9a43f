#include "report/readings.h"

#include "base/arena.h"
#include "base/format.h"

static const char *count_in(const struct maker *m, node_id id)
{
    return id == NO_NODE ? "not given"
                         : format_number(m->a, decide_value(m->d, m->d->chosen, id), 9);
}

static const char *money_in(const struct maker *m, node_id id)
{
    return id == NO_NODE ? "not given"
                         : in_money(m, decide_value(m->d, m->d->chosen, id));
}

/* "the input edition", "reading: per_server of the line". */
static const char *setting(struct arena *a, const struct graph *g, const struct line *l)
{
    if (l->licence->choice != NO_NODE)
        return arena_printf(a, "the input %s", graph_node(g, l->licence->choice)->name);
    return arena_printf(a, "reading: %s", l->licence->reading->name);
}

static const char *decided(struct arena *a, const struct graph *g, const struct line *l)
{
    const struct licence_result *r = l->licence;
    const char *by = setting(a, g, l);
    if (r->decided_by == NULL)
        return arena_printf(a,
                            "Chosen by %s. Undecided: nobody is named who decided it; "
                            "write decided_by: and why: beside the reading.",
                            by);
    return arena_printf(a, "Chosen by %s. Decided by %s%s%s.", by, r->decided_by,
                        r->why != NULL ? ": " : ", without a reason",
                        r->why != NULL ? r->why : "");
}

const char *undecided_reading(const struct maker *m, const struct line *l)
{
    const struct licence_result *r = l->licence;
    double low = 0, high = 0;
    size_t n = 0;
    if (r->licence->reading_count < 2 || r->decided_by != NULL)
        return NULL;
    for (size_t i = 0; i < r->licence->reading_count; i++) {
        if (r->reads[i].cost == NO_NODE)
            continue;
        double x = decide_value(m->d, m->d->chosen, r->reads[i].cost);
        low = n == 0 || x < low ? x : low;
        high = n == 0 || x > high ? x : high;
        n++;
    }
    if (n < 2 || low == high)
        return NULL;
    return arena_printf(
        m->a,
        "%s is read as \"%s\", and nobody is named who decided it; over "
        "%u years its readings cost from %s to %s.",
        l->label, spoken(m, decide_reading(m->d, l, m->d->chosen)->name), m->s->horizon,
        in_money(m, low), in_money(m, high));
}

void add_every_reading(struct maker *m, const struct line *l)
{
    static const struct doc_column columns[] = {
        { .title = "Reading", .weight = 2 },
        { .title = "Licences", .align = DOC_RIGHT },
        { .title = "At purchase", .align = DOC_RIGHT },
        { .title = "Over the horizon", .align = DOC_RIGHT },
    };
    const struct licence_result *r = l->licence;
    if (r->licence->reading_count < 2)
        return;
    struct doc_table *t = add_table(m, columns, 4);
    for (size_t i = 0; i < r->licence->reading_count; i++) {
        const struct reading *reading = &r->licence->readings[i];
        bool chosen = reading == decide_reading(m->d, l, m->d->chosen);
        const char *cells[] = {
            arena_printf(m->a, "%s%s%s", spoken(m, reading->name),
                         reading->words != NULL ? ": " : "",
                         reading->words != NULL ? reading->words : ""),
            count_in(m, r->reads[i].required),
            money_in(m, r->reads[i].amount),
            money_in(m, r->reads[i].cost),
        };
        add_row(m, t, chosen ? DOC_ROW_CHOSEN : DOC_ROW, cells);
    }
    t->note = decided(m->a, m->s->graph, l);
}

void add_evidence(struct maker *m, const struct line *l)
{
    static const struct doc_column columns[] = {
        { .title = "Evidence and rights", .weight = 2 },
        { .title = "Licences", .align = DOC_RIGHT },
        { .title = "At purchase", .align = DOC_RIGHT },
        { .title = "Over the horizon", .align = DOC_RIGHT },
    };
    struct doc_table *t = NULL;
    for (size_t i = 0; i < l->licence->licence->metric_count; i++) {
        const struct licence_count *c = &l->licence->counts[i];
        if (!c->leans || decide_value(m->d, m->d->chosen, c->counted) == 0)
            continue;
        const struct {
            const char *words;
            const struct licence_assumed *of;
        } rows[] = { { "all that the rule asks for is shown", &c->proved },
                     { "nothing is shown: full capacity", &c->unproved } };
        if (t == NULL)
            t = add_table(m, columns, 4);
        for (size_t k = 0; k < 2; k++) {
            const char *cells[] = { rows[k].words, count_in(m, rows[k].of->required),
                                    money_in(m, rows[k].of->amount),
                                    money_in(m, rows[k].of->cost) };
            add_row(m, t, DOC_ROW, cells);
        }
        t->note = arena_printf(m->a,
                               "%s by %s, on one host; as the study stands, %s are "
                               "required.",
                               l->label, spoken(m, c->metric->label),
                               count_in(m, c->required));
    }
}

/* ---- the workbook ---- */

static void put(struct book *b, struct sheet *s, uint32_t row, uint16_t column,
                node_id id)
{
    const struct node *n = graph_node(b->g, id);
    if (n == NULL) {
        put_text(b, s, row, column, "not given", LOOK_NOTE);
        return;
    }
    if (n->kind == NODE_CONST)
        put_number(b, s, row, column, book_shown(b, id, n->as.constant.x), LOOK_PLAIN);
    else
        put_formula(b, s, row, column, selected(b, id),
                    book_shown(b, id, b->values[b->d->chosen + 1][id].x));
}

static void put_row(struct book *b, struct sheet *s, uint32_t row, const char *words,
                    const node_id ids[3])
{
    put_text(b, s, row, 1, words, LOOK_PLAIN);
    for (uint16_t i = 0; i < 3; i++)
        put(b, s, row, (uint16_t)(2 + i), ids[i]);
}

static void put_heads(struct book *b, struct sheet *s, uint32_t row, const char *title)
{
    static const char *const heads[] = { "licences", "at purchase",
                                         "over the horizon" };
    put_text(b, s, row, 0, title, LOOK_LABEL);
    for (uint16_t i = 0; i < 3; i++)
        put_text(b, s, row, (uint16_t)(2 + i), heads[i], LOOK_NOTE);
}

uint32_t put_readings(struct book *b, struct sheet *s, uint32_t row,
                      const struct line *l)
{
    const struct licence_result *r = l->licence;
    if (r->licence->reading_count > 1) {
        put_heads(b, s, row++, "every reading");
        for (size_t i = 0; i < r->licence->reading_count; i++)
            put_row(b, s, row++, r->licence->readings[i].name,
                    (node_id[]){ r->reads[i].required, r->reads[i].amount,
                                 r->reads[i].cost });
        put_text(b, s, row++, 1, decided(b->a, b->g, l), LOOK_NOTE);
    }
    for (size_t i = 0; i < r->licence->metric_count; i++) {
        const struct licence_count *c = &r->counts[i];
        if (!c->leans)
            continue;
        put_heads(b, s, row++,
                  arena_printf(b->a, "evidence and rights, by %s", c->metric->label));
        put_row(b, s, row++, "all that the rule asks for is shown, on one host",
                (node_id[]){ c->proved.required, c->proved.amount, c->proved.cost });
        put_row(
            b, s, row++, "nothing is shown: full capacity, on one host",
            (node_id[]){ c->unproved.required, c->unproved.amount, c->unproved.cost });
    }
    return row;
}
