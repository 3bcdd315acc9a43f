/* What-if - a sweep of the first break-even's variable, or of an input, live, with its
 * chart. */
#include <math.h>

#include "base/arena.h"
#include "report/grid.h"

enum { POINTS = 25, RANGE_ROW = 3, MOST_SERIES = 6 };

/* What is swept: the first break-even's variable with its pair, else the first input
 * that has a range, with the costs of the first alternatives. */
struct swept {
    node_id variable;
    double lo, hi;
    size_t alternatives[MOST_SERIES], count;
    node_id difference; /* NO_NODE: no pair */
};

static bool logarithmic(const struct swept *w)
{
    return w->lo > 0 && w->hi / w->lo > 30;
}

static struct swept of_question(const struct break_even_question *q)
{
    return (struct swept){ q->variable,    q->lo.x, q->hi.x,
                           { q->a, q->b }, 2,       q->difference };
}

/* Whether the cost of any alternative follows the input. */
static bool moves_costs(const struct book *b, node_id input)
{
    bool *reached = ARENA_ARRAY(b->a, graph_count(b->g) + 1, bool);
    plan_reach(b->d->scenarios[b->d->chosen].plan, &input, 1, reached);
    for (size_t i = 0; i < b->s->alternative_count; i++)
        if (reached[b->s->alternatives[i].cost])
            return true;
    return false;
}

static bool of_inputs(const struct book *b, struct swept *out)
{
    for (size_t i = 0; i < b->s->name_count; i++) {
        const struct study_name *n = &b->s->names[i];
        const struct node *node = graph_node(b->g, n->node);
        if (n->kind != NAME_INPUT || !node->as.input->ranged ||
            node->as.input->choices != NULL || b->row_of[n->node] == 0 ||
            node->as.input->lo.x == node->as.input->hi.x || !moves_costs(b, n->node))
            continue;
        *out = (struct swept){ .variable = n->node, .lo = node->as.input->lo.x };
        out->hi = node->as.input->hi.x;
        while (out->count < b->s->alternative_count && out->count < MOST_SERIES) {
            out->alternatives[out->count] = out->count;
            out->count++;
        }
        return true;
    }
    return false;
}

static void put_ends(struct book *b, struct sheet *s, const struct swept *w)
{
    const struct node *v = graph_node(b->g, w->variable);
    put_text(b, s, RANGE_ROW, 0, arena_printf(b->a, "%s from", v->name), LOOK_LABEL);
    put_number(b, s, RANGE_ROW, 1, book_shown(b, w->variable, w->lo), LOOK_INPUT);
    put_text(b, s, RANGE_ROW, 2, v->unit.text, LOOK_PLAIN);
    put_text(b, s, RANGE_ROW + 1, 0, "to", LOOK_LABEL);
    put_number(b, s, RANGE_ROW + 1, 1, book_shown(b, w->variable, w->hi), LOOK_INPUT);
    put_text(b, s, RANGE_ROW + 1, 2, v->unit.text, LOOK_PLAIN);
}

static void put_points(struct book *b, const struct swept *w, struct grid_column *c)
{
    const char *lo = cell_address(b->a, RANGE_ROW, 1, true);
    const char *hi = cell_address(b->a, RANGE_ROW + 1, 1, true);
    for (int i = 0; i < POINTS; i++) {
        double t = (double)i / (POINTS - 1);
        double x = logarithmic(w) ? w->lo * pow(w->hi / w->lo, t)
                                  : w->lo + t * (w->hi - w->lo);
        c[i].title = arena_printf(b->a, "point %d", i + 1);
        c[i].scenario = (int)b->d->chosen;
        c[i].moves[0].input = w->variable;
        c[i].moves[0].value = x;
        c[i].moves[0].formula =
            logarithmic(w)
                ? arena_printf(b->a, "%s*(%s/%s)^(%d/%d)", lo, hi, lo, i, POINTS - 1)
                : arena_printf(b->a, "%s+(%s-%s)*%d/%d", lo, hi, lo, i, POINTS - 1);
        c[i].move_count = 1;
    }
}

static struct area points_of(const struct grid *g, node_id id)
{
    return (struct area){ g->row_of[id], g->row_of[id], g->column,
                          (uint16_t)(g->column + POINTS - 1) };
}

