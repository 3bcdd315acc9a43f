/* Bill of materials and Licences, for the scenario that the selector names. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "decisions/study_order.h"
#include "report/bill.h"
#include "report/book.h"
#include "report/readings.h"

/* Columns of the sheet. */
enum {
    DESCRIPTION,
    PART,
    SOURCE,
    QUANTITY,
    UNIT,
    PRICE,
    PRICE_IN,
    EXTENDED,
    OFF,
    NET,
    MAINTENANCE,
    AVAILABLE,
    FROM,
    AS_OF,
    CONFIDENCE,
    COLUMNS
};

static const uint16_t amount_columns[AMOUNT_COLUMNS] = { EXTENDED, MAINTENANCE };

static struct style money(enum look look)
{
    return (struct style){ .look = look, .number_format = FORMAT_MONEY };
}

double book_now(const struct book *b, node_id id)
{
    return book_shown(b, id, b->values[b->d->chosen + 1][id].x);
}

struct cell *put_live(struct book *b, struct sheet *s, uint32_t row, uint16_t column,
                      node_id id)
{
    const struct node *n = graph_node(b->g, id);
    if (n->kind == NODE_CONST)
        return put_number(b, s, row, column, book_shown(b, id, n->as.constant.x),
                          LOOK_PLAIN);
    return put_formula(b, s, row, column, selected(b, id), book_now(b, id));
}

static void put_money(struct book *b, struct sheet *s, uint32_t row, uint16_t column,
                      node_id id)
{
    if (id != NO_NODE)
        put_live(b, s, row, column, id)->style = money(LOOK_PLAIN);
}

static void put_percent(struct book *b, struct sheet *s, uint32_t row, uint16_t column,
                        node_id id)
{
    if (id != NO_NODE)
        put_live(b, s, row, column, id)->style =
            (struct style){ .look = LOOK_PLAIN, .number_format = FORMAT_PERCENT };
}

static void put_source(struct book *b, struct sheet *s, uint32_t row,
                       const struct pedigree *p)
{
    put_text(b, s, row, FROM, p->source, LOOK_NOTE);
    put_text(b, s, row, AS_OF, p->as_of, LOOK_NOTE);
    put_text(b, s, row, CONFIDENCE, p->confidence, LOOK_NOTE);
}

static void put_row(struct book *b, struct sheet *s, uint32_t row,
                    const struct order *o, size_t i)
{
    const struct order_row *r = &o->rows[i];
    const struct sheet_row *amounts = &o->sheet.rows[i];
    const struct line *l = r->line;
    const char *words = l->label;
    if (r->count != NULL)
        words = arena_printf(b->a, "%s, by %s", words, r->count->metric->label);
    put_text(b, s, row, DESCRIPTION, words, LOOK_LABEL);
    put_text(b, s, row, PART, l->part, LOOK_PLAIN);
    put_text(b, s, row, SOURCE, l->sale.supplier, LOOK_PLAIN);
    if (r->quantity != NO_NODE) {
        put_live(b, s, row, QUANTITY, r->quantity);
        put_text(b, s, row, UNIT,
                 r->count != NULL ? r->count->metric->unit
                                  : graph_node(b->g, r->quantity)->unit.text,
                 LOOK_PLAIN);
    }
    if (r->price != NO_NODE) {
        put_live(b, s, row, PRICE, r->price);
        put_text(b, s, row, PRICE_IN, graph_node(b->g, r->price)->unit.text,
                 LOOK_PLAIN);
    }
    for (int c = 0; c < AMOUNT_COLUMNS; c++)
        put_money(b, s, row, amount_columns[c], amounts->printed[c]);
    put_percent(b, s, row, OFF, amounts->off);
    put_money(b, s, row, NET, amounts->net);
    put_text(b, s, row, AVAILABLE, l->sale.available, LOOK_PLAIN);
    put_source(b, s, row, r->count != NULL ? &r->count->pedigree : &l->pedigree);
}

/* The cells that a sum line adds up, a list for each column. */
struct sums {
    struct buf cells[AMOUNT_COLUMNS];
};

