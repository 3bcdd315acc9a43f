/* minimum - at least so many, or so many per another thing counted. */
#include "doc/schema.h"
#include "prices/bound.h"

enum { MINIMUM, PER, IF };
static const struct doc_field fields[] = {
    [MINIMUM] = { "minimum", DOC_WANT_TEXT, DOC_REQUIRED },
    [PER] = { "per", DOC_WANT_TEXT, DOC_OPTIONAL },
    [IF] = { "if", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a minimum", fields);

static bool build(struct chain *c, const struct doc_node *const *values)
{
    struct bound b = { "max",           "minimum",   "at least",
                       values[MINIMUM], values[PER], values[IF] };
    return bound_build(c, &b);
}

const struct primitive primitive_minimum = {
    .name = "minimum",
    .summary = "at least so many, or so many per another meter",
    .schema = &schema,
    .build = build,
};
