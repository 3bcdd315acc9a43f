/* json.h - JSON as a file: results.json, and whatever else is asked for as JSON. */
#ifndef WRITERS_JSON_H
#define WRITERS_JSON_H

#include <stdbool.h>

struct arena;
struct diag;
struct doc_node;
struct json_out;

/* Begins the object of a results.json with the mark by which its folder is known as
 * ours (base/output.h); the caller adds members and ends it. */
void json_begin_results(struct json_out *out);

/* Writes beside `path` and renames; a file that is there is replaced.  All containers
 * of `out` must be ended.  Nothing is left on failure. */
bool json_write(struct json_out *out, const char *path, struct diag *dg);
bool json_write_tree(struct arena *a, const struct doc_node *tree, const char *path,
                     struct diag *dg);

#endif