static struct sums sums_on(struct arena *a)
{
    return (struct sums){ { buf_on(a), buf_on(a) } };
}

static void note_cell(struct book *b, struct sums *sums, int c, uint32_t row)
{
    buf_printf(&sums->cells[c], "%s%s", sums->cells[c].length > 0 ? "," : "",
               cell_address(b->a, row, amount_columns[c], false));
}

static void put_sum(struct book *b, struct sheet *s, uint32_t row, int c,
                    struct sums *sums, node_id id)
{
    if (id == NO_NODE || sums->cells[c].length == 0)
        return;
    put_formula(b, s, row, amount_columns[c],
                arena_printf(b->a, "SUM(%s)", buf_text(&sums->cells[c])),
                book_now(b, id))
        ->style = money(LOOK_TOTAL);
}

/* The rows of a group and their subtotal; what was added goes into `all`. */
static uint32_t put_group(struct book *b, struct sheet *s, uint32_t row,
                          const struct order *o, size_t g, struct sums *all)
{
    struct sums own = sums_on(b->a);
    uint32_t first = row;
    for (size_t i = 0; i < o->sheet.row_count; i++) {
        if (o->sheet.rows[i].group != g)
            continue;
        put_row(b, s, row, o, i);
        for (int c = 0; c < AMOUNT_COLUMNS; c++)
            if (o->sheet.rows[i].printed[c] != NO_NODE)
                note_cell(b, o->grouped ? &own : all, c, row);
        row++;
    }
    if (!o->grouped || row == first)
        return row;
    put_text(b, s, row, DESCRIPTION,
             arena_printf(b->a, "Subtotal, %s", o->groups[g].title), LOOK_TOTAL);
    for (int c = 0; c < AMOUNT_COLUMNS; c++) {
        put_sum(b, s, row, c, &own, o->sheet.subtotals[c][g]);
        if (o->sheet.subtotals[c][g] != NO_NODE)
            note_cell(b, all, c, row);
    }
    return row + 1;
}

static void put_share(struct book *b, struct sheet *s, uint32_t row,
                      const struct order_share *w, const struct sheet_share *x,
                      struct sums *all)
{
    node_id base =
        x->base[x->base[AMOUNT_PRICE] == NO_NODE ? AMOUNT_MAINTENANCE : AMOUNT_PRICE];
    put_text(b, s, row, DESCRIPTION, x->words, LOOK_LABEL);
    put_text(b, s, row, PART, x->on_list ? "of list" : "of net", LOOK_NOTE);
    put_text(b, s, row, FROM, w->by, LOOK_NOTE);
    put_percent(b, s, row, QUANTITY, x->share);
    if (x->share != NO_NODE && base != NO_NODE) {
        put_money(b, s, row, PRICE, base);
        put_text(b, s, row, PRICE_IN, *w->scope != '\0' ? w->scope : "all lines",
                 LOOK_PLAIN);
    }
    for (int c = 0; c < AMOUNT_COLUMNS; c++) {
        put_money(b, s, row, amount_columns[c], x->printed[c]);
        if (x->printed[c] != NO_NODE)
            note_cell(b, all, c, row);
    }
}

static uint32_t put_total(struct book *b, struct sheet *s, uint32_t row,
                          const struct order *o, struct sums *all)
{
    const struct price_sheet *p = &o->sheet;
    put_text(b, s, row, DESCRIPTION, "rounding, half up", LOOK_LABEL);
    for (int c = 0; c < AMOUNT_COLUMNS; c++) {
        put_money(b, s, row, amount_columns[c], p->rounding[c]);
        if (p->rounding[c] != NO_NODE)
            note_cell(b, all, c, row);
    }
    row++;
    put_text(b, s, row, DESCRIPTION, "Purchase", LOOK_TOTAL);
    for (int c = 0; c < AMOUNT_COLUMNS; c++)
        put_sum(b, s, row, c, all, p->printed_total[c]);
    if (p->whole_rounding == NO_NODE)
        return row + 1;
    const char *sum =
        arena_printf(b->a, "%s+%s", cell_address(b->a, row, EXTENDED, false),
                     cell_address(b->a, row, MAINTENANCE, false));
    row++;
    put_text(b, s, row, DESCRIPTION, "rounding of both columns", LOOK_LABEL);
    put_money(b, s, row, EXTENDED, p->whole_rounding);
    const char *rest = cell_address(b->a, row++, EXTENDED, false);
    put_text(b, s, row, DESCRIPTION,
             arena_printf(b->a, "Cost over %u years", b->s->terms->term), LOOK_TOTAL);
    put_formula(b, s, row, EXTENDED, arena_printf(b->a, "%s+%s", sum, rest),
                book_now(b, p->whole))
        ->style = money(LOOK_TOTAL);
    return row + 1;
}

