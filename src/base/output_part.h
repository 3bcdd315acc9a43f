/* output_part.h - below output.c: what is begun and not yet in place, renaming,
 * removing.  Nobody else includes this. */
#ifndef BASE_OUTPUT_PART_H
#define BASE_OUTPUT_PART_H

#include <signal.h>
#include <stdbool.h>

struct arena;
struct diag;

/* Remembers a file or folder about to be made, for SIGINT, SIGTERM and SIGHUP to
 * remove with all that is in it.  Gives a ticket for begun_forget(); -1, which is fine
 * there, where too many are open already or the path is too long to be kept. */
int begun_remember(const char *path);
void begun_forget(int ticket);
bool begun_holds(const char *path); /* does a begun folder hold this path? */

void signals_hold(sigset_t *before);
void signals_release(const sigset_t *before);

/* Puts a folder in place of another, or of nothing, in one step where the kernel and
 * the file system can; `from` then holds what was there before.  False with errno. */
bool swap_into_place(struct arena *a, const char *from, const char *to);
/* The same for a file; without `replace` it fails with EEXIST where one is there. */
bool move_into_place(const char *from, const char *to, bool replace);

/* A file or a folder with all in it, as far as possible; absent is fine.  Links are
 * not followed.  Safe in a signal handler. */
void remove_tree(const char *path);

/* Waits until a file, or every file of a folder, is on the disk; false with errno. */
bool flush_tree(const char *path);

#endif