static void add_chart(struct book *b, const struct swept *w, const struct grid *g)
{
    struct sheet_chart *chart = ARENA_NEW(b->a, struct sheet_chart);
    struct sheet_series *series = ARENA_ARRAY(b->a, w->count, struct sheet_series);
    const struct node *v = graph_node(b->g, w->variable);
    for (size_t i = 0; i < w->count; i++) {
        const struct alternative *alt = &b->s->alternatives[w->alternatives[i]];
        if (g->row_of[alt->cost] == 0)
            return;
        series[i].name = alt->title;
        series[i].sheet = g->sheet->name;
        series[i].x = points_of(g, w->variable);
        series[i].y = points_of(g, alt->cost);
        series[i].markers = true;
    }
    bool log = logarithmic(w);
    chart->kind = SHEET_CHART_LINES;
    chart->row = g->last_row + 2;
    chart->title = arena_printf(b->a, "Total cost over %s", v->name);
    chart->alt = chart->title;
    chart->x = (struct sheet_axis){
        .title = arena_printf(b->a, "%s, %s", v->name, v->unit.text), .log = log
    };
    chart->y = (struct sheet_axis){ .title = arena_printf(b->a, "total cost, %s",
                                                          b->s->currency),
                                    .log = log && w->difference != NO_NODE };
    chart->series = series;
    chart->series_count = w->count;
    g->sheet->charts = chart;
    g->sheet->chart_count = 1;
}

void add_whatif(struct book *b)
{
    struct swept w;
    if (b->s->break_even_count > 0)
        w = of_question(&b->s->break_evens[0]);
    else if (!of_inputs(b, &w))
        return;
    struct sheet *s = book_sheet(b, "What-if", NULL);
    struct grid_column *c = ARENA_ARRAY(b->a, POINTS, struct grid_column);
    node_id *targets = ARENA_ARRAY(b->a, MOST_SERIES + 1, node_id);
    double *widths = ARENA_ARRAY(b->a, POINTS + 3, double);
    size_t n = 0;
    for (size_t i = 0; i < POINTS + 3; i++)
        widths[i] = i == 0 ? 26 : i == 1 ? 40 : i == 2 ? 10 : 14;
    if (w.difference != NO_NODE)
        targets[n++] = w.difference;
    for (size_t i = 0; i < w.count; i++)
        targets[n++] = b->s->alternatives[w.alternatives[i]].cost;
    sheet_title(b, s, "What-if",
                arena_printf(b->a,
                             "A sweep in scenario %s; change its ends or any input.",
                             b->s->scenarios[b->d->chosen].id));
    sheet_widths(b, s, widths, POINTS + 3);
    put_ends(b, s, &w);
    put_points(b, &w, c);
    struct grid g = {
        .sheet = s, .row = 6, .column = 3, .columns = c, .count = POINTS
    };
    g.targets = targets;
    g.target_count = n;
    grid_add(b, &g);
    add_chart(b, &w, &g);
    s->freeze_column = 3;
}

/* ---- Sensitivity: each input at both ends, two probes each ---- */

struct ends {
    struct book *b;
    struct sheet *s;
    const struct break_even_question *q;
    const struct sensitivity_answer *a;
    struct grid grid;
};

static void put_probe_columns(struct ends *e, uint32_t table)
{
    struct book *b = e->b;
    struct grid_column *c = ARENA_ARRAY(b->a, 4 * e->a->count, struct grid_column);
    node_id *targets = ARENA_ARRAY(b->a, 1, node_id);
    targets[0] = e->q->difference;
    for (size_t i = 0; i < 4 * e->a->count; i++) {
        const struct sensitivity_row *r = &e->a->rows[i / 4];
        bool high = i % 4 >= 2, to = i % 2 == 1;
        const char *name = graph_node(b->g, r->input)->name;
        c[i].title = arena_printf(b->a, "%s %s, %s", name, high ? "high" : "low",
                                  to ? "to" : "from");
        c[i].scenario = (int)b->s->sensitivities[0].scenario;
        c[i].moves[0].input = r->input;
        c[i].moves[0].value = high ? r->high : r->low;
        c[i].moves[0].formula =
            cell_address(b->a, table + 1 + (uint32_t)(i / 4), high ? 2 : 1, true);
        c[i].moves[1].input = e->q->variable;
        c[i].moves[1].value = to ? e->q->hi.x : e->q->lo.x;
        c[i].moves[1].formula = cell_address(b->a, (uint32_t)RANGE_ROW + to, 1, true);
        c[i].move_count = 2;
    }
    e->grid = (struct grid){ .sheet = e->s, .column = 3, .columns = c };
    e->grid.row = table + (uint32_t)e->a->count + 4;
    e->grid.count = 4 * e->a->count;
    e->grid.targets = targets;
    e->grid.target_count = 1;
    grid_add(b, &e->grid);
}

