/* parallel.h - a loop over fixed blocks, on several threads.
 *
 * The blocks are the caller's, never a function of the number of threads, and each runs
 * exactly once, in no particular order.  Results that depend on nothing but the block
 * therefore do not depend on the threads: a body writes to places of its block, or
 * counts in integers by worker, which are summed afterwards.  Sums of doubles belong to
 * the block.
 */
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

#include <stddef.h>

enum { MOST_THREADS = 64 };

/* What a run really takes: 0 is one thread a processor; 1 to MOST_THREADS. */
unsigned parallel_threads(unsigned wanted);

/* worker is below parallel_threads(threads); no two run as the same at a time. */
typedef void parallel_body(void *context, size_t block, unsigned worker);

/* Returns when all blocks are done.  A thread that the system refuses is done without;
 * the caller's own thread is worker 0. */
void parallel_for(size_t blocks, unsigned threads, parallel_body *body, void *context);

#endif
