/* Cash flow - a column a year, for the scenario that the selector names. */
#include "base/arena.h"
#include "decisions/study_finance.h"
#include "report/book.h"

static struct style money(enum look look)
{
    return (struct style){ .look = look, .number_format = FORMAT_MONEY };
}

static void put_years(struct book *b, struct sheet *s, uint32_t row)
{
    put_text(b, s, row, 0, b->s->currency, LOOK_HEADER);
    for (unsigned t = 0; t <= b->s->horizon; t++)
        put_text(b, s, row, (uint16_t)(1 + t),
                 t == 0 ? "purchase" : arena_printf(b->a, "end of year %u", t),
                 LOOK_HEADER);
    put_text(b, s, row, (uint16_t)(2 + b->s->horizon), "total", LOOK_HEADER);
}

/* With a finance block the factors are quantities of their own. */
static node_id factor_of(const struct book *b, unsigned t)
{
    if (b->s->finance == NULL || t == 0)
        return NO_NODE;
    return graph_find(b->g, arena_printf(b->a, "discount_factor_%u", t));
}

static double factor_value(const struct book *b, unsigned t)
{
    const struct value *values = b->values[b->d->chosen + 1];
    node_id id = factor_of(b, t);
    double f = 1;
    for (unsigned i = 0; i < t; i++)
        f /= 1 + values[b->s->discount_rate].x * 31536000;
    return id != NO_NODE ? values[id].x : f;
}

/* Discount factors as a row of their own, so that a reader can follow each product. */
static void put_factors(struct book *b, struct sheet *s, uint32_t row)
{
    const char *live = selected(b, b->s->discount_rate);
    const struct node *n = graph_node(b->g, b->s->discount_rate);
    struct exact year = { 31536000, 1 }, one;
    const char *factor = "";
    if (exact_div(exact_int(1), year, &one))
        factor = formula_factor(b->g, n->unit.scale, one);
    put_text(b, s, row, 0, "discount factor", LOOK_LABEL);
    for (unsigned t = 0; t <= b->s->horizon; t++) {
        node_id id = factor_of(b, t);
        const char *text = id != NO_NODE
                               ? selected(b, id)
                               : arena_printf(b->a, "1/((1+%s%s)^%u)", live, factor, t);
        put_formula(b, s, row, (uint16_t)(1 + t), text, factor_value(b, t));
    }
}

static void put_alternative(struct book *b, struct sheet *s, size_t i, uint32_t row)
{
    const struct alternative *alt = &b->s->alternatives[i];
    const struct alternative_answer *a = &b->d->scenarios[b->d->chosen].alternatives[i];
    uint16_t last = (uint16_t)(1 + b->s->horizon);
    double present = 0;
    put_text(b, s, row, 0, alt->title, LOOK_LABEL);
    put_text(b, s, row + 1, 0, arena_printf(b->a, "%s, present value", alt->title),
             LOOK_LABEL);
    for (unsigned t = 0; t <= b->s->horizon; t++) {
        uint16_t c = (uint16_t)(1 + t);
        put_formula(b, s, row, c, selected(b, alt->by_year[t]), a->by_year[t])->style =
            money(LOOK_PLAIN);
        put_formula(b, s, row + 1, c,
                    arena_printf(b->a, "%s*%s", cell_address(b->a, row, c, false),
                                 cell_address(b->a, FIRST_ROW, c, false)),
                    a->by_year[t] * factor_value(b, t))
            ->style = money(LOOK_PLAIN);
        present += a->by_year[t] * factor_value(b, t);
    }
    for (uint32_t k = 0; k < 2; k++)
        put_formula(b, s, row + k, (uint16_t)(last + 1),
                    arena_printf(b->a, "SUM(%s:%s)",
                                 cell_address(b->a, row + k, 1, false),
                                 cell_address(b->a, row + k, last, false)),
                    k == 0 ? a->nominal : present)
            ->style = money(LOOK_TOTAL);
}

void add_cash_flow(struct book *b)
{
    struct sheet *s = book_sheet(b, "Cash flow", NULL);
    size_t columns = b->s->horizon + 3;
    double *widths = ARENA_ARRAY(b->a, columns, double);
    for (size_t i = 0; i < columns; i++)
        widths[i] = i == 0 ? 34 : 16;
    sheet_title(b, s, "Cash flow",
                arena_printf(b->a, "Of the scenario that Summary shows; %s.",
                             study_finance_words(b->s)));
    sheet_widths(b, s, widths, columns);
    put_years(b, s, FIRST_ROW - 1);
    put_factors(b, s, FIRST_ROW);
    for (size_t i = 0; i < b->s->alternative_count; i++)
        put_alternative(b, s, i, FIRST_ROW + 1 + 2 * (uint32_t)i);
    s->freeze_column = 1;
}
