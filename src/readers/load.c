/* The `runs:` of a study: which file, and which reader takes it. */
#include "readers/reader.h"

#include <string.h>

#include "base/arena.h"
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
    raw.source.limit = READER_HEAD;
    if (!source_head(runs->arena, &raw.source, file->at, dg))
        return false;
    const struct reader *reader = format != NULL ? named(format, dg)
                                  : doc_get(block, "measurements") != NULL
                                      ? reader_find("columns")
                                      : reader_probe(&raw.source, file->at, dg);
    if (reader == NULL)
        return false;
    raw.source.limit = RAW_BYTES;
    if (!reader->streams && !source_read(runs->arena, &raw.source, file->at, dg))
        return false;
    return reader->read(&raw, runs, dg);
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
