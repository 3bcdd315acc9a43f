#include "writers/ink.h"

#include <string.h>

#include <pango/pangocairo.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/unit.h"
#include "report/document.h"
#include "writers/font.h"

enum { MOST_OPEN = 8, MOST_LINKS = 32 };

struct span_link {
    const char *name;
    guint from, to;
};

/* Text as pango wants it, and where its links are. */
struct parsed {
    struct buf out;
    PangoAttrList *attrs;
    struct span_link links[MOST_LINKS];
    size_t link_count;
    struct {
        char kind;
        guint from;
        const char *name;
    } open[MOST_OPEN];
    size_t depth;
};

static void add_attr(struct parsed *p, PangoAttribute *attr, guint from)
{
    attr->start_index = from;
    attr->end_index = (guint)p->out.length;
    pango_attr_list_insert(p->attrs, attr);
}

static void close_span(struct parsed *p)
{
    if (p->depth == 0)
        return;
    p->depth--;
    guint from = p->open[p->depth].from;
    switch (p->open[p->depth].kind) {
    case '\1':
        add_attr(p, pango_attr_weight_new(PANGO_WEIGHT_BOLD), from);
        break;
    case '\2':
        add_attr(p, pango_attr_foreground_new(0x5000, 0x5000, 0x5000), from);
        add_attr(p, pango_attr_scale_new(0.9), from);
        break;
    case '\3':
        add_attr(p, pango_attr_family_new(FONT_MONO), from);
        add_attr(p, pango_attr_scale_new(0.92), from);
        break;
    default:
        add_attr(p, pango_attr_foreground_new(0, 0x3000, 0x7000), from);
        if (p->link_count < MOST_LINKS)
            p->links[p->link_count++] =
                (struct span_link){ p->open[p->depth].name, from,
                                    (guint)p->out.length };
    }
}

/* The name between TEXT_GOTO and TEXT_TO; the address of TEXT_TO, or NULL. */
static const char *goto_name(struct arena *a, const char *s, const char **name)
{
    const char *to = strchr(s, TEXT_TO[0]);
    if (to)
        *name = arena_strndup(a, s, (size_t)(to - s));
    return to;
}

static const char *open_span(struct parsed *p, struct arena *a, const char *s)
{
    const char *name = NULL, *end = s;
    if (*s == TEXT_GOTO[0] && (end = goto_name(a, s + 1, &name)) == NULL)
        return s;
    if (p->depth < MOST_OPEN) {
        p->open[p->depth].kind = *s;
        p->open[p->depth].name = name;
        p->open[p->depth++].from = (guint)p->out.length;
    }
    return end;
}

static const char *valid_utf8(struct arena *a, const char *text)
{
    if (text == NULL)
        return "";
    if (g_utf8_validate(text, -1, NULL))
        return text;
    char *made = g_utf8_make_valid(text, -1);
    const char *kept = arena_strdup(a, made);
    g_free(made);
    return kept;
}

/* Where a number and what belongs to it begin and end: "100 000", "22.79 %", "96 TB".
 */
static bool joins(const char *blank, const char *start, size_t *after)
{
    if (blank == start || *blank != ' ' || !g_ascii_isdigit(blank[-1]))
        return false;
    const char *s = blank + 1;
    size_t word = strcspn(s, " ,;:)\n");
    bool group = word >= 3 && g_ascii_isdigit(s[0]) && g_ascii_isdigit(s[1]) &&
                 g_ascii_isdigit(s[2]);
    while (word > 0 && s[word - 1] == '.')
        word--;
    *after = 1 + word;
    return group || (word > 0 && unit_word_known(s, strcspn(s, " /,;:).\n")));
}

/* Lines do not break between a number and its unit. */
static void join_units(struct parsed *p)
{
    const char *text = buf_text(&p->out);
    for (const char *s = strchr(text, ' '); s; s = strchr(s + 1, ' ')) {
        size_t after;
        if (!joins(s, text, &after))
            continue;
        PangoAttribute *attr = pango_attr_allow_breaks_new(FALSE);
        attr->start_index = (guint)(s - text - 1);
        attr->end_index = (guint)(s - text) + (guint)after;
        pango_attr_list_insert(p->attrs, attr);
    }
}

static struct parsed parse(struct arena *a, const char *text)
{
    struct parsed p = { .out = buf_on(a), .attrs = pango_attr_list_new() };
    pango_attr_list_insert(p.attrs, pango_attr_insert_hyphens_new(FALSE));
    for (const char *s = valid_utf8(a, text); *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == TEXT_END[0])
            close_span(&p);
        else if (c >= 1 && c <= TEXT_GOTO[0])
            s = open_span(&p, a, s);
        else if (c >= ' ' || c == '\n')
            buf_char(&p.out, *s);
        else if (c == '\t')
            buf_char(&p.out, ' ');
    }
    while (p.depth > 0)
        close_span(&p);
    join_units(&p);
    return p;
}

const char *ink_plain(struct arena *a, const char *text)
{
    struct parsed p = parse(a, text);
    pango_attr_list_unref(p.attrs);
    return buf_text(&p.out);
}

