/* demo_book.h - a workbook that uses everything sheet.h has, with the results that
 * plain C gives; test_xlsx.c writes it, and LibreOffice calculates it again. */
#ifndef TESTS_WRITERS_DEMO_BOOK_H
#define TESTS_WRITERS_DEMO_BOOK_H

#include "base/arena.h"
#include "report/sheet.h"

enum { INPUTS = 5, CASES = 2, SWEEP = 41, YEARS = 6 };

static const struct demo_input {
    const char *name, *unit, *source, *help;
    double value, low, high;
    const char *format;
} demo_inputs[INPUTS] = {
    { "database_size", "TB", "article", "uncompressed", 96, 1, 1000, FORMAT_WHOLE },
    { "copies", "", "", "on disk: production, backup, test", 1, 1, 10, FORMAT_WHOLE },
    { "reduction", "", "article's assumption", "share saved", 0.5, 0, 0.9,
      FORMAT_PERCENT },
    { "disk_price", "USD/GB", "=cmd|' /C calc'!A0", "list price", 1, 0.01, 100,
      FORMAT_MONEY },
    { "cpus", "CPU", "article", "licensed processors", 4, 1, 64, FORMAT_WHOLE },
};

/* What the two cases say; the second column of Model overrides reduction and copies. */
static const double demo_case[CASES][INPUTS] = {
    { 96, 1, 0.5, 1, 4 },
    { 96, 3, 0.22789, 1, 4 },
};

struct demo_model {
    double saved, plain, packed, licence, difference, root;
};

static inline struct demo_model demo_solve(const double *in)
{
    struct demo_model m = { .saved = in[0] * in[2] * in[1] };
    m.plain = in[0] * in[1] * 1000 * in[3];
    m.licence = in[4] * 11500 + 40 * 50;
    m.packed = (in[0] * in[1] - m.saved) * 1000 * in[3] + m.licence;
    m.difference = m.plain - m.packed;
    m.root = m.licence / (in[2] * in[1] * 1000 * in[3]);
    return m;
}

struct demo {
    struct arena *arena;
    struct workbook book;
    struct sheet sheets[8];
    struct defined_name names[INPUTS + 4];
    struct validation validations[INPUTS + 1];
};

static inline void demo_style(struct cell *c, enum look look, const char *format)
{
    c->style.look = look;
    c->style.number_format = format;
}

static inline void demo_title(struct demo *d, struct sheet *s, const char *title,
                              const char *note)
{
    demo_style(cell_text(d->arena, s, 0, 0, title), LOOK_TITLE, NULL);
    demo_style(cell_text(d->arena, s, 1, 0, note), LOOK_NOTE, NULL);
}

static inline void demo_header(struct demo *d, struct sheet *s, uint32_t row,
                               const char *const *titles)
{
    for (uint16_t i = 0; titles[i] != NULL; i++)
        demo_style(cell_text(d->arena, s, row, i, titles[i]), LOOK_HEADER, NULL);
}

static inline void demo_name(struct demo *d, const char *name, const char *sheet,
                             uint32_t row, uint16_t column)
{
    d->names[d->book.name_count++] = (struct defined_name){
        workbook_name(d->arena, name), sheet, { row, row, column, column }
    };
}

