/* Sizing, for the scenario that the selector names: how many by which limit. */
#include "base/arena.h"
#include "report/book.h"

static uint32_t put_limits(struct book *b, struct sheet *s, uint32_t row,
                           const struct sizing *z)
{
    uint32_t count = row;
    put_text(b, s, row, 1, "needed", LOOK_LABEL);
    put_live(b, s, row++, 2, z->size.count);
    for (size_t i = 0; i < z->size.limit_count; i++, row++) {
        bool binds = book_now(b, z->size.limits[i].count) == book_now(b, z->size.count);
        put_text(b, s, row, 1, arena_printf(b->a, "by %s", z->size.limits[i].name),
                 LOOK_PLAIN);
        put_live(b, s, row, 2, z->size.limits[i].count);
        put_formula(b, s, row, 3,
                    arena_printf(b->a, "IF(%s=%s,1,0)",
                                 cell_address(b->a, row, 2, false),
                                 cell_address(b->a, count, 2, false)),
                    binds);
        put_text(b, s, row, 4, "1: binding", LOOK_NOTE);
    }
    return row;
}

static uint32_t put_sizing(struct book *b, struct sheet *s, uint32_t row,
                           const struct line *l)
{
    const struct sizing *z = l->sizing;
    put_text(b, s, row, 0, l->label, LOOK_LABEL);
    put_text(b, s, row, 4, z->layout, LOOK_NOTE);
    row = put_limits(b, s, row, z);
    if (z->spares != NO_NODE) {
        put_text(b, s, row, 1, "with spares", LOOK_PLAIN);
        put_live(b, s, row++, 2, z->count);
    }
    put_text(b, s, row, 1, "bought", LOOK_TOTAL);
    put_live(b, s, row, 2, z->sold);
    put_text(b, s, row++, 3, graph_node(b->g, z->sold)->unit.text, LOOK_PLAIN);
    if (z->ratio != NO_NODE) {
        put_text(b, s, row, 1, "reduction", LOOK_PLAIN);
        put_live(b, s, row, 2, z->ratio);
        put_text(b, s, row++, 4, z->ratio_source, LOOK_NOTE);
    }
    for (size_t i = 0; i < z->figure_count; i++) {
        const struct line_figure *f = &z->figures[i];
        if (!f->shown)
            continue;
        put_text(b, s, row, 1, f->name, LOOK_PLAIN);
        put_live(b, s, row, 2, f->node);
        put_text(b, s, row++, 3, graph_node(b->g, f->node)->unit.text, LOOK_PLAIN);
    }
    return row + 1;
}

static bool any_sizing(const struct study *s)
{
    for (size_t i = 0; i < s->alternative_count; i++)
        for (size_t k = 0; k < s->alternatives[i].line_count; k++)
            if (s->alternatives[i].lines[k].sizing != NULL)
                return true;
    return false;
}

void add_sizing(struct book *b)
{
    static const char *const titles[] = { "Hardware", "", "", "", "" };
    static const double widths[] = { 40, 20, 14, 14, 40 };
    uint32_t row = FIRST_ROW;
    if (!any_sizing(b->s))
        return;
    struct sheet *s = book_sheet(b, "Sizing", NULL);
    sheet_title(b, s, "Sizing",
                "How many by each limit, for the scenario that Summary shows.");
    sheet_widths(b, s, widths, 5);
    sheet_header(b, s, FIRST_ROW - 1, titles, 5);
    for (size_t i = 0; i < b->s->alternative_count; i++) {
        put_text(b, s, row++, 0, b->s->alternatives[i].title, LOOK_HEADING);
        for (size_t k = 0; k < b->s->alternatives[i].line_count; k++)
            if (b->s->alternatives[i].lines[k].sizing != NULL)
                row = put_sizing(b, s, row, &b->s->alternatives[i].lines[k]);
    }
}
