/* ink.h - text and rules on a surface: what pages and plots are drawn with.
 *
 * Lengths are points (1/72 inch), y grows downwards.  The same calls measure when
 * `cr` is NULL, so that what was measured is what is drawn.  Text may carry the
 * control characters of report/document.h; anything else is shown as it is.
 */
#ifndef WRITERS_INK_H
#define WRITERS_INK_H

#include <stdbool.h>
#include <stddef.h>

struct _cairo;
struct _PangoLayout;
struct arena;
struct font_set;
struct ink_made;

enum ink_align { INK_LEFT, INK_RIGHT, INK_CENTRE };

struct ink_style {
    double size;      /* of the font, points */
    double grey;      /* 0 black to 1 white */
    double colour[3]; /* used where any is > 0 */
    double leading;   /* line distance as a multiple of the font's own, 0: 1.12 */
    bool bold, mono;
    enum ink_align align;
};

struct ink {
    struct arena *arena;
    const struct font_set *fonts;
    struct _cairo *cr;      /* NULL: measure only */
    size_t unknown;         /* characters drawn that no font has */
    const char *unknown_in; /* the first text that had one */
    size_t left_out;        /* labels of charts that found no room */
    /* Internal links are drawn where this knows their destination; NULL: none. */
    bool (*knows)(const void *names, const char *name);
    const void *names;
    struct ink_made **kept; /* shaped texts, see ink_layout.h */
};

/* Lets go of the shaped texts; before the fonts are closed. */
void ink_close(struct ink *ink);

struct ink_size {
    double width, height;
    double baseline; /* of the first line, from the top */
    size_t lines;
};

struct ink_place {
    double x, y, width;
};

struct ink_area {
    double x, y, width, height;
};

struct ink_lines_box {
    double x, y, width;
    size_t from, to;
};

/* `width` wraps (between words, inside one that is wider); 0 does not. */
struct ink_size ink_measure(struct ink *ink, const char *text,
                            const struct ink_style *style, double width);
/* At the upper left corner (x, y) of a box `width` wide; for width 0, x is the left
 * end, right end or middle, by the style's alignment. */
struct ink_size ink_text(struct ink *ink, const char *text,
                         const struct ink_style *style, struct ink_place at);
/* The lines `from` to before `to` of the wrapped text alone, the first at y; the height
 * they take.  For text that goes on over a page. */
double ink_lines(struct ink *ink, const char *text, const struct ink_style *style,
                 const struct ink_lines_box *box);
/* The width of the widest part of `text` that wrapping would not break. */
double ink_longest_word(struct ink *ink, const char *text,
                        const struct ink_style *style);

/* A destination's name as the file holds it: letters, digits, "-", ":", ".", and
 * "_" with two hex digits for anything else. */
const char *ink_name(struct arena *a, const char *name);

/* A rectangle that leads to "#name" or to an address on the web; nothing
 * where the name is unknown or the address of another kind. */
void ink_link(struct ink *ink, const char *link, struct ink_area at);

/* A creation date as cairo reads it, from "YYYY-MM-DD"; from anything else a fixed
 * one, for without a date the file would hold the clock's. */
const char *ink_pdf_date(struct arena *a, const char *date);

/* The style in the colour of links, dark enough for grey print. */
struct ink_style ink_linked(struct ink_style style);

void ink_grey(struct ink *ink, double grey);
void ink_rule(struct ink *ink, double x, double y, double width, double thickness);
void ink_upright(struct ink *ink, double x, double y, double height, double thickness);

/* Without control characters and with invalid UTF-8 replaced; arena-owned. */
const char *ink_plain(struct arena *a, const char *text);

#endif
