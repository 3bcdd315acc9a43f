/* bill - the price sheet of every alternative in the chosen scenario. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "decisions/study_order.h"
#include "report/bill.h"
#include "report/section.h"

enum { MOST_COLUMNS = 7 };

/* A reader multiplies the line: as few digits as give the amount that stands there. */
static int digits_of(const struct bill *b, const struct bill_line *l)
{
    int digits = 6;
    double exact = l->quantity * l->price;
    double ratio = l->extended / exact;
    for (; digits < 12 && isfinite(ratio); digits++) {
        double step = pow(10, floor(log10(fabs(l->quantity))) - (digits - 1));
        double seen = floor(l->quantity / step + 0.5) * step;
        if (fabs(seen * l->price - exact) * ratio < 0.5 * pow(10, -b->places))
            break;
    }
    return digits;
}

static const char *with_unit(const struct maker *m, double x, const char *unit,
                             int digits)
{
    if (isnan(x))
        return unit != NULL ? unit : "";
    return arena_printf(m->a, "%s%s%s", format_number(m->a, x, digits),
                        unit[0] != '\0' ? " " : "", unit);
}

/* All of its decimals, thousands grouped as in the amounts beside it. */
static const char *price_of(const struct maker *m, const struct bill_line *l)
{
    double scaled = l->price;
    int places = 0;
    if (isnan(l->price))
        return l->price_unit != NULL ? l->price_unit : "";
    for (; places < 6 && fabs(scaled - round(scaled)) > 1e-9 * fabs(scaled); places++)
        scaled *= 10;
    const char *unit = l->each ? m->s->currency : l->price_unit;
    if (places == 6)
        return with_unit(m, l->price, unit, 6);
    return arena_printf(m->a, "%s %s", format_places(m->a, l->price, places), unit);
}

static const char *money(const struct maker *m, const struct bill *b, double x)
{
    return isnan(x) ? "" : format_places(m->a, x, b->places);
}

static bool is_share(const struct bill_line *l)
{
    return l->kind == BILL_DISCOUNT || l->kind == BILL_TAX;
}

static enum doc_row_kind row_of(const struct bill_line *l)
{
    if (l->kind == BILL_TOTAL || l->kind == BILL_COST)
        return DOC_ROW_TOTAL;
    return l->kind == BILL_SUBTOTAL || l->kind == BILL_LIST ? DOC_ROW_SUBTOTAL
                                                            : DOC_ROW;
}

static void add_line(struct maker *m, struct doc_table *t, const struct bill *b,
                     const struct bill_line *l)
{
    const char *cells[MOST_COLUMNS];
    size_t n = 0;
    cells[n++] = l->description;
    if (b->parts)
        cells[n++] = l->part != NULL ? l->part : "";
    cells[n++] = l->source != NULL ? l->source : "";
    cells[n++] = price_of(m, l);
    cells[n++] =
        with_unit(m, l->quantity, l->quantity_unit, is_share(l) ? 6 : digits_of(b, l));
    cells[n++] = money(m, b, l->extended);
    if (b->maintained)
        cells[n++] = isnan(l->maintenance) && l->maintained != NULL
                         ? l->maintained
                         : money(m, b, l->maintenance);
    add_row(m, t, row_of(l), cells);
}

static struct doc_table *new_table(struct maker *m, const struct bill *b,
                                   const char *title)
{
    struct doc_column *c = ARENA_ARRAY(m->a, MOST_COLUMNS, struct doc_column);
    const char *in = m->s->currency;
    size_t n = 0;
    c[n++] = (struct doc_column){ .title = "Description", .weight = 1.6 };
    if (b->parts)
        c[n++] = (struct doc_column){ .title = "Part" };
    c[n++] = (struct doc_column){ .title = "Src" };
    c[n++] = (struct doc_column){ .title = "Unit price", .align = DOC_RIGHT };
    c[n++] = (struct doc_column){ .title = "Quantity", .align = DOC_RIGHT };
    c[n++] =
        (struct doc_column){ .title = "Extended", .unit = in, .align = DOC_DECIMAL };
    if (b->maintained)
        c[n++] =
            (struct doc_column){ .title = arena_printf(m->a, "%s, %u years",
                                                       b->maintenance_title, b->term),
                                 .unit = in,
                                 .align = DOC_DECIMAL };
    struct doc_table *t = add_table(m, c, n);
    t->title = title;
    return t;
}

static void add_lines(struct maker *m, const struct bill *b, const char *title)
{
    struct doc_table *t = new_table(m, b, title);
    const char *group = "";
    for (size_t i = 0; i < b->count; i++) {
        const struct bill_line *l = &b->lines[i];
        const char *cells[MOST_COLUMNS] = { l->group, "", "", "", "", "", "" };
        if (l->kind == BILL_YEARLY)
            continue;
        if (l->group != NULL && strcmp(l->group, group) != 0)
            add_row(m, t, DOC_ROW_GROUP, cells);
        group = l->group != NULL ? l->group : "";
        add_line(m, t, b, l);
    }
}

