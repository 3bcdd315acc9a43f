#include "doc/schema.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/nearest.h"

static const char *want_words(enum doc_want want)
{
    switch (want) {
    case DOC_WANT_ANY:
        break;
    case DOC_WANT_SCALAR:
    case DOC_WANT_TEXT:
        return doc_kind_words(DOC_SCALAR);
    case DOC_WANT_MAPPING:
        return doc_kind_words(DOC_MAPPING);
    case DOC_WANT_SEQUENCE:
        return doc_kind_words(DOC_SEQUENCE);
    }
    return "anything";
}

static bool is_wanted(const struct doc_node *node, enum doc_want want)
{
    switch (want) {
    case DOC_WANT_ANY:
        break;
    case DOC_WANT_SCALAR:
        return node->kind == DOC_SCALAR;
    case DOC_WANT_TEXT:
        return node->kind == DOC_SCALAR && node->length > 0;
    case DOC_WANT_MAPPING:
        return node->kind == DOC_MAPPING;
    case DOC_WANT_SEQUENCE:
        return node->kind == DOC_SEQUENCE;
    }
    return true;
}

bool doc_expect(const struct doc_node *node, const char *what, enum doc_want want,
                struct diag *dg)
{
    if (is_wanted(node, want))
        return true;
    if (doc_is_null(node))
        return diag_error(dg, node->at, "%s is empty; write %s", what,
                          want_words(want));
    if (node->kind == DOC_SCALAR && node->length == 0)
        return diag_error(dg, node->at,
                          "%s is an empty text; write one, or leave out "
                          "its key",
                          what);
    return diag_error(dg, node->at, "%s is %s here; write %s", what,
                      doc_kind_words(node->kind), want_words(want));
}

static const char *listed(struct arena *a, const char *const *names, size_t count)
{
    struct buf b = buf_on(a);
    for (size_t i = 0; i < count; i++)
        buf_printf(&b, "%s%s", i > 0 ? ", " : "", names[i]);
    return buf_text(&b);
}

static bool unknown_key(const struct doc_schema *schema, const struct doc_entry *e,
                        struct diag *dg)
{
    const char **keys = ARENA_ARRAY(dg->arena, schema->count, const char *);
    for (size_t i = 0; i < schema->count; i++)
        keys[i] = schema->fields[i].key;
    const char *near = nearest(e->key, keys, schema->count);
    if (near != NULL)
        return diag_error(dg, e->key_at, "unknown key '%s'; did you mean '%s'?", e->key,
                          near);
    return diag_error(dg, e->key_at, "unknown key '%s'; %s has the keys %s", e->key,
                      schema->what, listed(dg->arena, keys, schema->count));
}

static bool bind_entry(const struct doc_schema *schema, const struct doc_entry *e,
                       const struct doc_node **values, struct diag *dg)
{
    for (size_t i = 0; i < schema->count; i++) {
        const struct doc_field *f = &schema->fields[i];
        if (strcmp(f->key, e->key) != 0)
            continue;
        values[i] = e->value;
        return doc_expect(e->value, arena_printf(dg->arena, "'%s'", e->key), f->want,
                          dg);
    }
    return unknown_key(schema, e, dg);
}

bool doc_bind(const struct doc_schema *schema, const struct doc_node *node,
              const struct doc_node **values, struct diag *dg)
{
    memset(values, 0, schema->count * sizeof *values);
    if (!doc_expect(node, schema->what, DOC_WANT_MAPPING, dg))
        return false;
    bool ok = true;
    for (size_t i = 0; i < node->count; i++)
        ok = bind_entry(schema, &node->entries[i], values, dg) && ok;
    for (size_t i = 0; i < schema->count; i++)
        if (schema->fields[i].need == DOC_REQUIRED && values[i] == NULL)
            ok = diag_error(dg, node->at, "%s lacks the key '%s'", schema->what,
                            schema->fields[i].key);
    return ok;
}

