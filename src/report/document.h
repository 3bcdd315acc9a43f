/* document.h - a report as plain data: metadata, sections, blocks.
 *
 * The PDF and the terminal text are both written from this.  It computes nothing:
 * every number is already text with its unit.  Zero is the default everywhere.  All
 * strings are UTF-8, owned by the caller's arena; NULL is the same as "".  Arrays
 * have a capacity so that ARENA_PUSH() can grow them.
 *
 * Text may carry emphasis as the control characters below, never as markup: what a
 * file supplied is shown as it is, whatever it contains.  "\n" breaks a line.
 *     arena_printf(a, "Buy " TEXT_STRONG "%s" TEXT_END " below %s.", name, value)
 *     TEXT_GOTO "sec:prices" TEXT_TO "the prices" TEXT_END   (internal link)
 */
#ifndef REPORT_DOCUMENT_H
#define REPORT_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "report/plot.h"

#define TEXT_STRONG "\1"
#define TEXT_QUIET  "\2" /* grey and a little smaller: notes beside a figure */
#define TEXT_MONO   "\3" /* file names, keys, checksums */
#define TEXT_END    "\4" /* closes the innermost of the others */
#define TEXT_GOTO   "\5"
#define TEXT_TO     "\6"

struct doc_block;

struct doc_blocks {
    struct doc_block *items;
    size_t count, capacity;
};

/* ---- tables ---- */

enum doc_align {
    DOC_LEFT,
    DOC_RIGHT,
    DOC_DECIMAL, /* by the decimal point; units and signs follow or lead freely */
    DOC_CENTRE,
};

struct doc_column {
    const char *title;
    const char *unit; /* second line of the head, in brackets: "TB", "USD" */
    enum doc_align align;
    double
        weight; /* share of the room that is left over, 0: 1 for text, 0 for numbers */
};

/* `link` is "#destination" or an address such as "https://example.org/". */
struct doc_cell {
    const char *text;
    const char *link;
};

enum doc_row_kind {
    DOC_ROW,
    DOC_ROW_GROUP, /* the first cell as a heading across the table, kept with the next
                    */
    DOC_ROW_SUBTOTAL, /* a thin rule above */
    DOC_ROW_TOTAL,    /* a rule above, bold */
    DOC_ROW_CHOSEN,   /* bold with a mark at the left: the recommended alternative */
};

struct doc_row {
    enum doc_row_kind kind;
    struct doc_cell *cells; /* as many as the table has columns */
    const char *name;       /* destination of internal links, or NULL */
};

struct doc_table {
    const char *title; /* above it; NULL: none */
    const struct doc_column *columns;
    size_t column_count;
    struct doc_row *rows;
    size_t count, capacity;
    const char *note; /* below it, small */
};

/* ---- other blocks ---- */

struct doc_figure { /* one key figure: "Total cost, 5 years" "144 000 USD" "present
                       value" */
    const char *label, *value, *note;
};

enum doc_status { DOC_MET, DOC_FAILED, DOC_UNKNOWN, DOC_INFO };
struct doc_check { /* a symbol and the status as a word, the text, the evidence */
    enum doc_status status;
    const char *word; /* instead of met, failed, unknown, info */
    const char *text, *evidence;
    const char *link;
};

enum doc_notice {
    DOC_WARNING,
    DOC_STOP,
    DOC_NOTE
}; /* symbol and word, not colour only */

struct doc_signature { /* a line each: role, name, and room for date and signature */
    const char *role;  /* "Prepared", "Reviewed", "Approved" */
    const char *name;  /* "" leaves a line to fill in */
    const char *date;  /* "" leaves a line to fill in */
};

enum block_kind {
    DOC_HEADING,   /* text; level 1 to 3 below the section's own */
    DOC_PARAGRAPH, /* text, link */
    DOC_LEAD,      /* the same, larger: the one sentence that is to be signed */
    DOC_BULLETS,   /* texts */
    DOC_FIGURES,   /* figures, in one row; more than 5 wrap to a second row */
    DOC_FACTS,  /* figures, one a line: label, value, note; for the dense first page */
    DOC_TABLE,  /* table */
    DOC_PLOT,   /* plot, text as caption */
    DOC_NOTICE, /* notice, title, text */
    DOC_SIGNATURES, /* signatures */
    DOC_CHECKS,     /* checks */
    DOC_COLUMNS,    /* left, right; share */
    DOC_TOGETHER,   /* left: stays on one page where it fits on one */
    DOC_PAGE_BREAK,
};

struct doc_block {
    enum block_kind kind;
    const char *name; /* destination of internal links, or NULL */
    unsigned level;   /* heading: 1 (default) to 3 */
    enum doc_notice notice;
    const char *title, *text, *link;
    const char *const *texts;
    const struct doc_figure *figures;
    const struct doc_check *checks;
    const struct doc_signature *signatures;
    size_t count; /* of texts, figures, checks or signatures */
    const struct doc_table *table;
    const struct plot *plot;
    struct doc_blocks left, right; /* columns: nothing in them breaks over a page */
    double share;                  /* columns: of the left one, 0: a half */
};

/* A section begins with its title as a heading, and an entry in the outline. */
struct doc_section {
    const char *title; /* NULL: no heading, no entry */
    const char *name;  /* destination of internal links, or NULL */
    unsigned level;    /* 1 (default) to 3 */
    bool new_page;
    bool untitled; /* entry in the outline, but no heading on the page */
    struct doc_blocks blocks;
};

enum doc_paper { DOC_A4, DOC_LETTER };

struct document {
    const char *title, *subtitle;
    const char *author, *subject, *keywords; /* metadata of the file */
    const char *date;      /* ISO: "2008-06-20"; also the file's creation date */
    const char *reference; /* "PR-1" */
    const char *version;   /* of the document */
    const char *status;    /* "draft", "final" */
    const char *checksum;  /* of the inputs; in the footer */
    const char *producer;  /* "priceperf 0.1.0" */
    /* NULL: title left, reference and version right; checksum left in the footer,
     * where "page x of y" is always right. */
    const char *header_left, *header_right, *footer_left;
    enum doc_paper paper;
    struct doc_section *sections;
    size_t count, capacity;
};

#endif
