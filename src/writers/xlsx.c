#include "writers/xlsx.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/diag.h"
#include "base/output.h"
#include "writers/xlsx_part.h"

/* More cells than this are streamed, each row given up when the next begins. */
enum { CELLS_IN_MEMORY = 400000 };

static const struct where nowhere;
static const char not_available[] = "#N/A";
static const char hex_digits[] = "0123456789abcdefABCDEF";

static bool reads_as_escape(const char *p)
{
    return p[0] == '_' && p[1] == 'x' && strspn(p + 2, hex_digits) >= 4 && p[6] == '_';
}

/* Spreadsheets read _x0041_ in a text as the character of that number, unless its own
 * underscore is written so. */
static const char *as_it_stands(struct arena *a, const char *text)
{
    if (strstr(text, "_x") == NULL)
        return text;
    struct buf b = buf_on(a);
    for (const char *p = text; *p != '\0'; p++) {
        if (reads_as_escape(p))
            buf_add(&b, "_x005F");
        buf_char(&b, *p);
    }
    return buf_text(&b);
}

static lxw_error write_number(struct writing *w, const struct cell *c, lxw_format *f)
{
    if (!isfinite(c->number))
        return worksheet_write_formula_str(w->to, c->row, c->column, "=NA()", f,
                                           not_available);
    double no_minus_zero = c->number == 0 ? 0 : c->number;
    return worksheet_write_number(w->to, c->row, c->column, no_minus_zero, f);
}

static lxw_error write_formula(struct writing *w, const struct cell *c, lxw_format *f)
{
    const char *formula = arena_printf(w->arena, "=%s", c->target);
    const char *text = c->text;
    if (text == NULL && !isfinite(c->number))
        text = not_available;
    if (text != NULL)
        return worksheet_write_formula_str(w->to, c->row, c->column, formula, f, text);
    return worksheet_write_formula_num(w->to, c->row, c->column, formula, f,
                                       c->number == 0 ? 0 : c->number);
}

static void write_note(struct writing *w, const struct cell *c)
{
    size_t lines = strlen(c->note) / 30 + 2;
    lxw_comment_options look = { .author = xlsx_text("priceperf"),
                                 .x_scale = 1.6,
                                 .y_scale = lines < 5 ? 1 : (double)lines / 5 };
    xlsx_keep(w, worksheet_write_comment_opt(w->to, c->row, c->column, c->note, &look));
}

static void write_cell(struct writing *w, const struct cell *c, struct style style)
{
    lxw_format *f = xlsx_format(&w->formats, style);
    lxw_error error = LXW_NO_ERROR;
    switch ((enum cell_kind)c->kind) {
    case CELL_BLANK:
        error = worksheet_write_blank(w->to, c->row, c->column, f);
        break;
    case CELL_TEXT:
        error = worksheet_write_string(w->to, c->row, c->column,
                                       as_it_stands(w->arena, c->text), f);
        break;
    case CELL_NUMBER:
        error = write_number(w, c, f);
        break;
    case CELL_FORMULA:
        error = write_formula(w, c, f);
        break;
    case CELL_LINK:
        error = worksheet_write_url_opt(w->to, c->row, c->column, c->target, f, c->text,
                                        NULL);
        break;
    }
    xlsx_keep(w, error);
    if (c->note != NULL)
        write_note(w, c);
}

static void merge_at(struct writing *w, const struct cell *c)
{
    for (size_t i = 0; i < w->from->merge_count; i++) {
        const struct area *m = &w->from->merges[i];
        if (m->first_row != c->row || m->first_column != c->column)
            continue;
        xlsx_keep(w, worksheet_merge_range(w->to, m->first_row, m->first_column,
                                           m->last_row, m->last_column, "",
                                           xlsx_format(&w->formats, xlsx_style_of(c))));
    }
}

/* Heights and merges go in with their rows, since a streamed row cannot be reached
 * any more once the next has begun. */
static void write_cells(struct writing *w)
{
    const struct sheet *s = w->from;
    for (size_t i = 0; i < s->cell_count; i++) {
        const struct cell *c = &s->cells[i];
        if (i == 0 || c->row != c[-1].row)
            xlsx_begin_row(w, c, s->cell_count - i);
        merge_at(w, c);
        write_cell(w, c, xlsx_style_in_place(s, c));
    }
    xlsx_end_rows(w);
}

static void write_source(struct writing *w, size_t part)
{
    const struct row_source *rows = &w->from->rows;
    struct cell cells[SOURCE_COLUMNS];
    size_t room = SHEET_ROWS - rows->first_row;
    size_t first = part * room;
    size_t last = rows->count - first < room ? rows->count : first + room;
    for (size_t i = first; i < last; i++) {
        memset(cells, 0, sizeof cells);
        rows->fill(rows->of, i, cells);
        for (uint16_t k = 0; k < rows->columns; k++) {
            cells[k].row = (uint32_t)(rows->first_row + (i - first));
            cells[k].column = k;
            write_cell(w, &cells[k], xlsx_style_of(&cells[k]));
        }
    }
}

