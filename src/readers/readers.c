/* Every raw format, in the order in which lists show them and ties are settled. */
#include "readers/reader.h"

#include <string.h>

#include "base/arena.h"

#define READERS(X) \
    X(columns) \
    X(fio_hist) \
    X(fio_json) \
    X(fio_log) \
    X(fio_terse) \
    X(fio_text) \
    X(pgbench) \
    X(pgbench_log) \
    X(sysbench) \
    X(vdbench) \
    X(vdbench_flat) \
    X(hammerdb) \
    X(diskspd) \
    X(iozone) \
    X(bonnie) \
    X(lzbench) \
    X(zstd) \
    X(ycsb) \
    X(dbbench) \
    X(crystaldiskmark) \
    X(wrk) \
    X(ab) \
    X(hey) \
    X(gnutime) \
    X(diskspd_xml) \
    X(phoronix) \
    X(hyperfine) \
    X(gbench) \
    X(bombardier) \
    X(awr) \
    X(slob) \
    X(elbencho) \
    X(hyperfine_csv) \
    X(hammerdb_job) \
    X(store)

#define DECLARE(name) extern const struct reader reader_##name;
#define ENTRY(name)   &reader_##name,
READERS(DECLARE)
static const struct reader *const readers[] = { READERS(ENTRY) };

enum { COUNT = sizeof readers / sizeof *readers };

const struct reader *reader_at(size_t i)
{
    return i < COUNT ? readers[i] : NULL;
}

const struct reader *reader_find(const char *name)
{
    for (size_t i = 0; reader_at(i) != NULL; i++)
        if (strcmp(readers[i]->name, name) == 0)
            return readers[i];
    return NULL;
}

const struct reader *reader_probe(const struct source *src, struct where at,
                                  struct diag *dg)
{
    size_t length = src->length < READER_HEAD ? src->length : READER_HEAD;
    const struct reader *best = NULL;
    int best_score = 0;
    const char *why[COUNT];
    for (size_t i = 0; reader_at(i) != NULL; i++) {
        struct probe p = { 0, "its columns must be named in a study" };
        if (readers[i]->probe != NULL)
            p = readers[i]->probe(src->bytes, length);
        if (p.score == PROBE_SURE)
            return readers[i];
        if (p.score > best_score) {
            best_score = p.score;
            best = readers[i];
        }
        why[i] = p.why;
    }
    if (best != NULL)
        return best;
    diag_error(dg, at, "no format recognises '%s'; --format names one", src->path);
    for (size_t i = 0; i < COUNT; i++)
        diag_note(dg, at, "%s: %s", readers[i]->name, why[i]);
    return NULL;
}
