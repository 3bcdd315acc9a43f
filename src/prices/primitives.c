/* primitives.c - every step of a licence rule, in the order in which they are listed.
 */
#include "prices/primitive.h"

#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"

#define PRIMITIVES(X) \
    X(meter) \
    X(minimum) \
    X(price)

#define DECLARE(name) extern const struct primitive primitive_##name;
#define ENTRY(name)   &primitive_##name,
PRIMITIVES(DECLARE)
static const struct primitive *const primitives[] = { PRIMITIVES(ENTRY) };

enum { COUNT = sizeof primitives / sizeof *primitives, MOST_KEYS = 16 };

size_t primitive_count(void)
{
    return COUNT;
}

const struct primitive *primitive_at(size_t i)
{
    return i < COUNT ? primitives[i] : NULL;
}

const struct primitive *primitive_find(const char *name)
{
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(primitives[i]->name, name) == 0)
            return primitives[i];
    return NULL;
}

static bool unknown(const struct chain *c, const struct doc_entry *key)
{
    const char *names[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        names[i] = primitives[i]->name;
    struct doc_node word = { .kind = DOC_SCALAR, .text = key->key, .at = key->key_at };
    word.length = strlen(key->key);
    return doc_unknown(&word, "step", names, COUNT, c->dg);
}

bool chain_build_step(struct chain *c, const struct doc_node *step)
{
    if (!doc_expect(step, "a step of a chain", DOC_WANT_MAPPING, c->dg))
        return false;
    if (step->count == 0)
        return diag_error(c->dg, step->at,
                          "a step of a chain is empty; write for example "
                          "{meter: processors}");
    const struct primitive *p = primitive_find(step->entries[0].key);
    if (p == NULL)
        return unknown(c, &step->entries[0]);
    const struct doc_node *values[MOST_KEYS];
    return doc_bind(p->schema, step, values, c->dg) && p->build(c, values);
}

node_id chain_meter(struct chain *c, const struct doc_node *name)
{
    for (size_t i = 0; i < c->meter_count; i++)
        if (strcmp(c->meters[i].name, name->text) == 0)
            return c->meters[i].node;
    diag_error(
        c->dg, c->line_at,
        "%s by %s counts %s, which this line does not give; add it under quantity, as "
        "in `quantity: {%s: ...}`",
        c->product, c->metric, name->text, name->text);
    diag_note(c->dg, name->at, "counted here");
    return NO_NODE;
}

void chain_add(struct chain *c, const char *words, node_id node)
{
    struct chain_step step = { words, node };
    ARENA_PUSH(graph_arena(c->g), c->steps, c->step_count, c->step_capacity) = step;
}

bool chain_counts(const struct chain *c, const struct doc_node *step)
{
    if (c->quantity != NO_NODE)
        return true;
    return diag_error(c->dg, step->at,
                      "nothing is counted before this step; begin the "
                      "chain with {meter: ...}");
}
