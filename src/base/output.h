/* output.h - files and folders that appear whole or not at all.
 *
 * Everything is written under a temporary name beside its target and renamed once it
 * is complete and on the disk.  On failure, and on SIGINT, SIGTERM and SIGHUP, what
 * was begun is removed; a target that was there stays as it was.  Errors are the
 * world's (exit status 3).
 *
 * A folder:  out = output_begin(...);  write to output_path(out, "report.pdf") ...;
 *            output_commit(out, dg)  or  output_abandon(out).
 * A file:    output_file_begin(&f, ...);  write to f.temporary;
 *            output_file_commit(&f, dg)  or  output_file_abandon(&f).
 */
#ifndef BASE_OUTPUT_H
#define BASE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct diag;
struct output;

/* A folder is ours where its results.json says, among its first OUTPUT_MARK_WITHIN
 * bytes, "generator": "priceperf ..." (blanks around the colon as you like). */
#define OUTPUT_MARK_FILE "results.json"
#define OUTPUT_MARK_KEY  "generator"
#define OUTPUT_MARK      "priceperf"
enum { OUTPUT_MARK_WITHIN = 4096 };

/* Begins a folder.  The target may be absent, empty, or ours and hold at its top
 * nothing but `names` (ended by NULL): it will be replaced as a whole.  Parents are
 * made.  A link to a folder is followed.  NULL on failure. */
struct output *output_begin(struct arena *a, const char *folder,
                            const char *const *names, struct diag *dg);

/* Where to write a file, whose name may lead through subfolders ("charts/cost.svg"),
 * which are made.  NULL on failure.  Every file goes through here. */
const char *output_path(struct output *out, const char *name, struct diag *dg);

/* Flushes all files and puts the folder in place of the target in one step.  On
 * failure it abandons.  Either way `out` is used up. */
bool output_commit(struct output *out, struct diag *dg);
void output_abandon(struct output *out);

struct output_file {
    const char *target, *temporary; /* the same, written directly, where the target is
                                       no regular file (/dev/stdout) or its folder is
                                       itself begun and not in place */
    bool replace;
    int ticket; /* for the signal handler */
};

/* `replace`: a file that is there may go.  Parents must exist. */
bool output_file_begin(struct output_file *f, struct arena *a, const char *path,
                       bool replace, struct diag *dg);
bool output_file_commit(struct output_file *f, struct diag *dg);
void output_file_abandon(struct output_file *f);

/* All of these bytes at `path`, or what was there before; a file that is there is
 * replaced. */
bool output_replace(struct arena *a, const char *path, const void *bytes, size_t length,
                    struct diag *dg);

/* Writes all bytes to a path (output_path()'s or .temporary), checking every step. */
bool output_write(const char *path, const void *bytes, size_t length, struct diag *dg);

#endif
