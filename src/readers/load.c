/* The `runs:` of a study: which file, and which reader takes it. */
#include "readers/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "doc/feed.h"
#include "doc/schema.h"

static const struct reader *named(const struct doc_node *format, struct diag *dg)
{
    const char *name;
    if (!doc_get_text(format, &name, dg))
        return NULL;
    const struct reader *r = reader_find(name);
    if (r != NULL)
        return r;
    size_t n = 0;
    while (reader_at(n) != NULL)
        n++;
    const char **names = ARENA_ARRAY(dg->arena, n, const char *);
    for (size_t i = 0; i < n; i++)
        names[i] = reader_at(i)->name;
    doc_unknown(format, "format", names, n, dg);
    return NULL;
}

/* The checksum is known when all is read; the files of this reading lack it. */
static void name_sum(struct runs *runs, size_t first, struct feed *feed)
{
    char sum[SHA256_TEXT];
    feed_drain(feed);
    sha256_end(&feed->sum, sum);
    for (size_t i = first; i < runs->file_count; i++) {
        memcpy(runs->files[i]->sha256, sum, sizeof sum);
        runs->files[i]->bytes = (size_t)feed_offset(feed);
    }
}

static bool read_stream(const struct reader *reader, struct raw *raw, int fd,
                        struct runs *runs, struct diag *dg)
{
    struct feed feed = feed_open(runs->arena, raw->source.path, fd);
    struct where at = { .file = raw->source.path };
    size_t files = runs->file_count;
    feed.want_sum = raw->sha256 == NULL;
    feed.progress = raw->progress;
    raw->feed = &feed;
    bool ok = reader->read(raw, runs, dg);
    feed.progress = NULL;
    if (feed.want_sum)
        name_sum(runs, files, &feed);
    if (feed.error != 0)
        ok = diag_world(dg, at, "cannot read '%s': %s", at.file, strerror(feed.error));
    raw->feed = NULL;
    return ok;
}

/* All of it came with its head. */
static bool read_small(const struct reader *reader, struct raw *raw, struct runs *runs,
                       struct diag *dg)
{
    raw->size = raw->source.length;
    return reader->read(raw, runs, dg);
}

bool reader_read(const struct reader *reader, struct raw *raw, struct runs *runs,
                 struct where at, struct diag *dg)
{
    if (raw->whole)
        return reader->read(raw, runs, dg);
    if (raw->source.length < FEED_WINDOW)
        return read_small(reader, raw, runs, dg);
    if (at.file == NULL)
        at.file = raw->source.path;
    if (!reader->streams) {
        raw->source.limit = RAW_BYTES;
        return source_read(runs->arena, &raw->source, at, dg) &&
               read_small(reader, raw, runs, dg);
    }
    int fd = open(raw->source.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return diag_error(dg, at, "cannot open '%s': %s", raw->source.path,
                          strerror(errno));
    bool ok = read_stream(reader, raw, fd, runs, dg);
    close(fd);
    return ok;
}

/* `companion: result.json` beside a log of fio: the head of that file. */
static bool find_companion(struct arena *a, const struct doc_node *block,
                           const char *study, struct raw *raw, struct diag *dg)
{
    const struct doc_node *node = doc_get(block, "companion");
    const char *name;
    if (node == NULL)
        return true;
    struct source head = { .limit = READER_HEAD };
    if (!doc_get_text(node, &name, dg))
        return false;
    head.path = source_beside(a, study, name);
    if (!source_head(a, &head, node->at, dg))
        return false;
    raw->companion = strstr(head.bytes, "\"fio version\"");
    return raw->companion != NULL ||
           diag_error(dg, node->at, "'%s' does not tell its fio version", head.path);
}

static bool load_block(struct runs *runs, const struct doc_node *block,
                       const char *study, struct diag *dg)
{
    if (!doc_expect(block, "an entry of 'runs'", DOC_WANT_MAPPING, dg))
        return false;
    const struct doc_node *file = doc_get(block, "file");
    const struct doc_node *format = doc_get(block, "format");
    struct raw raw = { .block = block };
    if (file == NULL)
        return diag_error(dg, block->at, "an entry of 'runs' lacks the key 'file'");
    if (!doc_get_text(file, &raw.path, dg))
        return false;
    raw.source.path = source_beside(runs->arena, study, raw.path);
    if (!reader_open(runs->arena, &raw, file->at, dg))
        return false;
    const struct reader *reader = format != NULL ? named(format, dg)
                                  : doc_get(block, "measurements") != NULL
                                      ? reader_find("columns")
                                      : reader_probe(&raw.source, file->at, dg);
    if (reader == NULL)
        return false;
    return find_companion(runs->arena, block, study, &raw, dg) &&
           reader_read(reader, &raw, runs, file->at, dg);
}

bool reader_load(struct runs *runs, const struct doc_node *blocks, const char *study,
                 struct diag *dg)
{
    if (!doc_expect(blocks, "'runs'", DOC_WANT_SEQUENCE, dg))
        return false;
    bool ok = true;
    for (size_t i = 0; i < blocks->count; i++)
        ok = load_block(runs, doc_at(blocks, i), study, dg) && ok;
    return ok;
}
