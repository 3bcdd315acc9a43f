#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "writers/xlsx_part.h"

/* Calibri 11, the default font of every sheet. */
#define DEFAULT_POINTS 11.0

enum { INK = 0x1F3864, GREY = 0x595959, LINE_GREY = 0xA6A6A6 };

/* How each look looks.  In grey print they differ by weight, slant, size, border and
 * the lightness of the fill, so colour only helps. */
static const struct look_row {
    double size; /* 0: the default */
    bool bold, italic;
    lxw_color_t ink, fill; /* 0: none */
    uint8_t top, bottom, left, right;
    bool wrap, unlocked, underline;
} looks[LOOK_COUNT] = {
    [LOOK_PLAIN] = { .size = 0 },
    [LOOK_TITLE] = { .size = 16, .bold = true, .ink = INK },
    [LOOK_HEADING] = { .size = 12,
                       .bold = true,
                       .ink = INK,
                       .bottom = LXW_BORDER_MEDIUM },
    [LOOK_HEADER] = { .bold = true,
                      .ink = INK,
                      .fill = 0xDCE6F1,
                      .top = LXW_BORDER_THIN,
                      .bottom = LXW_BORDER_MEDIUM,
                      .wrap = true },
    [LOOK_LABEL] = { .ink = 0 },
    [LOOK_INPUT] = { .ink = 0x0000C0,
                     .fill = 0xFFF8D6,
                     .top = LXW_BORDER_THIN,
                     .bottom = LXW_BORDER_THIN,
                     .left = LXW_BORDER_THIN,
                     .right = LXW_BORDER_THIN,
                     .unlocked = true },
    [LOOK_RESULT] = { .bold = true, .fill = 0xF2F2F2, .bottom = LXW_BORDER_THIN },
    [LOOK_TOTAL] = { .bold = true,
                     .top = LXW_BORDER_THIN,
                     .bottom = LXW_BORDER_DOUBLE },
    [LOOK_NOTE] = { .size = 9, .italic = true, .ink = GREY },
    [LOOK_ISSUED] = { .italic = true, .ink = GREY, .left = LXW_BORDER_DASHED },
    [LOOK_WARNING] = { .bold = true,
                       .ink = 0x7F1D00,
                       .fill = 0xFCE9DA,
                       .left = LXW_BORDER_THICK },
    [LOOK_LINK] = { .ink = 0x0563C1, .underline = true },
};

static void set_font(lxw_format *f, const struct look_row *row, unsigned flags)
{
    if (row->size > 0)
        format_set_font_size(f, row->size);
    if (row->bold || (flags & STYLE_BOLD) != 0)
        format_set_bold(f);
    if (row->italic)
        format_set_italic(f);
    if (row->underline)
        format_set_underline(f, LXW_UNDERLINE_SINGLE);
    if (row->ink != 0)
        format_set_font_color(f, row->ink);
}

static void set_box(lxw_format *f, const struct look_row *row)
{
    if (row->fill != 0) {
        format_set_pattern(f, LXW_PATTERN_SOLID);
        format_set_fg_color(f, row->fill); /* of a solid pattern */
    }
    format_set_top(f, row->top);
    format_set_bottom(f, row->bottom);
    format_set_left(f, row->left);
    format_set_right(f, row->right);
    if (row->top != 0 || row->bottom != 0 || row->left != 0 || row->right != 0)
        format_set_border_color(f, row->bold ? INK : LINE_GREY);
}

static void set_alignment(lxw_format *f, const struct look_row *row, unsigned flags)
{
    bool wrap = row->wrap || (flags & STYLE_WRAP) != 0;
    if (wrap)
        format_set_text_wrap(f);
    format_set_align(f, LXW_ALIGN_VERTICAL_TOP);
    if ((flags & STYLE_RIGHT) != 0)
        format_set_align(f, LXW_ALIGN_RIGHT);
    if ((flags & STYLE_CENTRE) != 0)
        format_set_align(f, LXW_ALIGN_CENTER);
    if ((flags & STYLE_INDENT) != 0)
        format_set_indent(f, 1);
}

static bool same_style(struct style a, struct style b)
{
    if (a.look != b.look || a.flags != b.flags)
        return false;
    if (a.number_format == b.number_format)
        return true;
    return a.number_format != NULL && b.number_format != NULL &&
           strcmp(a.number_format, b.number_format) == 0;
}

lxw_format *xlsx_format(struct xlsx_formats *f, struct style style)
{
    for (size_t i = 0; i < f->count; i++)
        if (same_style(f->items[i].style, style))
            return f->items[i].format;
    const struct look_row *row = &looks[style.look];
    lxw_format *made = workbook_add_format(f->file);
    set_font(made, row, style.flags);
    set_box(made, row);
    set_alignment(made, row, style.flags);
    if (row->unlocked)
        format_set_unlocked(made);
    if (style.number_format != NULL)
        format_set_num_format(made, style.number_format);
    ARENA_PUSH(f->arena, f->items, f->count, f->capacity) =
        (struct xlsx_format){ style, made };
    return made;
}

lxw_format *xlsx_mark_format(lxw_workbook *file, enum mark mark)
{
    static const struct {
        lxw_color_t ink, fill;
        bool bold, italic;
    } marks[] = {
        [MARK_STALE] = { 0xFFFFFF, 0xC00000, true, false },
        [MARK_BAD] = { 0x9C0006, 0xFFC7CE, true, false },
        [MARK_GOOD] = { 0x1E5C1E, 0xE2F0D9, false, false },
        [MARK_FAINT] = { 0x969696, 0, false, true },
    };
    lxw_format *f = workbook_add_format(file);
    format_set_font_color(f, marks[mark].ink);
    if (marks[mark].fill != 0)
        format_set_bg_color(f, marks[mark].fill);
    if (marks[mark].bold)
        format_set_bold(f);
    if (marks[mark].italic)
        format_set_italic(f);
    return f;
}

lxw_color_t xlsx_colour(const char *text)
{
    return (lxw_color_t)strtoul(text + 1, NULL, 16);
}

struct style xlsx_style_of(const struct cell *c)
{
    struct style style = c->style;
    if (c->kind == CELL_TEXT && c->text != NULL && strchr(c->text, '\n') != NULL)
        style.flags |= STYLE_WRAP;
    return style;
}

bool xlsx_wraps(struct style style)
{
    return looks[style.look].wrap || (style.flags & STYLE_WRAP) != 0;
}

static double points_of(struct style style)
{
    return looks[style.look].size > 0 ? looks[style.look].size : DEFAULT_POINTS;
}

double xlsx_text_width(struct style style)
{
    bool bold = looks[style.look].bold || (style.flags & STYLE_BOLD) != 0;
    return points_of(style) / DEFAULT_POINTS * (bold ? 0.98 : 0.88);
}

double xlsx_line_points(struct style style)
{
    return points_of(style) / DEFAULT_POINTS * LXW_DEF_ROW_HEIGHT;
}
