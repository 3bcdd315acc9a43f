#include <ctype.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/utf8.h"
#include "writers/xlsx_formula.h"
#include "writers/xlsx_part.h"

enum {
    SHEET_NAME_MOST = 31,
    PROMPT_TITLE_MOST = 32,
    PROMPT_MOST = 255,
    CHOICES_MOST = 255,
    FOOTER_MOST = 255,
    LINK_MOST = 2079,
};

static const struct where nowhere;

struct check {
    const struct workbook *book;
    const struct sheet *sheet;
    struct diag *dg;
    bool ok;
};

static void refuse(struct check *k, const char *where, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static void refuse(struct check *k, const char *where, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    const char *words = arena_vprintf(k->dg->arena, fmt, args);
    va_end(args);
    k->ok = diag_error(k->dg, nowhere, "workbook, %s: %s", where, words);
}

static const char *place(struct check *k, const struct cell *c)
{
    return cell_on_sheet(k->dg->arena, k->sheet->name, c->row, c->column);
}

/* U+FFFE and U+FFFF are UTF-8 but no XML. */
static bool is_xml_text(const char *text, size_t *at)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < length;) {
        uint32_t character;
        size_t n = utf8_next(text + i, length - i, &character);
        *at = i;
        if (n == 0 || character == 0xFFFE || character == 0xFFFF)
            return false;
        i += n;
    }
    return true;
}

static void check_text(struct check *k, const char *where, const char *text,
                       size_t most)
{
    size_t at;
    if (text == NULL)
        return;
    if (!is_xml_text(text, &at)) {
        refuse(k, where, "byte %zu of a text is not UTF-8; convert the file it is from",
               at + 1);
        return;
    }
    size_t units = utf8_units16(text);
    if (units > most)
        refuse(k, where, "a text has %zu characters where %zu fit; shorten it", units,
               most);
}

static void check_link(struct check *k, const char *where, const struct cell *c)
{
    static const char *const ways[] = { "internal:", "https://", "http://", "mailto:" };
    for (size_t i = 0; c->target != NULL && i < sizeof ways / sizeof *ways; i++)
        if (strncmp(c->target, ways[i], strlen(ways[i])) == 0) {
            check_text(k, where, c->target, LINK_MOST);
            return;
        }
    refuse(k, where,
           "a link leads to '%s'; it may begin with internal:, https://, "
           "http:// or mailto:",
           c->target == NULL ? "" : c->target);
}

static void check_formula(struct check *k, const char *where, const char *formula)
{
    const char *why = NULL;
    if (formula == NULL || *formula == '\0')
        refuse(k, where, "a formula is empty");
    else if (!xlsx_formula_is_plain(k->dg->arena, formula, &why))
        refuse(k, where, "formula '%.200s' %s", formula, why);
}

static void check_cell(struct check *k, const struct cell *c)
{
    const char *where = place(k, c);
    if (c->row >= SHEET_ROWS || c->column >= SHEET_COLUMNS)
        refuse(k, where, "a sheet has %d rows and %d columns", SHEET_ROWS,
               SHEET_COLUMNS);
    if (c->style.look >= LOOK_COUNT)
        refuse(k, where, "look %d is unknown", (int)c->style.look);
    if (c->kind == CELL_FORMULA)
        check_formula(k, where, c->target);
    if (c->kind == CELL_LINK)
        check_link(k, where, c);
    if (c->kind == CELL_TEXT && c->text == NULL)
        refuse(k, where, "a text is missing");
    check_text(k, where, c->text, SHEET_TEXT_MOST);
    check_text(k, where, c->note, SHEET_TEXT_MOST);
}

static void check_cells(struct check *k)
{
    const struct sheet *s = k->sheet;
    for (size_t i = 0; i < s->cell_count; i++) {
        const struct cell *c = &s->cells[i];
        check_cell(k, c);
        if (i > 0 && c->row == c[-1].row && c->column == c[-1].column)
            refuse(k, place(k, c), "the cell is given twice");
        if (s->rows.count > 0 && c->row >= s->rows.first_row)
            refuse(k, place(k, c),
                   "the cell lies among the rows of the sheet's source");
    }
}

static bool area_is_whole(const struct area *s)
{
    return s->first_row <= s->last_row && s->first_column <= s->last_column &&
           s->last_row < SHEET_ROWS && s->last_column < SHEET_COLUMNS;
}