bool doc_unknown(const struct doc_node *node, const char *what,
                 const char *const *names, size_t count, struct diag *dg)
{
    const char *near = nearest(node->text, names, count);
    if (near != NULL)
        return diag_error(dg, node->at, "unknown %s '%s'; did you mean '%s'?", what,
                          node->text, near);
    return diag_error(dg, node->at, "unknown %s '%s'; write one of: %s", what,
                      node->text, listed(dg->arena, names, count));
}

bool doc_get_text(const struct doc_node *node, const char **out, struct diag *dg)
{
    if (!doc_expect(node, "this text", DOC_WANT_TEXT, dg))
        return false;
    *out = node->text;
    return true;
}

bool doc_get_bool(const struct doc_node *node, bool *out, struct diag *dg)
{
    if (!doc_expect(node, "this value", DOC_WANT_SCALAR, dg))
        return false;
    bool yes = strcmp(node->text, "yes") == 0 || strcmp(node->text, "true") == 0;
    bool no = strcmp(node->text, "no") == 0 || strcmp(node->text, "false") == 0;
    if (node->quoted || (!yes && !no))
        return diag_error(dg, node->at, "'%s' is not a truth value; write yes or no",
                          node->text);
    *out = yes;
    return true;
}

bool doc_get_int(const struct doc_node *node, long long lo, long long hi,
                 long long *out, struct diag *dg)
{
    struct doc_number n;
    if (!doc_get_number(node, &n, dg))
        return false;
    if (!n.is_exact || n.exact.den != 1 || n.exact.num < lo || n.exact.num > hi)
        return diag_error(
            dg, doc_inside(node, 0),
            "'%s' is out of range; write a whole number from %lld to %lld", node->text,
            lo, hi);
    *out = (long long)n.exact.num;
    return true;
}

bool doc_get_date(const struct doc_node *node, struct date *out, struct diag *dg)
{
    if (!doc_expect(node, "this date", DOC_WANT_TEXT, dg))
        return false;
    if (!date_parse(node->text, node->length, out))
        return diag_error(dg, doc_inside(node, 0),
                          "'%s' is not a date; write YYYY-MM-DD, YYYY-MM or YYYY",
                          node->text);
    return true;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t id_length(const char *text)
{
    size_t i = 0;
    if (!is_letter(text[0]))
        return 0;
    while (is_letter(text[i]) || is_digit(text[i]) || text[i] == '-' || text[i] == '_')
        i++;
    return i;
}

bool doc_is_id(const char *text)
{
    size_t n = id_length(text);
    return n > 0 && n <= DOC_LONGEST_ID && text[n] == '\0';
}

bool doc_get_id(const struct doc_node *node, const char **out, struct diag *dg)
{
    if (!doc_expect(node, "this name", DOC_WANT_TEXT, dg))
        return false;
    if (!doc_is_id(node->text))
        return diag_error(dg, doc_inside(node, id_length(node->text)),
                          "'%s' is not a name; write a letter, then letters, digits, "
                          "'-' and '_', %d at most",
                          node->text, DOC_LONGEST_ID);
    *out = node->text;
    return true;
}

bool doc_get_texts(struct arena *a, const struct doc_node *node,
                   const char *const **out, size_t *count, struct diag *dg)
{
    size_t n = node->kind == DOC_SEQUENCE ? node->count : 1;
    const char **texts = ARENA_ARRAY(a, n, const char *);
    bool ok = true;
    for (size_t i = 0; i < n; i++)
        ok = doc_get_text(node->kind == DOC_SEQUENCE ? doc_at(node, i) : node,
                          &texts[i], dg) &&
             ok;
    *out = texts;
    *count = n;
    return ok;
}

bool doc_get_choice(const struct doc_node *node, const char *const *names, size_t count,
                    size_t *out, struct diag *dg)
{
    if (!doc_expect(node, "this value", DOC_WANT_TEXT, dg))
        return false;
    for (size_t i = 0; i < count; i++)
        if (strcmp(node->text, names[i]) == 0) {
            *out = i;
            return true;
        }
    return doc_unknown(node, "value", names, count, dg);
}
