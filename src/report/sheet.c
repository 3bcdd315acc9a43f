#include "report/sheet.h"

#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/buf.h"

enum { NAME_MOST = 255, CELL_LETTERS_MOST = 3 };

static struct cell *add_cell(struct arena *a, struct sheet *s, uint32_t row,
                             uint16_t column)
{
    struct cell *c = &ARENA_PUSH(a, s->cells, s->cell_count, s->cell_capacity);
    *c = (struct cell){ .row = row, .column = column };
    return c;
}

struct cell *cell_text(struct arena *a, struct sheet *s, uint32_t row, uint16_t column,
                       const char *text)
{
    struct cell *c = add_cell(a, s, row, column);
    c->kind = CELL_TEXT;
    c->text = text;
    return c;
}

struct cell *cell_number(struct arena *a, struct sheet *s, uint32_t row,
                         uint16_t column, double number)
{
    struct cell *c = add_cell(a, s, row, column);
    c->kind = CELL_NUMBER;
    c->number = number;
    return c;
}

struct cell *cell_blank(struct arena *a, struct sheet *s, uint32_t row, uint16_t column)
{
    return add_cell(a, s, row, column);
}

struct cell *cell_formula(struct arena *a, struct sheet *s, uint32_t row,
                          uint16_t column, const char *formula)
{
    struct cell *c = add_cell(a, s, row, column);
    c->kind = CELL_FORMULA;
    c->target = formula;
    return c;
}

struct cell *cell_link(struct arena *a, struct sheet *s, uint32_t row, uint16_t column,
                       const char *text, const char *target)
{
    struct cell *c = add_cell(a, s, row, column);
    c->kind = CELL_LINK;
    c->text = text;
    c->target = target;
    c->style.look = LOOK_LINK;
    return c;
}

/* Columns count in base 26 without a zero: A..Z, AA.. */
static void add_column(struct buf *b, uint16_t column)
{
    char letters[CELL_LETTERS_MOST];
    size_t n = 0;
    for (unsigned c = column + 1u; c > 0 && n < sizeof letters; c = (c - 1) / 26)
        letters[n++] = (char)('A' + (c - 1) % 26);
    while (n > 0)
        buf_char(b, letters[--n]);
}

static void add_address(struct buf *b, uint32_t row, uint16_t column, bool absolute)
{
    if (absolute)
        buf_char(b, '$');
    add_column(b, column);
    if (absolute)
        buf_char(b, '$');
    buf_printf(b, "%u", (unsigned)row + 1);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_beyond_ascii(char c)
{
    return ((unsigned char)c & 0x80) != 0;
}

/* Quotes are always right, but a bare word reads better; one that looks like a cell
 * or holds anything else needs them. */
static bool sheet_is_bare(const char *sheet)
{
    bool letters_only = true;
    for (const char *p = sheet; *p != '\0'; p++)
        letters_only = letters_only && is_letter(*p);
    return letters_only && strlen(sheet) > CELL_LETTERS_MOST;
}

static void add_sheet(struct buf *b, const char *sheet)
{
    if (sheet_is_bare(sheet)) {
        buf_printf(b, "%s!", sheet);
        return;
    }
    buf_char(b, '\'');
    for (const char *p = sheet; *p != '\0'; p++) {
        if (*p == '\'')
            buf_char(b, '\'');
        buf_char(b, *p);
    }
    buf_add(b, "'!");
}

const char *cell_address(struct arena *a, uint32_t row, uint16_t column, bool absolute)
{
    struct buf b = buf_on(a);
    add_address(&b, row, column, absolute);
    return buf_text(&b);
}

const char *cell_on_sheet(struct arena *a, const char *sheet, uint32_t row,
                          uint16_t column)
{
    struct buf b = buf_on(a);
    add_sheet(&b, sheet);
    add_address(&b, row, column, true);
    return buf_text(&b);
}

const char *area_on_sheet(struct arena *a, const char *sheet, struct area s)
{
    struct buf b = buf_on(a);
    add_sheet(&b, sheet);
    add_address(&b, s.first_row, s.first_column, true);
    if (s.first_row != s.last_row || s.first_column != s.last_column) {
        buf_char(&b, ':');
        add_address(&b, s.last_row, s.last_column, true);
    }
    return buf_text(&b);
}

const char *text_in_formula(struct arena *a, const char *text)
{
    struct buf b = buf_on(a);
    buf_char(&b, '"');
    for (const char *p = text; *p != '\0'; p++) {
        if (*p == '"')
            buf_char(&b, '"');
        buf_char(&b, *p);
    }
    buf_char(&b, '"');
    return buf_text(&b);
}

static const char *after_digits(const char *p)
{
    while (is_digit(*p))
        p++;
    return p;
}

/* A1 to XFD1048576, and the like beyond, since other programs have more columns. */
static bool reads_as_a1(const char *name)
{
    const char *p = name;
    while (is_letter(*p))
        p++;
    size_t letters = (size_t)(p - name);
    const char *end = after_digits(p);
    return letters >= 1 && letters <= CELL_LETTERS_MOST && end > p && *end == '\0';
}

static bool reads_as_r1c1(const char *name)
{
    const char *p = name;
    bool row = *p == 'r' || *p == 'R';
    if (row)
        p = after_digits(p + 1);
    bool column = *p == 'c' || *p == 'C';
    if (column)
        p = after_digits(p + 1);
    return (row || column) && *p == '\0';
}

const char *workbook_name(struct arena *a, const char *name)
{
    struct buf b = buf_on(a);
    if (!is_letter(name[0]) && !is_beyond_ascii(name[0]) && name[0] != '_')
        buf_char(&b, '_');
    for (const char *p = name; *p != '\0'; p++) {
        bool kept = is_letter(*p) || is_digit(*p) || is_beyond_ascii(*p) || *p == '.';
        buf_char(&b, kept ? *p : '_');
    }
    const char *text = buf_text(&b);
    if (reads_as_a1(text) || reads_as_r1c1(text) || strcasecmp(text, "true") == 0 ||
        strcasecmp(text, "false") == 0)
        buf_char(&b, '_');
    text = buf_text(&b);
    if (strlen(text) <= NAME_MOST)
        return text;
    size_t cut = NAME_MOST;
    while (cut > 1 && ((unsigned char)text[cut] & 0xC0) == 0x80)
        cut--; /* not inside a character */
    return arena_strndup(a, text, cut);
}

static bool refuse_pair(const struct name_place *first, const struct name_place *second,
                        const char *as, struct diag *dg)
{
    diag_error(dg, second->at,
               "in a workbook the name '%s' is '%s', as is '%s', because capitals "
               "and '-' do not tell names apart there; choose another name",
               second->name, as, first->name);
    diag_note(dg, first->at, "'%s' is defined here", first->name);
    return false;
}

bool workbook_names_differ(const struct name_place *names, size_t count,
                           struct diag *dg)
{
    bool all = true;
    const char **as = ARENA_ARRAY(dg->arena, count, const char *);
    for (size_t i = 0; i < count; i++) {
        as[i] = workbook_name(dg->arena, names[i].name);
        for (size_t j = 0; j < i; j++) {
            if (strcasecmp(as[i], as[j]) != 0)
                continue;
            all = refuse_pair(&names[j], &names[i], as[i], dg);
            break;
        }
    }
    return all;
}
