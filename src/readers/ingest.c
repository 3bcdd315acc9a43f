#include "readers/ingest.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "doc/feed.h"
#include "readers/fio_log.h"

enum { DEEPEST = 32 }; /* folders below the one that is named */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

struct names {
    const char **items;
    size_t count, capacity;
};

static bool list_folder(struct arena *a, const char *path, struct names *out,
                        struct diag *dg)
{
    DIR *dir = opendir(path);
    if (dir == NULL)
        return diag_world(dg, (struct where){ .file = path }, "cannot list '%s': %s",
                          path, strerror(errno));
    for (struct dirent *e; (e = readdir(dir)) != NULL;)
        if (e->d_name[0] != '.')
            ARENA_PUSH(a, out->items, out->count, out->capacity) =
                arena_printf(a, "%s/%s", path, e->d_name);
    closedir(dir);
    if (out->count > 0)
        qsort(out->items, out->count, sizeof *out->items, by_text);
    return true;
}

static bool add_below(struct arena *a, struct ingest *in, const char *path, int depth,
                      struct diag *dg)
{
    struct names names = { 0 };
    bool ok = list_folder(a, path, &names, dg);
    for (size_t i = 0; i < names.count; i++) {
        struct stat st;
        /* A link to a folder could lead in circles. */
        if (lstat(names.items[i], &st) != 0)
            continue;
        if (S_ISDIR(st.st_mode) && depth < DEEPEST) {
            ok = add_below(a, in, names.items[i], depth + 1, dg) && ok;
        } else if (S_ISREG(st.st_mode) ||
                   (S_ISLNK(st.st_mode) && stat(names.items[i], &st) == 0 &&
                    S_ISREG(st.st_mode))) {
            ARENA_PUSH(a, in->files, in->count, in->capacity) =
                (struct ingest_file){ names.items[i], true, (size_t)st.st_size };
        }
    }
    return ok;
}

static const char *without_slash(struct arena *a, const char *path)
{
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    return arena_strndup(a, path, n);
}

bool ingest_add(struct arena *a, struct ingest *in, const char *path, struct diag *dg)
{
    struct stat st;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return add_below(a, in, without_slash(a, path), 0, dg);
    struct ingest_file file = { .path = path };
    if (stat(path, &st) == 0 && st.st_size > 0)
        file.size = (size_t)st.st_size;
    ARENA_PUSH(a, in->files, in->count, in->capacity) = file;
    return true;
}

/* What one file gave. */
struct reading {
    struct arena *arena; /* NULL: not read yet */
    struct runs *runs;
    struct diag dg;
    bool recognised, streamed, done;
};

/* Readings are taken over in the order of the files, as soon as all before them are
 * there, by whichever thread comes; their arenas are then used again. */
struct work {
    struct ingest *in;
    struct reading *readings;
    struct runs *runs;
    struct diag *dg;
    struct progress *progress;
    pthread_mutex_t lock; /* of all below */
    size_t next;          /* to be taken over */
    struct arena **spare;
    size_t spare_count;
};

static bool same_folder(const char *a, const char *b)
{
    const char *x = strrchr(a, '/'), *y = strrchr(b, '/');
    size_t n = x != NULL ? (size_t)(x - a) : 0, m = y != NULL ? (size_t)(y - b) : 0;
    return n == m && strncmp(a, b, n) == 0;
}

/* A log of fio does not tell its unit; the result of the same run, which lies in the
 * same folder and is read here too, tells the version.  NULL: there is none. */
static const char *find_companion(const struct ingest *in,
                                  const struct ingest_file *file, struct reading *r)
{
    size_t n = strlen(file->path);
    if (n < 4 || strcmp(file->path + n - 4, ".log") != 0)
        return NULL;
    for (size_t i = 0; i < in->count; i++) {
        const char *path = in->files[i].path;
        size_t length = strlen(path);
        if (!same_folder(path, file->path) || length < 5 ||
            strcmp(path + length - 4, ".log") == 0)
            continue;
        struct source head = { .path = path, .limit = 4096 };
        struct diag unheard = diag_on(r->arena);
        if (!source_head(r->arena, &head, (struct where){ 0 }, &unheard))
            continue;
        const char *key = strstr(head.bytes, "\"fio version\"");
        if (key != NULL)
            return key;
    }
    return NULL;
}

