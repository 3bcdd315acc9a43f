/* random_roots.h - random costs with steps, and roots_find() held against a scan. */
#ifndef TESTS_QUANTITIES_RANDOM_ROOTS_H
#define TESTS_QUANTITIES_RANDOM_ROOTS_H

#include "quantities/roots_text.h"

#include "quantities/op.h"

enum { SCAN = 10000 };

struct dice {
    uint64_t state;
};

/* SplitMix64 (Steele, Lea, Flood 2014). */
static inline uint64_t dice_next(struct dice *d)
{
    uint64_t z = d->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline unsigned roll(struct dice *d, unsigned sides)
{
    return (unsigned)(dice_next(d) >> 33) % sides;
}

struct builder {
    struct model *m;
    struct dice *dice;
    node_id pool[64];
    unsigned count;
};

/* Tenths from 0.1 to 40. */
static inline struct value some_number(struct dice *d)
{
    struct exact e;
    exact_ratio(1 + (int)roll(d, 400), 10, &e);
    return value_of_exact(e);
}

static inline node_id some_constant(struct builder *b)
{
    return graph_const(b->m->g, some_number(b->dice), UNIT_ONE, (struct where){ 0 });
}

static inline node_id some_node(struct builder *b)
{
    return b->pool[roll(b->dice, b->count)];
}

static inline node_id op2(struct builder *b, const char *op, node_id x, node_id y)
{
    return graph_op2(b->m->g, op, x, y, (struct where){ 0 }, &b->m->dg);
}

static inline node_id some_table(struct builder *b)
{
    unsigned rows = 1 + roll(b->dice, 5);
    struct value *x = ARENA_ARRAY(b->m->arena, rows, struct value);
    struct value *y = ARENA_ARRAY(b->m->arena, rows, struct value);
    struct exact at = exact_int(roll(b->dice, 20));
    for (unsigned i = 0; i < rows; i++) {
        x[i] = value_of_exact(at);
        y[i] = some_number(b->dice);
        exact_add(at, some_number(b->dice).exact, &at);
    }
    const struct table t = { .x = x, .y = y, .count = rows, .x_unit = UNIT_ONE };
    return graph_table(b->m->g, &t, UNIT_ONE, (struct where){ 0 });
}

/* Slopes stay above about 1e-3, so that what the engine forgives before ceil and floor
 * stays below a scan step. */
static inline node_id grow(struct builder *b)
{
    static const char *const compare[] = { "lt", "le", "gt", "ge" };
    node_id x = some_node(b), y = some_node(b);
    struct graph *g = b->m->g;
    const struct where at = { 0 };
    switch (roll(b->dice, 12)) {
    case 0:
        return op2(b, "add", x, y);
    case 1:
        return op2(b, "sub", x, y);
    case 2:
        return op2(b, "mul", x, some_constant(b));
    case 3:
        return op2(b, "mul", op2(b, "div", x, some_constant(b)), y);
    case 4:
        return op2(b, "div", x, some_constant(b));
    case 5: /* never by zero: 1 + max(y, 1) */
        return op2(b, "div", x,
                   op2(b, "add", some_constant(b), op2(b, "max", y, some_constant(b))));
    case 6:
        return op2(b, "min", x, roll(b->dice, 2) ? y : some_constant(b));
    case 7:
        return op2(b, "max", x, roll(b->dice, 2) ? y : some_constant(b));
    case 8:
        return graph_if(g, op2(b, compare[roll(b->dice, 4)], x, some_constant(b)), y,
                        some_node(b), at, &b->m->dg);
    case 9:
        return graph_op1(g, roll(b->dice, 2) ? "ceil" : "floor",
                         op2(b, "div", x, some_constant(b)), at, &b->m->dg);
    case 10:
        return op2(b, "step", some_table(b), x);
    default:
        return op2(b, "line", some_table(b), x);
    }
}

static inline node_id some_cost(struct builder *b)
{
    static const int floors[] = { 1, 5, 5, 20 };
    struct value least = value_of_exact(exact_int(floors[roll(b->dice, 4)]));
    node_id base = graph_const(b->m->g, least, UNIT_ONE, (struct where){ 0 });
    node_id top = b->pool[b->count - 1 - roll(b->dice, 3)];
    return op2(b, "max", roll(b->dice, 2) ? op2(b, "add", top, base) : top, base);
}

static inline struct roots_query random_query(struct model *m, struct dice *dice)
{
    struct builder b = { .m = m, .dice = dice };
    node_id x = model_input(m, "x", "1");
    b.pool[0] = x;
    b.pool[1] = some_constant(&b);
    b.count = 2;
    unsigned nodes = 4 + roll(dice, 9);
    while (b.count < nodes) {
        node_id next = grow(&b);
        b.pool[b.count++] = next;
    }
    struct roots_query q = { .graph = m->g, .scenario = &base_case, .variable = x };
    q.a = some_cost(&b);
    q.b = some_cost(&b);
    q.lo = value_of_exact(exact_int(roll(dice, 3)));
    q.hi = value_of_exact(exact_int(50 + (int)roll(dice, 150)));
    return q;
}

/* The difference by point walks, as everybody else evaluates it. */
struct scan {
    struct plan plan;
    struct value *values;
    bool *hold;
    const struct roots_query *q;
};

static inline struct scan scan_of(struct model *m, const struct roots_query *q)
{
    struct scan s = { .q = q };
    const node_id targets[] = { q->a, q->b };
    assert_true(plan_make(m->g, &base_case, targets, 2, &s.plan, &m->dg));
    s.values = ARENA_ARRAY(m->arena, graph_count(m->g) + 1, struct value);
    s.hold = ARENA_ARRAY(m->arena, graph_count(m->g) + 1, bool);
    s.hold[q->variable] = true;
    return s;
}

static inline double scan_at(const struct scan *s, double x, double *tie)
{
    s->values[s->q->variable] = value_of_double(x);
    plan_point(&s->plan, s->values, s->hold, NULL);
    double a = s->values[s->plan.alias[s->q->a]].x;
    double b = s->values[s->plan.alias[s->q->b]].x;
    *tie = TIE * fmax(fabs(a), fabs(b));
    return a - b;
}

static inline int strict_sign(double d, double tie)
{
    return d > tie ? 1 : d < -tie ? -1 : 0;
}

static inline bool near_crossing(const struct roots *r, double x, double reach)
{
    for (size_t i = 0; i < r->crossing_count; i++)
        if (x >= r->crossings[i].x - reach && x <= r->crossings[i].to + reach)
            return true;
    return false;
}

static inline enum cheaper told(const struct roots *r, double x)
{
    size_t i = 0;
    while (i + 1 < r->stretch_count && x > r->stretches[i].to)
        i++;
    return r->stretches[i].cheaper;
}

static inline enum cheaper seen(int sign)
{
    return sign > 0 ? CHEAPER_B : CHEAPER_A;
}

/* NULL, or what is wrong with an answer.  `reach` is how far a jump may lie from the
 * plain formula's. */
static inline const char *disagreement(struct arena *arena, const struct scan *s,
                                       const struct roots *r)
{
    double lo = s->q->lo.x, hi = s->q->hi.x, tie, reach = 1e-3;
    int before = 0;
    double at_before = lo;
    if (r->stretch_count == 0 || r->stretches[0].from != lo ||
        r->stretches[r->stretch_count - 1].to != hi)
        return "the stretches do not cover the range";
    for (int i = 0; i <= SCAN; i++) {
        double x = i == SCAN ? hi : lo + (hi - lo) * i / SCAN;
        int sign = strict_sign(scan_at(s, x, &tie), tie);
        if (sign == 0)
            continue;
        if (told(r, x) != seen(sign) && !near_crossing(r, x, reach))
            return arena_printf(arena, "at %.17g the other one is cheaper", x);
        bool met = false;
        for (size_t k = 0; k < r->crossing_count && before * sign < 0; k++)
            met = met || (r->crossings[k].to >= at_before - reach &&
                          r->crossings[k].x <= x + reach);
        if (before * sign < 0 && !met)
            return arena_printf(arena, "a crossing between %.17g and %.17g is missed",
                                at_before, x);
        before = sign;
        at_before = x;
    }
    for (size_t i = 0; i < r->stretch_count; i++) {
        const struct stretch *st = &r->stretches[i];
        double middle = st->from + (st->to - st->from) / 2;
        double d = scan_at(s, middle, &tie);
        int sign = strict_sign(d, tie);
        if (i > 0 && (st->from != st[-1].to || st->cheaper == st[-1].cheaper))
            return "stretches do not meet or do not differ";
        if (st->to - st->from < 2 * reach)
            continue;
        if (st->cheaper == CHEAPER_NEITHER ? sign != 0
                                           : seen(d > 0 ? 1 : -1) != st->cheaper)
            return arena_printf(arena, "in the middle of %.17g to %.17g it is not so",
                                st->from, st->to);
    }
    return NULL;
}

/* The number of roots of one model; fails the test where the answer is wrong. */
static inline size_t check_random_model(uint64_t seed)
{
    struct dice dice = { seed };
    struct model m = model_new();
    struct roots_query q = random_query(&m, &dice);
    struct roots r;
    assert_true(roots_find(&q, m.arena, &r, &m.dg));
    struct scan s = scan_of(&m, &q);
    const char *wrong = r.complete ? disagreement(m.arena, &s, &r) : r.words;
    if (wrong != NULL)
        print_error("model %llu: %s; told: %.2000s\n", (unsigned long long)seed, wrong,
                    roots_text(m.arena, &r));
    size_t roots = r.root_count;
    bool right = wrong == NULL;
    arena_free(m.arena);
    assert_true(right);
    return roots;
}

#endif
