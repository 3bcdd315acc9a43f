/* weight - multiplied by the first row of a table that fits the machine: by words,
 * numbers, dates.  `otherwise` is the row for the rest, and says so where it is used.
 */
#include "prices/primitive.h"

#include "base/arena.h"
#include "base/format.h"
#include "doc/schema.h"
#include "prices/demand.h"

enum { WEIGHT, OTHERWISE };
static const struct doc_field fields[] = {
    [WEIGHT] = { "weight", DOC_WANT_ANY, DOC_REQUIRED },
    [OTHERWISE] = { "otherwise", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a weight", fields);

struct table_row_of { /* of a part: what its row says, and where it holds */
    node_id truth, value;
};

struct found {
    struct table_row_of *rows;
    size_t count, capacity;
    bool closed; /* the last row always holds */
};

static bool collect(struct chain *c, size_t part, const struct doc_node *rows,
                    struct found *f)
{
    static const char *const own[] = { "is", "source", "note", NULL };
    for (size_t i = 0; i < rows->count && !f->closed; i++) {
        const struct doc_node *row = doc_at(rows, i);
        struct row_test t = { .own = own };
        if (!doc_expect(row, "a row of weights", DOC_WANT_MAPPING, c->dg))
            return false;
        const struct doc_node *is = doc_get(row, "is");
        if (is == NULL || is->kind != DOC_SCALAR)
            return diag_error(c->dg, row->at,
                              "a row without a weight; write for example {cpu: Xeon, "
                              "is: 0.5}");
        if (!chain_row(c, part, row, &t))
            return false;
        if (t.never)
            continue;
        struct table_row_of r = { t.truth, chain_formula(c, part, is) };
        if (r.value == NO_NODE)
            return false;
        chain_demand(c, part, is, r.value, DEMAND_COUNT);
        ARENA_PUSH(graph_arena(c->g), f->rows, f->count, f->capacity) = r;
        f->closed = t.truth == NO_NODE;
    }
    return true;
}

static bool no_row(struct chain *c, size_t part, const struct doc_node *at)
{
    const struct machine *m = c->parts[part].machine;
    return diag_error(c->dg, m != NULL ? m->at : c->line_at,
                      "no weight of %s fits %s; add a row for it or otherwise: to the "
                      "table at line %u",
                      c->product, m != NULL ? m->id : "this line", at->at.line);
}

/* The rows as nested ifs, the last one innermost. */
static node_id nested(struct chain *c, const struct found *f, node_id rest,
                      struct where at)
{
    node_id id = rest;
    for (size_t i = f->count; i-- > 0;)
        id = f->rows[i].truth == NO_NODE
                 ? f->rows[i].value
                 : graph_if(c->g, f->rows[i].truth, f->rows[i].value, id, at, c->dg);
    return id;
}

/* 0/1: no row holds. */
static node_id by_default(struct chain *c, const struct found *f, struct where at)
{
    node_id none = chain_number(c, 1, at);
    for (size_t i = f->count; i-- > 0;)
        none =
            graph_if(c->g, f->rows[i].truth, chain_number(c, 0, at), none, at, c->dg);
    return none;
}

static void warn(struct chain *c, size_t part, const struct found *f,
                 const struct doc_node *otherwise)
{
    const struct machine *m = c->parts[part].machine;
    node_id used = by_default(c, f, otherwise->at);
    if (f->count == 0 && !c->trial)
        diag_warn(c->dg, m != NULL ? m->at : c->line_at,
                  "no row of the weights of %s fits %s; the default %s is used",
                  c->product, m != NULL ? m->id : "this line", otherwise->text);
    c->warned = c->warned == NO_NODE
                    ? used
                    : graph_op2(c->g, "or", c->warned, used, otherwise->at, c->dg);
}

static bool weigh(struct chain *c, size_t part, const struct doc_node *rows,
                  const struct doc_node *otherwise)
{
    struct found f = { 0 };
    node_id rest = NO_NODE, weight;
    if (rows->kind == DOC_SCALAR) {
        weight = chain_formula(c, part, rows);
        chain_demand(c, part, rows, weight, DEMAND_COUNT);
    } else {
        if (!collect(c, part, rows, &f))
            return false;
        if (!f.closed && otherwise == NULL)
            return no_row(c, part, rows);
        if (!f.closed) {
            rest = chain_formula(c, part, otherwise);
            warn(c, part, &f, otherwise);
        }
        weight = nested(c, &f, rest, rows->at);
    }
    const struct node *n = graph_node(c->g, weight);
    if (n == NULL)
        return false;
    struct arena *a = graph_arena(c->g);
    c->parts[part].group = n->kind == NODE_CONST
                               ? format_exact(a, n->as.constant.x)
                               : arena_printf(a, "of node %u", (unsigned)weight);
    chain_add(c, chain_words(c, part, "weight"), weight);
    c->parts[part].quantity =
        graph_op2(c->g, "mul", c->parts[part].quantity, weight, rows->at, c->dg);
    chain_add(c, chain_words(c, part, "weighted"), c->parts[part].quantity);
    return c->parts[part].quantity != NO_NODE;
}

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *rows = values[WEIGHT];
    if (rows->kind == DOC_MAPPING)
        return diag_error(c->dg, rows->at,
                          "weights are a formula or a list of rows, as in [{cpu: Xeon, "
                          "is: 0.5}]");
    if (!chain_counts(c, rows))
        return false;
    chain_new_kind(c);
    for (size_t i = 0; i < c->part_count; i++)
        if (!weigh(c, i, rows, values[OTHERWISE]))
            return false;
    return true;
}

const struct primitive primitive_weight = {
    .name = "weight",
    .summary = "multiplied by a table's row for the machine",
    .schema = &schema,
    .build = build,
};
