#include "writers/pdf_piece.h"

#include <math.h>
#include <string.h>

#include <cairo.h>

#include "base/arena.h"
#include "writers/plot_scene.h"

const struct ink_style PDF_TITLE = { .size = 17, .bold = true, .leading = 1.02 };
const struct ink_style PDF_SUBTITLE = { .size = 9.5, .grey = 0.25 };
const struct ink_style PDF_LEAD = { .size = 10.2, .leading = 1.15 };
const struct ink_style PDF_BODY = { .size = 8.6, .leading = 1.18 };
const struct ink_style PDF_STRONG = { .size = 8.6, .leading = 1.18, .bold = true };
const struct ink_style PDF_SMALL = { .size = 7.3, .grey = 0.3 };
const struct ink_style PDF_HEADINGS[3] = {
    { .size = 13.5, .bold = true },
    { .size = 10.5, .bold = true },
    { .size = 9, .bold = true },
};

bool piece_name_known(const struct piece_names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->items[i], name) == 0)
            return true;
    return false;
}

const char *piece_claim(struct pieces *ps, const char *name)
{
    if (name == NULL || name[0] == '\0' || piece_name_known(ps->names, name))
        return NULL;
    ARENA_PUSH(ps->arena, ps->names->items, ps->names->count, ps->names->capacity) =
        name;
    return name;
}

struct piece *piece_add(struct pieces *ps, double before, double height,
                        piece_draw *draw, const void *what)
{
    struct piece *p = &ARENA_PUSH(ps->arena, ps->items, ps->count, ps->capacity);
    *p = (struct piece){ .width = ps->width,
                         .height = height,
                         .before = before,
                         .draw = draw,
                         .what = what };
    return p;
}

double pieces_height(const struct piece *items, size_t count)
{
    double height = 0;
    for (size_t i = 0; i < count; i++)
        height += items[i].height + (i > 0 ? items[i].before : 0);
    return height;
}

void piece_tag_begin(struct ink *ink, const char *tag)
{
    if (ink->cr != NULL && tag != NULL)
        cairo_tag_begin(ink->cr, tag, NULL);
}

void piece_tag_end(struct ink *ink, const char *tag)
{
    if (ink->cr != NULL && tag != NULL)
        cairo_tag_end(ink->cr, tag);
}

void piece_destination(struct ink *ink, const char *name, double x, double y)
{
    if (ink->cr == NULL || name == NULL || name[0] == '\0')
        return;
    const char *attributes = arena_printf(ink->arena, "name='%s' x=%.2f y=%.2f",
                                          ink_name(ink->arena, name), x, fmax(y, 0));
    cairo_tag_begin(ink->cr, CAIRO_TAG_DEST, attributes);
    cairo_tag_end(ink->cr, CAIRO_TAG_DEST);
}

void pieces_draw(struct ink *ink, const struct piece *items, size_t count, double x,
                 double y)
{
    for (size_t i = 0; i < count; i++) {
        const struct piece *p = &items[i];
        bool first = i == 0 || items[i - 1].group != p->group || p->group == NULL;
        bool last =
            i + 1 == count || items[i + 1].group != p->group || p->group == NULL;
        if (i > 0)
            y += p->before;
        piece_destination(ink, p->name, x, y - 4);
        if (p->container && first)
            piece_tag_begin(ink, p->container);
        piece_tag_begin(ink, p->tag);
        p->draw(ink, p, x, y);
        piece_tag_end(ink, p->tag);
        if (p->container && last)
            piece_tag_end(ink, p->container);
        y += p->height;
    }
}

/* ---- text ---- */

struct text_block {
    const char *text, *link;
    const struct ink_style *style;
    double indent;
    const char *bullet;
};

