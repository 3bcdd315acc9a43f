#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "writers/xlsx_part.h"

enum { NEAR_BELOW = 3 }; /* rows in which a header's first value is looked for */

static bool is_number(const struct cell *c)
{
    return c->kind == CELL_NUMBER || (c->kind == CELL_FORMULA && c->text == NULL);
}

static bool stands_left(const struct cell *c)
{
    unsigned chosen = STYLE_RIGHT | STYLE_CENTRE | STYLE_INDENT;
    return !is_number(c) && c->kind != CELL_BLANK && (c->style.flags & chosen) == 0;
}

int xlsx_by_place(const void *a, const void *b)
{
    const struct cell *x = a, *y = b;
    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    return (x->column > y->column) - (x->column < y->column);
}

static const struct cell *cell_at(const struct sheet *s, uint32_t row, uint16_t column)
{
    struct cell wanted = { .row = row, .column = column };
    return bsearch(&wanted, s->cells, s->cell_count, sizeof *s->cells, xlsx_by_place);
}

static bool numbers_below(const struct sheet *s, const struct cell *header)
{
    for (uint32_t down = 1; down <= NEAR_BELOW; down++) {
        const struct cell *c = cell_at(s, header->row + down, header->column);
        if (c != NULL && c->kind != CELL_BLANK)
            return is_number(c);
    }
    return false;
}

/* Whole numbers in full, others to about six digits; the cell holds them all. */
static const char *usual_format(double x)
{
    static const struct {
        double from;
        const char *format;
    } steps[] = {
        { 1000, "#,##0.00" }, { 100, "0.0##" },       { 10, "0.0###" },
        { 1, "0.0####" },     { 1e-3, "0.0#######" }, { 0, "0.0####E+00" },
    };
    x = fabs(x);
    if (!isfinite(x) || x >= 1e15)
        return NULL;
    if (fabs(x - round(x)) <= 1e-12 * x) /* 58.000000000000007 is 58 */
        return x >= 1000 ? "#,##0" : NULL;
    size_t i = 0;
    while (x < steps[i].from)
        i++;
    return steps[i].format;
}

static unsigned flags_of_header(const struct sheet *s, const struct cell *c)
{
    if (numbers_below(s, c))
        return STYLE_RIGHT;
    const struct cell *left = c->column > 0 ? cell_at(s, c->row, c->column - 1) : NULL;
    return left != NULL && numbers_below(s, left) ? STYLE_INDENT : 0;
}

struct style xlsx_style_in_place(const struct sheet *s, const struct cell *c)
{
    struct style style = xlsx_style_of(c);
    bool first = c == s->cells;
    if (is_number(c) && style.number_format == NULL && style.look != LOOK_INPUT &&
        style.look != LOOK_HEADER)
        style.number_format = usual_format(c->number);
    if (!stands_left(c))
        return style;
    if (style.look == LOOK_HEADER)
        style.flags |= flags_of_header(s, c);
    else if (!first && c[-1].row == c->row && c[-1].column + 1 == c->column &&
             is_number(&c[-1]) && style.look != LOOK_INPUT)
        style.flags |= STYLE_INDENT;
    return style;
}

double xlsx_width_of_column(const struct sheet *s, unsigned column)
{
    static const double usual_width = 8.43; /* of a column that none was given */
    for (size_t i = s->width_count; i-- > 0;)
        if (column >= s->widths[i].first && column <= s->widths[i].last)
            return s->widths[i].width;
    return usual_width;
}

uint16_t xlsx_columns_repeated(const struct sheet *s)
{
    return s->freeze_column > 0 ? s->freeze_column : 1;
}

uint16_t xlsx_pages_wide(const struct sheet *s)
{
    const double room = s->portrait ? 150 : 230; /* characters, still to be read */
    double frozen = 0, rest = 0;
    unsigned columns = s->rows.count > 0 ? s->rows.columns : 0;
    for (size_t i = 0; i < s->cell_count; i++)
        if (s->cells[i].column >= columns)
            columns = s->cells[i].column + 1u;
    for (unsigned k = 0; k < columns; k++)
        *(k < xlsx_columns_repeated(s) ? &frozen : &rest) += xlsx_width_of_column(s, k);
    if (frozen + rest <= room || frozen >= room / 2)
        return 1;
    return (uint16_t)ceil(rest / (room - frozen));
}