static void read_file(const struct ingest *in, const struct ingest_file *file,
                      struct progress *progress, struct reading *r)
{
    struct raw raw = { .path = file->path, .system = in->system };
    struct where at = { .file = file->path };
    raw.source.path = file->path;
    raw.sha256 = in->want_sums ? NULL : "";
    if (!reader_open(r->arena, &raw, at, &r->dg))
        return;
    if (raw.source.length == 0) {
        diag_error(&r->dg, at, "the file is empty");
        return;
    }
    const struct reader *reader = in->reader;
    if (reader == NULL)
        reader = reader_probe(&raw.source, at, &r->dg);
    r->recognised = reader != NULL;
    r->streamed = r->recognised && reader->streams &&
                  raw.source.length == FEED_WINDOW && !raw.whole;
    raw.progress = progress;
    raw.companion = find_companion(in, file, r);
    if (reader != NULL)
        reader_read(reader, &raw, r->runs, at, &r->dg);
}

static struct arena *spare_arena(struct work *w)
{
    struct arena *a = NULL;
    pthread_mutex_lock(&w->lock);
    if (w->spare_count > 0)
        a = w->spare[--w->spare_count];
    pthread_mutex_unlock(&w->lock);
    return a != NULL ? a : arena_new();
}

static void take_over(struct work *w, const struct ingest_file *file, struct reading *r)
{
    runs_append(w->runs, r->runs);
    diag_append(w->dg, &r->dg, file->in_folder && !r->recognised);
    w->in->read += r->runs->count > 0;
    w->in->passed += r->runs->count == 0;
    arena_empty(r->arena);
    w->spare[w->spare_count++] = r->arena;
    r->arena = NULL;
}

static void read_block(void *context, size_t block, unsigned worker)
{
    struct work *w = context;
    struct reading *r = &w->readings[block];
    (void)worker;
    r->arena = spare_arena(w);
    r->runs = runs_new(r->arena);
    r->dg = diag_on(r->arena);
    read_file(w->in, &w->in->files[block], w->progress, r);
    /* Long files that are streamed have told of their bytes on the way. */
    if (!r->streamed)
        progress_add(w->progress, w->in->files[block].size);
    pthread_mutex_lock(&w->lock);
    r->done = true;
    for (; w->next < w->in->count && w->readings[w->next].done; w->next++)
        take_over(w, &w->in->files[w->next], &w->readings[w->next]);
    pthread_mutex_unlock(&w->lock);
}

/* One file that was named needs no set of its own. */
static void read_alone(struct ingest *in, struct runs *runs, struct progress *progress,
                       struct diag *dg)
{
    size_t before = runs->count;
    struct reading r = { .arena = runs->arena, .runs = runs, .dg = *dg };
    read_file(in, &in->files[0], progress, &r);
    *dg = r.dg;
    if (!r.streamed)
        progress_add(progress, in->files[0].size);
    in->read = runs->count > before;
    in->passed = runs->count == before;
}

/* All of them, each into a set of its own. */
static void read_all(struct ingest *in, struct runs *runs, struct progress *progress,
                     struct diag *dg)
{
    struct work w = { .in = in, .runs = runs, .dg = dg, .progress = progress };
    w.readings = ARENA_ARRAY(runs->arena, in->count, struct reading);
    w.spare = ARENA_ARRAY(runs->arena, in->count, struct arena *);
    pthread_mutex_init(&w.lock, NULL);
    parallel_for(in->count, in->threads, read_block, &w);
    pthread_mutex_destroy(&w.lock);
    for (size_t i = 0; i < w.spare_count; i++)
        arena_free(w.spare[i]);
}

bool ingest_run(struct ingest *in, struct runs *runs, struct progress *progress,
                struct diag *dg)
{
    size_t errors = dg->errors + dg->world_errors, first = runs->count;
    if (in->count == 1 && !in->files[0].in_folder)
        read_alone(in, runs, progress, dg);
    else
        read_all(in, runs, progress, dg);
    fio_logs_add_up(runs, first);
    return dg->errors + dg->world_errors == errors;
}
