/* pdf_piece.h - a document cut into pieces that pages are filled with.
 *
 * A block becomes one or more pieces; a piece never breaks.  Pieces are measured when
 * they are made, with an ink that has no surface, and drawn by their own function
 * once they have a page.  Everything lives in the layout's arena.
 */
#ifndef WRITERS_PDF_PIECE_H
#define WRITERS_PDF_PIECE_H

#include <stdbool.h>
#include <stddef.h>

#include "report/document.h"
#include "writers/ink.h"

struct piece;
typedef void piece_draw(struct ink *ink, const struct piece *p, double x, double y);

struct piece {
    double width, height;
    double before; /* white above it, none at the top of a page */
    bool keep_next, break_before;
    const char *name;    /* destination, or NULL */
    const char *outline; /* entry, or NULL */
    unsigned outline_level;
    const char *tag; /* structure element of the piece: "P"; NULL: it tags itself */
    const char *container;    /* element around it and its neighbours: "Table", "L" */
    const void *group;        /* same container element as long as this is the same */
    const struct piece *head; /* drawn above it where it begins a page */
    piece_draw *draw;
    const void *what; /* the draw function's matter */
    size_t index, from, to;
};

/* Destinations there are, in the order of their pieces. */
struct piece_names {
    const char **items;
    size_t count, capacity;
};

struct pieces {
    struct arena *arena;
    struct piece_names *names; /* shared by the pieces of columns */
    struct ink *ink;
    double width;       /* to lay out in */
    double page_height; /* nothing higher fits */
    struct piece *items;
    size_t count, capacity;
};

/* The name, or NULL where it is empty or taken: a file with one name twice would be
 * refused. */
const char *piece_claim(struct pieces *ps, const char *name);
bool piece_name_known(const struct piece_names *names, const char *name);

struct piece *piece_add(struct pieces *ps, double before, double height,
                        piece_draw *draw, const void *what);
/* The height of pieces below each other. */
double pieces_height(const struct piece *items, size_t count);
/* Draws them below each other, without regard to pages, with their tags. */
void pieces_draw(struct ink *ink, const struct piece *items, size_t count, double x,
                 double y);

/* Structure elements, where there is a surface that can have them. */
void piece_tag_begin(struct ink *ink, const char *tag);
void piece_tag_end(struct ink *ink, const char *tag);
void piece_destination(struct ink *ink, const char *name, double x, double y);

/* Appends a block's pieces. */
void pieces_add_blocks(struct pieces *ps, const struct doc_blocks *blocks);
void pieces_add_text(struct pieces *ps, const char *text, const struct ink_style *style,
                     double before);
void pieces_add_heading(struct pieces *ps, const char *text, unsigned level);
void pieces_add_table(struct pieces *ps, const struct doc_table *table);
void pieces_add_figures(struct pieces *ps, const struct doc_block *b);
void pieces_add_facts(struct pieces *ps, const struct doc_block *b);
void pieces_add_checks(struct pieces *ps, const struct doc_block *b);
void pieces_add_notice(struct pieces *ps, const struct doc_block *b);
void pieces_add_signatures(struct pieces *ps, const struct doc_block *b);

extern const struct ink_style PDF_TITLE, PDF_SUBTITLE, PDF_LEAD, PDF_BODY, PDF_STRONG,
    PDF_SMALL, PDF_HEADINGS[3];

#endif
