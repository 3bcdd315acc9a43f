/* Graphs of random quantities, units and all: the same in the point walk, in draws (a
 * batch of one) and in LibreOffice.  Run bare it holds the first two to each other and
 * the text of formulas to its rules; `test_graphs PATH` writes the graphs as a workbook
 * for recalc.py. */
#include "check.h"

#include <stdlib.h>

#include "base/arena.h"
#include "quantities/formula.h"
#include "quantities/op.h"
#include "quantities/plan.h"
#include "report/sheet.h"
#include "writers/xlsx.h"

enum { GRAPHS = 150, INPUTS = 10, OPS = 60, FIRST = 1 };

static const char *const units[] = { "TB",    "GiB", "USD/GB", "%",
                                     "s",     "ms",  "USD",    "%/year",
                                     "years", "MB",  "op",     "USD/CPU/year" };

static uint64_t seed = 20080604;

static uint32_t roll(uint32_t n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % n;
}

struct lab {
    struct arena *arena;
    struct graph *g;
    struct value *values; /* [node id] */
};

static const struct scenario_case no_case = { .id = "base" };

static void add_input(struct lab *l, int i)
{
    struct unit unit = UNIT_ONE;
    const char *why, *text = units[roll(sizeof units / sizeof *units)];
    size_t at;
    struct exact e;
    if (roll(4) > 0)
        assert_true(unit_parse(l->arena, text, strlen(text), &unit, &why, &at));
    assert_true(exact_ratio((int)roll(9000) + 1, roll(2) ? 100 : 1, &e));
    assert_true(exact_mul(e, unit.scale, &e));
    struct input in = { .value = value_of_exact(e) };
    graph_input(l->g, arena_printf(l->arena, "in%d", i), &in, unit,
                (struct where){ 0 });
}

/* Whatever builds, has a value of sensible size, and is no constant. */
static void try_op(struct lab *l)
{
    const struct op *op = op_at(roll((uint32_t)op_count()));
    node_id args[3];
    unsigned n = op->least + (op->most > op->least ? roll(2) : 0);
    struct diag quiet = diag_on(l->arena);
    if (op->rule == RULE_LOOKUP || n > 3 || strcmp(op->name, "erlang_b") == 0)
        return;
    for (unsigned i = 0; i < n; i++) {
        struct exact e = exact_int((long long)roll(7) + 1);
        args[i] = roll(5) == 0 ? graph_const(l->g, value_of_exact(e), UNIT_ONE,
                                             (struct where){ 0 })
                               : 1 + roll((uint32_t)graph_count(l->g));
    }
    node_id id = graph_op(l->g, op->name, args, n, (struct where){ 0 }, &quiet);
    if (id == NO_NODE)
        return;
    double x = plan_value(l->g, &no_case, id, NULL).x;
    /* a power too small for a double is an error in LibreOffice */
    bool vanished = x == 0 && strcmp(op->name, "pow") == 0;
    if (!isfinite(x) || vanished || fabs(x) > 1e13 || (x != 0 && fabs(x) < 1e-9))
        graph_label(l->g, id, "left out");
}

/* A node stands in the sheet unless itself or an argument was left out. */
static bool left_out(const struct graph *g, node_id id)
{
    const struct node *n = graph_node(g, id);
    if (n->label != NULL)
        return true;
    for (unsigned i = 0; i < n->arg_count; i++)
        if (left_out(g, n->args[i]))
            return true;
    return false;
}

static void random_graph(struct lab *l)
{
    l->g = graph_new(l->arena);
    for (int i = 0; i < INPUTS; i++)
        add_input(l, i);
    for (int i = 0; i < 4 * OPS && graph_count(l->g) < INPUTS + OPS; i++)
        try_op(l);
    l->values = ARENA_ARRAY(l->arena, graph_count(l->g) + 1, struct value);
    for (node_id id = 1; id <= graph_count(l->g); id++)
        l->values[id] = plan_value(l->g, &no_case, id, NULL);
}

/* ---- in batches ---- */

static void check_batch(const struct lab *l, node_id id)
{
    const struct node *n = graph_node(l->g, id);
    double args[3], out = NAN;
    const double *pointers[3];
    for (unsigned i = 0; i < n->arg_count; i++) {
        args[i] = l->values[n->args[i]].x;
        pointers[i] = &args[i];
    }
    struct batch_call call = { .args = pointers, .count = n->arg_count, .n = 1 };
    call.out = &out;
    if (strcmp(n->op->name, "cent") == 0)
        return; /* the identity in draws */
    n->op->batch(&call);
    check_close(out, l->values[id].x, 1e-14);
}

static void test_batches_give_what_points_give(void **state)
{
    (void)state;
    size_t compared = 0;
    for (int i = 0; i < GRAPHS; i++) {
        struct lab l = { .arena = arena_new() };
        random_graph(&l);
        for (node_id id = 1; id <= graph_count(l.g); id++)
            if (graph_node(l.g, id)->kind == NODE_OP && !left_out(l.g, id)) {
                check_batch(&l, id);
                compared++;
            }
        arena_free(l.arena);
    }
    assert_true(compared > GRAPHS * 10);
}

/* ---- in a workbook ---- */

static const char *cell(void *context, node_id id)
{
    struct lab *l = context;
    return cell_address(l->arena, FIRST + id, 1, false);
}

static void add_sheet(struct lab *l, struct sheet *s, int number)
{
    struct formula_cells cells = { cell, NULL, l };
    *s = (struct sheet){ .name = arena_printf(l->arena, "Graph %d", number) };
    for (node_id id = 1; id <= graph_count(l->g); id++) {
        const struct node *n = graph_node(l->g, id);
        double shown = l->values[id].x / n->unit.factor;
        struct exact e;
        if (l->values[id].is_exact && exact_div(l->values[id].exact, n->unit.scale, &e))
            shown = exact_double(e);
        if (left_out(l->g, id))
            continue;
        cell_text(l->arena, s, FIRST + id, 0, n->unit.text);
        if (n->kind == NODE_OP)
            cell_formula(l->arena, s, FIRST + id, 1, formula_text(l->g, id, &cells))
                ->number = shown;
        else
            cell_number(l->arena, s, FIRST + id, 1, shown);
    }
}

static int write_book(const char *path)
{
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    struct workbook book = { .title = "random graphs", .created = { .year = 2020 } };
    book.created.month = book.created.day = 1;
    book.sheets = ARENA_ARRAY(a, GRAPHS, struct sheet);
    for (int i = 0; i < GRAPHS; i++) {
        struct lab l = { .arena = a };
        random_graph(&l);
        add_sheet(&l, &book.sheets[book.sheet_count++], i + 1);
    }
    bool ok = xlsx_write(&book, path, &dg);
    diag_print(&dg, stderr);
    arena_free(a);
    return ok ? 0 : 1;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_batches_give_what_points_give),
    };
    if (argc > 1)
        return write_book(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