static inline void demo_fill_inputs(struct demo *d, struct sheet *s)
{
    static const char *const titles[] = { "input", "value",  "unit",  "from",
                                          "to",    "source", "words", NULL };
    static const struct column_width widths[] = {
        { .first = 0, .last = 0, .width = 18 },
        { .first = 1, .last = 4, .width = 12 },
        { .first = 5, .last = 5, .width = 24 },
        { .first = 6, .last = 6, .width = 34 },
    };
    static const char *const readings[] = { "sum", "larger", NULL };
    *s = (struct sheet){ .name = "Inputs",
                         .colour = "#BF9000",
                         .widths = widths,
                         .width_count = 4,
                         .freeze_row = 3,
                         .repeat_rows = 3,
                         .protect = true,
                         .validations = d->validations,
                         .validation_count = INPUTS + 1 };
    demo_title(d, s, "Inputs", "Change the boxed cells; everything else follows.");
    demo_header(d, s, 2, titles);
    for (uint16_t i = 0; i < INPUTS; i++) {
        const struct demo_input *in = &demo_inputs[i];
        uint32_t row = 3u + i;
        cell_text(d->arena, s, row, 0, in->name)->note = in->help;
        demo_style(cell_number(d->arena, s, row, 1, in->value), LOOK_INPUT, in->format);
        cell_text(d->arena, s, row, 2, in->unit);
        demo_style(cell_number(d->arena, s, row, 3, in->low), LOOK_NOTE, in->format);
        demo_style(cell_number(d->arena, s, row, 4, in->high), LOOK_NOTE, in->format);
        cell_text(d->arena, s, row, 5, in->source);
        cell_text(d->arena, s, row, 6, in->help)->style.flags = STYLE_WRAP;
        demo_name(d, in->name, "Inputs", row, 1);
        d->validations[i] =
            (struct validation){ .area = { row, row, 1, 1 },
                                 .minimum = in->low,
                                 .maximum = in->high,
                                 .title = in->name,
                                 .message = in->help,
                                 .error = "outside the range that was searched",
                                 .warn_only = true };
    }
    cell_text(d->arena, s, 3 + INPUTS, 0, "reading");
    demo_style(cell_text(d->arena, s, 3 + INPUTS, 1, "sum"), LOOK_INPUT, NULL);
    d->validations[INPUTS] =
        (struct validation){ .area = { 3 + INPUTS, 3 + INPUTS, 1, 1 },
                             .kind = VALID_CHOICES,
                             .choices = readings,
                             .title = "reading",
                             .error = "sum or larger" };
    demo_name(d, "reading", "Inputs", 3 + INPUTS, 1);
}

/* One row a quantity, one column a case: the first with names, the second with plain
 * addresses. */
static inline void demo_fill_model(struct demo *d, struct sheet *s)
{
    static const char *const titles[] = { "quantity", "unit", "base", "copies-3",
                                          NULL };
    static const char *const rows[][4] = {
        { "saved", "TB", "database_size*reduction*copies", "D4*D6*D5" },
        { "uncompressed", "USD", "database_size*copies*1000*disk_price",
          "D4*D5*1000*D7" },
        { "compressed", "USD",
          "(database_size*copies-Model!$C$9)*1000*disk_price+Model!$C$12",
          "(D4*D5-D9)*1000*D7+D12" },
        { "licence", "USD", "cpus*11500+40*50", "D8*11500+40*50" },
        { "difference", "USD", "$C$10-$C$11", "$D$10-$D$11" },
        { "break-even", "TB", "IFERROR($C$12/(reduction*copies*1000*disk_price),NA())",
          "IFERROR($D$12/(D6*D5*1000*D7),NA())" },
    };
    static const struct column_width widths[] = {
        { .first = 0, .last = 0, .width = 22 },
        { .first = 1, .last = 1, .width = 9 },
        { .first = 2, .last = 3, .width = 16 },
    };
    *s = (struct sheet){ .name = "Model",
                         .colour = "#1F4E79",
                         .widths = widths,
                         .width_count = 3,
                         .freeze_row = 3,
                         .freeze_column = 2,
                         .repeat_rows = 3 };
    demo_title(d, s, "Model", "One row a quantity, one column a case.");
    demo_header(d, s, 2, titles);
    for (uint16_t i = 0; i < INPUTS; i++) {
        cell_text(d->arena, s, 3u + i, 0, demo_inputs[i].name);
        cell_text(d->arena, s, 3u + i, 1, demo_inputs[i].unit);
        struct cell *c = cell_formula(d->arena, s, 3u + i, 2, demo_inputs[i].name);
        c->number = demo_case[0][i];
        demo_style(c, LOOK_PLAIN, demo_inputs[i].format);
        bool overridden = demo_case[1][i] != demo_case[0][i];
        c = overridden ? cell_number(d->arena, s, 3u + i, 3, demo_case[1][i])
                       : cell_formula(d->arena, s, 3u + i, 3,
                                      arena_printf(d->arena, "$C$%d", 4 + (int)i));
        c->number = demo_case[1][i];
        demo_style(c, overridden ? LOOK_INPUT : LOOK_PLAIN, demo_inputs[i].format);
    }
    for (uint32_t r = 0; r < 6; r++) {
        cell_text(d->arena, s, 8 + r, 0, rows[r][0]);
        cell_text(d->arena, s, 8 + r, 1, rows[r][1]);
        for (uint16_t k = 0; k < CASES; k++) {
            struct demo_model m = demo_solve(demo_case[k]);
            double values[] = { m.saved,   m.plain,      m.packed,
                                m.licence, m.difference, m.root };
            struct cell *c =
                cell_formula(d->arena, s, 8 + r, (uint16_t)(2 + k), rows[r][2 + k]);
            c->number = values[r];
            demo_style(c, r == 5 ? LOOK_RESULT : LOOK_PLAIN,
                       r == 0 || r == 5 ? "#,##0.000" : FORMAT_MONEY);
        }
    }
    demo_name(d, "break_even", "Model", 13, 2);
}

