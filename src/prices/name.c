/* name - the quantity so far gets a name, for later steps and for the study; `is` names
 * another formula, such as a cap that wastes capacity and costs nothing. */
#include "prices/primitive.h"

#include "base/arena.h"
#include "doc/schema.h"

enum { NAME, IS };
static const struct doc_field fields[] = {
    [NAME] = { "name", DOC_WANT_TEXT, DOC_REQUIRED },
    [IS] = { "is", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a name", fields);

static bool name_formula(struct chain *c, const char *name, const struct doc_node *is)
{
    node_id id = chain_formula(c, 0, is);
    if (id == NO_NODE)
        return false;
    chain_figure(c, name, id);
    chain_add(c, name, id);
    return true;
}

static bool build(struct chain *c, const struct doc_node *const *values)
{
    struct arena *a = graph_arena(c->g);
    struct chain_name n = { 0 };
    if ((values[IS] == NULL && !chain_counts(c, values[NAME])) ||
        !doc_get_id(values[NAME], &n.name, c->dg))
        return false;
    if (values[IS] != NULL)
        return name_formula(c, n.name, values[IS]);
    n.of_order =
        c->amount != NO_NODE || (c->part_count == 1 && c->parts[0].machine == NULL);
    node_id *nodes = ARENA_ARRAY(a, c->part_count, node_id);
    for (size_t i = 0; i < chain_values(c); i++)
        nodes[i] = chain_value(c, i);
    n.nodes = nodes;
    ARENA_PUSH(a, c->names, c->name_count, c->name_capacity) = n;
    return true;
}

const struct primitive primitive_name = {
    .name = "name",
    .summary = "a name for the quantity so far",
    .schema = &schema,
    .build = build,
};
