#include "writers/pdf_table.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "writers/decimal.h"
#include "writers/widths.h"

static const double GAP = 10, LARGEST = 7.9, SMALLEST = 6.4;

struct ink_style table_cell_style(const struct table_plan *plan, enum doc_row_kind kind)
{
    return (struct ink_style){ .size = plan->size,
                               .leading = 1.1,
                               .bold = kind == DOC_ROW_TOTAL ||
                                       kind == DOC_ROW_CHOSEN ||
                                       kind == DOC_ROW_GROUP };
}

struct ink_style table_head_style(const struct table_plan *plan, size_t column)
{
    enum doc_align align = plan->table->columns[column].align;
    return (struct ink_style){ .size = plan->size - 0.3,
                               .leading = 1.05,
                               .bold = true,
                               .align = align == DOC_CENTRE ? INK_CENTRE
                                        : align == DOC_LEFT ? INK_LEFT
                                                            : INK_RIGHT };
}

const char *table_head_text(struct arena *a, const struct doc_column *column)
{
    const char *title = column->title ? column->title : "";
    if (column->unit == NULL || column->unit[0] == '\0')
        return title;
    return arena_printf(a, "%s%s(%s)", title, title[0] ? "\n" : "", column->unit);
}

const char *table_cell_text(struct arena *a, const struct doc_row *row, size_t column)
{
    const char *text = row->cells[column].text ? row->cells[column].text : "";
    if (column > 0 || row->kind != DOC_ROW_CHOSEN)
        return text;
    return arena_printf(a, "\xe2\x96\xb8 %s", text);
}

bool table_point(struct ink *ink, const char *text, const struct ink_style *style,
                 double *left)
{
    size_t at;
    const char *plain = ink_plain(ink->arena, text);
    if (!decimal_point(plain, &at))
        return false;
    const char *part = arena_strndup(ink->arena, plain, at);
    *left = at > 0 ? ink_measure(ink, part, style, 0).width : 0;
    return true;
}

/* Least and natural width of every column at the plan's size of type. */
struct wants {
    struct width_want *columns;
    double least_sum, natural_sum;
};

static void want(struct wants *w, size_t c, double least, double natural)
{
    struct width_want *want = &w->columns[c];
    want->least = fmax(want->least, least);
    want->natural = fmax(want->natural, natural);
    want->mass += natural * natural * natural;
}

static void measure_decimals(struct pieces *ps, struct table_plan *plan,
                             struct wants *w, size_t c)
{
    double left_most = 0, right_most = 0;
    for (size_t r = 0; r < plan->table->count; r++) {
        const struct doc_row *row = &plan->table->rows[r];
        if (row->kind == DOC_ROW_GROUP)
            continue;
        struct ink_style style = table_cell_style(plan, row->kind);
        const char *text = table_cell_text(ps->arena, row, c);
        double whole = ink_measure(ps->ink, text, &style, 0).width, left;
        if (!table_point(ps->ink, text, &style, &left)) {
            want(w, c, ink_longest_word(ps->ink, text, &style), whole);
            continue;
        }
        left_most = fmax(left_most, left);
        right_most = fmax(right_most, whole - left);
    }
    want(w, c, left_most + right_most, left_most + right_most);
    plan->point[c] = right_most; /* from the right edge, for now */
}

static void measure_column(struct pieces *ps, struct table_plan *plan, struct wants *w,
                           size_t c)
{
    const struct doc_table *t = plan->table;
    struct ink_style head = table_head_style(plan, c);
    const char *title = table_head_text(ps->arena, &t->columns[c]);
    double word = ink_longest_word(ps->ink, title, &head);
    double whole = ink_measure(ps->ink, title, &head, 0).width;
    if (plan->numeric[c] && whole > 50) /* a long head over numbers takes two lines */
        whole = ink_measure(ps->ink, title, &head, fmax(word, whole * 0.6)).width;
    want(w, c, word, whole);
    if (t->columns[c].align == DOC_DECIMAL) {
        measure_decimals(ps, plan, w, c);
        return;
    }
    for (size_t r = 0; r < t->count; r++) {
        if (t->rows[r].kind == DOC_ROW_GROUP)
            continue;
        struct ink_style style = table_cell_style(plan, t->rows[r].kind);
        const char *text = table_cell_text(ps->arena, &t->rows[r], c);
        double natural = ink_measure(ps->ink, text, &style, 0).width;
        want(w, c, ink_longest_word(ps->ink, text, &style), natural);
    }
}

