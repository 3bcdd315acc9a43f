/* report - the whole answer: results.json, workbook, PDF and charts in one folder. */
#include <string.h>

#include "base/arena.h"
#include "base/output.h"
#include "commands/study_call.h"
#include "report/chart.h"
#include "report/decision_document.h"
#include "report/results.h"
#include "report/workbook.h"
#include "writers/pdf.h"
#include "writers/plot_cairo.h"
#include "writers/xlsx.h"

static const char *folder;
static struct study_options study;

static const struct option_row rows[] = {
    { "output", 'o', OPTION_TEXT, "DIR",
      "folder to write; a report of ours is replaced", &folder, 0, 0 },
    { "case", 0, OPTION_TEXT, "ID", "one case of a file of cases is the study",
      &study.case_id, 0, 0 },
    { "set", 0, OPTION_LIST, "[SCENARIO:]NAME=VALUE",
      "another value of an input; scenarios that override it keep theirs unless named",
      &study.set, 0, 0 },
    { "draws", 0, OPTION_COUNT, "N", "draws of each risk question", &study.draws, 100,
      MOST_DRAWS },
    { "threads", 0, OPTION_COUNT, "N", "threads; the result does not depend on it",
      &study.threads, 1, 256 },
};

static struct option_table options(void)
{
    return (struct option_table){ rows, sizeof rows / sizeof *rows };
}

static const char *const names[] = { "results.json", "report.pdf", "report.xlsx",
                                     "charts", NULL };

static bool write_results(struct output *out, const struct decision *d, struct diag *dg)
{
    const char *path = output_path(out, "results.json", dg);
    const char *text = results_json(d);
    return path != NULL && output_write(path, text, strlen(text), dg);
}

static bool write_pdf(struct output *out, const struct decision *d, struct diag *dg)
{
    const struct document *doc = decision_document(d);
    const char *path = output_path(out, "report.pdf", dg);
    return doc != NULL && path != NULL && pdf_write(doc, path, dg);
}

static bool write_workbook(struct output *out, const struct decision *d,
                           struct diag *dg)
{
    const struct workbook *book = decision_workbook(d);
    const char *path = output_path(out, "report.xlsx", dg);
    return book != NULL && path != NULL && xlsx_write(book, path, dg);
}

static bool write_chart(struct output *out, const struct decision *d,
                        const struct plot *plot, struct diag *dg)
{
    static const char *const formats[] = { "pdf", "svg", "png" };
    for (size_t i = 0; i < 3; i++) {
        const char *name =
            arena_printf(d->study->arena, "charts/%s.%s", plot->name, formats[i]);
        const char *path = output_path(out, name, dg);
        if (path == NULL || !plot_write(plot, path, d->study->document.date, dg))
            return false;
    }
    return true;
}

static bool write_charts(struct output *out, const struct decision *d, struct diag *dg)
{
    struct maker m = { .a = d->study->arena, .d = d, .s = d->study };
    for (size_t i = 0; chart_at(i) != NULL; i++) {
        const struct plot *plot = chart_at(i)->build(&m);
        if (plot != NULL && !write_chart(out, d, plot, dg))
            return false;
    }
    return true;
}

/* The results come last: their warnings include those of the writers. */
static bool write_all(struct output *out, const struct decision *d, struct diag *dg)
{
    return write_pdf(out, d, dg) && write_workbook(out, d, dg) &&
           write_charts(out, d, dg) && write_results(out, d, dg);
}

static int run(struct command_call *call, const struct option_list *words)
{
    struct decision *d = study_decide(call, words, &study);
    if (d == NULL)
        return EXIT_INPUT;
    if (folder != NULL && folder[0] == '\0') {
        diag_error(call->dg, (struct where){ .file = "--output" },
                   "no folder is named; write for example -o out");
        return EXIT_INPUT;
    }
    const char *to =
        folder != NULL ? folder : arena_printf(call->arena, "%s-report", d->study->id);
    struct output *out = output_begin(call->arena, to, names, call->dg);
    if (out == NULL)
        return EXIT_WORLD;
    if (!write_all(out, d, call->dg)) {
        output_abandon(out);
        return EXIT_WORLD;
    }
    return output_commit(out, call->dg) ? EXIT_ANSWER : EXIT_WORLD;
}

const struct command command_report = {
    .name = "report",
    .summary = "write the report of a study: PDF, workbook, results.json, charts",
    .usage = "STUDY [-o DIR] [--set [SCENARIO:]NAME=VALUE]...",
    .examples = "  priceperf report data/oracle-compression/study.yaml -o out\n"
                "  priceperf report study.yaml -o out --set copies=3 --set "
                "measured:disk_price='2 USD/GB'\n",
    .options = options,
    .run = run,
};
