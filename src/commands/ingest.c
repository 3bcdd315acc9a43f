/* ingest - other tools' raw output read into measurements. */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/nearest.h"
#include "base/progress.h"
#include "commands/runs_call.h"
#include "measure/store.h"
#include "readers/ingest.h"
#include "writers/runs_text.h"

static struct {
    const char *format, *system, *store, *ceiling;
    struct option_list expect;
    unsigned long long threads;
    bool json, csv, table;
} o;

static struct option_table options(void)
{
    static const struct option_row rows[] = {
        { "output", 'o', OPTION_TEXT, "RUNS.db",
          "add the measurements to this run store", &o.store, 0, 0 },
        { "json", 0, OPTION_FLAG, NULL, "print them, an object a line", &o.json, 0, 0 },
        { "csv", 0, OPTION_FLAG, NULL, "print them as CSV, values in base units",
          &o.csv, 0, 0 },
        { "table", 0, OPTION_FLAG, NULL,
          "print them for a reader (without -o this is the default)", &o.table, 0, 0 },
        { "format", 0, OPTION_TEXT, "NAME",
          "what all files are, instead of looking into them", &o.format, 0, 0 },
        { "system", 0, OPTION_TEXT, "NAME",
          "what was measured; otherwise the folder a file lies in", &o.system, 0, 0 },
        { "ceiling", 0, OPTION_TEXT, "RATE",
          "flag IOPS above it as cached: '2100 IOPS', '14 * 150 IOPS'", &o.ceiling, 0,
          0 },
        { "expect", 0, OPTION_LIST, "K=V", "an error where a file says another",
          &o.expect, 0, 0 },
        { "threads", 0, OPTION_COUNT, "N", "files at a time (one a processor)",
          &o.threads, 1, 64 },
    };
    return (struct option_table){ rows, sizeof rows / sizeof *rows };
}

static bool find_format(struct diag *dg, const struct reader **out)
{
    struct where at = { .file = "command line" };
    const char *names[128];
    size_t n = 0;
    *out = o.format != NULL ? reader_find(o.format) : NULL;
    if (o.format == NULL || *out != NULL)
        return true;
    for (; reader_at(n) != NULL && n < 128; n++)
        names[n] = reader_at(n)->name;
    const char *near = nearest(o.format, names, n);
    if (near != NULL)
        return diag_error(dg, at, "unknown format '%s'; did you mean '%s'?", o.format,
                          near);
    return diag_error(dg, at, "unknown format '%s'; priceperf list formats names them",
                      o.format);
}

static bool store(struct command_call *call, const struct runs *runs)
{
    struct store_added added;
    if (!store_add(o.store, runs, &added, call->dg))
        return false;
    FILE *to = o.json || o.csv ? stderr : stdout;
    fprintf(to, "%s: %zu measurements of %zu files added", o.store, added.measurements,
            added.files);
    if (added.known_files > 0)
        fprintf(to, "; %zu files were there already", added.known_files);
    fputc('\n', to);
    return true;
}

static void show(const struct runs *runs)
{
    if (o.json)
        runs_write_json(runs, stdout);
    if (o.csv)
        runs_write_csv(runs, stdout);
    if (o.table || (!o.json && !o.csv && o.store == NULL))
        runs_write_table(runs, stdout);
}

static int run(struct command_call *call, const struct option_list *words)
{
    struct ingest in = { .system = o.system,
                         .threads = (unsigned)o.threads,
                         .want_sums = o.store != NULL };
    struct where at = { .file = "command line" };
    struct runs *runs = runs_new(call->arena);
    struct progress progress;
    size_t bytes = 0;
    if (words->count == 0)
        diag_error(call->dg, at, "no file given; --help shows how");
    command_one_form(call, o.json + o.csv + o.table, "--json, --csv and --table");
    if (!find_format(call->dg, &in.reader) || diag_failed(call->dg))
        return EXIT_INPUT;
    for (size_t i = 0; i < words->count; i++)
        ingest_add(call->arena, &in, words->items[i], call->dg);
    for (size_t i = 0; i < in.count; i++)
        bytes += in.files[i].size;
    progress_start(&progress, "reading", bytes);
    ingest_run(&in, runs, &progress, call->dg);
    progress_end(&progress);
    if (!runs_plausible(call, runs, o.ceiling, &o.expect))
        return EXIT_INPUT;
    show(runs);
    if (o.store != NULL && runs->count > 0)
        store(call, runs);
    return EXIT_ANSWER;
}

const struct command command_ingest = {
    .name = "ingest",
    .summary = "read other tools' raw output into measurements",
    .usage = "FILE|DIR... [-o RUNS.db] [--json|--csv|--table]",
    .examples = "  priceperf ingest results/ -o runs.db\n"
                "  priceperf ingest fio.json --table\n"
                "  priceperf ingest --system array-a pgbench.log --json\n",
    .options = options,
    .run = run,
};
