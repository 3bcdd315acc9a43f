/* Model - the graph times its cases: a row a quantity, a column a case. */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "measure/runs.h"
#include "report/book.h"

struct place {
    const struct book *b;
    int scenario;
};

static const char *cell(void *context, node_id id)
{
    const struct place *p = context;
    const struct node *n = graph_node(p->b->g, id);
    if (p->scenario == BASE_CASE && n->name != NULL)
        return workbook_name(p->b->a, n->name);
    return cell_address(p->b->a, p->b->row_of[id], model_column(p->scenario), false);
}

static const char *column(void *context, node_id table, bool y)
{
    const struct place *p = context;
    uint16_t c = (uint16_t)(p->b->table_column[table] + y);
    uint32_t rows = (uint32_t)graph_node(p->b->g, table)->as.table->count;
    return area_on_sheet(p->b->a, "Tables",
                         (struct area){ FIRST_ROW, FIRST_ROW + rows - 1, c, c });
}

static double value_in(void *context, node_id id)
{
    const struct place *p = context;
    const struct node *n = graph_node(p->b->g, id);
    return n->kind == NODE_CONST ? n->as.constant.x
                                 : p->b->values[p->scenario + 1][id].x;
}

/* The formula with what it gives. */
static void put_result(struct book *b, node_id id, int scenario, const char *text)
{
    struct place place = { b, scenario };
    struct formula_values values = { value_in, &place };
    put_formula(b, b->model, b->row_of[id], model_column(scenario), text,
                book_shown(b, id, b->values[scenario + 1][id].x))
        ->text = formula_error(b->g, id, &values);
}

/* A measured figure as a formula over the cells of Measurements; NULL where it cannot
 * be one. */
static const char *measured_formula(const struct book *b, node_id id)
{
    const struct node *n = graph_node(b->g, id);
    const struct measured *m = n->as.measured;
    const char *function = strcmp(m->take, "sum") == 0   ? "SUM"
                           : strcmp(m->take, "min") == 0 ? "MIN"
                           : strcmp(m->take, "max") == 0 ? "MAX"
                                                         : NULL;
    struct buf list = buf_on(b->a);
    struct exact scale = exact_int(1);
    if (m->count == 0 || m->count > 200)
        return NULL;
    for (size_t i = 0; i < m->count; i++) {
        const struct measurement *x = &b->s->runs->items[m->ids[i]];
        struct exact own = x->written != NULL ? x->written->scale : exact_int(1);
        int same;
        if (b->measurement_cells[m->ids[i]] == NULL ||
            (i > 0 && (!exact_cmp(own, scale, &same) || same != 0)))
            return NULL;
        scale = own;
        buf_printf(&list, "%s%s", i > 0 ? "," : "", b->measurement_cells[m->ids[i]]);
    }
    const char *factor = formula_factor(b->g, scale, n->unit.scale);
    if (function == NULL && strcmp(m->take, "only") == 0)
        return arena_printf(b->a, "%s%s", buf_text(&list), factor);
    if (function == NULL)
        return NULL;
    return arena_printf(b->a, "%s(%s)%s", function, buf_text(&list), factor);
}

static void put_base(struct book *b, node_id id)
{
    const struct node *n = graph_node(b->g, id);
    uint32_t row = b->row_of[id];
    double value = book_shown(b, id, b->values[0][id].x);
    struct place place = { b, BASE_CASE };
    struct formula_cells cells = { cell, column, &place };
    const char *text = NULL;
    if (n->kind == NODE_INPUT)
        text = workbook_name(b->a, n->name);
    else if (n->kind == NODE_MEASURED)
        text = measured_formula(b, id);
    else
        text = formula_text(b->g, id, &cells);
    if (text == NULL)
        put_number(b, b->model, row, BASE_COLUMN, value, LOOK_ISSUED);
    else
        put_result(b, id, BASE_CASE, text);
    if (n->name != NULL && n->kind != NODE_INPUT)
        book_name(b, n->name, b->model->name, row, BASE_COLUMN);
}

