#include "doc/csv.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/nearest.h"
#include "doc/source.h"

struct cells {
    struct doc_node *items;
    size_t count, capacity;
};

struct scan {
    struct arena *a;
    struct diag *dg;
    struct source src;
    size_t i, line_start; /* where we are; where its line begins */
    unsigned line;
    char separator;
};

static struct where here(const struct scan *s)
{
    return (struct where){ s->src.path, s->line, (unsigned)(s->i - s->line_start) + 1 };
}

static bool at_end(const struct scan *s)
{
    return s->i >= s->src.length;
}

static bool at_break(const struct scan *s)
{
    return at_end(s) || s->src.bytes[s->i] == '\n' || s->src.bytes[s->i] == '\r';
}

static void skip_break(struct scan *s)
{
    if (at_end(s))
        return;
    if (s->src.bytes[s->i] == '\r' && s->i + 1 < s->src.length &&
        s->src.bytes[s->i + 1] == '\n')
        s->i++;
    s->i++;
    s->line++;
    s->line_start = s->i;
}

static void skip_line(struct scan *s)
{
    while (!at_break(s))
        s->i++;
    skip_break(s);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static void skip_blanks(struct scan *s)
{
    while (!at_end(s) && is_blank(s->src.bytes[s->i]) &&
           s->src.bytes[s->i] != s->separator)
        s->i++;
}

static bool ends_cell(const struct scan *s)
{
    return at_break(s) || s->src.bytes[s->i] == s->separator;
}

static bool quoted_cell(struct scan *s, struct doc_node *cell)
{
    struct buf text = buf_on(s->a);
    size_t start = s->i++;
    for (;;) {
        if (at_end(s))
            return diag_error(s->dg, cell->at,
                              "the quote that opens here is never closed");
        char c = s->src.bytes[s->i];
        if (c == '"' && s->src.bytes[s->i + 1] != '"')
            break;
        if (s->i - start > CSV_LINE)
            return diag_error(s->dg, cell->at,
                              "a cell of more than %d bytes; is a "
                              "closing quote missing?",
                              CSV_LINE);
        if (at_break(s)) {
            skip_break(s);
            buf_char(&text, '\n');
            continue;
        }
        buf_char(&text, c);
        s->i += c == '"' ? 2 : 1;
    }
    s->i++;
    *cell = (struct doc_node){ .at = cell->at,
                               .quoted = true,
                               .raw = cell->raw,
                               .text = buf_text(&text),
                               .length = text.length };
    skip_blanks(s);
    if (!ends_cell(s))
        return diag_error(s->dg, here(s),
                          "text behind a closing quote; write \"\" for "
                          "a quote inside a cell");
    return true;
}

static bool plain_cell(struct scan *s, struct doc_node *cell)
{
    size_t start = s->i;
    while (!ends_cell(s)) {
        if (s->src.bytes[s->i] == '"')
            return diag_error(s->dg, here(s),
                              "a quote inside a plain cell; put the "
                              "whole cell in quotes and write \"\"");
        s->i++;
    }
    size_t end = s->i;
    while (end > start && is_blank(s->src.bytes[end - 1]))
        end--;
    cell->text = arena_strndup(s->a, s->src.bytes + start, end - start);
    cell->length = end - start;
    return true;
}

/* Takes one record; at a broken one, goes to the next line and returns false. */
static bool read_record(struct scan *s, struct cells *row)
{
    size_t start = s->i;
    row->count = 0;
    for (;;) {
        struct doc_node cell = { .kind = DOC_SCALAR, .text = "" };
        skip_blanks(s);
        cell.at = here(s);
        cell.raw = s->src.bytes + s->i;
        bool ok = !at_end(s) && s->src.bytes[s->i] == '"' ? quoted_cell(s, &cell)
                                                          : plain_cell(s, &cell);
        if (ok && s->i - start > CSV_LINE)
            ok = diag_error(s->dg, cell.at, "a row of more than %d bytes", CSV_LINE);
        if (ok && row->count == CSV_COLUMNS)
            ok = diag_error(s->dg, cell.at, "a row of more than %d cells", CSV_COLUMNS);
        if (!ok) {
            skip_line(s);
            return false;
        }
        ARENA_PUSH(s->a, row->items, row->count, row->capacity) = cell;
        if (at_break(s))
            break;
        s->i++;
    }
    skip_break(s);
    return true;
}

/* Empty lines and comments. */
static bool find_record(struct scan *s)
{
    while (!at_end(s)) {
        size_t i = s->i;
        skip_blanks(s);
        if (!at_break(s) && s->src.bytes[s->i] != '#') {
            s->i = i;
            return true;
        }
        skip_line(s);
    }
    return false;
}

static const char *separator_words(char c)
{
    return c == '\t' ? "tab" : c == ';' ? "';'" : "','";
}

/* One cell that holds another separator: the file is written with that one. */
static void guess_separator(const struct scan *s, const struct cells *names)
{
    static const char others[] = { ';', '\t', ',' };
    if (names->count != 1 || names->items[0].quoted)
        return;
    for (size_t i = 0; i < sizeof others; i++)
        if (others[i] != s->separator &&
            strchr(names->items[0].text, others[i]) != NULL)
            diag_note(s->dg, names->items[0].at,
                      "the cells seem to be separated by %s, and %s was expected",
                      separator_words(others[i]), separator_words(s->separator));
}

static bool read_header(struct scan *s, struct cells *names)
{
    if (!find_record(s))
        return diag_error(s->dg, here(s),
                          "no header row; the first line that is not a "
                          "comment names the columns");
    if (!read_record(s, names))
        return false;
    bool ok = true;
    for (size_t i = 0; i < names->count; i++) {
        const struct doc_node *n = &names->items[i];
        if (n->length == 0)
            ok = diag_error(s->dg, n->at, "column %zu has no name", i + 1);
        for (size_t j = 0; j < i && n->length > 0; j++)
            if (strcmp(names->items[j].text, n->text) == 0) {
                ok = diag_error(s->dg, n->at, "column '%s' is named twice", n->text);
                diag_note(s->dg, names->items[j].at, "first named here");
                break;
            }
    }
    return ok;
}

static const struct doc_node *sequence(struct arena *a, struct doc_entry *entries,
                                       size_t count, struct where at)
{
    struct doc_node *node = ARENA_NEW(a, struct doc_node);
    *node = (struct doc_node){
        .kind = DOC_SEQUENCE, .at = at, .text = "", .entries = entries, .count = count
    };
    return node;
}

static const struct doc_node *make_row(struct scan *s, const struct cells *names,
                                       const struct cells *row)
{
    struct doc_node *cells = ARENA_ARRAY(s->a, row->count, struct doc_node);
    struct doc_entry *entries = ARENA_ARRAY(s->a, row->count, struct doc_entry);
    for (size_t i = 0; i < row->count; i++) {
        cells[i] = row->items[i];
        entries[i] =
            (struct doc_entry){ names->items[i].text, names->items[i].at, &cells[i] };
    }
    struct doc_node *node = ARENA_NEW(s->a, struct doc_node);
    *node = (struct doc_node){ .kind = DOC_MAPPING,
                               .at = cells[0].at,
                               .text = "",
                               .entries = entries,
                               .count = row->count };
    return node;
}

static bool check_length(struct scan *s, const struct cells *names,
                         const struct cells *row)
{
    if (row->count == names->count)
        return true;
    const struct doc_node *last = &row->items[row->count - 1];
    struct where at =
        row->count > names->count ? row->items[names->count].at : last->at;
    return diag_error(s->dg, at, "this row has %zu cell%s, the header has %zu column%s",
                      row->count, row->count == 1 ? "" : "s", names->count,
                      names->count == 1 ? "" : "s");
}

static bool read_rows(struct scan *s, const struct cells *names, struct csv *csv)
{
    struct cells row = { 0 };
    struct doc_entry *rows = NULL;
    size_t n = 0, capacity = 0, cells = 0;
    bool ok = true;
    while (find_record(s) && s->dg->errors < DIAG_MOST) {
        struct where at = here(s);
        if (n >= CSV_ROWS) {
            ok = diag_error(s->dg, at, "more than %d rows", CSV_ROWS);
            break;
        }
        if (!read_record(s, &row) || !check_length(s, names, &row)) {
            ok = false;
            continue;
        }
        cells += row.count;
        if (csv->most_cells > 0 && cells > csv->most_cells) {
            ok = diag_error(s->dg, at, "more than %zu cells; this is no result",
                            csv->most_cells);
            break;
        }
        ARENA_PUSH(s->a, rows, n, capacity) =
            (struct doc_entry){ .value = make_row(s, names, &row) };
    }
    csv->rows = sequence(s->a, rows, n, names->items[0].at);
    return ok;
}

bool csv_parse(struct arena *a, struct source src, struct csv *csv, struct diag *dg)
{
    struct scan s = { .a = a, .dg = dg, .line = 1 };
    struct cells names = { 0 };
    csv->rows = csv->names = sequence(a, NULL, 0, (struct where){ src.path, 1, 1 });
    if (!source_text(&src, dg))
        return false;
    s.src = src;
    s.separator = csv->separator != 0 ? csv->separator : ',';
    if (!read_header(&s, &names))
        return false;
    struct doc_entry *entries = ARENA_ARRAY(a, names.count, struct doc_entry);
    for (size_t i = 0; i < names.count; i++)
        entries[i].value = &names.items[i];
    csv->names = sequence(a, entries, names.count, names.items[0].at);
    bool ok = read_rows(&s, &names, csv);
    if (!ok)
        guess_separator(&s, &names);
    return ok;
}

bool csv_read(struct arena *a, const char *path, struct where at, struct csv *csv,
              struct diag *dg)
{
    struct source src = { .path = path, .limit = CSV_BYTES };
    csv->rows = csv->names = sequence(a, NULL, 0, (struct where){ path, 1, 1 });
    return source_read(a, &src, at, dg) && csv_parse(a, src, csv, dg);
}

bool csv_column(const struct csv *csv, const char *name, struct where at,
                size_t *column, struct diag *dg)
{
    size_t n = csv->names->count;
    const char **names = ARENA_ARRAY(dg->arena, n, const char *);
    for (size_t i = 0; i < n; i++) {
        names[i] = csv->names->entries[i].value->text;
        if (strcmp(names[i], name) == 0) {
            *column = i;
            return true;
        }
    }
    const char *near = nearest(name, names, n);
    struct buf all = buf_on(dg->arena);
    for (size_t i = 0; i < n; i++)
        buf_printf(&all, "%s%s", i > 0 ? ", " : "", names[i]);
    if (near != NULL)
        diag_error(dg, at, "there is no column '%s'; did you mean '%s'?", name, near);
    else
        diag_error(dg, at, "there is no column '%s'; the header has: %s", name,
                   buf_text(&all));
    diag_note(dg, csv->names->at, "the header is here");
    return false;
}
