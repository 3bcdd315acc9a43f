#include "writers/ink_layout.h"

#include <string.h>

#include <pango/pangocairo.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/unit.h"
#include "report/document.h"
#include "writers/font.h"

enum { MOST_OPEN = 8, KEPT = 1024 };

/* Text as pango wants it, and where its links are. */
struct parsed {
    struct buf out;
    PangoAttrList *attrs;
    struct ink_span *links;
    size_t link_count, link_capacity;
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
        ARENA_PUSH(p->out.arena, p->links, p->link_count, p->link_capacity) =
            (struct ink_span){ p->open[p->depth].name, from, p->out.length };
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
        const char *number = s;
        while (number > text &&
               (g_ascii_isdigit(number[-1]) || strchr(".,", number[-1])))
            number--;
        attr->start_index = (guint)(number - text);
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

static PangoLayout *lay_out(struct ink *ink, struct parsed *p,
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
    bool words = width == INK_WORDS;
    pango_layout_set_wrap(layout, words ? PANGO_WRAP_WORD : PANGO_WRAP_WORD_CHAR);
    pango_layout_set_line_spacing(layout,
                                  (float)(style->leading > 0 ? style->leading : 1.12));
    /* A hair more, so that text wraps as it did when its own width was measured. */
    double wrap = words ? 1 : width;
    pango_layout_set_width(layout, wrap > 0 ? (int)((wrap + 0.02) * PANGO_SCALE) : -1);
    static const PangoAlignment aligns[] = { PANGO_ALIGN_LEFT, PANGO_ALIGN_RIGHT,
                                             PANGO_ALIGN_CENTER };
    pango_layout_set_alignment(layout, aligns[style->align]);
    return layout;
}

static bool same_style(const struct ink_style *a, const struct ink_style *b)
{
    /* Grey and colour are the pen's, not the layout's. */
    return a->size == b->size && a->leading == b->leading && a->bold == b->bold &&
           a->mono == b->mono && a->align == b->align;
}

static size_t slot_of(const char *text, const struct ink_style *style, double width)
{
    size_t h = g_str_hash(text);
    h = h * 31 + (size_t)(style->size * 64) + (style->bold ? 7 : 0);
    return (h * 31 + (size_t)((width + 1) * 16)) % KEPT;
}

const struct ink_made *ink_make(struct ink *ink, const char *text,
                                const struct ink_style *style, double width)
{
    if (text == NULL)
        text = "";
    if (ink->kept == NULL)
        ink->kept = ARENA_ARRAY(ink->arena, KEPT, struct ink_made *);
    struct ink_made **slot = &ink->kept[slot_of(text, style, width)];
    struct ink_made *m = *slot;
    if (m != NULL && m->width == width && same_style(&m->style, style) &&
        strcmp(m->text, text) == 0)
        return m;
    if (m == NULL)
        m = *slot = ARENA_NEW(ink->arena, struct ink_made);
    else
        g_object_unref(m->layout);
    struct parsed p = parse(ink->arena, text);
    *m = (struct ink_made){ .text = arena_strdup(ink->arena, text),
                            .style = *style,
                            .width = width,
                            .plain = buf_text(&p.out),
                            .links = p.links,
                            .link_count = p.link_count,
                            .layout = lay_out(ink, &p, style, width) };
    return m;
}

void ink_close(struct ink *ink)
{
    for (size_t i = 0; ink->kept != NULL && i < KEPT; i++)
        if (ink->kept[i] != NULL)
            g_object_unref(ink->kept[i]->layout);
    ink->kept = NULL;
}
