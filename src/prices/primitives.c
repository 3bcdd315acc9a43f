/* primitives.c - every step of a licence rule, in the order in which they are listed.
 */
#include "prices/primitive.h"

#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"

#define PRIMITIVES(X) \
    X(meter) \
    X(when) \
    X(limit) \
    X(evidence) \
    X(right) \
    X(weight) \
    X(minimum) \
    X(maximum) \
    X(round) \
    X(sum) \
    X(name) \
    X(times) \
    X(ramp) \
    X(true_up) \
    X(pack) \
    X(price) \
    X(tiers) \
    X(discount) \
    X(overage) \
    X(co_term) \
    X(support) \
    X(term) \
    X(terminate) \
    X(tax) \
    X(convert)

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