static void draw_text(struct ink *ink, const struct piece *p, double x, double y)
{
    const struct text_block *t = p->what;
    if (t->bullet && p->from == 0)
        ink_text(ink, t->bullet, t->style,
                 (struct ink_place){ x + t->indent - 9, y, 0 });
    struct ink_lines_box box = { x + t->indent, y, p->width - t->indent, p->from,
                                 p->to };
    struct ink_style style = t->link ? ink_linked(*t->style) : *t->style;
    ink_lines(ink, t->text, &style, &box);
    if (t->link)
        ink_link(
            ink, t->link,
            (struct ink_area){ x + t->indent, y, p->width - t->indent, p->height });
}

/* Up to this many lines stay together; longer texts break, never leaving one line. */
enum { WHOLE_LINES = 5, CHUNK_LINES = 2 };

static void add_text_block(struct pieces *ps, const struct text_block *t, double before)
{
    double width = ps->width - t->indent;
    size_t lines = ink_measure(ps->ink, t->text, t->style, width).lines;
    const struct text_block *kept =
        memcpy(ARENA_NEW(ps->arena, struct text_block), t, sizeof *t);
    for (size_t from = 0; from < lines;) {
        size_t to = lines <= WHOLE_LINES ? lines : from + CHUNK_LINES;
        if (to + 1 >= lines)
            to = lines;
        struct ink_lines_box box = { 0, 0, width, from, to };
        double height = ink_lines(ps->ink, t->text, t->style, &box);
        struct piece *p =
            piece_add(ps, from == 0 ? before : 0, height, draw_text, kept);
        p->tag = "P";
        p->from = from;
        p->to = to;
        from = to;
    }
}

void pieces_add_text(struct pieces *ps, const char *text, const struct ink_style *style,
                     double before)
{
    struct text_block t = { .text = text, .style = style };
    if (text != NULL && text[0] != '\0')
        add_text_block(ps, &t, before);
}

void pieces_add_heading(struct pieces *ps, const char *text, unsigned level)
{
    static const double before[3] = { 20, 14, 10 };
    static const char *const tags[3] = { "H1", "H2", "H3" };
    size_t i = level < 1 ? 0 : level > 3 ? 2 : level - 1;
    size_t first = ps->count;
    pieces_add_text(ps, text, &PDF_HEADINGS[i], before[i]);
    for (; first < ps->count; first++) {
        ps->items[first].tag = tags[i];
        ps->items[first].keep_next = true;
    }
}

static void add_paragraph(struct pieces *ps, const struct doc_block *b)
{
    bool lead = b->kind == DOC_LEAD;
    struct text_block t = { .text = b->text,
                            .link = b->link,
                            .style = lead ? &PDF_LEAD : &PDF_BODY };
    if (b->text != NULL && b->text[0] != '\0')
        add_text_block(ps, &t, lead ? 7 : 5);
}

static void add_bullets(struct pieces *ps, const struct doc_block *b)
{
    for (size_t i = 0; i < b->count; i++) {
        struct text_block t = { .text = b->texts[i] ? b->texts[i] : "",
                                .style = &PDF_BODY,
                                .indent = 12,
                                .bullet = "\xe2\x80\xa2" };
        size_t first = ps->count;
        add_text_block(ps, &t, i == 0 ? 4 : 2);
        for (; first < ps->count; first++) {
            ps->items[first].tag = "LI";
            ps->items[first].container = "L";
            ps->items[first].group = b;
        }
    }
}

/* ---- plots ---- */

static void draw_plot(struct ink *ink, const struct piece *p, double x, double y)
{
    plot_scene_draw(ink, p->what, x, y);
}

static void add_plot(struct pieces *ps, const struct doc_block *b)
{
    struct plot_scene *scene = ARENA_NEW(ps->arena, struct plot_scene);
    *scene = plot_scene_make(ps->ink, b->plot, ps->width);
    ps->ink->left_out += scene->left_out;
    struct piece *p = piece_add(ps, 10, scene->height, draw_plot, scene);
    p->tag = "Figure";
    if (b->text == NULL || b->text[0] == '\0')
        return;
    p->keep_next = true;
    pieces_add_text(ps, b->text, &PDF_SMALL, 3);
    ps->items[ps->count - 1].tag = "Caption";
}

/* ---- blocks that hold blocks ---- */