static const char *input_formula(struct book *b, node_id id, int scenario,
                                 const struct formula_cells *cells)
{
    const struct scenario_case *c = &b->s->scenarios[scenario];
    for (size_t i = c->count; i-- > 0;) {
        if (c->overrides[i].input != id)
            continue;
        if (c->overrides[i].by == NO_NODE)
            return b->override_cells[scenario][i];
        return formula_shown(b->g, c->overrides[i].by, graph_node(b->g, id)->unit,
                             cells);
    }
    return cell_address(b->a, b->row_of[id], BASE_COLUMN, false);
}

static void put_scenario(struct book *b, node_id id, int scenario)
{
    const struct node *n = graph_node(b->g, id);
    uint32_t row = b->row_of[id];
    struct place place = { b, scenario };
    struct formula_cells cells = { cell, column, &place };
    const char *text;
    if (n->kind == NODE_INPUT)
        text = input_formula(b, id, scenario, &cells);
    else if (n->kind == NODE_MEASURED)
        text = cell_address(b->a, row, BASE_COLUMN, false);
    else
        text = formula_text(b->g, id, &cells);
    put_result(b, id, scenario, text);
}

static void add_tables(struct book *b)
{
    struct sheet *s = NULL;
    uint16_t *columns = ARENA_ARRAY(b->a, graph_count(b->g) + 1, uint16_t);
    uint16_t next = 0;
    for (node_id id = 1; id <= graph_count(b->g); id++) {
        const struct node *n = graph_node(b->g, id);
        if (n->kind != NODE_TABLE)
            continue;
        if (s == NULL) {
            s = book_sheet(b, "Tables", NULL);
            sheet_title(b, s, "Tables", "Steps and lines that formulas look up.");
        }
        const struct table *t = n->as.table;
        columns[id] = next;
        put_text(b, s, FIRST_ROW - 1, next, t->x_unit.text, LOOK_HEADER);
        put_text(b, s, FIRST_ROW - 1, (uint16_t)(next + 1), n->unit.text, LOOK_HEADER);
        for (uint32_t i = 0; i < t->count; i++) {
            put_number(b, s, FIRST_ROW + i, next, t->x[i].x / t->x_unit.factor,
                       LOOK_PLAIN);
            put_number(b, s, FIRST_ROW + i, (uint16_t)(next + 1),
                       t->y[i].x / n->unit.factor, LOOK_PLAIN);
        }
        next = (uint16_t)(next + 3);
    }
    b->table_column = columns;
}

void add_model(struct book *b)
{
    struct sheet *s = b->model;
    size_t columns = (size_t)BASE_COLUMN + 1 + b->s->scenario_count;
    double *widths = ARENA_ARRAY(b->a, columns, double);
    const char **titles = ARENA_ARRAY(b->a, columns, const char *);
    titles[0] = "Name";
    titles[1] = "What it is";
    titles[2] = "Unit";
    titles[3] = "inputs as they stand";
    widths[0] = 26;
    widths[1] = 52;
    widths[2] = 10;
    for (size_t i = BASE_COLUMN; i < columns; i++)
        widths[i] = 15;
    for (size_t i = 0; i < b->s->scenario_count; i++)
        titles[BASE_COLUMN + 1 + i] = b->s->scenarios[i].id;
    sheet_title(b, s, "Model",
                "A row a quantity, a column a case. Values are in the unit "
                "beside them; formulas convert where units meet.");
    sheet_widths(b, s, widths, columns);
    sheet_header(b, s, FIRST_ROW - 1, titles, columns);
    s->freeze_row = FIRST_ROW;
    s->freeze_column = BASE_COLUMN;
    s->repeat_rows = FIRST_ROW;
    add_tables(b);
    for (size_t i = 0; i < b->row_count; i++) {
        node_id id = b->rows[i];
        const struct node *n = graph_node(b->g, id);
        put_text(b, s, b->row_of[id], 0, n->name != NULL ? n->name : "", LOOK_LABEL);
        put_text(b, s, b->row_of[id], 1, book_words(b, id), LOOK_PLAIN);
        put_text(b, s, b->row_of[id], 2, n->unit.text, LOOK_PLAIN);
        put_base(b, id);
        for (size_t k = 0; k < b->s->scenario_count; k++)
            put_scenario(b, id, (int)k);
    }
}
