/* Cash flow - a column a year, for the scenario that the selector names. */
#include "base/arena.h"
#include "decisions/study_finance.h"
#include "report/cash.h"

static void put_years(struct cash *c)
{
    struct book *b = c->b;
    struct date day;
    put_text(b, c->sheet, FIRST_ROW - 1, 0, b->s->currency, LOOK_HEADER);
    for (unsigned t = 0; t <= b->s->horizon; t++)
        put_text(b, c->sheet, FIRST_ROW - 1, cash_column(t),
                 t == 0 ? "purchase" : arena_printf(b->a, "end of year %u", t),
                 LOOK_HEADER);
    put_text(b, c->sheet, FIRST_ROW - 1, cash_total(c), "total", LOOK_HEADER);
    if (!study_year_date(b->s, 0, &day))
        return;
    c->dates = c->row++;
    put_text(b, c->sheet, c->dates, 0, "date", LOOK_LABEL);
    for (unsigned t = 0; t <= b->s->horizon; t++) {
        study_year_date(b->s, t, &day);
        put_number(b, c->sheet, c->dates, cash_column(t), (double)date_first_day(day),
                   LOOK_PLAIN)
            ->style.number_format = FORMAT_DATE;
    }
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
static void put_factors(struct cash *c)
{
    struct book *b = c->b;
    const char *live = selected(b, b->s->discount_rate);
    const struct node *n = graph_node(b->g, b->s->discount_rate);
    struct exact year = { 31536000, 1 }, one;
    const char *factor = "";
    if (exact_div(exact_int(1), year, &one))
        factor = formula_factor(b->g, n->unit.scale, one);
    c->factors = c->row++;
    put_text(b, c->sheet, c->factors, 0, "discount factor", LOOK_LABEL);
    for (unsigned t = 0; t <= b->s->horizon; t++) {
        node_id id = factor_of(b, t);
        const char *text = id != NO_NODE
                               ? selected(b, id)
                               : arena_printf(b->a, "1/((1+%s%s)^%u)", live, factor, t);
        put_formula(b, c->sheet, c->factors, cash_column(t), text, factor_value(b, t));
    }
}

uint16_t cash_column(unsigned year)
{
    return (uint16_t)(1 + year);
}

uint16_t cash_total(const struct cash *c)
{
    return (uint16_t)(2 + c->b->s->horizon);
}

const char *cash_cell(const struct cash *c, uint32_t row, unsigned year)
{
    return cell_address(c->b->a, row, cash_column(year), false);
}

const char *cash_years(const struct cash *c, uint32_t row, unsigned from)
{
    return arena_printf(c->b->a, "%s:%s", cash_cell(c, row, from),
                        cash_cell(c, row, c->b->s->horizon));
}

void cash_put(struct cash *c, uint32_t row, uint16_t column, const char *formula,
              double cached, enum look look)
{
    put_formula(c->b, c->sheet, row, column, formula, cached)->style =
        (struct style){ .look = look, .number_format = FORMAT_MONEY };
}

void cash_sum(struct cash *c, uint32_t row, double cached)
{
    cash_put(c, row, cash_total(c),
             arena_printf(c->b->a, "SUM(%s)", cash_years(c, row, 0)), cached,
             LOOK_TOTAL);
}

const char *cash_node(const struct cash *c, node_id id)
{
    struct book *b = c->b;
    if (graph_node(b->g, id)->kind != NODE_CONST)
        return selected(b, id);
    return arena_printf(b->a, "%.17g", decide_value(b->d, b->d->chosen, id));
}

/* A row of nodes in the scenario shown; NO_NODE is 0. */
static void put_nodes(struct cash *c, const char *words, const node_id *by_year)
{
    struct book *b = c->b;
    double sum = 0;
    put_text(b, c->sheet, c->row, 0, words, LOOK_PLAIN)->style.flags = STYLE_INDENT;
    for (unsigned t = 0; t <= b->s->horizon; t++) {
        double x =
            by_year[t] != NO_NODE ? decide_value(b->d, b->d->chosen, by_year[t]) : 0;
        if (by_year[t] != NO_NODE)
            cash_put(c, c->row, cash_column(t), cash_node(c, by_year[t]), x,
                     LOOK_PLAIN);
        sum += x;
    }
    cash_sum(c, c->row++, sum);
}

/* The parts, then their sum; without a finance block the flow alone. */
static void put_flow(struct cash *c, size_t i)
{
    struct book *b = c->b;
    const struct alternative *alt = &b->s->alternatives[i];
    const struct alternative_answer *a = &b->d->scenarios[b->d->chosen].alternatives[i];
    uint32_t first = c->row;
    for (size_t k = 0; k < alt->part_count; k++)
        put_nodes(c, alt->parts[k].words, alt->parts[k].by_year);
    c->flows[i] = c->row++;
    put_text(b, c->sheet, c->flows[i], 0, alt->title, LOOK_LABEL);
    for (unsigned t = 0; t <= b->s->horizon; t++)
        cash_put(c, c->flows[i], cash_column(t),
                 alt->part_count == 0
                     ? selected(b, alt->by_year[t])
                     : arena_printf(b->a, "SUM(%s:%s)", cash_cell(c, first, t),
                                    cash_cell(c, c->flows[i] - 1, t)),
                 a->by_year[t], LOOK_PLAIN);
    cash_sum(c, c->flows[i], a->nominal);
}

static void put_present(struct cash *c, size_t i)
{
    struct book *b = c->b;
    const struct alternative *alt = &b->s->alternatives[i];
    const struct alternative_answer *a = &b->d->scenarios[b->d->chosen].alternatives[i];
    double sum = 0;
    c->presents[i] = c->row++;
    put_text(b, c->sheet, c->presents[i], 0,
             arena_printf(b->a, "%s, present value", alt->title), LOOK_LABEL);
    for (unsigned t = 0; t <= b->s->horizon; t++) {
        double x = alt->present != NULL
                       ? decide_value(b->d, b->d->chosen, alt->present[t])
                       : a->by_year[t] * factor_value(b, t);
        cash_put(c, c->presents[i], cash_column(t),
                 alt->within_years
                     ? cash_node(c, alt->present[t])
                     : arena_printf(b->a, "%s*%s", cash_cell(c, c->flows[i], t),
                                    cash_cell(c, c->factors, t)),
                 x, LOOK_PLAIN);
        sum += x;
    }
    cash_sum(c, c->presents[i], sum);
    if (alt->written_off != NULL)
        put_nodes(c, "for information: depreciation", alt->written_off);
}

static void put_fiscal(struct cash *c)
{
    struct book *b = c->b;
    if (b->s->fiscal_count == 0)
        return;
    put_text(b, c->sheet, ++c->row, 0, "Flows by fiscal year", LOOK_HEADING);
    c->row++;
    for (size_t k = 0; k < b->s->fiscal_count; k++) {
        const struct fiscal_year *y = &b->s->fiscal[k];
        put_text(b, c->sheet, c->row, (uint16_t)(1 + k),
                 arena_printf(b->a, "%s%s", y->label, y->partial ? ", in part" : ""),
                 LOOK_HEADER);
        put_text(b, c->sheet, c->row + 1, (uint16_t)(1 + k),
                 arena_printf(b->a, "%s to %s", date_text(b->a, y->from),
                              date_text(b->a, y->to)),
                 LOOK_NOTE);
    }
    uint16_t last = (uint16_t)(1 + b->s->fiscal_count);
    put_text(b, c->sheet, c->row, last, "total", LOOK_HEADER);
    c->row += 2;
    for (size_t i = 0; i < b->s->alternative_count; i++, c->row++) {
        const struct alternative *alt = &b->s->alternatives[i];
        put_text(b, c->sheet, c->row, 0, alt->title, LOOK_LABEL);
        for (size_t k = 0; k < b->s->fiscal_count; k++)
            cash_put(c, c->row, (uint16_t)(1 + k), selected(b, alt->fiscal[k]),
                     decide_value(b->d, b->d->chosen, alt->fiscal[k]), LOOK_PLAIN);
        cash_put(c, c->row, last,
                 arena_printf(b->a, "SUM(%s:%s)", cell_address(b->a, c->row, 1, false),
                              cell_address(b->a, c->row, (uint16_t)(last - 1), false)),
                 b->d->scenarios[b->d->chosen].alternatives[i].nominal, LOOK_TOTAL);
    }
}

void add_cash_flow(struct book *b)
{
    struct cash c = { .b = b, .sheet = book_sheet(b, "Cash flow", NULL) };
    size_t columns = b->s->horizon + 4;
    double *widths = ARENA_ARRAY(b->a, columns, double);
    for (size_t i = 0; i < columns; i++)
        widths[i] = i == 0 ? 40 : 16;
    c.flows = ARENA_ARRAY(b->a, b->s->alternative_count, uint32_t);
    c.presents = ARENA_ARRAY(b->a, b->s->alternative_count, uint32_t);
    c.row = FIRST_ROW;
    sheet_title(b, c.sheet, "Cash flow",
                arena_printf(b->a, "Of the scenario that Summary shows; %s.%s",
                             study_finance_words(b->s),
                             b->s->finance != NULL ? " What is saved or got back is "
                                                     "negative."
                                                   : ""));
    sheet_widths(b, c.sheet, widths, columns);
    put_years(&c);
    put_factors(&c);
    for (size_t i = 0; i < b->s->alternative_count; i++) {
        c.row += b->s->finance != NULL;
        put_flow(&c, i);
        put_present(&c, i);
    }
    put_fiscal(&c);
    if (b->s->finance != NULL)
        cash_returns(&c);
    c.sheet->freeze_column = 1;
}
