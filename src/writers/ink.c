#include "writers/ink.h"

#include <string.h>

#include <pango/pangocairo.h>

#include "base/arena.h"
#include "base/buf.h"
#include "writers/ink_layout.h"

static struct ink_size size_of(PangoLayout *layout)
{
    PangoRectangle r;
    pango_layout_get_extents(layout, NULL, &r);
    return (struct ink_size){ (double)r.width / PANGO_SCALE,
                              (double)r.height / PANGO_SCALE,
                              (double)pango_layout_get_baseline(layout) / PANGO_SCALE,
                              (size_t)pango_layout_get_line_count(layout) };
}

struct ink_size ink_measure(struct ink *ink, const char *text,
                            const struct ink_style *style, double width)
{
    return size_of(ink_make(ink, text, style, width)->layout);
}

static void set_colour(struct ink *ink, const struct ink_style *style)
{
    const double *c = style->colour;
    if (c[0] > 0 || c[1] > 0 || c[2] > 0)
        cairo_set_source_rgb(ink->cr, c[0], c[1], c[2]);
    else
        ink_grey(ink, style->grey);
}

/* One rectangle a line that the link touches; `top` is where the shown lines begin. */
static void draw_link(struct ink *ink, PangoLayout *layout, const struct ink_span *link,
                      const struct ink_lines_box *at, double top)
{
    const char *name = arena_printf(ink->arena, "#%s", link->name);
    PangoLayoutIter *iter = pango_layout_get_iter(layout);
    size_t i = 0;
    do {
        PangoLayoutLine *line = pango_layout_iter_get_line_readonly(iter);
        int from = MAX((int)link->from, line->start_index);
        int to = MIN((int)link->to, line->start_index + line->length);
        if (from >= to || i < at->from || i >= at->to)
            continue;
        PangoRectangle a, b, box;
        pango_layout_index_to_pos(layout, from, &a);
        pango_layout_iter_get_line_extents(iter, NULL, &box);
        pango_layout_index_to_pos(layout, to, &b);
        int right = to == line->start_index + line->length ? box.x + box.width : b.x;
        ink_link(ink, name,
                 (struct ink_area){ at->x + (double)a.x / PANGO_SCALE,
                                    at->y + (double)box.y / PANGO_SCALE - top,
                                    (double)(right - a.x) / PANGO_SCALE,
                                    (double)box.height / PANGO_SCALE });
    } while (i++, pango_layout_iter_next_line(iter));
    pango_layout_iter_free(iter);
}

static void note_unknown(struct ink *ink, const struct ink_made *m)
{
    int unknown = pango_layout_get_unknown_glyphs_count(m->layout);
    if (unknown > 0 && ink->unknown == 0)
        ink->unknown_in = m->plain;
    ink->unknown += (size_t)unknown;
}

struct ink_size ink_text(struct ink *ink, const char *text,
                         const struct ink_style *style, struct ink_place at)
{
    double x = at.x;
    const struct ink_made *m = ink_make(ink, text, style, at.width);
    struct ink_size size = size_of(m->layout);
    if (at.width <= 0 && style->align == INK_RIGHT)
        x -= size.width;
    else if (at.width <= 0 && style->align == INK_CENTRE)
        x -= size.width / 2;
    if (ink->cr != NULL) {
        note_unknown(ink, m);
        set_colour(ink, style);
        cairo_move_to(ink->cr, x, at.y);
        pango_cairo_show_layout(ink->cr, m->layout);
        const struct ink_lines_box all = { x, at.y, at.width, 0, size.lines };
        for (size_t i = 0; i < m->link_count; i++)
            draw_link(ink, m->layout, &m->links[i], &all, 0);
    }
    return size;
}

double ink_longest_word(struct ink *ink, const char *text,
                        const struct ink_style *style)
{
    double widest = 0;
    const struct ink_made *m = ink_make(ink, text, style, INK_WORDS);
    PangoLayoutIter *iter = pango_layout_get_iter(m->layout);
    do {
        PangoRectangle r;
        pango_layout_iter_get_line_extents(iter, NULL, &r);
        widest = MAX(widest, (double)r.width / PANGO_SCALE);
    } while (pango_layout_iter_next_line(iter));
    pango_layout_iter_free(iter);
    return widest;
}

