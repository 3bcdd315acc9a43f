#include "readers/xml.h"

#include <expat.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"

/* An element while it is open. */
struct open {
    struct xml *x, *last;
    struct buf text;
    bool begun; /* its text, by a character that is no blank */
};

struct builder {
    struct arena *arena;
    struct diag *dg;
    const char *path;
    XML_Parser parser;
    struct open stack[XML_DEPTH];
    size_t depth;
    struct xml *root;
    bool failed;
};

static struct where here(const struct builder *b)
{
    return (struct where){ b->path, (unsigned)XML_GetCurrentLineNumber(b->parser),
                           (unsigned)XML_GetCurrentColumnNumber(b->parser) + 1 };
}

static void stop(struct builder *b, const char *why)
{
    if (!b->failed)
        diag_error(b->dg, here(b), "%s", why);
    b->failed = true;
    XML_StopParser(b->parser, XML_FALSE);
}

static struct xml *add(struct builder *b, const char *name)
{
    struct open *top = b->depth > 0 ? &b->stack[b->depth - 1] : NULL;
    struct xml *x = ARENA_NEW(b->arena, struct xml);
    *x = (struct xml){ .name = arena_strdup(b->arena, name),
                       .text = "",
                       .at = here(b),
                       .parent = top != NULL ? top->x : NULL };
    if (top != NULL && top->last != NULL)
        top->last->next = x;
    else if (top != NULL)
        top->x->first = x;
    if (top != NULL)
        top->last = x;
    return x;
}

static void XMLCALL on_start(void *data, const XML_Char *name, const XML_Char **atts)
{
    struct builder *b = data;
    if (b->failed)
        return;
    if (b->depth == XML_DEPTH) {
        stop(b, "elements are nested too deeply");
        return;
    }
    struct xml *x = add(b, name);
    b->root = b->root != NULL ? b->root : x;
    b->stack[b->depth++] = (struct open){ .x = x, .text = buf_on(b->arena) };
    for (; *atts != NULL; atts += 2) {
        struct xml *child = add(b, atts[0]);
        child->text = arena_strdup(b->arena, atts[1]);
        child->is_attribute = true;
    }
}

static void XMLCALL on_end(void *data, const XML_Char *name)
{
    struct builder *b = data;
    (void)name;
    if (b->failed || b->depth == 0)
        return;
    struct open *top = &b->stack[--b->depth];
    const char *text = buf_text(&top->text);
    text += strspn(text, " \t\r\n");
    size_t n = strlen(text);
    while (n > 0 && strchr(" \t\r\n", text[n - 1]) != NULL)
        n--;
    top->x->text = arena_strndup(b->arena, text, n);
}

static void XMLCALL on_text(void *data, const XML_Char *text, int length)
{
    struct builder *b = data;
    if (b->failed || b->depth == 0)
        return;
    struct open *top = &b->stack[b->depth - 1];
    size_t start = 0;
    while (start < (size_t)length && strchr(" \t\r\n", text[start]) != NULL)
        start++;
    if (!top->begun && start == (size_t)length)
        return;
    if (!top->begun) {
        top->begun = true;
        top->x->at = here(b);
        top->x->at.column += start == 0 ? 0 : (unsigned)start;
    }
    buf_add_n(&top->text, text, (size_t)length);
}

static void XMLCALL on_doctype(void *data, const XML_Char *name, const XML_Char *sysid,
                               const XML_Char *pubid, int internal)
{
    (void)name;
    (void)sysid;
    (void)pubid;
    (void)internal;
    stop(data, "a document type is not read; take the <!DOCTYPE> out");
}

/* It says so, but its bytes are not: it was read as UTF-16 (reader_open()), or a
 * program wrote its own strings' encoding beside a file of another. */
static bool says_utf16(const struct source *src)
{
    enum { DECLARATION = 100 };
    size_t length = src->length < DECLARATION ? src->length : DECLARATION;
    const char *end = memmem(src->bytes, length, "?>", 2);
    const char *key = memmem(src->bytes, length, "encoding=", 9);
    return end != NULL && key != NULL && key < end &&
           strncasecmp(key + 10, "utf-16", 6) == 0;
}

const struct xml *xml_parse(struct arena *a, const struct source *src, struct diag *dg)
{
    struct builder *b = ARENA_NEW(a, struct builder);
    *b = (struct builder){ .arena = a, .dg = dg, .path = src->path };
    b->parser = XML_ParserCreate(says_utf16(src) ? "UTF-8" : NULL);
    if (b->parser == NULL) {
        diag_world(dg, (struct where){ .file = src->path }, "no memory for XML");
        return NULL;
    }
    XML_SetUserData(b->parser, b);
    XML_SetElementHandler(b->parser, on_start, on_end);
    XML_SetCharacterDataHandler(b->parser, on_text);
    XML_SetStartDoctypeDeclHandler(b->parser, on_doctype);
    enum XML_Status status =
        XML_Parse(b->parser, src->bytes, (int)src->length, XML_TRUE);
    if (status != XML_STATUS_OK && !b->failed)
        stop(b, XML_ErrorString(XML_GetErrorCode(b->parser)));
    XML_ParserFree(b->parser);
    return b->failed ? NULL : b->root;
}

const struct xml *xml_child(const struct xml *x, const char *name)
{
    const struct xml *c = x != NULL ? x->first : NULL;
    while (c != NULL && strcmp(c->name, name) != 0)
        c = c->next;
    return c;
}

const struct xml *xml_again(const struct xml *x)
{
    const char *name = x->name;
    do
        x = x->next;
    while (x != NULL && strcmp(x->name, name) != 0);
    return x;
}

const char *xml_text(const struct xml *x)
{
    return x != NULL ? x->text : "";
}

struct figure xml_figure(const struct xml *x)
{
    struct figure f = { 0 };
    if (x == NULL)
        return f;
    struct line l = { .text = x->text, .length = strlen(x->text), .at = x->at };
    const char *after;
    if (!text_figure(&l, x->text, &f, &after) || *after != '\0')
        f = (struct figure){ 0 };
    return f;
}
