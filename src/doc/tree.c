#include "doc/tree.h"

#include <string.h>

const struct doc_entry *doc_entry(const struct doc_node *node, const char *key)
{
    if (!doc_is(node, DOC_MAPPING))
        return NULL;
    for (size_t i = 0; i < node->count; i++)
        if (strcmp(node->entries[i].key, key) == 0)
            return &node->entries[i];
    return NULL;
}

const struct doc_node *doc_get(const struct doc_node *node, const char *key)
{
    const struct doc_entry *e = doc_entry(node, key);
    return e != NULL ? e->value : NULL;
}

const struct doc_node *doc_at(const struct doc_node *node, size_t i)
{
    return node != NULL && i < node->count ? node->entries[i].value : NULL;
}

const char *doc_text(const struct doc_node *node)
{
    return doc_is(node, DOC_SCALAR) ? node->text : NULL;
}

bool doc_is(const struct doc_node *node, enum doc_kind kind)
{
    return node != NULL && node->kind == kind;
}

bool doc_is_null(const struct doc_node *node)
{
    return doc_is(node, DOC_SCALAR) && !node->quoted &&
           (node->length == 0 || strcmp(node->text, "null") == 0 ||
            strcmp(node->text, "~") == 0);
}

struct where doc_inside(const struct doc_node *node, size_t offset)
{
    struct where at = node->at;
    if (node->verbatim)
        at.column += node->shift + (unsigned)offset;
    return at;
}

const char *doc_kind_words(enum doc_kind kind)
{
    switch (kind) {
    case DOC_SCALAR:
        return "a single value";
    case DOC_MAPPING:
        return "a mapping (key: value)";
    case DOC_SEQUENCE:
        return "a list";
    }
    return "nothing";
}
