/* sheet.h - a workbook as plain data: what is in which cell, and how it looks.
 *
 * report/ fills these structs, writers/xlsx.c turns them into a file, and neither
 * knows the other.  Zero is the usual case of every member.  Rows and columns count
 * from 0 (row 0, col 0 is A1).  Texts are UTF-8 and arena-owned or constant; nothing
 * here owns memory.  Cells may come in any order; a cell given twice is an error.
 *
 * Text is text: a TEXT cell that begins with = + - @ stays a string.  Only
 * cell_formula() makes formulas, and nothing a file supplied may enter their text
 * other than through workbook_name() or text_in_formula().
 *
 * Functions that a formula may call, since Excel 2016 and LibreOffice 7.4 both
 * calculate them: IF MIN MAX SUM SUMPRODUCT INDEX MATCH ROUND INT ABS EXP LN SQRT AND
 * OR NOT IFERROR POISSON NA COUNT NPV XNPV IRR XIRR MIRR RATE PMT.  The writer refuses
 * any other.
 */
#ifndef REPORT_SHEET_H
#define REPORT_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

struct arena;

enum { SHEET_ROWS = 1048576, SHEET_COLUMNS = 16384, SHEET_TEXT_MOST = 32767 };

/* What a cell is for; the writer's table says how that looks.  Every look is told
 * apart in grey print too (weight, border, slant), never by colour alone. */
enum look {
    LOOK_PLAIN,
    LOOK_TITLE,   /* one a sheet, top left */
    LOOK_HEADING, /* of a section */
    LOOK_HEADER,  /* of a table's column; wraps */
    LOOK_LABEL,   /* first column of a table */
    LOOK_INPUT,   /* to be changed; the only cells that sheet protection leaves open */
    LOOK_RESULT,  /* a figure that the reader came for */
    LOOK_TOTAL,   /* sum line under a column */
    LOOK_NOTE,    /* small explanation */
    LOOK_ISSUED,  /* not live: as it was when the report was issued */
    LOOK_WARNING,
    LOOK_LINK,
    LOOK_COUNT
};

enum style_flag {
    STYLE_WRAP = 1,   /* several lines; the row grows */
    STYLE_RIGHT = 2,  /* default: text left, numbers right, headers as what is below */
    STYLE_CENTRE = 4, /* horizontally */
    STYLE_BOLD = 8,
    STYLE_INDENT = 16, /* one step */
};

struct style {
    enum look look;
    unsigned flags;            /* enum style_flag */
    const char *number_format; /* Excel's, in English: "#,##0.00"; NULL: by the size */
};

/* Number formats in use; money carries its currency in a column beside it. */
#define FORMAT_WHOLE   "#,##0"
#define FORMAT_MONEY   "#,##0.00"
#define FORMAT_PERCENT "0.00%"
#define FORMAT_DATE    "yyyy-mm-dd"
#define FORMAT_TEXT    "@"

enum cell_kind {
    CELL_BLANK, /* only style */
    CELL_TEXT,
    CELL_NUMBER,  /* not finite: shown as #N/A; a date is Excel's day number */
    CELL_FORMULA, /* with what the engine says it gives */
    CELL_LINK,    /* text shown, target where it leads */
};

struct cell {
    uint32_t row;
    uint16_t column;
    uint8_t kind; /* enum cell_kind */
    struct style style;
    double number;      /* NUMBER; FORMULA: cached result where `text` is NULL; a
                           result that does not exist is NAN and must be #N/A there */
    const char *text;   /* TEXT, LINK; FORMULA: cached result that is text */
    const char *target; /* FORMULA: its text without '='; LINK: "internal:'A b'!C3",
                           "https://..." or "mailto:..." */
    const char *note;   /* comment that pops up, or NULL */
};

struct column_width {
    uint16_t first, last; /* inclusive */
    double width;         /* in characters of the default font */
    struct style style;   /* of cells that are not given */
    bool hidden;
};

struct row_height {
    uint32_t row;
    double points; /* 0: automatic */
    uint8_t level; /* outline, 0 to 7 */
    bool hidden;
};

/* Cells first..last, inclusive. */
struct area {
    uint32_t first_row, last_row;
    uint16_t first_column, last_column;
};

enum validation_kind {
    VALID_DECIMAL, /* minimum..maximum; an infinite end is open */
    VALID_WHOLE,
    VALID_DATE,    /* Excel's day numbers */
    VALID_CHOICES, /* one of the texts or, where `from` is set, of a range's cells */
};

struct validation {
    struct area area;
    enum validation_kind kind;
    double minimum, maximum;
    const char *const *choices; /* ended by NULL; together at most 255 characters */
    const char *from;           /* "Lists!$A$2:$A$9", without '=' */
    const char *title;   /* shown while the cell is chosen; at most 32 characters */
    const char *message; /* at most 255 */
    const char *error;   /* said when the entry is outside; at most 255 */
    bool warn_only;      /* the entry may stay */
};

/* A cell that changes its look while a formula holds (is neither 0 nor FALSE).  The
 * formula is written for the area's first cell; relative references move along. */
enum mark { MARK_STALE, MARK_BAD, MARK_GOOD, MARK_FAINT };
struct condition {
    struct area area;
    const char *formula; /* without '='; may use any name or cell */
    enum mark mark;
};

enum sheet_chart_kind {
    SHEET_CHART_LINES,   /* scatter, straight lines */
    SHEET_CHART_POINTS,  /* scatter, markers only */
    SHEET_CHART_COLUMNS, /* categories side by side */
    SHEET_CHART_STACKED, /* categories stacked */
    SHEET_CHART_BARS,    /* horizontal */
};

