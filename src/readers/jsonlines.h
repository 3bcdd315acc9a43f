/* jsonlines.h - a JSON object a line, as rows of the same kind as those of a CSV.
 *
 * The columns are the keys of all lines, in the order in which they first stand;
 * objects and lists inside are flattened with points ("latency.p99", "times.0").  A
 * line that lacks a key, or has null there, has an empty cell.  Refused, each with its
 * place: a line that is no JSON object, more than JSONLINES_COLUMNS keys, more than
 * CSV_ROWS lines, and lines so unlike each other that there would be more cells than
 * bytes.  A bad line is reported and the next one read.
 */
#ifndef READERS_JSONLINES_H
#define READERS_JSONLINES_H

#include "doc/csv.h"
#include "doc/source.h"

enum { JSONLINES_COLUMNS = 1000 };

/* Whether the first character that is no blank opens an object. */
bool jsonlines_looks_like(const struct source *src);

/* False after any error; csv->rows then holds what could be read. */
bool jsonlines_parse(struct arena *a, const struct source *src, struct csv *csv,
                     struct diag *dg);

#endif
