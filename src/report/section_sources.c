/* sources - every file with its checksum, and how the answer is computed. */
#include <string.h>

#include "base/arena.h"
#include "decisions/study_finance.h"
#include "measure/runs.h"
#include "report/section.h"
#include "report/steps.h"

static void add_file(struct maker *m, struct doc_table *t, const char *path,
                     const char *format, size_t measurements, const char *sha256)
{
    const char *cells[] = {
        path, format, measurements > 0 ? arena_printf(m->a, "%zu", measurements) : "",
        arena_printf(m->a, TEXT_MONO "%.32s\n%s" TEXT_END, sha256, sha256 + 32)
    };
    add_row(m, t, DOC_ROW, cells);
}

static void build(struct maker *m)
{
    static const struct doc_column columns[] = {
        { .title = "File", .weight = 1 },
        { .title = "Read as" },
        { .title = "Measurements", .align = DOC_RIGHT },
        { .title = "SHA-256", .weight = 2 },
    };
    struct doc_table *t = add_table(m, columns, 4);
    for (size_t i = 0; i < m->s->runs->file_count; i++) {
        const struct run_file *f = m->s->runs->files[i];
        add_file(m, t, f->path, f->format, f->measurements, f->sha256);
    }
    for (size_t i = 0; i < m->s->file_count; i++)
        add_file(m, t, m->s->files[i].path, m->s->files[i].kind, 0,
                 m->s->files[i].sha256);
    t->note = arena_printf(m->a, "Checksum over all of these: " TEXT_MONO "%s" TEXT_END,
                           m->s->checksum);
    static const char *const how[] = {
        "Costs are formulas in one graph of quantities. The same graph gives the "
        "figures "
        "here, the draws, and the live cells of the workbook.",
        "Total cost is the sum of purchase and yearly payments; present value divides "
        "a "
        "payment at the end of year t by (1 + discount rate) to the power t.",
        "Decimal units: 1 TB is 1000 GB. A year is 8760 hours.",
        "Prices and quantities are exact decimals; a bill rounds each amount once, "
        "half "
        "up, when it is printed.",
    };
    enum { HOW = sizeof how / sizeof *how };
    const char **texts = ARENA_ARRAY(m->a, HOW, const char *);
    memcpy(texts, how, sizeof how);
    if (m->s->finance != NULL)
        texts[1] = arena_printf(m->a,
                                "Total cost is the sum of the flows of all years: %s. "
                                "Present value multiplies each by its discount factor.",
                                study_finance_words(m->s));
    struct doc_block *b = add_block(m, DOC_BULLETS);
    b->texts = texts;
    b->count = HOW;
    add_steps(m);
}

const struct section section_sources = {
    .name = "sources",
    .title = "Sources and method",
    .build = build,
};