struct sheet_axis {
    const char *title; /* with the unit */
    bool log;
    bool bounded; /* minimum and maximum hold */
    double minimum, maximum;
    const char *number_format; /* NULL: the cells' */
};

/* x and y lie in one row or one column of a sheet of this workbook. */
struct sheet_series {
    const char *name;  /* of the legend */
    const char *sheet; /* where both ranges lie */
    struct area x, y;
    bool markers; /* on lines, too */
};

struct sheet_chart {
    enum sheet_chart_kind kind;
    uint32_t row; /* top left corner */
    uint16_t column;
    unsigned width, height; /* pixels at 96 dpi; 0: 640 x 360 */
    const char *title, *alt;
    struct sheet_axis x, y;
    const struct sheet_series *series;
    size_t series_count;
    bool no_legend;
};

/* Rows that are too many to keep as cells: `fill` gives the cells of row `index` (from
 * 0; kind, style, number, text; row and column are the writer's).  They go below the
 * header rows of the sheet; where they do not fit, the sheet goes on as "NAME 2", with
 * the cells above `first_row` and all settings repeated. */
struct row_source {
    const void *of;
    void (*fill)(const void *of, size_t index, struct cell *cells);
    size_t count;
    uint32_t first_row; /* on each sheet; = number of header rows */
    uint16_t columns;   /* at most SOURCE_COLUMNS */
};
enum { SOURCE_COLUMNS = 64 };

struct sheet {
    const char *name;   /* at most 31 characters, none of []:*?/\ */
    const char *colour; /* of the tab, "#1F4E79"; NULL: none */
    struct cell *cells;
    size_t cell_count, cell_capacity;
    const struct column_width *widths;
    size_t width_count;
    const struct row_height *heights;
    size_t height_count;
    const struct area *merges; /* the first cell, given as usual, fills the area */
    size_t merge_count;
    const struct validation *validations;
    size_t validation_count;
    const struct condition *conditions;
    size_t condition_count;
    const struct sheet_chart *charts;
    size_t chart_count;
    struct row_source rows;   /* count 0: none */
    uint32_t freeze_row;      /* rows above stay in view; 0: none */
    uint16_t freeze_column;   /* columns to the left stay */
    struct area filter;       /* auto-filter; last_row 0: none */
    uint32_t repeat_rows;     /* printed on each page: rows 0..n-1 */
    bool portrait, hide_grid; /* default: landscape, grid on screen */
    bool protect;             /* all but LOOK_INPUT is locked, without a password */
    bool paper_letter;        /* default: A4 */
    bool many_pages_wide; /* default: fitted in width, to one page as long as that can
                           be read, else to several that repeat frozen columns */
    const char *header, *footer; /* Excel's codes: "&L&F&RPage &P of &N"; NULL: the
                                    title and the page */
};

struct defined_name {
    const char *name; /* as workbook_name() gives it */
    const char *sheet;
    struct area area;
};

struct property {
    const char *name, *value;
};

/* A moment of the study, never of the clock. */
struct moment {
    int year, month, day, hour, minute, second;
};

struct workbook {
    const char *title, *subject, *author, *company, *keywords, *comments;
    struct moment created;             /* required: year > 1900 */
    const struct property *properties; /* further ones: version, checksum, reference */
    size_t property_count;
    struct sheet *sheets;
    size_t sheet_count, sheet_capacity;
    const struct defined_name *names;
    size_t name_count;
    size_t active; /* the sheet shown first */
};

/* Filling.  Each adds one cell to the sheet and returns it, valid until the next. */
struct cell *cell_text(struct arena *a, struct sheet *s, uint32_t row, uint16_t column,
                       const char *text);
struct cell *cell_number(struct arena *a, struct sheet *s, uint32_t row,
                         uint16_t column, double number);
struct cell *cell_blank(struct arena *a, struct sheet *s, uint32_t row,
                        uint16_t column);
/* The caller sets number or text to what the engine says. */
struct cell *cell_formula(struct arena *a, struct sheet *s, uint32_t row,
                          uint16_t column, const char *formula);
struct cell *cell_link(struct arena *a, struct sheet *s, uint32_t row, uint16_t column,
                       const char *text, const char *target);

/* Addresses: "C5" or "$C$5"; with a sheet "Model!$C$5", "'Cash flow'!$C$5"; an area
 * "'Cash flow'!$C$5:$H$5". */
const char *cell_address(struct arena *a, uint32_t row, uint16_t column, bool absolute);
const char *cell_on_sheet(struct arena *a, const char *sheet, uint32_t row,
                          uint16_t column);
const char *area_on_sheet(struct arena *a, const char *sheet, struct area s);
/* "text" with its quotes doubled, fit for a formula. */
const char *text_in_formula(struct arena *a, const char *text);

/* The defined name for a name of the study.  '-' and whatever a name may not hold
 * become '_'; a name that reads as a cell (1 to 3 letters and digits; R, C, RC, R1,
 * C1, R1C1 ...) or as TRUE or FALSE gets a final '_'; a leading digit or point gets a
 * leading '_'; longer than 255 is cut.  Never NULL, never empty. */
const char *workbook_name(struct arena *a, const char *name);

/* Refuses names whose defined names differ in case only or not at all (a-b and a_b),
 * with both places.  False where any was refused. */
struct name_place {
    const char *name; /* the study's */
    struct where at;
};
bool workbook_names_differ(const struct name_place *names, size_t count,
                           struct diag *dg);

#endif
