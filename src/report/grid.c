#include "report/grid.h"

#include <string.h>

#include "base/arena.h"

static const struct scenario_case base_case = { .id = "base" };

static const struct scenario_case *case_of(const struct book *b, int scenario)
{
    return scenario == BASE_CASE ? &base_case : &b->s->scenarios[scenario];
}

/* The column's own case: its scenario and its moves. */
static struct scenario_case moved(struct book *b, const struct grid_column *c)
{
    const struct scenario_case *from = case_of(b, c->scenario);
    size_t n = from->count + c->move_count;
    struct override *o = ARENA_ARRAY(b->a, n, struct override);
    if (from->count > 0)
        memcpy(o, from->overrides, from->count * sizeof *o);
    for (size_t i = 0; i < c->move_count; i++) {
        struct exact e;
        double x = c->moves[i].value;
        o[from->count + i].input = c->moves[i].input;
        o[from->count + i].value =
            exact_from_double(x, &e) ? value_of_exact(e) : value_of_double(x);
    }
    return (struct scenario_case){ .id = from->id, .overrides = o, .count = n };
}

static void walk(struct book *b, const struct grid *g, struct grid_column *c, bool *own)
{
    struct scenario_case *at = ARENA_NEW(b->a, struct scenario_case);
    struct plan plan;
    size_t n = graph_count(b->g) + 1;
    struct value *values = ARENA_ARRAY(b->a, n, struct value);
    bool *reached = ARENA_ARRAY(b->a, n, bool);
    node_id seeds[MOST_MOVED];
    *at = moved(b, c);
    for (size_t i = 0; i < c->move_count; i++)
        seeds[i] = c->moves[i].input;
    if (!plan_make(b->g, at, g->targets, g->target_count, &plan, b->s->dg))
        return;
    plan_point(&plan, values, NULL, NULL);
    plan_reach(&plan, seeds, c->move_count, reached);
    for (size_t i = 0; i < plan.count; i++)
        own[plan.order[i]] = own[plan.order[i]] || reached[plan.order[i]];
    /* an input that stands for another node has a value, too */
    for (node_id id = 1; id < n; id++)
        if (plan.alias[id] != id)
            values[id] = values[plan.alias[id]];
    c->values = values;
}

struct place {
    struct book *b;
    const struct grid *g;
    size_t column;
};

static const char *cell(void *context, node_id id)
{
    const struct place *p = context;
    return grid_cell(p->b, p->g, id, p->column);
}

static const struct grid_move *move_of(const struct grid_column *c, node_id id)
{
    for (size_t i = 0; i < c->move_count; i++)
        if (c->moves[i].input == id)
            return &c->moves[i];
    return NULL;
}

static const struct override *override_of(const struct scenario_case *c, node_id id)
{
    for (size_t i = c->count; i-- > 0;)
        if (c->overrides[i].input == id)
            return &c->overrides[i];
    return NULL;
}

static const char *text_of(struct book *b, const struct grid *g, node_id id, size_t i)
{
    const struct grid_column *c = &g->columns[i];
    const struct node *n = graph_node(b->g, id);
    struct place place = { b, g, i };
    struct formula_cells cells = { cell, NULL, &place };
    const struct grid_move *move = move_of(c, id);
    if (move != NULL)
        return move->formula;
    if (n->kind == NODE_INPUT) {
        const struct override *o = override_of(case_of(b, c->scenario), id);
        return o != NULL && o->by != NO_NODE
                   ? formula_shown(b->g, o->by, n->unit, &cells)
                   : model_cell(b, id, c->scenario);
    }
    return formula_text(b->g, id, &cells);
}

static double value_in(void *context, node_id id)
{
    const struct place *p = context;
    const struct node *n = graph_node(p->b->g, id);
    return n->kind == NODE_CONST ? n->as.constant.x
                                 : grid_value(p->b, p->g, id, p->column);
}

static void add_row(struct book *b, struct grid *g, node_id id, uint32_t row)
{
    const struct node *n = graph_node(b->g, id);
    struct sheet *s = g->sheet;
    uint16_t first = (uint16_t)(g->column - 3);
    put_text(b, s, row, first, n->name != NULL ? n->name : "", LOOK_LABEL);
    put_text(b, s, row, (uint16_t)(first + 1), book_words(b, id), LOOK_PLAIN);
    put_text(b, s, row, (uint16_t)(first + 2), n->unit.text, LOOK_PLAIN);
    for (size_t i = 0; i < g->count; i++) {
        struct place place = { b, g, i };
        struct formula_values values = { value_in, &place };
        put_formula(b, s, row, (uint16_t)(g->column + i), text_of(b, g, id, i),
                    grid_value(b, g, id, i))
            ->text = formula_error(b->g, id, &values);
    }
}

void grid_add(struct book *b, struct grid *g)
{
    size_t n = graph_count(b->g) + 1;
    bool *own = ARENA_ARRAY(b->a, n, bool);
    uint32_t *row_of = ARENA_ARRAY(b->a, n, uint32_t);
    uint32_t row = g->row;
    static const char *const titles[] = { "Name", "What it is", "Unit" };
    for (size_t i = 0; i < g->count; i++)
        walk(b, g, &g->columns[i], own);
    /* once more, so that each column knows what any of them reaches */
    node_id *all = ARENA_ARRAY(b->a, n, node_id);
    struct grid whole = *g;
    whole.targets = all;
    whole.target_count = 0;
    for (node_id id = 1; id < n; id++)
        if (own[id]) {
            row_of[id] = ++row;
            all[whole.target_count++] = id;
        }
    for (size_t i = 0; i < g->count; i++)
        walk(b, &whole, &g->columns[i], own);
    g->row_of = row_of;
    g->last_row = row;
    for (uint16_t i = 0; i < 3; i++)
        put_text(b, g->sheet, g->row, (uint16_t)(g->column - 3 + i), titles[i],
                 LOOK_HEADER);
    for (size_t i = 0; i < g->count; i++)
        put_text(b, g->sheet, g->row, (uint16_t)(g->column + i), g->columns[i].title,
                 LOOK_HEADER);
    for (node_id id = 1; id < n; id++)
        if (row_of[id] != 0)
            add_row(b, g, id, row_of[id]);
}

const char *grid_cell(const struct book *b, const struct grid *g, node_id id, size_t i)
{
    if (g->row_of[id] != 0)
        return cell_address(b->a, g->row_of[id], (uint16_t)(g->column + i), false);
    return model_cell(b, id, g->columns[i].scenario);
}

double grid_value(const struct book *b, const struct grid *g, node_id id, size_t i)
{
    return book_shown(b, id, g->columns[i].values[id].x);
}
