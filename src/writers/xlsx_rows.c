#include <string.h>

#include "writers/xlsx_part.h"

/* In characters; 0 where the cell is merged over several rows, which need no more. */
static double width_of_cell(const struct sheet *s, const struct cell *c)
{
    for (size_t i = 0; i < s->merge_count; i++) {
        const struct area *m = &s->merges[i];
        if (m->first_row != c->row || m->first_column != c->column)
            continue;
        double width = 0;
        for (unsigned k = m->first_column; k <= m->last_column; k++)
            width += xlsx_width_of_column(s, k);
        return m->last_row > m->first_row ? 0 : width;
    }
    return xlsx_width_of_column(s, c->column);
}

/* Characters of UTF-8 that take room: all but the continuation bytes. */
static size_t characters(const char *text, size_t bytes)
{
    size_t n = 0;
    for (size_t i = 0; i < bytes; i++)
        n += ((unsigned char)text[i] & 0xC0) != 0x80;
    return n;
}

/* Lines of one paragraph, broken at blanks; a word that is too long is cut. */
static size_t lines_of(const char *text, size_t bytes, double room)
{
    size_t lines = 1;
    double used = 0;
    for (size_t i = 0; i < bytes;) {
        size_t word = strcspn(text + i, " ");
        if (word > bytes - i)
            word = bytes - i;
        double need = (double)characters(text + i, word);
        if (used > 0 && used + need > room) {
            lines++;
            used = 0;
        }
        for (; need > room; need -= room)
            lines++;
        used += need + 1;
        i += word + 1;
    }
    return lines;
}

static double points_of(const struct sheet *s, const struct cell *c)
{
    double width = width_of_cell(s, c);
    struct style style = xlsx_style_of(c);
    if (!xlsx_wraps(style) || c->text == NULL || width <= 0)
        return xlsx_line_points(style);
    double room = width / xlsx_text_width(style);
    if (room < 1)
        room = 1;
    size_t lines = 0;
    for (const char *p = c->text; p != NULL;) {
        size_t bytes = strcspn(p, "\n");
        lines += lines_of(p, bytes, room);
        p = p[bytes] == '\n' ? p + bytes + 1 : NULL;
    }
    return (double)lines * xlsx_line_points(style);
}

static void set_height(struct writing *w, const struct row_height *h, double points)
{
    enum { HIGHEST = 409 };
    lxw_row_col_options o = { .hidden = h->hidden, .level = h->level };
    if (points <= 0)
        points = LXW_DEF_ROW_HEIGHT;
    xlsx_keep(w, worksheet_set_row_opt(w->to, h->row,
                                       points < HIGHEST ? points : HIGHEST, NULL, &o));
}

static void set_rows_before(struct writing *w, uint32_t row)
{
    const struct sheet *s = w->from;
    for (; w->heights_done < s->height_count; w->heights_done++) {
        const struct row_height *h = &s->heights[w->heights_done];
        if (h->row >= row)
            return;
        set_height(w, h, h->points);
    }
}

void xlsx_begin_row(struct writing *w, const struct cell *cells, size_t left)
{
    uint32_t row = cells[0].row;
    double points = 0;
    set_rows_before(w, row);
    for (size_t i = 0; i < left && cells[i].row == row; i++) {
        double own = points_of(w->from, &cells[i]);
        if (own > points)
            points = own;
    }
    const struct row_height *given = NULL;
    if (w->heights_done < w->from->height_count)
        given = &w->from->heights[w->heights_done];
    if (given != NULL && given->row == row) {
        set_height(w, given, given->points > 0 ? given->points : points);
        w->heights_done++;
    } else if (points > LXW_DEF_ROW_HEIGHT) {
        set_height(w, &(struct row_height){ .row = row }, points);
    }
}

void xlsx_end_rows(struct writing *w)
{
    set_rows_before(w, SHEET_ROWS);
}
