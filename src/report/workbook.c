#include "report/workbook.h"

#include <string.h>

#include "base/arena.h"
#include "measure/runs.h"
#include "report/book.h"

static const struct scenario_case base_case = { .id = "base" };

static const struct scenario_case *case_of(const struct study *s, size_t i)
{
    return i == 0 ? &base_case : &s->scenarios[i - 1];
}

/* Every quantity that any scenario's plan computes, but constants, tables and searches,
 * which have no cell of Model. */
static void choose_rows(struct book *b)
{
    size_t n = graph_count(b->g) + 1;
    bool *in = ARENA_ARRAY(b->a, n, bool);
    node_id *rows = ARENA_ARRAY(b->a, n, node_id);
    uint32_t *row_of = ARENA_ARRAY(b->a, n, uint32_t);
    for (size_t i = 0; i < b->s->scenario_count; i++) {
        const struct plan *p = b->d->scenarios[i].plan;
        for (size_t k = 0; k < p->count; k++)
            in[p->order[k]] = true;
    }
    for (size_t i = 0; i < b->s->name_count; i++)
        in[b->s->names[i].node] = true;
    for (node_id id = 1; id < n; id++) {
        enum node_kind kind = graph_node(b->g, id)->kind;
        if (!in[id] || kind == NODE_CONST || kind == NODE_TABLE || kind == NODE_SOLVE)
            continue;
        row_of[id] = FIRST_ROW + (uint32_t)b->row_count;
        rows[b->row_count++] = id;
    }
    b->rows = rows;
    b->row_of = row_of;
}

/* Each case walked over all rows, so that every cell has what the engine says. */
static void walk_cases(struct book *b)
{
    size_t n = graph_count(b->g) + 1;
    const struct value **all =
        ARENA_ARRAY(b->a, b->s->scenario_count + 1, const struct value *);
    for (size_t i = 0; i <= b->s->scenario_count; i++) {
        struct plan p;
        struct value *values = ARENA_ARRAY(b->a, n, struct value);
        all[i] = values;
        if (!plan_make(b->g, case_of(b->s, i), b->rows, b->row_count, &p, b->s->dg))
            continue;
        plan_point(&p, values, NULL, NULL);
        for (node_id id = 1; id < n; id++)
            if (p.alias[id] != id)
                values[id] = values[p.alias[id]];
    }
    b->values = all;
}

static void place_measurements(struct book *b)
{
    size_t n = b->s->runs->count;
    b->measurement_cells = ARENA_ARRAY(b->a, n, const char *);
    for (size_t i = 0; i < n && i + FIRST_ROW < SHEET_ROWS; i++)
        b->measurement_cells[i] =
            cell_on_sheet(b->a, "Measurements", FIRST_ROW + (uint32_t)i, 5);
}

static void make_room(struct book *b)
{
    struct workbook *wb = b->wb;
    wb->sheets = ARENA_ARRAY(b->a, MOST_SHEETS, struct sheet);
    wb->sheet_capacity = MOST_SHEETS;
    b->input_cells = ARENA_ARRAY(b->a, graph_count(b->g) + 1, const char *);
    b->override_cells = ARENA_ARRAY(b->a, b->s->scenario_count, const char **);
    for (size_t i = 0; i < b->s->scenario_count; i++)
        b->override_cells[i] =
            ARENA_ARRAY(b->a, b->s->scenarios[i].count, const char *);
}

static bool names_differ(struct book *b)
{
    struct name_place *places = ARENA_ARRAY(b->a, b->s->name_count, struct name_place);
    for (size_t i = 0; i < b->s->name_count; i++)
        places[i] = (struct name_place){ b->s->names[i].name, b->s->names[i].at };
    return workbook_names_differ(places, b->s->name_count, b->s->dg);
}

static void describe(struct book *b)
{
    struct workbook *wb = b->wb;
    struct property *p = ARENA_ARRAY(b->a, 3, struct property);
    struct date d = b->s->prices_as_of;
    date_parse(b->s->document.date, strlen(b->s->document.date), &d);
    wb->title = b->s->title;
    wb->subject = b->s->question;
    wb->author = b->s->document.prepared_by;
    wb->comments = "priceperf " PRICEPERF_VERSION;
    wb->created =
        (struct moment){ d.year, d.month > 0 ? d.month : 1, d.day > 0 ? d.day : 1, 0, 0,
                         0 };
    p[0] = (struct property){ "reference", b->s->document.reference };
    p[1] = (struct property){ "version", b->s->document.version };
    p[2] = (struct property){ "inputs SHA-256", b->s->checksum };
    wb->properties = p;
    wb->property_count = 3;
}

struct workbook *decision_workbook(const struct decision *d)
{
    struct study *s = d->study;
    struct book b = { .a = s->arena, .d = d, .s = s, .g = s->graph };
    b.wb = ARENA_NEW(b.a, struct workbook);
    if (!names_differ(&b))
        return NULL;
    struct book *kept = ARENA_NEW(b.a, struct book); /* row sources read from it */
    *kept = b;
    make_room(kept);
    choose_rows(kept);
    walk_cases(kept);
    place_measurements(kept);
    describe(kept);
    /* Inputs and Model are filled before others point into them, but stand behind. */
    kept->wb->sheet_count = 1;
    kept->inputs = book_sheet(kept, "Inputs", "#C55A11");
    kept->model = book_sheet(kept, "Model", NULL);
    add_inputs(kept);
    add_model(kept);
    size_t count = kept->wb->sheet_count;
    kept->wb->sheet_count = 0;
    add_summary(kept);
    kept->wb->sheet_count = count;
    add_cash_flow(kept);
    add_break_even(kept);
    add_whatif(kept);
    add_sensitivity(kept);
    add_sizing(kept);
    add_bill(kept);
    add_licences(kept);
    add_measurements(kept);
    add_claims(kept);
    add_sources(kept);
    add_checks(kept);
    kept->wb->names = kept->names;
    kept->wb->name_count = kept->name_count;
    return kept->wb;
}
