/* tree.h - what a YAML, JSON or CSV file holds: one kind of tree.
 *
 * A node is a scalar, a mapping or a sequence, and knows where it stands in its file.
 * All nodes belong to the arena they were read into.  A YAML alias is the same node
 * twice, so a tree may be a graph; readers have made sure that it has no cycle, is at
 * most DOC_DEPTH deep and, from YAML, at most DOC_NODES large when walked, so any walk
 * may recurse freely.
 *
 * Scalars are text: nothing is guessed.  What a number, a date or a truth value looks
 * like is doc/schema.h's business, and the same for all three formats.
 */
#ifndef DOC_TREE_H
#define DOC_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

enum { DOC_DEPTH = 64, DOC_NODES = 100000 };

enum doc_kind { DOC_SCALAR, DOC_MAPPING, DOC_SEQUENCE };

struct doc_node;

/* A child: of a mapping with its key, of a sequence with key NULL. */
struct doc_entry {
    const char *key;
    struct where key_at;
    const struct doc_node *value;
};

struct doc_node {
    enum doc_kind kind;
    bool quoted;      /* a scalar in quotes or a block: a JSON string, never a number */
    const char *raw;  /* the bytes from `at` on, for doc_inside(); NULL: none */
    struct where at;  /* of the value; of the first child's key in a block mapping */
    const char *text; /* scalar: UTF-8, no controls but tab and line ends; others: "" */
    size_t length;    /* of text */
    const struct doc_entry *entries; /* in file order; keys are unique */
    size_t count;
};

/* NULL where `node` is NULL, not a mapping, or has no such key. */
const struct doc_node *doc_get(const struct doc_node *node, const char *key);
const struct doc_entry *doc_entry(const struct doc_node *node, const char *key);

/* NULL beyond the last. */
const struct doc_node *doc_at(const struct doc_node *node, size_t i);

/* NULL where it is not a scalar (or NULL itself). */
const char *doc_text(const struct doc_node *node);

bool doc_is(const struct doc_node *node, enum doc_kind kind); /* NULL is nothing */
/* A plain scalar without text (`key:`), or `null`, or `~`. */
bool doc_is_null(const struct doc_node *node);

/* The place of text[offset] in the file: behind quotes and escapes, and on its own line
 * where the scalar goes over several.  The start of the node where that cannot be told.
 */
struct where doc_inside(const struct doc_node *node, size_t offset);

const char *doc_kind_words(enum doc_kind kind); /* "a mapping", with its article */

#endif