static uint32_t put_facts(struct book *b, struct sheet *s, uint32_t row,
                          const struct order *o)
{
    if (o->available != NO_NODE) {
        put_text(b, s, row, DESCRIPTION, "Available, the latest of its parts",
                 LOOK_LABEL);
        put_live(b, s, row++, EXTENDED, o->available)->style =
            (struct style){ .look = LOOK_RESULT, .number_format = FORMAT_DATE };
    }
    for (size_t i = 0; i < o->ratio_count; i++, row++) {
        const struct order_ratio *r = &o->ratios[i];
        put_text(b, s, row, DESCRIPTION,
                 arena_printf(b->a, "Price/performance, %s per %.6g %s, rounded %s",
                              b->s->currency, exact_double(r->per), r->unit,
                              ratio_rounding_names[r->rounding]),
                 LOOK_LABEL);
        put_live(b, s, row, QUANTITY, r->performance_printed);
        put_text(b, s, row, UNIT, r->unit, LOOK_PLAIN);
        put_live(b, s, row, EXTENDED, r->printed)->style.look = LOOK_RESULT;
        put_text(b, s, row, PRICE_IN, "not rounded", LOOK_NOTE);
        put_live(b, s, row, PRICE, r->exact);
    }
    return row;
}

/* What is paid by year, a row a stretch that is the same in every scenario. */
static uint32_t put_years(struct book *b, struct sheet *s, uint32_t row,
                          const struct line *l)
{
    const unsigned last = l->by_year != NULL ? b->s->horizon : 1;
    for (unsigned from = 1, to; from <= last; from = to + 1) {
        node_id paid = l->by_year != NULL ? l->by_year[from] : l->yearly;
        to = l->by_year != NULL ? from : b->s->horizon;
        while (to < last && l->by_year[to + 1] == paid)
            to++;
        put_text(b, s, row, DESCRIPTION,
                 arena_printf(b->a, "%s%s, %s",
                              l->support != NO_NODE ? "support of " : "", l->label,
                              bill_years(b->a, b->s, from, to)),
                 LOOK_NOTE);
        put_money(b, s, row, MAINTENANCE, paid);
        if (l->kind == LINE_YEARLY)
            put_source(b, s, row, &l->pedigree);
        row++;
    }
    return row;
}

static uint32_t put_yearly(struct book *b, struct sheet *s, uint32_t row,
                           const struct alternative *alt)
{
    for (size_t i = 0; i < alt->line_count; i++)
        if (alt->lines[i].yearly != NO_NODE)
            row = put_years(b, s, row, &alt->lines[i]);
    return row;
}

static uint32_t put_alternative(struct book *b, struct sheet *s, uint32_t row,
                                const struct alternative *alt)
{
    const struct order *o = alt->order;
    struct sums all = sums_on(b->a);
    put_text(b, s, row++, DESCRIPTION, alt->title, LOOK_HEADING);
    for (size_t g = 0; g < o->sheet.group_count; g++)
        row = put_group(b, s, row, o, g, &all);
    for (size_t i = 0; i < o->sheet.discount_count; i++)
        put_share(b, s, row++, &o->discounts[i], &o->sheet.discounts[i], &all);
    for (size_t i = 0; i < o->sheet.tax_count; i++)
        put_share(b, s, row++, &o->taxes[i], &o->sheet.taxes[i], &all);
    row = put_total(b, s, row, o, &all);
    row = put_facts(b, s, row, o);
    return put_yearly(b, s, row, alt) + 1;
}

