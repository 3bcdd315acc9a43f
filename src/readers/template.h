/* template.h - text with columns in it: "{block_kb} KiB" and the row's cell.
 *
 * `{name}` is replaced by the cell of that column; `{{` and `}}` are braces.
 */
#ifndef READERS_TEMPLATE_H
#define READERS_TEMPLATE_H

#include "base/unit.h"
#include "doc/csv.h"

struct arena;

struct template_part {
    const char *literal; /* NULL: a column */
    size_t column;
};

struct template
{
    struct template_part *parts;
    size_t count, capacity;
    bool is_quantity; /* one column, then a blank and a unit: the cell is a number */
};

/* A column that is not there, or a brace that is not closed, is an error in `node`. */
bool template_read(struct arena *a, const struct doc_node *node, const struct csv *csv,
                   struct template *out, struct diag *dg);

/* The text for one row.  Empty where every column it names is empty, and it names one;
 * where is_quantity, the cell is checked to be a number. */
bool template_fill(struct arena *a, const struct template *t,
                   const struct doc_node *row, const char **out, struct diag *dg);

#endif
