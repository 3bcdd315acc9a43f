#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "writers/xlsx_part.h"

enum { PAPER_A4 = 9, PAPER_LETTER = 1, FOOTER_TITLE = 80 };

void xlsx_keep(struct writing *w, lxw_error error)
{
    if (w->error == LXW_NO_ERROR)
        w->error = error;
}

static lxw_data_validation validation_of(const struct validation *v)
{
    lxw_data_validation d = { .input_title = xlsx_text(v->title),
                              .input_message = xlsx_text(v->message),
                              .error_title = xlsx_text(v->title),
                              .error_message = xlsx_text(v->error),
                              .ignore_blank = LXW_VALIDATION_OFF };
    static const uint8_t kinds[] = {
        [VALID_DECIMAL] = LXW_VALIDATION_TYPE_DECIMAL,
        [VALID_WHOLE] = LXW_VALIDATION_TYPE_INTEGER,
        [VALID_DATE] = LXW_VALIDATION_TYPE_DATE_NUMBER,
        [VALID_CHOICES] = LXW_VALIDATION_TYPE_LIST,
    };
    d.validate = kinds[v->kind];
    d.error_type = v->warn_only ? LXW_VALIDATION_ERROR_TYPE_WARNING
                                : LXW_VALIDATION_ERROR_TYPE_STOP;
    return d;
}

static void set_bounds(lxw_data_validation *d, const struct validation *v)
{
    bool low = isfinite(v->minimum), high = isfinite(v->maximum);
    d->minimum_number = low ? v->minimum : -1e300;
    d->maximum_number = high ? v->maximum : 1e300;
    d->criteria = LXW_VALIDATION_CRITERIA_BETWEEN;
    if (low != high) {
        d->criteria = low ? LXW_VALIDATION_CRITERIA_GREATER_THAN_OR_EQUAL_TO
                          : LXW_VALIDATION_CRITERIA_LESS_THAN_OR_EQUAL_TO;
        d->value_number = low ? v->minimum : v->maximum;
    }
}

static void add_validation(struct writing *w, const struct validation *v)
{
    lxw_data_validation d = validation_of(v);
    if (v->kind != VALID_CHOICES) {
        set_bounds(&d, v);
    } else if (v->from != NULL) {
        d.validate = LXW_VALIDATION_TYPE_LIST_FORMULA;
        d.value_formula = arena_printf(w->arena, "=%s", v->from);
    } else {
        d.value_list = (char **)v->choices;
    }
    xlsx_keep(w, worksheet_data_validation_range(w->to, v->area.first_row,
                                                 v->area.first_column, v->area.last_row,
                                                 v->area.last_column, &d));
}

static void add_condition(struct writing *w, const struct condition *c)
{
    lxw_conditional_format f = { .type = LXW_CONDITIONAL_TYPE_FORMULA,
                                 .value_string =
                                     arena_printf(w->arena, "=%s", c->formula),
                                 .format = xlsx_mark_format(w->file, c->mark) };
    xlsx_keep(w, worksheet_conditional_format_range(
                     w->to, c->area.first_row, c->area.first_column, c->area.last_row,
                     c->area.last_column, &f));
}

/* In headers and footers & begins a code. */
static const char *footer_text(struct arena *a, const char *title)
{
    struct buf b = buf_on(a);
    buf_add(&b, "&L&8");
    for (size_t i = 0; title != NULL && title[i] != '\0' && i < FOOTER_TITLE; i++) {
        if (title[i] == '&')
            buf_char(&b, '&');
        buf_char(&b, title[i]);
    }
    buf_add(&b, "&C&8&A&R&8&P / &N");
    return buf_text(&b);
}

void xlsx_set_print(struct writing *w)
{
    const struct sheet *s = w->from;
    worksheet_set_paper(w->to, s->paper_letter ? PAPER_LETTER : PAPER_A4);
    worksheet_set_margins(w->to, 0.5, 0.5, 0.6, 0.7);
    if (!s->portrait)
        worksheet_set_landscape(w->to);
    uint16_t pages = xlsx_pages_wide(s);
    if (!s->many_pages_wide)
        worksheet_fit_to_pages(w->to, pages, 0);
    if (pages > 1)
        xlsx_keep(w, worksheet_repeat_columns(
                         w->to, 0, (lxw_col_t)(xlsx_columns_repeated(s) - 1)));
    if (s->repeat_rows > 0)
        xlsx_keep(w, worksheet_repeat_rows(w->to, 0, s->repeat_rows - 1));
    if (s->header != NULL)
        xlsx_keep(w, worksheet_set_header(w->to, s->header));
    const char *footer =
        s->footer != NULL ? s->footer : footer_text(w->arena, w->book->title);
    xlsx_keep(w, worksheet_set_footer(w->to, footer));
}

void xlsx_set_view(struct writing *w)
{
    const struct sheet *s = w->from;
    for (size_t i = 0; i < s->width_count; i++) {
        const struct column_width *c = &s->widths[i];
        lxw_row_col_options o = { .hidden = c->hidden };
        xlsx_keep(w, worksheet_set_column_opt(w->to, c->first, c->last, c->width,
                                              xlsx_format(&w->formats, c->style), &o));
    }
    if (s->colour != NULL)
        worksheet_set_tab_color(w->to, xlsx_colour(s->colour));
    if (s->freeze_row > 0 || s->freeze_column > 0)
        worksheet_freeze_panes(w->to, s->freeze_row, s->freeze_column);
    worksheet_gridlines(w->to, s->hide_grid ? LXW_HIDE_ALL_GRIDLINES
                                            : LXW_SHOW_SCREEN_GRIDLINES);
    if (s->filter.last_row > 0)
        xlsx_keep(w, worksheet_autofilter(w->to, s->filter.first_row,
                                          s->filter.first_column, s->filter.last_row,
                                          s->filter.last_column));
    if (s->protect)
        worksheet_protect(w->to, NULL, NULL);
}

void xlsx_set_rules(struct writing *w)
{
    for (size_t i = 0; i < w->from->validation_count; i++)
        add_validation(w, &w->from->validations[i]);
    for (size_t i = 0; i < w->from->condition_count; i++)
        add_condition(w, &w->from->conditions[i]);
}
