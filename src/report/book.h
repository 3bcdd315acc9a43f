/* book.h - what the sheets of the workbook share. */
#ifndef REPORT_BOOK_H
#define REPORT_BOOK_H

#include "decisions/decide.h"
#include "quantities/formula.h"
#include "report/sheet.h"

enum { FIRST_ROW = 4, BASE_COLUMN = 3, MOST_SHEETS = 64, BASE_CASE = -1 };

#define NAME_CHANGED  "changed_inputs"
#define NAME_SELECTED "selected_scenario"

struct book {
    struct arena *a;
    const struct decision *d;
    struct study *s;
    struct graph *g;
    struct workbook *wb;
    struct sheet *inputs, *model; /* the two that others point into */
    const node_id *rows;          /* of Model */
    size_t row_count;
    const uint32_t *row_of; /* [node id]: row on Model, 0: none */
    /* [scenario + 1][node id]; [0] without overrides */
    const struct value *const *values;
    const uint16_t *table_column; /* [node id]: of a table's x on Tables, y beside it */
    const char **input_cells;     /* [node id]: "Inputs!$B$6" */
    const char ***override_cells; /* [scenario][override] */
    const char **measurement_cells; /* [measurement id]: "Measurements!$F$9" */
    struct defined_name *names;
    size_t name_count, name_capacity;
};

struct sheet *book_sheet(struct book *b, const char *name, const char *colour);
void book_name(struct book *b, const char *name, const char *sheet, uint32_t row,
               uint16_t column);

/* Title in A1, one sentence in A2. */
void sheet_title(struct book *b, struct sheet *s, const char *title, const char *words);
void sheet_widths(struct book *b, struct sheet *s, const double *widths, size_t count);
/* Header cells along a row. */
void sheet_header(struct book *b, struct sheet *s, uint32_t row,
                  const char *const *titles, size_t count);
struct cell *put_text(struct book *b, struct sheet *s, uint32_t row, uint16_t column,
                      const char *text, enum look look);
struct cell *put_number(struct book *b, struct sheet *s, uint32_t row, uint16_t column,
                        double x, enum look look);
struct cell *put_formula(struct book *b, struct sheet *s, uint32_t row, uint16_t column,
                         const char *formula, double cached);
/* Turns on where an input has changed since the report was issued. */
void sheet_stale(struct book *b, struct sheet *s, uint32_t first_row, uint32_t last_row,
                 uint16_t columns);

/* A value in the node's shown unit. */
double book_shown(const struct book *b, node_id id, double base);
const char *book_words(const struct book *b, node_id id); /* label, name or op words */

/* Model: the column of a scenario, or of BASE_CASE. */
uint16_t model_column(int scenario);
const char *model_cell(const struct book *b, node_id id, int scenario);
/* The value of a node in the scenario that the selector chose; cached for the chosen.
 */
const char *selected(const struct book *b, node_id id);

/* What the chosen scenario gives, in the node's shown unit. */
double book_now(const struct book *b, node_id id);
/* A live cell of any quantity, as selected; a constant is a number. */
struct cell *put_live(struct book *b, struct sheet *s, uint32_t row, uint16_t column,
                      node_id id);

void add_inputs(struct book *b);
void add_model(struct book *b);
void add_summary(struct book *b);
void add_cash_flow(struct book *b);
void add_break_even(struct book *b);
void add_whatif(struct book *b);
void add_sensitivity(struct book *b);
void add_sizing(struct book *b);
void add_bill(struct book *b);
void add_licences(struct book *b);
void add_measurements(struct book *b);
void add_claims(struct book *b);
void add_sources(struct book *b);
void add_checks(struct book *b);

#endif
