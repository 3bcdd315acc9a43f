#include "writers/pdf_piece.h"

#include <math.h>
#include <string.h>

#include <cairo.h>

#include "base/arena.h"

static const struct ink_style LABEL = { .size = 7.2, .grey = 0.25 };
static const struct ink_style VALUE = { .size = 12.5, .bold = true };
static const struct ink_style NOTE = { .size = 7.2, .grey = 0.3 };

static bool has_text(const char *text)
{
    return text != NULL && text[0] != '\0';
}

static double text_height(struct ink *ink, const char *text,
                          const struct ink_style *style, double width)
{
    return has_text(text) ? ink_measure(ink, text, style, width).height : 0;
}

/* ---- key figures side by side ---- */

enum { MOST_BESIDE = 5 };

struct figure_row {
    const struct doc_figure *figures;
    size_t count;
    double slot, label, value; /* width of one; heights of the two upper parts */
};

/* The value's size, smaller where a value would not fit on one line. */
static struct ink_style value_style(struct ink *ink, const struct figure_row *r)
{
    struct ink_style style = VALUE;
    for (size_t i = 0; i < r->count; i++)
        while (style.size > 7 &&
               ink_measure(ink, r->figures[i].value, &style, 0).width > r->slot - 10)
            style.size -= 0.5;
    return style;
}

static void draw_figures(struct ink *ink, const struct piece *p, double x, double y)
{
    const struct figure_row *r = p->what;
    struct ink_style value = value_style(ink, r);
    for (size_t i = 0; i < r->count; i++) {
        const struct doc_figure *f = &r->figures[i];
        double left = x + r->slot * (double)i + (i > 0 ? 8 : 0);
        double width = r->slot - (i > 0 ? 10 : 2);
        piece_tag_begin(ink, "P");
        if (has_text(f->label))
            ink_text(ink, f->label, &LABEL, (struct ink_place){ left, y, width });
        if (has_text(f->value))
            ink_text(ink, f->value, &value,
                     (struct ink_place){ left, y + r->label + 1, width });
        if (has_text(f->note))
            ink_text(ink, f->note, &NOTE,
                     (struct ink_place){ left, y + r->label + r->value + 2, width });
        piece_tag_end(ink, "P");
        ink_grey(ink, 0.6);
        if (i > 0)
            ink_upright(ink, left - 7, y + 1, p->height - 2, 0.5);
    }
}

static void add_figure_row(struct pieces *ps, const struct doc_figure *figures,
                           size_t count, size_t slots)
{
    struct figure_row *r = ARENA_NEW(ps->arena, struct figure_row);
    *r = (struct figure_row){ figures, count, ps->width / (double)slots, 0, 0 };
    struct ink_style value = value_style(ps->ink, r);
    double note = 0;
    for (size_t i = 0; i < count; i++) {
        double width = r->slot - 10;
        r->label =
            fmax(r->label, text_height(ps->ink, figures[i].label, &LABEL, width));
        r->value =
            fmax(r->value, text_height(ps->ink, figures[i].value, &value, width));
        note = fmax(note, text_height(ps->ink, figures[i].note, &NOTE, width));
    }
    piece_add(ps, 9, r->label + r->value + note + 3, draw_figures, r);
}

void pieces_add_figures(struct pieces *ps, const struct doc_block *b)
{
    size_t rows = (b->count + MOST_BESIDE - 1) / MOST_BESIDE;
    size_t slots = rows > 0 ? (b->count + rows - 1) / rows : 0;
    for (size_t i = 0; i < b->count; i += slots)
        add_figure_row(ps, b->figures + i, i + slots <= b->count ? slots : b->count - i,
                       slots);
}

/* ---- facts, one a line ---- */

struct fact {
    const struct doc_figure *figure;
    double value_x;
    bool last;
};

static const char *value_and_note(struct arena *a, const struct doc_figure *f)
{
    const char *value = f->value ? f->value : "";
    if (!has_text(f->note))
        return arena_printf(a, TEXT_STRONG "%s" TEXT_END, value);
    return arena_printf(a, TEXT_STRONG "%s" TEXT_END "%s" TEXT_QUIET "%s" TEXT_END,
                        value, value[0] ? "  " : "", f->note);
}