void add_bill(struct book *b)
{
    static const double widths[] = { 44, 14, 8,  12, 10, 14, 14, 16,
                                     9,  16, 16, 12, 40, 12, 12 };
    const char *titles[COLUMNS] = { "Description", "Part",     "Source",
                                    "Quantity",    "Unit",     "Unit price",
                                    "Price in",    "Extended", "Off",
                                    "Net",         NULL,       "Available",
                                    "Price from",  "As of",    "Confidence" };
    struct sheet *s = book_sheet(b, "Bill of materials", NULL);
    uint32_t row = FIRST_ROW;
    titles[MAINTENANCE] = arena_printf(b->a, "Recurring, %u years", b->s->terms->term);
    sheet_title(
        b, s, "Bill of materials",
        arena_printf(b->a,
                     "Of the scenario that Summary shows, in %s; amounts are "
                     "rounded as printed, and sums are those of the cells above.",
                     b->s->currency));
    sheet_widths(b, s, widths, COLUMNS);
    sheet_header(b, s, FIRST_ROW - 1, titles, COLUMNS);
    for (size_t i = 0; i < b->s->alternative_count; i++)
        row = put_alternative(b, s, row, &b->s->alternatives[i]);
    s->freeze_row = FIRST_ROW;
    s->repeat_rows = FIRST_ROW;
}

static uint32_t put_chain(struct book *b, struct sheet *s, uint32_t row,
                          const struct licence_count *c)
{
    put_text(b, s, row, 0, arena_printf(b->a, "by %s", c->metric->label), LOOK_LABEL);
    put_live(b, s, row, 2, c->counted);
    put_text(b, s, row, 1, "counts in the reading in use (1) or not (0)", LOOK_NOTE);
    if (c->pedigree.confidence != NULL)
        put_text(b, s, row, 3,
                 arena_printf(b->a, "price of %s confidence", c->pedigree.confidence),
                 LOOK_NOTE);
    row++;
    for (size_t i = 0; i < c->step_count; i++, row++) {
        put_text(b, s, row, 1, c->steps[i].words, LOOK_PLAIN);
        put_live(b, s, row, 2, c->steps[i].node);
        put_text(b, s, row, 3, graph_node(b->g, c->steps[i].node)->unit.text,
                 LOOK_PLAIN);
    }
    put_text(b, s, row, 1, "required over all licensed hosts, as read", LOOK_PLAIN);
    put_live(b, s, row, 2, c->bought);
    put_text(b, s, row++, 3, c->metric->unit, LOOK_PLAIN);
    put_text(b, s, row, 1, "amount", LOOK_TOTAL);
    put_live(b, s, row, 2, c->amount)->style = money(LOOK_TOTAL);
    put_text(b, s, row++, 3, b->s->currency, LOOK_PLAIN);
    return row;
}

void add_licences(struct book *b)
{
    static const double widths[] = { 34, 56, 18, 18, 18 };
    struct sheet *s = book_sheet(b, "Licences", NULL);
    uint32_t row = FIRST_ROW - 1;
    sheet_title(
        b, s, "Licences",
        "Each chain step by step on one host, for the scenario that Summary shows.");
    sheet_widths(b, s, widths, 5);
    for (size_t i = 0; i < b->s->alternative_count; i++)
        for (size_t k = 0; k < b->s->alternatives[i].line_count; k++) {
            const struct line *l = &b->s->alternatives[i].lines[k];
            if (l->licence == NULL)
                continue;
            put_text(
                b, s, row++, 0,
                arena_printf(b->a, "%s: %s", b->s->alternatives[i].title, l->label),
                LOOK_HEADING);
            for (size_t m = 0; m < l->licence->licence->metric_count; m++)
                row = put_chain(b, s, row, &l->licence->counts[m]);
            row = put_readings(b, s, row, l) + 1;
        }
}
