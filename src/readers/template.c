#include "readers/template.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "doc/schema.h"

static void add_literal(struct arena *a, struct template *t, struct buf *text)
{
    if (text->length == 0)
        return;
    ARENA_PUSH(a, t->parts, t->count, t->capacity) =
        (struct template_part){ .literal = buf_text(text) };
    *text = buf_on(a);
}

static bool add_column(struct arena *a, struct template *t, const struct csv *csv,
                       const struct doc_node *node, size_t *i, struct diag *dg)
{
    struct template_part part = { 0 };
    const char *start = node->text + *i + 1;
    const char *end = strchr(start, '}');
    if (end == NULL)
        return diag_error(dg, doc_inside(node, *i),
                          "this '{' is not closed; write {column}, or {{ for a brace");
    const char *name = arena_strndup(a, start, (size_t)(end - start));
    if (!csv_column(csv, name, doc_inside(node, *i + 1), &part.column, dg))
        return false;
    ARENA_PUSH(a, t->parts, t->count, t->capacity) = part;
    *i += (size_t)(end - start) + 1;
    return true;
}

static bool ends_in_unit(struct arena *a, const struct template *t)
{
    struct unit unit;
    const char *why, *text;
    size_t at;
    if (t->count != 2 || t->parts[0].literal != NULL || t->parts[1].literal == NULL)
        return false;
    text = t->parts[1].literal;
    return *text == ' ' && unit_parse(a, text + 1, strlen(text + 1), &unit, &why, &at);
}

bool template_read(struct arena *a, const struct doc_node *node, const struct csv *csv,
                   struct template *out, struct diag *dg)
{
    struct buf literal = buf_on(a);
    const char *text;
    *out = (struct template){ 0 };
    if (!doc_get_text(node, &text, dg))
        return false;
    for (size_t i = 0; text[i] != '\0'; i++) {
        bool brace = text[i] == '{' || text[i] == '}';
        if (brace && text[i + 1] == text[i]) {
            buf_char(&literal, text[i++]);
        } else if (text[i] == '{') {
            add_literal(a, out, &literal);
            if (!add_column(a, out, csv, node, &i, dg))
                return false;
        } else if (text[i] == '}') {
            return diag_error(dg, doc_inside(node, i),
                              "this '}' closes nothing; write }} for a brace");
        } else {
            buf_char(&literal, text[i]);
        }
    }
    add_literal(a, out, &literal);
    out->is_quantity = ends_in_unit(a, out);
    return true;
}

bool template_fill(struct arena *a, const struct template *t,
                   const struct doc_node *row, const char **out, struct diag *dg)
{
    struct buf text = buf_on(a);
    size_t columns = 0, empty = 0;
    for (size_t i = 0; i < t->count; i++) {
        const struct template_part *part = &t->parts[i];
        if (part->literal != NULL) {
            buf_add(&text, part->literal);
            continue;
        }
        const struct doc_node *cell = doc_at(row, part->column);
        columns++;
        empty += cell->length == 0;
        buf_add(&text, cell->text);
        struct doc_number n;
        if (t->is_quantity && cell->length > 0 && !doc_get_number(cell, &n, dg))
            return false;
    }
    *out = columns > 0 && empty == columns ? "" : buf_text(&text);
    return true;
}
