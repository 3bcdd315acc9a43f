/* progress.h - how far a long work is, for a person who waits.
 *
 * One line on stderr, redrawn whenever another percent is done, and only where stderr
 * is a terminal; otherwise nothing at all.  Whoever works takes a struct progress *,
 * NULL for silence, and adds what it has done from any thread.
 */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

struct progress {
    FILE *to; /* NULL: silent */
    const char *what;
    size_t total; /* > 0 */
    atomic_size_t done;
    atomic_uint shown; /* percent */
};

/* `what` in a word or two ("draws"), borrowed until progress_end(). */
void progress_start(struct progress *p, const char *what, size_t total);
void progress_add(struct progress *p, size_t done); /* p may be NULL */
/* Wipes the line. */
void progress_end(struct progress *p);

#endif
