/* The rows of a log, gathered in blocks that each belong to one thread at a time. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "doc/feed.h"
#include "readers/fio_log.h"
#include "readers/reader.h"

/* A row that begins in a block belongs to it and may go on for TAIL bytes behind. */
enum { BLOCK = 1 << 20, TAIL = 512 };

struct row {
    uint64_t ms, value, block_size;
    unsigned direction;
};

static inline bool is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

/* Up to 15 digits: no value beyond 2^48 is let through, so none wraps. */
static inline const char *take(const char *p, uint64_t *out)
{
    const char *start = p;
    uint64_t x = 0;
    for (; is_digit(*p); p++)
        x = x * 10 + (uint64_t)(*p - '0');
    *out = x;
    return p - start - 1 < 15 ? p : start;
}

static inline const char *comma(const char *p)
{
    if (*p != ',')
        return NULL;
    p++;
    return p + (*p == ' ');
}

/* NULL where it is no row; else behind the block size. */
static inline const char *take_row(const char *p, struct row *row)
{
    const char *q = take(p, &row->ms);
    if (q == p || (p = comma(q)) == NULL)
        return NULL;
    q = take(p, &row->value);
    if (q == p || (p = comma(q)) == NULL)
        return NULL;
    row->direction = (unsigned)(unsigned char)(*p - '0');
    if (row->direction >= LOG_DIRECTIONS || (p = comma(p + 1)) == NULL)
        return NULL;
    q = take(p, &row->block_size);
    return q != p ? q : NULL;
}

struct job {
    int fd;
    uint64_t size;
    double round_per_ms;
    struct fio_log *logs; /* a worker each */
    char **buffers;       /* likewise */
    struct arena **arenas;
    struct progress *progress;
};

static void add_row(struct arena *a, struct fio_log *log, const struct row *row,
                    double round_per_ms)
{
    struct log_stats *s = &log->stats[row->direction];
    if (!log->used[row->direction]) {
        log_stats_start(a, s);
        log->used[row->direction] = true;
    }
    double round = (double)row->ms * round_per_ms;
    log_stats_add(s, row->value, row->block_size,
                  round < LOG_ROUNDS ? (unsigned)round : LOG_ROUNDS - 1);
    log->rows++;
    log->blocks += row->block_size > 0;
    log->last_ms = row->ms > log->last_ms ? row->ms : log->last_ms;
}

static void note_bad(struct fio_log *log, uint64_t at)
{
    if (log->bad_rows++ == 0 || at < log->bad_at)
        log->bad_at = at;
}

/* Rows that begin in [p, stop); a line end is somewhere before `end`, or it is the last
 * row, cut. */
static void gather(struct arena *a, struct fio_log *log, const char *start,
                   const char *stop, const char *end, uint64_t offset,
                   double round_per_ms)
{
    for (const char *p = start; p < stop;) {
        struct row row;
        const char *q = take_row(p, &row);
        const char *line = q != NULL ? q : p;
        if (q == NULL || *q != '\n') {
            line = memchr(line, '\n', (size_t)(end - line));
            if (line == NULL) {
                log->cut = true;
                return;
            }
        }
        bool rest = q == line || (q != NULL && (*q == ',' || *q == '\r'));
        if (rest && row.value >> LOG_MOST_BITS == 0)
            add_row(a, log, &row, round_per_ms);
        else if (line > p && !(line == p + 1 && *p == '\r'))
            note_bad(log, offset + (uint64_t)(p - start));
        p = line + 1;
    }
}

static size_t read_at(int fd, char *to, size_t n, uint64_t offset)
{
    size_t done = 0;
    while (done < n) {
        ssize_t got = pread(fd, to + done, n - done, (off_t)(offset + done));
        if (got <= 0)
            break;
        done += (size_t)got;
    }
    return done;
}