static void measure(struct pieces *ps, struct table_plan *plan, struct wants *w)
{
    size_t n = plan->table->column_count;
    memset(w->columns, 0, n * sizeof *w->columns);
    w->least_sum = w->natural_sum = GAP * (double)(n - 1);
    for (size_t c = 0; c < n; c++) {
        measure_column(ps, plan, w, c);
        struct width_want *column = &w->columns[c];
        column->natural = fmax(column->natural, column->least);
        w->least_sum += column->least;
        w->natural_sum += column->natural;
    }
}

/* Room left over goes to text columns, and to all where there is none. */
static void give_room(struct table_plan *plan, const struct wants *w, double room)
{
    const struct doc_table *t = plan->table;
    double sum = 0;
    bool text = false;
    for (size_t c = 0; c < t->column_count; c++)
        text = text || !plan->numeric[c];
    for (int give = 0; give < 2; give++)
        for (size_t c = 0; c < t->column_count; c++) {
            double weight = t->columns[c].weight;
            if (weight <= 0)
                weight = text && plan->numeric[c] ? 0.15 : 1;
            if (give == 0)
                sum += weight;
            else
                plan->w[c] = w->columns[c].natural + room * weight / sum;
        }
}

/* Even the longest words are too much: the widest are held under a cap and break. */
static void cap_words(struct table_plan *plan, const struct wants *w, double room)
{
    size_t n = plan->table->column_count;
    double low = 0, high = room;
    for (int i = 0; i < 50; i++) {
        double cap = (low + high) / 2, sum = 0;
        for (size_t c = 0; c < n; c++)
            sum += fmin(w->columns[c].least, cap);
        if (sum > room)
            high = cap;
        else
            low = cap;
    }
    for (size_t c = 0; c < n; c++)
        plan->w[c] = fmin(w->columns[c].least, low);
}

struct table_plan *table_plan_make(struct pieces *ps, const struct doc_table *table)
{
    size_t n = table->column_count;
    struct table_plan *plan = ARENA_NEW(ps->arena, struct table_plan);
    *plan = (struct table_plan){ .table = table,
                                 .size = LARGEST,
                                 .width = ps->width,
                                 .x = ARENA_ARRAY(ps->arena, n, double),
                                 .w = ARENA_ARRAY(ps->arena, n, double),
                                 .point = ARENA_ARRAY(ps->arena, n, double),
                                 .numeric = ARENA_ARRAY(ps->arena, n, bool) };
    for (size_t c = 0; c < n; c++)
        plan->numeric[c] = table->columns[c].align == DOC_RIGHT ||
                           table->columns[c].align == DOC_DECIMAL;
    struct wants w = { ARENA_ARRAY(ps->arena, n, struct width_want), 0, 0 };
    measure(ps, plan, &w);
    while (w.least_sum > ps->width && plan->size > SMALLEST + 0.01) {
        plan->size -= 0.5;
        measure(ps, plan, &w);
    }
    if (w.natural_sum <= ps->width)
        give_room(plan, &w, ps->width - w.natural_sum);
    else if (w.least_sum <= ps->width)
        widths_share(w.columns, n, ps->width - GAP * (double)(n - 1), plan->w);
    else
        cap_words(plan, &w, ps->width - GAP * (double)(n - 1));
    double x = 0;
    for (size_t c = 0; c < n; c++) {
        plan->x[c] = x;
        x += plan->w[c] + GAP;
        plan->point[c] = plan->w[c] - plan->point[c];
    }
    return plan;
}
