#include "base/buf.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"

struct buf buf_on(struct arena *arena)
{
    return (struct buf){ .arena = arena };
}

static void reserve(struct buf *b, size_t more)
{
    size_t need = b->length + more + 1;
    if (need <= b->capacity)
        return;
    size_t capacity = b->capacity * 2 > need ? b->capacity * 2 : need + 32;
    char *text = arena_bytes(b->arena, capacity);
    if (b->length > 0)
        memcpy(text, b->text, b->length);
    b->text = text;
    b->capacity = capacity;
}

void buf_add_n(struct buf *b, const char *text, size_t length)
{
    reserve(b, length);
    if (length > 0)
        memcpy(b->text + b->length, text, length);
    b->length += length;
    b->text[b->length] = '\0';
}

void buf_add(struct buf *b, const char *text)
{
    buf_add_n(b, text, strlen(text));
}

void buf_char(struct buf *b, char c)
{
    buf_add_n(b, &c, 1);
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    const char *text = arena_vprintf(b->arena, fmt, args);
    va_end(args);
    buf_add(b, text);
}

const char *buf_text(struct buf *b)
{
    if (b->text == NULL)
        buf_add_n(b, "", 0);
    return b->text;
}
