#include "doc/feed.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/progress.h"

struct feed feed_open(struct arena *a, const char *path, int fd)
{
    char *window = arena_bytes(a, FEED_WINDOW + 1);
    *window = '\0';
    return (struct feed){ .path = path,
                          .bytes = window,
                          .capacity = FEED_WINDOW,
                          .fd = fd,
                          .sum = sha256_start() };
}

struct feed feed_of(const char *path, const char *bytes, size_t length)
{
    /* Never written to: a window that has ended is only read. */
    return (struct feed){ .path = path,
                          .bytes = (char *)(uintptr_t)bytes,
                          .end = length,
                          .capacity = length,
                          .fd = -1,
                          .ended = true,
                          .sum = sha256_start() };
}

static void drop_taken(struct feed *f)
{
    if (f->at == 0)
        return;
    memmove(f->bytes, f->bytes + f->at, f->end - f->at);
    f->passed += f->at;
    f->end -= f->at;
    f->at = 0;
}

bool feed_more(struct feed *f)
{
    if (f->ended)
        return false;
    drop_taken(f);
    size_t room = f->capacity - f->end;
    if (room == 0)
        return false;
    ssize_t got;
    do
        got = read(f->fd, f->bytes + f->end, room);
    while (got < 0 && errno == EINTR);
    if (got <= 0) {
        f->error = got < 0 ? errno : 0;
        f->ended = true;
        return false;
    }
    if (f->want_sum)
        sha256_add(&f->sum, f->bytes + f->end, (size_t)got);
    f->end += (size_t)got;
    f->bytes[f->end] = '\0';
    progress_add(f->progress, (size_t)got);
    return true;
}

void feed_drain(struct feed *f)
{
    do
        f->at = f->end;
    while (feed_more(f));
}

uint64_t feed_offset(const struct feed *f)
{
    return f->passed + f->at;
}
