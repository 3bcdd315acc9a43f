#include "base/arena.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    FIRST_BLOCK = 16 * 1024,
    LARGEST_BLOCK = 4 * 1024 * 1024,
    LARGEST_KEPT = 64 * 1024,
    MAPPED = 256 * 1024, /* blocks of their own from here on are the system's pages */
    NO_MEMORY = 70
};

struct block {
    struct block *next;
    size_t size, used;
    bool mapped;
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

static void free_block(struct block *b)
{
    if (b->mapped)
        munmap(b, sizeof *b + b->size);
    else
        free(b);
}

static void free_blocks(struct block *b)
{
    while (b != NULL) {
        struct block *next = b->next;
        free_block(b);
        b = next;
    }
}

/* A small newest block is kept, for those that fill and empty an arena often. */
void arena_empty(struct arena *a)
{
    struct block *b = a->blocks;
    bool keep = b != NULL && b->size <= LARGEST_KEPT && !b->mapped;
    free_blocks(keep ? b->next : b);
    a->blocks = keep ? b : NULL;
    a->total = keep ? sizeof *b + b->size : 0;
    if (!keep)
        return;
    memset(b->bytes, 0, b->used);
    b->used = 0;
    b->next = NULL;
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
static void advise(struct block *b)
{
#ifdef MADV_HUGEPAGE
    if (b->size > LARGEST_BLOCK)
        madvise(b, sizeof *b + b->size, MADV_HUGEPAGE);
#else
    (void)b;
#endif
}

static struct block *mapped_block(size_t room)
{
    struct block *b = mmap(NULL, sizeof *b + room, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (b == MAP_FAILED)
        no_memory();
    b->size = room;
    b->mapped = true;
    advise(b);
    return b;
}

static struct block *new_block(size_t room, bool own, bool zeroed)
{
    if (room > SIZE_MAX - sizeof(struct block))
        no_memory();
    if (own && room >= MAPPED)
        return mapped_block(room);
    /* What is left of a shared block has to be clean for those that come. */
    struct block *b =
        own && !zeroed ? malloc(sizeof *b + room) : calloc(1, sizeof *b + room);
    if (b == NULL)
        no_memory();
    b->size = room;
    b->mapped = false;
    return b;
}

/* Blocks double up to a bound, so that small arenas stay small; a request of more
 * than half a block, or of MAPPED, gets a block of its own, placed second, so that the
 * newest block goes on being filled. */
static void *from_new_block(struct arena *a, size_t size, bool zeroed)
{
    size_t want = a->blocks == NULL ? FIRST_BLOCK : a->blocks->size * 2;
    if (want > LARGEST_BLOCK)
        want = LARGEST_BLOCK;
    bool own = size > want / 2 || size >= MAPPED;
    struct block *b = new_block(own ? size : want, own, zeroed);
    b->used = size;
    a->total += sizeof *b + b->size;
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

/* The link to the block that is nothing but `items`; NULL: there is none. */
static struct block **link_of(struct arena *a, const void *items)
{
    for (struct block **link = &a->blocks; *link != NULL; link = &(*link)->next)
        if ((*link)->mapped && (*link)->bytes == items)
            return link;
    return NULL;
}

void arena_drop(struct arena *a, void *items)
{
    struct block **link = link_of(a, items);
    if (link == NULL)
        return;
    struct block *b = *link;
    *link = b->next;
    a->total -= sizeof *b + b->size;
    free_block(b);
}

void *arena_extend(struct arena *a, void *items, size_t n, size_t *cap, size_t size)
{
    if (n < *cap)
        return items;
#ifdef MREMAP_MAYMOVE
    struct block **link = link_of(a, items), *b = link != NULL ? *link : NULL;
    size_t room = *cap * size;
    if (b != NULL && b->used - room < alignof(max_align_t) && room < SIZE_MAX / 4) {
        b = mremap(b, sizeof *b + b->size, sizeof *b + 2 * room, MREMAP_MAYMOVE);
        if (b == MAP_FAILED)
            no_memory();
        a->total += 2 * room - b->size;
        b->size = b->used = 2 * room;
        advise(b);
        *link = b;
        *cap *= 2;
        return b->bytes;
    }
#endif
    void *grown = arena_grow(a, items, n, cap, size);
    arena_drop(a, items);
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
