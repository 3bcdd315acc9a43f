/* Measurements, Claims, Sources, Checks: what the rest stands on. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "measure/runs.h"
#include "report/book.h"

enum {
    M_FILE,
    M_LINE,
    M_SYSTEM,
    M_METRIC,
    M_STATISTIC,
    M_VALUE,
    M_UNIT,
    M_BETTER,
    M_PARAMETERS,
    M_FLAGS,
    M_COLUMNS
};

static void set_text(struct cell *c, const char *text)
{
    c->kind = CELL_TEXT;
    c->text = text;
}

static const char *flags_text(struct arena *a, uint32_t flags)
{
    struct buf b = buf_on(a);
    for (unsigned i = 0; i < FLAG_COUNT; i++)
        if (flags >> i & 1)
            buf_printf(&b, "%s%s", b.length > 0 ? ", " : "", flag_names[i]);
    return buf_text(&b);
}

static void fill(const void *of, size_t index, struct cell *cells)
{
    const struct book *b = of;
    const struct measurement *m = &b->s->runs->items[index];
    struct unit unit =
        m->written != NULL ? *m->written : unit_base(b->a, m->metric->dim);
    struct exact shown;
    bool exact = m->is_exact && exact_div(m->exact, unit.scale, &shown);
    set_text(&cells[M_FILE], m->file->path);
    cells[M_LINE].kind = CELL_NUMBER;
    cells[M_LINE].number = m->at.line;
    set_text(&cells[M_SYSTEM], m->system);
    set_text(&cells[M_METRIC], m->metric->name);
    set_text(&cells[M_STATISTIC], m->statistic);
    cells[M_VALUE].kind = CELL_NUMBER;
    cells[M_VALUE].number = exact ? exact_double(shown) : m->value / unit.factor;
    set_text(&cells[M_UNIT], unit.text);
    set_text(&cells[M_BETTER], direction_names[m->metric->direction]);
    set_text(&cells[M_PARAMETERS], m->setting->canonical);
    set_text(&cells[M_FLAGS], flags_text(b->a, m->flags));
}

void add_measurements(struct book *b)
{
    static const char *const titles[] = { "File",       "Line",  "System", "Metric",
                                          "Statistic",  "Value", "Unit",   "Better",
                                          "Parameters", "Flags" };
    static const double widths[] = { 26, 8, 26, 16, 10, 16, 10, 9, 60, 20 };
    struct sheet *s = book_sheet(b, "Measurements", NULL);
    sheet_title(b, s, "Measurements", "Raw, each with the file and line it came from.");
    sheet_widths(b, s, widths, M_COLUMNS);
    sheet_header(b, s, FIRST_ROW - 1, titles, M_COLUMNS);
    s->rows = (struct row_source){ b, fill, b->s->runs->count, FIRST_ROW, M_COLUMNS };
    s->freeze_row = FIRST_ROW;
    s->repeat_rows = FIRST_ROW;
}

void add_claims(struct book *b)
{
    static const char *const titles[] = { "Claim",      "Quantity", "Words", "Stated",
                                          "Recomputed", "Verdict",  "Why" };
    static const double widths[] = { 22, 40, 11, 18, 22, 14, 80 };
    const struct claim_list *l = &b->d->claims;
    if (l->count == 0)
        return;
    struct sheet *s = book_sheet(b, "Claims", NULL);
    sheet_title(b, s, "Claims",
                arena_printf(b->a, "Statements of %s against the figures; as issued.",
                             l->source));
    sheet_widths(b, s, widths, 7);
    sheet_header(b, s, FIRST_ROW - 1, titles, 7);
    for (size_t i = 0; i < l->count; i++) {
        const struct claim_result *c = &l->items[i];
        const char *texts[] = { c->id,     c->quantity,   c->words,
                                c->stated, c->recomputed, verdict_names[c->verdict],
                                c->why };
        for (uint16_t k = 0; k < 7; k++)
            put_text(b, s, FIRST_ROW + (uint32_t)i, k, texts[k], LOOK_ISSUED)
                ->style.flags = STYLE_WRAP;
    }
    sheet_stale(b, s, FIRST_ROW, FIRST_ROW + (uint32_t)l->count - 1, 7);
    s->freeze_row = FIRST_ROW;
    s->repeat_rows = FIRST_ROW;
}

void add_sources(struct book *b)
{
    static const char *const titles[] = { "File", "Read as", "Measurements",
                                          "SHA-256" };
    static const double widths[] = { 44, 14, 14, 72 };
    struct sheet *s = book_sheet(b, "Sources", NULL);
    uint32_t row = FIRST_ROW;
    sheet_title(b, s, "Sources", "Every file that this workbook was made of.");
    sheet_widths(b, s, widths, 4);
    sheet_header(b, s, FIRST_ROW - 1, titles, 4);
    for (size_t i = 0; i < b->s->runs->file_count; i++, row++) {
        const struct run_file *f = b->s->runs->files[i];
        put_text(b, s, row, 0, f->path, LOOK_LABEL);
        put_text(b, s, row, 1, f->format, LOOK_PLAIN);
        put_number(b, s, row, 2, (double)f->measurements, LOOK_PLAIN);
        put_text(b, s, row, 3, f->sha256, LOOK_PLAIN);
    }
    for (size_t i = 0; i < b->s->file_count; i++, row++) {
        put_text(b, s, row, 0, b->s->files[i].path, LOOK_LABEL);
        put_text(b, s, row, 1, b->s->files[i].kind, LOOK_PLAIN);
        put_text(b, s, row, 3, b->s->files[i].sha256, LOOK_PLAIN);
    }
    put_text(b, s, row + 1, 0, "checksum over all", LOOK_TOTAL);
    put_text(b, s, row + 1, 3, b->s->checksum, LOOK_TOTAL);
}

static uint32_t put_risk(struct book *b, struct sheet *s, uint32_t row, size_t i)
{
    const struct draws_result *r = &b->d->risks[i];
    const struct break_even_question *q = &b->s->break_evens[b->s->risks[i].of];
    double factor = graph_node(b->g, q->variable)->unit.factor;
    const char *unit = graph_node(b->g, q->variable)->unit.text;
    const struct {
        const char *words;
        double x;
    } figures[] = {
        { "draws", (double)r->draws },
        { "seed", (double)r->seed },
        { arena_printf(b->a, "break-even, 5 %%, %s", unit), r->break_even.p5 / factor },
        { arena_printf(b->a, "break-even, 50 %%, %s", unit),
          r->break_even.p50 / factor },
        { arena_printf(b->a, "break-even, 95 %%, %s", unit),
          r->break_even.p95 / factor },
        { "share of draws without a break-even in the range", r->share_none },
        { arena_printf(b->a, "probability that %s is the cheaper one",
                       b->s->alternatives[q->b].title),
          r->probability_cheaper },
        { arena_printf(b->a, "cost of having chosen %s, on average, %s",
                       b->s->alternatives[q->a].title, b->s->currency),
          r->regret[0] },
        { arena_printf(b->a, "cost of having chosen %s, on average, %s",
                       b->s->alternatives[q->b].title, b->s->currency),
          r->regret[1] },
    };
    put_text(b, s, row++, 0,
             arena_printf(b->a, "Draws in scenario %s, as issued",
                          b->s->scenarios[b->s->risks[i].scenario].id),
             LOOK_HEADING);
    for (size_t k = 0; k < sizeof figures / sizeof *figures; k++, row++) {
        put_text(b, s, row, 0, figures[k].words, LOOK_LABEL);
        if (isfinite(figures[k].x))
            put_number(b, s, row, 1, figures[k].x, LOOK_ISSUED);
        else
            put_text(b, s, row, 1, "none", LOOK_ISSUED);
    }
    return row + 1;
}

static uint32_t put_rules(struct book *b, struct sheet *s, uint32_t row)
{
    const struct rule_results *r = &b->d->rules;
    if (r->profile == NULL)
        return row;
    put_text(b, s, row++, 0, arena_printf(b->a, "%s, as issued", r->profile->title),
             LOOK_HEADING);
    for (size_t i = 0; i < r->count; i++) {
        const struct rule_result *x = &r->items[i];
        put_text(b, s, row, 0,
                 arena_printf(b->a, "%s: %s", x->alternative, x->rule->words),
                 LOOK_LABEL);
        put_text(b, s, row, 1, rule_status_names[x->status],
                 x->status == RULE_FAILED ? LOOK_WARNING : LOOK_ISSUED);
        put_text(b, s, row, 2, x->evidence, LOOK_ISSUED);
        put_text(b, s, row++, 3, x->rule->clause, LOOK_NOTE);
    }
    return row + 1;
}

void add_checks(struct book *b)
{
    static const double widths[] = { 60, 20, 50, 40 };
    struct sheet *s = book_sheet(b, "Checks", NULL);
    uint32_t row = FIRST_ROW - 1;
    sheet_title(b, s, "Checks",
                "What changed since issue, what was drawn, what was warned.");
    sheet_widths(b, s, widths, 4);
    put_text(b, s, row, 0, "inputs changed since issue", LOOK_LABEL);
    put_formula(b, s, row++, 1, NAME_CHANGED, 0)->style.look = LOOK_RESULT;
    put_text(b, s, row, 0, "what is marked as issued", LOOK_LABEL);
    struct cell *c =
        put_formula(b, s, row, 1, "IF(" NAME_CHANGED ">0,\"stale\",\"as issued\")", 0);
    c->text = "as issued";
    c->style.look = LOOK_RESULT;
    book_name(b, "issue_state", s->name, row, 1);
    uint32_t first = row;
    row += 2;
    for (size_t i = 0; i < b->s->risk_count; i++)
        row = put_risk(b, s, row, i);
    row = put_rules(b, s, row);
    put_text(b, s, row++, 0, "Warnings and findings, as issued", LOOK_HEADING);
    for (size_t i = 0; i < b->d->finding_count; i++)
        put_text(b, s, row++, 0, b->d->findings[i].text, LOOK_ISSUED);
    for (size_t i = 0; i < b->s->dg->count; i++)
        if (b->s->dg->messages[i].level == DIAG_WARNING)
            put_text(b, s, row++, 0, b->s->dg->messages[i].text, LOOK_WARNING);
    sheet_stale(b, s, first, row, 2);
}
