/* Break-even - live: two probes a scenario where the difference is a straight line. */
#include <math.h>

#include "base/arena.h"
#include "report/grid.h"
#include "report/ladder.h"

enum { SCENARIO, NOTE, PLANNED, AT_LO, AT_HI, MEETS, ROOT, ISSUED, COLUMNS };

struct probes { /* of one question */
    struct book *b;
    const struct break_even_question *q;
    size_t question;
    struct sheet *s;
    struct grid grid;
    struct ladder_root *ladders; /* [scenario] */
    uint32_t lo_row;             /* lo in column B, hi below it */
};

static bool affine(const struct probes *p, size_t scenario)
{
    return p->b->d->break_evens[p->question][scenario].roots.affine;
}

static void put_range(struct probes *p, uint32_t row)
{
    struct book *b = p->b;
    const struct node *v = graph_node(b->g, p->q->variable);
    p->lo_row = row;
    for (uint32_t i = 0; i < 2; i++) {
        put_text(b, p->s, row + i, 0, i == 0 ? "searched from" : "to", LOOK_LABEL);
        put_number(b, p->s, row + i, 1,
                   book_shown(b, p->q->variable, i == 0 ? p->q->lo.x : p->q->hi.x),
                   LOOK_INPUT);
        put_text(b, p->s, row + i, 2, v->unit.text, LOOK_PLAIN);
    }
}

static const char *bound(const struct probes *p, uint32_t i)
{
    return cell_address(p->b->a, p->lo_row + i, 1, true);
}

/* Two columns of the grid for each scenario that is affine. */
static void add_grid(struct probes *p, uint32_t row)
{
    struct book *b = p->b;
    size_t n = 0;
    struct grid_column *c =
        ARENA_ARRAY(b->a, 2 * b->s->scenario_count, struct grid_column);
    node_id *targets = ARENA_ARRAY(b->a, 1, node_id);
    targets[0] = p->q->difference;
    for (size_t i = 0; i < b->s->scenario_count; i++)
        for (uint32_t k = 0; affine(p, i) && k < 2; k++) {
            c[n].title = arena_printf(b->a, "%s, at %s", b->s->scenarios[i].id,
                                      k == 0 ? "from" : "to");
            c[n].scenario = (int)i;
            c[n].moves[0] = (struct grid_move){ p->q->variable, bound(p, k),
                                                k == 0 ? p->q->lo.x : p->q->hi.x };
            c[n++].move_count = 1;
        }
    p->grid = (struct grid){ .sheet = p->s, .row = row, .column = 3, .columns = c };
    p->grid.count = n;
    p->grid.targets = targets;
    p->grid.target_count = 1;
    if (n > 0)
        grid_add(b, &p->grid);
}

static void name_root(struct probes *p, size_t scenario, uint32_t row)
{
    struct book *b = p->b;
    book_name(b, arena_printf(b->a, "%s.%s", p->q->id, b->s->scenarios[scenario].id),
              p->s->name, row, ROOT);
}

static void put_probe(struct probes *p, size_t scenario, size_t column, uint32_t row)
{
    struct book *b = p->b;
    const struct break_even_answer *x = &b->d->break_evens[p->question][scenario];
    double lo = book_shown(b, p->q->variable, p->q->lo.x);
    double hi = book_shown(b, p->q->variable, p->q->hi.x);
    double at_lo = grid_value(b, &p->grid, p->q->difference, column);
    double at_hi = grid_value(b, &p->grid, p->q->difference, column + 1);
    double meets = lo - at_lo * (hi - lo) / (at_hi - at_lo);
    const char *a = cell_address(b->a, row, AT_LO, false);
    const char *z = cell_address(b->a, row, AT_HI, false);
    const char *m = cell_address(b->a, row, MEETS, false);
    put_formula(b, p->s, row, AT_LO, grid_cell(b, &p->grid, p->q->difference, column),
                at_lo)
        ->style.number_format = FORMAT_MONEY;
    put_formula(b, p->s, row, AT_HI,
                grid_cell(b, &p->grid, p->q->difference, column + 1), at_hi)
        ->style.number_format = FORMAT_MONEY;
    struct cell *c =
        put_formula(b, p->s, row, MEETS,
                    arena_printf(b->a, "IFERROR(%s-%s*(%s-%s)/(%s-%s),\"none\")",
                                 bound(p, 0), a, bound(p, 1), bound(p, 0), z, a),
                    meets);
    if (!isfinite(meets))
        c->text = "none";
    c = put_formula(
        b, p->s, row, ROOT,
        arena_printf(b->a, "IFERROR(IF(AND(%s+0>=%s,%s+0<=%s),%s,\"none\"),\"none\")",
                     m, bound(p, 0), m, bound(p, 1), m),
        meets);
    c->style.look = LOOK_RESULT;
    if (x->roots.root_count == 0)
        c->text = "none";
    name_root(p, scenario, row);
}

