/* arena.h - memory that is released all at once.
 *
 * A command owns one arena for the whole study; a reader empties one of its own
 * for each input file.  Whatever an arena gives stays valid, at the same address,
 * until arena_empty() or arena_free().  No memory ends the process with status 70,
 * so that no caller tests for NULL.  An arena belongs to one thread at a time.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena;

struct arena *arena_new(void);
void arena_empty(struct arena *a); /* everything it gave is gone; it can be used on */
void arena_free(struct arena *a);  /* NULL is allowed */

/* Bytes taken from the system so far; readers hold their bound against it. */
size_t arena_used(const struct arena *a);

/* Zeroed and aligned for any type; size 0 gives a valid pointer. */
void *arena_alloc(struct arena *a, size_t size);
void *arena_array(struct arena *a, size_t count, size_t size); /* checked product */
/* The same with anything in it, for bytes that are written at once. */
void *arena_bytes(struct arena *a, size_t size);

char *arena_strdup(struct arena *a, const char *text);
char *arena_strndup(struct arena *a, const char *text, size_t length);
char *arena_printf(struct arena *a, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *a, const char *fmt, va_list args)
    __attribute__((format(printf, 2, 0)));

#define ARENA_NEW(a, type)          ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, count, type) ((type *)arena_array((a), (count), sizeof(type)))

/* Room for one more element in an array that grows by doubling: evaluates to the
 * lvalue of the new last element.  `items` is a pointer, `n` and `cap` are size_t. */
#define ARENA_PUSH(a, items, n, cap) \
    (*((items) = arena_grow((a), (items), (n), &(cap), sizeof *(items)), \
       &(items)[(n)++]))
void *arena_grow(struct arena *a, void *items, size_t n, size_t *cap, size_t size);

/* The same for long arrays that nothing else points into: where the old array stood
 * there may be nothing any more, and room that is not filled yet takes no memory. */
#define ARENA_EXTEND(a, items, n, cap) \
    (*((items) = arena_extend((a), (items), (n), &(cap), sizeof *(items)), \
       &(items)[(n)++]))
void *arena_extend(struct arena *a, void *items, size_t n, size_t *cap, size_t size);
/* Gives the memory of a long array back early; of a short one it stays. */
void arena_drop(struct arena *a, void *items);

#endif
