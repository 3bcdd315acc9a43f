#include "writers/pdf_table.h"

#include <math.h>

#include <cairo.h>

#include "base/arena.h"

static const double PAD = 2.2; /* above and below the text of a row */

struct head {
    const struct table_plan *plan;
    double text_height;
};

static double head_height(struct ink *ink, const struct table_plan *plan)
{
    double height = 0;
    for (size_t c = 0; c < plan->table->column_count; c++) {
        struct ink_style style = table_head_style(plan, c);
        const char *text = table_head_text(ink->arena, &plan->table->columns[c]);
        height = fmax(height, ink_measure(ink, text, &style, plan->w[c]).height);
    }
    return height;
}

static void draw_head(struct ink *ink, const struct piece *p, double x, double y)
{
    const struct head *h = p->what;
    ink_grey(ink, 0);
    ink_rule(ink, x, y, p->width, 0.9);
    piece_tag_begin(ink, "TR");
    for (size_t c = 0; c < h->plan->table->column_count; c++) {
        struct ink_style style = table_head_style(h->plan, c);
        const char *text = table_head_text(ink->arena, &h->plan->table->columns[c]);
        double height = ink_measure(ink, text, &style, h->plan->w[c]).height;
        piece_tag_begin(ink, "TH");
        ink_text(ink, text, &style,
                 (struct ink_place){ x + h->plan->x[c],
                                     y + PAD + h->text_height - height,
                                     h->plan->w[c] });
        piece_tag_end(ink, "TH");
    }
    piece_tag_end(ink, "TR");
    ink_grey(ink, 0);
    ink_rule(ink, x, y + p->height, p->width, 0.5);
}

/* ---- rows ---- */

static enum ink_align ink_align_of(enum doc_align align)
{
    return align == DOC_CENTRE ? INK_CENTRE : align == DOC_LEFT ? INK_LEFT : INK_RIGHT;
}

/* How far in from the left a decimal cell lies by its point; NaN where it is not one
 * or too wide for its column. */
static double shift_of(struct ink *ink, const struct table_plan *plan, size_t c,
                       const char *text, const struct ink_style *style)
{
    double left;
    if (plan->table->columns[c].align != DOC_DECIMAL ||
        !table_point(ink, text, style, &left))
        return NAN;
    double whole = ink_measure(ink, text, style, 0).width;
    double shift = plan->point[c] - left;
    return shift >= -0.1 && shift + whole <= plan->w[c] + 0.1 ? shift : NAN;
}

static void draw_cell(struct ink *ink, const struct piece *p, size_t c, double x,
                      double y)
{
    const struct table_plan *plan = p->what;
    const struct doc_row *row = &plan->table->rows[p->index];
    struct ink_style style = table_cell_style(plan, row->kind);
    const char *text = table_cell_text(ink->arena, row, c);
    if (text[0] == '\0')
        return;
    if (row->cells[c].link)
        style = ink_linked(style);
    double shift = shift_of(ink, plan, c, text, &style);
    if (!isnan(shift)) {
        if (p->from == 0)
            ink_text(ink, text, &style,
                     (struct ink_place){ x + plan->x[c] + shift, y, 0 });
    } else {
        style.align = ink_align_of(plan->table->columns[c].align);
        struct ink_lines_box box = { x + plan->x[c], y, plan->w[c], p->from, p->to };
        ink_lines(ink, text, &style, &box);
    }
    if (row->cells[c].link)
        ink_link(
            ink, row->cells[c].link,
            (struct ink_area){ x + plan->x[c], y, plan->w[c], p->height - 2 * PAD });
}

static void draw_rules(struct ink *ink, const struct piece *p, double x, double y)
{
    const struct table_plan *plan = p->what;
    const struct doc_table *t = plan->table;
    enum doc_row_kind kind = t->rows[p->index].kind;
    bool last = p->index + 1 == t->count;
    ink_grey(ink, 0.2);
    if (p->from == 0 && (kind == DOC_ROW_SUBTOTAL || kind == DOC_ROW_TOTAL))
        ink_rule(ink, x, y, p->width, kind == DOC_ROW_TOTAL ? 0.8 : 0.4);
    ink_grey(ink, last ? 0 : 0.8);
    if (last || kind != DOC_ROW_GROUP)
        ink_rule(ink, x, y + p->height, p->width, last ? 0.9 : 0.3);
}

