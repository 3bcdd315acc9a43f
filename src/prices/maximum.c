/* maximum - a cap: at most so many; where a partition, a tool or a policy limits. */
#include "doc/schema.h"
#include "prices/bound.h"

enum { MAXIMUM, PER, IF };
static const struct doc_field fields[] = {
    [MAXIMUM] = { "maximum", DOC_WANT_TEXT, DOC_REQUIRED },
    [PER] = { "per", DOC_WANT_TEXT, DOC_OPTIONAL },
    [IF] = { "if", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a maximum", fields);

static bool build(struct chain *c, const struct doc_node *const *values)
{
    struct bound b = { "min",           "maximum",   "at most",
                       values[MAXIMUM], values[PER], values[IF] };
    return bound_build(c, &b);
}

const struct primitive primitive_maximum = {
    .name = "maximum",
    .summary = "a cap: at most so many, where its condition holds",
    .schema = &schema,
    .build = build,
};
