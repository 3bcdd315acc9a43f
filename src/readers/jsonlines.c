#include "readers/jsonlines.h"

#include <string.h>

#include "base/arena.h"
#include "doc/json.h"

struct cells {
    struct doc_node *items; /* at the index of their column; key "" where missing */
    size_t count, capacity;
};

struct reading {
    struct arena *a;
    struct diag *dg;
    struct doc_entry *names; /* key and place of each column */
    size_t name_count, name_capacity;
    struct cells *rows;
    size_t row_count, row_capacity;
    size_t next; /* the column that stands behind the last one found */
    struct cells row;
    unsigned line; /* lines before this one */
    bool full;
};

bool jsonlines_looks_like(const struct source *src)
{
    size_t i = 0;
    if (src->length >= 3 && memcmp(src->bytes, "\xef\xbb\xbf", 3) == 0)
        i = 3;
    while (i < src->length && strchr(" \t\r\n", src->bytes[i]) != NULL &&
           src->bytes[i] != '\0')
        i++;
    return i < src->length && src->bytes[i] == '{';
}

/* Lines have their keys in one order more often than not, so the next column is tried
 * first. */
static size_t column_of(struct reading *r, const char *key, struct where at)
{
    for (size_t i = 0; i < r->name_count; i++) {
        size_t k = (r->next + i) % r->name_count;
        if (strcmp(r->names[k].key, key) == 0)
            return k;
    }
    if (r->name_count == JSONLINES_COLUMNS) {
        if (!r->full)
            diag_error(r->dg, at, "more than %d different keys", JSONLINES_COLUMNS);
        r->full = true;
        return JSONLINES_COLUMNS;
    }
    ARENA_PUSH(r->a, r->names, r->name_count, r->name_capacity) =
        (struct doc_entry){ .key = arena_strdup(r->a, key), .key_at = at };
    return r->name_count - 1;
}

static void put_cell(struct reading *r, const char *key, const struct doc_node *value)
{
    struct doc_node cell = *value;
    cell.at.line += r->line;
    size_t column = column_of(r, key, cell.at);
    if (column == JSONLINES_COLUMNS)
        return;
    r->next = column + 1;
    if (doc_is_null(value)) {
        cell.text = "";
        cell.length = 0;
    }
    while (r->row.count <= column)
        ARENA_PUSH(r->a, r->row.items, r->row.count, r->row.capacity) =
            (struct doc_node){ .kind = DOC_SCALAR, .text = "" };
    r->row.items[column] = cell;
}

/* The tree is at most DOC_DEPTH deep. */
static void flatten(struct reading *r, const char *prefix, const struct doc_node *node)
{
    for (size_t i = 0; i < node->count; i++) {
        const struct doc_entry *e = &node->entries[i];
        const char *dot = *prefix != '\0' ? "." : "";
        const char *key = e->key != NULL
                              ? arena_printf(r->a, "%s%s%s", prefix, dot, e->key)
                              : arena_printf(r->a, "%s%s%zu", prefix, dot, i);
        if (e->value->kind == DOC_SCALAR)
            put_cell(r, key, e->value);
        else
            flatten(r, key, e->value);
    }
}

/* The line with its place in the file, for what is wrong in it. */
static bool read_object(struct reading *r, const struct source *src, const char *start,
                        size_t length)
{
    struct diag own = diag_on(r->a);
    const struct doc_node *node = json_parse(
        r->a, source_of(src->path, arena_strndup(r->a, start, length), length), &own);
    for (size_t i = 0; i < own.count; i++) {
        struct where at = own.messages[i].at;
        at.line += at.line > 0 ? r->line : 0;
        diag_error(r->dg, at, "%s", own.messages[i].text);
    }
    if (node == NULL)
        return false;
    if (node->kind != DOC_MAPPING)
        return diag_error(r->dg, (struct where){ src->path, r->line + 1, 1 },
                          "this line is %s; each line must be an object",
                          doc_kind_words(node->kind));
    r->row = (struct cells){ 0 };
    r->next = 0;
    flatten(r, "", node);
    if (r->row_count == CSV_ROWS)
        return diag_error(r->dg, node->at, "more than %d lines", CSV_ROWS);
    ARENA_PUSH(r->a, r->rows, r->row_count, r->row_capacity) = r->row;
    return true;
}

/* Every row gets all columns, in the same order. */
static const struct doc_node *row_node(struct reading *r, const struct cells *cells,
                                       struct where at)
{
    struct doc_entry *entries = ARENA_ARRAY(r->a, r->name_count, struct doc_entry);
    struct doc_node *empty = ARENA_NEW(r->a, struct doc_node);
    struct doc_node *row = ARENA_NEW(r->a, struct doc_node);
    *empty = (struct doc_node){ .kind = DOC_SCALAR, .text = "", .at = at };
    for (size_t i = 0; i < r->name_count; i++) {
        entries[i] = r->names[i];
        bool given = i < cells->count && cells->items[i].at.line > 0;
        entries[i].value = given ? &cells->items[i] : empty;
    }
    *row = (struct doc_node){ .kind = DOC_MAPPING,
                              .text = "",
                              .at = at,
                              .entries = entries,
                              .count = r->name_count };
    return row;
}

static const struct doc_node *name_nodes(struct reading *r)
{
    struct doc_entry *entries = ARENA_ARRAY(r->a, r->name_count, struct doc_entry);
    struct doc_node *list = ARENA_NEW(r->a, struct doc_node);
    for (size_t i = 0; i < r->name_count; i++) {
        struct doc_node *name = ARENA_NEW(r->a, struct doc_node);
        *name = (struct doc_node){ .kind = DOC_SCALAR,
                                   .at = r->names[i].key_at,
                                   .text = r->names[i].key,
                                   .length = strlen(r->names[i].key) };
        entries[i] = (struct doc_entry){ .value = name };
    }
    *list = (struct doc_node){
        .kind = DOC_SEQUENCE, .text = "", .entries = entries, .count = r->name_count
    };
    return list;
}

bool jsonlines_parse(struct arena *a, const struct source *src, struct csv *csv,
                     struct diag *dg)
{
    struct reading r = { .a = a, .dg = dg };
    bool ok = true;
    const char *p = src->bytes, *end = p + src->length;
    if (src->length >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0)
        p += 3;
    unsigned *lines = NULL;
    size_t line_count = 0, line_capacity = 0;
    for (; p < end && dg->errors < DIAG_MOST; r.line++) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        size_t n = (size_t)((stop != NULL ? stop : end) - p);
        bool blank = strspn(p, " \t\r") >= n;
        if (!blank && read_object(&r, src, p, n))
            ARENA_PUSH(a, lines, line_count, line_capacity) = r.line + 1;
        else
            ok = ok && blank;
        p += n + 1;
    }
    if (r.row_count > 1 && r.name_count > src->length / r.row_count) {
        ok = diag_error(dg, (struct where){ .file = src->path },
                        "%zu lines with %zu different keys are too unlike each other",
                        r.row_count, r.name_count);
        r.row_count = 0;
    }
    struct doc_entry *rows = ARENA_ARRAY(a, r.row_count, struct doc_entry);
    struct doc_node *list = ARENA_NEW(a, struct doc_node);
    for (size_t i = 0; i < r.row_count; i++)
        rows[i].value =
            row_node(&r, &r.rows[i], (struct where){ src->path, lines[i], 1 });
    *list = (struct doc_node){
        .kind = DOC_SEQUENCE, .text = "", .entries = rows, .count = r.row_count
    };
    csv->rows = list;
    csv->names = name_nodes(&r);
    return ok && !r.full;
}
