/* A run store of ours as an input: the measurements that ingest put there. */
#include "measure/store.h"

#include "readers/reader.h"

static struct probe probe(const char *head, size_t length)
{
    if (store_recognised(head, length))
        return (struct probe){ 100, "begins as an SQLite file" };
    return (struct probe){ 0, "does not begin as an SQLite file" };
}

/* SQLite opens the file by itself; store_read() checks that it is a store. */
static bool read_store(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    const struct doc_node *file = doc_get(raw->block, "file");
    struct where at = { .file = raw->source.path };
    return store_read(raw->source.path, file != NULL ? file->at : at, runs, dg);
}

const struct reader reader_store = {
    .name = "store",
    .summary = "a run store that ingest -o wrote",
    .extensions = "db",
    .streams = true,
    .probe = probe,
    .read = read_store,
};