static void write_sheet(struct writing *w, const struct sheet *s, size_t part)
{
    w->from = s;
    w->heights_done = 0;
    w->to = workbook_add_worksheet(w->file, xlsx_part_name(w->arena, s, part));
    if (w->to == NULL) {
        xlsx_keep(w, LXW_ERROR_PARAMETER_VALIDATION);
        return;
    }
    xlsx_set_view(w);
    xlsx_set_print(w);
    write_cells(w);
    if (s->rows.count > 0)
        write_source(w, part);
    xlsx_set_rules(w);
    for (size_t i = 0; i < s->chart_count; i++)
        xlsx_add_chart(w->file, w->to, &s->charts[i]);
    if ((size_t)(s - w->book->sheets) == w->book->active && part == 0)
        worksheet_activate(w->to);
}

static void set_properties(struct writing *w)
{
    const struct workbook *b = w->book;
    struct tm created = { .tm_year = b->created.year - 1900,
                          .tm_mon = b->created.month - 1,
                          .tm_mday = b->created.day,
                          .tm_hour = b->created.hour,
                          .tm_min = b->created.minute,
                          .tm_sec = b->created.second };
    lxw_doc_properties p = { .title = xlsx_text(b->title),
                             .subject = xlsx_text(b->subject),
                             .author = xlsx_text(b->author),
                             .company = xlsx_text(b->company),
                             .keywords = xlsx_text(b->keywords),
                             .comments = xlsx_text(b->comments),
                             .created = timegm(&created) };
    xlsx_keep(w, workbook_set_properties(w->file, &p));
    for (size_t i = 0; i < b->property_count; i++)
        xlsx_keep(w, workbook_set_custom_property_string(w->file, b->properties[i].name,
                                                         b->properties[i].value));
}

static void set_names(struct writing *w)
{
    for (size_t i = 0; i < w->book->name_count; i++) {
        const struct defined_name *n = &w->book->names[i];
        const char *to = area_on_sheet(w->arena, n->sheet, n->area);
        xlsx_keep(w, workbook_define_name(w->file, n->name,
                                          arena_printf(w->arena, "=%s", to)));
    }
}

size_t xlsx_sheet_parts(const struct sheet *s)
{
    if (s->rows.count == 0)
        return 1;
    size_t room = SHEET_ROWS - s->rows.first_row;
    return (s->rows.count + room - 1) / room;
}

const char *xlsx_part_name(struct arena *a, const struct sheet *s, size_t part)
{
    return part == 0 ? s->name : arena_printf(a, "%s %zu", s->name, part + 1);
}

static bool is_large(const struct workbook *book)
{
    size_t cells = 0;
    for (size_t i = 0; i < book->sheet_count; i++)
        cells += book->sheets[i].cell_count +
                 book->sheets[i].rows.count * book->sheets[i].rows.columns;
    return cells > CELLS_IN_MEMORY;
}

static lxw_error write_file(const struct workbook *book, const char *path,
                            struct arena *a)
{
    lxw_workbook_options options = { .constant_memory = is_large(book) };
    struct writing w = { .book = book, .arena = a };
    w.file = workbook_new_opt(path, &options);
    if (w.file == NULL)
        return LXW_ERROR_MEMORY_MALLOC_FAILED;
    w.formats = (struct xlsx_formats){ .arena = a, .file = w.file };
    set_properties(&w);
    for (size_t i = 0; i < book->sheet_count; i++) {
        size_t parts = xlsx_sheet_parts(&book->sheets[i]);
        for (size_t part = 0; part < parts; part++)
            write_sheet(&w, &book->sheets[i], part);
    }
    set_names(&w);
    xlsx_keep(&w, workbook_close(w.file));
    return w.error;
}

/* The library prints on stderr when a disk is full.  So it writes into memory, and the
 * bytes go to the disk by our own hand. */
static bool write_staged(const struct workbook *book, const char *path, struct arena *a,
                         struct diag *dg)
{
    int fd = memfd_create("workbook", MFD_CLOEXEC);
    if (fd < 0)
        return diag_world(dg, nowhere, "'%s' cannot be written: %s", path,
                          strerror(errno));
    lxw_error error = write_file(book, arena_printf(a, "/proc/self/fd/%d", fd), a);
    struct stat st;
    void *bytes = MAP_FAILED;
    if (error == LXW_NO_ERROR && fstat(fd, &st) == 0 && st.st_size > 0)
        bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (bytes == MAP_FAILED)
        return diag_world(dg, nowhere, "'%s' cannot be written: %s", path,
                          error != LXW_NO_ERROR ? lxw_strerror(error)
                                                : strerror(errno));
    bool ok = output_replace(a, path, bytes, (size_t)st.st_size, dg);
    munmap(bytes, (size_t)st.st_size);
    return ok;
}

bool xlsx_write(const struct workbook *book, const char *path, struct diag *dg)
{
    for (size_t i = 0; i < book->sheet_count; i++) {
        struct sheet *s = &book->sheets[i];
        if (s->cell_count > 0)
            qsort(s->cells, s->cell_count, sizeof *s->cells, xlsx_by_place);
    }
    if (!xlsx_check(book, dg))
        return false;
    struct arena *a = arena_new();
    bool ok = write_staged(book, path, a, dg);
    arena_free(a);
    return ok;
}