double ink_lines(struct ink *ink, const char *text, const struct ink_style *style,
                 const struct ink_lines_box *box)
{
    const struct ink_made *m = ink_make(ink, text, style, box->width);
    PangoLayoutIter *iter = pango_layout_get_iter(m->layout);
    double top = -1, bottom = 0;
    size_t i = 0;
    if (ink->cr != NULL) {
        if (box->from == 0)
            note_unknown(ink, m);
        set_colour(ink, style);
    }
    do {
        PangoRectangle r;
        pango_layout_iter_get_line_extents(iter, NULL, &r);
        double y = (double)r.y / PANGO_SCALE;
        if (i == box->to) /* the white between the lines belongs to the upper one */
            bottom = y;
        if (i < box->from || i >= box->to)
            continue;
        top = top < 0 ? y : top;
        bottom = y + (double)r.height / PANGO_SCALE;
        if (ink->cr == NULL)
            continue;
        double base = (double)pango_layout_iter_get_baseline(iter) / PANGO_SCALE;
        cairo_move_to(ink->cr, box->x + (double)r.x / PANGO_SCALE, box->y + base - top);
        pango_cairo_show_layout_line(ink->cr,
                                     pango_layout_iter_get_line_readonly(iter));
    } while (i++, pango_layout_iter_next_line(iter));
    pango_layout_iter_free(iter);
    for (size_t k = 0; k < m->link_count && ink->cr != NULL; k++)
        draw_link(ink, m->layout, &m->links[k], box, top);
    return top < 0 ? 0 : bottom - top;
}

const char *ink_name(struct arena *a, const char *name)
{
    struct buf b = buf_on(a);
    for (const unsigned char *s = (const unsigned char *)name; *s; s++)
        if (g_ascii_isalnum(*s) || *s == '-' || *s == ':' || *s == '.')
            buf_char(&b, (char)*s);
        else
            buf_printf(&b, "_%02x", *s);
    return buf_text(&b);
}

/* A web address as a link's attribute holds it; NULL for anything else. */
static const char *address(struct arena *a, const char *link)
{
    if (strncmp(link, "http://", 7) != 0 && strncmp(link, "https://", 8) != 0)
        return NULL;
    struct buf b = buf_on(a);
    for (const unsigned char *s = (const unsigned char *)link; *s; s++)
        if (*s <= ' ' || *s >= 0x7f || strchr("'\\\"<>", *s))
            buf_printf(&b, "%%%02X", *s);
        else
            buf_char(&b, (char)*s);
    return buf_text(&b);
}

void ink_link(struct ink *ink, const char *link, struct ink_area at)
{
    if (ink->cr == NULL || ink->knows == NULL || link == NULL || link[0] == '\0')
        return;
    bool inside = link[0] == '#';
    const char *to = inside ? link + 1 : address(ink->arena, link);
    if (to == NULL || (inside && !ink->knows(ink->names, to)))
        return;
    const char *attributes = arena_printf(
        ink->arena, "rect=[%.2f %.2f %.2f %.2f] %s='%s'", at.x, at.y, at.width,
        at.height, inside ? "dest" : "uri", inside ? ink_name(ink->arena, to) : to);
    cairo_tag_begin(ink->cr, CAIRO_TAG_LINK, attributes);
    cairo_tag_end(ink->cr, CAIRO_TAG_LINK);
}

const char *ink_pdf_date(struct arena *a, const char *date)
{
    static const char shape[] = "0000-00-00";
    bool good = date != NULL && strlen(date) >= 10;
    for (size_t i = 0; i < 10 && good; i++)
        good = shape[i] == '-' ? date[i] == '-' : g_ascii_isdigit(date[i]);
    return arena_printf(a, "%.10sT00:00:00Z", good ? date : "2000-01-01");
}

struct ink_style ink_linked(struct ink_style style)
{
    style.colour[1] = 0.19;
    style.colour[2] = 0.44;
    return style;
}

void ink_grey(struct ink *ink, double grey)
{
    if (ink->cr != NULL)
        cairo_set_source_rgb(ink->cr, grey, grey, grey);
}

static void stroke(struct ink *ink, const double from[2], const double to[2],
                   double thickness)
{
    if (ink->cr == NULL)
        return;
    cairo_set_line_width(ink->cr, thickness);
    cairo_move_to(ink->cr, from[0], from[1]);
    cairo_line_to(ink->cr, to[0], to[1]);
    cairo_stroke(ink->cr);
}

void ink_rule(struct ink *ink, double x, double y, double width, double thickness)
{
    stroke(ink, (const double[]){ x, y }, (const double[]){ x + width, y }, thickness);
}

void ink_upright(struct ink *ink, double x, double y, double height, double thickness)
{
    stroke(ink, (const double[]){ x, y }, (const double[]){ x, y + height }, thickness);
}
