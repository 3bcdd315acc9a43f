#include "writers/text_table.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "report/document.h"
#include "writers/decimal.h"
#include "writers/text_wrap.h"
#include "writers/widths.h"

enum { GAP = 2 };

struct layout {
    struct arena *arena;
    const struct doc_table *table;
    size_t *least, *natural, *width; /* columns of the terminal */
    size_t *left, *right;            /* of the decimal point, where it has one */
    double *mass;                    /* see widths.h */
    size_t total;
};

static const char *head_text(struct arena *a, const struct doc_column *c)
{
    const char *title = text_plain(a, c->title);
    if (c->unit == NULL || c->unit[0] == '\0')
        return title;
    return arena_printf(a, "%s%s(%s)", title, title[0] ? "\n" : "",
                        text_plain(a, c->unit));
}

static const char *cell_text(struct arena *a, const struct doc_row *row, size_t c)
{
    const char *text = text_plain(a, row->cells[c].text);
    return c == 0 && row->kind == DOC_ROW_CHOSEN ? arena_printf(a, ">\xc2\xa0%s", text)
                                                 : text;
}

static size_t widest_line(struct arena *a, const char *text)
{
    size_t most = 0;
    struct text_lines lines = text_wrap(a, text, 100000);
    for (size_t i = 0; i < lines.count; i++) {
        size_t w = text_width(lines.items[i]);
        most = w > most ? w : most;
    }
    return most;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Columns left of the decimal point; false for a cell that has none. */
static bool point_of(const struct layout *l, size_t c, const char *text, size_t *left)
{
    size_t at;
    if (l->table->columns[c].align != DOC_DECIMAL || !decimal_point(text, &at))
        return false;
    *left = text_width(arena_strndup(l->arena, text, at));
    return true;
}

/* `tight`: heads over numbers wrap at every word. */
static void measure_column(struct layout *l, size_t c, bool tight)
{
    enum doc_align align = l->table->columns[c].align;
    bool numeric = align == DOC_RIGHT || align == DOC_DECIMAL;
    const char *head = head_text(l->arena, &l->table->columns[c]);
    l->least[c] = larger(1, text_longest_word(head));
    l->mass[c] = 0;
    l->natural[c] =
        tight && numeric ? l->least[c] : larger(1, widest_line(l->arena, head));
    for (size_t r = 0; r < l->table->count; r++) {
        const struct doc_row *row = &l->table->rows[r];
        if (row->kind == DOC_ROW_GROUP)
            continue;
        const char *text = cell_text(l->arena, row, c);
        size_t left, whole = widest_line(l->arena, text);
        if (point_of(l, c, text, &left)) {
            l->left[c] = larger(l->left[c], left);
            l->right[c] = larger(l->right[c], whole - left);
            continue;
        }
        size_t word = align == DOC_RIGHT ? whole : text_longest_word(text);
        l->least[c] = larger(l->least[c], word);
        l->natural[c] = larger(l->natural[c], whole);
        l->mass[c] += (double)whole * (double)whole * (double)whole;
    }
    l->least[c] = larger(l->least[c], l->left[c] + l->right[c]);
    l->natural[c] = larger(l->natural[c], l->least[c]);
}

/* False where the least widths are too much. */
static bool choose_widths(struct layout *l, size_t width)
{
    size_t n = l->table->column_count, gaps = GAP * (n - 1), least = gaps,
           natural = gaps;
    struct width_want *wants = ARENA_ARRAY(l->arena, n, struct width_want);
    double *share = ARENA_ARRAY(l->arena, n, double);
    for (size_t c = 0; c < n; c++) {
        wants[c] = (struct width_want){ (double)l->least[c], (double)l->natural[c],
                                        l->mass[c] };
        least += l->least[c];
        natural += l->natural[c];
    }
    if (least > width)
        return false;
    widths_share(wants, n, (double)((natural < width ? natural : width) - gaps), share);
    l->total = gaps;
    for (size_t c = 0; c < n; c++) {
        l->width[c] = larger(l->least[c], (size_t)(share[c] + 1e-6));
        l->total += l->width[c];
    }
    /* What rounding down left goes to the first that want it. */
    for (size_t c = 0; c < n && l->total < width; c++)
        if (l->width[c] < l->natural[c] && (double)l->width[c] < share[c] - 1e-6) {
            l->width[c]++;
            l->total++;
        }
    return true;
}

static size_t blanks_before(const struct layout *l, size_t c, enum doc_align align,
                            const char *line)
{
    size_t w = text_width(line), left;
    size_t room = l->width[c] > w ? l->width[c] - w : 0;
    if (align == DOC_DECIMAL && point_of(l, c, line, &left)) {
        size_t point = l->width[c] - l->right[c];
        return point > left ? point - left : 0;
    }
    return align == DOC_LEFT ? 0 : align == DOC_CENTRE ? room / 2 : room;
}

/* One line of cells, without blanks at its end. */
static void put_line(FILE *to, const struct layout *l, const struct text_lines *cells,
                     size_t line, bool head)
{
    size_t at = 0, start = 0;
    for (size_t c = 0; c < l->table->column_count; c++) {
        size_t n = cells[c].count, height = 0;
        for (size_t k = 0; k < l->table->column_count; k++)
            height = larger(height, cells[k].count);
        size_t skip = head ? height - n : 0; /* heads stand on the rule */
        enum doc_align align = l->table->columns[c].align;
        if (head && align == DOC_DECIMAL)
            align = DOC_RIGHT;
        if (line >= skip && line - skip < n && cells[c].items[line - skip][0]) {
            const char *text = cells[c].items[line - skip];
            size_t x = start + blanks_before(l, c, align, text);
            text_pad(to, x > at ? x - at : 0);
            fputs(text, to);
            at = larger(x, at) + text_width(text);
        }
        start += l->width[c] + GAP;
    }
    fputc('\n', to);
}

static void put_row(FILE *to, const struct layout *l, const char *const *texts,
                    bool head)
{
    size_t n = l->table->column_count, height = 0;
    struct text_lines *cells = ARENA_ARRAY(l->arena, n, struct text_lines);
    for (size_t c = 0; c < n; c++) {
        cells[c] = text_wrap(l->arena, texts[c], l->width[c]);
        height = larger(height, cells[c].count);
    }
    for (size_t i = 0; i < height; i++)
        put_line(to, l, cells, i, head);
}

static void put_columns(FILE *to, const struct layout *l)
{
    const struct doc_table *t = l->table;
    const char **texts = ARENA_ARRAY(l->arena, t->column_count, const char *);
    for (size_t c = 0; c < t->column_count; c++)
        texts[c] = head_text(l->arena, &t->columns[c]);
    put_row(to, l, texts, true);
    text_repeat(to, "-", l->total);
    fputc('\n', to);
    for (size_t r = 0; r < t->count; r++) {
        const struct doc_row *row = &t->rows[r];
        if (row->kind == DOC_ROW_GROUP) {
            struct text_place place = { "", l->total };
            text_put(
                to, l->arena,
                arena_printf(l->arena, "%s:", text_plain(l->arena, row->cells[0].text)),
                place);
            continue;
        }
        if (row->kind == DOC_ROW_SUBTOTAL || row->kind == DOC_ROW_TOTAL) {
            text_repeat(to, row->kind == DOC_ROW_TOTAL ? "=" : "-", l->total);
            fputc('\n', to);
        }
        for (size_t c = 0; c < t->column_count; c++)
            texts[c] = cell_text(l->arena, row, c);
        put_row(to, l, texts, false);
    }
}

static void put_records(FILE *to, const struct layout *l, size_t width)
{
    const struct doc_table *t = l->table;
    for (size_t r = 0; r < t->count; r++) {
        const struct doc_row *row = &t->rows[r];
        if (r > 0 && row->kind != DOC_ROW_GROUP)
            fputc('\n', to);
        for (size_t c = 0; c < t->column_count; c++) {
            const char *text = cell_text(l->arena, row, c);
            const char *title = text_plain(l->arena, t->columns[c].title);
            struct text_place place = {
                arena_printf(l->arena, c == 0 ? "%s: " : "    %s: ", title), width
            };
            if (row->kind == DOC_ROW_GROUP)
                place.first = "";
            if (text[0] && (c == 0 || row->kind != DOC_ROW_GROUP))
                text_put(to, l->arena, text, place);
        }
    }
}

void text_table(FILE *to, struct arena *a, const struct doc_table *table, size_t width)
{
    size_t n = table->column_count;
    if (n == 0)
        return;
    struct layout l = { .arena = a,
                        .table = table,
                        .least = ARENA_ARRAY(a, n, size_t),
                        .natural = ARENA_ARRAY(a, n, size_t),
                        .width = ARENA_ARRAY(a, n, size_t),
                        .left = ARENA_ARRAY(a, n, size_t),
                        .right = ARENA_ARRAY(a, n, size_t),
                        .mass = ARENA_ARRAY(a, n, double) };
    struct text_place place = { "", width };
    for (int tight = 0; tight < 2; tight++) {
        size_t natural = GAP * (n - 1);
        for (size_t c = 0; c < n; c++) {
            measure_column(&l, c, tight);
            natural += l.natural[c];
        }
        if (natural <= width)
            break;
    }
    if (table->title && table->title[0])
        text_put(to, a, table->title, place);
    if (choose_widths(&l, width))
        put_columns(to, &l);
    else
        put_records(to, &l, width);
    if (table->note && table->note[0])
        text_put(to, a, table->note, place);
}