static void draw_fact(struct ink *ink, const struct piece *p, double x, double y)
{
    const struct fact *f = p->what;
    struct ink_style body = PDF_BODY;
    body.size = 8;
    if (has_text(f->figure->label))
        ink_text(ink, f->figure->label, &body,
                 (struct ink_place){ x, y + 1.5, f->value_x - 6 });
    ink_text(ink, value_and_note(ink->arena, f->figure), &body,
             (struct ink_place){ x + f->value_x, y + 1.5, p->width - f->value_x });
    ink_grey(ink, 0.8);
    if (!f->last)
        ink_rule(ink, x, y + p->height, p->width, 0.3);
}

void pieces_add_facts(struct pieces *ps, const struct doc_block *b)
{
    struct ink_style body = PDF_BODY;
    body.size = 8;
    double widest = 0;
    for (size_t i = 0; i < b->count; i++)
        if (has_text(b->figures[i].label))
            widest =
                fmax(widest, ink_measure(ps->ink, b->figures[i].label, &body, 0).width);
    double value_x = fmin(widest + 12, ps->width * 0.4);
    for (size_t i = 0; i < b->count; i++) {
        struct fact *f = ARENA_NEW(ps->arena, struct fact);
        *f = (struct fact){ &b->figures[i], value_x, i + 1 == b->count };
        double label = text_height(ps->ink, f->figure->label, &body, value_x - 6);
        double value = text_height(ps->ink, value_and_note(ps->arena, f->figure), &body,
                                   ps->width - value_x);
        struct piece *p =
            piece_add(ps, i == 0 ? 6 : 0, fmax(label, value) + 3, draw_fact, f);
        p->tag = "P";
    }
}

/* ---- checks ---- */

static const struct {
    const char *symbol, *word;
} statuses[] = {
    [DOC_MET] = { "\xe2\x9c\x93", "met" },
    [DOC_FAILED] = { "\xe2\x9c\x97", "failed" },
    [DOC_UNKNOWN] = { "?", "unknown" },
    [DOC_INFO] = { "\xe2\x80\xa2", "info" },
};

static const char *status_text(struct arena *a, const struct doc_check *c)
{
    return arena_printf(a, "%s " TEXT_STRONG "%s" TEXT_END, statuses[c->status].symbol,
                        has_text(c->word) ? c->word : statuses[c->status].word);
}

static const char *check_text(struct arena *a, const struct doc_check *c)
{
    return arena_printf(a, "%s%s" TEXT_QUIET "%s" TEXT_END, c->text ? c->text : "",
                        has_text(c->evidence) ? "  " : "",
                        c->evidence ? c->evidence : "");
}

struct check_line {
    const struct doc_check *check;
    double text_x;
};

static void draw_check(struct ink *ink, const struct piece *p, double x, double y)
{
    const struct check_line *c = p->what;
    ink_text(ink, status_text(ink->arena, c->check), &PDF_BODY,
             (struct ink_place){ x, y, 0 });
    ink_text(ink, check_text(ink->arena, c->check), &PDF_BODY,
             (struct ink_place){ x + c->text_x, y, p->width - c->text_x });
    if (has_text(c->check->link))
        ink_link(ink, c->check->link, (struct ink_area){ x, y, p->width, p->height });
}

void pieces_add_checks(struct pieces *ps, const struct doc_block *b)
{
    double widest = 0;
    for (size_t i = 0; i < b->count; i++)
        widest =
            fmax(widest, ink_measure(ps->ink, status_text(ps->arena, &b->checks[i]),
                                     &PDF_BODY, 0)
                             .width);
    double text_x = fmin(widest + 8, ps->width * 0.4);
    for (size_t i = 0; i < b->count; i++) {
        struct check_line *c = ARENA_NEW(ps->arena, struct check_line);
        *c = (struct check_line){ &b->checks[i], text_x };
        double height = text_height(ps->ink, check_text(ps->arena, c->check), &PDF_BODY,
                                    ps->width - text_x);
        struct piece *p =
            piece_add(ps, i == 0 ? 5 : 2, fmax(height, 11), draw_check, c);
        p->tag = "LI";
        p->container = "L";
        p->group = b;
    }
}

/* ---- notices ---- */

static const struct {
    const char *symbol, *word;
} notices[] = {
    [DOC_WARNING] = { "\xe2\x9a\xa0", "Warning" },
    [DOC_STOP] = { "\xe2\x9c\x98", "Stop" },
    [DOC_NOTE] = { "\xe2\x84\xb9", "Note" },
};

static const char *notice_title(struct arena *a, const struct doc_block *b)
{
    return arena_printf(a, "%s  %s%s%s", notices[b->notice].symbol,
                        notices[b->notice].word, has_text(b->title) ? ": " : "",
                        b->title ? b->title : "");
}