static bool areas_meet(const struct area *a, const struct area *b)
{
    return a->first_row <= b->last_row && b->first_row <= a->last_row &&
           a->first_column <= b->last_column && b->first_column <= a->last_column;
}

static void check_area(struct check *k, const struct area *s, const char *of)
{
    if (!area_is_whole(s))
        refuse(k, k->sheet->name, "the cells of a %s are turned round or off the sheet",
               of);
}

static void check_merges(struct check *k)
{
    const struct sheet *s = k->sheet;
    for (size_t i = 0; i < s->merge_count; i++) {
        const struct area *m = &s->merges[i];
        check_area(k, m, "merge");
        if (m->first_row == m->last_row && m->first_column == m->last_column)
            refuse(k, s->name, "a merge has one cell only");
        if (s->rows.count > 0 && m->first_row != m->last_row)
            refuse(k, s->name, "a merge on a sheet with a source has several rows");
        for (size_t j = 0; j < i; j++)
            if (areas_meet(m, &s->merges[j]))
                refuse(k, area_on_sheet(k->dg->arena, s->name, *m),
                       "two merges overlap");
    }
}

static void check_choices(struct check *k, const struct validation *v)
{
    size_t units = 0;
    if (v->from != NULL) {
        check_formula(k, k->sheet->name, v->from);
        return;
    }
    if (v->choices == NULL || v->choices[0] == NULL) {
        refuse(k, k->sheet->name, "a list of choices is empty");
        return;
    }
    for (size_t i = 0; v->choices[i] != NULL; i++) {
        check_text(k, k->sheet->name, v->choices[i], CHOICES_MOST);
        units += utf8_units16(v->choices[i]) + (i > 0);
        if (strchr(v->choices[i], ',') != NULL)
            refuse(k, k->sheet->name,
                   "choice '%s' holds a comma, which separates "
                   "choices; put the choices in cells",
                   v->choices[i]);
    }
    if (units > CHOICES_MOST)
        refuse(k, k->sheet->name,
               "a list of choices has %zu characters where %d fit; put them in cells",
               units, CHOICES_MOST);
}

static void check_validations(struct check *k)
{
    for (size_t i = 0; i < k->sheet->validation_count; i++) {
        const struct validation *v = &k->sheet->validations[i];
        check_area(k, &v->area, "validation");
        check_text(k, k->sheet->name, v->title, PROMPT_TITLE_MOST);
        check_text(k, k->sheet->name, v->message, PROMPT_MOST);
        check_text(k, k->sheet->name, v->error, PROMPT_MOST);
        if (v->kind == VALID_CHOICES)
            check_choices(k, v);
        else if (!(v->minimum <= v->maximum))
            refuse(k, k->sheet->name, "a validation allows nothing: %g to %g",
                   v->minimum, v->maximum);
    }
}

static const struct sheet *sheet_named(const struct workbook *book, const char *name)
{
    for (size_t i = 0; i < book->sheet_count; i++)
        if (strcmp(book->sheets[i].name, name) == 0)
            return &book->sheets[i];
    return NULL;
}

static bool is_line(const struct area *s)
{
    return area_is_whole(s) &&
           (s->first_row == s->last_row || s->first_column == s->last_column);
}

static void check_charts(struct check *k)
{
    for (size_t i = 0; i < k->sheet->chart_count; i++) {
        const struct sheet_chart *c = &k->sheet->charts[i];
        check_text(k, k->sheet->name, c->title, SHEET_TEXT_MOST);
        check_text(k, k->sheet->name, c->alt, SHEET_TEXT_MOST);
        if (c->series_count == 0)
            refuse(k, k->sheet->name, "a chart has no series");
        for (size_t n = 0; n < c->series_count; n++) {
            const struct sheet_series *s = &c->series[n];
            check_text(k, k->sheet->name, s->name, PROMPT_MOST);
            if (s->sheet == NULL || sheet_named(k->book, s->sheet) == NULL)
                refuse(k, k->sheet->name,
                       "a chart draws from a sheet that is not there");
            if (!is_line(&s->x) || !is_line(&s->y))
                refuse(k, k->sheet->name,
                       "series '%s' of a chart is not one row or one "
                       "column",
                       s->name == NULL ? "" : s->name);
        }
    }
}

static bool sheet_name_is_good(const char *name)
{
    size_t n = strlen(name);
    return n > 0 && utf8_units16(name) <= SHEET_NAME_MOST &&
           strpbrk(name, "[]:*?/\\") == NULL && name[0] != '\'' &&
           name[n - 1] != '\'' && strcasecmp(name, "history") != 0;
}

