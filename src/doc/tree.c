#include "doc/tree.h"

#include <string.h>

const struct doc_entry *doc_entry(const struct doc_node *node, const char *key)
{
    if (!doc_is(node, DOC_MAPPING))
        return NULL;
    for (size_t i = 0; i < node->count; i++)
        if (strcmp(node->entries[i].key, key) == 0)
            return &node->entries[i];
    return NULL;
}

const struct doc_node *doc_get(const struct doc_node *node, const char *key)
{
    const struct doc_entry *e = doc_entry(node, key);
    return e != NULL ? e->value : NULL;
}

const struct doc_node *doc_at(const struct doc_node *node, size_t i)
{
    return node != NULL && i < node->count ? node->entries[i].value : NULL;
}

const char *doc_text(const struct doc_node *node)
{
    return doc_is(node, DOC_SCALAR) ? node->text : NULL;
}

bool doc_is(const struct doc_node *node, enum doc_kind kind)
{
    return node != NULL && node->kind == kind;
}

bool doc_is_null(const struct doc_node *node)
{
    return doc_is(node, DOC_SCALAR) && !node->quoted &&
           (node->length == 0 || strcmp(node->text, "null") == 0 ||
            strcmp(node->text, "~") == 0);
}

/* A place in the file that goes along with the text made of it. */
struct walk {
    const char *p;
    struct where at;
    char quote; /* that encloses the scalar; 0: none */
};

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void step(struct walk *w, size_t n)
{
    for (; n > 0 && *w->p != '\0'; n--, w->p++) {
        w->at.column++;
        if (*w->p == '\n' || (*w->p == '\r' && w->p[1] != '\n')) {
            w->at.line++;
            w->at.column = 1;
        }
    }
}

/* Blanks and line ends that hold a line end were folded into one. */
static bool skip_fold(struct walk *w)
{
    size_t n = strspn(w->p, " \t\r\n");
    size_t to_break = strcspn(w->p, "\r\n");
    if (to_break >= n)
        return false;
    step(w, n);
    return true;
}

/* Bytes of the escape that begins at `p`. */
static size_t escape_size(const char *p)
{
    switch (p[1]) {
    case 'x':
        return 4;
    case 'u':
        return 6;
    case 'U':
        return 10;
    default:
        return 2;
    }
}

/* A line end behind a backslash leaves nothing in the text. */
static void skip_escaped_break(struct walk *w)
{
    while (w->quote == '"' && w->p[0] == '\\' && (w->p[1] == '\n' || w->p[1] == '\r'))
        step(w, 1 + strspn(w->p + 1, " \t\r\n"));
}

/* Goes over what became the byte `c` of the text; false where it did not. */
static bool pass(struct walk *w, char c)
{
    bool continues = (c & 0xc0) == 0x80; /* of a character that an escape made */
    skip_escaped_break(w);
    if (w->quote == '"' && *w->p == '\\') {
        step(w, escape_size(w->p));
        return true;
    }
    if (is_space(c)) {
        if (!skip_fold(w) && is_space(*w->p))
            step(w, 1);
        return true;
    }
    if (*w->p != c)
        return continues;
    step(w, c == w->quote && w->p[1] == c ? 2 : 1);
    return true;
}

static void enter(struct walk *w, const struct doc_node *node)
{
    if (!node->quoted)
        return;
    if (*w->p == '"' || *w->p == '\'') {
        w->quote = *w->p;
        step(w, 1);
        return;
    }
    step(w, strcspn(w->p, "\r\n")); /* a block's '|' or '>' */
    skip_fold(w);
}

struct where doc_inside(const struct doc_node *node, size_t offset)
{
    struct walk w = { node->raw, node->at, 0 };
    if (node->raw == NULL)
        return node->at;
    enter(&w, node);
    for (size_t i = 0; i < offset && i < node->length; i++)
        if (!pass(&w, node->text[i]))
            return node->at;
    skip_escaped_break(&w);
    return w.at;
}

const char *doc_kind_words(enum doc_kind kind)
{
    switch (kind) {
    case DOC_SCALAR:
        return "a single value";
    case DOC_MAPPING:
        return "a mapping (key: value)";
    case DOC_SEQUENCE:
        return "a list";
    }
    return "nothing";
}