/* Links, numbers that are none, and texts that a spreadsheet might misread. */
static inline void demo_fill_oddities(struct arena *a, struct sheet *s)
{
    cell_link(a, s, 8, 0, "the model", "internal:Model!A1");
    cell_link(a, s, 9, 0, "a source", "https://example.org/a?b=c&d=%20e");
    cell_number(a, s, 10, 1, NAN);
    demo_style(cell_text(a, s, 10, 0, "not a number"), LOOK_NOTE, NULL);
    struct cell *c = cell_formula(a, s, 11, 1, "IF(1>2,1,NA())");
    c->number = NAN;
    static const char *const texts[] = {
        "=1+1",       "+1",        "-1",          "@SUM(1)", "_x0041_",
        "  blanks  ", "tab\there", "line\nbreak", "bell\a",  "\xF0\x9F\x98\x80"
    };
    for (uint16_t i = 0; i < sizeof texts / sizeof *texts; i++)
        cell_text(a, s, 12u + i, 0, texts[i]);
}

static inline void demo_fill_results(struct arena *a, struct sheet *s)
{
    struct demo_model m = demo_solve(demo_case[0]);
    cell_text(a, s, 4, 0, "break-even (TB)");
    struct cell *c = cell_formula(
        a, s, 4, 1, "INDEX(Model!$C$14:$D$14,1,MATCH($B$4,Model!$C$3:$D$3,0))");
    c->number = m.root;
    demo_style(c, LOOK_RESULT, "#,##0.00");
    cell_text(a, s, 5, 0, "cheaper at this size");
    c = cell_formula(a, s, 5, 1,
                     "IF(Model!$C$13>0,\"compressed\",IF(Model!$C$13<0,"
                     "\"uncompressed\",\"either\"))");
    c->text = m.difference > 0   ? "compressed"
              : m.difference < 0 ? "uncompressed"
                                 : "either";
    demo_style(c, LOOK_RESULT, NULL);
    cell_text(a, s, 6, 0, "difference (USD)");
    c = cell_formula(a, s, 6, 1, "Model!$C$13");
    c->number = m.difference;
    demo_style(c, LOOK_TOTAL, FORMAT_MONEY);
    cell_text(a, s, 7, 0, "5 to 95 % of draws");
    c = cell_formula(
        a, s, 7, 1,
        "IF(AND(database_size=96,reduction=0.5,disk_price=1),\"as issued\","
        "\"inputs changed\")");
    c->text = "as issued";
    demo_style(c, LOOK_ISSUED, NULL);
    demo_style(cell_number(a, s, 7, 2, 54.1), LOOK_ISSUED, "0.0");
    demo_style(cell_number(a, s, 7, 3, 299.9), LOOK_ISSUED, "0.0");
}

static inline void demo_fill_summary(struct demo *d, struct sheet *s)
{
    static const struct column_width widths[] = {
        { .first = 0, .last = 0, .width = 30 },
        { .first = 1, .last = 3, .width = 18 },
    };
    static const struct row_height heights[] = { { .row = 2, .points = 48 } };
    static const struct area merges[] = { { 2, 2, 0, 3 } };
    static const struct condition conditions[] = {
        { { 7, 7, 1, 1 }, "$B$8<>\"as issued\"", MARK_STALE },
        { { 6, 6, 1, 1 }, "$B$7<0", MARK_BAD },
    };
    static const struct validation choose = { .area = { 3, 3, 1, 1 },
                                              .kind = VALID_CHOICES,
                                              .from = "Model!$C$3:$D$3",
                                              .title = "case",
                                              .message =
                                                  "The case that this sheet shows." };
    struct arena *a = d->arena;
    *s = (struct sheet){ .name = "Summary",
                         .colour = "#385723",
                         .widths = widths,
                         .width_count = 2,
                         .heights = heights,
                         .height_count = 1,
                         .merges = merges,
                         .merge_count = 1,
                         .conditions = conditions,
                         .condition_count = 2,
                         .validations = &choose,
                         .validation_count = 1,
                         .hide_grid = true };
    demo_title(d, s, "When does compression pay?", "As of 2008-06-04; USD.");
    struct cell *c = cell_text(a, s, 2, 0,
                               "Compression is the cheaper one above 96 TB, as long as "
                               "disk space costs 1 USD/GB and half of it is saved. "
                               "\xE2\x82\xAC \xC3\xA9 < & > \"quoted\"");
    c->style = (struct style){ LOOK_WARNING, STYLE_WRAP, NULL };
    cell_text(a, s, 3, 0, "case shown");
    demo_style(cell_text(a, s, 3, 1, "base"), LOOK_INPUT, NULL);
    demo_fill_results(a, s);
    demo_fill_oddities(a, s);
    demo_name(d, "A1", "Summary", 4, 1); /* as A1_ */
}

