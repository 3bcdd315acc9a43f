/* source.h - one input file in memory, and line:column of any byte in it.
 *
 * source_read() opens only regular files: a directory, a FIFO or a device is an error
 * with words, and so is a file that is missing, unreadable or larger than its limit.
 * source_text() then makes sure that it is text: valid UTF-8 (a BOM is skipped), no
 * NUL and no other control character than tab and line ends.
 */
#ifndef DOC_SOURCE_H
#define DOC_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

struct arena;

struct source {
    const char *path; /* opened, and shown in messages */
    size_t limit; /* bytes that are taken; set before source_read(); 0 is SOURCE_MOST */
    const char *bytes; /* a NUL follows the last */
    size_t length;
};

#define SOURCE_MOST ((size_t)4 << 20)

/* Fills bytes and length of `src`, whose path is set; `at` is where the file was named
 * (all zero: nowhere but on the command line, and the file itself is blamed). */
bool source_read(struct arena *a, struct source *src, struct where at, struct diag *dg);
/* The same for the first `limit` bytes only, however long the file is. */
bool source_head(struct arena *a, struct source *src, struct where at, struct diag *dg);

/* Text that is in memory already; borrowed. */
struct source source_of(const char *path, const char *bytes, size_t length);

/* The path of `name` as a file that stands in `file` means it: beside that file, unless
 * it is absolute. */
const char *source_beside(struct arena *a, const char *file, const char *name);

/* Whether text may not hold the character: controls but tab and line ends, and the code
 * points that are no characters and that XML refuses. */
bool source_forbids(uint32_t c);
/* Strips a BOM; false, with the place, where the bytes are not clean text. */
bool source_text(struct source *src, struct diag *dg);

/* Line and column (in bytes, from 1) of bytes[offset].  A line ends with LF, CR LF or
 * CR.  Walks from the start; readers of many places count lines themselves. */
struct where source_at(const struct source *src, size_t offset);

#endif
