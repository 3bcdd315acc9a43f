/* outfile.h - bytes into a file, all of them or none.
 *
 * Writes "path.part" and renames it over `path`; on failure nothing stays and what
 * was at `path` before is untouched.  A device or pipe is written in place.
 */
#ifndef WRITERS_OUTFILE_H
#define WRITERS_OUTFILE_H

#include <stdbool.h>
#include <stddef.h>

struct diag;

/* False with a world error that names the path. */
bool outfile_write(const char *path, const void *bytes, size_t size, struct diag *dg);

#endif