static bool colour_is_good(const char *text)
{
    size_t n = strspn(text + (*text == '#'), "0123456789abcdefABCDEF");
    return *text == '#' && n == 6 && text[7] == '\0';
}

static void check_rows(struct check *k)
{
    const struct row_source *rows = &k->sheet->rows;
    if (rows->count == 0)
        return;
    if (rows->columns == 0 || rows->columns > SOURCE_COLUMNS ||
        rows->first_row >= SHEET_ROWS)
        refuse(k, k->sheet->name,
               "a source of rows has %d columns and begins at row %u",
               (int)rows->columns, (unsigned)rows->first_row + 1);
}

static void check_heights(struct check *k)
{
    for (size_t i = 1; i < k->sheet->height_count; i++)
        if (k->sheet->heights[i].row <= k->sheet->heights[i - 1].row)
            refuse(k, k->sheet->name, "the heights of rows are not in order");
}

static void check_sheet(struct check *k)
{
    const struct sheet *s = k->sheet;
    check_text(k, s->name, s->name, SHEET_NAME_MOST);
    if (!sheet_name_is_good(s->name))
        refuse(k, s->name, "a sheet's name has 1 to %d characters, none of []:*?/\\",
               SHEET_NAME_MOST);
    if (s->colour != NULL && !colour_is_good(s->colour))
        refuse(k, s->name, "'%s' is no colour; write it as #1F4E79", s->colour);
    check_text(k, s->name, s->header, FOOTER_MOST);
    check_text(k, s->name, s->footer, FOOTER_MOST);
    check_rows(k);
    check_heights(k);
    check_cells(k);
    check_merges(k);
    check_validations(k);
    check_charts(k);
    for (size_t i = 0; i < s->condition_count; i++) {
        check_area(k, &s->conditions[i].area, "condition");
        check_formula(k, s->name, s->conditions[i].formula);
    }
}

static void check_names(struct check *k)
{
    const struct workbook *b = k->book;
    for (size_t i = 0; i < b->name_count; i++) {
        const struct defined_name *n = &b->names[i];
        if (strcmp(workbook_name(k->dg->arena, n->name), n->name) != 0)
            refuse(k, n->name, "is no name for a cell");
        if (sheet_named(b, n->sheet) == NULL || !area_is_whole(&n->area))
            refuse(k, n->name, "names cells that are not there");
        for (size_t j = 0; j < i; j++)
            if (strcasecmp(n->name, b->names[j].name) == 0)
                refuse(k, n->name, "two names differ in capitals at most");
    }
}

/* Every name under which a sheet is written, further parts included. */
static void check_sheet_names(struct check *k)
{
    struct arena *a = k->dg->arena;
    const char **names = NULL;
    size_t count = 0, capacity = 0;
    for (size_t i = 0; i < k->book->sheet_count; i++) {
        const struct sheet *s = &k->book->sheets[i];
        for (size_t part = 0; part < xlsx_sheet_parts(s); part++) {
            const char *name = xlsx_part_name(a, s, part);
            for (size_t j = 0; j < count; j++)
                if (strcasecmp(names[j], name) == 0)
                    refuse(k, name, "two sheets have this name");
            ARENA_PUSH(a, names, count, capacity) = name;
        }
    }
}

static void check_properties(struct check *k)
{
    const struct workbook *b = k->book;
    const char *texts[] = { b->title,   b->subject,  b->author,
                            b->company, b->keywords, b->comments };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_text(k, "properties", texts[i], PROMPT_MOST);
    for (size_t i = 0; i < b->property_count; i++) {
        check_text(k, "properties", b->properties[i].name, PROMPT_MOST);
        check_text(k, "properties", b->properties[i].value, PROMPT_MOST);
    }
    if (b->created.year <= 1900)
        refuse(k, "properties", "no date of creation is given");
    if (b->sheet_count == 0 || b->active >= b->sheet_count)
        refuse(k, "sheets", "there is no sheet to show first");
}

bool xlsx_check(const struct workbook *book, struct diag *dg)
{
    struct check k = { .book = book, .dg = dg, .ok = true };
    check_properties(&k);
    for (size_t i = 0; i < book->sheet_count; i++) {
        k.sheet = &book->sheets[i];
        check_sheet(&k);
    }
    check_sheet_names(&k);
    check_names(&k);
    return k.ok;
}
