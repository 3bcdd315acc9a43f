/* chain_row.c - whether a row of a table holds: words, dates and formulas. */
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/primitive.h"

static bool in_list(const char *const *names, const char *name)
{
    for (size_t i = 0; names[i] != NULL; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static void also(struct chain *c, struct row_test *t, node_id truth, struct where at)
{
    t->unconditional = false;
    t->truth = t->truth == NO_NODE ? truth
                                   : graph_op2(c->g, "and", t->truth, truth, at, c->dg);
}

/* The meter is a choice of the study: each word of the row that is a choice. */
static bool choice_is(struct chain *c, node_id meter, const struct doc_entry *e,
                      struct row_test *t)
{
    const struct input *in = graph_node(c->g, meter)->as.input;
    const char *const *words;
    size_t n;
    node_id any = NO_NODE;
    if (!doc_get_texts(graph_arena(c->g), e->value, &words, &n, c->dg))
        return false;
    for (size_t i = 0; i < in->choice_count; i++)
        for (size_t k = 0; k < n; k++) {
            if (strcasecmp(in->choices[i], words[k]) != 0)
                continue;
            node_id is =
                graph_op2(c->g, "eq", meter, chain_number(c, (long long)i, e->key_at),
                          e->key_at, c->dg);
            any =
                any == NO_NODE ? is : graph_op2(c->g, "or", any, is, e->key_at, c->dg);
        }
    if (any == NO_NODE)
        t->never = true;
    else
        also(c, t, any, e->key_at);
    return true;
}

/* The machine's word is one of the row's. */
static bool word_is(struct chain *c, size_t part, const struct doc_entry *e,
                    struct row_test *t)
{
    const struct meter *m = chain_meter(c, part, e->key);
    const char *const *words;
    size_t n;
    if (m == NULL)
        return c->trial || chain_lacks(c, e->key, e->key_at);
    const struct node *node = graph_node(c->g, m->node);
    if (node != NULL && node->kind == NODE_INPUT && node->as.input->choices != NULL)
        return choice_is(c, m->node, e, t);
    bool literal = m->node == NO_NODE || node->kind == NODE_CONST;
    if (!doc_get_texts(graph_arena(c->g), e->value, &words, &n, c->dg))
        return false;
    bool found = false;
    for (size_t i = 0; i < n && literal && m->text != NULL; i++)
        found = found || strcasecmp(words[i], m->text) == 0;
    t->unconditional = false;
    if (found || m->node == NO_NODE || e->value->kind != DOC_SCALAR) {
        t->never = t->never || !found;
        return true;
    }
    node_id want = chain_formula(c, part, e->value);
    also(c, t, graph_op2(c->g, "eq", m->node, want, e->key_at, c->dg), e->key_at);
    return t->truth != NO_NODE;
}

/* from and until: both days belong to the row; 2008-06 is all of June. */
static bool date_is(struct chain *c, size_t part, const struct doc_entry *e,
                    struct row_test *t)
{
    bool from = strcmp(e->key, "from") == 0;
    const struct meter *m = chain_meter(c, part, "ordered");
    struct date d;
    if (!doc_get_date(e->value, &d, c->dg))
        return false;
    if (m == NULL || m->node == NO_NODE)
        return c->trial || chain_lacks(c, "ordered", e->key_at);
    node_id day =
        chain_number(c, from ? date_first_day(d) : date_last_day(d), e->key_at);
    also(c, t, graph_op2(c->g, from ? "ge" : "le", m->node, day, e->key_at, c->dg),
         e->key_at);
    return t->truth != NO_NODE;
}

/* Made of constants alone. */
static bool is_fixed(const struct graph *g, node_id id)
{
    const struct node *n = graph_node(g, id);
    if (n->kind == NODE_CONST || n->kind == NODE_TABLE)
        return true;
    if (n->kind != NODE_OP)
        return false;
    for (unsigned i = 0; i < n->arg_count; i++)
        if (!is_fixed(g, n->args[i]))
            return false;
    return true;
}

/* A condition without inputs is decided here, so that its table has no row for it. */
static void fold(struct chain *c, struct row_test *t)
{
    if (t->truth == NO_NODE || !is_fixed(c->g, t->truth))
        return;
    t->never = t->never || chain_base(c, t->truth) == 0;
    t->truth = NO_NODE;
}

bool chain_row(struct chain *c, size_t part, const struct doc_node *row,
               struct row_test *t)
{
    t->truth = NO_NODE;
    t->never = false;
    t->unconditional = true;
    for (size_t i = 0; i < row->count; i++) {
        const struct doc_entry *e = &row->entries[i];
        bool ok = true;
        if (in_list(t->own, e->key))
            continue;
        if (strcmp(e->key, "from") == 0 || strcmp(e->key, "until") == 0) {
            ok = date_is(c, part, e, t);
        } else if (strcmp(e->key, "if") == 0) {
            node_id truth = chain_formula(c, part, e->value);
            ok = truth != NO_NODE;
            if (ok)
                also(c, t, truth, e->key_at);
        } else {
            ok = word_is(c, part, e, t);
        }
        if (!ok)
            return false;
        if (t->never)
            return true; /* what else it asks may not be known of this machine */
    }
    fold(c, t);
    return true;
}