/* What each discounted line costs on its own: list, what is off, net. */
static void add_nets(struct maker *m, const struct bill *b)
{
    struct doc_column *c = ARENA_ARRAY(m->a, 4, struct doc_column);
    const char *in = m->s->currency;
    c[0] = (struct doc_column){ .title = "Discounted line", .weight = 1.6 };
    c[1] = (struct doc_column){ .title = "List", .unit = in, .align = DOC_DECIMAL };
    c[2] = (struct doc_column){ .title = "Off", .unit = "%", .align = DOC_DECIMAL };
    c[3] = (struct doc_column){ .title = "Net", .unit = in, .align = DOC_DECIMAL };
    struct doc_table *t = add_table(m, c, 4);
    for (size_t i = 0; i < b->count; i++) {
        const struct bill_line *l = &b->lines[i];
        const char *cells[] = { l->description, money(m, b, l->extended),
                                format_number(m->a, 100 * l->off, 4),
                                money(m, b, l->net) };
        if (!isnan(l->off))
            add_row(m, t, DOC_ROW, cells);
    }
}

/* ---- notes ---- */

static struct doc_figure *add_fact(struct doc_figure *f, size_t *n, const char *label,
                                   const char *text)
{
    f[*n] = (struct doc_figure){ .label = label, .value = text };
    return &f[(*n)++];
}

static const char *yearly_words(const struct maker *m, const struct bill *b,
                                const struct bill_line *l)
{
    const char *rate =
        isnan(l->quantity)
            ? ""
            : arena_printf(m->a, " (%s %s)",
                           with_unit(m, l->quantity, l->quantity_unit, 6),
                           l->price_unit);
    return arena_printf(m->a, "%s: %s %s%s", l->description, money(m, b, l->extended),
                        m->s->currency, rate);
}

static void add_notes(struct maker *m, const struct bill *b)
{
    const char **texts = ARENA_ARRAY(m->a, b->source_count + b->count, const char *);
    size_t n = 0;
    for (size_t i = 0; i < b->source_count; i++)
        texts[n++] =
            arena_printf(m->a, "Src %s: %s", b->sources[i].key, b->sources[i].words);
    for (size_t i = 0; i < b->count; i++)
        if (b->lines[i].kind == BILL_YEARLY)
            texts[n++] = yearly_words(m, b, &b->lines[i]);
    struct doc_block *list = add_block(m, DOC_BULLETS);
    list->texts = texts;
    list->count = n;
}

/* What stands beside the sheet: availability and price/performance. */
static void add_facts(struct maker *m, const struct alternative *alt)
{
    const struct order *o = alt->order;
    struct doc_figure *f = ARENA_ARRAY(m->a, 2 * o->ratio_count + 1, struct doc_figure);
    const char *day = bill_available(m, m->d->chosen, alt);
    size_t n = 0;
    if (day != NULL)
        add_fact(f, &n, "Available",
                 o->undated == 0
                     ? arena_printf(m->a, "%s, the latest day of its parts", day)
                     : arena_printf(m->a,
                                    "%s at the earliest: %zu of %zu lines do not say",
                                    day, o->undated, o->sold));
    for (size_t i = 0; i < o->ratio_count; i++) {
        add_fact(f, &n, "Price/performance",
                 bill_ratio(m, m->d->chosen, &o->ratios[i]));
        add_fact(f, &n, "made of",
                 bill_ratio_inputs(m, m->d->chosen, alt, &o->ratios[i]));
    }
    if (n == 0)
        return;
    struct doc_block *facts = add_block(m, DOC_FACTS);
    facts->figures = f;
    facts->count = n;
}

static void build(struct maker *m)
{
    bool by_time = false;
    for (size_t i = 0; i < m->s->alternative_count; i++) {
        struct bill bill = bill_of(m, m->d->chosen, i);
        add_lines(m, &bill, m->s->alternatives[i].title);
        for (size_t k = 0; k < bill.count; k++)
            by_time = by_time || bill.lines[k].kind == BILL_YEARLY;
        if (bill.off)
            add_nets(m, &bill);
        add_facts(m, &m->s->alternatives[i]);
        add_notes(m, &bill);
    }
    add_text(
        m, arena_printf(
               m->a,
               "In the scenario \"%s\". Licences of which none is required "
               "are left out.%s",
               scenario_title(m, m->d->chosen),
               by_time ? " A year is 8760 h and a month 730 h, a twelfth of it." : ""));
}

const struct section section_bill = {
    .name = "bill",
    .title = "Bill of materials",
    .build = build,
};