static const double BOX_PAD = 6, BOX_LEFT = 10;

static void draw_notice(struct ink *ink, const struct piece *p, double x, double y)
{
    const struct doc_block *b = p->what;
    double width = p->width - BOX_LEFT - BOX_PAD, inner = y + BOX_PAD - 1;
    ink_grey(ink, 0.35);
    if (ink->cr != NULL) {
        cairo_set_line_width(ink->cr, 0.6);
        cairo_rectangle(ink->cr, x + 0.3, y, p->width - 0.6, p->height);
        cairo_stroke(ink->cr);
        cairo_rectangle(ink->cr, x, y - 0.3, b->notice == DOC_NOTE ? 1.5 : 4,
                        p->height + 0.6);
        cairo_fill(ink->cr);
    }
    ink_text(ink, notice_title(ink->arena, b), &PDF_STRONG,
             (struct ink_place){ x + BOX_LEFT, inner, width });
    inner += text_height(ink, notice_title(ink->arena, b), &PDF_STRONG, width) + 1;
    if (has_text(b->text))
        ink_text(ink, b->text, &PDF_BODY,
                 (struct ink_place){ x + BOX_LEFT, inner, width });
}

void pieces_add_notice(struct pieces *ps, const struct doc_block *b)
{
    double width = ps->width - BOX_LEFT - BOX_PAD;
    double title = text_height(ps->ink, notice_title(ps->arena, b), &PDF_STRONG, width);
    double text = text_height(ps->ink, b->text, &PDF_BODY, width);
    double height = title + text + 2 * BOX_PAD - 1;
    if (height > ps->page_height) { /* as text that breaks, rather than cut */
        pieces_add_text(ps, notice_title(ps->arena, b), &PDF_STRONG, 8);
        ps->items[ps->count - 1].keep_next = true;
        pieces_add_text(ps, b->text, &PDF_BODY, 1);
        return;
    }
    struct piece *p = piece_add(ps, 8, height, draw_notice, b);
    p->tag = "P";
}

/* ---- signatures ---- */

static const double SIGN_LINE = 22; /* room to write on */

static void draw_blank(struct ink *ink, const char *label, const char *text,
                       struct ink_place at)
{
    double x = at.x, y = at.y, width = at.width;
    double label_width =
        ink_text(ink, label, &LABEL, (struct ink_place){ x, y + SIGN_LINE - 11, 0 })
            .width;
    if (has_text(text)) {
        struct ink_style style = PDF_BODY;
        while (style.size > 4 &&
               ink_measure(ink, text, &style, 0).width > width - label_width - 4)
            style.size -= 0.4;
        ink_text(ink, text, &style,
                 (struct ink_place){ x + label_width + 4, y + SIGN_LINE - 12.5, 0 });
        return;
    }
    ink_grey(ink, 0.35);
    ink_rule(ink, x + label_width + 4, y + SIGN_LINE - 2, width - label_width - 4, 0.5);
}

static void draw_signatures(struct ink *ink, const struct piece *p, double x, double y)
{
    const struct doc_block *b = p->what;
    double slot = p->width / (double)b->count;
    ink_grey(ink, 0.2);
    ink_rule(ink, x, y, p->width, 0.7);
    for (size_t i = 0; i < b->count; i++) {
        const struct doc_signature *s = &b->signatures[i];
        double left = x + slot * (double)i, width = slot - 14;
        piece_tag_begin(ink, "P");
        ink_text(ink, s->role ? s->role : "", &PDF_STRONG,
                 (struct ink_place){ left, y + 4, width });
        draw_blank(ink, "Name", s->name, (struct ink_place){ left, y + 10, width });
        draw_blank(ink, "Date", s->date,
                   (struct ink_place){ left, y + 10 + SIGN_LINE * 0.85, width });
        draw_blank(ink, "Signature", "",
                   (struct ink_place){ left, y + 10 + SIGN_LINE * 1.9, width });
        piece_tag_end(ink, "P");
    }
}

enum { SIGN_BESIDE = 4 };

void pieces_add_signatures(struct pieces *ps, const struct doc_block *b)
{
    for (size_t i = 0; i < b->count; i += SIGN_BESIDE) {
        struct doc_block *row = ARENA_NEW(ps->arena, struct doc_block);
        *row = *b;
        row->signatures = b->signatures + i;
        row->count = b->count - i < SIGN_BESIDE ? b->count - i : SIGN_BESIDE;
        piece_add(ps, 10, 12 + SIGN_LINE * 2.9, draw_signatures, row);
    }
}
