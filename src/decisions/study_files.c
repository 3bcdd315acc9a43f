/* study_files.c - checksums of everything a study is made of. */
#include <string.h>

#include "base/arena.h"
#include "decisions/study_parts.h"
#include "doc/source.h"
#include "measure/runs.h"

bool study_note_file(struct study *s, const struct study_file *file, const char *opened,
                     struct where at)
{
    struct source src = { .path = opened };
    struct study_file f = *file;
    if (!source_read(s->arena, &src, at, s->dg))
        return false;
    sha256_of(src.bytes, src.length, f.sha256);
    ARENA_PUSH(s->arena, s->files, s->file_count, s->file_capacity) = f;
    return true;
}

void study_sum(struct study *s)
{
    struct sha256 sum = sha256_start();
    for (size_t i = 0; i < s->runs->file_count; i++)
        sha256_add(&sum, s->runs->files[i]->sha256, SHA256_TEXT - 1);
    for (size_t i = 0; i < s->file_count; i++)
        sha256_add(&sum, s->files[i].sha256, SHA256_TEXT - 1);
    sha256_end(&sum, s->checksum);
}