static void put_ladder(struct probes *p, size_t scenario, uint32_t row)
{
    const struct ladder_root *l = &p->ladders[scenario];
    put_text(p->b, p->s, row, MEETS, "by a ladder, on its own sheet", LOOK_NOTE);
    struct cell *c = put_formula(p->b, p->s, row, ROOT, l->cell, l->value);
    c->style.look = LOOK_RESULT;
    if (isnan(l->value))
        c->text = "none";
    name_root(p, scenario, row);
}

static void put_scenario(struct probes *p, size_t i, size_t *column, uint32_t row)
{
    struct book *b = p->b;
    const struct break_even_answer *x = &b->d->break_evens[p->question][i];
    put_text(b, p->s, row, SCENARIO, b->s->scenarios[i].id, LOOK_LABEL);
    put_formula(b, p->s, row, PLANNED, model_cell(b, p->q->variable, (int)i),
                book_shown(b, p->q->variable, x->at));
    if (affine(p, i)) {
        put_probe(p, i, *column, row);
        *column += 2;
    } else if (p->ladders[i].cell != NULL) {
        put_ladder(p, i, row);
    } else {
        put_text(b, p->s, row, MEETS, "as issued", LOOK_ISSUED);
    }
    if (x->roots.root_count > 0)
        put_number(b, p->s, row, ISSUED,
                   book_shown(b, p->q->variable, x->roots.roots[0]), LOOK_ISSUED);
    else
        put_text(b, p->s, row, ISSUED, "none", LOOK_ISSUED);
    put_text(b, p->s, row, NOTE, x->note, LOOK_ISSUED)->style.flags = STYLE_WRAP;
}

static uint32_t add_question(struct book *b, struct sheet *s, size_t question,
                             uint32_t row)
{
    struct probes p = { .b = b, .s = s, .question = question };
    p.q = &b->s->break_evens[question];
    const char *unit = graph_node(b->g, p.q->variable)->unit.text;
    const char *titles[] = { "Scenario",
                             "note, as issued",
                             arena_printf(b->a, "planned, %s", unit),
                             arena_printf(b->a, "difference at from, %s",
                                          b->s->currency),
                             arena_printf(b->a, "difference at to, %s", b->s->currency),
                             arena_printf(b->a, "the line meets zero at, %s", unit),
                             arena_printf(b->a, "break-even, %s", unit),
                             "as issued" };
    uint32_t count = (uint32_t)b->s->scenario_count, table = row + 4;
    size_t column = 0;
    put_text(b, s, row, 0,
             arena_printf(b->a, "%s at which %s and %s cost the same",
                          graph_node(b->g, p.q->variable)->name,
                          b->s->alternatives[p.q->a].title,
                          b->s->alternatives[p.q->b].title),
             LOOK_HEADING);
    p.ladders = ARENA_ARRAY(b->a, b->s->scenario_count, struct ladder_root);
    ladder_add(b, question, p.ladders);
    put_range(&p, row + 1);
    add_grid(&p, table + count + 3);
    sheet_header(b, s, table, titles, COLUMNS);
    for (uint32_t i = 0; i < count; i++)
        put_scenario(&p, i, &column, table + 1 + i);
    put_text(b, s, table + count + 2, 0, "Probes: what the two ends of the range cost",
             LOOK_HEADING);
    return p.grid.last_row > table + count ? p.grid.last_row + 3 : table + count + 5;
}

void add_break_even(struct book *b)
{
    static const double widths[] = { 28, 52, 14, 18, 18, 20, 16, 16, 16, 16, 16,
                                     16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16,
                                     16, 16, 16, 16, 16, 16, 16, 16, 16 };
    if (b->s->break_even_count == 0)
        return;
    struct sheet *s = book_sheet(b, "Break-even", "#1F4E79");
    uint32_t row = FIRST_ROW - 1;
    sheet_title(
        b, s, "Break-even",
        "Live where the difference of the costs is a straight line: two probes give "
        "its root. Further roots and the notes are as issued.");
    sheet_widths(b, s, widths, sizeof widths / sizeof *widths);
    uint32_t first = row + 5;
    for (size_t q = 0; q < b->s->break_even_count; q++)
        row = add_question(b, s, q, row);
    struct condition *c = ARENA_ARRAY(b->a, 2, struct condition);
    uint32_t last = first + (uint32_t)b->s->scenario_count - 1;
    c[0].area = (struct area){ first, last, NOTE, NOTE };
    c[1].area = (struct area){ first, last, ISSUED, ISSUED };
    c[0].formula = c[1].formula = NAME_CHANGED ">0";
    c[0].mark = c[1].mark = MARK_STALE;
    s->conditions = c;
    s->condition_count = 2;
    s->freeze_column = 1;
}
