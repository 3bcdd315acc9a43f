#include "report/build.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/format.h"

struct doc_block *add_block(struct maker *m, enum block_kind kind)
{
    struct doc_blocks *b = m->blocks;
    struct doc_block *block = &ARENA_PUSH(m->a, b->items, b->count, b->capacity);
    *block = (struct doc_block){ .kind = kind };
    return block;
}

void add_text(struct maker *m, const char *text)
{
    add_block(m, DOC_PARAGRAPH)->text = text;
}

void add_heading(struct maker *m, const char *text)
{
    add_block(m, DOC_HEADING)->text = text;
}

void add_plot(struct maker *m, const struct plot *plot, const char *caption)
{
    struct doc_block *b = add_block(m, DOC_PLOT);
    b->plot = plot;
    b->text = caption;
}

void add_notice(struct maker *m, enum doc_notice notice, const char *title,
                const char *text)
{
    struct doc_block *b = add_block(m, DOC_NOTICE);
    b->notice = notice;
    b->title = title;
    b->text = text;
}

struct doc_table *add_table(struct maker *m, const struct doc_column *columns,
                            size_t count)
{
    struct doc_table *t = ARENA_NEW(m->a, struct doc_table);
    t->columns = columns;
    t->column_count = count;
    add_block(m, DOC_TABLE)->table = t;
    return t;
}

struct doc_row *add_row(struct maker *m, struct doc_table *t, enum doc_row_kind kind,
                        const char *const *texts)
{
    struct doc_cell *cells = ARENA_ARRAY(m->a, t->column_count, struct doc_cell);
    for (size_t i = 0; i < t->column_count; i++)
        cells[i].text = texts[i];
    struct doc_row *row = &ARENA_PUSH(m->a, t->rows, t->count, t->capacity);
    *row = (struct doc_row){ .kind = kind, .cells = cells };
    return row;
}

const char *in_money(const struct maker *m, double amount)
{
    return format_money(m->a, amount, m->s->currency);
}

const char *in_money_about(const struct maker *m, double amount)
{
    if (!isfinite(amount))
        return "none";
    double size = fabs(amount);
    double step = size > 0 ? pow(10, floor(log10(size)) - (DIGITS - 1)) : 1;
    if (step < 1)
        return format_money(m->a, amount, m->s->currency);
    return format_money(m->a, floor(size / step + 0.5) * step * (amount < 0 ? -1 : 1),
                        m->s->currency);
}

const char *money_number(const struct maker *m, double amount)
{
    const char *text = in_money(m, amount);
    return arena_strndup(m->a, text, strcspn(text, " "));
}

const char *in_unit(const struct maker *m, node_id id, double base)
{
    return format_scaled(m->a, base, graph_node(m->s->graph, id)->unit, DIGITS);
}

const char *of_node(const struct maker *m, size_t scenario, node_id id)
{
    return in_unit(m, id, decide_value(m->d, scenario, id));
}

const char *spoken(const struct maker *m, const char *name)
{
    return format_words(m->a, name);
}

const char *scenario_title(const struct maker *m, size_t scenario)
{
    const struct scenario_case *c = &m->s->scenarios[scenario];
    return c->title != NULL ? c->title : c->id;
}

const char *input_text(const struct maker *m, const struct node *input, double value)
{
    const struct input *in = input->as.input;
    if (in->choices != NULL && value >= 0 && value < (double)in->choice_count)
        return spoken(m, in->choices[(size_t)value]);
    return format_quantity(m->a, value, input->unit, DIGITS);
}

/* "as long as database size stays below 211 TB; 96 TB are planned" */
static const char *condition(const struct maker *m, const struct break_even_question *q,
                             const struct break_even_answer *b)
{
    const char *name = spoken(m, graph_node(m->s->graph, q->variable)->name);
    const struct stretch *s = b->roots.stretches;
    size_t i = 0;
    if (b->roots.stretch_count == 0)
        return "";
    while (i + 1 < b->roots.stretch_count && b->at > s[i].to)
        i++;
    const char *from = in_unit(m, q->variable, s[i].from);
    const char *to = in_unit(m, q->variable, s[i].to);
    bool first = i == 0, last = i + 1 == b->roots.stretch_count;
    const char *at = in_unit(m, q->variable, b->at);
    if (first && last)
        return arena_printf(m->a, "for any %s from %s to %s; %s is planned", name, from,
                            to, at);
    if (first)
        return arena_printf(m->a, "as long as %s stays below %s; %s is planned", name,
                            to, at);
    if (last)
        return arena_printf(m->a, "as long as %s stays above %s; %s is planned", name,
                            from, at);
    return arena_printf(m->a, "as long as %s stays between %s and %s; %s is planned",
                        name, from, to, at);
}

static const char *condition_of(const struct maker *m, size_t best, size_t other)
{
    for (size_t q = 0; q < m->s->break_even_count; q++) {
        const struct break_even_question *b = &m->s->break_evens[q];
        if ((b->a == best && b->b == other) || (b->b == best && b->a == other))
            return condition(m, b, &m->d->break_evens[q][m->d->chosen]);
    }
    return "with all inputs as they are given";
}

struct advice advise(const struct maker *m)
{
    const struct scenario_answer *sc = &m->d->scenarios[m->d->chosen];
    struct advice v = { .best = sc->order[0], .tie = sc->tie };
    const struct alternative_answer *best = &sc->alternatives[v.best];
    const char *title = m->s->alternatives[v.best].title;
    v.alone = m->s->alternative_count < 2;
    if (best->feasible == FEASIBLE_NO) {
        v.sentence = "No alternative meets all must-haves: none is recommended.";
        return v;
    }
    if (v.alone) {
        v.sentence = arena_printf(m->a,
                                  TEXT_STRONG "%s" TEXT_END " is the only alternative "
                                              "of this study.",
                                  title);
        return v;
    }
    v.other = sc->order[1];
    const char *other = m->s->alternatives[v.other].title;
    const char *when = condition_of(m, v.best, v.other);
    if (v.tie)
        v.sentence = arena_printf(m->a,
                                  TEXT_STRONG "%s" TEXT_END " and " TEXT_STRONG
                                              "%s" TEXT_END " cost the same here; %s.",
                                  title, other, when);
    else
        v.sentence =
            arena_printf(m->a,
                         "Choose " TEXT_STRONG "%s" TEXT_END
                         ": over %u years it costs %s less than %s, %s.",
                         title, m->s->horizon,
                         in_money_about(m, sc->alternatives[v.other].cost - best->cost),
                         other, when);
    return v;
}