static PangoLayout *make(struct ink *ink, struct parsed *p,
                         const struct ink_style *style, double width)
{
    PangoLayout *layout = pango_layout_new(ink->fonts->context);
    PangoFontDescription *font = pango_font_description_new();
    pango_font_description_set_family_static(font, style->mono ? FONT_MONO : FONT_SANS);
    pango_font_description_set_absolute_size(font, style->size * PANGO_SCALE);
    if (style->bold)
        pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    pango_layout_set_text(layout, buf_text(&p->out), (int)p->out.length);
    pango_layout_set_attributes(layout, p->attrs);
    pango_attr_list_unref(p->attrs);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_line_spacing(layout,
                                  (float)(style->leading > 0 ? style->leading : 1.12));
    /* A hair more, so that text wraps as it did when its own width was measured. */
    pango_layout_set_width(layout,
                           width > 0 ? (int)((width + 0.02) * PANGO_SCALE) : -1);
    static const PangoAlignment aligns[] = { PANGO_ALIGN_LEFT, PANGO_ALIGN_RIGHT,
                                             PANGO_ALIGN_CENTER };
    pango_layout_set_alignment(layout, aligns[style->align]);
    return layout;
}

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
    struct parsed p = parse(ink->arena, text);
    PangoLayout *layout = make(ink, &p, style, width);
    struct ink_size size = size_of(layout);
    g_object_unref(layout);
    return size;
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
static void draw_link(struct ink *ink, PangoLayout *layout,
                      const struct span_link *link, const struct ink_lines_box *at,
                      double top)
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
        ink_link(ink, name, at->x + (double)a.x / PANGO_SCALE,
                 at->y + (double)box.y / PANGO_SCALE - top,
                 (double)(right - a.x) / PANGO_SCALE, (double)box.height / PANGO_SCALE);
    } while (i++, pango_layout_iter_next_line(iter));
    pango_layout_iter_free(iter);
}

static void note_unknown(struct ink *ink, PangoLayout *layout, struct parsed *p)
{
    int unknown = pango_layout_get_unknown_glyphs_count(layout);
    if (unknown > 0 && ink->unknown == 0)
        ink->unknown_in = arena_strdup(ink->arena, buf_text(&p->out));
    ink->unknown += (size_t)unknown;
}

struct ink_size ink_text(struct ink *ink, const char *text,
                         const struct ink_style *style, double x, double y,
                         double width)
{
    struct parsed p = parse(ink->arena, text);
    PangoLayout *layout = make(ink, &p, style, width);
    struct ink_size size = size_of(layout);
    if (width <= 0 && style->align == INK_RIGHT)
        x -= size.width;
    else if (width <= 0 && style->align == INK_CENTRE)
        x -= size.width / 2;
    if (ink->cr != NULL) {
        note_unknown(ink, layout, &p);
        set_colour(ink, style);
        cairo_move_to(ink->cr, x, y);
        pango_cairo_show_layout(ink->cr, layout);
        const struct ink_lines_box all = { x, y, width, 0, size.lines };
        for (size_t i = 0; i < p.link_count; i++)
            draw_link(ink, layout, &p.links[i], &all, 0);
    }
    g_object_unref(layout);
    return size;
}

double ink_longest_word(struct ink *ink, const char *text,
                        const struct ink_style *style)
{
    double widest = 0;
    struct parsed p = parse(ink->arena, text);
    PangoLayout *layout = make(ink, &p, style, 1);
    /* Width 1 with word wrapping alone: one unbreakable part a line. */
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD);
    PangoLayoutIter *iter = pango_layout_get_iter(layout);
    do {
        PangoRectangle r;
        pango_layout_iter_get_line_extents(iter, NULL, &r);
        widest = MAX(widest, (double)r.width / PANGO_SCALE);
    } while (pango_layout_iter_next_line(iter));
    pango_layout_iter_free(iter);
    g_object_unref(layout);
    return widest;
}

double ink_lines(struct ink *ink, const char *text, const struct ink_style *style,
                 const struct ink_lines_box *box)
{
    struct parsed p = parse(ink->arena, text);
    PangoLayout *layout = make(ink, &p, style, box->width);
    PangoLayoutIter *iter = pango_layout_get_iter(layout);
    double top = -1, bottom = 0;
    size_t i = 0;
    if (ink->cr != NULL) {
        note_unknown(ink, layout, &p);
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
    for (size_t k = 0; k < p.link_count && ink->cr != NULL; k++)
        draw_link(ink, layout, &p.links[k], box, top);
    g_object_unref(layout);
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

void ink_link(struct ink *ink, const char *link, double x, double y, double width,
              double height)
{
    if (ink->cr == NULL || ink->knows == NULL || link == NULL || link[0] == '\0')
        return;
    bool inside = link[0] == '#';
    const char *to = inside ? link + 1 : address(ink->arena, link);
    if (to == NULL || (inside && !ink->knows(ink->names, to)))
        return;
    const char *attributes = arena_printf(
        ink->arena, "rect=[%.2f %.2f %.2f %.2f] %s='%s'", x, y, width, height,
        inside ? "dest" : "uri", inside ? ink_name(ink->arena, to) : to);
    cairo_tag_begin(ink->cr, CAIRO_TAG_LINK, attributes);
    cairo_tag_end(ink->cr, CAIRO_TAG_LINK);
}

void ink_grey(struct ink *ink, double grey)
{
    if (ink->cr != NULL)
        cairo_set_source_rgb(ink->cr, grey, grey, grey);
}

void ink_rule(struct ink *ink, double x, double y, double width, double thickness)
{
    ink_line(ink, x, y, x + width, y, thickness);
}

void ink_line(struct ink *ink, double x1, double y1, double x2, double y2,
              double thickness)
{
    if (ink->cr == NULL)
        return;
    cairo_set_line_width(ink->cr, thickness);
    cairo_move_to(ink->cr, x1, y1);
    cairo_line_to(ink->cr, x2, y2);
    cairo_stroke(ink->cr);
}
