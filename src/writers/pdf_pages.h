/* pdf_pages.h - pieces onto pages. */
#ifndef WRITERS_PDF_PAGES_H
#define WRITERS_PDF_PAGES_H

#include "writers/pdf_piece.h"

struct paper {
    double width, height;     /* of the sheet */
    double left, top, bottom; /* margins; the right one is the left's */
    double first_top;         /* on the first page, which has no header */
};

struct placed {
    const struct piece *piece;
    size_t page; /* from 0 */
    double y;
    bool repeated; /* a table's head, again */
};

struct pages {
    struct placed *items; /* ascending pages, then y */
    size_t count, capacity;
    size_t page_count;
};

struct paper paper_of(const struct document *doc);
/* Height left for pieces on a page. */
double paper_room(const struct paper *paper, size_t page);

struct pages pages_make(struct arena *a, const struct paper *paper,
                        const struct piece *pieces, size_t count);

/* One page's pieces, with header and footer; the caller shows the page. */
void pages_draw(struct ink *ink, const struct document *doc, const struct pages *pages,
                size_t page);

#endif
