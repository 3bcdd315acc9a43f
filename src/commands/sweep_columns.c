/* sweep_columns.c - what a sweep shows at each point. */
#include <string.h>

#include "base/arena.h"
#include "commands/sweep.h"
#include "quantities/expr.h"

static size_t target(struct arena *a, struct sweep_columns *c, node_id id)
{
    ARENA_PUSH(a, c->targets, c->target_count, c->target_capacity) = id;
    return c->target_count - 1;
}

static void place(struct arena *a, struct sweep_columns *c, node_id id)
{
    if (id != NO_NODE && c->index[id] == 0)
        c->index[id] = target(a, c, id) + 1;
}

static struct sweep_column *column(const struct sweep_call *w, struct sweep_columns *c,
                                   const char *key, node_id id)
{
    struct study *s = w->study;
    struct sweep_column *k = &ARENA_PUSH(s->arena, c->columns, c->count, c->capacity);
    const struct node *n = graph_node(s->graph, id);
    *k = (struct sweep_column){ .kind = SWEEP_FIGURE, .key = key, .unit = "" };
    k->factor = 1;
    if (n == NULL)
        return k;
    k->target = target(s->arena, c, id);
    k->unit = n->unit.text;
    k->factor = n->unit.factor;
    if (dim_is_money(n->unit.dim) && dim_equal(n->unit.dim, s->money.dim)) {
        k->kind = SWEEP_MONEY;
        k->unit = s->currency;
        k->factor = 1;
    }
    return k;
}

/* What has been paid by the end of each year, a target each. */
static bool cost_by_year(const struct sweep_call *w, struct sweep_columns *c,
                         const struct alternative *alt, const char *key)
{
    struct study *s = w->study;
    node_id sum = alt->by_year[0];
    struct sweep_column *k = column(w, c, key, sum);
    k->by_year = true;
    k->kind = SWEEP_COST;
    for (unsigned t = 1; t <= s->horizon; t++) {
        sum = graph_op2(s->graph, "add", sum, alt->by_year[t], alt->at, s->dg);
        target(s->arena, c, sum);
    }
    return sum != NO_NODE;
}

static node_id add(struct study *s, node_id sum, node_id more, struct where at)
{
    if (sum == NO_NODE || more == NO_NODE)
        return sum == NO_NODE ? more : sum;
    return graph_op2(s->graph, "add", sum, more, at, s->dg);
}

/* What tells which rule was binding. */
static void place_steps(struct study *s, struct sweep_columns *c, const struct line *l)
{
    for (size_t m = 0; m < l->licence->licence->metric_count; m++) {
        const struct licence_count *k = &l->licence->counts[m];
        place(s->arena, c, k->counted);
        for (size_t i = 0; i < k->step_count; i++) {
            place(s->arena, c, k->steps[i].node);
            place(s->arena, c, k->steps[i].before);
            place(s->arena, c, k->steps[i].limit);
        }
    }
}

static bool line_columns(const struct sweep_call *w, struct sweep_columns *c,
                         const char *key, const struct line *l)
{
    struct study *s = w->study;
    node_id required = NO_NODE;
    for (size_t m = 0; m < l->licence->licence->metric_count; m++)
        if (!l->licence->counts[m].absent)
            required = add(s, required, l->licence->counts[m].required, l->at);
    if (required == NO_NODE)
        return false;
    column(w, c, arena_printf(s->arena, "%s_licences", key), required);
    column(w, c, arena_printf(s->arena, "%s_one_time", key), l->amount);
    if (l->yearly != NO_NODE)
        column(w, c, arena_printf(s->arena, "%s_a_year", key), l->yearly);
    struct sweep_column *k =
        column(w, c, arena_printf(s->arena, "%s_binding", key), NO_NODE);
    k->kind = SWEEP_BINDING;
    k->line = l;
    return true;
}

/* One licence line goes by the alternative's name, several by their own. */
static bool licence_columns(const struct sweep_call *w, struct sweep_columns *c,
                            const struct alternative *alt)
{
    size_t licences = 0;
    for (size_t i = 0; i < alt->line_count; i++)
        licences += alt->lines[i].licence != NULL;
    for (size_t i = 0; i < alt->line_count; i++) {
        const struct line *l = &alt->lines[i];
        if (l->licence == NULL)
            continue;
        const char *key =
            licences == 1 ? alt->id
            : l->id != NULL
                ? arena_printf(w->study->arena, "%s.%s", alt->id, l->id)
                : arena_printf(w->study->arena, "%s.line%zu", alt->id, i + 1);
        if (!line_columns(w, c, key, l))
            return false;
    }
    return true;
}

