#include "report/book.h"

#include <math.h>

#include "base/arena.h"
#include "base/buf.h"
#include "quantities/op.h"

struct sheet *book_sheet(struct book *b, const char *name, const char *colour)
{
    struct sheet *s = &b->wb->sheets[b->wb->sheet_count++];
    *s = (struct sheet){ .name = name, .colour = colour, .hide_grid = true };
    return s;
}

void book_name(struct book *b, const char *name, const char *sheet, uint32_t row,
               uint16_t column)
{
    struct defined_name n = { .name = workbook_name(b->a, name), .sheet = sheet };
    n.area = (struct area){ row, row, column, column };
    ARENA_PUSH(b->a, b->names, b->name_count, b->name_capacity) = n;
}

void sheet_title(struct book *b, struct sheet *s, const char *title, const char *words)
{
    put_text(b, s, 0, 0, title, LOOK_TITLE);
    put_text(b, s, 1, 0, words, LOOK_NOTE);
}

void sheet_widths(struct book *b, struct sheet *s, const double *widths, size_t count)
{
    struct column_width *w = ARENA_ARRAY(b->a, count, struct column_width);
    for (size_t i = 0; i < count; i++)
        w[i] = (struct column_width){ .first = (uint16_t)i,
                                      .last = (uint16_t)i,
                                      .width = widths[i] };
    s->widths = w;
    s->width_count = count;
}

void sheet_header(struct book *b, struct sheet *s, uint32_t row,
                  const char *const *titles, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put_text(b, s, row, (uint16_t)i, titles[i], LOOK_HEADER);
}

struct cell *put_text(struct book *b, struct sheet *s, uint32_t row, uint16_t column,
                      const char *text, enum look look)
{
    struct cell *c = cell_text(b->a, s, row, column, text != NULL ? text : "");
    c->style.look = look;
    return c;
}

struct cell *put_number(struct book *b, struct sheet *s, uint32_t row, uint16_t column,
                        double x, enum look look)
{
    struct cell *c = cell_number(b->a, s, row, column, x);
    c->style.look = look;
    return c;
}

struct cell *put_formula(struct book *b, struct sheet *s, uint32_t row, uint16_t column,
                         const char *formula, double cached)
{
    struct cell *c = cell_formula(b->a, s, row, column, formula);
    c->number = cached;
    return c;
}

void sheet_stale(struct book *b, struct sheet *s, uint32_t first_row, uint32_t last_row,
                 uint16_t columns)
{
    struct condition *c = ARENA_NEW(b->a, struct condition);
    c->area = (struct area){ first_row, last_row, 0, (uint16_t)(columns - 1) };
    c->formula = NAME_CHANGED ">0";
    c->mark = MARK_STALE;
    s->conditions = c;
    s->condition_count = 1;
}

double book_shown(const struct book *b, node_id id, double base)
{
    struct exact e, shown;
    const struct unit *u = &graph_node(b->g, id)->unit;
    if (exact_from_double(base, &e) && exact_div(e, u->scale, &shown))
        return exact_double(shown);
    return base / u->factor;
}

const char *book_words(const struct book *b, node_id id)
{
    const struct node *n = graph_node(b->g, id);
    struct buf text = buf_on(b->a);
    if (n->label != NULL)
        return n->label;
    if (n->kind == NODE_INPUT)
        return n->as.input->pedigree.help != NULL ? n->as.input->pedigree.help : "";
    if (n->kind != NODE_OP)
        return n->name != NULL ? n->name : "";
    for (const char *p = n->op->words; *p != '\0'; p++) {
        if (*p != '%') {
            buf_char(&text, *p);
            continue;
        }
        p++;
        for (unsigned i = 0; i < n->arg_count; i++) {
            const struct node *arg = graph_node(b->g, n->args[i]);
            if (*p != '*' && (unsigned)(*p - '1') != i)
                continue;
            buf_printf(&text, "%s%s", *p == '*' && i > 0 ? ", " : "",
                       arg->name != NULL    ? arg->name
                       : arg->label != NULL ? arg->label
                       : arg->kind == NODE_CONST
                           ? arena_printf(b->a, "%.6g",
                                          book_shown(b, n->args[i], arg->as.constant.x))
                           : arena_printf(b->a, "row %u",
                                          (unsigned)b->row_of[n->args[i]] + 1));
        }
    }
    return buf_text(&text);
}

uint16_t model_column(int scenario)
{
    return (uint16_t)(BASE_COLUMN + 1 + scenario);
}

const char *model_cell(const struct book *b, node_id id, int scenario)
{
    return cell_on_sheet(b->a, b->model->name, b->row_of[id], model_column(scenario));
}

const char *selected(const struct book *b, node_id id)
{
    struct area row = { b->row_of[id], b->row_of[id], model_column(0),
                        model_column((int)b->s->scenario_count - 1) };
    return arena_printf(b->a, "INDEX(%s,1," NAME_SELECTED ")",
                        area_on_sheet(b->a, b->model->name, row));
}
