/* study_when.c - a line that is bought under a choice only: when: {edition: standard}.
 */
#include <string.h>

#include "base/arena.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"

static node_id number(struct study *s, long long n, struct where at)
{
    return graph_const(s->graph, value_of_exact(exact_int(n)), UNIT_ONE, at);
}

/* The input has one of the words. */
static node_id is_one_of(struct study *s, const struct doc_entry *e)
{
    const struct study_name *n = study_find(s, e->key);
    const struct node *node = n != NULL ? graph_node(s->graph, n->node) : NULL;
    const char *const *words;
    size_t count;
    if (n == NULL || n->kind != NAME_INPUT || node->as.input->choices == NULL) {
        diag_error(s->dg, e->key_at,
                   "'%s' is no input with choices; give it some, as in `%s: {value: a, "
                   "choices: [a, b]}`",
                   e->key, e->key);
        return NO_NODE;
    }
    if (!doc_get_texts(s->arena, e->value, &words, &count, s->dg))
        return NO_NODE;
    node_id any = NO_NODE;
    for (size_t i = 0; i < count; i++) {
        struct override o;
        const struct doc_node *at =
            e->value->kind == DOC_SEQUENCE ? doc_at(e->value, i) : e->value;
        if (!study_override(s, n->node, words[i], doc_inside(at, 0), &o))
            return NO_NODE;
        node_id is = graph_op2(s->graph, "eq", n->node,
                               number(s, (long long)o.value.x, at->at), at->at, s->dg);
        any = any == NO_NODE ? is : graph_op2(s->graph, "or", any, is, at->at, s->dg);
    }
    return any;
}

node_id study_when(struct study *s, const struct doc_node *node)
{
    node_id all = NO_NODE;
    for (size_t i = 0; i < node->count; i++) {
        node_id one = is_one_of(s, &node->entries[i]);
        if (one == NO_NODE)
            return NO_NODE;
        all = all == NO_NODE ? one
                             : graph_op2(s->graph, "and", all, one, node->at, s->dg);
    }
    return all != NO_NODE ? all : number(s, 1, node->at);
}