static void gather_block(void *context, size_t block, unsigned worker)
{
    struct job *j = context;
    char *buffer = j->buffers[worker];
    /* One byte before tells whether a row begins with the block. */
    uint64_t from = (uint64_t)block * BLOCK, before = block > 0;
    size_t n = read_at(j->fd, buffer, BLOCK + TAIL + before, from - before);
    buffer[n] = '\0';
    const char *end = buffer + n, *p = buffer + before;
    const char *stop = end - p > BLOCK ? p + BLOCK : end;
    if (before && buffer[0] != '\n') {
        p = memchr(p, '\n', (size_t)(stop - p));
        if (p == NULL)
            return;
        p++;
    }
    struct fio_log *log = &j->logs[worker];
    progress_add(j->progress, (size_t)(stop - buffer));
    bool was_cut = log->cut;
    gather(j->arenas[worker], log, p, stop, end, from - before + (uint64_t)(p - buffer),
           j->round_per_ms);
    /* Not the end of the file: a line longer than any row. */
    if (log->cut && !was_cut && from - before + n < j->size) {
        log->cut = false;
        note_bad(log, from);
    }
}

/* The time of the last row, for the width of the rounds. */
static uint64_t last_time(const char *bytes, size_t n)
{
    const char *end = bytes + n;
    for (int tries = 0; tries < 3; tries++) {
        const char *line =
            end > bytes ? memrchr(bytes, '\n', (size_t)(end - 1 - bytes)) : NULL;
        struct row row;
        const char *p = line != NULL ? line + 1 : bytes;
        if (p < end && take_row(p, &row) != NULL)
            return row.ms;
        if (line == NULL)
            break;
        end = line + 1;
    }
    return 0;
}

static void merge(struct arena *a, struct fio_log *to, const struct fio_log *from)
{
    for (unsigned i = 0; i < LOG_DIRECTIONS; i++) {
        if (!from->used[i])
            continue;
        if (!to->used[i])
            log_stats_start(a, &to->stats[i]);
        to->used[i] = true;
        log_stats_merge(&to->stats[i], &from->stats[i]);
    }
    if (from->bad_rows > 0 && (to->bad_rows == 0 || from->bad_at < to->bad_at))
        to->bad_at = from->bad_at;
    to->bad_rows += from->bad_rows;
    to->rows += from->rows;
    to->blocks += from->blocks;
    to->last_ms = from->last_ms > to->last_ms ? from->last_ms : to->last_ms;
    to->cut = to->cut || from->cut;
}

static double rounds_of(uint64_t last_ms)
{
    return last_ms > 0 ? LOG_ROUNDS / (double)(last_ms + 1) : 0;
}

static unsigned count_columns(const char *p)
{
    unsigned n = 1;
    for (; *p != '\n' && *p != '\0'; p++)
        n += *p == ',';
    return n;
}

static void gather_file(struct arena *a, struct job *j, struct fio_log *log)
{
    unsigned threads = parallel_threads(0);
    char tail[TAIL + 1];
    uint64_t from = j->size > TAIL ? j->size - TAIL : 0;
    size_t n = read_at(j->fd, tail, TAIL, from);
    tail[n] = '\0';
    j->round_per_ms = rounds_of(last_time(tail, n));
    j->logs = ARENA_ARRAY(a, threads, struct fio_log);
    j->buffers = ARENA_ARRAY(a, threads, char *);
    j->arenas = ARENA_ARRAY(a, threads, struct arena *);
    for (unsigned i = 0; i < threads; i++) {
        j->arenas[i] = arena_new();
        j->buffers[i] = arena_alloc(j->arenas[i], BLOCK + TAIL + 2);
    }
    parallel_for((size_t)((j->size + BLOCK - 1) / BLOCK), threads, gather_block, j);
    for (unsigned i = 0; i < threads; i++) {
        merge(a, log, &j->logs[i]);
        arena_free(j->arenas[i]);
    }
}

void fio_log_gather(struct arena *a, const struct raw *raw, struct fio_log *log)
{
    const char *bytes = raw->source.bytes;
    size_t n = raw->source.length;
    struct stat st;
    *log = (struct fio_log){ .columns = count_columns(bytes) };
    if (raw->feed != NULL && raw->feed->fd >= 0 && fstat(raw->feed->fd, &st) == 0) {
        struct job j = { .fd = raw->feed->fd,
                         .size = (uint64_t)st.st_size,
                         .progress = raw->progress };
        gather_file(a, &j, log);
        return;
    }
    gather(a, log, bytes, bytes + n, bytes + n, 0, rounds_of(last_time(bytes, n)));
}
