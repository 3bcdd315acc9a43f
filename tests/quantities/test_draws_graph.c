/* Random graphs over all ops: every draw of every target, at every probe, is bit for
 * bit what a walk by single doubles gives. */
#include "model.h"

#include "quantities/distribution.h"
#include "quantities/draw_program.h"
#include "quantities/op.h"
#include "quantities/random.h"

enum { GRAPHS = 3000, OPS = 40, TARGETS = 3, DRAWS = 700 };

struct chance {
    uint64_t key, next;
    bool gentle; /* mostly affine ops */
};

static size_t below(struct chance *c, size_t n)
{
    double u;
    random_uniforms(c->key, c->next++, &u, 1);
    return (size_t)(u * (double)n);
}

struct made {
    struct model m;
    node_id nodes[200], table, variable;
    size_t count;
    node_id targets[TARGETS];
    struct plan plan;
};

static void add(struct made *r, node_id id)
{
    assert_int_not_equal(id, NO_NODE);
    r->nodes[r->count++] = id;
}

static node_id add_input(struct made *r, const char *name, double x,
                         struct distribution d)
{
    struct input in = { .value = value_of_double(x), .distribution = d };
    node_id id = graph_input(r->m.g, name, &in, UNIT_ONE, (struct where){ 0 });
    add(r, id);
    return id;
}

static void add_leaves(struct made *r)
{
    static const double constants[] = { 0, 1, 2, -1, 0.5, 0.1, 3, 100 };
    static struct value x[3], y[3];
    static const struct table t = { .x = x, .y = y, .count = 3 };
    for (size_t i = 0; i < 3; i++) {
        x[i] = model_number((const char *[]){ "0", "0.7", "2" }[i]);
        y[i] = model_number((const char *[]){ "1", "0.3", "10" }[i]);
    }
    r->table = graph_table(r->m.g, &t, UNIT_ONE, (struct where){ 0 });
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        add(r, graph_const(r->m.g, value_of_double(constants[i]), UNIT_ONE,
                           (struct where){ 0 }));
    struct distribution none = { 0 };
    r->variable = add_input(r, "v", 1.5, none);
    add_input(r, "fixed", 0.3, none);
    add_input(r, "u", 1, (struct distribution){ SHAPE_UNIFORM, { -1, 3 }, NULL });
    add_input(r, "t", 1, (struct distribution){ SHAPE_TRIANGULAR, { 0, 1, 2 }, NULL });
    add_input(r, "n", 1, (struct distribution){ SHAPE_NORMAL, { 0.5, 1 }, NULL });
    add_input(r, "l", 1, (struct distribution){ SHAPE_LOGNORMAL, { 1, 1.5 }, NULL });
}

/* Half of the arguments are recent nodes, so that chains grow deep. */
static node_id argument(struct made *r, struct chance *c)
{
    size_t recent = r->count < 6 ? r->count : 6;
    return below(c, 2) == 0 ? r->nodes[r->count - 1 - below(c, recent)]
                            : r->nodes[below(c, r->count)];
}

/* A cent is money's: the number is made money before and a number again after. */
static node_id add_cent(struct made *r, node_id number)
{
    const struct where none = { 0 };
    node_id dollar = model_formula(&r->m, "1 USD");
    node_id money = graph_op2(r->m.g, "mul", number, dollar, none, &r->m.dg);
    money = graph_op1(r->m.g, "cent", money, none, &r->m.dg);
    return graph_op2(r->m.g, "div", money, dollar, none, &r->m.dg);
}

static void add_op(struct made *r, struct chance *c)
{
    static const char *const gentle[] = {
        "add", "sub", "mul", "div", "sum", "if", "lt"
    };
    const struct op *op =
        c->gentle ? op_find(gentle[below(c, 7)]) : op_at(below(c, op_count()));
    node_id args[5];
    unsigned most = op->most < 5 ? op->most : 5;
    unsigned count = op->least + (unsigned)below(c, most - op->least + 1);
    for (unsigned k = 0; k < count; k++)
        args[k] = argument(r, c);
    if (op->rule == RULE_LOOKUP)
        args[0] = r->table;
    if (strcmp(op->name, "cent") == 0)
        add(r, add_cent(r, args[0]));
    else
        add(r, graph_op(r->m.g, op->name, args, count, (struct where){ 0 }, &r->m.dg));
    if (below(c, 8) == 0) {
        struct check check = { .words = "a check passes its value on" };
        add(r, graph_check(r->m.g, &check, argument(r, c), (struct where){ 0 }));
    }
}

static void make_graph(struct made *r, uint64_t number, bool gentle)
{
    struct chance c = { random_key(number, "graph"), 0, gentle };
    *r = (struct made){ .m = model_new() };
    add_leaves(r);
    for (size_t i = 0; i < OPS; i++)
        add_op(r, &c);
    for (size_t i = 0; i < TARGETS; i++)
        r->targets[i] = r->nodes[r->count - 1 - below(&c, 10)];
    struct plan_query q = { &base_case, r->variable, r->targets, TARGETS };
    assert_true(plan_make_free(r->m.g, &q, &r->plan, &r->m.dg));
}

/* The walk by single numbers: exact values where nothing varies, doubles elsewhere. */
struct single_walk {
    const struct made *r;
    bool *varies;
    struct value *values;
};

