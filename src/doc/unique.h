/* unique.h - the keys of one mapping must differ; shared by the YAML and JSON readers.
 */
#ifndef DOC_UNIQUE_H
#define DOC_UNIQUE_H

#include "doc/tree.h"

struct arena;

/* Reports every key that was given before, with a note at the first. */
bool doc_check_unique(struct arena *a, const struct doc_node *node, struct diag *dg);

#endif
