#include "base/progress.h"

#include <unistd.h>

enum { BAR = 40 };

void progress_start(struct progress *p, const char *what, size_t total)
{
    *p = (struct progress){ .what = what, .total = total > 0 ? total : 1 };
    if (isatty(STDERR_FILENO))
        p->to = stderr;
}

/* One call of fprintf a line, so that lines of several threads do not mix. */
void progress_add(struct progress *p, size_t done)
{
    if (p == NULL)
        return;
    size_t sum = atomic_fetch_add(&p->done, done) + done;
    unsigned percent = (unsigned)(100.0 * (double)sum / (double)p->total);
    unsigned shown = atomic_load(&p->shown);
    if (p->to == NULL || percent <= shown ||
        !atomic_compare_exchange_strong(&p->shown, &shown, percent))
        return;
    char bar[BAR + 1];
    for (unsigned i = 0; i < BAR; i++)
        bar[i] = i * 100 < percent * BAR ? '#' : '.';
    bar[BAR] = '\0';
    fprintf(p->to, "\r%s %s %3u %%", p->what, bar, percent);
    fflush(p->to);
}

void progress_end(struct progress *p)
{
    if (p != NULL && p->to != NULL && atomic_load(&p->shown) > 0) {
        fprintf(p->to, "\r\033[K");
        fflush(p->to);
    }
}
