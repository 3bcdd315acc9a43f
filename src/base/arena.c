#include "base/arena.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { FIRST_BLOCK = 16 * 1024, LARGEST_BLOCK = 4 * 1024 * 1024, NO_MEMORY = 70 };

struct block {
    struct block *next;
    size_t size, used;
    alignas(max_align_t) unsigned char bytes[];
};

struct arena {
    struct block *blocks; /* the newest first */
    size_t total;
};

static _Noreturn void no_memory(void)
{
    fputs("priceperf: error: out of memory\n", stderr);
    exit(NO_MEMORY);
}

struct arena *arena_new(void)
{
    struct arena *a = calloc(1, sizeof *a);
    if (a == NULL)
        no_memory();
    return a;
}

static void free_blocks(struct block *b)
{
    while (b != NULL) {
        struct block *next = b->next;
        free(b);
        b = next;
    }
}

void arena_empty(struct arena *a)
{
    free_blocks(a->blocks);
    a->blocks = NULL;
    a->total = 0;
}

void arena_free(struct arena *a)
{
    if (a == NULL)
        return;
    free_blocks(a->blocks);
    free(a);
}

size_t arena_used(const struct arena *a)
{
    return a->total;
}

/* Large arrays fill faster from huge pages; where there are none nothing is lost. */
static void advise(unsigned char *bytes, size_t size)
{
#ifdef MADV_HUGEPAGE
    size_t page = 4096, off = page - (uintptr_t)bytes % page;
    if (size > LARGEST_BLOCK)
        madvise(bytes + off, (size - off) / page * page, MADV_HUGEPAGE);
#else
    (void)bytes;
    (void)size;
#endif
}

/* Blocks double up to a bound, so that small arenas stay small; a request of more
 * than half a block gets a block of its own, placed second, so that the newest
 * block goes on being filled. */
static void *from_new_block(struct arena *a, size_t size, bool zeroed)
{
    size_t want = a->blocks == NULL ? FIRST_BLOCK : a->blocks->size * 2;
    if (want > LARGEST_BLOCK)
        want = LARGEST_BLOCK;
    bool own = size > want / 2;
    size_t room = own ? size : want;
    if (room > SIZE_MAX - sizeof(struct block))
        no_memory();
    /* What is left of a shared block has to be clean for those that come. */
    struct block *b =
        own && !zeroed ? malloc(sizeof *b + room) : calloc(1, sizeof *b + room);
    if (b == NULL)
        no_memory();
    if (own)
        advise(b->bytes, room);
    b->size = room;
    b->used = size;
    a->total += sizeof *b + room;
    if (own && a->blocks != NULL) {
        b->next = a->blocks->next;
        a->blocks->next = b;
    } else {
        b->next = a->blocks;
        a->blocks = b;
    }
    return b->bytes;
}

static void *take(struct arena *a, size_t size, bool zeroed)
{
    size_t align = alignof(max_align_t);
    if (size > SIZE_MAX - align)
        no_memory();
    size = (size + align - 1) / align * align;
    struct block *b = a->blocks;
    if (b == NULL || b->size - b->used < size)
        return from_new_block(a, size, zeroed);
    void *p = b->bytes + b->used;
    b->used += size;
    return p;
}

void *arena_alloc(struct arena *a, size_t size)
{
    return take(a, size, true);
}

void *arena_bytes(struct arena *a, size_t size)
{
    return take(a, size, false);
}

void *arena_array(struct arena *a, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        no_memory();
    return arena_alloc(a, count * size);
}

void *arena_grow(struct arena *a, void *items, size_t n, size_t *cap, size_t size)
{
    if (n < *cap)
        return items;
    size_t more = *cap == 0 ? 8 : *cap * 2;
    void *grown = arena_array(a, more, size);
    if (n > 0)
        memcpy(grown, items, n * size);
    *cap = more;
    return grown;
}

char *arena_strndup(struct arena *a, const char *text, size_t length)
{
    char *copy = arena_bytes(a, length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *arena_strdup(struct arena *a, const char *text)
{
    return arena_strndup(a, text, strlen(text));
}

char *arena_vprintf(struct arena *a, const char *fmt, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, fmt, args);
    if (length < 0)
        no_memory();
    char *text = arena_bytes(a, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, fmt, again);
    va_end(again);
    return text;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    char *text = arena_vprintf(a, fmt, args);
    va_end(args);
    return text;
}