static void draw_row(struct ink *ink, const struct piece *p, double x, double y)
{
    const struct table_plan *plan = p->what;
    const struct doc_row *row = &plan->table->rows[p->index];
    draw_rules(ink, p, x, y);
    piece_tag_begin(ink, "TR");
    if (row->kind == DOC_ROW_GROUP) {
        struct ink_style style = table_cell_style(plan, row->kind);
        piece_tag_begin(ink, "TH");
        ink_text(ink, row->cells[0].text ? row->cells[0].text : "", &style,
                 (struct ink_place){
                     x,
                     y + p->height - PAD -
                         ink_measure(ink, row->cells[0].text ? row->cells[0].text : "",
                                     &style, p->width)
                             .height,
                     p->width });
        piece_tag_end(ink, "TH");
    }
    for (size_t c = 0; c < plan->table->column_count && row->kind != DOC_ROW_GROUP;
         c++) {
        piece_tag_begin(ink, "TD");
        draw_cell(ink, p, c, x, y + PAD);
        piece_tag_end(ink, "TD");
    }
    piece_tag_end(ink, "TR");
}

/* The most lines of any cell, and with lines `from` to `to` the height they need. */
static double row_height(struct ink *ink, const struct table_plan *plan, size_t r,
                         const size_t range[2], size_t *lines)
{
    const struct doc_row *row = &plan->table->rows[r];
    struct ink_style style = table_cell_style(plan, row->kind);
    double height = 0;
    *lines = 1;
    for (size_t c = 0; c < plan->table->column_count; c++) {
        const char *text = table_cell_text(ink->arena, row, c);
        if (!isnan(shift_of(ink, plan, c, text, &style))) {
            height = fmax(height, ink_measure(ink, text, &style, 0).height);
            continue;
        }
        size_t own = ink_measure(ink, text, &style, plan->w[c]).lines;
        struct ink_lines_box box = { 0, 0, plan->w[c], range[0], range[1] };
        height = fmax(height, ink_lines(ink, text, &style, &box));
        *lines = own > *lines ? own : *lines;
    }
    return height;
}

/* A row that would fill much of a page continues below itself, line by line. */
enum { ROW_LINES = 24 };

static void add_row(struct pieces *ps, const struct table_plan *plan, size_t r,
                    const struct piece *head)
{
    const struct doc_row *row = &plan->table->rows[r];
    bool group = row->kind == DOC_ROW_GROUP;
    size_t lines = 1;
    if (group) {
        struct ink_style style = table_cell_style(plan, row->kind);
        const char *text = row->cells[0].text ? row->cells[0].text : "";
        double height = ink_measure(ps->ink, text, &style, ps->width).height;
        piece_add(ps, 0, height + 2 * PAD + (r > 0 ? 4 : 0), draw_row, plan)
            ->keep_next = true;
    }
    for (size_t from = 0; from < lines && !group; from += ROW_LINES) {
        size_t range[2] = { from, from + ROW_LINES };
        double height = row_height(ps->ink, plan, r, range, &lines);
        struct piece *p = piece_add(ps, 0, height + 2 * PAD, draw_row, plan);
        p->from = range[0];
        p->to = range[1];
    }
    for (size_t i = ps->count;
         i-- > 0 && ps->items[i].draw == draw_row && ps->items[i].head == NULL;) {
        ps->items[i].index = r;
        ps->items[i].head = head;
        ps->items[i].container = "Table";
        ps->items[i].group = plan;
    }
}

/* Heads stay with the first two rows, and totals with the row before them. */
static void keep_together(struct piece *rows, size_t count, const struct doc_table *t)
{
    for (size_t i = 0; i + 1 < count; i++) {
        enum doc_row_kind next = t->rows[rows[i + 1].index].kind;
        if (next == DOC_ROW_SUBTOTAL || next == DOC_ROW_TOTAL || i == 0 ||
            i + 2 == count)
            rows[i].keep_next = true;
    }
}

void pieces_add_table(struct pieces *ps, const struct doc_table *table)
{
    if (table->column_count == 0)
        return;
    double before = 9;
    if (table->title && table->title[0]) {
        pieces_add_text(ps, table->title, &PDF_STRONG, before);
        ps->items[ps->count - 1].keep_next = true;
        before = 3;
    }
    const struct table_plan *plan = table_plan_make(ps, table);
    struct head *what = ARENA_NEW(ps->arena, struct head);
    *what = (struct head){ plan, head_height(ps->ink, plan) };
    struct piece *head =
        piece_add(ps, before, what->text_height + 2 * PAD, draw_head, what);
    head->container = "Table";
    head->group = plan;
    head->keep_next = true;
    struct piece *kept = ARENA_NEW(ps->arena, struct piece);
    *kept = *head;
    size_t first = ps->count;
    for (size_t r = 0; r < table->count; r++) {
        size_t own = ps->count;
        add_row(ps, plan, r, kept);
        ps->items[own].name = piece_claim(ps, table->rows[r].name);
    }
    keep_together(ps->items + first, ps->count - first, table);
    if (table->note && table->note[0]) {
        ps->items[ps->count - 1].keep_next = true;
        pieces_add_text(ps, table->note, &PDF_SMALL, 3);
    }
}