static void recompute(const struct single_walk *w, node_id id)
{
    const struct node *n = graph_node(w->r->m.g, id);
    struct value args[MOST_ARGS];
    struct op_call call = { args, n->arg_count, NULL };
    if (n->kind == NODE_CHECK)
        w->values[id] = w->values[n->args[0]];
    if (n->kind != NODE_OP || !w->varies[id])
        return;
    for (unsigned k = 0; k < n->arg_count; k++)
        args[k] = value_of_double(w->values[n->args[k]].x);
    if (n->op->rule == RULE_LOOKUP)
        call.table = graph_node(w->r->m.g, n->args[0])->as.table;
    if (strcmp(n->op->name, "cent") == 0)
        w->values[id] = args[0];
    else
        n->op->point(&call, &w->values[id]);
}

static void walk_singly(const struct single_walk *w, uint64_t draw, double variable)
{
    const struct plan *p = &w->r->plan;
    struct plan own = *p;
    own.keep_fractions = true;
    plan_point(&own, w->values, NULL, NULL);
    for (size_t i = 0; i < p->count; i++) {
        node_id id = p->order[i];
        const struct node *n = graph_node(w->r->m.g, id);
        if (id == w->r->variable)
            w->values[id] = value_of_double(variable);
        else if (n->kind == NODE_INPUT &&
                 n->as.input->distribution.shape != SHAPE_NONE) {
            double u;
            random_uniforms(random_key(9, n->name), draw, &u, 1);
            w->values[id] =
                value_of_double(distribution_quantile(&n->as.input->distribution, u));
        }
        recompute(w, id);
    }
}

static size_t compared, telling;

static void check_lane(struct lane got, size_t i, double want)
{
    compared++;
    telling += !got.single && isfinite(want) && want != 0 && want != 1;
    double x = got.x[got.single ? 0 : i];
    if ((isnan(x) && isnan(want)) || memcmp(&x, &want, sizeof x) == 0)
        return;
    print_error("draw %zu: got %.17g, want %.17g\n", i, x, want);
    fail();
}

static void check_graph(struct made *r)
{
    const double probes[] = { -2, 0.7, 1.5 };
    struct program_query q = { .plan = &r->plan, .variable = r->variable, .seed = 9 };
    q.probe_count = 3;
    memcpy(q.probes, probes, sizeof probes);
    q.everywhere = TARGETS - 1;
    const struct draw_program *p = program_make(r->m.arena, &q, &r->m.dg);
    assert_non_null(p);
    struct program_run *run = program_run_new(r->m.arena, p);
    struct single_walk w = { .r = r };
    w.varies = ARENA_ARRAY(r->m.arena, graph_count(r->m.g) + 1, bool);
    w.values = ARENA_ARRAY(r->m.arena, graph_count(r->m.g) + 1, struct value);
    node_id seeds[8];
    const node_id *drawn;
    size_t count = program_inputs(p, &drawn);
    memcpy(seeds, drawn, count * sizeof *seeds);
    seeds[count++] = r->variable;
    plan_reach(&r->plan, seeds, count, w.varies);
    for (size_t first = 0; first < DRAWS; first += BLOCK) {
        size_t n = DRAWS - first < BLOCK ? DRAWS - first : BLOCK;
        program_draw(run, first, n);
        for (size_t probe = 0; probe < 3; probe++) {
            program_probe(run, probe);
            for (size_t i = 0; i < n; i += 17) {
                walk_singly(&w, first + i, probes[probe]);
                for (size_t t = 0; t < q.everywhere + (probe == 2); t++)
                    check_lane(program_target(run, t), i, w.values[r->targets[t]].x);
            }
        }
    }
}

static void every_draw_is_a_walk_by_doubles(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < GRAPHS; i++) {
        struct made r;
        make_graph(&r, i, false);
        check_graph(&r);
        arena_free(r.m.arena);
    }
    print_message("%zu of %zu compared values tell\n", telling, compared);
    assert_true(telling > compared / 10);
}

/* What the structure calls affine lies on a straight line. */
static void affine_is_a_straight_line(void **state)
{
    (void)state;
    size_t affine = 0;
    for (uint64_t i = 0; i < GRAPHS; i++) {
        struct made r;
        make_graph(&r, i, true);
        struct program_query q = { .plan = &r.plan, .variable = r.variable, .seed = 3 };
        q.probe_count = q.everywhere = 3;
        q.probes[0] = -3;
        q.probes[1] = 1;
        q.probes[2] = 5;
        const struct draw_program *p = program_make(r.m.arena, &q, &r.m.dg);
        struct program_run *run = program_run_new(r.m.arena, p);
        double at[3];
        for (size_t t = 0; t < TARGETS; t++) {
            if (!program_affine(p, t))
                continue;
            program_draw(run, 0, 1);
            for (size_t k = 0; k < 3; k++) {
                program_probe(run, k);
                at[k] = program_target(run, t).x[0];
            }
            double largest = fmax(fabs(at[0]), fabs(at[2]));
            affine += at[0] != at[2] && largest < 1e6;
            if (largest < 1e6)
                assert_true(fabs(at[1] - (at[0] + at[2]) / 2) <= 1e-9 * (1 + largest));
        }
        arena_free(r.m.arena);
    }
    print_message("%zu straight lines\n", affine);
    assert_true(affine >= 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_draw_is_a_walk_by_doubles),
        cmocka_unit_test(affine_is_a_straight_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
