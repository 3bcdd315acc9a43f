/* hyperfine's CSV: seconds; parameters stand in columns named parameter_*.  Unlike the
 * JSON it does not tell exit codes.
 */
#include "readers/harvest.h"

#include <string.h>

#include "base/arena.h"
#include "doc/csv.h"

static struct probe probe(const char *head, size_t length)
{
    bool bom = length > 3 && memcmp(head, "\xef\xbb\xbf", 3) == 0;
    const char *p = bom ? head + 3 : head;
    static const char header[] = "command,mean,stddev,median,user,system,min,max";
    if (length - (bom ? 3 : 0) >= sizeof header - 1 &&
        memcmp(p, header, sizeof header - 1) == 0)
        return (struct probe){ 95, "has the header of hyperfine's CSV" };
    return (struct probe){ 0, "does not begin with 'command,mean,stddev'" };
}

static void read_row(struct harvest *h, const struct doc_node *row, bool cut)
{
    static const struct {
        const char *key, *statistic, *op;
    } fields[] = { { "mean", "mean", NULL },      { "stddev", "stddev", NULL },
                   { "median", "median", NULL },  { "min", "min", NULL },
                   { "max", "max", NULL },        { "user", "mean", "user" },
                   { "system", "mean", "system" } };
    harvest_forget(h);
    if (cut)
        harvest_flag(h, FLAG_PARTIAL);
    harvest_word(h, "command", doc_text(doc_get(row, "command")));
    for (size_t i = 0; i < row->count && i < 64; i++)
        if (strncmp(row->entries[i].key, "parameter_", 10) == 0)
            harvest_set(h, row->entries[i].key + 10, doc_text(row->entries[i].value));
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const struct doc_node *cell = doc_get(row, fields[i].key);
        harvest_own(h, "op", fields[i].op);
        if (cell != NULL && cell->length > 0) /* one run has no deviation */
            harvest_node(h, cell, "elapsed", fields[i].statistic, "s");
    }
    harvest_own(h, "op", NULL);
    harvest_commit(h);
}

static bool read_csv(const struct raw *raw, struct runs *runs, struct diag *dg)
{
    struct harvest h = harvest_on(raw, "hyperfine-csv", runs, dg);
    struct csv csv = { .most_cells = HARVEST_FILE + raw->source.length / 16 };
    h.ok = csv_parse(runs->arena, raw->source, &csv, dg);
    if (csv.names->count == 0)
        return false;
    const char *end = raw->source.bytes + raw->source.length;
    bool ended = raw->source.length > 0 && (end[-1] == '\n' || end[-1] == '\r');
    for (size_t i = 0; i < csv.rows->count && dg->errors < DIAG_MOST; i++)
        read_row(&h, doc_at(csv.rows, i), !ended && i + 1 == csv.rows->count);
    return harvest_end(&h, "the CSV has no row");
}

const struct reader reader_hyperfine_csv = {
    .name = "hyperfine-csv",
    .summary = "hyperfine's CSV",
    .extensions = "csv",
    .probe = probe,
    .read = read_csv,
};