static inline void demo_fill_sweep(struct demo *d, struct sheet *s)
{
    static const char *const titles[] = { "size (TB)", "uncompressed (USD)",
                                          "compressed (USD)", NULL };
    static const struct column_width widths[] = {
        { .first = 0, .last = 2, .width = 14 }
    };
    static const struct sheet_series series[] = {
        { "uncompressed",
          "Break-even",
          { 3, 2 + SWEEP, 0, 0 },
          { 3, 2 + SWEEP, 1, 1 },
          0 },
        { "compressed",
          "Break-even",
          { 3, 2 + SWEEP, 0, 0 },
          { 3, 2 + SWEEP, 2, 2 },
          1 },
    };
    static const struct sheet_chart chart = {
        .row = 2,
        .column = 4,
        .title = "Cost over size",
        .alt = "two lines cross at 96 TB",
        .x = { .title = "database size (TB)",
               .log = true,
               .bounded = true,
               .minimum = 1,
               .maximum = 1000 },
        .y = { .title = "cost (USD)", .log = true, .number_format = FORMAT_WHOLE },
        .series = series,
        .series_count = 2
    };
    *s = (struct sheet){ .name = "Break-even",
                         .widths = widths,
                         .width_count = 1,
                         .charts = &chart,
                         .chart_count = 1,
                         .freeze_row = 3 };
    demo_title(d, s, "Break-even", "Live: each row is calculated anew.");
    demo_header(d, s, 2, titles);
    for (uint32_t i = 0; i < SWEEP; i++) {
        double x = pow(10, 3.0 * i / (SWEEP - 1));
        double in[] = { x, 1, 0.5, 1, 4 };
        struct demo_model m = demo_solve(in);
        demo_style(cell_number(d->arena, s, 3 + i, 0, x), LOOK_PLAIN, "#,##0.0");
        struct cell *c =
            cell_formula(d->arena, s, 3 + i, 1,
                         arena_printf(d->arena, "$A%u*copies*1000*disk_price", 4 + i));
        c->number = m.plain;
        demo_style(c, LOOK_PLAIN, FORMAT_WHOLE);
        c = cell_formula(d->arena, s, 3 + i, 2,
                         arena_printf(d->arena,
                                      "$A%u*copies*(1-reduction)*1000*disk_price+"
                                      "Model!$C$12",
                                      4 + i));
        c->number = m.packed;
        demo_style(c, LOOK_PLAIN, FORMAT_WHOLE);
    }
}