struct columns {
    struct piece *left, *right;
    size_t left_count, right_count;
    double right_x;
};

static void draw_columns(struct ink *ink, const struct piece *p, double x, double y)
{
    const struct columns *c = p->what;
    pieces_draw(ink, c->left, c->left_count, x, y);
    pieces_draw(ink, c->right, c->right_count, x + c->right_x, y);
}

static void add_columns(struct pieces *ps, const struct doc_block *b)
{
    static const double GUTTER = 16;
    double share = b->share > 0 && b->share < 1 ? b->share : 0.5;
    size_t names = ps->names->count;
    struct pieces left = *ps, right = *ps;
    left.items = right.items = NULL;
    left.count = right.count = left.capacity = right.capacity = 0;
    left.width = (ps->width - GUTTER) * share;
    right.width = ps->width - GUTTER - left.width;
    pieces_add_blocks(&left, &b->left);
    pieces_add_blocks(&right, &b->right);
    double height = fmax(pieces_height(left.items, left.count),
                         pieces_height(right.items, right.count));
    if (height > ps->page_height) { /* below each other, so that nothing is cut */
        ps->names->count = names;
        pieces_add_blocks(ps, &b->left);
        pieces_add_blocks(ps, &b->right);
        return;
    }
    struct columns *c = ARENA_NEW(ps->arena, struct columns);
    *c = (struct columns){ left.items, right.items, left.count, right.count,
                           left.width + GUTTER };
    struct piece *p = piece_add(ps, 8, height, draw_columns, c);
    p->container = "Div";
    p->group = b;
}

static void add_block(struct pieces *ps, const struct doc_block *b)
{
    switch (b->kind) {
    case DOC_HEADING:
        pieces_add_heading(ps, b->text, b->level + (b->level == 0) + 1);
        break;
    case DOC_PARAGRAPH:
    case DOC_LEAD:
        add_paragraph(ps, b);
        break;
    case DOC_BULLETS:
        add_bullets(ps, b);
        break;
    case DOC_FIGURES:
        pieces_add_figures(ps, b);
        break;
    case DOC_FACTS:
        pieces_add_facts(ps, b);
        break;
    case DOC_TABLE:
        pieces_add_table(ps, b->table);
        break;
    case DOC_PLOT:
        add_plot(ps, b);
        break;
    case DOC_NOTICE:
        pieces_add_notice(ps, b);
        break;
    case DOC_SIGNATURES:
        pieces_add_signatures(ps, b);
        break;
    case DOC_CHECKS:
        pieces_add_checks(ps, b);
        break;
    case DOC_COLUMNS:
        add_columns(ps, b);
        break;
    case DOC_TOGETHER:
    case DOC_PAGE_BREAK:
        pieces_add_blocks(ps, &b->left);
        break;
    }
}

/* A sentence stays with the table or picture that it introduces. */
static bool introduces(const struct doc_blocks *blocks, size_t i)
{
    if (blocks->items[i].kind != DOC_PARAGRAPH || i + 1 == blocks->count)
        return false;
    enum block_kind next = blocks->items[i + 1].kind;
    return next == DOC_TABLE || next == DOC_PLOT || next == DOC_BULLETS ||
           next == DOC_CHECKS;
}

void pieces_add_blocks(struct pieces *ps, const struct doc_blocks *blocks)
{
    bool break_next = false;
    for (size_t i = 0; i < blocks->count; i++) {
        const struct doc_block *b = &blocks->items[i];
        size_t first = ps->count;
        add_block(ps, b);
        if (first == ps->count) {
            break_next = break_next || b->kind == DOC_PAGE_BREAK;
            continue;
        }
        ps->items[first].break_before = break_next;
        break_next = false;
        if (ps->items[first].name == NULL)
            ps->items[first].name = piece_claim(ps, b->name);
        if (introduces(blocks, i) && ps->count - first <= 2)
            ps->items[ps->count - 1].keep_next = true;
        for (size_t k = first; b->kind == DOC_TOGETHER && k + 1 < ps->count; k++)
            ps->items[k].keep_next = true;
    }
}
