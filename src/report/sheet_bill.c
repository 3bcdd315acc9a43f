/* Bill of materials and Licences, for the scenario that the selector names. */
#include "base/arena.h"
#include "report/bill.h"
#include "report/book.h"

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

static void put_source(struct book *b, struct sheet *s, uint32_t row,
                       const struct pedigree *p)
{
    put_text(b, s, row, 6, p->source, LOOK_NOTE);
    put_text(b, s, row, 7, p->as_of, LOOK_NOTE);
    put_text(b, s, row, 8, p->confidence, LOOK_NOTE);
}

static uint32_t put_item(struct book *b, struct sheet *s, uint32_t row,
                         const struct line *l)
{
    put_text(b, s, row, 0, l->label, LOOK_LABEL);
    put_text(b, s, row, 1, l->part, LOOK_PLAIN);
    put_live(b, s, row, 2, l->quantity);
    put_text(b, s, row, 3, graph_node(b->g, l->quantity)->unit.text, LOOK_PLAIN);
    put_live(b, s, row, 4, l->price);
    put_text(b, s, row, 9, graph_node(b->g, l->price)->unit.text, LOOK_PLAIN);
    put_live(b, s, row, 5, l->amount)->style = money(LOOK_PLAIN);
    put_source(b, s, row, &l->pedigree);
    return row + 1;
}

static uint32_t put_licence(struct book *b, struct sheet *s, uint32_t row,
                            const struct line *l)
{
    for (size_t i = 0; i < l->licence->licence->metric_count; i++, row++) {
        const struct licence_count *c = &l->licence->counts[i];
        put_text(b, s, row, 0,
                 arena_printf(b->a, "%s, by %s", l->label, c->metric->label),
                 LOOK_LABEL);
        put_text(b, s, row, 1, l->part, LOOK_PLAIN);
        put_live(b, s, row, 2, c->bought);
        put_text(b, s, row, 3, c->metric->unit, LOOK_PLAIN);
        if (c->price != NO_NODE) {
            put_live(b, s, row, 4, c->price);
            put_text(b, s, row, 9, graph_node(b->g, c->price)->unit.text, LOOK_PLAIN);
        }
        put_live(b, s, row, 5, c->amount)->style = money(LOOK_PLAIN);
        put_source(b, s, row, &c->pedigree);
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
        row++;
        put_text(b, s, row, 0,
                 arena_printf(b->a, "%s%s, %s",
                              l->support != NO_NODE ? "support of " : "", l->label,
                              bill_years(b->a, b->s, from, to)),
                 LOOK_LABEL);
        put_live(b, s, row, 5, paid)->style = money(LOOK_PLAIN);
        if (l->kind == LINE_YEARLY)
            put_source(b, s, row, &l->pedigree);
    }
    return row;
}

static uint32_t put_alternative(struct book *b, struct sheet *s, uint32_t row,
                                const struct alternative *alt)
{
    put_text(b, s, row++, 0, alt->title, LOOK_HEADING);
    uint32_t first = row;
    for (size_t i = 0; i < alt->line_count; i++)
        if (alt->lines[i].kind == LINE_ITEM)
            row = put_item(b, s, row, &alt->lines[i]);
        else if (alt->lines[i].kind == LINE_LICENCE)
            row = put_licence(b, s, row, &alt->lines[i]);
    put_text(b, s, row, 0, "Purchase", LOOK_TOTAL);
    put_formula(b, s, row, 5,
                arena_printf(b->a, "SUM(%s:%s)", cell_address(b->a, first, 5, false),
                             cell_address(b->a, row - 1, 5, false)),
                book_now(b, alt->purchase))
        ->style = money(LOOK_TOTAL);
    for (size_t i = 0; i < alt->line_count; i++)
        if (alt->lines[i].yearly != NO_NODE)
            row = put_years(b, s, row, &alt->lines[i]);
    return row + 2;
}

void add_bill(struct book *b)
{
    static const char *const titles[] = { "Description", "Part",       "Quantity",
                                          "Unit",        "Unit price", "Extended",
                                          "Price from",  "As of",      "Confidence",
                                          "Price in" };
    static const double widths[] = { 44, 14, 14, 10, 14, 18, 40, 12, 12, 12 };
    struct sheet *s = book_sheet(b, "Bill of materials", NULL);
    uint32_t row = FIRST_ROW;
    sheet_title(b, s, "Bill of materials",
                arena_printf(b->a, "Of the scenario that Summary shows, in %s.",
                             b->s->currency));
    sheet_widths(b, s, widths, 10);
    sheet_header(b, s, FIRST_ROW - 1, titles, 10);
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
    put_text(b, s, row++, 1, "counts in the reading in use (1) or not (0)", LOOK_NOTE);
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
    static const double widths[] = { 34, 56, 18, 12 };
    struct sheet *s = book_sheet(b, "Licences", NULL);
    uint32_t row = FIRST_ROW - 1;
    sheet_title(
        b, s, "Licences",
        "Each chain step by step on one host, for the scenario that Summary shows.");
    sheet_widths(b, s, widths, 4);
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
            row++;
        }
}
