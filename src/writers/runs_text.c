#include "writers/runs_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/format.h"
#include "doc/json.h"
#include "writers/text_wrap.h"

void runs_write_json(const struct runs *r, FILE *to)
{
    enum { PIECE = 64 * 1024 };
    struct arena *scratch = arena_new();
    struct buf lines = buf_on(scratch);
    for (size_t i = 0; i < r->count; i++) {
        measurement_add_json(&lines, &r->items[i]);
        buf_char(&lines, '\n');
        if (lines.length >= PIECE || i + 1 == r->count) {
            fwrite(lines.text, 1, lines.length, to);
            lines.length = 0;
        }
    }
    arena_free(scratch);
}

/* The parameters of any measurement, by name. */
struct keys {
    const char **names;
    bool *differ;
    size_t count, capacity;
};

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_keys(struct arena *a, const struct setting *s, struct keys *keys)
{
    for (size_t k = 0; k < s->count; k++) {
        size_t i = 0;
        while (i < keys->count && strcmp(keys->names[i], s->items[k].key) != 0)
            i++;
        if (i == keys->count)
            ARENA_PUSH(a, keys->names, keys->count, keys->capacity) = s->items[k].key;
    }
}

static struct keys keys_of(struct arena *a, const struct runs *r)
{
    struct keys keys = { 0 };
    const struct setting *last = NULL;
    for (size_t i = 0; i < r->count; i++) {
        if (r->items[i].setting != last)
            add_keys(a, r->items[i].setting, &keys);
        last = r->items[i].setting;
    }
    if (keys.count > 0)
        qsort(keys.names, keys.count, sizeof *keys.names, by_text);
    keys.differ = ARENA_ARRAY(a, keys.count, bool);
    return keys;
}

static void put_cell(FILE *to, const char *text)
{
    if (text[strcspn(text, ",\"\r\n")] == '\0') {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', to);
        fputc(*text, to);
    }
    fputc('"', to);
}

static void put_number(FILE *to, double x)
{
    char text[JSON_NUMBER_SIZE];
    fputs(json_number_text(x, text), to);
}

static const char *flags_of(struct arena *a, const struct measurement *m)
{
    struct buf b = buf_on(a);
    for (unsigned i = 0; i < FLAG_COUNT; i++)
        if (m->flags >> i & 1)
            buf_printf(&b, "%s%s", b.length > 0 ? " " : "", flag_names[i]);
    return buf_text(&b);
}

/* Numbers in base units, so that a column can be sorted. */
static void put_parameter(FILE *to, const struct parameter *p)
{
    if (p != NULL && p->kind == PARAMETER_NUMBER)
        put_number(to, p->number);
    else if (p != NULL)
        put_cell(to, p->text);
}

static void put_row(struct arena *a, const struct measurement *m,
                    const struct keys *keys, FILE *to)
{
    const char *words[] = { m->file->format, m->system, m->metric->name, m->statistic };
    put_cell(to, m->file->path);
    fprintf(to, ",%u", m->at.line);
    for (size_t i = 0; i < 4; i++) {
        fputc(',', to);
        put_cell(to, words[i]);
    }
    fputc(',', to);
    put_number(to, m->value);
    fprintf(to, ",%s,%s,%s,%u,", metric_unit(a, m->metric),
            direction_names[m->metric->direction], flags_of(a, m), m->repeat);
    if (m->duration > 0)
        put_number(to, m->duration);
    fputc(',', to);
    if (m->samples > 0)
        put_number(to, m->samples);
    for (size_t k = 0; k < keys->count; k++) {
        fputc(',', to);
        put_parameter(to, setting_find(m->setting, keys->names[k]));
    }
    fputc('\n', to);
}

void runs_write_csv(const struct runs *r, FILE *to)
{
    struct arena *kept = arena_new(), *scratch = arena_new();
    struct keys keys = keys_of(kept, r);
    fputs("file,line,format,system,metric,statistic,value,unit,direction,flags,repeat,"
          "duration,samples",
          to);
    for (size_t k = 0; k < keys.count; k++) {
        fputc(',', to);
        put_cell(to, keys.names[k]);
    }
    fputc('\n', to);
    for (size_t i = 0; i < r->count; i++) {
        put_row(scratch, &r->items[i], &keys, to);
        if (arena_used(scratch) > (1 << 20))
            arena_empty(scratch);
    }
    arena_free(scratch);
    arena_free(kept);
}

static const char *value_text(struct arena *a, const struct measurement *m)
{
    static const char *const rates[] = { "B/s", "kB/s", "MB/s", "GB/s" };
    struct unit unit = unit_base(a, m->metric->dim);
    if (m->metric->dim.time == -1 && m->metric->dim.bytes == 1) {
        double x = m->value;
        size_t i = 0;
        for (; i < 3 && x >= 1000; i++)
            x /= 1000;
        return arena_printf(a, "%s %s", format_number(a, x, 4), rates[i]);
    }
    if (m->metric->dim.time == -1 && m->metric->dim.bytes == 0)
        return arena_printf(a, "%s/s", format_number(a, m->value, 5));
    return format_scaled(a, m->value, unit, 4);
}