static bool shown_columns(const struct sweep_call *w, struct sweep_columns *c)
{
    struct study *s = w->study;
    for (size_t i = 0; w->shown != NULL && i < w->shown->count; i++) {
        struct scope scope = study_scope(s);
        struct where at = { "--show", (unsigned)i + 1, 1 };
        node_id id = expr_build(s->graph, w->shown->items[i], at, &scope, s->dg);
        if (id == NO_NODE)
            return false;
        column(w, c, w->shown->items[i], id);
    }
    return true;
}

static node_id also(struct study *s, node_id all, node_id truth, struct where at)
{
    return all == NO_NODE ? truth : graph_op2(s->graph, "and", all, truth, at, s->dg);
}

/* 0/1: the alternative keeps its must-haves and its licences can count. */
static node_id is_allowed(struct study *s, const struct alternative *alt)
{
    node_id all = NO_NODE;
    node_id one =
        graph_const(s->graph, value_of_exact(exact_int(1)), UNIT_ONE, alt->at);
    for (size_t i = 0; i < alt->must_have_count; i++)
        if (alt->must_haves[i].state == MUST_KNOWN)
            all = also(s, all, alt->must_haves[i].truth, alt->at);
    for (size_t i = 0; i < alt->line_count; i++) {
        const struct licence_result *l = alt->lines[i].licence;
        for (size_t m = 0; l != NULL && m < l->licence->metric_count; m++)
            for (size_t d = 0; d < l->counts[m].demand_count; d++)
                all = also(s, all,
                           graph_if(s->graph, l->counts[m].counted,
                                    l->counts[m].demands[d].holds, one, alt->at, s->dg),
                           alt->at);
    }
    return all;
}

bool sweep_columns_make(const struct sweep_call *w, bool years,
                        struct sweep_columns *out)
{
    struct study *s = w->study;
    *out = (struct sweep_columns){ 0 };
    for (size_t i = 0; i < s->alternative_count; i++) {
        const struct alternative *alt = &s->alternatives[i];
        if (w->licences && !licence_columns(w, out, alt))
            return false;
        if (years && !cost_by_year(w, out, alt, alt->id))
            return false;
        if (!years)
            column(w, out, alt->id, alt->cost)->kind = SWEEP_COST;
        node_id allowed = is_allowed(s, alt);
        if (allowed != NO_NODE)
            out->columns[out->count - 1].allowed = target(s->arena, out, allowed) + 1;
    }
    if (!shown_columns(w, out))
        return false;
    out->index_count = graph_count(s->graph) + 1;
    out->index = ARENA_ARRAY(s->arena, out->index_count, size_t);
    for (size_t i = 0; i < out->count; i++)
        if (out->columns[i].kind == SWEEP_BINDING)
            place_steps(s, out, out->columns[i].line);
    return true;
}

static double value(const struct sweep_columns *c, const double *row, node_id id)
{
    return row[c->index[id] - 1];
}

static bool binds(const struct sweep_columns *c, const struct chain_step *step,
                  const double *row)
{
    if (step->limit == NO_NODE)
        return false;
    double is = value(c, row, step->node), before = value(c, row, step->before);
    return is != before && is == value(c, row, step->limit);
}

const char *sweep_binding(const struct sweep_columns *c, struct arena *a,
                          const struct line *line, const double *row)
{
    const struct licence *l = line->licence->licence;
    const struct reading *r = line->licence->reading;
    bool chosen = r == NULL || r->cheapest; /* else the line says the metric */
    const char *text = "";
    for (size_t m = 0; m < l->metric_count; m++) {
        const struct licence_count *k = &line->licence->counts[m];
        if (k->absent || value(c, row, k->counted) == 0)
            continue;
        if (chosen)
            text = arena_printf(a, "%s%s%s", text, text[0] != '\0' ? "; " : "",
                                l->metrics[m].name);
        const char *joint = chosen ? ": " : "";
        for (size_t i = 0; i < k->step_count; i++) {
            if (!binds(c, &k->steps[i], row))
                continue;
            text = arena_printf(a, "%s%s%s", text, joint, k->steps[i].words);
            joint = ", ";
        }
    }
    return text;
}