/* The root from the two probes in columns i and i + 1 of the grid. */
static void put_root(struct ends *e, uint32_t row, uint16_t column, size_t i,
                     double root)
{
    struct book *b = e->b;
    node_id d = e->q->difference;
    const char *lo = cell_address(b->a, RANGE_ROW, 1, true);
    const char *hi = cell_address(b->a, RANGE_ROW + 1, 1, true);
    const char *x = grid_cell(b, &e->grid, d, i), *y = grid_cell(b, &e->grid, d, i + 1);
    const char *meets =
        arena_printf(b->a, "(%s-%s*(%s-%s)/(%s-%s))", lo, x, hi, lo, y, x);
    struct cell *c = put_formula(
        b, e->s, row, column,
        arena_printf(b->a, "IFERROR(IF(AND(%s>=%s,%s<=%s),%s,\"none\"),\"none\")",
                     meets, lo, meets, hi, meets),
        isnan(root) ? NAN : book_shown(b, e->q->variable, root));
    if (isnan(root))
        c->text = "none";
}

void add_sensitivity(struct book *b)
{
    static const double widths[] = { 26, 40, 16, 16, 16, 34, 14, 14, 14, 14,
                                     14, 14, 14, 14, 14, 14, 14, 14, 14, 14,
                                     14, 14, 14, 14, 14, 14, 14, 14, 14, 14 };
    if (b->s->sensitivity_count == 0)
        return;
    struct ends e = { .b = b, .a = &b->d->sensitivities[0] };
    size_t of = b->s->sensitivities[0].of;
    e.q = &b->s->break_evens[of];
    size_t scenario = b->s->sensitivities[0].scenario;
    if (!b->d->break_evens[of][scenario].roots.affine)
        return;
    const char *unit = graph_node(b->g, e.q->variable)->unit.text;
    const char *titles[] = { "Input",
                             "low",
                             "high",
                             arena_printf(b->a, "break-even at low, %s", unit),
                             arena_printf(b->a, "break-even at high, %s", unit),
                             "varied over" };
    uint32_t table = RANGE_ROW + 3;
    e.s = book_sheet(b, "Sensitivity", NULL);
    sheet_title(b, e.s, "Sensitivity",
                arena_printf(b->a, "Each input alone between its ends, in scenario %s.",
                             b->s->scenarios[scenario].id));
    sheet_widths(b, e.s, widths, sizeof widths / sizeof *widths);
    const struct swept w = of_question(e.q);
    put_ends(b, e.s, &w);
    e.s->freeze_column = 1;
    sheet_header(b, e.s, table, titles, 6);
    put_probe_columns(&e, table);
    for (uint32_t i = 0; i < e.a->count; i++) {
        const struct sensitivity_row *r = &e.a->rows[i];
        uint32_t row = table + 1 + i;
        put_text(b, e.s, row, 0,
                 arena_printf(b->a, "%s, %s", graph_node(b->g, r->input)->name,
                              graph_node(b->g, r->input)->unit.text),
                 LOOK_LABEL);
        put_number(b, e.s, row, 1, book_shown(b, r->input, r->low), LOOK_INPUT);
        put_number(b, e.s, row, 2, book_shown(b, r->input, r->high), LOOK_INPUT);
        put_root(&e, row, 3, (size_t)4 * i, r->root_low);
        put_root(&e, row, 4, (size_t)4 * i + 2, r->root_high);
        put_text(b, e.s, row, 5, r->how, LOOK_NOTE);
    }
}