static const char *parameter_text(struct arena *a, const struct parameter *p)
{
    if (p == NULL)
        return "-";
    if (p->kind == PARAMETER_NUMBER && p->dim.bytes == 1 && p->dim.time == 0 &&
        p->number >= 1024 && (long long)p->number % 1024 == 0) {
        long long kib = (long long)p->number / 1024;
        if (kib % 1024 == 0)
            return arena_printf(a, "%lld MiB", kib / 1024);
        return arena_printf(a, "%lld KiB", kib);
    }
    return p->text;
}

/* "- system a, metric iops, value 3 /s", wrapped: what is too wide for columns. */
static void write_records(struct arena *a, const struct text_cells *t, FILE *to)
{
    struct text_place place = { "- ", TEXT_CELLS_WIDTH };
    for (size_t row = 1; row < t->rows; row++) {
        const char *const *cells = t->cells + row * t->columns;
        struct buf b = buf_on(a);
        for (size_t c = 0; c < t->columns; c++)
            if (cells[c][0] != '\0')
                buf_printf(&b, "%s%s %s", b.length > 0 ? ", " : "", t->cells[c],
                           cells[c]);
        text_put(to, a, buf_text(&b), place);
    }
}

static void write_columns(const struct text_cells *t, const size_t *widths, FILE *to)
{
    for (size_t row = 0; row < t->rows; row++) {
        const char *const *cells = t->cells + row * t->columns;
        size_t used = t->columns;
        while (used > 0 && cells[used - 1][0] == '\0')
            used--;
        for (size_t c = 0; c < used; c++) {
            fputs(cells[c], to);
            if (c + 1 < used)
                text_pad(to, widths[c] - text_width(cells[c]) + 2);
        }
        fputc('\n', to);
    }
}

void text_cells_write(struct arena *a, const struct text_cells *t, FILE *to)
{
    size_t *widths = ARENA_ARRAY(a, t->columns, size_t), all = 0;
    for (size_t i = 0; i < t->columns * t->rows; i++) {
        t->cells[i] = text_plain(a, t->cells[i]); /* whatever a file had in it */
        size_t n = text_width(t->cells[i]), c = i % t->columns;
        widths[c] = n > widths[c] ? n : widths[c];
    }
    for (size_t c = 0; c < t->columns; c++)
        all += widths[c] + (c > 0 ? 2 : 0);
    if (all <= TEXT_CELLS_WIDTH)
        write_columns(t, widths, to);
    else
        write_records(a, t, to);
}

static void print_common(struct arena *a, const struct runs *r, struct keys *keys,
                         FILE *to)
{
    for (size_t k = 0; k < keys->count; k++) {
        const struct parameter *first =
            setting_find(r->items[0].setting, keys->names[k]);
        for (size_t i = 1; i < r->count && !keys->differ[k]; i++) {
            if (r->items[i].setting == r->items[i - 1].setting)
                continue;
            const struct parameter *p =
                setting_find(r->items[i].setting, keys->names[k]);
            keys->differ[k] = (p == NULL) != (first == NULL) ||
                              (p != NULL && !parameter_equal(p, first));
        }
        if (!keys->differ[k] && first != NULL)
            fprintf(to, "%s: %s\n", keys->names[k], parameter_text(a, first));
    }
}

void runs_write_table(const struct runs *r, FILE *to)
{
    if (r->count == 0)
        return;
    struct arena *a = arena_new();
    struct keys keys = keys_of(a, r);
    struct text_cells t = { .columns = 5, .rows = r->count + 1 };
    print_common(a, r, &keys, to);
    for (size_t k = 0; k < keys.count; k++)
        t.columns += keys.differ[k];
    t.cells = ARENA_ARRAY(a, t.rows * t.columns, const char *);
    size_t n = 0;
    for (size_t i = 0; i < t.rows; i++) {
        const struct measurement *m = i > 0 ? &r->items[i - 1] : NULL;
        t.cells[n++] = m != NULL ? m->system : "system";
        for (size_t k = 0; k < keys.count; k++)
            if (keys.differ[k])
                t.cells[n++] =
                    m != NULL
                        ? parameter_text(a, setting_find(m->setting, keys.names[k]))
                        : keys.names[k];
        t.cells[n++] = m != NULL ? m->metric->name : "metric";
        t.cells[n++] = m != NULL ? m->statistic : "statistic";
        t.cells[n++] = m != NULL ? value_text(a, m) : "value";
        t.cells[n++] = m != NULL ? flags_of(a, m) : "flags";
    }
    fputs("\n", to);
    text_cells_write(a, &t, to);
    arena_free(a);
}
