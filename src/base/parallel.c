#include "base/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

struct job {
    size_t blocks;
    parallel_body *body;
    void *context;
    atomic_size_t next;
};

struct worker {
    struct job *job;
    unsigned index;
    pthread_t thread;
    bool runs;
};

unsigned parallel_threads(unsigned wanted)
{
    if (wanted == 0) {
        long online = sysconf(_SC_NPROCESSORS_ONLN);
        wanted = online > 0 ? (unsigned)online : 1;
    }
    return wanted < MOST_THREADS ? wanted : MOST_THREADS;
}

static void *work(void *argument)
{
    struct worker *w = argument;
    struct job *job = w->job;
    for (;;) {
        size_t block = atomic_fetch_add(&job->next, 1);
        if (block >= job->blocks)
            return NULL;
        job->body(job->context, block, w->index);
    }
}

void parallel_for(size_t blocks, unsigned threads, parallel_body *body, void *context)
{
    struct worker workers[MOST_THREADS];
    struct job job = { .blocks = blocks, .body = body, .context = context };
    size_t count = parallel_threads(threads);
    if (count > blocks)
        count = blocks > 0 ? blocks : 1;
    for (unsigned i = 0; i < count; i++) {
        workers[i] = (struct worker){ .job = &job, .index = i };
        workers[i].runs =
            i > 0 && pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0;
    }
    work(&workers[0]);
    for (unsigned i = 1; i < count; i++)
        if (workers[i].runs)
            pthread_join(workers[i].thread, NULL);
}
