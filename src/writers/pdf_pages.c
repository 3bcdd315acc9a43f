#include "writers/pdf_pages.h"

#include <string.h>

#include <cairo.h>

#include "base/arena.h"

struct paper paper_of(const struct document *doc)
{
    struct paper p = { 595.28, 841.89, 51, 58, 50, 44 };
    if (doc->paper == DOC_LETTER) {
        p.width = 612;
        p.height = 792;
    }
    return p;
}

static double page_top(const struct paper *paper, size_t page)
{
    return page == 0 ? paper->first_top : paper->top;
}

double paper_room(const struct paper *paper, size_t page)
{
    return paper->height - paper->bottom - page_top(paper, page);
}

/* ---- where everything goes ---- */

struct filler {
    struct arena *arena;
    const struct paper *paper;
    struct pages pages;
    size_t page;
    double used; /* of the page's room */
};

static void put(struct filler *f, const struct piece *p, bool repeated)
{
    double before = f->used > 0 ? p->before : 0;
    ARENA_PUSH(f->arena, f->pages.items, f->pages.count, f->pages.capacity) =
        (struct placed){ p, f->page, page_top(f->paper, f->page) + f->used + before,
                         repeated };
    f->used += before + p->height;
}

static void next_page(struct filler *f, const struct piece *p)
{
    f->page++;
    f->used = 0;
    if (p->head)
        put(f, p->head, true);
}

static double head_of(const struct piece *p)
{
    return p->head ? p->head->height : 0;
}

/* Pieces from `i` on that are kept together. */
static double kept_height(const struct piece *pieces, size_t count, size_t i,
                          double *alone)
{
    double height = pieces[i].height;
    size_t k = i;
    for (; k + 1 < count && pieces[k].keep_next; k++)
        height += pieces[k + 1].before + pieces[k + 1].height;
    *alone = head_of(&pieces[i]) + height;
    return pieces[i].before + height;
}

struct pages pages_make(struct arena *a, const struct paper *paper,
                        const struct piece *pieces, size_t count)
{
    struct filler f = { .arena = a, .paper = paper };
    for (size_t i = 0; i < count; i++) {
        const struct piece *p = &pieces[i];
        double room = paper_room(paper, f.page) - f.used, alone;
        bool begins = i == 0 || !pieces[i - 1].keep_next;
        double kept = kept_height(pieces, count, i, &alone);
        bool fits = p->before + p->height <= room;
        /* What would not fit on a page of its own is not kept together. */
        if (begins && alone <= paper_room(paper, 1))
            fits = kept <= room;
        if (f.used > 0 && (!fits || p->break_before))
            next_page(&f, p);
        put(&f, p, false);
    }
    f.pages.page_count = f.page + 1;
    return f.pages;
}

/* ---- drawing ---- */

static const struct ink_style MARGINAL = { .size = 7, .grey = 0.3 };

static const char *or_text(const char *given, const char *made)
{
    return given ? given : made;
}

static const char *joined(struct arena *a, const char *x, const char *y)
{
    if (x == NULL || x[0] == '\0')
        return y ? y : "";
    if (y == NULL || y[0] == '\0')
        return x;
    return arena_printf(a, "%s \xc2\xb7 %s", x, y);
}

static const char *version_text(struct arena *a, const struct document *doc)
{
    const char *version = doc->version && doc->version[0]
                              ? arena_printf(a, "version %s", doc->version)
                              : "";
    return joined(a, joined(a, doc->reference, version), doc->status);
}

/* Left and right texts on one line; the left one is shortened by wrapping away. */
static void marginal(struct ink *ink, const struct paper *paper, double y,
                     const char *left, const char *right)
{
    double width = paper->width - 2 * paper->left;
    struct ink_style style = MARGINAL;
    double taken = ink_measure(ink, right, &style, 0).width;
    style.align = INK_RIGHT;
    ink_text(ink, right, &style,
             (struct ink_place){ paper->width - paper->left, y, 0 });
    style.align = INK_LEFT;
    double room = width - taken - 16;
    while (style.size > 5 && ink_measure(ink, left, &style, 0).width > room)
        style.size -= 0.25;
    struct ink_lines_box box = { paper->left, y, room, 0, 1 };
    ink_lines(ink, left, &style, &box);
}

static void draw_margins(struct ink *ink, const struct document *doc, size_t page,
                         size_t page_count)
{
    struct paper paper = paper_of(doc);
    double width = paper.width - 2 * paper.left;
    struct arena *a = ink->arena;
    if (page > 0) {
        marginal(ink, &paper, 30, or_text(doc->header_left, or_text(doc->title, "")),
                 or_text(doc->header_right, version_text(a, doc)));
        ink_grey(ink, 0.4);
        ink_rule(ink, paper.left, 42, width, 0.5);
    }
    const char *sum = doc->checksum && doc->checksum[0]
                          ? arena_printf(a, "inputs %s", doc->checksum)
                          : "";
    const char *footer =
        or_text(doc->footer_left, joined(a, joined(a, doc->reference, doc->date),
                                         joined(a, sum, doc->producer)));
    double y = paper.height - 32;
    ink_grey(ink, 0.4);
    ink_rule(ink, paper.left, y - 4, width, 0.5);
    marginal(ink, &paper, y, footer,
             arena_printf(a, "page %zu of %zu", page + 1, page_count));
}

static bool same_container(const struct placed *x, const struct placed *y)
{
    return x->page == y->page && x->piece->group != NULL &&
           x->piece->group == y->piece->group;
}

void pages_draw(struct ink *ink, const struct document *doc, const struct pages *pages,
                size_t page)
{
    double x = paper_of(doc).left;
    for (size_t i = 0; i < pages->count; i++) {
        const struct placed *at = &pages->items[i];
        const struct piece *p = at->piece;
        if (at->page != page)
            continue;
        bool first = i == 0 || !same_container(at, at - 1);
        bool last = i + 1 == pages->count || !same_container(at, at + 1);
        if (!at->repeated)
            piece_destination(ink, p->name, x, at->y - 4);
        if (p->container && first)
            piece_tag_begin(ink, p->container);
        piece_tag_begin(ink, p->tag);
        p->draw(ink, p, x, at->y);
        piece_tag_end(ink, p->tag);
        if (p->container && last)
            piece_tag_end(ink, p->container);
    }
    draw_margins(ink, doc, page, pages->page_count);
}
