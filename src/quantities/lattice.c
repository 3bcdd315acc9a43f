#include "quantities/lattice.h"

#include <string.h>

#include "base/arena.h"
#include "base/parallel.h"

enum { POINTS = 256 }; /* of a block */

struct worker_values {
    struct value *values; /* [node]; NULL: this worker has not begun */
};

struct lattice {
    struct lattice_query q;
    struct lattice_axis axes[MOST_AXES];
    struct plan plan;
    node_id
        *order[MOST_AXES + 1]; /* [level]: what the axis below it is last to reach */
    size_t count[MOST_AXES + 1];
    bool *hold; /* [node]: the axes' inputs */
    struct worker_values workers[MOST_THREADS];
    unsigned threads;
};

struct stretch {
    struct lattice *lattice;
    size_t first, count;
    double *out;
};

/* 0: no axis reaches the node, else 1 + the innermost that does. */
static unsigned char *find_levels(struct arena *a, const struct lattice *l)
{
    size_t nodes = graph_count(l->q.graph) + 1;
    unsigned char *level = ARENA_ARRAY(a, nodes, unsigned char);
    bool *reached = ARENA_ARRAY(a, nodes, bool);
    for (size_t k = 0; k < l->q.axis_count; k++) {
        memset(reached, 0, nodes * sizeof *reached);
        plan_reach(&l->plan, &l->axes[k].input, 1, reached);
        for (size_t i = 0; i < nodes; i++)
            if (reached[i])
                level[i] = (unsigned char)(k + 1);
    }
    return level;
}

/* Searches use the graph's memory, which is one thread's at a time. */
static void divide(struct arena *a, struct lattice *l)
{
    const unsigned char *level = find_levels(a, l);
    l->threads = parallel_threads(l->q.threads);
    for (size_t k = 0; k <= l->q.axis_count; k++)
        l->order[k] = ARENA_ARRAY(a, l->plan.count, node_id);
    for (size_t i = 0; i < l->plan.count; i++) {
        node_id id = l->plan.order[i];
        size_t k = level[id];
        l->order[k][l->count[k]++] = id;
        if (graph_node(l->q.graph, id)->kind == NODE_SOLVE)
            l->threads = 1;
    }
}

struct lattice *lattice_make(struct arena *a, const struct lattice_query *q,
                             struct diag *dg)
{
    struct lattice *l = ARENA_NEW(a, struct lattice);
    struct scenario_case *c = ARENA_NEW(a, struct scenario_case);
    struct override *o =
        ARENA_ARRAY(a, q->scenario->count + q->axis_count + 1, struct override);
    size_t nodes = graph_count(q->graph) + 1;
    l->q = *q;
    *c = *q->scenario;
    if (c->count > 0)
        memcpy(o, c->overrides, c->count * sizeof *o);
    c->overrides = o;
    l->hold = ARENA_ARRAY(a, nodes, bool);
    for (size_t k = 0; k < q->axis_count; k++) {
        l->axes[k] = q->axes[k];
        l->hold[q->axes[k].input] = true;
        o[c->count++] = (struct override){ .input = q->axes[k].input,
                                           .value = q->axes[k].values[0] };
    }
    if (!plan_make(q->graph, c, q->targets, q->target_count, &l->plan, dg))
        return NULL;
    divide(a, l);
    for (unsigned w = 0; w < l->threads; w++) {
        l->workers[w].values = ARENA_ARRAY(a, nodes, struct value);
        plan_point_some(&l->plan, l->order[0], l->count[0], l->workers[w].values,
                        l->hold);
    }
    return l;
}

size_t lattice_points(const struct lattice *l)
{
    size_t n = 1;
    for (size_t k = 0; k < l->q.axis_count; k++)
        n *= l->axes[k].count;
    return n;
}

/* The axes' inputs at a point; the outermost that is not what it was. */
static size_t turn(const struct lattice *l, size_t point, size_t *digits,
                   struct value *values, bool anew)
{
    size_t changed = l->q.axis_count;
    for (size_t k = l->q.axis_count; k-- > 0;) {
        size_t digit = point % l->axes[k].count;
        point /= l->axes[k].count;
        if (!anew && digits[k] == digit)
            continue;
        digits[k] = digit;
        values[l->axes[k].input] = l->axes[k].values[digit];
        changed = k;
    }
    return anew ? 0 : changed;
}

static void walk_block(void *context, size_t block, unsigned worker)
{
    const struct stretch *s = context;
    const struct lattice *l = s->lattice;
    struct value *values = l->workers[worker].values;
    size_t digits[MOST_AXES] = { 0 }, from = block * POINTS;
    size_t to = from + POINTS < s->count ? from + POINTS : s->count;
    for (size_t i = from; i < to; i++) {
        size_t changed = turn(l, s->first + i, digits, values, i == from);
        for (size_t k = changed + 1; k <= l->q.axis_count; k++)
            plan_point_some(&l->plan, l->order[k], l->count[k], values, l->hold);
        for (size_t t = 0; t < l->q.target_count; t++)
            s->out[i * l->q.target_count + t] =
                values[l->plan.alias[l->q.targets[t]]].x;
    }
}

void lattice_walk(struct lattice *l, size_t first, size_t count, double *out)
{
    struct stretch s = { l, first, count, out };
    parallel_for((count + POINTS - 1) / POINTS, l->threads, walk_block, &s);
}
