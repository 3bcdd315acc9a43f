/* Inputs - the cells to change: the study's inputs, and what scenarios override. */
#include "base/arena.h"
#include "base/buf.h"
#include "report/book.h"

enum {
    NAME,
    VALUE,
    UNIT,
    LOW,
    HIGH,
    HELP,
    SOURCE,
    AS_OF,
    CONFIDENCE,
    OWNER,
    ISSUED,
    CHANGED,
    COLUMNS,
};

struct list { /* validations as they are collected */
    struct validation *items;
    size_t count, capacity;
};

/* "0 sum, 1 processor" */
static const char *choice_words(struct book *b, const struct input *in)
{
    struct buf t = buf_on(b->a);
    for (size_t i = 0; i < in->choice_count; i++)
        buf_printf(&t, "%s%zu %s", i > 0 ? ", " : "", i, in->choices[i]);
    return buf_text(&t);
}

static void validate(struct book *b, struct list *l, node_id id, uint32_t row)
{
    const struct node *n = graph_node(b->g, id);
    const struct input *in = n->as.input;
    if (!in->ranged)
        return;
    struct validation v = { .area = { row, row, VALUE, VALUE } };
    v.kind = in->choices != NULL ? VALID_WHOLE : VALID_DECIMAL;
    v.minimum = book_shown(b, id, in->lo.x);
    v.maximum = book_shown(b, id, in->hi.x);
    v.warn_only = in->choices == NULL;
    v.title = "Input of the study";
    v.message = in->choices != NULL ? choice_words(b, in)
                                    : arena_printf(b->a, "from %.6g to %.6g %s",
                                                   v.minimum, v.maximum, n->unit.text);
    v.error = in->choices != NULL ? "This input is one of its choices, by number."
                                  : "Outside the range that the study gives.";
    ARENA_PUSH(b->a, l->items, l->count, l->capacity) = v;
}

static void put_issued(struct book *b, uint32_t row, double value)
{
    struct sheet *s = b->inputs;
    put_number(b, s, row, ISSUED, value, LOOK_ISSUED);
    put_formula(b, s, row, CHANGED,
                arena_printf(b->a, "IF(%s=%s,0,1)",
                             cell_address(b->a, row, VALUE, false),
                             cell_address(b->a, row, ISSUED, false)),
                0);
}

static void put_input(struct book *b, struct list *l, const struct study_name *name,
                      uint32_t row)
{
    const struct node *n = graph_node(b->g, name->node);
    const struct input *in = n->as.input;
    const struct pedigree *p = &in->pedigree;
    struct sheet *s = b->inputs;
    double value = book_shown(b, name->node, in->value.x);
    put_text(b, s, row, NAME, n->name, LOOK_LABEL);
    put_number(b, s, row, VALUE, value, LOOK_INPUT);
    put_text(b, s, row, UNIT, in->choices != NULL ? choice_words(b, in) : n->unit.text,
             LOOK_PLAIN)
        ->style.flags = STYLE_WRAP;
    if (in->ranged) {
        put_number(b, s, row, LOW, book_shown(b, name->node, in->lo.x), LOOK_PLAIN);
        put_number(b, s, row, HIGH, book_shown(b, name->node, in->hi.x), LOOK_PLAIN);
    }
    put_text(b, s, row, HELP, p->help, LOOK_PLAIN)->style.flags = STYLE_WRAP;
    put_text(b, s, row, SOURCE, p->source, LOOK_PLAIN)->style.flags = STYLE_WRAP;
    put_text(b, s, row, AS_OF, p->as_of, LOOK_PLAIN);
    put_text(b, s, row, CONFIDENCE, p->confidence, LOOK_PLAIN);
    put_text(b, s, row, OWNER, p->owner, LOOK_PLAIN);
    put_issued(b, row, value);
    validate(b, l, name->node, row);
    book_name(b, n->name, s->name, row, VALUE);
    b->input_cells[name->node] = cell_on_sheet(b->a, s->name, row, VALUE);
}

static void put_override(struct book *b, size_t scenario, size_t i, uint32_t row)
{
    const struct override *o = &b->s->scenarios[scenario].overrides[i];
    const struct node *n = graph_node(b->g, o->input);
    struct sheet *s = b->inputs;
    put_text(b, s, row, NAME,
             arena_printf(b->a, "%s: %s", b->s->scenarios[scenario].id, n->name),
             LOOK_LABEL);
    put_text(b, s, row, UNIT,
             n->as.input->choices != NULL ? choice_words(b, n->as.input) : n->unit.text,
             LOOK_PLAIN)
        ->style.flags = STYLE_WRAP;
    if (o->by != NO_NODE) {
        put_text(b, s, row, HELP, arena_printf(b->a, "live: %s", book_words(b, o->by)),
                 LOOK_NOTE);
        return;
    }
    double value = book_shown(b, o->input, o->value.x);
    put_number(b, s, row, VALUE, value, LOOK_INPUT);
    put_issued(b, row, value);
    b->override_cells[scenario][i] = cell_on_sheet(b->a, s->name, row, VALUE);
}

static uint32_t put_overrides(struct book *b, uint32_t row)
{
    put_text(b, b->inputs, row++, NAME, "What the scenarios change", LOOK_HEADING);
    for (size_t i = 0; i < b->s->scenario_count; i++)
        for (size_t k = 0; k < b->s->scenarios[i].count; k++)
            put_override(b, i, k, row++);
    return row;
}

void add_inputs(struct book *b)
{
    static const char *const titles[] = { "Name",   "Value",     "Unit",
                                          "Low",    "High",      "What it is",
                                          "Source", "As of",     "Confidence",
                                          "Owner",  "As issued", "Changed" };
    static const double widths[] = { 46, 14, 18, 10, 10, 34, 26, 11, 11, 15, 14, 9 };
    struct sheet *s = b->inputs;
    struct list l = { 0 };
    uint32_t row = FIRST_ROW;
    sheet_title(b, s, "Inputs", "Change the framed cells; every other sheet follows.");
    sheet_widths(b, s, widths, COLUMNS);
    sheet_header(b, s, FIRST_ROW - 1, titles, COLUMNS);
    for (size_t i = 0; i < b->s->name_count; i++)
        if (b->s->names[i].kind == NAME_INPUT)
            put_input(b, &l, &b->s->names[i], row++);
    row = put_overrides(b, row + 1);
    put_text(b, s, 2, ISSUED, "changed in all", LOOK_NOTE);
    put_formula(b, s, 2, CHANGED,
                arena_printf(b->a, "SUM(%s:%s)",
                             cell_address(b->a, FIRST_ROW, CHANGED, false),
                             cell_address(b->a, row, CHANGED, false)),
                0);
    book_name(b, NAME_CHANGED, s->name, 2, CHANGED);
    s->validations = l.items;
    s->validation_count = l.count;
    s->freeze_row = FIRST_ROW;
    s->freeze_column = 1;
    s->repeat_rows = FIRST_ROW;
    struct condition *c = ARENA_NEW(b->a, struct condition);
    c->area = (struct area){ FIRST_ROW, row, 0, COLUMNS - 1 };
    c->formula = arena_printf(b->a, "$L%u=1", FIRST_ROW + 1);
    c->mark = MARK_STALE;
    s->conditions = c;
    s->condition_count = 1;
}
