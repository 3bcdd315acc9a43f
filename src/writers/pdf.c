#include "writers/pdf.h"

#include <string.h>

#include <cairo-pdf.h>
#include <cairo.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/diag.h"
#include "base/output.h"
#include "report/document.h"
#include "writers/font.h"
#include "writers/pdf_pages.h"
#include "writers/pdf_piece.h"

static bool knows(const void *names, const char *name)
{
    return piece_name_known(names, name);
}

/* ---- the document as pieces ---- */

static const char *title_line(struct arena *a, const struct document *doc)
{
    struct buf b = buf_on(a);
    const struct {
        const char *label, *text;
    } parts[] = { { "Reference ", doc->reference },
                  { "Version ", doc->version },
                  { "", doc->status },
                  { "", doc->date },
                  { "", doc->author } };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i].text && parts[i].text[0])
            buf_printf(&b, "%s%s%s", b.length > 0 ? "  \xc2\xb7  " : "", parts[i].label,
                       parts[i].text);
    return buf_text(&b);
}

static void draw_title_rule(struct ink *ink, const struct piece *p, double x, double y)
{
    ink_grey(ink, 0);
    ink_rule(ink, x, y, p->width, 1.4);
}

static void add_title(struct pieces *ps, const struct document *doc)
{
    size_t first = ps->count;
    pieces_add_text(ps, doc->title, &PDF_TITLE, 0);
    for (size_t i = first; i < ps->count; i++)
        ps->items[i].tag = "H";
    pieces_add_text(ps, doc->subtitle, &PDF_SUBTITLE, 2);
    pieces_add_text(ps, title_line(ps->arena, doc), &PDF_SMALL, 3);
    piece_add(ps, 5, 1.5, draw_title_rule, NULL);
}

static void add_section(struct pieces *ps, const struct doc_section *s)
{
    size_t first = ps->count;
    if (s->title && !s->untitled)
        pieces_add_heading(ps, s->title, s->level);
    pieces_add_blocks(ps, &s->blocks);
    if (first == ps->count)
        return;
    struct piece *p = &ps->items[first];
    p->outline = s->title;
    p->outline_level = s->level > 0 ? s->level : 1;
    p->break_before = p->break_before || s->new_page;
    const char *name = piece_claim(ps, s->name);
    p->name = name ? name : p->name;
}

/* ---- the file ---- */

static cairo_status_t keep(void *closure, const unsigned char *bytes, unsigned size)
{
    buf_add_n(closure, (const char *)bytes, size);
    return CAIRO_STATUS_SUCCESS;
}

static void set_metadata(cairo_surface_t *surface, const struct document *doc,
                         struct arena *a)
{
    const char *iso = ink_pdf_date(a, doc->date);
    const struct {
        cairo_pdf_metadata_t which;
        const char *text;
    } all[] = {
        { CAIRO_PDF_METADATA_TITLE, doc->title },
        { CAIRO_PDF_METADATA_AUTHOR, doc->author },
        { CAIRO_PDF_METADATA_SUBJECT, doc->subject },
        { CAIRO_PDF_METADATA_KEYWORDS, doc->keywords },
        { CAIRO_PDF_METADATA_CREATOR, doc->producer },
        { CAIRO_PDF_METADATA_CREATE_DATE, iso },
        { CAIRO_PDF_METADATA_MOD_DATE, iso },
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].text && all[i].text[0])
            cairo_pdf_surface_set_metadata(surface, all[i].which,
                                           ink_plain(a, all[i].text));
}

static void add_outline(cairo_surface_t *surface, struct arena *a,
                        const struct pages *pages, double left)
{
    int parents[4] = { CAIRO_PDF_OUTLINE_ROOT, 0, 0, 0 };
    unsigned deepest = 0;
    for (size_t i = 0; i < pages->count; i++) {
        const struct placed *at = &pages->items[i];
        if (at->repeated || at->piece->outline == NULL)
            continue;
        unsigned level = at->piece->outline_level;
        level = level > deepest + 1 ? deepest + 1 : level > 3 ? 3 : level;
        const char *where = arena_printf(a, "page=%zu pos=[%.2f %.2f]", at->page + 1,
                                         left, at->y > 6 ? at->y - 6 : 0);
        parents[level] = cairo_pdf_surface_add_outline(
            surface, parents[level - 1], ink_plain(a, at->piece->outline), where,
            level == 1 ? CAIRO_PDF_OUTLINE_FLAG_OPEN : 0);
        deepest = level;
    }
}

/* The file's bytes in `out`; cairo's words on failure, else NULL. */
static const char *render(struct ink *ink, const struct document *doc,
                          const struct pages *pages, struct buf *out)
{
    struct paper paper = paper_of(doc);
    cairo_surface_t *surface =
        cairo_pdf_surface_create_for_stream(keep, out, paper.width, paper.height);
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5);
    set_metadata(surface, doc, ink->arena);
    ink->cr = cairo_create(surface);
    /* One for all pages: readers want a single root. */
    cairo_tag_begin(ink->cr, "Document", NULL);
    for (size_t page = 0; page < pages->page_count; page++) {
        cairo_pdf_surface_set_page_label(surface,
                                         arena_printf(ink->arena, "%zu", page + 1));
        pages_draw(ink, doc, pages, page);
        if (page + 1 == pages->page_count)
            cairo_tag_end(ink->cr, "Document");
        cairo_show_page(ink->cr);
    }
    add_outline(surface, ink->arena, pages, paper.left);
    cairo_status_t status = cairo_status(ink->cr);
    cairo_destroy(ink->cr);
    ink->cr = NULL;
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return status == CAIRO_STATUS_SUCCESS ? NULL : cairo_status_to_string(status);
}

bool pdf_write(const struct document *doc, const char *path, struct diag *dg)
{
    struct font_set fonts;
    if (!font_open(&fonts, dg))
        return false;
    struct ink ink = { .arena = dg->arena, .fonts = &fonts };
    struct paper paper = paper_of(doc);
    struct piece_names names = { 0 };
    struct pieces ps = { .arena = dg->arena, .ink = &ink, .names = &names };
    ps.width = paper.width - 2 * paper.left;
    ps.page_height = paper_room(&paper, 1);
    add_title(&ps, doc);
    for (size_t i = 0; i < doc->count; i++)
        add_section(&ps, &doc->sections[i]);
    struct pages pages = pages_make(dg->arena, &paper, ps.items, ps.count);
    ink.knows = knows;
    ink.names = &names;
    struct buf out = buf_on(dg->arena);
    const char *wrong = render(&ink, doc, &pages, &out);
    ink_close(&ink);
    font_close(&fonts);
    if (wrong != NULL)
        return diag_world(dg, (struct where){ 0 }, "cannot make '%s': %s", path, wrong);
    if (ink.left_out > 0)
        diag_warn(dg, (struct where){ 0 },
                  "the charts on the pages have no room for %zu of their labels",
                  ink.left_out);
    if (ink.unknown > 0)
        diag_warn(
            dg, (struct where){ 0 },
            "%zu characters have no glyph in the fonts and show as boxes, first in "
            "'%s'",
            ink.unknown, ink.unknown_in);
    return output_replace(dg->arena, path, out.text, out.length, dg);
}
