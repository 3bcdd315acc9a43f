/* yaml.h - YAML into the tree of doc/tree.h, through libyaml's events.
 *
 * Taken: block and flow style, comments, quotes, block scalars, anchors and aliases.
 * Refused, each with its place and what to write instead: a second document, a key
 * given twice, the merge key `<<`, tags, keys that are not plain words, an alias
 * inside what it names, aliases that grow the tree beyond DOC_NODES, nesting beyond
 * DOC_DEPTH, a comma that ends a value early in a flow mapping, text that is not clean
 * UTF-8, files over SOURCE_MOST bytes, an empty file.
 *
 * Events rather than libyaml's documents, because only an event tells where an alias
 * stands, and because a bound on depth then stops the parser before its time grows
 * with the square of the nesting.
 */
#ifndef DOC_YAML_H
#define DOC_YAML_H

#include "doc/tree.h"

struct arena;
struct source;

/* NULL after an error. */
const struct doc_node *yaml_read(struct arena *a, const char *path, struct where at,
                                 struct diag *dg);
const struct doc_node *yaml_parse(struct arena *a, struct source src, struct diag *dg);

#endif
