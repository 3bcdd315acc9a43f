/* fuzz_readers.h - one input through one reader, and what must hold of the outcome.
 */
#ifndef TESTS_FUZZ_READERS_H
#define TESTS_FUZZ_READERS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "readers/reader.h"

/* Bytes that an input of the fuzzer's length may take; tests/readers/memory.py measures
 * the whole program. */
enum { FUZZ_MEMORY = 32 << 20 };

/* Those that read bytes: not `columns`, which a study must explain, nor `store`. */
static inline const struct reader *fuzz_reader(size_t i)
{
    size_t count = 0;
    while (reader_at(count) != NULL)
        count++;
    const struct reader *r = reader_at(i % count);
    bool skipped = r->probe == NULL || strcmp(r->name, "store") == 0;
    return skipped ? reader_find("fio-json") : r;
}

static inline void fuzz_check(const struct runs *runs, const struct diag *dg, bool ok)
{
    if (!ok && dg->errors + dg->world_errors == 0)
        abort(); /* a failure without a word */
    for (size_t i = 0; i < runs->count; i++) {
        const struct measurement *m = &runs->items[i];
        if (!isfinite(m->value) || (m->value < 0 && !m->metric->may_be_negative) ||
            m->setting == NULL || !statistic_known(m->statistic) ||
            m->flags >> FLAG_COUNT)
            abort();
    }
}

static inline void fuzz_read(const struct reader *reader, const char *bytes,
                             size_t length)
{
    struct arena *a = arena_new();
    char *copy = arena_strndup(a, bytes, length);
    memcpy(copy, bytes, length); /* behind a NUL as well */
    struct runs *runs = runs_new(a);
    struct diag dg = diag_on(a);
    struct raw raw = { .path = "x_clat.1.log", .size = length, .sha256 = "" };
    raw.source = source_of(raw.path, copy, length);
    reader->probe(copy, length < READER_HEAD ? length : READER_HEAD);
    bool ok = reader->read(&raw, runs, &dg);
    fuzz_check(runs, &dg, ok);
    if (arena_used(a) > FUZZ_MEMORY)
        abort();
    if (runs->count > 0)
        measurement_json(a, &runs->items[runs->count - 1]);
    arena_free(a);
}

#endif