static inline void demo_fill_cash(struct demo *d, struct sheet *s)
{
    static const struct column_width widths[] = {
        { .first = 0, .last = 0, .width = 20 },
        { .first = 1, .last = YEARS + 1, .width = 13 }
    };
    static const struct sheet_series series[] = {
        { "hardware", "Cash flow", { 2, 2, 1, YEARS }, { 3, 3, 1, YEARS }, 0 },
        { "support", "Cash flow", { 2, 2, 1, YEARS }, { 4, 4, 1, YEARS }, 0 },
    };
    static const struct sheet_chart chart = { .kind = SHEET_CHART_STACKED,
                                              .row = 8,
                                              .width = 560,
                                              .title = "Cash by year",
                                              .x = { .title = "year" },
                                              .y = { .title = "USD",
                                                     .number_format = FORMAT_WHOLE },
                                              .series = series,
                                              .series_count = 2 };
    struct arena *a = d->arena;
    *s = (struct sheet){ .name = "Cash flow",
                         .widths = widths,
                         .width_count = 2,
                         .charts = &chart,
                         .chart_count = 1 };
    demo_title(d, s, "Cash flow", "Payments at year end; 5 % a year.");
    demo_style(cell_text(a, s, 2, 0, "year"), LOOK_HEADER, NULL);
    cell_text(a, s, 3, 0, "hardware");
    cell_text(a, s, 4, 0, "support");
    demo_style(cell_text(a, s, 5, 0, "total"), LOOK_TOTAL, NULL);
    cell_text(a, s, 6, 0, "discount factor");
    double sum = 0, factor = 1;
    for (uint16_t y = 0; y < YEARS; y++) {
        uint16_t col = y + 1;
        const char *at = cell_address(a, 3, col, false);
        const char *below = cell_address(a, 4, col, false);
        double hardware = y == 0 ? 48000 : 0, support = y == 0 ? 0 : 10560;
        demo_style(cell_number(a, s, 2, col, y), LOOK_HEADER, "0");
        demo_style(cell_number(a, s, 3, col, hardware), LOOK_PLAIN, FORMAT_MONEY);
        demo_style(cell_number(a, s, 4, col, support), LOOK_PLAIN, FORMAT_MONEY);
        struct cell *c =
            cell_formula(a, s, 5, col, arena_printf(a, "SUM(%s:%s)", at, below));
        c->number = hardware + support;
        demo_style(c, LOOK_TOTAL, FORMAT_MONEY);
        c = y == 0 ? cell_number(a, s, 6, col, 1)
                   : cell_formula(
                         a, s, 6, col,
                         arena_printf(a, "%s/1.05",
                                      cell_address(a, 6, (uint16_t)(col - 1), false)));
        c->number = factor;
        demo_style(c, LOOK_PLAIN, "0.000000");
        sum += (hardware + support) * factor;
        factor /= 1.05;
    }
    cell_text(a, s, 7, 0, "present value");
    struct cell *c = cell_formula(a, s, 7, 1, "SUMPRODUCT(B6:G6,B7:G7)");
    c->number = sum;
    demo_style(c, LOOK_RESULT, FORMAT_MONEY);
}

static inline void demo_measurement(const void *of, size_t index, struct cell *cells)
{
    (void)of;
    cells[0] = (struct cell){ .kind = CELL_TEXT, .text = "fio.json" };
    cells[1] = (struct cell){ .kind = CELL_NUMBER, .number = (double)index + 1 };
    cells[2] =
        (struct cell){ .kind = CELL_NUMBER, .number = 1.0 / (double)(index + 1) };
    cells[2].style.number_format = "0.000E+00";
}

static inline void demo_fill_measurements(struct sheet *s, size_t count)
{
    static const struct column_width widths[] = {
        { .first = 0, .last = 2, .width = 14 }
    };
    *s = (struct sheet){ .name = "Measurements",
                         .widths = widths,
                         .width_count = 1,
                         .freeze_row = 3,
                         .repeat_rows = 3,
                         .portrait = true };
    s->rows = (struct row_source){
        .fill = demo_measurement, .count = count, .first_row = 3, .columns = 3
    };
}

static inline struct demo *demo_make(struct arena *a, size_t measurements)
{
    static const char *const titles[] = { "file", "line", "value (s)", NULL };
    static const struct property properties[] = { { "checksum", "sha256:0123" } };
    struct demo *d = ARENA_NEW(a, struct demo);
    d->arena = a;
    d->book = (struct workbook){ .title = "Compression & co",
                                 .author = "A. Reviewer",
                                 .created = { 2008, 6, 20, 12, 0, 0 },
                                 .properties = properties,
                                 .property_count = 1,
                                 .sheets = d->sheets,
                                 .names = d->names };
    demo_fill_summary(d, &d->sheets[0]);
    demo_fill_inputs(d, &d->sheets[1]);
    demo_fill_model(d, &d->sheets[2]);
    demo_fill_sweep(d, &d->sheets[3]);
    demo_fill_cash(d, &d->sheets[4]);
    demo_fill_measurements(&d->sheets[5], measurements);
    demo_title(d, &d->sheets[5], "Measurements", "As read.");
    demo_header(d, &d->sheets[5], 2, titles);
    d->book.sheet_count = 6;
    return d;
}

#endif
