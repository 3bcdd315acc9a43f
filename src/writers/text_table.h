/* text_table.h - a table in columns of a terminal. */
#ifndef WRITERS_TEXT_TABLE_H
#define WRITERS_TEXT_TABLE_H

#include <stddef.h>
#include <stdio.h>

struct arena;
struct doc_table;

/* Aligned and wrapped within `width`; a table whose words do not fit is written as
 * records, a line a cell. */
void text_table(FILE *to, struct arena *a, const struct doc_table *table, size_t width);

#endif
