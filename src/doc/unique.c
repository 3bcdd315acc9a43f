#include "doc/unique.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

static int by_key(const void *a, const void *b)
{
    const struct doc_entry *const *x = a, *const *y = b;
    int order = strcmp((*x)->key, (*y)->key);
    return order != 0 ? order : (*x > *y) - (*x < *y);
}

/* Sorting rather than comparing all pairs: a file may have a hundred thousand keys. */
bool doc_check_unique(struct arena *a, const struct doc_node *node, struct diag *dg)
{
    const struct doc_entry **sorted =
        ARENA_ARRAY(a, node->count, const struct doc_entry *);
    for (size_t i = 0; i < node->count; i++)
        sorted[i] = &node->entries[i];
    qsort(sorted, node->count, sizeof *sorted, by_key);
    bool ok = true;
    for (size_t i = 1, first = 0; i < node->count; i++) {
        if (strcmp(sorted[i]->key, sorted[first]->key) != 0) {
            first = i;
            continue;
        }
        ok = diag_error(dg, sorted[i]->key_at, "key '%s' is given twice",
                        sorted[i]->key);
        diag_note(dg, sorted[first]->key_at, "first given here");
    }
    return ok;
}
